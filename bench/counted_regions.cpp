// One call of each hot path on fixed inputs. instruction_counts.sh runs it under callgrind, which counts only inside
// the functions whose names begin with `counted_`; after each of them a profile with its name is written.
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define SLUICE_WRITE_PROFILE(name) CALLGRIND_DUMP_STATS_AT(name)
#else
#define SLUICE_WRITE_PROFILE(name) static_cast<void>(name)
#endif

#include "core/findings.h"
#include "corpus.h"
#include "json/parser.h"
#include "json/rebuild.h"
#include "sanitize/alone_host.h"
#include "sanitize/image/png.h"
#include "scan/scanner.h"
#include "subject.h"
#include "text/cleaner.h"

namespace bench = sluice::bench;
using sluice::as_bytes;
using sluice::Budget;
using sluice::Bytes;
using sluice::ByteView;
using sluice::Findings;

#define SLUICE_COUNTED extern "C" __attribute__((noinline, noclone, visibility("default")))

namespace {

Budget budget_for(ByteView bytes) {
  Budget budget;
  if (!budget.admit_input(bytes.size())) bench::fail("the input is too large for its budget");
  return budget;
}

}  // namespace

// What every start of the command pays: the default policy, from the packs in the library.
SLUICE_COUNTED bool counted_load() { return sluice::Engine::load({}).ok(); }

SLUICE_COUNTED bool counted_scan(ByteView text, sluice::scan::Scratch& scratch, Budget& budget) {
  return sluice::scan::scan(text, scratch, nullptr, budget).is_complete;
}

SLUICE_COUNTED std::size_t counted_text_clean(ByteView text, Bytes& out) {
  sluice::text::Cleaner cleaner;
  sluice::text::OffsetMap map;
  cleaner.feed(text, out, map);
  cleaner.finish(out, map);
  return out.size();
}

SLUICE_COUNTED bool counted_check(const sluice::Artifact& artifact, sluice::Checker& checker) {
  return checker.check(artifact).is_released();
}

SLUICE_COUNTED bool counted_json_parse(ByteView text, sluice::json::Parser& parser, sluice::json::Document& document) {
  Budget budget = budget_for(text);
  Findings findings;
  document = bench::must(parser.parse(text, {}, budget, findings));
  return parser.used_fast_path();
}

SLUICE_COUNTED bool counted_json_validate(ByteView text, const sluice::json::Document& document,
                                          const sluice::json::CompiledSchema& schema,
                                          sluice::json::Validator& validator) {
  Budget budget = budget_for(text);
  return validator.validate(document, schema, budget) == sluice::json::Outcome::kValid;
}

SLUICE_COUNTED std::size_t counted_json_rebuild(ByteView text, const sluice::json::Document& document) {
  Budget budget = budget_for(text);
  return bench::must(sluice::json::rebuild(document, {}, budget)).size();
}

SLUICE_COUNTED bool counted_png(ByteView png) {
  Budget budget = budget_for(png);
  Findings findings;
  sluice::sanitize::AloneHost host;
  sluice::sanitize::Job job{findings, budget, host};
  return sluice::sanitize::clean_png(png, {}, job).is_released;
}

int main() {
  constexpr std::size_t kBytes = 1'000'000;
  const std::string code = bench::code_like(kBytes / 2);
  const std::string log = bench::dense_log(kBytes / 2);
  const std::string text = code + log + bench::prose(kBytes / 4);
  bool is_right = true;

  is_right &= counted_load();
  SLUICE_WRITE_PROFILE("load");

  sluice::scan::Scratch scratch = bench::must(sluice::scan::Scratch::create(bench::default_rules()));
  // Patterns compile at their first use, which is not what is counted.
  Budget first_budget = budget_for(as_bytes(text));
  is_right &= sluice::scan::scan(as_bytes(text), scratch, nullptr, first_budget).is_complete;
  Budget budget = budget_for(as_bytes(text));
  is_right &= counted_scan(as_bytes(text), scratch, budget);
  SLUICE_WRITE_PROFILE("scan");

  Bytes out;
  out.reserve(2 * text.size());
  is_right &= counted_text_clean(as_bytes(text), out) > 0;
  SLUICE_WRITE_PROFILE("text_clean");

  sluice::Run run = bench::must(sluice::Run::start(bench::default_engine(), {"counted"}));
  sluice::Checker checker(run);
  // The first check makes the scratch of its thread.
  is_right &= checker.check(bench::stdout_text(as_bytes("ready\n"))).is_released();
  is_right &= counted_check(bench::stdout_text(as_bytes(text)), checker);
  SLUICE_WRITE_PROFILE("check");

  const std::string report = bench::json_report(kBytes);
  sluice::json::Parser parser;
  sluice::json::Document document;
  sluice::json::Validator validator;
  is_right &= counted_json_parse(as_bytes(report), parser, document);
  SLUICE_WRITE_PROFILE("json_parse");
  is_right &= counted_json_validate(as_bytes(report), document, bench::compiled_report_schema(), validator);
  SLUICE_WRITE_PROFILE("json_validate");
  is_right &= counted_json_rebuild(as_bytes(report), document) > 0;
  SLUICE_WRITE_PROFILE("json_rebuild");

  is_right &= counted_png(bench::png_image(640, 480));
  SLUICE_WRITE_PROFILE("png");
  if (!is_right) bench::fail("a counted region did not do its work");
  return 0;
}
