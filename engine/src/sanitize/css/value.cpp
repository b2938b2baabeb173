#include "sanitize/css/value.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/ascii.h"

namespace sluice::sanitize::css {

namespace {

constexpr double kLeastFontPixels = 6;
constexpr double kLeastOpacity = 0.1;     // paler text is not read by a person
constexpr double kKeywordFontPixels = 9;  // of xx-small, the least of them
constexpr std::size_t kMaxFamilies = 32;
constexpr std::size_t kMaxFamilyBytes = 64;

struct Unit {
  std::string_view name;
  double pixels;
  bool is_relative;  // to the font
};
constexpr Unit kUnits[] = {
    {"px", 1, false}, {"pt", 96.0 / 72, false}, {"em", 16, true},         {"rem", 16, false},        {"ex", 8, true},
    {"ch", 8, true},  {"in", 96, false},        {"cm", 96 / 2.54, false}, {"mm", 9.6 / 2.54, false}, {"pc", 16, false}};

const Unit* find_unit(std::string_view name) noexcept {
  const auto* const found = std::find_if(std::begin(kUnits), std::end(kUnits),
                                         [&](const Unit& unit) { return equals_ignoring_case(unit.name, name); });
  return found == std::end(kUnits) ? nullptr : found;
}

bool is_global(std::string_view keyword) noexcept {
  return keyword == "inherit" || keyword == "initial" || keyword == "unset";
}

bool is_family_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= kMaxFamilyBytes && name.front() != ' ' && name.back() != ' ' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' || c == '-' ||
                  c == '_' || c == '.';
         });
}

class ValueWriter {
 public:
  ValueWriter(const Property& property, Profile profile, Tokenizer& tokens, Token& token, std::string& out,
              Report& report)
      : property_(property), profile_(profile), tokens_(tokens), token_(token), out_(out), report_(report) {}

  bool run() {
    skip_blanks();
    bool is_right = false;
    if (accepts(accepts::kFamilies)) {
      is_right = families();
    } else if (accepts(accepts::kFont)) {
      is_right = font();
    } else {
      is_right = components();
    }
    if (!is_right || !end()) return false;
    note();
    return true;
  }

 private:
  [[nodiscard]] bool accepts(std::uint8_t what) const noexcept { return (property_.accepts & what) != 0; }
  [[nodiscard]] bool is_svg() const noexcept { return profile_ == Profile::kSvg; }
  void advance() noexcept { token_ = tokens_.next(); }
  bool skip_blanks() noexcept {
    bool has_any = false;
    for (; token_.kind == TokenKind::kBlank; advance()) has_any = true;
    return has_any;
  }
  [[nodiscard]] bool is_over() const noexcept {
    return token_.kind == TokenKind::kEnd || token_.kind == TokenKind::kSemicolon ||
           token_.kind == TokenKind::kCloseCurly;
  }

  // `!important`, and nothing behind it.
  bool end() {
    skip_blanks();
    if (token_.kind == TokenKind::kDelimiter && token_.text == "!") {
      advance();
      skip_blanks();
      if (token_.kind != TokenKind::kIdent || !equals_ignoring_case(token_.text, "important")) return false;
      advance();
      skip_blanks();
      out_ += " !important";
    }
    return is_over();
  }

  bool components() {
    std::size_t count = 0;
    bool is_separated = true;
    bool has_comma = false;
    while (true) {
      is_separated = skip_blanks() || is_separated;
      if (is_over() || (token_.kind == TokenKind::kDelimiter && token_.text == "!")) break;
      if (token_.kind == TokenKind::kComma) {
        if (!accepts(accepts::kCommas) || count == 0 || has_comma) return false;
        has_comma = is_separated = true;
        out_ += ", ";
        advance();
        continue;
      }
      if (!is_separated || count == property_.max_components) return false;
      if (count > 0 && !has_comma) out_ += ' ';
      if (!component(count == 0)) return false;
      ++count;
      has_comma = false;
      is_separated = token_.kind == TokenKind::kComma;
      if (is_alone_ && count > 1) return false;
    }
    return count > 0 && !has_comma;
  }

