#include "path/glob.h"

#include <algorithm>
#include <array>
#include <bit>

#include "path/unicode.h"
#include "text/normalize.h"

namespace sluice::path {

namespace {

constexpr std::size_t kMaxPatternChars = 1000;
constexpr std::size_t kMaxTokens = kMaxPatternChars + 8;
constexpr std::size_t kWords = (kMaxTokens + 64) / 64;

// Which tokens may come next; token count itself is the accepting state.
class StateSet {
 public:
  void set(std::size_t i) noexcept { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  [[nodiscard]] bool has(std::size_t i) const noexcept { return ((words_[i / 64] >> (i % 64)) & 1U) != 0; }
  [[nodiscard]] bool any() const noexcept {
    return std::any_of(words_.begin(), words_.end(), [](std::uint64_t w) { return w != 0; });
  }
  template <typename Visitor>
  void for_each(Visitor&& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t left = words_[w]; left != 0; left &= left - 1) {
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

// Reads one code point of a name that was checked before; a bad byte stands for itself.
char32_t next_char(std::string_view& text) noexcept {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<char32_t>(static_cast<unsigned char>(text[i])) : U'\0';
  };
  const char32_t lead = byte(0);
  std::size_t length = 1;
  char32_t value = lead;
  if (lead >= 0xC2 && lead <= 0xF4) {
    length = lead < 0xE0 ? 2 : (lead < 0xF0 ? 3 : 4);
    value = lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
      if ((byte(i) & 0xC0U) != 0x80U) {
        text.remove_prefix(1);
        return lead;
      }
      value = (value << 6U) | (byte(i) & 0x3FU);
    }
  }
  text.remove_prefix(length);
  return value;
}

}  // namespace

/// Turns a pattern's characters into tokens.
class GlobCompiler {
 public:
  explicit GlobCompiler(std::u32string text) : text_(std::move(text)) {}

  Result<Glob> run(std::string_view pattern) {
    if (text_.empty()) return bad(0, "the pattern is empty");
    if (text_.size() > kMaxPatternChars) return bad(kMaxPatternChars, "the pattern is longer than 1000 characters");
    if (text_.front() == '/') return bad(0, "names are relative: remove the slash at the start");
    if (text_.front() == '!') return bad(0, "there is no negation: list what is allowed ([!] is a plain !)");
    if (text_.back() == '/') return bad(text_.size(), "ends in a slash: write `**` after it for all below the folder");
    while (at_ < text_.size()) {
      const Result<void> done = component();
      if (!done.ok()) return done.error();
    }
    glob_.pattern_ = std::string(pattern);
    return std::move(glob_);
  }

 private:
  // One component with the slash after it.
  Result<void> component() {
    const std::size_t end = std::min(component_end(), text_.size());
    const std::u32string_view text = std::u32string_view(text_).substr(at_, end - at_);
    const bool is_last = end == text_.size();
    if (text.empty()) return bad(at_, "an empty component");
    if (text == U"." || text == U"..") return bad(at_, "names have no `.` and `..` components");
    if (text == U"**") {
      if (is_last) {
        push(Glob::Kind::kRest);
        push(Glob::Kind::kRestMore);
      } else if (!was_directories_) {  // `**/**/` is `**/`
        push(Glob::Kind::kDirectories);
        push(Glob::Kind::kInDirectory);
      }
      was_directories_ = !is_last;
      at_ = is_last ? end : end + 1;
      return {};
    }
    was_directories_ = false;
    while (at_ < end) {
      const Result<void> done = item(end);
      if (!done.ok()) return done.error();
    }
    if (!is_last) {
      push_literal('/');
      ++at_;
    }
    return {};
  }

  // Classes may hold no slash, so the next slash ends the component.
  [[nodiscard]] std::size_t component_end() const { return text_.find(U'/', at_); }

  Result<void> item(std::size_t end) {
    const char32_t c = text_[at_];
    switch (c) {
      case '*':
        if (at_ + 1 < end && text_[at_ + 1] == '*') return bad(at_, "`**` must be a whole component");
        push(Glob::Kind::kStar);
        ++at_;
        return {};
      case '?':
        push(Glob::Kind::kAnyChar);
        ++at_;
        return {};
      case '[': return char_class(end);
      case '\\': return bad(at_, "a backslash: separate folders with `/`, write `[*]` for a plain star");
      case '{':
      case '}': return bad(at_, "braces are not supported: write one pattern for each choice ([{] is a plain brace)");
      default:
        if (c < 0x20 || c == 0x7F) return bad(at_, "a control character");
        push_literal(c);
        ++at_;
        return {};
    }
  }

