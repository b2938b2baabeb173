#include "sanitize/svg/writer.h"

namespace sluice::sanitize::svg {

namespace {

// A carriage return would come back as a line break; in attributes all breaks are blanks.
void append_escaped(std::string_view text, bool is_attribute, std::string& out) {
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string_view written;
    switch (text[i]) {
      case '&': written = "&amp;"; break;
      case '<': written = "&lt;"; break;
      case '>': written = "&gt;"; break;
      case '"':
        if (!is_attribute) continue;
        written = "&quot;";
        break;
      case '\r': written = is_attribute ? " " : "\n"; break;
      case '\n':
      case '\t':
        if (!is_attribute) continue;
        written = " ";
        break;
      default: continue;
    }
    out += text.substr(done, i - done);
    out += written;
    done = i + 1;
  }
  out += text.substr(done);
}

}  // namespace

void Writer::close_tag() {
  if (!is_open_) return;
  text_ += '>';
  is_open_ = false;
}

void Writer::start(std::string_view element, bool is_inline) {
  if (is_open_ && !is_inline) text_ += ">\n";
  if (is_open_ && is_inline) text_ += '>';
  text_ += '<';
  text_ += element;
  is_open_ = true;
}

void Writer::end(std::string_view element, bool may_be_short, bool is_inline) {
  if (is_open_ && may_be_short) {
    text_ += "/>";
    is_open_ = false;
  } else {
    close_tag();
    text_ += "</";
    text_ += element;
    text_ += '>';
  }
  if (!is_inline) text_ += '\n';
}

std::size_t Writer::begin_attribute(std::string_view name) {
  text_ += ' ';
  text_ += name;
  text_ += "=\"";
  return text_.size();
}

void Writer::attribute(std::string_view name, std::string_view plain_value) {
  begin_attribute(name);
  text_ += plain_value;
  end_attribute();
}

void Writer::word_attribute(std::string_view name, std::string_view value, Change change, std::uint64_t source_begin,
                            std::uint64_t source_end) {
  Place place;
  place.whole_begin = text_.size();
  place.begin = begin_attribute(name);
  append_escaped(value, true, text_);
  place.end = text_.size();
  end_attribute();
  place.is_attribute = true;
  place.change = change;
  place.leaf = projection_.add(Join::kBreak, value, source_begin, source_end, Flow::kAside);
  places_.push_back(place);
}

void Writer::text(std::string_view text, Join join, Flow flow, std::uint64_t source_begin, std::uint64_t source_end) {
  close_tag();
  Place place;
  place.begin = text_.size();
  append_escaped(text, false, text_);
  place.end = text_.size();
  place.leaf = projection_.add(join, text, source_begin, source_end, flow);
  places_.push_back(place);
}

void Writer::plain_text(std::string_view text) {
  close_tag();
  append_escaped(text, false, text_);
}

bool Writer::finish(const LeafTexts& changes, Budget& budget, Bytes& out) const {
  std::string changed;
  const std::string* result = &text_;
  if (!changes.empty()) {
    std::size_t done = 0;
    for (const Place& place : places_) {
      const std::string* const words = changes.changed(place.leaf);
      if (words == nullptr) continue;
      const bool is_left_out = place.change == Change::kLeaveOut;
      const std::size_t begin = is_left_out ? place.whole_begin : place.begin;
      changed.append(text_, done, begin - done);
      if (!is_left_out) append_escaped(*words, place.is_attribute, changed);
      done = is_left_out ? place.end + 1 : place.end;
    }
    changed.append(text_, done);
    result = &changed;
  }
  if (!budget.charge(Budget::Kind::kOutputBytes, result->size())) return false;
  out = to_bytes(*result);
  return true;
}

}  // namespace sluice::sanitize::svg
