#include "corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

namespace sluice::bench {

namespace {

std::string read_files(const std::vector<std::filesystem::path>& paths, std::size_t max_bytes) {
  std::string out;
  for (const std::filesystem::path& path : paths) {
    if (out.size() >= max_bytes) break;
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (text.find('\0') == std::string::npos) out += text;  // else it is no text, whatever its name
  }
  if (out.size() > max_bytes) out.resize(max_bytes);
  return out;
}

void add_files(const std::filesystem::path& root, std::string_view extension,
               std::vector<std::filesystem::path>& paths) {
  std::error_code error;
  const auto options = std::filesystem::directory_options::skip_permission_denied;
  for (std::filesystem::recursive_directory_iterator at(root, options, error), end; !error && at != end;
       at.increment(error)) {
    if (!at->is_regular_file(error) || at->is_symlink(error)) continue;
    const std::string found = at->path().extension().string();
    if (extension.empty() ? found != ".gz" && found != ".png" && found != ".bz2" : found == extension) {
      paths.push_back(at->path());
    }
  }
}

std::optional<std::string> gathered(std::vector<std::filesystem::path> paths, std::size_t max_bytes) {
  constexpr std::size_t kLeastBytes = 1'000'000;
  std::sort(paths.begin(), paths.end());
  std::string text = read_files(paths, max_bytes);
  if (text.size() < kLeastBytes) return std::nullopt;
  return text;
}

}  // namespace

std::string report_schema() {
  return R"({"$defs":{"Record":{"type":"object","additionalProperties":false,
    "required":["id","n","score","name","tags","status"],
    "properties":{
      "id":{"type":"string","format":"uuid"},
      "n":{"type":"integer","minimum":0},
      "score":{"type":"number","minimum":0,"maximum":1},
      "name":{"type":"string","minLength":1,"maxLength":60},
      "tags":{"type":"array","items":{"type":"string"},"maxItems":10},
      "status":{"enum":["ok","failed","skipped"]},
      "note":{"anyOf":[{"type":"string"},{"type":"null"}]},
      "slug":{"type":"string","pattern":"^[a-z0-9-]{1,40}$"}}}},
    "type":"array","items":{"$ref":"#/$defs/Record"}})";
}

std::optional<std::string> python_library(std::size_t max_bytes) {
  std::vector<std::filesystem::path> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/usr/lib", error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename().string().starts_with("python3")) add_files(at->path(), ".py", paths);
  }
  return gathered(std::move(paths), max_bytes);
}

std::optional<std::string> system_docs(std::size_t max_bytes) {
  std::vector<std::filesystem::path> paths;
  add_files("/usr/share/doc", "", paths);
  return gathered(std::move(paths), max_bytes);
}

}  // namespace sluice::bench
