#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/checked.h"
#include "sanitize/html/writer.h"
#include "sanitize/projection.h"

namespace sluice::sanitize::html {

/// Where the leaves of a projection stand in what was written, so that the few that the scan changes can be written
/// again. Not thread-safe.
class LeafRecord {
 public:
  enum class Kind : std::uint8_t {
    kNowhere,  ///< read, but not written
    kText,     ///< escaped; the whole span is its text
    kPreText,  ///< the same, first in a pre
    kLink,     ///< an attribute that goes where its URL changes
  };

  TextProjection& projection() noexcept { return projection_; }

  /// Adds a leaf that was written to [begin, end) of the output.
  void add(Kind kind, Join join, Flow flow, std::string_view text, std::uint64_t source, std::size_t begin,
           std::size_t end) {
    projection_.add(join, text, source, source + text.size(), flow);
    places_.push_back({clamp_to<std::uint32_t>(begin), clamp_to<std::uint32_t>(end), kind});
  }
  /// Moves the places of the leaves from `first` on: attributes are written before it is known where they stand.
  void shift(std::size_t first, std::size_t by) noexcept {
    for (std::size_t i = first; i < places_.size(); ++i) {
      places_[i].begin += clamp_to<std::uint32_t>(by);
      places_[i].end += clamp_to<std::uint32_t>(by);
    }
  }
  /// The leaves from `first` on are not written after all.
  void hide(std::size_t first) noexcept {
    for (std::size_t i = first; i < places_.size(); ++i) places_[i].kind = Kind::kNowhere;
  }
  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }

  /// What was written, with the texts that changed. O(n)
  [[nodiscard]] Writer apply(const LeafTexts& texts, std::string_view written) const {
    Writer out(written.size());
    std::size_t copied = 0;
    for (std::size_t id = 0; id < places_.size(); ++id) {
      const Place& place = places_[id];
      if (place.kind == Kind::kNowhere) continue;
      const std::string* const changed = texts.changed(static_cast<std::uint32_t>(id));
      if (changed == nullptr) continue;
      out.put(written.substr(copied, place.begin - copied));
      copied = place.end;
      if (place.kind == Kind::kLink) continue;
      if (place.kind == Kind::kPreText && changed->starts_with('\n')) out.put('\n');
      out.put_escaped(*changed);
    }
    out.put(written.substr(copied));
    return out;
  }

 private:
  struct Place {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Kind kind = Kind::kNowhere;
  };
  TextProjection projection_;
  std::vector<Place> places_;
};

}  // namespace sluice::sanitize::html
