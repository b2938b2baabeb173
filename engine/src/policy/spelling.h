#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/reader.h"

/// Checks the spelling of single values of a policy file.
namespace sluice::policy {

/// Says what is wrong with a value and what to write instead; nothing where it is good. May replace the value by its
/// canonical spelling.
using Spelling = std::optional<std::string> (*)(std::string& value);

[[nodiscard]] std::optional<std::string> check_media_type(std::string& value);  ///< "image/png", "image/*"
[[nodiscard]] std::optional<std::string> check_domain(std::string& value);      ///< "example.com", "*.example.com"
[[nodiscard]] std::optional<std::string> check_variable(std::string& value);    ///< name of an environment variable
[[nodiscard]] std::optional<std::string> check_pack(std::string& value);        ///< name of a rule pack or set
[[nodiscard]] std::optional<std::string> check_tool(std::string& value);        ///< name of a sandbox tool
[[nodiscard]] std::optional<std::string> check_html_tag(std::string& value);    ///< an element that may be added
[[nodiscard]] std::optional<std::string> check_extension(std::string& value);   ///< "png", "tar.gz"
[[nodiscard]] std::optional<std::string> check_glob(std::string& value);        ///< allow pattern of file names
[[nodiscard]] std::optional<std::string> check_policy_name(std::string& value);
[[nodiscard]] std::optional<std::string> check_schema_name(std::string& value);

/// Reads a string whose spelling is checked.
[[nodiscard]] std::optional<std::string> read_spelled(config::TableReader& reader, std::string_view key,
                                                      Spelling spelling);

/// Reads an array of different strings, each of a checked spelling.
[[nodiscard]] std::optional<std::vector<std::string>> read_spelled_list(config::TableReader& reader,
                                                                        std::string_view key, Spelling spelling);

}  // namespace sluice::policy
