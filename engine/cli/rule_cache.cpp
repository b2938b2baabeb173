#include "cli/rule_cache.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace sluice::cli {

namespace {

// The XDG base directory specification has relative paths ignored.
std::string absolute_from_environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && value[0] == '/' ? value : "";
}

}  // namespace

std::string rule_cache_folder(const CacheOptions& options) {
  if (options.is_off) return {};
  if (!options.folder.empty()) return options.folder;
  const std::string cache = absolute_from_environment("XDG_CACHE_HOME");
  if (!cache.empty()) return cache + "/sluice";
  const std::string home = absolute_from_environment("HOME");
  return home.empty() ? home : home + "/.cache/sluice";
}

void print_cache_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) std::fprintf(stderr, "sluice: warning: rule cache: %s\n", note.c_str());
}

}  // namespace sluice::cli
