#include "regex/backtracking.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <array>
#include <string>
#include <utility>

namespace sluice::regex {

namespace {

struct FreeCode {
  void operator()(pcre2_code* code) const noexcept { pcre2_code_free(code); }
};
struct FreeContext {
  void operator()(pcre2_match_context* context) const noexcept { pcre2_match_context_free(context); }
};
struct FreeData {
  void operator()(pcre2_match_data* data) const noexcept { pcre2_match_data_free(data); }
};
struct FreeCompileContext {
  void operator()(pcre2_compile_context* context) const noexcept { pcre2_compile_context_free(context); }
};

// A schema is configuration, but may come with a task; longer patterns than these have no honest use.
constexpr std::size_t kMaxPatternBytes = 16'384;
constexpr std::uint32_t kMaxNesting = 100;

PCRE2_SPTR units(std::string_view text) noexcept {
  static constexpr char kEmpty[] = "";
  return reinterpret_cast<PCRE2_SPTR>(text.empty() ? kEmpty : text.data());
}

}  // namespace

struct BacktrackingRegex::State {
  std::unique_ptr<pcre2_code, FreeCode> code;
};

BacktrackingRegex::BacktrackingRegex(std::unique_ptr<State> state) : state_(std::move(state)) {}
BacktrackingRegex::~BacktrackingRegex() = default;
BacktrackingRegex::BacktrackingRegex(BacktrackingRegex&&) noexcept = default;
BacktrackingRegex& BacktrackingRegex::operator=(BacktrackingRegex&&) noexcept = default;

Result<BacktrackingRegex> BacktrackingRegex::compile(std::string_view pattern) {
  if (pattern.size() > kMaxPatternBytes) {
    return Error{ErrorCode::kPatternTooLarge,
                 "pattern of " + std::to_string(pattern.size()) + " bytes; at most 16384 are accepted"};
  }
  const std::unique_ptr<pcre2_compile_context, FreeCompileContext> context(pcre2_compile_context_create(nullptr));
  if (!context) return Error{ErrorCode::kOutOfMemory, "no memory to compile a pattern"};
  pcre2_set_parens_nest_limit(context.get(), kMaxNesting);
  int code = 0;
  PCRE2_SIZE offset = 0;
  // \C could split a character, and nobody may lift the limits from inside the pattern.
  const std::uint32_t flags = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C;
  auto state = std::make_unique<State>();
  state->code.reset(pcre2_compile(units(pattern), pattern.size(), flags, &code, &offset, context.get()));
  if (!state->code) {
    std::array<PCRE2_UCHAR, 160> reason{};
    pcre2_get_error_message(code, reason.data(), reason.size());
    return Error{
        ErrorCode::kPatternInvalid,
        std::string("at offset ") + std::to_string(offset) + ": " + reinterpret_cast<const char*>(reason.data()),
        offset};
  }
  return BacktrackingRegex(std::move(state));
}

BacktrackOutcome BacktrackingRegex::search(std::string_view text, const BacktrackLimits& limits) const noexcept {
  const std::unique_ptr<pcre2_match_context, FreeContext> context(pcre2_match_context_create(nullptr));
  const std::unique_ptr<pcre2_match_data, FreeData> data(
      pcre2_match_data_create_from_pattern(state_->code.get(), nullptr));
  if (!context || !data) return BacktrackOutcome::kLimitExceeded;
  pcre2_set_match_limit(context.get(), limits.max_match_calls);
  pcre2_set_depth_limit(context.get(), limits.max_depth);
  pcre2_set_heap_limit(context.get(), limits.max_heap_kib);
  const int result =
      pcre2_match(state_->code.get(), units(text), text.size(), 0, PCRE2_NO_JIT, data.get(), context.get());
  if (result >= 0) return BacktrackOutcome::kMatch;
  return result == PCRE2_ERROR_NOMATCH ? BacktrackOutcome::kNoMatch : BacktrackOutcome::kLimitExceeded;
}

}  // namespace sluice::regex
