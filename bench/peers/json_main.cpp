// Our side of the comparison of JSON validators: parses and validates each document of a folder, and validates alone.
//
// usage: sluice_json_peers FOLDER MILLISECONDS
//
// FOLDER has a folder for each family: schema.json and documents SIZE.json. Prints a line of JSON for each document:
// family, size, bytes, and nanoseconds of thread CPU time for one document, the best batch of the milliseconds given to
// each figure.
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/findings.h"
#include "json/parser.h"
#include "json/schema.h"
#include "subject.h"

namespace sluice::bench {

namespace {

namespace fs = std::filesystem;

constexpr double kBatchNs = 2e6;

double thread_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

// The least time of one call, over batches that fill `total_ns`.
double best_ns(double total_ns, const std::function<void()>& call) {
  double start = thread_cpu_ns();
  call();
  const double once = std::max(thread_cpu_ns() - start, 1.0);
  const auto batch = static_cast<std::size_t>(std::max(1.0, kBatchNs / once));
  double best = std::numeric_limits<double>::max();
  const double end = thread_cpu_ns() + total_ns;
  do {
    start = thread_cpu_ns();
    for (std::size_t i = 0; i < batch; ++i) call();
    best = std::min(best, (thread_cpu_ns() - start) / static_cast<double>(batch));
  } while (thread_cpu_ns() < end);
  return best;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// 10 MB may hold more values than a check allows by default.
Budget budget_for(const std::string& text) {
  Limits limits;
  limits.max_nodes = 10'000'000;
  Budget budget(limits);
  static_cast<void>(budget.admit_input(text.size()));
  return budget;
}

json::Document parsed(json::Parser& parser, const std::string& text, Budget& budget) {
  Findings findings;
  return must(parser.parse(as_bytes(text), json::ParsePolicy{}, budget, findings));
}

void require_valid(json::Outcome outcome, const std::string& name) {
  if (outcome == json::Outcome::kValid) return;
  std::fprintf(stderr, "json_peers: %s is not valid\n", name.c_str());
  std::exit(1);
}

void measure(const fs::path& document, const std::string& family, const json::CompiledSchema& schema, double total_ns) {
  const std::string text = read_file(document);
  const std::string name = document.string();
  json::Parser parser;
  json::Validator validator;
  const double both = best_ns(total_ns, [&] {
    Budget budget = budget_for(text);
    require_valid(validator.validate(parsed(parser, text, budget), schema, budget), name);
  });
  Budget first = budget_for(text);
  const json::Document tree = parsed(parser, text, first);
  const double alone = best_ns(total_ns, [&] {
    Budget budget = budget_for(text);
    require_valid(validator.validate(tree, schema, budget), name);
  });
  std::printf(R"({"family": "%s", "size": "%s", "bytes": %zu, "parse_validate_ns": %.1f, "validate_ns": %.1f})"
              "\n",
              family.c_str(), document.stem().c_str(), text.size(), both, alone);
  std::fflush(stdout);
}

int run(const fs::path& folder, double total_ns) {
  std::vector<fs::path> families(fs::directory_iterator{folder}, fs::directory_iterator{});
  std::sort(families.begin(), families.end());
  for (const fs::path& family : families) {
    json::SchemaOptions options;
    options.assert_formats = false;  // as on the other sides
    const std::string text = read_file(family / "schema.json");
    const auto schema = must(json::CompiledSchema::compile(text, family.string(), options));
    for (const auto& entry : fs::directory_iterator(family)) {
      if (entry.path().filename() != "schema.json") measure(entry.path(), family.filename(), *schema, total_ns);
    }
  }
  return 0;
}

}  // namespace

}  // namespace sluice::bench

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: sluice_json_peers FOLDER MILLISECONDS\n", stderr);
    return 2;
  }
  return sluice::bench::run(argv[1], std::atof(argv[2]) * 1e6);
}
