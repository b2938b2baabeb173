#include "sanitize/svg/svg.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ascii.h"
#include "sanitize/svg/attribute_writer.h"
#include "sanitize/svg/elements.h"
#include "sanitize/svg/look.h"
#include "sanitize/svg/pictures.h"
#include "sanitize/svg/references.h"
#include "sanitize/svg/removals.h"
#include "sanitize/svg/style_element.h"
#include "sanitize/svg/writer.h"
#include "sanitize/xml/reader.h"

namespace sluice::sanitize {

namespace svg {
namespace {

constexpr std::string_view kSvgNamespace = "http://www.w3.org/2000/svg";
constexpr std::string_view kIncludeNamespace = "http://www.w3.org/2001/XInclude";
constexpr double kAssumedWidth = 1000;  // pixels, of a drawing that fills its place

struct KnownDoctype {
  std::string_view public_id;
  std::string_view address;  // behind its scheme
};
// What chart libraries write. Without a subset of their own they define nothing that is not loaded from elsewhere.
constexpr KnownDoctype kDoctypes[] = {
    {"-//W3C//DTD SVG 1.1//EN", "://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"},
    {"-//W3C//DTD SVG 1.1 Basic//EN", "://www.w3.org/Graphics/SVG/1.1/DTD/svg11-basic.dtd"},
    {"-//W3C//DTD SVG 1.1 Tiny//EN", "://www.w3.org/Graphics/SVG/1.1/DTD/svg11-tiny.dtd"},
    {"-//W3C//DTD SVG 1.0//EN", "://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd"},
    {"-//W3C//DTD SVG 1.0//EN", "://www.w3.org/TR/2001/PR-SVG-20010719/DTD/svg10.dtd"},
    {"-//W3C//DTD SVG 20010904//EN", "://www.w3.org/TR/2001/REC-SVG-20010904/DTD/svg10.dtd"},
};

bool is_known(const xml::Doctype& doctype) noexcept {
  if (doctype.name != "svg") return false;
  if (doctype.public_id.empty() && doctype.system_id.empty()) return true;
  return std::any_of(std::begin(kDoctypes), std::end(kDoctypes), [&](const KnownDoctype& known) {
    const std::string_view scheme = doctype.system_id.starts_with("https") ? "https" : "http";
    return doctype.public_id == known.public_id && doctype.system_id.starts_with(scheme) &&
           doctype.system_id.substr(scheme.size()) == known.address;
  });
}

// An element of the output that is not closed yet.
struct Frame {
  const Element* element = nullptr;
  std::string_view written;  // its name there
  std::uint32_t number = 0;
  Look look;
  bool is_in_text = false;      // it, or what holds it, is text
  bool is_in_template = false;  // shown only where something refers to it
  bool is_inline = false;       // blanks around it would be text
};

// Words that are seen only if something refers to what holds them.
struct TemplateText {
  std::uint32_t leaf = 0;
  std::uint32_t element = 0;
  std::uint64_t offset = 0;
};

class SvgCleaner final : public xml::Handler {
 public:
  SvgCleaner(ByteView bytes, const SvgLimits& limits, Job& job)
      : bytes_(bytes), limits_(limits), job_(job), attributes_(limits, job.budget, writer_, references_, removals_) {}

  Output run() {
    Output output;
    if (bytes_.size() > limits_.max_bytes) {
      refuse(FindingCode::kMarkupSize, 0, "the drawing has more than " + std::to_string(limits_.max_bytes) + " bytes");
      return output;
    }
    writer_.raw().reserve(bytes_.size() + bytes_.size() / 8);
    xml::ReadLimits limits;
    limits.max_depth = limits_.max_depth;
    limits.max_elements = limits_.max_elements;
    const xml::ReadResult read = xml::read(bytes_, limits, job_.budget, *this);
    if (!read.ok()) {
      xml::add_finding(read, job_.budget, job_.findings);
      if (!job_.budget.ok()) job_.findings.add_exhausted(job_.budget);
      return output;
    }
    if (!check_references()) return output;
    removals_.report(job_.findings, job_.host.scrubber());
    LeafTexts changes = job_.host.scan(writer_.projection());
    if (job_.is_withheld() || !job_.budget.ok()) {
      job_.findings.add_exhausted(job_.budget);
      return output;
    }
    for (const std::uint32_t leaf : unseen_) changes.set(leaf, "");
    if (!writer_.finish(changes, job_.budget, output.bytes)) {
      job_.findings.add_exhausted(job_.budget);
      return output;
    }
    output.is_released = true;
    if (std::equal(output.bytes.begin(), output.bytes.end(), bytes_.begin(), bytes_.end())) {
      output.is_unchanged = true;
      output.bytes.clear();
    }
    return output;
  }

