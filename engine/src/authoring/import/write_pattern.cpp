#include "authoring/import/write_pattern.h"

#include <array>
#include <utility>
#include <vector>

#include "authoring/import/pattern_classes.h"

namespace sluice::authoring::importing {
namespace {

using rules::ByteSet;
using scan::RegexNode;
using Kind = RegexNode::Kind;

std::string byte_text(unsigned byte, bool is_in_class) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const char c = static_cast<char>(byte);
  if (byte == '\n') return "\\n";
  if (byte == '\r') return "\\r";
  if (byte == '\t') return "\\t";
  if (byte < 0x20 || byte >= 0x7F || c == '\'' || c == '"') {
    return std::string("\\x") + kHex[byte >> 4U] + kHex[byte & 15U];
  }
  const std::string_view special = is_in_class ? "\\]^-[" : "\\.+*?()[]{}|^$";
  return special.find(c) == std::string_view::npos ? std::string(1, c) : std::string("\\") + c;
}

// Digits, capitals and small letters have ranges of their own, as people write them.
bool begins_sort(unsigned byte) {
  return byte == '0' || byte == '9' + 1 || byte == 'A' || byte == 'Z' + 1 || byte == 'a' || byte == 'z' + 1;
}

std::string ranges_text(const ByteSet& set) {
  std::string out;
  for (unsigned byte = 0; byte < 256;) {
    if (!set.contains(static_cast<std::uint8_t>(byte))) {
      ++byte;
      continue;
    }
    unsigned last = byte;
    while (last < 255 && set.contains(static_cast<std::uint8_t>(last + 1)) && !begins_sort(last + 1)) ++last;
    out += byte_text(byte, true);
    if (last == byte + 1) out += byte_text(last, true);
    if (last > byte + 1) out += "-" + byte_text(last, true);
    byte = last + 1;
  }
  return out;
}

std::string members_text(const ByteSet& set) {
  if (!is_within(word_bytes(), set)) return ranges_text(set);
  return "\\w" + ranges_text(without(set, word_bytes()));
}

bool is_case_pair(const ByteSet& set) {
  for (std::uint8_t c = 'a'; c <= 'z'; ++c) {
    if (set == fold_case(range(c, c))) return true;
  }
  return false;
}

std::string class_text(const ByteSet& set) {
  if (count(set) == 256) return "(?s:.)";
  if (set == range('\n', '\n').complement()) return ".";
  for (const char name : {'d', 'D', 'w', 'W', 's', 'S'}) {
    if (set == *perl_class(name, PatternDialect::kGo)) return std::string("\\") + name;
  }
  if (count(set) == 1) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (set.contains(static_cast<std::uint8_t>(byte))) return byte_text(byte, false);
    }
  }
  if (!set.has_bytes()) return "[^\\x00-\\xff]";
  const std::string positive = "[" + members_text(set) + "]";
  const std::string negative = "[^" + members_text(set.complement()) + "]";
  return negative.size() < positive.size() ? negative : positive;
}

std::string counts_text(const RegexNode& node) {
  std::string out;
  if (node.min == 0 && node.max == scan::kUnbounded) {
    out = "*";
  } else if (node.min == 1 && node.max == scan::kUnbounded) {
    out = "+";
  } else if (node.min == 0 && node.max == 1) {
    out = "?";
  } else {
    out = "{" + std::to_string(node.min);
    if (node.max != node.min) out += ",";
    if (node.max != node.min && node.max != scan::kUnbounded) out += std::to_string(node.max);
    out += "}";
  }
  return node.is_lazy ? out + "?" : out;
}

class Writer {
 public:
  std::string take() { return std::move(out_); }

  void text(std::string_view what) {
    leave_caseless();
    out_ += what;
  }

  void node(const RegexNode& node) {
    switch (node.kind) {
      case Kind::kEmpty: return;
      case Kind::kClass: add_class(node.bytes); return;
      case Kind::kConcat:
        for (const RegexNode& child : node.children) this->node(child);
        return;
      case Kind::kSecret: this->node(node.children[0]); return;
      case Kind::kAlternate:
        text("(?:");
        for (std::size_t i = 0; i < node.children.size(); ++i) {
          if (i != 0) text("|");
          this->node(node.children[i]);
        }
        text(")");
        return;
      case Kind::kRepeat: {
        const bool is_class = node.children[0].kind == Kind::kClass;
        if (is_class) {
          text(class_text(node.children[0].bytes));
        } else {
          text("(?:");
          this->node(node.children[0]);
          text(")");
        }
        out_ += counts_text(node);
        return;
      }
    }
  }

 private:
  // Letters of either case in a row become one `(?i:...)`.
  void add_class(const ByteSet& set) {
    if (!is_case_pair(set)) {
      // Digits and the like have no case and may stand inside.
      const bool is_caseless = count(set) == 1 && fold_case(set) == set && is_within(set, range(0, 0x7F));
      if (!is_caseless) leave_caseless();
      out_ += class_text(set);
      return;
    }
    if (!is_caseless_) out_ += "(?i:";
    is_caseless_ = true;
    for (std::uint8_t c = 'a'; c <= 'z'; ++c) {
      if (set.contains(c)) out_ += static_cast<char>(c);
    }
  }

  void leave_caseless() {
    if (is_caseless_) out_ += ")";
    is_caseless_ = false;
  }

  std::string out_;
  bool is_caseless_ = false;
};

}  // namespace

std::string write_pattern(const Row& row) {
  Writer writer;
  for (const RowItem& item : row) {
    switch (item.kind) {
      case RowItem::Kind::kNode: writer.node(item.node); break;
      case RowItem::Kind::kCaptureBegin: writer.text("(?P<secret>"); break;
      case RowItem::Kind::kCaptureEnd: writer.text(")"); break;
      case RowItem::Kind::kAssertion:
      case RowItem::Kind::kEdge: break;
    }
  }
  writer.text("");
  return writer.take();
}

}  // namespace sluice::authoring::importing
