// Patterns of schemas: the engine that a pattern gets against RE2 alone, on texts that match and on texts that do not.
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "inputs.h"
#include "json/pattern.h"
#include "subject.h"

namespace sluice::bench {

namespace {

struct Subject {
  std::string_view name;
  std::string_view pattern;
  std::array<std::string_view, 4> texts;
};

constexpr std::array kSubjects{
    Subject{"prefix", "^x-", {"x-trace", "content-type", "x-", "accept"}},
    Subject{"choice", "^(?:low|medium|high|critical)$", {"low", "critical", "lower", "unknown"}},
    Subject{"uuid",
            "^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
            {"3f2504e0-4f89-41d3-9a0c-0305e82c3301", "3f2504e0-4f89-41d3-9a0c-0305e82c330",
             "f47ac10b-58cc-4372-a567-0e02b2c3d479", "f47ac10b58cc4372a5670e02b2c3d479"}},
    Subject{"slug", "^[a-z0-9_-]{1,64}$", {"report-2024_q3", "a", "Not A Slug", "the-quick-brown-fox-jumps-over-it"}},
    Subject{"date", R"(^\d{4}-\d{2}-\d{2}$)", {"2024-06-07", "2024-6-7", "1999-12-31", "yesterday"}},
    Subject{"number", R"(^-?(?:0|[1-9]\d*)(?:\.\d+)?$)", {"-12.50", "0", "1.", "1234567890.125"}},
    Subject{"time",
            R"(^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$)",
            {"2024-06-07T08:09:10Z", "2024-06-07T08:09:10.123+02:00", "2024-06-07 08:09:10", "2024-06-07T08:09:10"}},
    Subject{"email",
            R"(^[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$)",
            {"ada.lovelace@mail.example.org", "ada@example", "someone+tag@example.com", "no at sign in here"}},
    Subject{"contains", "[A-Z]", {"all small letters and then One", "nothing of the kind in this text", "Yes", "no"}},
    Subject{"umlauts", R"(^[^\s@]{1,40}$)", {"Änderungsübersicht", "größe", "mit Leerzeichen", "naïve"}},
};

void run(benchmark::State& state, const Subject& subject, json::PatternEngine first) {
  json::PatternOptions options;
  options.first = first;
  const json::SchemaPattern pattern = must(json::SchemaPattern::compile(subject.pattern, options));
  std::size_t bytes = 0;
  for (const std::string_view text : subject.texts) bytes += text.size();
  for (auto _ : state) {
    for (const std::string_view text : subject.texts) benchmark::DoNotOptimize(pattern.search(text));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}

}  // namespace

void register_pattern() {
  for (const Subject& subject : kSubjects) {
    const auto add = [&](const std::string& side, json::PatternEngine first) {
      benchmark::RegisterBenchmark(("json/pattern/" + side + "/" + std::string(subject.name)).c_str(),
                                   [&subject, first](benchmark::State& state) { run(state, subject, first); });
    };
    add("chosen", json::PatternEngine::kLiterals);
    add("re2", json::PatternEngine::kLinear);
  }
}

}  // namespace sluice::bench
