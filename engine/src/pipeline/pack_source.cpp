#include "pipeline/pack_source.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "pipeline/builtin_packs.h"
#include "pipeline/pack_names.h"
#include "rules/load.h"
#include "scan/prepared_rules.h"

namespace sluice::pipeline {

namespace {

using Packs = std::vector<std::shared_ptr<const rules::RulePack>>;

constexpr std::uint64_t kMaxPackBytes = 4'000'000;
constexpr std::string_view kSetsFile = "sets.toml";

Result<std::shared_ptr<const rules::RulePack>> load_shared(std::string_view text, const std::string& path) {
  Result<rules::RulePack> pack = rules::load_pack(text, path);
  if (!pack) return std::move(pack).error();
  return std::make_shared<const rules::RulePack>(std::move(*pack));
}

Result<Packs> load_texts(const std::vector<LoadOptions::PackText>& texts) {
  Packs packs;
  for (const LoadOptions::PackText& given : texts) {
    Result<std::shared_ptr<const rules::RulePack>> pack = load_shared(given.text, given.name);
    if (!pack) return std::move(pack).error();
    packs.push_back(std::move(*pack));
  }
  return packs;
}

Result<Packs> load_folder(const policy::Policy& policy, const std::string& folder) {
  const std::string sets_path = folder + "/" + std::string(kSetsFile);
  Result<std::string> sets_text = read_text_file(sets_path, kMaxPackBytes);
  if (!sets_text) return std::move(sets_text).error();
  Result<rules::RuleSets> sets = rules::load_sets(*sets_text, sets_path);
  if (!sets) return std::move(sets).error();
  Packs packs;
  for (const std::string& name : pack_names(policy, *sets)) {
    const std::string path = folder + "/" + name + ".toml";
    Result<std::string> text = read_text_file(path, kMaxPackBytes);
    if (!text) {
      return text.error().code == ErrorCode::kNotFound ? unknown_pack(name, *sets) : std::move(text).error();
    }
    Result<std::shared_ptr<const rules::RulePack>> pack = load_shared(*text, path);
    if (!pack) return std::move(pack).error();
    packs.push_back(std::move(*pack));
  }
  return packs;
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
                                                                 const scan::CompileOptions& compile) {
  if (options.packs.empty() && options.rules_dir.empty()) return take_builtin(policy, compile);
  Result<Packs> packs = options.packs.empty() ? load_folder(policy, options.rules_dir) : load_texts(options.packs);
  if (!packs) return std::move(packs).error();
  return scan::CompiledRules::compile(*packs, compile);
}

}  // namespace sluice::pipeline
