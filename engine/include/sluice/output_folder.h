#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/export.h"
#include "sluice/result.h"

namespace sluice {

/// A folder that takes the clean artifacts of one task. Nothing that an artifact is called can make it write elsewhere.
///
/// Files get mode 0600 in folders of mode 0700, appear whole or not at all, and are never overwritten. Not thread-safe.
class SLUICE_API OutputFolder {
 public:
  /// Opens or creates `path` and the folder `task_id` in it.
  /// @param task_id  `[A-Za-z0-9._-]{1,64}`, not starting with a dot
  /// @return the folder, or kInvalidArgument, kIo
  [[nodiscard]] static Result<OutputFolder> open(const std::string& path, const std::string& task_id);
  ~OutputFolder();
  OutputFolder(OutputFolder&&) noexcept;
  OutputFolder& operator=(OutputFolder&&) noexcept;

  /// Writes one clean artifact.
  /// @param name  the artifact's name as it came; checked again here
  /// @return the path that was written, relative to the opened folder, or kNameUnsafe, kAlreadyExists, kIo
  [[nodiscard]] Result<std::string> write(std::string_view name, ByteView bytes);

 private:
  struct State;
  explicit OutputFolder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sluice