  Result<void> char_class(std::size_t end) {
    const std::size_t begin = at_++;
    Glob::Token token{Glob::Kind::kClass, false, static_cast<std::uint32_t>(glob_.ranges_.size()), 0};
    if (at_ < end && (text_[at_] == '!' || text_[at_] == '^') && at_ + 1 < end && text_[at_ + 1] != ']') {
      token.is_negated = true;
      ++at_;
    }
    bool is_first = true;
    while (true) {
      if (at_ >= end) return bad(begin, "a class without its `]`");
      if (text_[at_] == ']' && !is_first) break;
      is_first = false;
      const char32_t first = text_[at_++];
      char32_t last = first;
      if (at_ + 1 < end && text_[at_] == '-' && text_[at_ + 1] != ']') {
        last = text_[at_ + 1];
        at_ += 2;
        if (last < first) return bad(begin, "a class range that runs backwards");
      }
      if (first == '\\' || last == '\\') return bad(begin, "a backslash in a class: it escapes nothing here");
      glob_.ranges_.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)});
      ++token.count;
    }
    ++at_;
    glob_.tokens_.push_back(token);
    return {};
  }

  void push(Glob::Kind kind) {
    // Two stars beside each other are refused above, so states never repeat.
    glob_.tokens_.push_back({kind, false, 0, 0});
  }
  void push_literal(char32_t c) {
    glob_.tokens_.push_back({Glob::Kind::kLiteral, false, static_cast<std::uint32_t>(c), 0});
  }

  [[nodiscard]] Error bad(std::size_t at, const char* what) const {
    return {ErrorCode::kConfigInvalid, "allow pattern, character " + std::to_string(at + 1) + ": " + what, at};
  }

  std::u32string text_;
  std::size_t at_ = 0;
  bool was_directories_ = false;
  Glob glob_;
};

Result<Glob> Glob::compile(std::string_view pattern) {
  const std::optional<std::string> normal = text::to_nfc(pattern);
  if (!normal) return Error{ErrorCode::kConfigInvalid, "allow pattern: not UTF-8", 0};
  return GlobCompiler(decode_lenient(*normal).code_points).run(pattern);
}

bool Glob::is_in_class(const Token& token, std::uint32_t c) const noexcept {
  bool is_listed = false;
  for (std::uint32_t i = 0; i < token.count; ++i) {
    const Range& range = ranges_[token.value + i];
    is_listed = is_listed || (c >= range.first && c <= range.last);
  }
  return is_listed != token.is_negated;
}

bool Glob::matches(std::string_view name) const noexcept {
  // A set of positions is carried through the name; `enter` adds those that need no character to be reached.
  const auto enter = [this](StateSet& states, std::size_t i) {
    while (true) {
      states.set(i);
      if (i == tokens_.size()) return;
      if (tokens_[i].kind == Kind::kStar) {
        i += 1;
      } else if (tokens_[i].kind == Kind::kDirectories) {
        i += 2;
      } else {
        return;
      }
    }
  };
  StateSet states;
  enter(states, 0);
  while (!name.empty()) {
    const char32_t c = next_char(name);
    StateSet next;
    states.for_each([&](std::size_t i) {
      if (i == tokens_.size()) return;
      const Token& token = tokens_[i];
      switch (token.kind) {
        case Kind::kLiteral:
          if (c == token.value) enter(next, i + 1);
          return;
        case Kind::kAnyChar:
          if (c != '/') enter(next, i + 1);
          return;
        case Kind::kClass:
          if (c != '/' && is_in_class(token, static_cast<std::uint32_t>(c))) enter(next, i + 1);
          return;
        case Kind::kStar:
          if (c != '/') enter(next, i);
          return;
        case Kind::kDirectories:  // at the start of a component
          if (c != '/') next.set(i + 1);
          return;
        case Kind::kInDirectory:
          if (c == '/') {
            enter(next, i - 1);
          } else {
            next.set(i);
          }
          return;
        case Kind::kRest:  // the first character of what is below, then any more
          if (c != '/') {
            next.set(i + 1);
            next.set(tokens_.size());
          }
          return;
        case Kind::kRestMore:
          next.set(i);
          next.set(tokens_.size());
          return;
      }
    });
    states = next;
    if (!states.any()) return false;
  }
  return states.has(tokens_.size());
}

Result<GlobSet> GlobSet::compile(const std::vector<std::string>& patterns) {
  GlobSet set;
  set.globs_.reserve(patterns.size());
  for (const std::string& pattern : patterns) {
    Result<Glob> glob = Glob::compile(pattern);
    if (!glob.ok()) return std::move(glob).error();
    set.globs_.push_back(*std::move(glob));
  }
  return set;
}

std::optional<std::size_t> GlobSet::match(std::string_view name) const noexcept {
  for (std::size_t i = 0; i < globs_.size(); ++i) {
    if (globs_[i].matches(name)) return i;
  }
  return std::nullopt;
}

}  // namespace sluice::path