  bool on_start(const xml::StartTag& tag) override {
    if (skipped_ > 0) {
      ++skipped_;
      return true;
    }
    flush_text();
    if (frames_.empty()) {
      if (!take_root_namespace(tag)) return false;
    }
    const Element* const element = judge(tag);
    if (element == nullptr) {
      skipped_ = 1;
      return true;
    }
    return open(tag, *element);
  }

  bool on_end(std::uint64_t /*begin*/, std::uint64_t /*end*/) override {
    if (skipped_ > 0) {
      --skipped_;
      return true;
    }
    const Frame& frame = frames_.back();
    if (frame.element->part == Part::kStyle) {
      if (!close_style()) return false;
    } else {
      flush_text();
      const bool may_be_short = frame.element->part != Part::kText && frame.element->part != Part::kWords;
      writer_.end(frame.written, may_be_short, frame.is_inline);
    }
    references_.close(frame.number);
    frames_.pop_back();
    return true;
  }

  bool on_text(std::string_view text, std::uint64_t begin, std::uint64_t end) override {
    if (skipped_ > 0 || frames_.empty()) return true;
    const Part part = frames_.back().element->part;
    if (part != Part::kText && part != Part::kWords && part != Part::kStyle && !frames_.back().is_in_text) {
      if (!std::all_of(text.begin(), text.end(),
                       [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; })) {
        removals_.add(FindingCode::kMarkupHidden, "text outside of text elements", begin);
      }
      return true;
    }
    if (pending_.empty()) pending_begin_ = begin;
    pending_end_ = end;
    const std::size_t first = pending_.size();
    pending_ += text;
    std::replace(pending_.begin() + static_cast<std::ptrdiff_t>(first), pending_.end(), '\r', '\n');
    return true;
  }

  bool on_doctype(const xml::Doctype& doctype) override {
    if (!is_known(doctype)) return false;
    removals_.add(FindingCode::kMarkupDoctype, "the public one of SVG, which defines nothing here", doctype.begin);
    return true;
  }

  void on_comment(std::uint64_t begin) override { removals_.add(FindingCode::kMarkupComment, "comment", begin); }

  void on_instruction(std::string_view target, std::uint64_t begin) override {
    const bool loads = target == "xml-stylesheet";
    removals_.add(loads ? FindingCode::kMarkupExternal : FindingCode::kMarkupComment,
                  loads ? "xml-stylesheet" : "processing instruction", begin);
  }

 private:
  bool refuse(FindingCode code, std::uint64_t at, std::string detail) {
    Location where;
    where.begin = where.end = at;
    job_.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
    return false;
  }

  // Scripts that cut a drawing out of a page leave its namespace behind; then all of it has none.
  bool take_root_namespace(const xml::StartTag& tag) {
    if (tag.name.local != "svg" || (!tag.name.uri.empty() && tag.name.uri != kSvgNamespace)) {
      return refuse(FindingCode::kMalformed, tag.begin, "the root element is not an svg of the SVG namespace");
    }
    namespace_ = tag.name.uri.empty() ? std::string_view() : kSvgNamespace;
    if (namespace_.empty()) removals_.add(FindingCode::kMarkupRepaired, "the namespace of SVG was missing", tag.begin);
    return true;
  }

  const Element* drop(FindingCode code, std::string_view name, std::uint64_t at) {
    removals_.add(code, name, at);
    return nullptr;
  }

  // The element as the lists have it, or null where it goes with all it holds; that is counted.
  const Element* judge(const xml::StartTag& tag) {
    const auto& [uri, name] = tag.name;
    const Element* const element = find_element(name);
    if (uri != namespace_) {
      const std::string lower = ascii_lower(name.substr(0, 16));
      const bool is_script = lower == "script" || lower == "listener" || lower == "handler";
      const bool loads = uri == kIncludeNamespace;
      return drop(is_script ? FindingCode::kMarkupScript
                  : loads   ? FindingCode::kMarkupExternal
                            : FindingCode::kMarkupElement,
                  name, tag.begin);
    }
    if (element == nullptr) {
      return drop(equals_ignoring_case(name, "script") ? FindingCode::kMarkupScript : FindingCode::kMarkupElement, name,
                  tag.begin);
    }
    switch (element->fate) {
      case Fate::kKeep:
      case Fate::kLink: break;
      case Fate::kScript: return drop(FindingCode::kMarkupScript, name, tag.begin);
      case Fate::kLoads: return drop(FindingCode::kMarkupExternal, name, tag.begin);
      case Fate::kDrop: return drop(FindingCode::kMarkupElement, name, tag.begin);
    }
    if (!frames_.empty() && !fits(*element, frames_.back())) return drop(FindingCode::kMarkupElement, name, tag.begin);
    return has_reason_to_go(tag, *element) ? nullptr : element;
  }

