#include "sanitize/data/npy_header.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/checked.h"

namespace sluice::sanitize {

namespace {

constexpr std::size_t kMaxDimensions = 32;  // as numpy before 2.0
constexpr std::size_t kMaxNested = 8;       // structures inside of structures
constexpr std::size_t kMaxDigits = 18;      // every such number fits 64 bits
constexpr std::uint64_t kMaxBytes = 0x7FFF'FFFF'FFFF'FFFF;

std::string tuple_text(const std::vector<std::uint64_t>& sides) {
  std::string out = "(";
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (i > 0) out += ", ";
    out += std::to_string(sides[i]);
  }
  return out + (sides.size() == 1 ? ",)" : ")");
}

// item_bytes times the sides, or nothing where that is more than any array. A side of 0 does not excuse the others.
std::optional<std::uint64_t> total_bytes(std::uint64_t item_bytes, const std::vector<std::uint64_t>& sides) noexcept {
  std::uint64_t product = item_bytes;
  bool is_empty = false;
  for (const std::uint64_t side : sides) {
    is_empty = is_empty || side == 0;
    product = saturating_mul(product, std::max<std::uint64_t>(side, 1));
    if (product > kMaxBytes) return std::nullopt;
  }
  return is_empty ? 0 : product;
}

bool is_one_of(std::uint64_t value, std::initializer_list<std::uint64_t> values) noexcept {
  return std::find(values.begin(), values.end(), value) != values.end();
}

class Reader {
 public:
  Reader(std::string_view text, NpyHeader& header) : text_(text), header_(header) {}

  [[nodiscard]] const char* why() const noexcept { return why_; }

  bool run() {
    bool has_descr = false;
    bool has_order = false;
    bool has_shape = false;
    if (!expect('{', "it is not a dict")) return false;
    while (!accept('}')) {
      std::string_view key;
      if (!string(key) || !expect(':', "a key has no value")) return false;
      if (key == "descr" && !std::exchange(has_descr, true)) {
        if (!descr()) return false;
      } else if (key == "fortran_order" && !std::exchange(has_order, true)) {
        if (!boolean(header_.is_fortran)) return false;
      } else if (key == "shape" && !std::exchange(has_shape, true)) {
        if (!tuple(header_.shape)) return false;
      } else {
        return fail("a key is unknown or there twice");
      }
      if (!accept(',') && !is_next('}')) return fail("two members are not separated");
    }
    skip_space();
    if (at_ != text_.size()) return fail("something follows the dict");
    if (!has_descr || !has_order || !has_shape) return fail("descr, fortran_order or shape is missing");
    const std::optional<std::uint64_t> bytes = total_bytes(header_.item_bytes, header_.shape);
    if (!bytes) return fail("the sides multiply to more bytes than any array has");
    header_.data_bytes = *bytes;
    return true;
  }

 private:
  bool fail(const char* why) {
    why_ = why;
    return false;
  }
  void skip_space() noexcept {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool is_next(char c) noexcept {
    skip_space();
    return at_ < text_.size() && text_[at_] == c;
  }
  bool accept(char c) noexcept {
    if (!is_next(c)) return false;
    ++at_;
    return true;
  }
  bool expect(char c, const char* why) { return accept(c) || fail(why); }

  bool string(std::string_view& out) {
    skip_space();
    if (at_ >= text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return fail("a string is expected");
    const std::size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) return fail("a string does not end");
    out = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    for (const char c : out) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20 || byte == 0x7F || c == '\\' || c == '\'' || c == '"') {
        return fail("a string holds an escape, a quote, or a character that is not printable");
      }
    }
    return true;
  }

