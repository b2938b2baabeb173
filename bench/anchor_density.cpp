// The scan of a text that is nothing but one anchor, for every anchor of the core rules, as a stream of 64 KiB writes.
//
// usage: sluice_density [MB for each anchor, default 1] [MB for the slowest ten, default 64]     prints a JSON object
// A text is passed slowly, or it is withheld because the bytes for the regular expressions are used up; either is an
// answer, being slow and holding more and more memory is not.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "corpus.h"
#include "json/writer.h"
#include "scan/compiled_state.h"
#include "scan/stream_scanner.h"
#include "subject.h"

namespace sluice::bench {

namespace {

constexpr std::size_t kWriteBytes = 65'536;

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

struct Outcome {
  double megabytes_per_second = 0.0;
  bool is_withheld = false;
};

// `block` again and again, so that the text itself needs no memory.
Outcome scan_repeated(const std::string& block, std::size_t bytes, scan::Scratch& scratch) {
  Outcome best;
  for (int round = 0; round < 2; ++round) {
    Budget budget;
    static_cast<void>(budget.admit_input(bytes));
    scan::StreamScanner scanner(scratch.rules(), nullptr);
    std::size_t done = 0;
    const double start = thread_seconds();
    for (; done < bytes && scanner.is_complete(); done += block.size()) {
      scanner.feed(as_bytes(block), scratch, budget);
      static_cast<void>(scanner.take_matches());
    }
    scanner.finish(scratch, budget);
    const double speed = 1e-6 * static_cast<double>(done) / (thread_seconds() - start);
    best.megabytes_per_second = std::max(best.megabytes_per_second, speed);
    best.is_withheld = !scanner.is_complete();
  }
  return best;
}

std::string filled(const std::string& unit) {
  std::string block;
  while (block.size() < kWriteBytes) block += unit;
  return block;
}

struct Row {
  std::string anchor;
  Outcome outcome;
};

void print_rows(const char* name, const std::vector<Row>& rows) {
  std::printf(" \"%s\": [", name);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string anchor;
    json::append_escaped(anchor, rows[i].anchor);
    std::printf("%s\n  {\"anchor\": \"%s\", \"MB_per_s\": %.1f, \"withheld\": %s}", i == 0 ? "" : ",", anchor.c_str(),
                rows[i].outcome.megabytes_per_second, rows[i].outcome.is_withheld ? "true" : "false");
  }
  std::printf("],\n");
}

}  // namespace

}  // namespace sluice::bench

int main(int argc, char** argv) {
  using namespace sluice::bench;
  const auto megabytes = [&](int i, std::size_t otherwise) {
    return 1'000'000 * (argc > i ? static_cast<std::size_t>(std::strtoull(argv[i], nullptr, 10)) : otherwise);
  };
  const std::size_t each_bytes = megabytes(1, 1);
  const std::size_t slowest_bytes = megabytes(2, 64);
  sluice::scan::Scratch scratch = must(sluice::scan::Scratch::create(core_rules()));
  const double prose_speed = scan_repeated(prose(16 * kWriteBytes), slowest_bytes, scratch).megabytes_per_second;
  const double code_speed = scan_repeated(code_like(16 * kWriteBytes), slowest_bytes, scratch).megabytes_per_second;

  std::vector<Row> rows;
  for (const sluice::scan::Literal& literal : core_rules()->state().anchors) {
    rows.push_back({literal.bytes, scan_repeated(filled(literal.bytes), each_bytes, scratch)});
  }
  const auto withheld = std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.outcome.is_withheld; });
  const auto is_passed = [](const Row& row) { return !row.outcome.is_withheld; };
  std::vector<Row> passed;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(passed), is_passed);
  std::sort(passed.begin(), passed.end(),
            [](const Row& a, const Row& b) { return a.outcome.megabytes_per_second < b.outcome.megabytes_per_second; });
  const auto slower_than = [&passed](double speed) {
    return std::count_if(passed.begin(), passed.end(),
                         [speed](const Row& row) { return row.outcome.megabytes_per_second < speed; });
  };
  const auto below_prose = slower_than(0.2 * prose_speed);
  const auto below_code = slower_than(0.2 * code_speed);
  passed.resize(std::min<std::size_t>(passed.size(), 10));

  const long peak_before = peak_kilobytes();
  std::vector<Row> again;
  for (const Row& row : passed) {
    again.push_back({row.anchor, scan_repeated(filled(row.anchor), slowest_bytes, scratch)});
  }
  std::printf("{\n \"prose_MB_per_s\": %.1f, \"code_MB_per_s\": %.1f, \"anchors\": %zu, \"withheld\": %td,\n",
              prose_speed, code_speed, rows.size(), withheld);
  std::printf(" \"passed_below_20_percent_of_prose\": %td, \"passed_below_20_percent_of_code\": %td,\n", below_prose,
              below_code);
  std::printf(" \"MB_each\": %zu, \"MB_slowest\": %zu, \"peak_kB_growth_in_slowest\": %ld,\n", each_bytes / 1'000'000,
              slowest_bytes / 1'000'000, peak_kilobytes() - peak_before);
  print_rows("slowest", passed);
  print_rows("slowest_longer", again);
  std::printf(" \"method\": \"thread CPU time, best of 2, 64 KiB writes\"\n}\n");
  return 0;
}
