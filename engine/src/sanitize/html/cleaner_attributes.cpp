// What becomes of attributes.
#include <algorithm>

#include "codec/base64.h"
#include "core/ascii.h"
#include "media/types.h"
#include "sanitize/css/declarations.h"
#include "sanitize/html/attribute_values.h"
#include "sanitize/html/cleaner.h"
#include "sanitize/html/url_rule.h"

namespace sluice::sanitize::html {

namespace {

constexpr std::string_view kRel = R"( rel="noopener noreferrer nofollow ugc")";

// What the elements are called that the scripts of chart libraries fill.
bool is_chart(std::string_view value) noexcept {
  for (const std::string_view mark : {"plotly-graph-div", "bk-root", "bokeh", "vega-embed", "vega-vis", "altair-viz",
                                      "folium-map", "jp-RenderedVega", "<script", "&lt;script"}) {
    if (value.find(mark) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

void Cleaner::note_dropped(const Attribute& attribute, AttributeName name, std::size_t offset) {
  if (name != AttributeName::kUnknown) {
    tally_.attribute(name, offset);
    if (name == AttributeName::kId || name == AttributeName::kClass)
      has_chart_ = has_chart_ || is_chart(attribute.value);
    return;
  }
  const bool is_handler = starts_with_ignoring_case(attribute.name, "on");
  tally_.event(is_handler ? Event::kEventHandler : Event::kUnknownAttribute, offset);
  if (equals_ignoring_case(attribute.name, "srcdoc")) has_chart_ = has_chart_ || is_chart(attribute.value);
}

// Of an element that goes: what it would have run.
void Cleaner::note_handlers(const Token& token) {
  for (const Attribute& attribute : token.attributes) {
    const bool is_active =
        starts_with_ignoring_case(attribute.name, "on") || equals_ignoring_case(attribute.name, "srcdoc");
    if (is_active) note_dropped(attribute, AttributeName::kUnknown, token.begin);
  }
}

void Cleaner::put_attribute(std::string_view name, std::string_view value) {
  attributes_.put(' ');
  attributes_.put(name);
  attributes_.put("=\"");
  attributes_.put_escaped(value);
  attributes_.put('"');
}

void Cleaner::put_text_attribute(std::string_view name, std::string_view value, std::size_t source) {
  attributes_.put(' ');
  attributes_.put(name);
  attributes_.put("=\"");
  const std::size_t begin = attributes_.size();
  attributes_.put_escaped(value);
  leaves_.add(LeafRecord::Kind::kText, Join::kBreak, Flow::kAside, value, source, begin, attributes_.size());
  attributes_.put('"');
}

void Cleaner::put_link(std::string_view name, std::string_view value, std::size_t source) {
  const UrlReading url = read_url(value);
  const bool is_link = url.kind == UrlReading::Kind::kMail ||
                       (url.kind == UrlReading::Kind::kWeb && job_.host.allows_url(UrlUse::kLink, url.text));
  if (!is_link) {
    tally_.event(Event::kUrl, source);
    return;
  }
  const std::size_t begin = attributes_.size();
  put_attribute(name, url.text);
  // Where the URL goes the rest goes, too.
  if (name == "href") attributes_.put(kRel);
  leaves_.add(LeafRecord::Kind::kLink, Join::kBreak, Flow::kAside, url.text, source, begin, attributes_.size());
}

bool Cleaner::read_attributes(const Token& token, Attributes& found) {
  for (const Attribute& attribute : token.attributes) {
    const AttributeName name = find_attribute(attribute.packed);
    const AttributeInfo& info = attribute_info(name);
    const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(name);
    if (name == AttributeName::kUnknown) {
      note_dropped(attribute, name, token.begin);
      continue;
    }
    // Browsers take the first of two.
    const bool is_repeated = (found.seen & bit) != 0;
    found.seen |= bit;
    if (is_repeated || info.rule == AttributeRule::kNever || info.rule == AttributeRule::kLoads ||
        !is_at_home(info.home, token.element)) {
      note_dropped(attribute, name, token.begin);
      continue;
    }
    if (attribute.value.size() > options_.limits.max_value_bytes && info.rule != AttributeRule::kSource) {
      tally_.event(Event::kLongValue, token.begin);
      continue;
    }
    if (!read_attribute(token.element, attribute, info, found)) note_dropped(attribute, name, token.begin);
  }
  return job_.budget.ok();
}

// @return false where the attribute goes and nobody has said so yet
bool Cleaner::read_attribute(Element element, const Attribute& attribute, const AttributeInfo& info,
                             Attributes& found) {
  switch (info.rule) {
    case AttributeRule::kStyle: found.style = attribute.value; return true;
    case AttributeRule::kId: found.id = attribute.value; return false;
    case AttributeRule::kHidden: found.is_hidden = true; return true;
    case AttributeRule::kRel: return true;
    case AttributeRule::kSource: found.src = attribute.value; return true;
    case AttributeRule::kFlag:
      attributes_.put(' ');
      attributes_.put(info.name);
      attributes_.put("=\"\"");
      return true;
    default: break;
  }
  const std::size_t source = attribute.value.empty() ? offset_of(attribute.name) : offset_of(attribute.value);
  std::string_view value = decode_attribute(attribute.value, scratch_);
  // A carriage return that a reference made would come back as a line end.
  if (value.find('\r') != std::string_view::npos) value = without_oddities(value);
  switch (info.rule) {
    case AttributeRule::kUrl: put_link(info.name, value, source); return true;
    case AttributeRule::kText:
      if (&info == &attribute_info(AttributeName::kAlt)) found.alt = attribute.value;
      put_text_attribute(info.name, value, source);
      return true;
    case AttributeRule::kValue:
      if (element == Element::kLi) break;
      put_text_attribute(info.name, value, source);
      return true;
    case AttributeRule::kClass: found.classes = attribute.value; break;
    default: break;
  }
  if (!write_value(info.rule, element, value, value_)) return false;
  put_attribute(info.name, value_);
  if (info.rule == AttributeRule::kClass && value_ != value) {
    tally_.attribute(AttributeName::kClass, source);
    has_chart_ = has_chart_ || is_chart(value);
  }
  return true;
}

bool Cleaner::put_style(Element element, const Attributes& found, Look& look, bool& is_hidden, std::size_t source) {
  Style style;
  if (!styles_.is_empty() && !styles_.collect(element, found.id, found.classes, look.sheet, job_.budget, style)) {
    return false;
  }
  if (!found.style.empty()) {
    const std::string_view value = decode_attribute(found.style, scratch_);
    css::Report report;
    std::string text;
    if (!css::clean_declarations(value, css::Profile::kHtml, job_.budget, text, report)) return false;
    if (report.dropped != 0) tally_.event(Event::kStyleDeclaration, source);
    if (report.external != 0) tally_.event(Event::kStyleExternal, source);
    if (!style.text.empty() && !text.empty()) style.text += "; ";
    style.text += text;
    merge_reports(style.report, report);
  }
  Look styled = look;
  if (style.report.color && !style.report.color->is_current) styled.color = *style.report.color;
  if (style.report.background && !style.report.background->is_current) styled.background = *style.report.background;
  const bool hides = style.report.is_hidden || (is_camouflaged(styled) && !is_camouflaged(look));
  if (hides && job_.consumer != Consumer::kAgent) {
    // Without its style it shows.
    tally_.event(Event::kHiddenShown, source);
    return true;
  }
  is_hidden = is_hidden || style.report.is_hidden;
  look.color = styled.color;
  look.background = styled.background;
  if (!style.text.empty()) put_attribute("style", style.text);
  return true;
}

// Writes the source of an image. @return what to write in place of the image, if it cannot stand
std::string Cleaner::put_image_source(std::string_view raw, std::size_t source) {
  std::string note;
  std::string scratch;
  const UrlReading url = read_url(decode_attribute(raw, scratch));
  switch (url.kind) {
    case UrlReading::Kind::kData: note = put_image_data(url.text, source); break;
    case UrlReading::Kind::kWeb:
      if (job_.host.allows_url(UrlUse::kLoad, url.text)) {
        const std::size_t begin = attributes_.size();
        put_attribute("src", url.text);
        leaves_.add(LeafRecord::Kind::kLink, Join::kBreak, Flow::kAside, url.text, source, begin, attributes_.size());
      } else {
        tally_.event(Event::kExternalImage, source);
        note = "[external image blocked: " + url.host + "]";
      }
      break;
    case UrlReading::Kind::kRelative:
      tally_.event(Event::kRelativeImage, source);
      note = "[image not included]";
      break;
    default:
      tally_.event(url.host.empty() ? Event::kBadImage : Event::kExternalImage, source);
      note = url.host.empty() ? "[image not included]" : "[external image blocked: " + url.host + "]";
      break;
  }
  return note;
}

bool Cleaner::image(const Token& token) {
  const std::size_t first_leaf = leaves_.size();
  attributes_.clear();
  Attributes found;
  if (!read_attributes(token, found)) return false;
  const std::size_t source = token.begin;
  bool is_hidden = found.is_hidden;
  Look look = fragment_.top().look;
  if (!put_style(Element::kImg, found, look, is_hidden, source)) return false;
  if (is_hidden) tally_.event(job_.consumer == Consumer::kAgent ? Event::kHiddenDropped : Event::kHiddenShown, source);
  if (fragment_.is_suppressed() || (is_hidden && job_.consumer == Consumer::kAgent)) {
    leaves_.hide(first_leaf);
    return true;
  }
  // Without a source there is nothing to say: so is an image whose URL was redacted.
  const bool has_source = (found.seen & (std::uint64_t{1} << static_cast<unsigned>(AttributeName::kSrc))) != 0;
  std::string note = has_source ? put_image_source(found.src, source) : std::string();
  if (!job_.budget.ok()) return false;
  if (!note.empty()) {
    leaves_.hide(first_leaf);
    const std::string_view alt = decode_attribute(found.alt, scratch_);
    if (note == "[image not included]" && alt.find_first_not_of(" \t\r\n\f") != std::string_view::npos) {
      note = "[image not included: " + std::string(without_oddities(alt)) + "]";
    }
    write_note(note, source);
    return true;
  }
  if (!fragment_.place(Element::kImg)) return true;
  out_.put_tag("img", false);
  leaves_.shift(first_leaf, out_.size());
  out_.put(attributes_.view());
  out_.put('>');
  if (has_source) ++images_;
  return true;
}

// Writes the attribute for an image that is in the document. @return what to write in place of the image, if it fails
std::string Cleaner::put_image_data(std::string_view url, std::size_t source) {
  const std::string failed = "[image not included]";
  const std::size_t comma = url.find(',');
  const std::string head = ascii_lower(url.substr(0, std::min(comma, url.size())));
  std::string_view declared;
  for (const std::string_view type : {"image/png", "image/jpeg", "image/gif", "image/webp"}) {
    if (head == "data:" + std::string(type) + ";base64") declared = type;
  }
  if (head == "data:image/jpg;base64") declared = "image/jpeg";
  if (declared.empty() || comma == std::string_view::npos) {
    tally_.event(Event::kBadImage, source);
    return failed;
  }
  const Result<Bytes> bytes = codec::decode_base64(as_bytes(url.substr(comma + 1)), {}, job_.budget);
  if (!bytes) {
    tally_.event(Event::kBadImage, source);
    return failed;
  }
  MemberInfo info;
  const std::string name = "img[" + std::to_string(images_ + 1) + "]";
  info.name = name;
  info.declared_type = declared;
  info.can_be_left_out = true;
  info.source_begin = source;
  const Member member = job_.host.check_member(info, *bytes);
  if (!member.is_released) return failed;
  const std::string_view type = media::type_name(member.type);
  if (type != "image/png" && type != "image/jpeg" && type != "image/gif" && type != "image/webp") {
    tally_.event(Event::kBadImage, source);
    return failed;
  }
  attributes_.put(" src=\"data:");
  attributes_.put(type);
  attributes_.put(";base64,");
  attributes_.put(codec::encode_base64(member.is_unchanged ? ByteView(*bytes) : ByteView(member.bytes)));
  attributes_.put('"');
  return {};
}

}  // namespace sluice::sanitize::html
