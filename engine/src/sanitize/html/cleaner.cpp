#include "sanitize/html/cleaner.h"

#include <algorithm>

#include "core/ascii.h"

namespace sluice::sanitize::html {

namespace {

constexpr std::uint64_t kLoaderBytes = 200;  // what chart libraries say before their scripts ran
bool is_blank(std::string_view text) noexcept {
  for (const char c : text) {
    if (c != ' ' && c != '\n' && c != '\t' && c != '\f' && c != '\r') return false;
  }
  return true;
}

}  // namespace

Cleaner::Cleaner(std::string_view input, const HtmlOptions& options, Job& job)
    : input_(input),
      options_(options),
      job_(job),
      tokenizer_(input, job.budget),
      out_(input.size()),
      fragment_(out_, options.limits.max_depth) {}

bool Cleaner::is_interactive() const noexcept {
  if (images_ != 0) return false;
  if (!tally_.has(Element::kScript) && !tally_.has(Element::kIframe)) return false;
  return visible_bytes_ <= (has_chart_ ? kLoaderBytes : 0);
}

bool Cleaner::refuse(FindingCode code, std::string detail) {
  Location where;
  where.begin = where.end = tokenizer_.position();
  job_.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
  return false;
}

bool Cleaner::is_kept(Element element) const noexcept {
  const Fate fate = element_info(element).fate;
  if (fate == Fate::kKeep) return true;
  return fate == Fate::kOptional &&
         std::find(options_.added.begin(), options_.added.end(), element) != options_.added.end();
}

bool Cleaner::run() {
  while (true) {
    const Token& token = tokenizer_.next();
    bool was_pre = false;
    switch (token.kind) {
      case TokenKind::kText:
        if (!text(token)) return false;
        break;
      case TokenKind::kStartTag:
        if (!start_tag(token)) return false;
        was_pre = is_after_pre_;
        break;
      case TokenKind::kEndTag:
        if (is_kept(token.element)) {
          if (token.element == Element::kBr) {
            if (!start_tag(token)) return false;
          } else {
            fragment_.close(token.element);
          }
        } else if (element_info(token.element).is(traits::kBlock)) {
          fragment_.widen(Join::kBreak);
        }
        break;
      case TokenKind::kComment: tally_.event(Event::kComment, token.begin); break;
      case TokenKind::kDoctype: tally_.event(Event::kDoctype, token.begin); break;
      case TokenKind::kEnd:
        if (!job_.budget.ok()) return false;
        fragment_.close_all();
        return !fragment_.is_too_deep();
    }
    is_after_pre_ = was_pre;
    if (out_.size() > job_.budget.left(Budget::Kind::kOutputBytes)) {
      return job_.budget.charge(Budget::Kind::kOutputBytes, out_.size());
    }
  }
}

bool Cleaner::start_tag(const Token& token) {
  if (token.attribute_count > options_.limits.max_attributes) {
    return refuse(FindingCode::kMarkupSize, std::to_string(token.attribute_count) +
                                                " attributes of one element, allowed are " +
                                                std::to_string(options_.limits.max_attributes));
  }
  if (!job_.budget.charge(Budget::Kind::kNodes, 1)) return false;
  const Element element = token.element;
  const ElementInfo& info = element_info(element);
  bool is_going_on = true;
  if (is_kept(element)) {
    is_going_on = keep(token);
  } else if (info.fate == Fate::kUnwrap || info.fate == Fate::kOptional) {
    if (info.is(traits::kBlock)) fragment_.widen(Join::kBreak);
    if (element == Element::kUnknown) {
      tally_.event(Event::kUnknownElement, token.begin);
    } else {
      tally_.element(element, token.begin);
    }
    note_handlers(token);
  } else {
    // What became of a style sheet is said rule by rule.
    if (element != Element::kStyle) tally_.element(element, token.begin);
    is_going_on = skip(token);
  }
  if (fragment_.is_too_deep()) {
    return refuse(FindingCode::kMarkupDepth,
                  "more than " + std::to_string(options_.limits.max_depth) + " elements are open");
  }
  is_after_pre_ = element == Element::kPre;
  return is_going_on;
}

bool Cleaner::keep(const Token& token) {
  const Element element = token.element;
  const ElementInfo& info = element_info(element);
  if (element == Element::kImg) return image(token);
  if (!fragment_.place(element)) {
    if (!fragment_.is_too_deep()) tally_.element(element, token.begin);
    return true;
  }
  Look look = fragment_.top().look;
  bool is_hidden = false;
  const std::size_t first_leaf = leaves_.size();
  attributes_.clear();
  if (token.attribute_count != 0 || (look.sheet >= 0 && !styles_.is_empty())) {
    Attributes found;
    if (!read_attributes(token, found)) return false;
    if (element == Element::kTable && !styles_.is_empty()) look.sheet = styles_.table(found.id);
    is_hidden = found.is_hidden;
    if (!put_style(element, found, look, is_hidden, token.begin)) return false;
  } else if (element == Element::kTable) {
    look.sheet = -1;
  }
  if (is_hidden && job_.consumer == Consumer::kAgent && !info.is(traits::kVoid)) {
    tally_.event(Event::kHiddenDropped, token.begin);
  } else {
    if (is_hidden) tally_.event(Event::kHiddenShown, token.begin);
    is_hidden = false;
  }
  if (!fragment_.push(element, is_hidden, look)) return true;
  if (fragment_.is_suppressed()) {
    leaves_.hide(first_leaf);
    return true;
  }
  out_.put_tag(info.name, false);
  if (attributes_.size() != 0) {
    leaves_.shift(first_leaf, out_.size());
    out_.put(attributes_.view());
  }
  out_.put('>');
  if (element == Element::kPre) pre_end_ = out_.size();
  return true;
}

// NUL goes, a carriage return is a line end: neither can be written so that it comes back.
std::string_view Cleaner::without_oddities(std::string_view text) {
  text_.clear();
  for (const char c : text) {
    if (c != '\0') text_.push_back(c == '\r' ? '\n' : c);
  }
  return text_;
}

bool Cleaner::text(const Token& token) {
  if (!job_.budget.charge(Budget::Kind::kNodes, 1)) return false;
  std::string_view text = token.has_oddities ? without_oddities(token.text) : token.text;
  if (is_after_pre_ && text.starts_with('\n')) text.remove_prefix(1);
  if (!text.empty()) write_text(text, token.begin);
  if (!fragment_.is_too_deep()) return true;
  return refuse(FindingCode::kMarkupDepth,
                "more than " + std::to_string(options_.limits.max_depth) + " elements are open");
}

void Cleaner::write_text(std::string_view text, std::size_t source) {
  const bool blank = is_blank(text);
  if (!fragment_.place_text(blank)) return;
  const bool is_after_pre = pre_end_ != 0 && pre_end_ == out_.size();
  bool is_written = !fragment_.is_suppressed();
  if (is_written && !blank && is_camouflaged(fragment_.top().look)) {
    // For others the style that hides it is not written.
    is_written = job_.consumer != Consumer::kAgent;
    if (!is_written) tally_.event(Event::kHiddenDropped, source);
  }
  if (blank) {
    const bool is_line_end = fragment_.is_open(Element::kPre) && text.find('\n') != std::string_view::npos;
    fragment_.widen(is_line_end ? Join::kBreak : Join::kSpace);
    if (!is_written) return;
    if (is_after_pre && text.front() == '\n') out_.put('\n');
    out_.put(text);
    return;
  }
  const std::size_t begin = out_.size();
  if (is_written) {
    if (is_after_pre && text.front() == '\n') out_.put('\n');
    out_.put_escaped(text);
    visible_bytes_ += text.size();
  }
  const LeafRecord::Kind kind = !is_written    ? LeafRecord::Kind::kNowhere
                                : is_after_pre ? LeafRecord::Kind::kPreText
                                               : LeafRecord::Kind::kText;
  leaves_.add(kind, fragment_.join(), is_written ? Flow::kText : Flow::kAside, text, source, begin, out_.size());
  if (is_written) fragment_.reset_join();
}

void Cleaner::write_note(const std::string& note, std::size_t source) {
  fragment_.widen(Join::kSpace);
  write_text(note, source);
  fragment_.widen(Join::kSpace);
}

// Goes over an element that is dropped with what it holds.
bool Cleaner::skip(const Token& token) {
  const Element element = token.element;
  const ElementInfo& info = element_info(element);
  if (info.is(traits::kBlock)) fragment_.widen(Join::kBreak);
  note_handlers(token);
  if (info.fate == Fate::kDrop) return true;
  const bool is_foreign = info.fate == Fate::kForeign;
  if (is_foreign && token.is_self_closing) return true;
  if (set_text_mode(element, token.name)) return skip_raw(element, token.begin);
  return skip_content(element, is_foreign);
}

// @return true where what follows is not markup
bool Cleaner::set_text_mode(Element element, std::string_view name) {
  const ElementInfo& info = element_info(element);
  if (info.is(traits::kRcdata)) {
    tokenizer_.set_mode(TextMode::kRcdata, name);
  } else if (info.is(traits::kRawtext)) {
    tokenizer_.set_mode(TextMode::kRawtext, name);
  } else if (info.is(traits::kScript)) {
    tokenizer_.set_mode(TextMode::kScript, name);
  } else if (info.is(traits::kPlaintext)) {
    tokenizer_.set_mode(TextMode::kPlaintext, name);
  } else {
    return false;
  }
  return true;
}

bool Cleaner::skip_raw(Element element, std::size_t begin) {
  while (true) {
    const Token& token = tokenizer_.next();
    if (token.kind == TokenKind::kEnd) return job_.budget.ok();
    if (token.kind == TokenKind::kText && element == Element::kStyle) {
      if (!styles_.add_sheet(token.text, begin, job_.budget, tally_)) return false;
      continue;
    }
    if (token.kind == TokenKind::kEndTag) return true;
  }
}

bool Cleaner::skip_content(Element element, bool is_foreign) {
  const bool nests = element != Element::kSelect && element != Element::kOption;
  std::uint64_t depth = 1;
  tokenizer_.set_foreign(is_foreign);
  bool is_whole = true;
  while (true) {
    const Token& token = tokenizer_.next();
    if (token.kind == TokenKind::kEnd) {
      is_whole = job_.budget.ok();
      break;
    }
    if (!job_.budget.charge(Budget::Kind::kNodes, 1)) {
      is_whole = false;
      break;
    }
    if (token.kind == TokenKind::kStartTag) {
      if (token.element == Element::kScript) tally_.element(Element::kScript, token.begin);
      if (token.element == element && nests && !(is_foreign && token.is_self_closing)) ++depth;
      // A tag of its own kind ends an open select; what follows is outside.
      if (token.element == element && element == Element::kSelect) break;
      if (!is_foreign && set_text_mode(token.element, token.name) && !skip_raw(Element::kScript, token.begin)) {
        is_whole = false;
        break;
      }
    } else if (token.kind == TokenKind::kEndTag) {
      if (token.element == element && --depth == 0) break;
      if (element == Element::kOption && (token.element == Element::kSelect || fragment_.is_open(token.element))) {
        fragment_.close(token.element);
        break;
      }
    }
  }
  tokenizer_.set_foreign(false);
  return is_whole;
}

}  // namespace sluice::sanitize::html
