// Formats on input that was made to hurt: a megabyte of everything, every truncation, every byte changed.
#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "json/formats.h"

namespace sluice::json {
namespace {

struct Sample {
  Format format;
  std::string text;
};

// At least one valid text for each format.
std::vector<Sample> samples() {
  return {
      {Format::kDateTime, "1985-04-12T23:20:50.52+01:30"},
      {Format::kDate, "1985-04-12"},
      {Format::kTime, "23:59:60Z"},
      {Format::kDuration, "P1Y2M3DT4H5M6S"},
      {Format::kEmail, "joe.b@[IPv6:::1]"},
      {Format::kIdnEmail,
       "\"\xC3\xA4\"@b\xC3\xBC"
       "cher.example"},
      {Format::kHostname, "a-b.xn--bcher-kva"},
      {Format::kIdnHostname,
       "l\xC2\xB7l.\xE3\x83\xBB\xE3\x81\x81\xE3\x80\x82"
       "de"},
      {Format::kIdnHostname, "a0.\xD7\x90\xD7\xB3\xD7\x91"},
      {Format::kIpv4, "192.168.0.1"},
      {Format::kIpv6, "1:2::d6:192.168.0.1"},
      {Format::kUri, "http://u:p@[::1]:80/a%41/b?c#d"},
      {Format::kUriReference, "./a:b?c#d"},
      {Format::kIri,
       "http://b\xC3\xBC"
       "cher/\xC3\xA4?\xEE\x80\x80#\xC3\xB6"},
      {Format::kIriReference, "//\xC3\xA4:1/"},
      {Format::kUriTemplate, "/\xC3\xA4{+a.b:12,c*}{?d%41}"},
      {Format::kJsonPointer, "/a~0b/~1"},
      {Format::kRelativeJsonPointer, "12/a~1b"},
      {Format::kRegex, "^(?<n>[a-\\u{7a}]{1,2}?|\\p{sc=Greek})\\k<n>(?!\\1)$"},
      {Format::kUuid, "2eb8aa08-aa98-11ea-b4aa-73b441d16380"},
      {Format::kUuid1, "2eb8aa08-aa98-11ea-b4aa-73b441d16380"},
      {Format::kUuid3, "6fa459ea-ee8a-3ca4-894e-db77e160355e"},
      {Format::kUuid4, "98d80576-482e-427f-8434-7f86890ab222"},
      {Format::kUuid5, "99c17cbb-656f-564a-940f-1a4568f03487"},
      {Format::kUuid6, "1ec9414c-232a-6b00-b3c8-9e6bdeced846"},
      {Format::kUuid7, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"},
      {Format::kUuid8, "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"},
      {Format::kCidrV4, "10.0.0.0/8"},
      {Format::kCidrV6, "2001:db8::/32"},
      {Format::kBase64, "YWJjZGU="},
      {Format::kBase64Url, "YW-_ZA"},
      {Format::kE164, "+14155552671"},
      {Format::kNanoid, "V1StGXR8_Z5jdHi6B-myT"},
      {Format::kUlid, "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
      {Format::kXid, "9m4e2mr0ui3e8a215n4g"},
      {Format::kKsuid, "0ujtsYcgvSTl8PAuAdqWYSMnLOv"},
  };
}

bool is(Format format, const std::string& text) { return has_format(format, text); }

// What one format says about another, whatever the text.
void expect_agreement(const std::string& text) {
  struct Implication {
    Format narrow;
    Format wide;
  };
  for (const auto& [narrow, wide] : std::vector<Implication>{{Format::kUri, Format::kUriReference},
                                                             {Format::kUri, Format::kIri},
                                                             {Format::kUriReference, Format::kIriReference},
                                                             {Format::kIri, Format::kIriReference},
                                                             {Format::kHostname, Format::kIdnHostname},
                                                             {Format::kEmail, Format::kIdnEmail},
                                                             {Format::kUuid4, Format::kUuid}}) {
    EXPECT_TRUE(!is(narrow, text) || is(wide, text)) << format_name(narrow) << ' ' << text;
  }
  const bool has_halves = text.size() > 11 && (text[10] == 'T' || text[10] == 't') &&
                          is(Format::kDate, text.substr(0, 10)) && is(Format::kTime, text.substr(11));
  EXPECT_EQ(is(Format::kDateTime, text), has_halves) << text;
  if (text.find('\0') == std::string::npos) {
    in6_addr address{};
    EXPECT_EQ(is(Format::kIpv4, text), inet_pton(AF_INET, text.c_str(), &address) == 1) << text;
    EXPECT_EQ(is(Format::kIpv6, text), inet_pton(AF_INET6, text.c_str(), &address) == 1) << text;
  }
}

TEST(JsonFormatHostile, EveryFormatHasASample) {
  std::map<Format, int> seen;
  for (const Sample& sample : samples()) {
    EXPECT_TRUE(is(sample.format, sample.text)) << format_name(sample.format) << ' ' << sample.text;
    ++seen[sample.format];
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(Format::kCount) - 1);
}

TEST(JsonFormatHostile, EveryTruncation) {
  for (const Sample& sample : samples()) {
    for (std::size_t size = 0; size < sample.text.size(); ++size) {
      // Cut to its size, so that a sanitizer sees a read beyond it.
      const std::vector<char> exact(sample.text.begin(), sample.text.begin() + static_cast<std::ptrdiff_t>(size));
      const std::string_view text(exact.data(), exact.size());
      for (unsigned i = 0; i < static_cast<unsigned>(Format::kCount); ++i) {
        (void)has_format(static_cast<Format>(i), text);
      }
      expect_agreement(std::string(text));
    }
  }
}

TEST(JsonFormatHostile, EveryByteChanged) {
  for (const Sample& sample : samples()) {
    for (std::size_t at = 0; at < sample.text.size(); ++at) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        std::string text = sample.text;
        text[at] = static_cast<char>(byte);
        (void)is(sample.format, text);
        if (byte % 8 == at % 8) expect_agreement(text);
      }
    }
  }
}

TEST(JsonFormatHostile, NulIsInFewFormats) {
  for (const Sample& sample : samples()) {
    for (std::size_t at = 0; at <= sample.text.size(); ++at) {
      std::string text = sample.text;
      text.insert(at, 1, '\0');
      const bool may_hold = sample.format == Format::kJsonPointer ||
                            (sample.format == Format::kRelativeJsonPointer && at > 2) ||
                            sample.format == Format::kRegex;
      if (!may_hold) {
        EXPECT_FALSE(is(sample.format, text)) << format_name(sample.format) << ' ' << at;
      }
    }
  }
}

TEST(JsonFormatHostile, AMegabyte) {
  constexpr std::size_t kSize = 1'000'000;
  struct Row {
    std::string start;
    std::string unit;
    std::vector<Format> valid;
  };
  const Format uri_ref = Format::kUriReference;
  const Format iri_ref = Format::kIriReference;
  const Format templ = Format::kUriTemplate;
  const Format base64 = Format::kBase64;
  const Format base64url = Format::kBase64Url;
  const std::vector<Row> rows = {
      {"", "a", {uri_ref, iri_ref, templ, Format::kRegex, base64, base64url}},
      {"", "0", {uri_ref, iri_ref, templ, Format::kRegex, base64, base64url}},
      {"1", "0", {uri_ref, iri_ref, templ, Format::kRegex, base64, base64url, Format::kRelativeJsonPointer}},
      {"", "a.", {uri_ref, iri_ref, templ, Format::kRegex}},
      {"", "a-", {uri_ref, iri_ref, templ, Format::kRegex, base64url}},
      {"", "xn--a.", {uri_ref, iri_ref, templ, Format::kRegex}},
      {"", "%41", {uri_ref, iri_ref, templ, Format::kRegex}},
      {"", "\xC3\xA4", {iri_ref, templ, Format::kRegex}},
      {"", "\xE3\x80\x82", {iri_ref, templ, Format::kRegex}},
      {"", "\xD7\x90.", {iri_ref, templ, Format::kRegex}},
      {"", "/", {uri_ref, iri_ref, templ, Format::kJsonPointer, Format::kRegex, base64}},
      {"", "~0", {uri_ref, iri_ref, templ, Format::kRegex}},
      {"/", "~0", {uri_ref, iri_ref, templ, Format::kJsonPointer, Format::kRegex}},
      {"a:", "%41", {Format::kUri, uri_ref, Format::kIri, iri_ref, templ, Format::kRegex}},
      {"a://", "@", {templ, Format::kRegex}},
      {"a://[", ":", {templ}},
      {"", "@", {uri_ref, iri_ref, templ, Format::kRegex}},
      {"", "::", {templ, Format::kRegex}},
      {"", "1:", {templ, Format::kRegex}},
      {"", "{", {}},
      {"", "{a}", {templ}},
      {"{a", ".a", {}},
      {"{", "a,", {}},
      {"", "(", {uri_ref, iri_ref, templ}},
      {"", "(?=", {uri_ref, iri_ref, templ}},
      {"", "()", {uri_ref, iri_ref, templ, Format::kRegex}},
      {"", "[", {templ}},
      {"", "[]", {templ, Format::kRegex}},
      {"[", "a-b", {templ}},
      {"", "\\", {Format::kRegex}},
      {"", "\\p{", {}},
      {"", "\\1", {}},
      {"\\u{", "0", {}},
      {"a{", "9", {}},
      {"", "(?<a>", {}},
      {"P", "1", {uri_ref, iri_ref, templ, Format::kRegex, base64, base64url}},
      {"P", "1D", {uri_ref, iri_ref, templ, Format::kRegex, base64url}},
      {"12:00:00.", "0", {templ, Format::kRegex}},
      {"\"", "a", {Format::kRegex}},
      {"\"", "\\", {}},
      {std::string(1, '\0'), "a", {Format::kRegex}},
      {"=", "=", {uri_ref, iri_ref, templ, Format::kRegex}},
  };
  for (const Row& row : rows) {
    std::string text = row.start;
    while (text.size() + row.unit.size() <= kSize) text += row.unit;
    for (unsigned i = 1; i < static_cast<unsigned>(Format::kCount); ++i) {
      const auto format = static_cast<Format>(i);
      bool is_valid = false;
      for (const Format valid : row.valid) is_valid = is_valid || valid == format;
      EXPECT_EQ(is(format, text), is_valid) << format_name(format) << ' ' << row.start << ' ' << row.unit;
    }
  }
}

TEST(JsonFormatHostile, ManyNames) {
  // Sorted once, not compared each with each.
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "(?<a" + std::to_string(i) + ">)";
  EXPECT_TRUE(is(Format::kRegex, text));
  EXPECT_TRUE(is(Format::kRegex, text + "\\k<a99999>\\100000"));
  EXPECT_FALSE(is(Format::kRegex, text + "\\k<a100000>"));
  EXPECT_FALSE(is(Format::kRegex, text + "\\100001"));
  EXPECT_FALSE(is(Format::kRegex, text + "(?<a7>)"));
}

}  // namespace
}  // namespace sluice::json
