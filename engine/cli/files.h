#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sluice/bytes.h"
#include "sluice/result.h"
#include "sluice/sink.h"

namespace sluice::cli {

/// Reads a regular file, or stdin for "-", up to `max_bytes` and one more, so that the caller sees that it is too long.
[[nodiscard]] Result<Bytes> read_input(const std::string& path, std::uint64_t max_bytes);

/// Reads a small text file of ours: a policy, a key.
[[nodiscard]] Result<std::string> read_text(const std::string& path, std::uint64_t max_bytes = 16'000'000);

/// Writes `bytes` to `path` so that it appears whole or not at all; "-" is stdout.
[[nodiscard]] Result<void> write_output(const std::string& path, ByteView bytes);

/// Writes all of `bytes` to a descriptor.
[[nodiscard]] Result<void> write_all(int descriptor, ByteView bytes);

/// The regular files under a folder in the order of their names; links are not followed and specials not opened.
struct FolderEntry {
  std::string path;      ///< to open
  std::string relative;  ///< below the folder
  bool is_regular = true;
};
[[nodiscard]] Result<std::vector<FolderEntry>> list_folder(const std::string& folder);

/// Writes to stdout.
struct StdoutSink final : Sink {
  [[nodiscard]] Result<void> write(ByteView bytes) noexcept override;
};

}  // namespace sluice::cli
