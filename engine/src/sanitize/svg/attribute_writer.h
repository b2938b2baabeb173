#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sanitize/job.h"
#include "sanitize/svg/attributes.h"
#include "sanitize/svg/elements.h"
#include "sanitize/svg/look.h"
#include "sanitize/svg/references.h"
#include "sanitize/svg/removals.h"
#include "sanitize/svg/svg.h"
#include "sanitize/svg/value_cache.h"
#include "sanitize/svg/values.h"
#include "sanitize/svg/writer.h"
#include "sanitize/xml/reader.h"

namespace sluice::sanitize::svg {

/// What the attributes of an element came to.
struct ElementFacts {
  std::string_view id;  ///< empty where it has none that is kept
  std::string_view classes;
  css::Report presentation;     ///< of its attributes
  css::Report style;            ///< of its style attribute
  std::optional<double> width;  ///< in pixels
  std::optional<double> height;
  std::optional<Box> view_box;
  double scale = 1;
};

/// Writes the attributes of elements anew: those on the lists, whose values follow their grammar. One for a drawing.
class AttributeWriter {
 public:
  AttributeWriter(const SvgLimits& limits, Budget& budget, Writer& writer, References& references, Removals& removals)
      : limits_(limits), budget_(budget), writer_(writer), references_(references), removals_(removals) {}

  /// @param number  of the element in the references
  /// @return false where a limit or the budget ended it; refusal() then says why, unless the budget does
  [[nodiscard]] bool write(const xml::StartTag& tag, const Element& element, std::uint32_t number, bool is_root,
                           ElementFacts& facts);
  [[nodiscard]] std::optional<FindingCode> refusal() const noexcept { return refusal_; }

 private:
  bool write_one(const xml::Attribute& attribute, ElementFacts& facts);
  bool write_ruled(const AttributeRule& rule, std::string_view value, ElementFacts& facts);
  bool write_kind(const AttributeRule& rule, std::string_view value, std::string& out, ElementFacts& facts);
  bool write_style(std::string_view value, ElementFacts& facts);
  void write_property(const css::Property& property, std::string_view value, ElementFacts& facts);
  void write_namespaced(const xml::Attribute& attribute);
  void write_href(std::string_view value);
  bool check_area(std::string_view name, double pixels);
  void drop(FindingCode code, std::string_view name) { removals_.add(code, name, tag_->begin); }

  const SvgLimits& limits_;
  Budget& budget_;
  Writer& writer_;
  References& references_;
  Removals& removals_;
  std::optional<FindingCode> refusal_;
  ValueCache cache_;

  // Of the element that is written:
  const xml::StartTag* tag_ = nullptr;
  const Element* element_ = nullptr;
  std::uint32_t number_ = 0;
  bool is_root_ = false;
};

inline constexpr std::string_view kXlinkNamespace = "http://www.w3.org/1999/xlink";

/// The address of an element, the plain one before that of XLink, or null.
[[nodiscard]] const std::string_view* find_href(const xml::StartTag& tag) noexcept;

/// True where following a link would run code, however it is spelled.
[[nodiscard]] bool is_script_url(std::string_view url) noexcept;

}  // namespace sluice::sanitize::svg