  static bool fits(const Element& element, const Frame& parent) noexcept {
    const Part part = parent.element->part;
    if (part == Part::kWords || part == Part::kStyle) return false;
    if (part == Part::kShape || part == Part::kUse || part == Part::kImage) return element.part == Part::kWords;
    if (!parent.is_in_text) return true;
    return element.part == Part::kText || element.part == Part::kWords || element.fate == Fate::kLink;
  }

  // What only its attributes tell.
  bool has_reason_to_go(const xml::StartTag& tag, const Element& element) {
    for (const xml::Attribute& attribute : tag.attributes) {
      if (!attribute.name.uri.empty()) continue;
      const std::string_view value = trimmed(attribute.value);
      const std::string_view name = attribute.name.local;
      const bool is_shown = name != "requiredExtensions" || value.empty();  // no browser has any
      const bool is_css =
          element.part != Part::kStyle || ((name != "type" || value.empty() || value == "text/css") &&
                                           (name != "media" || value.empty() || value == "all" || value == "screen"));
      if (is_shown && is_css) continue;
      removals_.add(is_css ? FindingCode::kMarkupElement : FindingCode::kMarkupStyle, tag.name.local, tag.begin);
      return true;
    }
    if (element.part == Part::kUse) {
      const std::string_view* const href = find_href(tag);
      const std::string_view value = href == nullptr ? std::string_view() : trimmed(*href);
      if (value.size() > 1 && value.front() == '#' && css::is_plain_id(value.substr(1))) return false;
      removals_.add(value.empty() ? FindingCode::kMarkupReference : FindingCode::kMarkupExternal, "use", tag.begin);
      return true;
    }
    return element.part == Part::kImage && !take_picture(tag);
  }

  // @return whether picture_ holds its URL
  bool take_picture(const xml::StartTag& tag) {
    const std::string_view* const href = find_href(tag);
    picture_.clear();
    const PictureStatus status =
        href == nullptr ? PictureStatus::kRefused : write_picture(*href, pictures_++, tag.begin, job_, picture_);
    switch (status) {
      case PictureStatus::kWritten: return true;
      case PictureStatus::kExternal: removals_.add(FindingCode::kMarkupExternal, "image", tag.begin); return false;
      case PictureStatus::kRefused: removals_.add(FindingCode::kMarkupUrl, "image", tag.begin); return false;
      case PictureStatus::kLeftOut: removals_.add(FindingCode::kMarkupElement, "image", tag.begin); return false;
      case PictureStatus::kExhausted: return false;  // run() sees it
    }
    return false;
  }

  bool open(const xml::StartTag& tag, const Element& element) {
    Frame frame;
    frame.element = &element;
    frame.number = references_.open(element.part);
    const bool is_root = frames_.empty();
    if (!is_root) {
      const Frame& parent = frames_.back();
      frame.look = parent.look;
      frame.is_in_text = parent.is_in_text;
      frame.is_in_template = parent.is_in_template;
    }
    if (element.part == Part::kText || element.part == Part::kWords) {
      if (!frame.is_in_text && element.part == Part::kText) is_new_text_ = true;
      if (element.part == Part::kText) frame.is_in_text = true;
    }
    if (element.part == Part::kTemplate || element.part == Part::kMarker) frame.is_in_template = true;
    if (element.part == Part::kStyle) {
      style_begin_ = tag.begin;
      frames_.push_back(frame);
      return true;
    }
    frame.written = element.name;
    if (element.fate == Fate::kLink) unwrap_link(tag, frame);
    frame.is_inline = !is_root && frames_.back().is_in_text;
    writer_.start(frame.written, frame.is_inline);
    if (is_root) writer_.attribute("xmlns", kSvgNamespace);
    ElementFacts facts;
    if (!attributes_.write(tag, element, frame.number, is_root, facts)) {
      if (!attributes_.refusal()) return false;
      return refuse(*attributes_.refusal(), tag.begin,
                    "an attribute of " + std::string(element.name) + " is past the limits of drawings");
    }
    if (element.part == Part::kImage) writer_.attribute("href", picture_);
    if (!job_.budget.charge(Budget::Kind::kSteps, look_rules_.size())) return false;
    take_look(frame, facts, is_root);
    frames_.push_back(frame);
    return true;
  }

