// Property: telling a type never crashes and depends on the bytes alone; a binary kind that cannot be written as text
// has bytes that are not text; whatever is claimed, unknown content, executables and kinds that run on opening are
// withheld, and the final type is never more capable than both the content and the claims. Declared types and names are
// read without a crash, and a canonical name reads back as itself.
// Input: one byte each for the lengths of the declared type and of the name, those, then the content.
// Cap: 128 KiB (sniff.options).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/findings.h"
#include "media/reconcile.h"
#include "media/sniff.h"
#include "sluice/bytes.h"

namespace {

using namespace sluice;         // NOLINT: one small file
using namespace sluice::media;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

bool is_same(const Sniffed& a, const Sniffed& b) {
  return a.type == b.type && a.basis == b.basis && a.encoding == b.encoding && a.evidence == b.evidence;
}

std::string_view take(std::string_view& rest, std::size_t length) {
  const std::string_view part = rest.substr(0, std::min(length, rest.size()));
  rest.remove_prefix(part.size());
  return part;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  std::string_view rest(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::string_view declared = take(rest, data[0]);
  const std::string_view name = take(rest, data[1]);
  const ByteView content = as_bytes(rest);

  const Sniffed sniffed = sniff(content);
  const Bytes copy(content.begin(), content.end());
  require(is_same(sniffed, sniff(copy)));
  require(content.empty() == (sniffed.type == MediaType::kEmpty));
  require(!sniffed.evidence.empty() || sniffed.type == MediaType::kUnknown);
  require(!type_info(sniffed.type).is_text || sniffed.encoding != TextEncoding::kNone);

  const DeclaredType parsed = parse_media_type(declared);
  require(parsed.is_valid || parsed.type == MediaType::kUnknown);
  require(parsed.essence.size() <= kMaxDeclaredBytes);
  require(parse_media_type(type_name(parsed.type)).type == parsed.type);

  Findings findings;
  const Reconciled result = reconcile({declared, name}, sniffed, std::nullopt, findings, nullptr);
  const TypeInfo& info = type_info(sniffed.type);
  // Pickles are left to their walker, which lets no byte pass by itself.
  const bool is_pickle =
      result.type == MediaType::kPickle || result.type == MediaType::kJoblib || result.type == MediaType::kTorch;
  const bool is_dangerous = sniffed.type == MediaType::kUnknown || info.is_executable ||
                            (info.has_active_content && info.capability >= kWithheldCapability);
  require(!is_dangerous || is_pickle || findings.decision() == Decision::kQuarantine);
  require(findings.decision() == Decision::kAllow || findings.decision() == Decision::kQuarantine);
  const int most = std::max(
      {int{info.capability}, int{type_info(result.declared).capability}, int{type_info(result.extension).capability}});
  require(int{type_info(result.type).capability} <= most);
  require(result.is_agreed || !findings.listed().empty());
  for (const Finding& finding : findings.listed()) {
    for (const char c : finding.detail.str()) require(c >= 0x20 && c < 0x7F);
  }
  return 0;
}
