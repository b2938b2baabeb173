#include "pipeline/pack_source.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "pipeline/builtin_packs.h"
#include "pipeline/cached_rules.h"
#include "pipeline/pack_names.h"
#include "rules/load.h"
#include "scan/prepared_rules.h"

namespace sluice::pipeline {

namespace {

using Texts = std::vector<LoadOptions::PackText>;

constexpr std::uint64_t kMaxPackBytes = 4'000'000;
constexpr std::string_view kSetsFile = "sets.toml";

// The packs that the policy names, as they stand in the folder.
Result<Texts> read_folder(const policy::Policy& policy, const std::string& folder) {
  const std::string sets_path = folder + "/" + std::string(kSetsFile);
  Result<std::string> sets_text = read_text_file(sets_path, kMaxPackBytes);
  if (!sets_text) return std::move(sets_text).error();
  Result<rules::RuleSets> sets = rules::load_sets(*sets_text, sets_path);
  if (!sets) return std::move(sets).error();
  Texts texts;
  for (const std::string& name : pack_names(policy, *sets)) {
    const std::string path = folder + "/" + name + ".toml";
    Result<std::string> text = read_text_file(path, kMaxPackBytes);
    if (!text) {
      return text.error().code == ErrorCode::kNotFound ? unknown_pack(name, *sets) : std::move(text).error();
    }
    texts.push_back({path, std::move(*text)});
  }
  return texts;
}

// The packs that the library carries were compiled when it was built.
Result<std::shared_ptr<const scan::CompiledRules>> take_builtin(const policy::Policy& policy,
                                                                const scan::CompileOptions& compile) {
  const Result<scan::PreparedRules> prepared = scan::PreparedRules::open(builtin_prepared_rules());
  if (!prepared) return prepared.error();
  const std::vector<std::string> names = pack_names(policy, prepared->sets());
  for (const std::string& name : names) {
    if (!prepared->source_digest(name)) return unknown_pack(name, prepared->sets());
  }
  return scan::CompiledRules::from_prepared(*prepared, names, compile);
}

}  // namespace

Result<std::string> read_text_file(const std::string& path, std::uint64_t max_bytes) {
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) {
    const ErrorCode code = errno == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
    return Error{code, "cannot open " + path + ": " + std::strerror(errno), 0};
  }
  std::string text;
  char block[16384];
  std::size_t got = 0;
  while ((got = std::fread(block, 1, sizeof(block), file)) > 0 && text.size() <= max_bytes) text.append(block, got);
  const bool has_error = std::ferror(file) != 0;
  std::fclose(file);
  if (has_error) return Error{ErrorCode::kIo, "cannot read " + path, 0};
  if (text.size() > max_bytes)
    return Error{ErrorCode::kInvalidArgument, path + " is larger than " + std::to_string(max_bytes) + " bytes", 0};
  return text;
}

Result<std::shared_ptr<const scan::CompiledRules>> compile_rules(const policy::Policy& policy,
                                                                 const LoadOptions& options,
                                                                 const scan::CompileOptions& compile,
                                                                 RuleCacheReport& report) {
  if (!options.packs.empty()) return cached_rules(options.packs, options.cache_dir, compile, report);
  if (options.rules_dir.empty()) return take_builtin(policy, compile);
  const Result<Texts> texts = read_folder(policy, options.rules_dir);
  if (!texts) return texts.error();
  return cached_rules(*texts, options.cache_dir, compile, report);
}

}  // namespace sluice::pipeline
