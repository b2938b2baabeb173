#include "pipeline/pack_source.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

#include "pipeline/builtin_packs.h"
#include "rules/load.h"

namespace sluice::pipeline {

namespace {

constexpr std::uint64_t kMaxPackBytes = 4'000'000;
constexpr std::string_view kSetsFile = "sets.toml";

std::vector<std::string> wanted_names(const policy::Policy& policy) {
  std::vector<std::string> names = policy.secrets.packs;
  if (policy.pii.action != policy::PiiAction::kOff)
    names.insert(names.end(), policy.pii.packs.begin(), policy.pii.packs.end());
  names.insert(names.end(), policy.injection.packs.begin(), policy.injection.packs.end());
  names.push_back("urls");
  return names;
}

// Where the texts come from.
class Source {
 public:
  explicit Source(const LoadOptions& options) : options_(options) {}

  [[nodiscard]] Result<std::string> file(const std::string& name) const {
    if (!options_.rules_dir.empty()) return read_text_file(options_.rules_dir + "/" + name, kMaxPackBytes);
    for (const BuiltinFile& file : builtin_rule_files()) {
      if (file.name == name) return std::string(file.text);
    }
    return Error{ErrorCode::kNotFound, "there is no rule file " + name, 0};
  }

  [[nodiscard]] std::string path(const std::string& name) const {
    return options_.rules_dir.empty() ? "rules/" + name : options_.rules_dir + "/" + name;
  }

 private:
  const LoadOptions& options_;
};

Result<std::shared_ptr<const rules::RulePack>> load_shared(std::string_view text, const std::string& path) {
  Result<rules::RulePack> pack = rules::load_pack(text, path);
  if (!pack) return std::move(pack).error();
  return std::make_shared<const rules::RulePack>(std::move(*pack));
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

Result<std::vector<std::shared_ptr<const rules::RulePack>>> load_packs(const policy::Policy& policy,
                                                                       const LoadOptions& options) {
  std::vector<std::shared_ptr<const rules::RulePack>> packs;
  if (!options.packs.empty()) {
    for (const LoadOptions::PackText& given : options.packs) {
      Result<std::shared_ptr<const rules::RulePack>> pack = load_shared(given.text, given.name);
      if (!pack) return std::move(pack).error();
      packs.push_back(std::move(*pack));
    }
    return packs;
  }
  const Source source(options);
  Result<std::string> sets_text = source.file(std::string(kSetsFile));
  if (!sets_text) return std::move(sets_text).error();
  Result<rules::RuleSets> sets = rules::load_sets(*sets_text, source.path(std::string(kSetsFile)));
  if (!sets) return std::move(sets).error();

  std::set<std::string> loaded;
  for (const std::string& name : wanted_names(policy)) {
    const auto set = sets->packs_of.find(name);
    const std::vector<std::string> pack_names =
        set == sets->packs_of.end() ? std::vector<std::string>{name} : set->second;
    for (const std::string& pack_name : pack_names) {
      if (!loaded.insert(pack_name).second) continue;
      Result<std::string> text = source.file(pack_name + ".toml");
      if (!text && text.error().code == ErrorCode::kNotFound) {
        std::string known;
        for (const auto& [set_name, members] : sets->packs_of) known += (known.empty() ? "" : ", ") + set_name;
        return Error{ErrorCode::kNotFound,
                     "the policy names the rule pack '" + pack_name + "', which does not exist; the sets are " + known,
                     0};
      }
      if (!text) return std::move(text).error();
      Result<std::shared_ptr<const rules::RulePack>> pack = load_shared(*text, source.path(pack_name + ".toml"));
      if (!pack) return std::move(pack).error();
      packs.push_back(std::move(*pack));
    }
  }
  return packs;
}

}  // namespace sluice::pipeline
