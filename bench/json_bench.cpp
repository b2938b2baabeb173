// Strict parse, validation and rebuild against simdjson's DOM parse alone.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <array>
#include <memory>

#include "core/findings.h"
#include "corpus.h"
#include "inputs.h"
#include "json/parser.h"
#include "json/rebuild.h"
#include "subject.h"

namespace sluice::bench {

namespace {

constexpr std::array<std::size_t, 2> kSizes = {1000, 100'000};

Budget budget_for(const std::string& text) {
  Budget budget;
  static_cast<void>(budget.admit_input(text.size()));
  return budget;
}

json::Document parsed(json::Parser& parser, const std::string& text) {
  Budget budget = budget_for(text);
  Findings findings;
  return must(parser.parse(as_bytes(text), json::ParsePolicy{}, budget, findings));
}

void run_simdjson(benchmark::State& state, const std::string& text) {
  simdjson::dom::parser parser;
  for (auto _ : state) {
    if (parser.parse(text.data(), text.size(), true).error() != simdjson::SUCCESS) state.SkipWithError("not JSON");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

// The bound from above: white space taken out of the text, nothing looked at.
void run_simdjson_minify(benchmark::State& state, const std::string& text) {
  std::string out(text.size(), '\0');
  for (auto _ : state) {
    std::size_t size = 0;
    if (simdjson::minify(text.data(), text.size(), out.data(), size) != simdjson::SUCCESS) {
      state.SkipWithError("not JSON");
    }
    benchmark::DoNotOptimize(out.data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void run_simdjson_write(benchmark::State& state, const std::string& text) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (parser.parse(text.data(), text.size(), true).get(root) != simdjson::SUCCESS) state.SkipWithError("not JSON");
  std::size_t written = 0;
  for (auto _ : state) written = simdjson::to_string(root).size();
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(written));
}

void run_copy(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(to_bytes(text));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void run_parse(benchmark::State& state, const std::string& text) {
  json::Parser parser;
  for (auto _ : state) benchmark::DoNotOptimize(parsed(parser, text));
  if (!parser.used_fast_path()) state.SkipWithError("the slow parser was taken");
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void run_parse_validate(benchmark::State& state, const std::string& text) {
  const json::CompiledSchema& schema = compiled_report_schema();
  json::Parser parser;
  json::Validator validator;
  for (auto _ : state) {
    Budget budget = budget_for(text);
    if (validator.validate(parsed(parser, text), schema, budget) != json::Outcome::kValid) {
      state.SkipWithError("the report is not valid");
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void run_validate(benchmark::State& state, const std::string& text) {
  const json::CompiledSchema& schema = compiled_report_schema();
  json::Parser parser;
  json::Validator validator;
  const json::Document document = parsed(parser, text);
  for (auto _ : state) {
    Budget budget = budget_for(text);
    if (validator.validate(document, schema, budget) != json::Outcome::kValid) state.SkipWithError("not valid");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void run_rebuild(benchmark::State& state, const std::string& text) {
  json::Parser parser;
  const json::Document document = parsed(parser, text);
  std::size_t written = 0;
  for (auto _ : state) {
    Budget budget = budget_for(text);
    written = must(json::rebuild(document, json::RebuildOptions{}, budget)).size();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(written));
}

// The whole check of a report: parse, schema, the scan of every string, written anew and read again.
const std::shared_ptr<const Engine>& report_engine() {
  static const std::shared_ptr<const Engine> engine = [] {
    LoadOptions options;
    options.policy =
        "[limits]\ntotal = 1_000_000_000_000_000\n"
        "[stdout]\ntypes = [\"application/json\"]\nschema = \"report.schema.json\"\nrebuild = true\n";
    options.schema_resolver = [](const std::string&) -> Result<std::string> { return report_schema(); };
    return must(Engine::load(options));
  }();
  return engine;
}

void run_check(benchmark::State& state, const std::string& text) {
  Run run = must(Run::start(report_engine()));
  Checker checker(run);
  for (auto _ : state) {
    const Verdict verdict = checker.check(stdout_text(as_bytes(text)));
    if (!verdict.is_released()) state.SkipWithError("the report was withheld");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

}  // namespace

void register_json() {
  for (const std::size_t size : kSizes) {
    const std::string name = size < 10'000 ? "1KB" : "100KB";
    const auto text = std::make_shared<const std::string>(json_report(size));
    const auto add = [&](const std::string& side, void (*run)(benchmark::State&, const std::string&)) {
      benchmark::RegisterBenchmark(("json/" + side + "/" + name).c_str(),
                                   [text, run](benchmark::State& state) { run(state, *text); });
    };
    add("simdjson", &run_simdjson);
    add("simdjson_minify", &run_simdjson_minify);
    add("simdjson_write", &run_simdjson_write);
    add("copy", &run_copy);
    add("parse", &run_parse);
    add("parse_validate", &run_parse_validate);
    add("validate", &run_validate);
    add("rebuild", &run_rebuild);
    add("check", &run_check);
  }
}

}  // namespace sluice::bench
