#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/input_folder.h"
#include "cli/options.h"

namespace sluice::cli {

/// One thing to check.
struct Input {
  std::string path;  ///< to open, where it is in no folder; "-" is stdin
  std::string name;  ///< as the artifact is called; below `folder` where that is set
  FolderEntry::Kind kind = FolderEntry::Kind::kRegular;
  std::shared_ptr<const InputFolder> folder;
  std::optional<Error> error;  ///< kUnreadable: why
};

/// The inputs of a command, each folder replaced by its files. What cannot be listed is an input that says why.
/// @param scrubber  for the names in errors; outlives the inputs
[[nodiscard]] std::vector<Input> collect_inputs(const CheckCommand& command, const SecretScrubber& scrubber);

/// Reads an input, up to `max_bytes` and one more. Thread-safe.
/// @return the bytes, or kNameUnsafe for what must not be opened, kNotFound, kIo
[[nodiscard]] Result<Bytes> read_input(const Input& input, std::uint64_t max_bytes, const SecretScrubber& scrubber);

}  // namespace sluice::cli
