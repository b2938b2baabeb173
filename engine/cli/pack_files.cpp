#include "cli/pack_files.h"

#include <filesystem>

#include "cli/files.h"
#include "cli/input_folder.h"

namespace sluice::cli {

namespace {

Result<std::vector<std::string>> pack_paths(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    Result<InputFolder> folder = InputFolder::open(path);
    if (!folder) return std::move(folder).error();
    Result<std::vector<FolderEntry>> entries = folder->list();
    if (!entries) return std::move(entries).error();
    for (const FolderEntry& entry : *entries) {
      if (entry.error) return *entry.error;
      const std::string file = path + (path.ends_with('/') ? "" : "/") + entry.relative;
      if (entry.kind == FolderEntry::Kind::kRegular && file.ends_with(".toml") && !file.ends_with("/sets.toml"))
        files.push_back(file);
    }
  }
  if (!paths.empty() && files.empty()) return Error{ErrorCode::kNotFound, "no rule pack (*.toml) in what was given", 0};
  return files;
}

}  // namespace

Result<std::vector<authoring::PackText>> load_pack_texts(const std::vector<std::string>& paths) {
  Result<std::vector<std::string>> files = pack_paths(paths);
  if (!files) return std::move(files).error();
  std::vector<authoring::PackText> texts;
  for (const std::string& path : *files) {
    Result<std::string> text = read_text(path);
    if (!text) return std::move(text).error();
    texts.push_back({path, std::move(*text)});
  }
  if (paths.empty()) texts = authoring::builtin_packs();
  return texts;
}

}  // namespace sluice::cli
