// Properties: a format is a function of the text alone; what a narrow format takes a wide one takes; a date-time is a
// date, T and a time; addresses are what inet_pton reads, with a prefix length and as a host too; a host makes a URI
// and a mail address; a number before a pointer makes a relative one; templates and patterns may follow each other.
// Input: raw bytes, as a text in every format. Cap: 4 KiB (formats.options).
#include <arpa/inet.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/formats.h"

namespace {

using namespace sluice::json;  // NOLINT: one small file

void require(bool holds) {
  if (!holds) __builtin_trap();
}

struct Implication {
  Format narrow;
  Format wide;
};
constexpr Implication kImplications[] = {
    {Format::kUri, Format::kUriReference},     {Format::kUri, Format::kIri},
    {Format::kIri, Format::kIriReference},     {Format::kUriReference, Format::kIriReference},
    {Format::kHostname, Format::kIdnHostname}, {Format::kEmail, Format::kIdnEmail},
    {Format::kUuid1, Format::kUuid},           {Format::kUuid3, Format::kUuid},
    {Format::kUuid4, Format::kUuid},           {Format::kUuid5, Format::kUuid},
    {Format::kUuid6, Format::kUuid},           {Format::kUuid7, Format::kUuid},
    {Format::kUuid8, Format::kUuid},
};

using Answers = std::array<bool, static_cast<std::size_t>(Format::kCount)>;

Answers answers_for(std::string_view text) {
  Answers answers{};
  for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = has_format(static_cast<Format>(i), text);
  return answers;
}

void check_addresses(const std::string& text, const Answers& has) {
  if (text.find('\0') != std::string::npos) return;
  in6_addr address{};
  require(has[static_cast<std::size_t>(Format::kIpv4)] == (inet_pton(AF_INET, text.c_str(), &address) == 1));
  require(has[static_cast<std::size_t>(Format::kIpv6)] == (inet_pton(AF_INET6, text.c_str(), &address) == 1));
}

void check_parts(std::string_view text) {
  const bool has_middle = text.size() > 11 && (text[10] == 'T' || text[10] == 't');
  require(has_format(Format::kDateTime, text) ==
          (has_middle && has_format(Format::kDate, text.substr(0, 10)) && has_format(Format::kTime, text.substr(11))));
  const std::string owned(text);
  require(has_format(Format::kJsonPointer, text) == has_format(Format::kRelativeJsonPointer, "10" + owned) ||
          text == "#" || (!text.empty() && text[0] >= '0' && text[0] <= '9'));
  require(has_format(Format::kCidrV4, owned + "/32") == has_format(Format::kIpv4, text));
  require(has_format(Format::kCidrV6, owned + "/128") == has_format(Format::kIpv6, text));
  if (has_format(Format::kIpv6, text)) require(has_format(Format::kUri, "a://[" + owned + "]:1/"));
  if (has_format(Format::kHostname, text)) {
    require(has_format(Format::kUri, "a://" + owned));
    require(has_format(Format::kEmail, "a@" + owned));
  }
  if (owned.find('#') == std::string::npos) {
    require(has_format(Format::kIriReference, text) == has_format(Format::kIriReference, owned + "#"));
  }
  if (has_format(Format::kUriTemplate, text)) {
    require(has_format(Format::kUriTemplate, owned + owned));
    require(has_format(Format::kUriTemplate, owned + "{+a}"));
  }
  if (has_format(Format::kRegex, text) && owned.find("(?<") == std::string::npos &&
      owned.find('\\') == std::string::npos) {
    require(has_format(Format::kRegex, "(?:" + owned + ")|(?=" + owned + ")") || owned.size() > 1000);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Answers has = answers_for(text);
  require(has[0]);
  const std::string copy(text);
  require(answers_for(copy) == has);
  for (const auto& [narrow, wide] : kImplications) {
    require(!has[static_cast<std::size_t>(narrow)] || has[static_cast<std::size_t>(wide)]);
  }
  check_addresses(copy, has);
  check_parts(text);
  return 0;
}
