#pragma once

#include <chrono>
#include <cstdint>

/// Smallest and largest values that a policy may set. schemas/policy.schema.json repeats those of integers.
namespace sluice::policy::ranges {

using std::chrono::milliseconds;

inline constexpr std::uint64_t kMaxBytes = 1'000'000'000'000'000;  ///< 1 PB: a typing error beyond
inline constexpr std::int64_t kMaxCount = 1'000'000'000;
inline constexpr std::int64_t kMaxFiles = 1'000'000;
inline constexpr std::int64_t kMaxDepth = 1'024;           ///< the hard cap of the JSON parser
inline constexpr std::int64_t kMaxNesting = 16;            ///< each level needs stack
inline constexpr std::int64_t kMaxInflateRatio = 100'000;  ///< beyond what xz reaches on zeros
inline constexpr std::int64_t kMaxFindings = 100'000;
inline constexpr std::uint64_t kMinHoldBytes = 4'096;          ///< a private key header and its first lines
inline constexpr std::uint64_t kMaxHeldBytes = 1'000'000'000;  ///< strings, lines and held text live in memory
inline constexpr std::int64_t kMinExitCode = -2'147'483'648;
inline constexpr std::int64_t kMaxExitCode = 4'294'967'295;
inline constexpr milliseconds kMinDeadline{1};
inline constexpr milliseconds kMaxDeadline{86'400'000};
inline constexpr milliseconds kMinLifetime{1'000};
inline constexpr milliseconds kMaxLifetime{86'400'000};  ///< the longest that the sandbox service grants

}  // namespace sluice::policy::ranges
