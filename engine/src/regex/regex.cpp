#include "regex/regex.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

namespace sluice::regex {

struct Regex::State {
  State(std::string pattern_in, const re2::RE2::Options& options_in)
      : pattern(std::move(pattern_in)), options(options_in) {}
  [[nodiscard]] const re2::RE2& re() const {
    std::call_once(once, [this] {
      compiled.emplace(re2::StringPiece(pattern), options);
      is_compiled.store(true, std::memory_order_release);
    });
    return *compiled;
  }

  std::string pattern;
  re2::RE2::Options options;
  mutable std::once_flag once;
  mutable std::optional<re2::RE2> compiled;
  mutable std::atomic<bool> is_compiled = false;
};

namespace {

// RE2 keeps the spans of groups on the stack of the caller; rules and schemas have few groups.
constexpr std::size_t kMaxGroups = 32;

re2::StringPiece piece(ByteView text) noexcept {
  // A null pointer would read as "no match there" in the groups.
  static constexpr char kEmpty[] = "";
  return text.empty() ? re2::StringPiece(kEmpty, 0)
                      : re2::StringPiece(reinterpret_cast<const char*>(text.data()), text.size());
}

re2::RE2::Options make_options(const RegexOptions& options) {
  re2::RE2::Options out;
  out.set_encoding(options.is_utf8 ? re2::RE2::Options::EncodingUTF8 : re2::RE2::Options::EncodingLatin1);
  out.set_log_errors(false);
  out.set_max_mem(options.max_mem_bytes);
  out.set_case_sensitive(!options.is_caseless);
  out.set_never_nl(false);
  out.set_dot_nl(false);
  out.set_longest_match(false);
  return out;
}

// With the end anchored and the begin free RE2 runs its reverse automaton once and returns the longest match.
std::string backward_pattern(std::string_view pattern) { return "(?:" + std::string(pattern) + ")\\z"; }

bool match_groups(const re2::RE2& re, ByteView text, re2::RE2::Anchor anchor, std::span<Span> groups) {
  std::array<re2::StringPiece, kMaxGroups> pieces;
  const re2::StringPiece subject = piece(text);
  const auto own_groups = static_cast<std::size_t>(re.NumberOfCapturingGroups()) + 1;
  const std::size_t wanted = std::min({groups.size(), own_groups, kMaxGroups});
  for (Span& group : groups) group = Span{};
  if (!re.Match(subject, 0, subject.size(), anchor, pieces.data(), static_cast<int>(wanted))) return false;
  for (std::size_t i = 0; i < wanted; ++i) {
    if (pieces[i].data() == nullptr) continue;
    groups[i].begin = static_cast<std::size_t>(pieces[i].data() - subject.data());
    groups[i].end = groups[i].begin + pieces[i].size();
  }
  return true;
}

}  // namespace

Regex::Regex(std::unique_ptr<State> state) : state_(std::move(state)) {}
Regex::~Regex() = default;
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;

Result<Regex> Regex::compile(std::string_view pattern, const RegexOptions& options) {
  Regex regex = deferred(std::string(pattern), options);
  if (!regex.is_usable()) {
    const re2::RE2& re = regex.state_->re();
    const bool is_too_large = re.error_code() == re2::RE2::ErrorPatternTooLarge;
    return Error{is_too_large ? ErrorCode::kPatternTooLarge : ErrorCode::kPatternInvalid, re.error()};
  }
  return regex;
}

Regex Regex::deferred(std::string pattern, const RegexOptions& options) {
  return Regex(std::make_unique<State>(std::move(pattern), make_options(options)));
}

bool Regex::is_usable() const { return state_->re().ok(); }

bool Regex::is_compiled() const noexcept { return state_->is_compiled.load(std::memory_order_acquire); }

const std::string& Regex::pattern() const noexcept { return state_->pattern; }

Result<Regex> Regex::compile_backward(std::string_view pattern, const RegexOptions& options) {
  return compile(backward_pattern(pattern), options);
}

Regex Regex::deferred_backward(std::string_view pattern, const RegexOptions& options) {
  return deferred(backward_pattern(pattern), options);
}

bool Regex::search(ByteView text) const {
  const re2::StringPiece subject = piece(text);
  return state_->re().Match(subject, 0, subject.size(), re2::RE2::UNANCHORED, nullptr, 0);
}

bool Regex::matches_all(ByteView text) const {
  const re2::StringPiece subject = piece(text);
  return state_->re().Match(subject, 0, subject.size(), re2::RE2::ANCHOR_BOTH, nullptr, 0);
}

bool Regex::starts(ByteView text) const {
  const re2::StringPiece subject = piece(text);
  return state_->re().Match(subject, 0, subject.size(), re2::RE2::ANCHOR_START, nullptr, 0);
}

bool Regex::match_at_start(ByteView text, std::span<Span> groups) const {
  return match_groups(state_->re(), text, re2::RE2::ANCHOR_START, groups);
}

bool Regex::match_whole(ByteView text, std::span<Span> groups) const {
  return match_groups(state_->re(), text, re2::RE2::ANCHOR_BOTH, groups);
}

std::optional<std::size_t> Regex::longest_suffix(ByteView text) const {
  std::array<Span, 1> groups;
  if (!match_groups(state_->re(), text, re2::RE2::UNANCHORED, groups)) return std::nullopt;
  return groups[0].begin;
}

std::size_t Regex::group_count() const noexcept {
  return static_cast<std::size_t>(state_->re().NumberOfCapturingGroups());
}

std::optional<std::size_t> Regex::group_named(std::string_view name) const {
  const auto& groups = state_->re().NamedCapturingGroups();
  const auto found = groups.find(std::string(name));
  if (found == groups.end()) return std::nullopt;
  return static_cast<std::size_t>(found->second);
}

int Regex::program_size() const noexcept { return state_->re().ProgramSize(); }

}  // namespace sluice::regex
