#include "authoring/compile_tool.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

#include "json/writer.h"
#include "pipeline/engine_state.h"
#include "rules/load.h"
#include "scan/compiled_state.h"
#include "scan/rule_compiler.h"

namespace sluice::authoring {

namespace {

// What one pack has to say against itself; one rule at a time, since the compiler stops at the first error.
void try_pack(const PackText& text, std::map<std::string, std::string>& pack_of_id, std::vector<std::string>& errors) {
  Result<rules::RulePack> pack = rules::load_pack(text.text, text.path);
  if (!pack) return errors.push_back(pack.error().message);
  for (rules::Rule& rule : pack->rules) {
    const std::string where = text.path + ":" + std::to_string(rule.line) + ": ";
    const auto [first, is_new] = pack_of_id.emplace(rule.id, text.path);
    if (!is_new) errors.push_back(where + "a second rule '" + rule.id + "'; the first is in " + first->second);
    rules::RulePack one;
    one.name = pack->name;
    one.rules.push_back(std::move(rule));
    const Result<std::vector<scan::RuleParts>> parts = scan::compile_pack(one, {});
    if (!parts) errors.push_back(where + parts.error().message);
  }
}

std::size_t count_patterns(const scan::CompiledRules::State& rules) {
  std::set<const regex::Regex*> patterns;
  for (const scan::CompiledRule& rule : rules.rules) patterns.insert(rule.whole.get());
  for (const scan::Plan& plan : rules.plans) patterns.insert({plan.lead.get(), plan.tail.get()});
  patterns.erase(nullptr);
  return patterns.size();
}

std::string_view use_name(RuleCacheReport::Use use) noexcept {
  switch (use) {
    case RuleCacheReport::Use::kOff: return "off";
    case RuleCacheReport::Use::kTaken: return "fresh";
    case RuleCacheReport::Use::kWritten: return "written";
    case RuleCacheReport::Use::kNotWritten: break;
  }
  return "not written";
}

struct Figures {
  std::size_t rules = 0;
  std::size_t patterns = 0;
  std::size_t database_bytes = 0;
  std::uint64_t milliseconds = 0;
};

std::string as_text(const Figures& figures, const RuleCacheReport& cache) {
  std::string text = std::to_string(figures.rules) + " rules, " + std::to_string(figures.patterns) +
                     " patterns, a database of " + std::to_string(figures.database_bytes) + " bytes, " +
                     std::to_string(figures.milliseconds) + " ms\n";
  text += "cache: " + std::string(use_name(cache.use));
  if (!cache.path.empty()) text += ", " + cache.path;
  return text + "\n";
}

std::string as_json(const Figures& figures, const RuleCacheReport& cache) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  writer.member("rules", std::uint64_t{figures.rules});
  writer.member("patterns", std::uint64_t{figures.patterns});
  writer.member("database_bytes", std::uint64_t{figures.database_bytes});
  writer.member("milliseconds", figures.milliseconds);
  writer.member("cache", use_name(cache.use));
  writer.member("path", cache.path);
  writer.end_object();
  return text + "\n";
}

std::string errors_as_json(const std::vector<std::string>& errors) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  writer.key("errors");
  writer.begin_array();
  for (const std::string& error : errors) writer.string(error);
  writer.end_array();
  writer.end_object();
  return text + "\n";
}

}  // namespace

Result<CompileReport> compile_ahead(const std::vector<PackText>& packs, const LoadOptions& load, bool is_json) {
  std::vector<std::string> errors;
  std::map<std::string, std::string> pack_of_id;
  for (const PackText& pack : packs) try_pack(pack, pack_of_id, errors);
  CompileReport report;
  if (!errors.empty()) {
    report.outcome = CompileReport::Outcome::kBadPacks;
    if (is_json) {
      report.text = errors_as_json(errors);
      return report;
    }
    for (const std::string& error : errors) report.text += error + "\n";
    report.text += std::to_string(errors.size()) + " errors; nothing was written\n";
    return report;
  }
  const auto begin = std::chrono::steady_clock::now();
  const Result<std::shared_ptr<const Engine>> engine = Engine::load(load);
  if (!engine) return engine.error();
  const auto took = std::chrono::steady_clock::now() - begin;

  const scan::CompiledRules& rules = *(*engine)->state().rules;
  Figures figures;
  figures.rules = rules.rule_count();
  figures.patterns = count_patterns(rules.state());
  figures.database_bytes = rules.stats().database_bytes;
  figures.milliseconds =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(took).count());
  const RuleCacheReport& cache = (*engine)->rule_cache();
  report.text = is_json ? as_json(figures, cache) : as_text(figures, cache);
  report.notes = cache.notes;
  if (cache.use == RuleCacheReport::Use::kNotWritten) report.outcome = CompileReport::Outcome::kNotCached;
  return report;
}

}  // namespace sluice::authoring
