#include "json/edited_keys.h"

namespace sluice::json {

std::string_view EditedKeys::unique(const Value& object, std::size_t depth, const Value& key, std::string_view name) {
  if (objects_.empty() || objects_.back().depth != depth) {
    Object& fresh = objects_.emplace_back();
    fresh.depth = depth;
    for (const Member member : object.members()) fresh.first_of.try_emplace(member.key.text(), member.key.id());
  }
  Object& state = objects_.back();
  const std::string base(name);
  std::uint64_t& number = state.next_number.try_emplace(base, 1).first->second;
  for (;; ++number) {
    std::string candidate = number == 1 ? base : base + '#' + std::to_string(number);
    const auto other = state.first_of.find(candidate);
    if (other != state.first_of.end() && other->second != key.id()) continue;
    const auto [place, is_new] = state.taken.insert(std::move(candidate));
    if (is_new) return *place;
  }
}

}  // namespace sluice::json
