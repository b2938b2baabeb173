#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// The words of a baseline file, for who writes and who reads it.

namespace sluice::pipeline {

inline constexpr std::string_view kFormatKey = "format";
inline constexpr std::int64_t kBaselineFormat = 1;
inline constexpr std::string_view kKeyKey = "key";
inline constexpr std::string_view kFindingsKey = "findings";
inline constexpr std::string_view kRuleKey = "rule";
inline constexpr std::string_view kFingerprintKey = "fingerprint";
inline constexpr std::size_t kBaselineKeyBytes = 32;

}  // namespace sluice::pipeline