  bool number(std::uint64_t& out) {
    skip_space();
    out = 0;
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') {
      out = out * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
      if (at_ - begin > kMaxDigits) return fail("a number is too long");
    }
    if (at_ == begin) return fail("a number is expected");
    return true;
  }

  bool boolean(bool& out) {
    skip_space();
    for (const auto& [word, value] : {std::pair<std::string_view, bool>{"True", true}, {"False", false}}) {
      if (text_.substr(at_, word.size()) != word) continue;
      at_ += word.size();
      out = value;
      return true;
    }
    return fail("fortran_order is neither True nor False");
  }

  bool tuple(std::vector<std::uint64_t>& out) {
    if (!expect('(', "a tuple of sides is expected")) return false;
    bool has_comma = false;
    while (!accept(')')) {
      std::uint64_t side = 0;
      if (!number(side)) return false;
      out.push_back(side);
      if (out.size() > kMaxDimensions) return fail("there are more than 32 dimensions");
      has_comma = accept(',');
      if (!has_comma && !is_next(')')) return fail("two sides are not separated");
    }
    return out.size() != 1 || has_comma || fail("a tuple of sides is expected");
  }

  // What is known of a type once it was read.
  struct Type {
    std::string text;
    std::uint64_t bytes = 0;
  };
  struct Frame {
    std::string text = "[";
    std::uint64_t bytes = 0;
    std::size_t fields = 0;
    std::string name;  // of the open field, as it is written
  };

  bool descr() {
    std::vector<Frame> frames;
    Type type;
    while (true) {
      if (accept('[')) {
        if (frames.size() == kMaxNested) return fail("structures are nested too deeply");
        frames.emplace_back();
        if (!begin_field(frames.back())) return false;
        continue;
      }
      if (!scalar(type)) return false;
      // The type that was read may end a field, the field a structure, the structure a field.
      while (true) {
        if (frames.empty()) {
          if (type.bytes == 0) return fail("an element has no bytes");
          header_.descr = type.text;
          header_.item_bytes = type.bytes;
          return true;
        }
        if (!end_field(frames.back(), type)) return false;
        const bool has_comma = accept(',');
        if (!accept(']')) {
          if (!has_comma) return fail("two fields are not separated");
          if (!begin_field(frames.back())) return false;
          break;
        }
        type = {std::move(frames.back().text) + "]", frames.back().bytes};
        frames.pop_back();
      }
    }
  }

  bool begin_field(Frame& frame) {
    std::string_view name;
    if (!expect('(', "a field is expected")) return false;
    if (accept('(')) {
      std::string_view title;
      if (!string(title) || !expect(',', "a title has no name") || !string(name) ||
          !expect(')', "a title has no name")) {
        return false;
      }
      header_.names.emplace_back(title);
      frame.name = "('" + std::string(title) + "', '" + std::string(name) + "')";
    } else {
      if (!string(name)) return false;
      frame.name = "'" + std::string(name) + "'";
    }
    header_.names.emplace_back(name);
    return expect(',', "a field has no type");
  }

  bool end_field(Frame& frame, const Type& type) {
    std::vector<std::uint64_t> sides;
    std::string field = "(" + frame.name + ", " + type.text;
    if (accept(',') && !is_next(')')) {
      if (is_next('(')) {
        if (!tuple(sides)) return false;
      } else {
        sides.resize(1);
        if (!number(sides[0])) return false;
      }
      field += ", " + tuple_text(sides);
    }
    if (!expect(')', "a field does not end")) return false;
    const std::optional<std::uint64_t> bytes = total_bytes(type.bytes, sides);
    if (!bytes) return fail("a field has more bytes than any array");
    frame.bytes = saturating_add(frame.bytes, *bytes);
    if (frame.bytes > kMaxBytes) return fail("a structure has more bytes than any array");
    frame.text += (frame.fields++ > 0 ? ", " : "") + field + ")";
    return true;
  }

  // A type string: byte order, kind, size, and the unit of times.
  bool scalar(Type& type) {
    std::string_view code;
    if (!string(code)) return false;
    const std::string_view whole = code;
    char order = '\0';
    if (!code.empty() && std::string_view("<>|=").find(code.front()) != std::string_view::npos) {
      order = code.front();
      code.remove_prefix(1);
    }
    if (code.empty()) return fail("a type has no kind");
    const char kind = code.front();
    if (kind == 'O') {
      header_.has_objects = true;
      return fail("elements are pickled objects");
    }
    code.remove_prefix(1);
    std::uint64_t size = 0;
    std::size_t digits = 0;
    while (digits < code.size() && code[digits] >= '0' && code[digits] <= '9' && digits < kMaxDigits) {
      size = size * 10 + static_cast<std::uint64_t>(code[digits++] - '0');
    }
    if (digits == 0 && kind != '?') return fail("a type has no size");
    const std::string_view unit = code.substr(digits);
    const bool is_time = kind == 'm' || kind == 'M';
    if (!is_time && !unit.empty()) return fail("something follows the size of a type");
    if (is_time && !unit.empty() && !is_unit(unit)) return fail("the unit of a time is not one");
    const bool is_narrow = order == '|' || order == '\0';
    switch (kind) {
      case '?': size = 1; break;
      case 'b':
        if (size != 1) return fail("a bool has one byte");
        break;
      case 'i':
      case 'u':
        if (!is_one_of(size, {1, 2, 4, 8})) return fail("an integer has no such size");
        break;
      case 'f':
        if (!is_one_of(size, {2, 4, 8, 12, 16})) return fail("a float has no such size");
        break;
      case 'c':
        if (!is_one_of(size, {8, 16, 24, 32})) return fail("a complex number has no such size");
        break;
      case 'm':
      case 'M':
        if (size != 8) return fail("a time has eight bytes");
        break;
      case 'S':
      case 'a':
      case 'V': break;
      case 'U': size = saturating_mul<std::uint64_t>(size, 4); break;
      default: return fail("a type is of an unknown kind");
    }
    const bool needs_order = size > 1 && kind != 'S' && kind != 'a' && kind != 'V';
    if (needs_order && (is_narrow || order == '=')) return fail("a type has no byte order");
    if (size > kMaxBytes) return fail("an element has more bytes than any array");
    type = {"'" + std::string(whole) + "'", size};
    return true;
  }

  // [ns], [25us], [D]
  static bool is_unit(std::string_view unit) noexcept {
    if (unit.size() < 3 || unit.front() != '[' || unit.back() != ']') return false;
    unit = unit.substr(1, unit.size() - 2);
    std::size_t digits = 0;
    while (digits < unit.size() && unit[digits] >= '0' && unit[digits] <= '9') ++digits;
    if (digits > 9) return false;
    unit.remove_prefix(digits);
    for (const std::string_view known :
         {"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "generic"}) {
      if (unit == known) return true;
    }
    return false;
  }

  std::string_view text_;
  NpyHeader& header_;
  std::size_t at_ = 0;
  const char* why_ = "";
};

}  // namespace

bool read_npy_header(std::string_view text, NpyHeader& header, const char*& why) {
  Reader reader(text, header);
  const bool is_read = reader.run();
  why = reader.why();
  return is_read;
}

std::string npy_literal(const NpyHeader& header) {
  return "{'descr': " + header.descr + ", 'fortran_order': " + (header.is_fortran ? "True" : "False") +
         ", 'shape': " + tuple_text(header.shape) + ", }";
}

}  // namespace sluice::sanitize