  void unwrap_link(const xml::StartTag& tag, Frame& frame) {
    frame.written = frame.is_in_text ? "tspan" : "g";
    removals_.add(FindingCode::kMarkupUnwrapped, "a", tag.begin);
    const std::string_view* const href = find_href(tag);
    if (href != nullptr && is_script_url(*href))
      removals_.add(FindingCode::kMarkupScript, "link that runs code", tag.begin);
  }

  void take_look(Frame& frame, const ElementFacts& facts, bool is_root) {
    Look& look = frame.look;
    look.apply(facts.presentation);
    look_rules_.apply(frame.written, facts.id, facts.classes, look);
    look.apply(facts.style);
    look.scale *= facts.scale;
    if (is_root && facts.view_box && facts.view_box->width > 0) {
      look.scale = facts.width.value_or(kAssumedWidth) / facts.view_box->width;
    }
  }

  // Text up to a tag.
  void flush_text() {
    if (pending_.empty() || frames_.empty() || frames_.back().element->part == Part::kStyle) return;
    const Frame& frame = frames_.back();
    const bool is_aside = frame.element->part == Part::kWords;
    if (!is_aside && frame.look.hides_text() && !is_blank_text()) {
      const bool is_dropped = job_.consumer == Consumer::kAgent;
      count_hidden(pending_begin_, is_dropped);
      if (is_dropped) {
        pending_.clear();
        return;
      }
    }
    if (!is_aside && frame.is_in_template && !is_blank_text()) {
      template_texts_.push_back(
          {static_cast<std::uint32_t>(writer_.projection().leaves().size()), frame.number, pending_begin_});
    }
    const Join join = is_new_text_ || is_aside ? Join::kBreak : Join::kAdjacent;
    if (!is_aside) is_new_text_ = false;
    writer_.text(pending_, join, is_aside ? Flow::kAside : Flow::kText, pending_begin_, pending_end_);
    has_text_ = true;
    pending_.clear();
  }

  [[nodiscard]] bool is_blank_text() const noexcept { return trimmed(pending_).empty(); }

  void count_hidden(std::uint64_t at, bool is_dropped) {
    if (is_dropped) {
      removals_.add(FindingCode::kMarkupHidden, "text that is not seen", at);
    } else {
      removals_.note(FindingCode::kMarkupHidden, "text that is not seen", at);
    }
  }

  bool close_style() {
    std::string sheet;
    const bool is_done =
        clean_style_sheet(pending_, style_begin_, has_text_, job_.budget, references_, removals_, look_rules_, sheet);
    pending_.clear();
    if (!is_done) return false;
    if (sheet.empty()) return true;
    writer_.start("style", false);
    writer_.plain_text(sheet);
    writer_.end("style", false, false);
    return true;
  }

  bool check_references() {
    const char* why = nullptr;
    switch (references_.resolve(limits_, job_.budget)) {
      case References::Status::kFine: break;
      case References::Status::kBudget: job_.findings.add_exhausted(job_.budget); return false;
      case References::Status::kLoop: why = "a reference leads to what holds it"; break;
      case References::Status::kDepth: why = "references inside of references are nested too deeply"; break;
      case References::Status::kMultiply: why = "references multiply to too many elements"; break;
      case References::Status::kFilters: why = "filters apply to too many elements"; break;
    }
    if (why != nullptr) return refuse(FindingCode::kMarkupReference, 0, why);
    if (references_.dangling() > 0)
      removals_.note(FindingCode::kMarkupReference, "to nothing", 0, references_.dangling());
    for (const TemplateText& text : template_texts_) {
      if (references_.is_used(text.element)) continue;
      const bool is_dropped = job_.consumer == Consumer::kAgent;
      count_hidden(text.offset, is_dropped);
      if (is_dropped) unseen_.push_back(text.leaf);
    }
    return true;
  }

  ByteView bytes_;
  const SvgLimits& limits_;
  Job& job_;
  Writer writer_;
  References references_;
  Removals removals_;
  AttributeWriter attributes_;
  LookRules look_rules_;

  std::string_view namespace_;
  std::vector<Frame> frames_;
  std::uint64_t skipped_ = 0;  // elements that are open inside of one that goes, itself included
  std::string pending_;        // text since the last tag
  std::uint64_t pending_begin_ = 0;
  std::uint64_t pending_end_ = 0;
  std::uint64_t style_begin_ = 0;
  bool is_new_text_ = true;  // a text element began since the last text
  bool has_text_ = false;
  std::string picture_;
  std::uint32_t pictures_ = 0;
  std::vector<TemplateText> template_texts_;
  std::vector<std::uint32_t> unseen_;
};

}  // namespace
}  // namespace svg

Output clean_svg(ByteView bytes, const SvgLimits& limits, Job& job) noexcept {
  try {
    return svg::SvgCleaner(bytes, limits, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
