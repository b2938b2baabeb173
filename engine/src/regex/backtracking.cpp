#include "regex/backtracking.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
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
constexpr std::size_t kMaxPatternBytes = 65'536;
constexpr std::uint32_t kMaxNesting = 200;

// What a search needs beside the program: the same for all patterns, since nobody asks where a match is.
struct Scratch {
  std::unique_ptr<pcre2_match_context, FreeContext> context{pcre2_match_context_create(nullptr)};
  std::unique_ptr<pcre2_match_data, FreeData> data{pcre2_match_data_create(1, nullptr)};
};

PCRE2_SPTR units(std::string_view text) noexcept {
  static constexpr char kEmpty[] = "";
  return reinterpret_cast<PCRE2_SPTR>(text.empty() ? kEmpty : text.data());
}

// PCRE2 counts its steps anew for each place where a match may begin. Here it tries one place only, and walks to the
// others inside the pattern, where the steps are counted.
constexpr std::string_view kWalk = "(?s:.)*?(?:";

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
    return Error{ErrorCode::kPatternTooLarge, "pattern of " + std::to_string(pattern.size()) + " bytes; at most " +
                                                  std::to_string(kMaxPatternBytes) + " are accepted"};
  }
  const std::unique_ptr<pcre2_compile_context, FreeCompileContext> context(pcre2_compile_context_create(nullptr));
  if (!context) return Error{ErrorCode::kOutOfMemory, "no memory to compile a pattern"};
  pcre2_set_parens_nest_limit(context.get(), kMaxNesting);
  int code = 0;
  PCRE2_SIZE offset = 0;
  // \C could split a character, and nobody may lift the limits from inside the pattern.
  const std::uint32_t flags = PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_ANCHORED;
  auto state = std::make_unique<State>();
  // Tried alone first, so that an error names a place in it and no parenthesis of it can close ours.
  state->code.reset(pcre2_compile(units(pattern), pattern.size(), flags, &code, &offset, context.get()));
  const bool is_begin_only = pattern.substr(0, 2) == "\\A" && pattern.find('|') == std::string_view::npos;
  if (state->code && !is_begin_only) {
    const std::string walking = std::string(kWalk) + std::string(pattern) + ')';
    state->code.reset(pcre2_compile(units(walking), walking.size(), flags, &code, &offset, context.get()));
  }
  if (!state->code) {
    std::array<PCRE2_UCHAR, 160> reason{};
    pcre2_get_error_message(code, reason.data(), reason.size());
    const bool is_large = code == PCRE2_ERROR_PATTERN_TOO_LARGE || code == PCRE2_ERROR_PATTERN_TOO_COMPLICATED;
    return Error{
        is_large ? ErrorCode::kPatternTooLarge : ErrorCode::kPatternInvalid,
        std::string("at offset ") + std::to_string(offset) + ": " + reinterpret_cast<const char*>(reason.data()),
        offset};
  }
  // Where machine code may not be written (a sandbox, a build without it) the interpreter runs, within the same limits.
  static_cast<void>(pcre2_jit_compile(state->code.get(), PCRE2_JIT_COMPLETE));
  return BacktrackingRegex(std::move(state));
}

BacktrackOutcome BacktrackingRegex::search(std::string_view text, const BacktrackLimits& limits) const noexcept {
  static thread_local Scratch scratch;
  if (!scratch.context || !scratch.data || text.size() > limits.max_text_bytes) return BacktrackOutcome::kLimitExceeded;
  const std::uint64_t steps =
      std::min<std::uint64_t>(UINT32_MAX, limits.base_steps + std::uint64_t{limits.steps_per_byte} * text.size());
  pcre2_set_match_limit(scratch.context.get(), static_cast<std::uint32_t>(steps));
  pcre2_set_depth_limit(scratch.context.get(), limits.max_depth);
  pcre2_set_heap_limit(scratch.context.get(), limits.max_heap_kib);
  const auto match = [&](std::uint32_t options) {
    return pcre2_match(state_->code.get(), units(text), text.size(), 0, options, scratch.data.get(),
                       scratch.context.get());
  };
  int result = match(0);
  // Machine code has 32 KiB for its backtracking points; the interpreter has the heap.
  if (result == PCRE2_ERROR_JIT_STACKLIMIT) result = match(PCRE2_NO_JIT);
  if (result >= 0) return BacktrackOutcome::kMatch;
  return result == PCRE2_ERROR_NOMATCH ? BacktrackOutcome::kNoMatch : BacktrackOutcome::kLimitExceeded;
}

std::size_t BacktrackingRegex::memory_bytes() const noexcept {
  std::size_t program = 0;
  std::size_t machine = 0;
  pcre2_pattern_info(state_->code.get(), PCRE2_INFO_SIZE, &program);
  pcre2_pattern_info(state_->code.get(), PCRE2_INFO_JITSIZE, &machine);
  return program + machine;
}

}  // namespace sluice::regex
