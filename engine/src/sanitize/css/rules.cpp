#include "sanitize/css/rules.h"

#include <optional>
#include <utility>

#include "core/ascii.h"
#include "sanitize/css/tokenizer.h"

namespace sluice::sanitize::css {

namespace {

constexpr std::size_t kMaxRules = 10'000;
constexpr std::size_t kMaxSelectors = 64;
constexpr std::size_t kMaxCompounds = 16;
constexpr std::size_t kMaxClasses = 16;

bool is_name(std::string_view text) noexcept {
  return !text.empty() && text.size() <= 128 && !(text.front() >= '0' && text.front() <= '9') &&
         !text.starts_with("--");
}

class SheetParser {
 public:
  SheetParser(std::string_view sheet, Budget& budget, StyleSheet& out)
      : sheet_(sheet), budget_(budget), out_(out), tokens_(sheet) {}

  bool run() {
    if (!budget_.charge(Budget::Kind::kSteps, sheet_.size())) return false;
    advance();
    while (token_.kind != TokenKind::kEnd) {
      if (token_.kind == TokenKind::kBlank || token_.kind == TokenKind::kComment ||
          token_.kind == TokenKind::kSemicolon) {
        advance();
      } else if (token_.kind == TokenKind::kDelimiter && token_.text == "@") {
        skip_at_rule();
      } else if (!rule()) {
        return false;
      }
    }
    return true;
  }

 private:
  void advance() noexcept { token_ = tokens_.next(); }

  // `@name ... ;` or `@name ... { ... }`
  void skip_at_rule() noexcept {
    ++out_.dropped_at_rules;
    advance();
    if (token_.kind == TokenKind::kIdent &&
        (equals_ignoring_case(token_.text, "import") || equals_ignoring_case(token_.text, "font-face"))) {
      out_.is_external = true;
    }
    for (; token_.kind != TokenKind::kEnd; advance()) {
      if (token_.is_external) out_.is_external = true;
      if (token_.kind == TokenKind::kSemicolon) {
        advance();
        return;
      }
      if (token_.kind == TokenKind::kOpenCurly) {
        static_cast<void>(skip_block());
        return;
      }
    }
  }

  // From its `{` to behind its `}`. @return where that stands, or nothing where there is none
  std::optional<std::size_t> skip_block() noexcept {
    std::size_t depth = 0;
    for (; token_.kind != TokenKind::kEnd; advance()) {
      if (token_.kind == TokenKind::kOpenCurly) ++depth;
      if (token_.kind == TokenKind::kCloseCurly && --depth == 0) {
        const std::size_t at = token_.begin;
        advance();
        return at;
      }
    }
    return std::nullopt;
  }

  bool rule() {
    Rule rule;
    rule.begin = token_.begin;
    std::uint32_t dropped = 0;
    while (true) {
      Selector selector;
      if (!budget_.charge(Budget::Kind::kNodes, 1)) return false;
      if (compounds(selector) && rule.selectors.size() < kMaxSelectors) {
        rule.selectors.push_back(std::move(selector));
      } else {
        ++dropped;
        while (token_.kind != TokenKind::kComma && token_.kind != TokenKind::kOpenCurly &&
               token_.kind != TokenKind::kEnd && token_.kind != TokenKind::kCloseCurly) {
          advance();
        }
      }
      if (token_.kind != TokenKind::kComma) break;
      advance();
    }
    if (token_.kind == TokenKind::kCloseCurly) advance();  // one too many
    if (token_.kind != TokenKind::kOpenCurly) {
      ++out_.dropped_rules;
      return true;
    }
    const std::size_t first = token_.end;
    const std::optional<std::size_t> last = skip_block();
    if (!last || rule.selectors.empty() || out_.rules.size() == kMaxRules) {
      ++out_.dropped_rules;
      return true;
    }
    rule.end = *last + 1;
    rule.declarations = sheet_.substr(first, *last - first);
    out_.dropped_selectors += dropped;
    out_.rules.push_back(std::move(rule));
    return true;
  }

  // A selector up to `,` or `{`.
  bool compounds(Selector& selector) {
    bool is_child = false;
    while (true) {
      while (token_.kind == TokenKind::kBlank || token_.kind == TokenKind::kComment) advance();
      if (token_.kind == TokenKind::kComma || token_.kind == TokenKind::kOpenCurly)
        return !selector.empty() && !is_child;
      if (token_.kind == TokenKind::kDelimiter && token_.text == ">") {
        if (selector.empty() || is_child) return false;
        is_child = true;
        advance();
        continue;
      }
      if (selector.size() == kMaxCompounds || !compound(selector, is_child)) return false;
      is_child = false;
    }
  }

  bool compound(Selector& selector, bool is_child) {
    Compound compound;
    compound.is_child = is_child;
    bool is_first = true;
    for (;; is_first = false) {
      const bool is_dot = token_.kind == TokenKind::kDelimiter && token_.text == ".";
      if (is_first && token_.kind == TokenKind::kIdent) {
        if (!is_name(token_.text)) return false;
        compound.type = token_.text;
      } else if (is_first && token_.kind == TokenKind::kDelimiter && token_.text == "*") {
        compound.has_star = true;
      } else if (token_.kind == TokenKind::kHash) {
        if (!compound.id.empty() || !is_name(token_.text)) return false;
        compound.id = token_.text;
      } else if (is_dot) {
        advance();
        if (token_.kind != TokenKind::kIdent || !is_name(token_.text) || compound.classes.size() == kMaxClasses)
          return false;
        compound.classes.push_back(token_.text);
      } else {
        break;
      }
      advance();
    }
    if (is_first) return false;
    const bool is_over = token_.kind == TokenKind::kBlank || token_.kind == TokenKind::kComma ||
                         token_.kind == TokenKind::kOpenCurly ||
                         (token_.kind == TokenKind::kDelimiter && token_.text == ">");
    if (!is_over) return false;
    selector.push_back(std::move(compound));
    return true;
  }

  std::string_view sheet_;
  Budget& budget_;
  StyleSheet& out_;
  Tokenizer tokens_;
  Token token_;
};

}  // namespace

bool parse_sheet(std::string_view sheet, Budget& budget, StyleSheet& out) {
  return SheetParser(sheet, budget, out).run();
}

void write_selector(const Selector& selector, std::string& out) {
  for (const Compound& compound : selector) {
    if (&compound != &selector.front()) out += compound.is_child ? " > " : " ";
    out += compound.type;
    if (compound.type.empty() && (compound.has_star || (compound.id.empty() && compound.classes.empty()))) out += '*';
    if (!compound.id.empty()) {
      out += '#';
      out += compound.id;
    }
    for (const std::string_view name : compound.classes) {
      out += '.';
      out += name;
    }
  }
}

}  // namespace sluice::sanitize::css
