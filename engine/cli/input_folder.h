#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::cli {

/// One entry of a folder that is no folder.
struct FolderEntry {
  std::string path;      ///< the folder's path and `relative`
  std::string relative;  ///< below the folder
  bool is_regular = true;
};

/// A folder to check, whose owner may change it while it is read: what a sandbox may still write to.
///
/// Move-only. Not thread-safe.
class InputFolder {
 public:
  /// @param path  chosen by the caller, so links in it are followed
  [[nodiscard]] static Result<InputFolder> open(const std::string& path);
  ~InputFolder();
  InputFolder(InputFolder&& other) noexcept;
  InputFolder& operator=(InputFolder&&) = delete;
  InputFolder(const InputFolder&) = delete;
  InputFolder& operator=(const InputFolder&) = delete;

  /// All files under the folder in the order of their names; links are not followed and specials not opened.
  [[nodiscard]] Result<std::vector<FolderEntry>> list() const;

  /// Reads a regular file, up to `max_bytes` and one more. No link is followed on the way to it, and nothing but a
  /// regular file is read, whatever it was when the folder was listed.
  /// @return the bytes, or kNameUnsafe for what is or lies behind a link or a special, kNotFound, kIo
  [[nodiscard]] Result<Bytes> read(const std::string& relative, std::uint64_t max_bytes) const;

 private:
  InputFolder(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  int fd_ = -1;
  std::string path_;
};

}  // namespace sluice::cli
