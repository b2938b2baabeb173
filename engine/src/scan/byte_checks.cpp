#include "scan/byte_checks.h"

#include <algorithm>
#include <cstring>

#include "core/checked.h"
#include "scan/byte_set_table.h"
#include "scan/compiled_state.h"

namespace sluice::scan {

namespace {

bool holds_byte(ByteView bytes, std::uint8_t byte) {
  return !bytes.empty() && std::memchr(bytes.data(), byte, bytes.size()) != nullptr;
}

bool holds_byte_backward(ByteView bytes, std::uint8_t byte) {
  return !bytes.empty() && memrchr(bytes.data(), byte, bytes.size()) != nullptr;
}

}  // namespace

ByteChecks::ByteChecks(std::span<const Plan> plans) {
  ByteSetTable table;
  const auto add_classes = [&](const std::vector<rules::ByteSet>& classes) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      // Classes come in a row: those of `[0-9a-f]{32}` are one class.
      if (i == 0 || classes[i] != classes[i - 1]) number = table.number_of(classes[i]);
      numbers_.push_back(static_cast<std::uint32_t>(number));
    }
  };
  rows_.reserve(plans.size());
  for (const Plan& plan : plans) {
    rows_.push_back({static_cast<std::uint32_t>(numbers_.size()), plan.anchor_len,
                     static_cast<std::uint8_t>(plan.next.size()), static_cast<std::uint8_t>(plan.previous.size())});
    add_classes(plan.next);
    add_classes(plan.previous);
  }
  sets_.assign(table.sets().begin(), table.sets().end());
}

bool ByteChecks::may_match(std::size_t plan, std::uint64_t hit_end, const Window& window) const {
  const Row& row = rows_[plan];
  const rules::ByteSet* const sets = sets_.data();
  const std::uint32_t* number = numbers_.data() + row.first;
  const std::uint64_t end = window.end();
  std::uint64_t at = hit_end;
  for (unsigned i = 0; i < row.next; ++i, ++at) {
    if (at == end) {
      if (window.is_end) return false;
      break;
    }
    if (!sets[number[i]].contains(window.at(at))) return false;
  }
  number += row.next;
  std::uint64_t before = hit_end - row.anchor_len;
  for (unsigned i = 0; i < row.previous; ++i) {
    if (before == window.base || !sets[number[i]].contains(window.at(--before))) return false;
  }
  return true;
}

bool holds_required(const Plan& plan, ByteView tail) {
  if (plan.required && !holds_byte(tail, *plan.required)) return false;
  return !plan.required_run || holds_run(*plan.required_run, tail);
}

bool may_hold_required(const Plan& plan, std::uint64_t hit_end, const Window& window) {
  constexpr std::uint64_t kMaxLook = 1'024;  // further on, walking the bytes is likely to end first
  if (plan.required_before) {
    const std::uint64_t begin = hit_end - plan.anchor_len;
    const std::uint64_t from = std::max(window.base, saturating_sub(begin, plan.lead_max));
    if (!holds_byte_backward(window.slice(from, begin), *plan.required_before)) return false;
  }
  if ((!plan.required && !plan.required_run) || plan.tail_max > kMaxLook) return true;
  const std::uint64_t end = hit_end + plan.tail_max;
  if (end > window.end() && !window.is_end) return true;
  return holds_required(plan, window.slice(hit_end, std::min(end, window.end())));
}

}  // namespace sluice::scan
