#include "cli/pack_files.h"

#include <filesystem>

#include "cli/files.h"
#include "cli/input_folder.h"

namespace sluice::cli {

namespace {

bool is_pack(std::string_view path) { return path.ends_with(".toml") && !path.ends_with("/sets.toml"); }

Result<std::vector<std::string>> pack_paths(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    Result<std::vector<std::string>> found = files_of(path, is_pack);
    if (!found) return found;
    files.insert(files.end(), found->begin(), found->end());
  }
  if (!paths.empty() && files.empty()) return Error{ErrorCode::kNotFound, "no rule pack (*.toml) in what was given", 0};
  return files;
}

}  // namespace

Result<std::vector<std::string>> files_of(const std::string& path, bool (*is_wanted)(std::string_view path)) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return std::vector<std::string>{path};
  Result<InputFolder> folder = InputFolder::open(path);
  if (!folder) return std::move(folder).error();
  Result<std::vector<FolderEntry>> entries = folder->list();
  if (!entries) return std::move(entries).error();
  std::vector<std::string> files;
  for (const FolderEntry& entry : *entries) {
    if (entry.error) return *entry.error;
    std::string file = path + (path.ends_with('/') ? "" : "/") + entry.relative;
    if (entry.kind == FolderEntry::Kind::kRegular && is_wanted(file)) files.push_back(std::move(file));
  }
  return files;
}

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
