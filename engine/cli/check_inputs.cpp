#include "cli/check_inputs.h"

#include <sys/stat.h>

#include <utility>

#include "cli/files.h"

namespace sluice::cli {

namespace {

bool is_folder(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

std::string base_name(const std::string& path) {
  const std::size_t at = path.rfind('/');
  return at == std::string::npos ? path : path.substr(at + 1);
}

Result<void> add_folder(const std::string& path, const SecretScrubber& scrubber, std::vector<Input>& inputs) {
  Result<InputFolder> opened = InputFolder::open(path, &scrubber);
  if (!opened) return std::move(opened).error();
  const auto folder = std::make_shared<const InputFolder>(std::move(*opened));
  Result<std::vector<FolderEntry>> entries = folder->list();
  if (!entries) return std::move(entries).error();
  for (FolderEntry& entry : *entries) {
    inputs.push_back({{}, std::move(entry.relative), entry.kind, folder, std::move(entry.error)});
  }
  return {};
}

}  // namespace

std::vector<Input> collect_inputs(const CheckCommand& command, const SecretScrubber& scrubber) {
  using Kind = FolderEntry::Kind;
  std::vector<Input> inputs;
  for (const std::string& path : command.inputs) {
    if (path == "-") {
      inputs.push_back({path, command.name, Kind::kRegular, nullptr, std::nullopt});
    } else if (is_folder(path)) {
      Result<void> added = add_folder(path, scrubber, inputs);
      if (!added) inputs.push_back({path, base_name(path), Kind::kUnreadable, nullptr, std::move(added).error()});
    } else {
      const std::string name = command.name.empty() ? base_name(path) : command.name;
      inputs.push_back({path, name, Kind::kRegular, nullptr, std::nullopt});
    }
  }
  return inputs;
}

Result<Bytes> read_input(const Input& input, std::uint64_t max_bytes, const SecretScrubber& scrubber) {
  if (input.error) return *input.error;
  return input.folder ? input.folder->read(input.name, max_bytes) : read_input(input.path, max_bytes, &scrubber);
}

}  // namespace sluice::cli
