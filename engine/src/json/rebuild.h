#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "json/document.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::json {

/// Decides what is written in place of a string or key.
class StringEditor {
 public:
  virtual ~StringEditor() = default;
  /// @param leaf  the decoded text, its id (see Document::pointer_of)
  /// @param out   empty; gets the new text, UTF-8
  /// @return true where `out` takes the leaf's place
  [[nodiscard]] virtual bool edit(const Leaf& leaf, std::string& out) = 0;
};

/// A member that a document does not have and its rebuilt form does.
struct AddedMember {
  std::uint32_t object = 0;  ///< id of the object that gets it
  std::string_view key;
  Value value;  ///< of any document that is still alive
};

struct RebuildOptions {
  bool escape_html = false;  ///< `<`, `>`, `&`, U+2028 and U+2029 as \u escapes: for browsers
  unsigned indent = 0;       ///< spaces for each level, 0 for one line
  bool end_with_newline = false;
  /// Ids of member keys that are left out, ascending (Validator::unknown_members).
  std::span<const std::uint32_t> dropped_members;
  /// Written after an object's own members, in their order; ascending by object. Their keys are new to the object. They
  /// are not shown to the editor.
  std::span<const AddedMember> added_members;
  StringEditor* editor = nullptr;
  /// Two keys that an edit made equal are told apart by "#2", "#3" ... at the end. Duplicate keys as they came stay.
  bool disambiguate_edited_keys = true;
};

/// Writes a document anew with our own serializer: every byte of the result is ours.
///
/// Members keep their order, integers their digits, big numbers their text; doubles get the shortest form that reads
/// back the same. Parsing the result gives an equal document, and rebuilding that gives the same bytes.
/// @param budget  charged the output bytes and steps
/// @return kBudgetExhausted, kOutOfMemory
/// Complexity: O(n).
[[nodiscard]] Result<Bytes> rebuild(const Document& document, const RebuildOptions& options, Budget& budget) noexcept;

}  // namespace sluice::json
