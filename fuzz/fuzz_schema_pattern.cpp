// Properties: a refused pattern is refused with a reason and a place in it; every engine that can run a pattern gives
// the same answer, where PCRE2 does not give up. Input: pattern, a NUL byte, text. Cap: 512 bytes
// (schema_pattern.options).
#include <cstdint>
#include <optional>
#include <string_view>

#include "json/pattern.h"
#include "sluice/bytes.h"
#include "text/utf8.h"

namespace {

using namespace sluice;        // NOLINT: one small file
using namespace sluice::json;  // NOLINT
using regex::BacktrackOutcome;

void require(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t nul = input.find('\0');
  const std::string_view source = input.substr(0, nul);
  const std::string_view text = nul == std::string_view::npos ? std::string_view() : input.substr(nul + 1);
  PatternOptions options;
  options.max_written_out = 1000;
  const auto chosen = SchemaPattern::compile(source, options);
  if (!chosen) {
    require(!chosen.error().message.empty() && chosen.error().offset <= source.size());
    return 0;
  }
  require(chosen->memory_bytes() < 8'000'000);
  if (text::find_invalid_utf8(as_bytes(text))) return 0;
  const BacktrackOutcome answer = chosen->search(text);
  require(chosen->is_backtracking() || answer != BacktrackOutcome::kLimitExceeded);
  for (int first = static_cast<int>(chosen->engine()) + 1; first <= static_cast<int>(PatternEngine::kBacktracking);
       ++first) {
    options.first = static_cast<PatternEngine>(first);
    const auto other = SchemaPattern::compile(source, options);
    if (!other) {
      require(other.error().code == ErrorCode::kPatternTooLarge);
      continue;
    }
    const BacktrackOutcome theirs = other->search(text);
    require(theirs == answer || (other->is_backtracking() && theirs == BacktrackOutcome::kLimitExceeded));
  }
  return 0;
}
