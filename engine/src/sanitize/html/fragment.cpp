#include "sanitize/html/fragment.h"

#include <algorithm>
#include <cstdlib>

namespace sluice::sanitize::html {

namespace {

using enum Element;

Join join_of(const ElementInfo& info, Element element) noexcept {
  if (info.is(traits::kBlock)) return Join::kBreak;
  return element == kTd || element == kTh ? Join::kSpace : Join::kAdjacent;
}

}  // namespace

bool is_camouflaged(const Look& look) noexcept {
  constexpr int kNear = 8;
  const auto is_near = [](std::uint8_t a, std::uint8_t b) { return std::abs(int{a} - int{b}) <= kNear; };
  return is_near(look.color.red, look.background.red) && is_near(look.color.green, look.background.green) &&
         is_near(look.color.blue, look.background.blue);
}

// True where a browser would move text or other elements out of the table, or close something for them.
bool Fragment::is_gap() const noexcept {
  switch (stack_.back().element) {
    case kTable:
    case kTbody:
    case kThead:
    case kTfoot:
    case kTr:
    case kColgroup: return true;
    default: return false;
  }
}

bool Fragment::place_text(bool is_blank) {
  if (!is_gap() || is_blank) return true;
  return open_cell();
}

bool Fragment::place(Element element) {
  const ElementInfo& info = element_info(element);
  widen(join_of(info, element));
  if (info.is(traits::kTablePart)) return place_part(element);
  if (is_gap() && !open_cell()) return false;
  if (element == kLi) {
    if (last_of(kLi) != 0 && last_of(kLi) >= top().list_stop) close_from(last_of(kLi), false);
  } else if (element == kDd || element == kDt) {
    const std::uint16_t item = std::max(last_of(kDd), last_of(kDt));
    if (item != 0 && item >= top().list_stop) close_from(item, false);
  }
  if (info.is(traits::kClosesP) && last_of(kP) > top().scope) close_from(last_of(kP), false);
  if (info.is(traits::kHeading)) {
    if (element_info(top().element).is(traits::kHeading)) close_from(depth(), false);
  } else if (element == kA) {
    if (last_of(kA) > top().marker) close_from(last_of(kA), false);
  } else if (element == kRt || element == kRp) {
    const auto is_implied_end = [](Element e) {
      return e == kRt || e == kRp || e == kP || e == kLi || e == kDd || e == kDt;
    };
    while (last_of(kRuby) > top().scope && is_implied_end(top().element)) close_from(depth(), false);
  }
  return true;
}

// Parts of a table, in the order that the table allows: what is missing between is opened.
bool Fragment::place_part(Element element) {
  const std::uint16_t table = last_of(kTable);
  if (table == 0) return false;
  const auto open_in_table = [&](Element e) -> std::uint16_t { return last_of(e) > table ? last_of(e) : 0; };
  const std::uint16_t section = std::max({open_in_table(kTbody), open_in_table(kThead), open_in_table(kTfoot)});
  std::uint16_t parent = table;
  if (element == kTr) {
    if (section != 0) parent = section;
  } else if (element == kTd || element == kTh) {
    if (const std::uint16_t row = open_in_table(kTr); row != 0) {
      parent = row;
    } else if (section != 0) {
      parent = section;
    }
  } else if (element == kCol) {
    if (const std::uint16_t group = open_in_table(kColgroup); group != 0) parent = group;
  }
  // A row that is written without its end, as cells and rows usually are, is no repair worth a word.
  if (parent < depth()) close_from(static_cast<std::uint16_t>(parent + 1), false);
  const bool needs_section = element == kTr || element == kTd || element == kTh;
  if (needs_section && top().element == kTable && !open_implied(kTbody)) return false;
  if ((element == kTd || element == kTh) && top().element != kTr && !open_implied(kTr)) return false;
  if (element == kCol && top().element == kTable && !open_implied(kColgroup)) return false;
  return true;
}

bool Fragment::open_cell() { return place_part(kTd) && open_implied(kTd); }

bool Fragment::open_implied(Element element) {
  was_repaired_ = true;
  const ElementInfo& info = element_info(element);
  widen(join_of(info, element));
  if (!is_suppressed()) {
    out_.put_tag(info.name, false);
    out_.put('>');
  }
  return push(element, false, top().look);
}

bool Fragment::push(Element element, bool is_hidden, const Look& look) {
  const ElementInfo& info = element_info(element);
  if (info.is(traits::kVoid)) return true;
  if (stack_.size() > max_depth_) {
    is_too_deep_ = true;
    return false;
  }
  const OpenElement& parent = stack_.back();
  const auto index = static_cast<std::uint16_t>(stack_.size());
  OpenElement open = parent;
  open.element = element;
  open.is_ending = false;
  open.is_hidden = is_hidden;
  open.look = look;
  std::uint16_t& last = last_[static_cast<std::size_t>(element)];
  open.previous_same = last;
  last = index;
  const bool is_cell = element == kTd || element == kTh || element == kCaption;
  if (is_cell) open.marker = index;
  if (is_cell || element == kTable) open.scope = index;
  if (info.is(traits::kSpecial)) {
    open.special = index;
    if (element != kAddress && element != kDiv && element != kP) open.list_stop = index;
  }
  stack_.push_back(open);
  if (is_hidden && hidden_ == 0) hidden_ = index;
  return true;
}

void Fragment::pop() {
  const OpenElement& open = stack_.back();
  const ElementInfo& info = element_info(open.element);
  if (!is_suppressed()) out_.put_tag(info.name, true);
  if (hidden_ == stack_.size() - 1) hidden_ = 0;
  if (!open.is_ending || open.element == kA) last_[static_cast<std::size_t>(open.element)] = open.previous_same;
  widen(join_of(info, open.element));
  stack_.pop_back();
}

void Fragment::drop_ending() {
  while (stack_.back().is_ending) pop();
}

// Closes the element at `index` and all inside of it.
void Fragment::close_from(std::uint16_t index, bool is_asked) {
  if (!is_asked || index < depth()) was_repaired_ = true;
  while (stack_.size() > index) pop();
  drop_ending();
}

void Fragment::close(Element element) {
  const ElementInfo& info = element_info(element);
  std::uint16_t index = last_of(element);
  if (info.is(traits::kHeading)) {
    // The end tag of one heading ends any other.
    for (const Element heading : {kH1, kH2, kH3, kH4, kH5, kH6}) index = std::max(index, last_of(heading));
  }
  if (index == 0) return;
  const OpenElement& inner = top();
  if (info.is(traits::kTablePart)) {
    if (index > last_of(kTable)) close_from(index, true);
  } else if (element == kTable) {
    close_from(index, true);
  } else if (element == kLi) {
    if (index > std::max({inner.scope, last_of(kUl), last_of(kOl)})) close_from(index, true);
  } else if (index <= inner.scope) {
    // Outside of the cell.
  } else if (info.is(traits::kSpecial) || index >= inner.special) {
    close_from(index, true);
  } else {
    was_repaired_ = true;
    OpenElement& open = stack_[index];
    open.is_ending = true;
    // A link stays known as open, since none may begin inside of it.
    if (element != kA) last_[static_cast<std::size_t>(element)] = open.previous_same;
  }
}

void Fragment::close_all() {
  if (depth() > 0) close_from(1, false);
}

}  // namespace sluice::sanitize::html
