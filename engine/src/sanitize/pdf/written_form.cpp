#include "sanitize/pdf/written_form.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "core/ascii.h"
#include "isolate/pdf_schema.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kHeader = "%PDF-1.7\n%\xBF\xF7\xA2\xFE\n";
constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::size_t kMaxNesting = 64;
constexpr std::size_t kTableLineBytes = 20;

bool is_blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == '\0'; }
bool is_delimiter(char c) noexcept { return std::string_view("()<>[]{}/%").find(c) != std::string_view::npos; }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

std::optional<unsigned> hex_value(char c) noexcept {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  const char lower = ascii_lower(c);
  if (lower >= 'a' && lower <= 'f') return static_cast<unsigned>(lower - 'a') + 10;
  return std::nullopt;
}

// Where the next token of a dictionary belongs.
struct Level {
  bool is_array = false;
  bool is_map = false;       // the keys are free
  bool wants_value = false;  // a key came
  std::string key;
  // Of an action.
  std::string kind;
  bool has_bad_uri = false;
  bool has_uri = false;
};

class Checker {
 public:
  Checker(std::string_view pdf, Budget& budget, std::string& fault) : pdf_(pdf), budget_(budget), fault_(fault) {}

  bool run() {
    if (!budget_.charge(Budget::Kind::kSteps, pdf_.size() / kBytesPerStep + 1)) return fail("the budget");
    if (!pdf_.starts_with(kHeader)) return fail("the header");
    at_ = kHeader.size();
    while (pdf_.substr(at_, 5) != "xref\n") {
      if (!object()) return false;
    }
    return table() && trailer() && ending();
  }

 private:
  bool fail(std::string_view what) {
    if (fault_.empty()) fault_ = std::string(what) + " at offset " + std::to_string(at_);
    return false;
  }

  bool skip(std::string_view text) {
    if (pdf_.substr(at_, text.size()) != text) return false;
    at_ += text.size();
    return true;
  }

  std::optional<std::uint64_t> number() {
    std::uint64_t value = 0;
    const char* begin = pdf_.data() + at_;
    const auto [end, error] = std::from_chars(begin, pdf_.data() + pdf_.size(), value);
    if (error != std::errc() || end == begin) return std::nullopt;
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  bool object() {
    if (!budget_.charge(Budget::Kind::kNodes, 1) || (offsets_.size() % 1024 == 0 && !budget_.poll())) {
      return fail("the budget");
    }
    const std::size_t begin = at_;
    const std::optional<std::uint64_t> id = number();
    if (!id || *id != offsets_.size() + 1 || !skip(" 0 obj\n")) return fail("the head of an object");
    offsets_.push_back(begin);
    length_.reset();
    if (!value()) return false;
    if (skip("\nstream\n")) {
      if (!length_ || *length_ > pdf_.size() - at_) return fail("the length of a stream");
      at_ += static_cast<std::size_t>(*length_);
      if (!skip("\nendstream") && !skip("endstream")) return fail("the end of a stream");
    }
    return skip("\nendobj\n\n") || skip("\nendobj\n") || fail("the end of an object");
  }

  // One object with all that is written inside of it.
  bool value() {
    levels_.clear();
    do {
      while (at_ < pdf_.size() && is_blank(pdf_[at_])) ++at_;
      if (at_ >= pdf_.size()) return fail("an object without an end");
      if (!token()) return false;
    } while (!levels_.empty());
    return true;
  }

  bool token() {
    const char c = pdf_[at_];
    if (skip("<<")) return open(false);
    if (skip(">>")) return close(false);
    if (c == '[') return ++at_, open(true);
    if (c == ']') return ++at_, close(true);
    if (c == '/') return name();
    if (c == '(') return literal();
    if (c == '<') return hexadecimal();
    if (is_delimiter(c)) return fail("a delimiter");
    return word();
  }

  bool open(bool is_array) {
    if (levels_.size() >= kMaxNesting) return fail("the nesting");
    if (!levels_.empty() && !levels_.back().is_array && !levels_.back().wants_value) return fail("a key");
    Level level;
    level.is_array = is_array;
    if (!levels_.empty()) {
      const Level& outer = levels_.back();
      // An array of maps does not exist; so its dictionaries have keys of the list.
      level.is_map = !is_array && !outer.is_array && isolate::is_pdf_map_key(outer.key);
    }
    levels_.push_back(std::move(level));
    return true;
  }

  bool close(bool is_array) {
    if (levels_.empty() || levels_.back().is_array != is_array || levels_.back().wants_value) return fail("a bracket");
    const Level level = std::move(levels_.back());
    levels_.pop_back();
    // Only actions have an address.
    if (level.has_uri && (level.has_bad_uri || level.kind != "URI")) return fail("an action");
    took_value();
    return true;
  }

  void took_value() {
    if (!levels_.empty()) levels_.back().wants_value = false;
  }

  bool name() {
    ++at_;
    std::string text;
    while (at_ < pdf_.size() && !is_blank(pdf_[at_]) && !is_delimiter(pdf_[at_])) {
      char c = pdf_[at_++];
      if (c == '#') {
        if (pdf_.size() - at_ < 2) return fail("a name");
        const auto high = hex_value(pdf_[at_]);
        const auto low = hex_value(pdf_[at_ + 1]);
        if (!high || !low) return fail("a name");
        at_ += 2;
        c = static_cast<char>(*high * 16 + *low);
        if ((c >= '0' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z')) return fail("an escaped name");
      }
      text += c;
    }
    if (levels_.empty()) return true;
    Level& level = levels_.back();
    if (level.is_array) return true;
    if (!level.wants_value) {
      if (!level.is_map && !isolate::is_pdf_key(text)) return fail("a key that is not on the allow-list");
      level.key = std::move(text);
      level.wants_value = true;
      return true;
    }
    if (!level.is_map && level.key == "S") {
      if (!isolate::is_pdf_style_name(text)) return fail("an action");
      level.kind = text;
    }
    took_value();
    return true;
  }

  bool take_string(std::string_view text) {
    if (levels_.empty()) return true;
    Level& level = levels_.back();
    if (level.is_array) return true;
    if (!level.wants_value) return fail("a key");
    if (!level.is_map && level.key == "URI") {
      level.has_uri = true;
      level.has_bad_uri = level.has_bad_uri || !isolate::is_pdf_link(text);
    }
    took_value();
    return true;
  }

  bool literal() {
    std::string text;
    std::size_t depth = 0;
    while (at_ < pdf_.size()) {
      const char c = pdf_[at_++];
      if (c == '\\') {
        if (at_ >= pdf_.size()) break;
        text += pdf_[at_++];  // an address has no backslash, so its spelling need not be undone
        continue;
      }
      if (c == '(' && depth++ == 0) continue;
      if (c == ')' && --depth == 0) return take_string(text);
      text += c;
    }
    return fail("a string without an end");
  }

  bool hexadecimal() {
    const std::size_t end = pdf_.find('>', at_);
    if (end == std::string_view::npos) return fail("a string without an end");
    const std::string_view digits = pdf_.substr(at_ + 1, end - at_ - 1);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      const auto high = hex_value(digits[i]);
      const auto low = i + 1 < digits.size() ? hex_value(digits[i + 1]) : std::optional<unsigned>(0);
      if (!high || !low) return fail("a string");
      text += static_cast<char>(*high * 16 + *low);
    }
    at_ = end + 1;
    return take_string(text);
  }

  bool word() {
    const std::size_t begin = at_;
    while (at_ < pdf_.size() && !is_blank(pdf_[at_]) && !is_delimiter(pdf_[at_])) ++at_;
    const std::string_view text = pdf_.substr(begin, at_ - begin);
    const bool is_number =
        std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == '.' || c == '-' || c == '+'; });
    if (!is_number && text != "true" && text != "false" && text != "null") return fail("a word");
    if (levels_.empty()) return true;
    Level& level = levels_.back();
    if (level.is_array) {
      if (is_number) skip_reference_tail();
      return true;
    }
    if (!level.wants_value) return fail("a key");
    const bool is_reference = is_number && skip_reference_tail();
    // The length and the address have to stand where they are read.
    if (levels_.size() == 1 && level.key == "Length") {
      std::uint64_t length = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
      if (is_reference || error != std::errc() || end != text.data() + text.size())
        return fail("the length of a stream");
      length_ = length;
    }
    if (is_reference && !level.is_map && (level.key == "S" || level.key == "URI" || level.key == "Filter")) {
      return fail("a value that stands elsewhere");
    }
    took_value();
    return true;
  }

