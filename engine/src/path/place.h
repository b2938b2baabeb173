#pragma once

#include <string>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/report_text.h"
#include "sluice/result.h"

namespace sluice::path {

/// A file descriptor that is closed when its owner goes. Move-only.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int fd) noexcept : fd_(fd) {}
  FileHandle(FileHandle&& other) noexcept : fd_(other.release()) {}
  FileHandle& operator=(FileHandle&& other) noexcept;
  FileHandle(const FileHandle&) = delete;
  FileHandle& operator=(const FileHandle&) = delete;
  ~FileHandle() { reset(); }

  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] bool is_open() const noexcept { return fd_ >= 0; }
  int release() noexcept {
    const int fd = fd_;
    fd_ = -1;
    return fd;
  }
  void reset() noexcept;

 private:
  int fd_ = -1;
};

struct PlacementOptions {
  /// Name of the task's folder below the root, `[A-Za-z0-9._-]{1,64}` and no dot first; empty means a generated one.
  std::string task_folder;
  /// Finds secrets in names that errors mention; may be null.
  const SecretScrubber* scrubber = nullptr;
  /// Uses component-wise openat() even where the kernel has openat2(); for tests.
  bool avoid_openat2 = false;
};

/// Writes the files of one task below a folder of its own, and never anywhere else.
///
/// Folders are 0700 and files 0600. Each file appears whole or not at all: written under a temporary name, synced,
/// renamed without replacing, folder synced. Every step is relative to an open folder and resolved beneath it without
/// symbolic links (openat2, or one component at a time where the kernel lacks it), so links planted in the tree, even
/// while we work, lead to an error and not outside. Thread-safe.
class Placement {
 public:
  /// Opens `root`, which is made (0700) where it does not exist, and makes the task's folder in it.
  ///
  /// @param root  chosen by the caller, trusted; links in it are followed
  /// @return the placement, or
  ///         - kInvalidArgument  the task folder's name
  ///         - kAlreadyExists    the task folder exists
  ///         - kIo               with the system's reason
  [[nodiscard]] static Result<Placement> open(const std::string& root, const PlacementOptions& options = {});

  /// Writes one file, durably.
  ///
  /// @param name  as check_name() returned it; it is checked again
  /// @return nothing, or
  ///         - kNameUnsafe      the name does not pass, or the way to it goes through a link
  ///         - kAlreadyExists   something of that name is there; it is left alone
  ///         - kIo              full disk, no permission, ...; nothing is left behind
  /// Complexity: O(n), plus two syncs.
  [[nodiscard]] Result<void> write(std::string_view name, ByteView bytes) noexcept;

  /// The path of the task's folder: root, slash, folder name.
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

 private:
  Placement(FileHandle task, std::string folder, const PlacementOptions& options);
  [[nodiscard]] Result<void> write_checked(std::string_view name, ByteView bytes);

  FileHandle task_;
  std::string folder_;
  const SecretScrubber* scrubber_ = nullptr;
  bool uses_openat2_;
};

}  // namespace sluice::path
