#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sluice/bytes.h"
#include "sluice/report_text.h"
#include "sluice/result.h"

namespace sluice::cli {

/// One entry of a folder that is no folder, or a folder that was not read.
struct FolderEntry {
  enum class Kind : std::uint8_t {
    kRegular,
    kSpecial,     ///< a link, a device, a pipe or a socket
    kTooDeep,     ///< a folder below too many others for the name of any file in it to pass
    kUnreadable,  ///< a folder, for the reason in `error`
  };
  std::string relative;  ///< below the folder; any bytes
  Kind kind = Kind::kRegular;
  std::optional<Error> error;
};

/// A folder to check, whose owner may change it while it is read: what a sandbox may still write to. Move-only.
class InputFolder {
 public:
  /// @param path      chosen by the caller, so links in it are followed
  /// @param scrubber  for the names in errors; outlives the folder; may be null
  [[nodiscard]] static Result<InputFolder> open(const std::string& path, const SecretScrubber* scrubber = nullptr);
  ~InputFolder();
  InputFolder(InputFolder&& other) noexcept;
  InputFolder& operator=(InputFolder&&) = delete;
  InputFolder(const InputFolder&) = delete;
  InputFolder& operator=(const InputFolder&) = delete;

  /// All files under the folder, ordered by the bytes of their paths; links are not followed and specials not opened.
  /// @return the entries, or kIo where the folder itself cannot be read
  /// Complexity: folders times their depth, which is bounded.
  [[nodiscard]] Result<std::vector<FolderEntry>> list() const;

  /// Reads a regular file, up to `max_bytes` and one more. No link is followed on the way to it, and nothing but a
  /// regular file is read, whatever it was when the folder was listed. Thread-safe.
  /// @return the bytes, or kNameUnsafe for what is or lies behind a link or a special, kNotFound, kIo
  [[nodiscard]] Result<Bytes> read(const std::string& relative, std::uint64_t max_bytes) const;

 private:
  InputFolder(int fd, std::string path, const SecretScrubber* scrubber)
      : fd_(fd), path_(std::move(path)), scrubber_(scrubber) {}
  [[nodiscard]] std::string shown(const std::string& relative) const;
  [[nodiscard]] Error open_error(const std::string& relative, int error) const;

  int fd_ = -1;
  std::string path_;
  const SecretScrubber* scrubber_;
};

}  // namespace sluice::cli
