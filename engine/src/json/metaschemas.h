#pragma once

#include <string_view>

namespace sluice::json {

/// What a schema of a dialect must look like, as a schema: what a reference to "http://json-schema.org/draft-07/schema"
/// and its kin means. In our own words, with the names of the standard's; each dialect's vocabularies in one.
/// @param uri  without fragment
/// @return empty where no dialect is called so
[[nodiscard]] std::string_view metaschema_text(std::string_view uri) noexcept;

}  // namespace sluice::json