  // " 0 R" after a number.
  bool skip_reference_tail() { return skip(" 0 R"); }

  bool table() {
    table_at_ = at_;
    static_cast<void>(skip("xref\n0 "));
    const std::optional<std::uint64_t> count = number();
    if (!count || *count != offsets_.size() + 1 || !skip("\n")) return fail("the table");
    for (std::uint64_t i = 0; i < *count; ++i) {
      const std::string_view line = pdf_.substr(at_, kTableLineBytes);
      if (line.size() != kTableLineBytes) return fail("the table");
      if (i == 0 ? line != "0000000000 65535 f \n" : line.substr(10) != " 00000 n \n") return fail("the table");
      std::uint64_t offset = 0;
      const auto [end, error] = std::from_chars(line.data(), line.data() + 10, offset);
      if (error != std::errc() || end != line.data() + 10) return fail("the table");
      if (i > 0 && offset != offsets_[static_cast<std::size_t>(i) - 1]) return fail("the table");
      at_ += kTableLineBytes;
    }
    return true;
  }

  bool trailer() {
    if (!skip("trailer ")) return fail("the trailer");
    const std::size_t begin = at_;
    if (!value()) return false;
    const std::string_view text = pdf_.substr(begin, at_ - begin);
    return (text.starts_with("<< /Root 1 0 R /Size ") && text.find(" /ID [<") != std::string_view::npos) ||
           fail("the trailer");
  }

  bool ending() {
    return (skip("\nstartxref\n") && number() == table_at_ && skip("\n%%EOF\n") && at_ == pdf_.size()) ||
           fail("the end of the file");
  }

  std::string_view pdf_;
  Budget& budget_;
  std::string& fault_;
  std::size_t at_ = 0;
  std::size_t table_at_ = 0;
  std::vector<std::size_t> offsets_;
  std::vector<Level> levels_;
  std::optional<std::uint64_t> length_;
};

}  // namespace

bool is_written_form(ByteView pdf, Budget& budget, std::string& fault) {
  return Checker(as_chars(pdf), budget, fault).run();
}

}  // namespace sluice::sanitize
