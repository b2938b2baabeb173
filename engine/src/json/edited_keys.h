#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "json/document.h"

namespace sluice::json {

/// Tells keys apart that an edit made equal. Costs something only in objects of which a key was edited.
class EditedKeys {
 public:
  /// The name to write for an edited key: `name`, or with "#2", "#3" ... at its end. It meets no other key of the
  /// object as it came and no edited key before it. Linear in all keys of the object together: a sandbox may send
  /// thousands that all become one mark.
  /// @param depth  of the object; objects are named from the outside in and closed from the inside out
  [[nodiscard]] std::string_view unique(const Value& object, std::size_t depth, const Value& key,
                                        std::string_view name);
  /// The object at `depth` is complete.
  void close(std::size_t depth) noexcept {
    if (!objects_.empty() && objects_.back().depth == depth) objects_.pop_back();
  }

 private:
  struct Object {
    std::size_t depth = 0;
    std::unordered_map<std::string_view, std::uint32_t> first_of;  // the first member of each name, as it came
    std::unordered_set<std::string> taken;                         // by edited keys
    std::unordered_map<std::string, std::uint64_t> next_number;    // by edited name
  };
  std::vector<Object> objects_;
};

}  // namespace sluice::json
