#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/export.h"

namespace sluice {

/// How an artifact left the sandbox.
enum class Channel : std::uint8_t { kStdout, kStderr, kFile, kResult, kExec };

[[nodiscard]] SLUICE_API std::string_view channel_name(Channel channel) noexcept;
[[nodiscard]] SLUICE_API std::optional<Channel> parse_channel(std::string_view name) noexcept;

/// What is known of an artifact before its bytes are looked at. All of it may be chosen by the sandbox.
struct ArtifactInfo {
  Channel channel = Channel::kFile;
  std::string name;                        ///< file name or result key as it came, any bytes; empty for streams
  std::string declared_type;               ///< media type as it came; empty where none was declared
  std::optional<std::uint64_t> size_hint;  ///< announced size in bytes; never believed, only used to refuse early
};

/// One thing that left a sandbox. `bytes` is borrowed and must outlive the Verdict that a check of it returns.
struct Artifact {
  ArtifactInfo info;
  ByteView bytes;
};

}  // namespace sluice
