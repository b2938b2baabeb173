#include "sanitize/svg/attribute_writer.h"

#include <algorithm>

#include "core/ascii.h"
#include "sanitize/css/declarations.h"

namespace sluice::sanitize::svg {

namespace {

constexpr std::size_t kMaxListItems = 200'000;  // positions of letters; more than a text of any drawing has
constexpr std::size_t kMaxNameBytes = 128;
constexpr std::size_t kMaxClassBytes = 1'024;
constexpr std::size_t kMaxWordBytes = 16'384;
// A shorter name holds no secret.
constexpr std::size_t kLeastScannedBytes = 8;

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_name_character(char c) noexcept {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == ':';
}

bool is_name(std::string_view value) noexcept {
  return !value.empty() && value.size() <= kMaxNameBytes && std::all_of(value.begin(), value.end(), is_name_character);
}

// Names apart by one blank each.
bool write_names(std::string_view value, std::string& out) {
  bool is_first = true;
  while (!(value = trimmed(value)).empty()) {
    const std::size_t stop = std::min(value.find_first_of(" \t\n\r"), value.size());
    const std::string_view name = value.substr(0, stop);
    if (!std::all_of(name.begin(), name.end(), is_name_character)) return false;
    if (!is_first) out += ' ';
    is_first = false;
    out += name;
    value.remove_prefix(stop);
  }
  return !is_first;
}

bool is_language(std::string_view value) noexcept {
  return value.size() <= kMaxNameBytes && std::all_of(value.begin(), value.end(), [](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == ',' || c == ' ';
         });
}

}  // namespace

const std::string_view* find_href(const xml::StartTag& tag) noexcept {
  const std::string_view* found = nullptr;
  for (const xml::Attribute& attribute : tag.attributes) {
    if (attribute.name.local != "href") continue;
    if (attribute.name.uri.empty()) return &attribute.value;
    if (attribute.name.uri == kXlinkNamespace) found = &attribute.value;
  }
  return found;
}

bool is_script_url(std::string_view url) noexcept {
  static constexpr std::string_view kSchemes[] = {"javascript", "vbscript", "livescript", "mocha", "data"};
  std::string scheme;
  for (const char c : url) {
    if (c == ':') return std::find(std::begin(kSchemes), std::end(kSchemes), scheme) != std::end(kSchemes);
    if (static_cast<unsigned char>(c) <= ' ') continue;  // browsers pass over them
    if (scheme.size() == 16) return false;
    scheme += ascii_lower(c);
  }
  return false;
}

bool AttributeWriter::write(const xml::StartTag& tag, const Element& element, std::uint32_t number, bool is_root,
                            ElementFacts& facts) {
  tag_ = &tag;
  element_ = &element;
  number_ = number;
  is_root_ = is_root;
  for (const xml::Attribute& attribute : tag.attributes) {
    if (!write_one(attribute, facts)) return false;
  }
  if (element.takes_href) {
    if (const std::string_view* const href = find_href(tag)) write_href(*href);
  }
  return true;
}

bool AttributeWriter::write_one(const xml::Attribute& attribute, ElementFacts& facts) {
  const std::string_view name = attribute.name.local;
  if (!attribute.name.uri.empty()) {
    write_namespaced(attribute);
    return true;
  }
  if (name == "style") return write_style(attribute.value, facts);
  const ValueCache::Known& known = cache_.find(name);
  if (known.rule != nullptr) return write_ruled(*known.rule, attribute.value, facts);
  if (known.property != nullptr) {
    write_property(*known.property, attribute.value, facts);
  } else if (name == "href") {
    if (!element_->takes_href && element_->part != Part::kImage && element_->fate != Fate::kLink) {
      drop(FindingCode::kMarkupUrl, name);
    }
  } else if (starts_with_ignoring_case(name, "on")) {
    drop(FindingCode::kMarkupScript, name);
  } else {
    drop(FindingCode::kMarkupAttribute, starts_with_ignoring_case(name, "data-") ? "data-*" : name);
  }
  return true;
}

void AttributeWriter::write_namespaced(const xml::Attribute& attribute) {
  const auto& [uri, name] = attribute.name;
  const std::string_view value = trimmed(attribute.value);
  if (uri == xml::kXmlNamespace && name == "space" && (value == "preserve" || value == "default")) {
    writer_.attribute("xml:space", value);
  } else if (uri == xml::kXmlNamespace && name == "lang" && is_language(value)) {
    writer_.attribute("xml:lang", value);
  } else if (uri == kXlinkNamespace && name == "href") {
    if (!element_->takes_href && element_->part != Part::kImage && element_->fate != Fate::kLink) {
      drop(FindingCode::kMarkupUrl, name);
    }
  } else if (uri == xml::kXmlNamespace && name == "base") {
    drop(FindingCode::kMarkupUrl, "xml:base");
  } else {
    drop(FindingCode::kMarkupAttribute, "attributes of other namespaces");
  }
}

void AttributeWriter::write_href(std::string_view value) {
  value = trimmed(value);
  if (value.size() < 2 || value.front() != '#' || !css::is_plain_id(value.substr(1))) {
    drop(FindingCode::kMarkupUrl, "href");
    return;
  }
  writer_.attribute("href", value);
  references_.add(number_, value.substr(1));
}

bool AttributeWriter::write_style(std::string_view value, ElementFacts& facts) {
  ValueCache::Style* const place = cache_.style_place(nullptr, value);
  if (place != nullptr && ValueCache::holds(*place, nullptr, value)) {
    if (!budget_.charge(Budget::Kind::kSteps, value.size())) return false;
    facts.style = place->report;
    if (!place->written.empty()) writer_.attribute("style", place->written);
    return true;
  }
  const std::size_t begin = writer_.begin_attribute("style");
  if (!css::clean_declarations(value, css::Profile::kSvg, budget_, writer_.raw(), facts.style)) return false;
  const css::Report& report = facts.style;
  if (report.dropped > report.external) {
    removals_.add(FindingCode::kMarkupStyle, "declarations", tag_->begin, report.dropped - report.external);
  }
  if (report.external > 0) removals_.add(FindingCode::kMarkupExternal, "declarations", tag_->begin, report.external);
  for (const std::string_view id : report.references) references_.add(number_, id);
  if (place != nullptr && report.dropped == 0 && report.references.empty()) {
    *place = {nullptr, std::string(value), writer_.raw().substr(begin), report, true};
  }
  if (writer_.raw().size() == begin) {
    writer_.drop_attribute("style", begin);
  } else {
    writer_.end_attribute();
  }
  return true;
}

void AttributeWriter::write_property(const css::Property& property, std::string_view value, ElementFacts& facts) {
  ValueCache::Style* const place = cache_.style_place(&property, value);
  if (place != nullptr && ValueCache::holds(*place, &property, value)) {
    writer_.attribute(property.name, place->written);
    add_report(place->report, facts.presentation);
    return;
  }
  const std::size_t begin = writer_.begin_attribute(property.name);
  css::Report report;
  if (!css::clean_value(property, css::Profile::kSvg, value, writer_.raw(), report)) {
    writer_.drop_attribute(property.name, begin);
    drop(report.external > 0 ? FindingCode::kMarkupExternal : FindingCode::kMarkupStyle, property.name);
    return;
  }
  if (place != nullptr && report.references.empty()) {
    *place = {&property, std::string(value), writer_.raw().substr(begin), report, true};
  }
  writer_.end_attribute();
  for (const std::string_view id : report.references) references_.add(number_, id);
  add_report(report, facts.presentation);
}

bool AttributeWriter::write_ruled(const AttributeRule& rule, std::string_view value, ElementFacts& facts) {
  if (rule.kind == ValueKind::kId || rule.kind == ValueKind::kNames) {
    std::string written;
    const std::string_view id = trimmed(value);
    const bool is_id = rule.kind == ValueKind::kId;
    if (is_id ? !css::is_plain_id(id) : value.size() > kMaxClassBytes || !write_names(value, written)) {
      if (!id.empty()) drop(FindingCode::kMarkupAttribute, rule.name);
      return true;
    }
    if (is_id) {
      references_.name(number_, id);
      written = id;
    }
    (is_id ? facts.id : facts.classes) = id;
    if (written.size() < kLeastScannedBytes) {
      writer_.attribute(rule.name, written);
    } else {
      writer_.word_attribute(rule.name, written, Writer::Change::kLeaveOut, tag_->begin, tag_->end);
    }
    return true;
  }
  if (rule.kind == ValueKind::kWords) {
    if (value.size() > kMaxWordBytes) {
      drop(FindingCode::kMarkupSize, rule.name);
    } else {
      writer_.word_attribute(rule.name, value, Writer::Change::kReplace, tag_->begin, tag_->end);
    }
    return true;
  }
  if (rule.kind == ValueKind::kPath) {
    references_.add_path(value.size());
    if (value.size() > limits_.max_path_bytes) {
      refusal_ = FindingCode::kMarkupSize;
      return false;
    }
  }
  const std::size_t begin = writer_.begin_attribute(rule.name);
  const bool is_keyword = !rule.keywords.empty() && write_keyword(value, rule.keywords, writer_.raw());
  if (is_keyword || write_kind(rule, value, writer_.raw(), facts)) {
    writer_.end_attribute();
    return true;
  }
  writer_.drop_attribute(rule.name, begin);
  if (refusal_) return false;
  drop(rule.kind == ValueKind::kSmallNumbers ? FindingCode::kMarkupGeometry : FindingCode::kMarkupAttribute, rule.name);
  return true;
}

// A picture, drawing or pattern that is larger than a renderer may make it.
bool AttributeWriter::check_area(std::string_view name, double pixels) {
  if (!(pixels > limits_.max_side)) return true;
  if (is_root_) {
    refusal_ = FindingCode::kMarkupGeometry;
  } else {
    removals_.add(FindingCode::kMarkupGeometry, name, tag_->begin);
  }
  return false;
}

bool AttributeWriter::write_kind(const AttributeRule& rule, std::string_view value, std::string& out,
                                 ElementFacts& facts) {
  switch (rule.kind) {
    case ValueKind::kLength: {
      std::optional<double> pixels;
      if (!write_length(value, true, out, &pixels)) return false;
      const bool is_width = rule.name == "width";
      if (!pixels || (!is_width && rule.name != "height")) return true;
      if (element_->has_area && !check_area(rule.name, *pixels)) return false;
      (is_width ? facts.width : facts.height) = pixels;
      return true;
    }
    case ValueKind::kLengths: return write_list(value, {true, kMaxListItems, 0, 0}, out);
    case ValueKind::kNumbers: return write_list(value, {false, kMaxListItems, 0, 0}, out);
    case ValueKind::kSmallNumbers: return write_list(value, {false, 2, 0, limits_.max_deviation}, out);
    case ValueKind::kPath: return write_path(value, out);
    case ValueKind::kPoints: return write_points(value, out);
    case ValueKind::kTransform: return write_transform(value, out, facts.scale);
    case ValueKind::kViewBox:
      facts.view_box = write_view_box(value, out);
      return facts.view_box && check_area(rule.name, facts.view_box->width) &&
             check_area(rule.name, facts.view_box->height);
    case ValueKind::kAspectRatio: return write_aspect_ratio(value, out);
    case ValueKind::kName:
      value = trimmed(value);
      if (!is_name(value)) return false;
      out += value;
      return true;
    case ValueKind::kLanguage:
      value = trimmed(value);
      if (!is_language(value)) return false;
      out += value;
      return true;
    case ValueKind::kKeyword:
    case ValueKind::kId:
    case ValueKind::kNames:
    case ValueKind::kWords: return false;
  }
  return false;
}

}  // namespace sluice::sanitize::svg
