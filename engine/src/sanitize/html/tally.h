#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/findings.h"
#include "sanitize/html/attributes.h"
#include "sanitize/html/elements.h"

namespace sluice::sanitize::html {

/// What happened to a document, besides elements and attributes that went by their name.
enum class Event : std::uint8_t {
  kEventHandler,    ///< on* attributes
  kUnknownElement,  ///< unwrapped, no rule names it
  kUnknownAttribute,
  kLongValue,
  kComment,
  kDoctype,
  kStyleDeclaration,
  kStyleSheet,
  kStyleExternal,
  kPandasStyle,  ///< the style that pandas writes with every table
  kUrl,
  kExternalImage,
  kRelativeImage,
  kBadImage,
  kHiddenDropped,
  kHiddenShown,
  kCount,
};

/// Counts what is dropped, each kind once with its first place. Not thread-safe.
class Tally {
 public:
  void element(Element element, std::size_t offset) noexcept {
    note(elements_[static_cast<std::size_t>(element)], offset);
  }
  void attribute(AttributeName name, std::size_t offset) noexcept {
    note(attributes_[static_cast<std::size_t>(name)], offset);
  }
  void event(Event event, std::size_t offset) noexcept { note(events_[static_cast<std::size_t>(event)], offset); }

  [[nodiscard]] bool has(Event event) const noexcept { return events_[static_cast<std::size_t>(event)].count != 0; }
  [[nodiscard]] bool has(Element element) const noexcept {
    return elements_[static_cast<std::size_t>(element)].count != 0;
  }

  /// Adds a finding for each kind. @param to_source  maps an offset to the artifact
  template <typename ToSource>
  void report(Findings& findings, ToSource&& to_source) const;

 private:
  struct Count {
    std::uint64_t count = 0;
    std::size_t first = 0;
  };
  struct Wording {
    FindingCode code = FindingCode::kMarkupElement;
    Severity severity = Severity::kLow;
    std::string_view what;
  };

  void note(Count& count, std::size_t offset) noexcept {
    if (count.count++ == 0) count.first = offset;
  }
  [[nodiscard]] static Wording wording(Element element) noexcept;
  [[nodiscard]] static Wording wording(AttributeName name) noexcept;
  [[nodiscard]] static Wording wording(Event event) noexcept;
  static void add(Findings& findings, const Wording& wording, std::uint64_t count, std::uint64_t offset);

  std::array<Count, kElementCount> elements_{};
  std::array<Count, kAttributeCount> attributes_{};
  std::array<Count, static_cast<std::size_t>(Event::kCount)> events_{};
};

template <typename ToSource>
void Tally::report(Findings& findings, ToSource&& to_source) const {
  const auto each = [&](const auto& counts, auto first) {
    using Key = decltype(first);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i].count != 0) {
        add(findings, wording(static_cast<Key>(i)), counts[i].count, to_source(counts[i].first));
      }
    }
  };
  each(events_, Event{});
  each(elements_, Element{});
  each(attributes_, AttributeName{});
}

}  // namespace sluice::sanitize::html
