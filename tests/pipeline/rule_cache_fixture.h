#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/engine_state.h"
#include "sluice/sluice.h"
#include "support/scan_helpers.h"
#include "support/temporary_folder.h"

namespace sluice::testing {

using Use = RuleCacheReport::Use;

inline std::string small_pack(const std::string& name = "small", const std::string& anchor = "vend_") {
  return "format_version = 1\nname = \"" + name + "\"\nversion = \"1\"\nlicence = \"Apache-2.0\"\n" + R"([defaults]
kind = "secret"
severity = "high"
confidence = "high"
before = "any"
after = "any"
provenance = {licence = "Apache-2.0", facts_only = true, source = "own", verified = "2026-01-01: own"}
[[rules]]
id = ")" +
         name + "-one\"\ntitle = \"One\"\nanchors = [\"" + anchor + "\"]\npattern = '''(?P<secret>" + anchor +
         "[a-z]{8})'''\n" + "max_len = " + std::to_string(anchor.size() + 8) +
         "\n[rules.tests]\npositive = [[\"a \", [\"" + anchor + "abcdefgh\"], \" b\"]]\nnegative = [[\"" + anchor +
         "\"]]\n";
}

inline LoadOptions small_options(const std::string& cache_dir) {
  LoadOptions options;
  options.packs = {{"small.toml", small_pack()}};
  options.cache_dir = cache_dir;
  return options;
}

inline std::shared_ptr<const Engine> load(const LoadOptions& options) {
  Result<std::shared_ptr<const Engine>> engine = Engine::load(options);
  EXPECT_TRUE(engine.ok()) << (engine.ok() ? "" : engine.error().message);
  return engine.ok() ? *engine : nullptr;
}

inline bool finds_the_secret(const Engine& engine) {
  scan::Scratch scratch = make_scratch(engine.state().rules);
  return scan_whole("a vend_abcdefgh b", scratch).size() == 1 && scan_whole("a vend_abcdefg b", scratch).empty();
}

// Loads and expects what the report says; the rules are right in every case. @return all notes
inline std::string expect_use(const LoadOptions& options, Use use) {
  const std::shared_ptr<const Engine> engine = load(options);
  if (engine == nullptr) return "no engine";
  EXPECT_EQ(engine->rule_cache().use, use);
  EXPECT_TRUE(finds_the_secret(*engine));
  EXPECT_EQ(engine->state().rules->stats().rules_planned, use == Use::kTaken ? 0U : 1U);
  EXPECT_EQ(engine->state().rules->stats().databases_compiled, use == Use::kTaken ? 0U : 1U);
  std::string notes;
  for (const std::string& note : engine->rule_cache().notes) notes += note + "\n";
  return notes;
}

inline std::vector<std::string> entries_in(const std::string& folder) {
  std::vector<std::string> names = names_in(folder);
  std::erase_if(names, [](const std::string& name) { return !name.ends_with(".rules"); });
  return names;
}

}  // namespace sluice::testing
