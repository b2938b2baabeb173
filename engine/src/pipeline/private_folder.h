#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "path/place.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::pipeline {

/// A folder that only this user and root can change: it and every folder above it belong to one of the two, and nobody
/// else may write there. Folders of root with the sticky bit, such as /tmp, may stand above it. No symbolic link is
/// followed, and all that is checked is checked on the open descriptor.
///
/// The system's calls are the only lock: any number of processes may use one folder.
class PrivateFolder {
 public:
  /// Who may read a file.
  enum class Readers : std::uint8_t { kAnyone, kOwner };

  /// Opens a folder and makes it, mode 0700, with those above it that are missing.
  /// @param path  absolute, or below the current folder; without symbolic links
  /// @return the folder, or kIo: the message names the folder that is refused and says why
  [[nodiscard]] static Result<PrivateFolder> open(const std::string& path);

  /// Reads a regular file of this user or of root that nobody else may write and that has no second name.
  /// @param name  one component
  /// @return its bytes, or kNotFound, kInvalidArgument (refused: owner, mode, kind, more than `max_bytes`), kIo
  [[nodiscard]] Result<Bytes> read(const std::string& name, std::uint64_t max_bytes, Readers readers) const;

  /// Writes a file, mode 0600, so that it appears whole or not at all, in place of one of the same name.
  /// @return nothing, or kIo
  [[nodiscard]] Result<void> replace(const std::string& name, ByteView bytes) const;
  /// The same where there is no file of that name. @return nothing, or kAlreadyExists, kIo
  [[nodiscard]] Result<void> create(const std::string& name, ByteView bytes) const;

  /// @return nothing, also where there is none, or kIo
  [[nodiscard]] Result<void> remove(const std::string& name) const;

  struct File {
    std::string name;
    std::uint64_t bytes = 0;
    std::int64_t modified_s = 0;  ///< since 1970
  };
  /// Its regular files. @return them in no order, or kIo
  [[nodiscard]] Result<std::vector<File>> list() const;

  /// Removes what writers left behind that were killed: files under a temporary name, an hour old.
  void remove_leftovers() const;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  PrivateFolder(path::FileHandle handle, std::string path) : handle_(std::move(handle)), path_(std::move(path)) {}
  [[nodiscard]] Result<std::string> write_temporary(ByteView bytes) const;
  [[nodiscard]] Error refused(const std::string& name, const std::string& why) const;

  path::FileHandle handle_;
  std::string path_;
};

}  // namespace sluice::pipeline
