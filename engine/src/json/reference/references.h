#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "json/reference/keywords.h"
#include "json/reference/rapidjson.h"
#include "sluice/result.h"

namespace sluice::json::reference {

/// The draft that `$schema` names, 2020-12 where there is none; empty where it is not one we know.
[[nodiscard]] std::optional<Draft> draft_of(const rapidjson::Value& root);

/// What references of one schema document may point to.
class References {
 public:
  /// Walks the document. It must outlive this.
  /// @return kSchemaUnsupported for embedded resources, kSchemaTooLarge beyond 200 levels
  [[nodiscard]] Result<void> collect(const rapidjson::Value& root, Draft draft);

  /// @param text  the value of `$ref`
  /// @return the JSON pointer of the target, which exists
  [[nodiscard]] Result<std::string> resolve(std::string_view text) const;

  /// True where the document has `$recursiveAnchor: true`.
  [[nodiscard]] bool has_recursive_anchor() const noexcept { return has_recursive_anchor_; }

 private:
  [[nodiscard]] Result<void> walk(const rapidjson::Value& value, const std::string& at, bool is_data, unsigned depth);
  [[nodiscard]] Result<void> note_names(const rapidjson::Value& schema, const std::string& at);

  const rapidjson::Value* root_ = nullptr;
  Draft draft_ = Draft::k2020;
  std::string base_;
  std::map<std::string, std::string, std::less<>> anchors_;  // name -> JSON pointer
  bool has_recursive_anchor_ = false;
};

/// One step of a JSON pointer, escaped.
[[nodiscard]] std::string pointer_step(std::string_view key);

[[nodiscard]] inline std::string_view text_of(const rapidjson::Value& value) noexcept {
  return {value.GetString(), value.GetStringLength()};
}

inline constexpr unsigned kMaxSchemaDepth = 200;

}  // namespace sluice::json::reference