  bool component(bool is_first) {
    switch (token_.kind) {
      case TokenKind::kIdent: return keyword(is_first);
      case TokenKind::kHash: {
        if (!accepts(accepts::kColors)) return false;
        color_ = hex_color(token_.text);
        if (!color_) return false;
        out_ += '#';
        out_ += ascii_lower(token_.text);
        advance();
        return true;
      }
      case TokenKind::kFunction: {
        const std::string name = ascii_lower(token_.text);
        if (!accepts(accepts::kColors) || !is_color_function(name)) return false;
        const Tokenizer inside = tokens_;
        color_ = write_color_function(name, tokens_, out_);
        if (!color_) {
          tokens_ = inside;  // what skips the declaration counts its brackets
          return false;
        }
        advance();
        return true;
      }
      case TokenKind::kReference:
        if (!accepts(accepts::kReferences)) return false;
        out_ += "url(#";
        out_ += token_.text;
        out_ += ')';
        report_.references.push_back(token_.text);
        has_reference_ = true;
        advance();
        return true;
      case TokenKind::kNumber:
      case TokenKind::kPercent:
      case TokenKind::kDimension: return number();
      default: return false;
    }
  }

  bool keyword(bool is_first) {
    keyword_ = ascii_lower(token_.text);
    if (accepts(accepts::kColors)) {
      if (const std::optional<Color> color = named_color(keyword_)) {
        color_ = color;
        out_ += keyword_;
        advance();
        return true;
      }
    }
    is_alone_ = is_first && is_global(keyword_);
    if (!is_alone_ && !has_keyword(property_, keyword_)) return false;
    out_ += keyword_;
    advance();
    return true;
  }

  bool number() {
    const double value = token_.number;
    if (token_.kind == TokenKind::kPercent) {
      if (!accepts(accepts::kPercents)) return false;
      const bool is_font = property_.role == Role::kFontSize;
      const double least = is_font ? scale_floor() : property_.min < 0 ? -property_.max_percent : 0;
      if (!(value >= least * (is_font ? 100 : 1)) || !(value <= property_.max_percent)) return too_small(value / 100);
      number_ = value / 100;
      is_relative_ = true;
      write_number("%");
      return true;
    }
    if (token_.kind == TokenKind::kNumber) {
      const bool is_number = accepts(accepts::kNumbers) || is_svg();
      const bool is_zero = accepts(accepts::kLengths) && value == 0;
      if (!is_zero && !(is_number && (accepts(accepts::kNumbers) || accepts(accepts::kLengths)))) return false;
      if (!(value >= property_.min) || !(value <= property_.max)) return too_small(value / 16);
      number_ = value;
      write_number("");
      return true;
    }
    const Unit* const unit = find_unit(token_.unit);
    if (unit == nullptr || !accepts(accepts::kLengths)) return false;
    const double pixels = value * unit->pixels;
    if (property_.role == Role::kFontSize && !is_svg() && pixels > property_.max) {
      out_ += "48px";
      number_ = property_.max;
      advance();
      return true;
    }
    if (!(pixels >= property_.min) || !(pixels <= property_.max)) return too_small(pixels / 16);
    is_relative_ = unit->is_relative;
    number_ = is_relative_ ? pixels / 16 : pixels;
    write_number(unit->name);
    return true;
  }

  [[nodiscard]] double scale_floor() const noexcept { return is_svg() ? 0 : kLeastFontPixels / 16; }

  // A number out of its range; where that is a tiny font, the text was not meant to be seen.
  bool too_small(double scale) noexcept {
    if (property_.role == Role::kFontSize && !is_svg() && scale < kLeastFontPixels / 16) report_.is_hidden = true;
    return false;
  }

  void write_number(std::string_view unit) {
    if (std::any_of(token_.text.begin(), token_.text.end(), [](char c) { return c == 'E'; })) {
      out_ += ascii_lower(token_.text);
    } else {
      out_ += token_.text;
    }
    out_ += unit;
    advance();
  }

  // Names apart by commas: quoted, or idents apart by blanks.
  bool families() {
    for (std::size_t count = 0; count < kMaxFamilies; ++count) {
      skip_blanks();
      if (token_.kind == TokenKind::kString) {
        if (!is_family_name(token_.text)) return false;
        out_ += '\'';
        out_ += token_.text;
        out_ += '\'';
        advance();
      } else {
        const std::size_t first = out_.size();
        for (; token_.kind == TokenKind::kIdent; skip_blanks()) {
          if (out_.size() != first) out_ += ' ';
          out_ += token_.text;
          advance();
        }
        if (!is_family_name(std::string_view(out_).substr(first))) return false;
      }
      skip_blanks();
      if (token_.kind != TokenKind::kComma) return true;
      out_ += ", ";
      advance();
    }
    return false;
  }

