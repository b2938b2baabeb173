#include "json/pattern_literals.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "text/utf8.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMaxExact = 512;
constexpr std::size_t kMaxSearched = 8;  // each is looked for apart

void append_utf8(std::string& out, std::uint32_t code_point) {
  std::array<std::byte, 4> bytes{};
  const std::size_t length = text::encode_utf8(static_cast<char32_t>(code_point), bytes.data());
  out.append(reinterpret_cast<const char*>(bytes.data()), length);
}

bool is_shorter(std::string_view a, std::string_view b) noexcept {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

std::optional<LiteralPattern> LiteralPattern::from(const ParsedPattern& pattern) {
  using Kind = PatternTokenKind;
  LiteralPattern out;
  std::vector<std::string> strings(1);  // of the alternative being read
  std::vector<std::string> choices;     // of the group being read, while `in_group`
  bool in_group = false;
  bool at_begin = false;
  bool at_end = false;
  bool is_start = true;
  const auto finish = [&] {
    for (std::string& text : strings) out.literals_.push_back({std::move(text), at_begin, at_end});
    strings.assign(1, {});
    at_begin = at_end = false;
    is_start = true;
  };
  for (const PatternToken& token : pattern.tokens) {
    if (at_end && token.kind != Kind::kOr) return std::nullopt;
    switch (token.kind) {
      case Kind::kBegin:
        if (!is_start || in_group) return std::nullopt;
        at_begin = true;
        break;
      case Kind::kEnd:
        if (in_group) return std::nullopt;
        at_end = true;
        break;
      case Kind::kCharacter:
        if (in_group) {
          append_utf8(choices.back(), token.value);
        } else {
          for (std::string& text : strings) append_utf8(text, token.value);
        }
        break;
      case Kind::kOpen:
        if (in_group) return std::nullopt;
        in_group = true;
        choices.assign(1, {});
        break;
      case Kind::kOr:
        if (in_group) {
          choices.emplace_back();
        } else {
          finish();
          continue;
        }
        break;
      case Kind::kClose: {
        if (strings.size() * choices.size() > kMaxExact) return std::nullopt;
        std::vector<std::string> products;
        products.reserve(strings.size() * choices.size());
        for (const std::string& text : strings) {
          for (const std::string& choice : choices) products.push_back(text + choice);
        }
        strings = std::move(products);
        in_group = false;
        break;
      }
      default: return std::nullopt;
    }
    is_start = false;
    if (out.literals_.size() + strings.size() > kMaxExact) return std::nullopt;
  }
  finish();
  const bool is_exact = std::all_of(out.literals_.begin(), out.literals_.end(),
                                    [](const Literal& literal) { return literal.at_begin && literal.at_end; });
  if (!is_exact) {
    if (out.literals_.size() > kMaxSearched) return std::nullopt;
    return out;
  }
  for (Literal& literal : out.literals_) out.exact_.push_back(std::move(literal.text));
  out.literals_.clear();
  std::sort(out.exact_.begin(), out.exact_.end(), is_shorter);
  return out;
}

bool LiteralPattern::search(std::string_view text) const noexcept {
  if (!exact_.empty()) {
    if (exact_.size() == 1) return exact_.front() == text;
    const auto found = std::lower_bound(exact_.begin(), exact_.end(), text, is_shorter);
    return found != exact_.end() && *found == text;
  }
  return std::any_of(literals_.begin(), literals_.end(), [&](const Literal& literal) {
    const std::string_view wanted = literal.text;
    if (wanted.size() > text.size()) return false;
    if (literal.at_begin && literal.at_end) return wanted == text;
    if (literal.at_begin) return text.substr(0, wanted.size()) == wanted;
    if (literal.at_end) return text.substr(text.size() - wanted.size()) == wanted;
    // Linear, which std::string_view::find is not.
    return wanted.empty() || memmem(text.data(), text.size(), wanted.data(), wanted.size()) != nullptr;
  });
}

std::size_t LiteralPattern::memory_bytes() const noexcept {
  std::size_t sum = sizeof(*this);
  for (const Literal& literal : literals_) sum += sizeof(Literal) + literal.text.size();
  for (const std::string& text : exact_) sum += sizeof(std::string) + text.size();
  return sum;
}

}  // namespace sluice::json
