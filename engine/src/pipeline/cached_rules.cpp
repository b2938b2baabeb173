#include "pipeline/cached_rules.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "core/guard.h"
#include "crypto/digest.h"
#include "pipeline/rule_cache.h"
#include "rules/load.h"
#include "scan/prepare_rules.h"
#include "scan/prepared_rules.h"

namespace sluice::pipeline {

namespace {

using Packs = std::vector<std::shared_ptr<const rules::RulePack>>;
using Rules = std::shared_ptr<const scan::CompiledRules>;

Result<Packs> load_packs(const std::vector<LoadOptions::PackText>& texts) {
  Packs packs;
  for (const LoadOptions::PackText& given : texts) {
    Result<rules::RulePack> pack = rules::load_pack(given.text, given.name);
    if (!pack) return std::move(pack).error();
    packs.push_back(std::make_shared<const rules::RulePack>(std::move(*pack)));
  }
  return packs;
}

// The rules of an entry; what is wrong with it goes into the report, and there are none then.
std::optional<Rules> take(const RuleCache& cache, const Sha256Digest& id, const scan::CompileOptions& compile,
                          RuleCacheReport& report) {
  const Result<RuleCache::Entry> entry = cache.read(id);
  if (!entry) {
    rethrow_out_of_memory(entry.error());
    if (entry.error().code != ErrorCode::kNotFound) report.notes.push_back("refused: " + entry.error().message);
    return std::nullopt;
  }
  const Result<scan::PreparedRules> prepared = scan::PreparedRules::open(entry->payload);
  if (prepared) {
    Result<Rules> rules = scan::CompiledRules::from_prepared(*prepared, prepared->names(), compile);
    if (rules) return std::move(*rules);
    rethrow_out_of_memory(rules.error());
    // A known secret that is not one is no fault of the entry, and compiling says so again.
    if (rules.error().code == ErrorCode::kSecretInvalid) return std::nullopt;
  }
  report.notes.push_back("refused: " + cache.path_of(id) + " does not hold what was written");
  return std::nullopt;
}

Result<void> write(const RuleCache& cache, const Sha256Digest& id, const std::vector<LoadOptions::PackText>& texts,
                   const Packs& packs) {
  scan::PreparedSource source;
  std::vector<std::string>& names = source.combinations.emplace_back();
  for (std::size_t i = 0; i < packs.size(); ++i) {
    if (std::find(names.begin(), names.end(), packs[i]->name) != names.end()) {
      return Error{ErrorCode::kInvalidArgument, "two packs are called '" + packs[i]->name + "'; give one another name",
                   0};
    }
    names.push_back(packs[i]->name);
    source.packs.push_back({packs[i], sha256(as_bytes(texts[i].text))});
  }
  const Result<std::string> payload = scan::prepare_rules(source);
  if (!payload) return payload.error();
  return cache.write(id, *payload);
}

}  // namespace

Result<Rules> cached_rules(const std::vector<LoadOptions::PackText>& texts, const std::string& cache_dir,
                           const scan::CompileOptions& compile, RuleCacheReport& report) {
  std::optional<RuleCache> cache;
  Sha256Digest id{};
  if (!cache_dir.empty()) {
    report.use = RuleCacheReport::Use::kNotWritten;
    Result<RuleCache> opened = RuleCache::open(cache_dir);
    if (opened) {
      cache = std::move(*opened);
      std::vector<std::string_view> views;
      for (const LoadOptions::PackText& each : texts) views.push_back(each.text);
      id = rule_cache_id(views);
      report.path = cache->path_of(id);
      if (std::optional<Rules> taken = take(*cache, id, compile, report)) {
        report.use = RuleCacheReport::Use::kTaken;
        return std::move(*taken);
      }
    } else {
      rethrow_out_of_memory(opened.error());
      report.notes.push_back("not used: " + opened.error().message);
    }
  }
  const Result<Packs> packs = load_packs(texts);
  if (!packs) return packs.error();
  Result<Rules> rules = scan::CompiledRules::compile(*packs, compile);
  if (!rules || !cache) return rules;
  const Result<void> written = write(*cache, id, texts, *packs);
  if (written) {
    report.use = RuleCacheReport::Use::kWritten;
  } else {
    rethrow_out_of_memory(written.error());
    report.notes.push_back("not written: " + written.error().message);
  }
  return rules;
}

}  // namespace sluice::pipeline