  // [style, variant, weight, stretch]* size [/ line height] families
  bool font() {
    const Property* const size = find_property("font-size", profile_);
    for (std::size_t count = 0; count < 5; ++count) {
      skip_blanks();
      if (token_.kind == TokenKind::kIdent) {
        const std::string word = ascii_lower(token_.text);
        if (count == 0 && is_global(word)) {
          out_ += word;
          advance();
          return true;
        }
        if (has_keyword(property_, word)) {
          out_ += word;
          out_ += ' ';
          advance();
          continue;
        }
      } else if (token_.kind == TokenKind::kNumber && token_.number >= 1 && token_.number <= 1000) {
        write_number(" ");
        continue;
      }
      break;
    }
    ValueWriter inner(*size, profile_, tokens_, token_, out_, report_);
    if (token_.kind == TokenKind::kNumber || !inner.component(false)) return false;
    number_ = inner.number_;
    is_relative_ = inner.is_relative_;
    keyword_ = inner.keyword_;
    skip_blanks();
    if (token_.kind == TokenKind::kDelimiter && token_.text == "/") {
      out_ += '/';
      advance();
      skip_blanks();
      ValueWriter line(*find_property("line-height", profile_), profile_, tokens_, token_, out_, report_);
      if (!line.component(false)) return false;
    }
    out_ += ' ';
    return families();
  }

  void note_font() {
    if (keyword_ == "smaller" || keyword_ == "larger") {
      number_ = keyword_ == "smaller" ? 5.0 / 6 : 6.0 / 5;
      is_relative_ = true;
    } else if (!number_ && !keyword_.empty() && !is_global(keyword_)) {
      number_ = kKeywordFontPixels;
    }
    (is_relative_ ? report_.font_scale : report_.font_px) = number_;
  }

  void note() {
    Paint paint;
    if (has_reference_) {
      paint.kind = Paint::Kind::kOther;
    } else if (keyword_ == "none") {
      paint.kind = Paint::Kind::kNone;
    } else if (color_) {
      paint = {Paint::Kind::kColor, *color_};
    }
    switch (property_.role) {
      case Role::kColor:
        report_.color = color_;
        if (color_ && color_->alpha < kLeastOpacity && !is_svg()) report_.is_hidden = true;
        break;
      case Role::kBackground:
        report_.background = color_ && color_->alpha >= kLeastOpacity ? color_ : std::nullopt;
        break;
      case Role::kFill: report_.fill = paint; break;
      case Role::kStroke: report_.stroke = paint; break;
      case Role::kOpacity:
        report_.opacity = number_;
        if (number_ && *number_ < kLeastOpacity) report_.is_hidden = true;
        break;
      case Role::kFillOpacity: report_.fill_opacity = number_; break;
      case Role::kFontSize: note_font(); break;
      case Role::kDisplay: report_.is_hidden = report_.is_hidden || keyword_ == "none"; break;
      case Role::kVisibility:
        report_.is_hidden = report_.is_hidden || keyword_ == "hidden" || keyword_ == "collapse";
        break;
      case Role::kNone: break;
    }
  }

  const Property& property_;
  Profile profile_;
  Tokenizer& tokens_;
  Token& token_;
  std::string& out_;
  Report& report_;
  bool is_alone_ = false;  // a keyword that suffers no other component
  std::string keyword_;    // the last one, in small letters
  std::optional<Color> color_;
  std::optional<double> number_;
  bool is_relative_ = false;
  bool has_reference_ = false;
};

}  // namespace

bool write_value(const Property& property, Profile profile, Tokenizer& tokens, Token& token, std::string& out,
                 Report& report) {
  const std::size_t begin = out.size();
  const std::size_t references = report.references.size();
  if (ValueWriter(property, profile, tokens, token, out, report).run()) return true;
  out.resize(begin);
  report.references.resize(references);
  return false;
}

bool clean_value(const Property& property, Profile profile, std::string_view value, std::string& out, Report& report) {
  Tokenizer tokens(value);
  Token token = tokens.next();
  const std::size_t begin = out.size();
  const std::size_t references = report.references.size();
  const bool is_right = write_value(property, profile, tokens, token, out, report);
  if (is_right && token.kind == TokenKind::kEnd) {
    ++report.kept;
    return true;
  }
  out.resize(begin);
  report.references.resize(references);
  ++report.dropped;
  if (token.is_external) ++report.external;
  return false;
}

}  // namespace sluice::sanitize::css
