#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/tree.h"

namespace sluice::authoring::importing {

/// The member `key` as text; empty where it is absent or no scalar of text.
[[nodiscard]] std::string text_at(const config::Node& table, std::string_view key);
/// The member `key` as a number.
[[nodiscard]] std::optional<double> number_at(const config::Node& table, std::string_view key);
/// A whole number of at most `limit`; nothing where it is absent, negative or no whole number.
[[nodiscard]] std::optional<std::uint32_t> count_at(const config::Node& table, std::string_view key,
                                                    std::uint32_t limit);
[[nodiscard]] bool flag_at(const config::Node& table, std::string_view key);
/// The texts in the list `key`; one text counts as a list of it.
[[nodiscard]] std::vector<std::string> texts_at(const config::Node& table, std::string_view key);

}  // namespace sluice::authoring::importing
