#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/bytes.h"
#include "sluice/export.h"
#include "sluice/result.h"

namespace sluice {

/// A folder that takes the clean artifacts of one task. Nothing that an artifact is called can make it write elsewhere.
///
/// Files get mode 0600 in folders of mode 0700, appear whole or not at all, and are never overwritten. Thread-safe.
class SLUICE_API OutputFolder {
 public:
  /// Opens or creates `path` and the folder `task_id` in it.
  /// @param task_id  `[A-Za-z0-9._-]{1,64}`, not starting with a dot
  /// @return the folder, or kInvalidArgument, kIo
  [[nodiscard]] static Result<OutputFolder> open(const std::string& path, const std::string& task_id) noexcept;
  ~OutputFolder();
  OutputFolder(OutputFolder&&) noexcept;
  OutputFolder& operator=(OutputFolder&&) noexcept;

  /// Chooses the names of all artifacts of a task before the first is written.
  ///
  /// An artifact keeps its own name where that is safe and no earlier one has it, on any file system; the others get
  /// what can be kept of theirs with a number behind it, as `report-3.csv`.
  /// @param wanted  names as they came, any bytes
  /// @return for each the name to give to `write`, no two alike, or kOutOfMemory
  [[nodiscard]] static Result<std::vector<std::string>> choose_names(const std::vector<std::string>& wanted) noexcept;

  /// Writes one clean artifact.
  /// @param name  from `choose_names`, or the artifact's name as it came; checked again here
  /// @return the path that was written, relative to the opened folder, or kNameUnsafe, kAlreadyExists, kIo
  [[nodiscard]] Result<std::string> write(std::string_view name, ByteView bytes) noexcept;

 private:
  struct State;
  explicit OutputFolder(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sluice
