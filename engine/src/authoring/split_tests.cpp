#include "authoring/split_tests.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "scan/checks/expand.h"

namespace sluice::authoring {

namespace {

using rules::Rule;
using rules::RuleKind;

// Personal data is redacted too, so that its rules show whether they hold bytes back.
constexpr std::string_view kPolicy = "format = 1\nname = \"rule-tests\"\n[pii]\naction = \"redact\"\n";
// A stream gathers small writes. With so much before an example its first part is scanned, and let go where it may.
constexpr std::size_t kBytesBefore = 4'096;
constexpr std::string_view kKey = "equal marks in every run of the tests";

// Code, rule, first byte, one past the last, confidence.
using Seen = std::tuple<FindingCode, std::string, std::uint64_t, std::uint64_t, Confidence>;

/// What became of a text.
struct Outcome {
  std::string released;
  Decision decision = Decision::kAllow;
  std::vector<Seen> findings;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome outcome_of(const Verdict& verdict, std::string released) {
  Outcome out{std::move(released), verdict.decision, {}};
  for (const Finding& finding : verdict.findings) {
    out.findings.emplace_back(finding.code, finding.rule_id, finding.where.begin, finding.where.end,
                              finding.confidence);
  }
  std::sort(out.findings.begin(), out.findings.end());
  return out;
}

struct StringSink final : Sink {
  Result<void> write(ByteView bytes) noexcept override {
    text += as_chars(bytes);
    return {};
  }
  std::string text;
};

/// One engine with a checker, in one mode.
class Pipeline {
 public:
  static Result<Pipeline> make(std::span<const LoadOptions::PackText> texts, bool is_trusted) {
    LoadOptions options;
    options.policy = kPolicy;
    options.packs.assign(texts.begin(), texts.end());
    options.fingerprint_key = to_bytes(kKey);
    options.is_trusted_source = is_trusted;
    options.with_digests = false;
    Result<std::shared_ptr<const Engine>> engine = Engine::load(options);
    if (!engine) return std::move(engine).error();
    return Pipeline(std::move(*engine));
  }

  /// Each example is a run of its own, so that no limit of a run is reached.
  Result<void> start() {
    checker_.reset();
    Result<Run> run = Run::start(engine_, {"rule-tests"});
    if (!run) return std::move(run).error();
    run_ = std::make_unique<Run>(std::move(*run));
    checker_.emplace(*run_);
    return {};
  }

  Outcome whole(std::string_view text) {
    Artifact artifact;
    artifact.info.channel = Channel::kStdout;
    artifact.bytes = as_bytes(text);
    const Verdict verdict = checker_->check(artifact);
    const std::optional<ByteView> released = verdict.released(engine_->consumer());
    return outcome_of(verdict, released ? to_string(*released) : std::string());
  }

  Result<Outcome> split(std::string_view text, std::size_t at) {
    StringSink sink;
    Result<Stream> stream = checker_->open_stream({Channel::kStdout, {}, {}, {}}, sink);
    if (!stream) return std::move(stream).error();
    // Where a write fails, the verdict says why.
    static_cast<void>(stream->write(as_bytes(text.substr(0, at))));
    static_cast<void>(stream->write(as_bytes(text.substr(at))));
    const Verdict verdict = stream->finish();
    return outcome_of(verdict, std::move(sink.text));
  }

 private:
  explicit Pipeline(std::shared_ptr<const Engine> engine) : engine_(std::move(engine)) {}
  std::shared_ptr<const Engine> engine_;
  std::unique_ptr<Run> run_;
  std::optional<Checker> checker_;
};

std::string lines_before() {
  constexpr std::string_view kLine = "An ordinary line of a text, and nothing that a rule looks for.\n";
  std::string text;
  while (text.size() + kLine.size() <= kBytesBefore) text += kLine;
  return text.insert(0, kBytesBefore - text.size(), '.');
}

bool is_redacted(RuleKind kind) { return kind != RuleKind::kInjection && kind != RuleKind::kUrl; }

std::string difference(const Outcome& whole, const Outcome& split) {
  if (split.decision != whole.decision) return "the decision " + std::string(decision_name(split.decision));
  if (split.findings != whole.findings) return "other findings";
  return "other clean bytes";
}

class SplitRunner {
 public:
  SplitRunner(Pipeline& pipeline, bool is_trusted, SplitReport& report)
      : pipeline_(pipeline), mode_(is_trusted ? " as trusted source" : ""), report_(report) {}

  Result<void> run(const rules::RulePack& pack, const Rule& rule, ExampleList list, std::size_t index) {
    const rules::RuleTest& example =
        list == ExampleList::kPositive ? rule.tests.positive[index] : rule.tests.demoted[index];
    const auto fail = [&](std::string expected, std::string found) {
      report_.failures.push_back(
          {pack.name, rule.id, list, index, example.line, std::move(expected) + mode_, std::move(found)});
    };
    const auto made = scan::expand(example.text, rule.check.kind, example_seed(rule.id, list, index));
    if (!made) return {};  // run_examples() says so
    Result<void> started = pipeline_.start();
    if (!started) return started;
    const std::string text = lines_before() + made->text + "\nafter\n";
    const Outcome whole = pipeline_.whole(text);
    const bool must_hide = mode_.empty() && is_redacted(rule.kind);
    const std::string secret = made->text.substr(made->secret_begin, made->secret_end - made->secret_begin);
    if (must_hide && whole.released.find(secret) != std::string::npos) {
      fail("clean bytes without the secret", "the secret among them");
      return {};
    }
    for (std::size_t at = kBytesBefore; at <= text.size(); ++at) {
      const Result<Outcome> split = pipeline_.split(text, at);
      if (!split) return split.error();
      ++report_.streams;
      if (*split == whole) continue;
      fail("at every split what the whole text gives",
           difference(whole, *split) + " when split at byte " + std::to_string(at - kBytesBefore));
      break;
    }
    return {};
  }

 private:
  Pipeline& pipeline_;
  std::string mode_;
  SplitReport& report_;
};

}  // namespace

Result<SplitReport> run_splits(std::span<const std::shared_ptr<const rules::RulePack>> packs,
                               std::span<const LoadOptions::PackText> texts,
                               const std::function<void(std::uint64_t, std::uint64_t)>& on_step) {
  SplitReport report;
  std::uint64_t total = 0;
  for (const auto& pack : packs) {
    for (const Rule& rule : pack->rules) total += 2 * (rule.tests.positive.size() + rule.tests.demoted.size());
  }
  std::uint64_t done = 0;
  for (const bool is_trusted : {false, true}) {
    Result<Pipeline> pipeline = Pipeline::make(texts, is_trusted);
    if (!pipeline) return std::move(pipeline).error();
    SplitRunner runner(*pipeline, is_trusted, report);
    for (const auto& pack : packs) {
      for (const Rule& rule : pack->rules) {
        for (const ExampleList list : {ExampleList::kPositive, ExampleList::kDemoted}) {
          const std::size_t count =
              list == ExampleList::kPositive ? rule.tests.positive.size() : rule.tests.demoted.size();
          for (std::size_t i = 0; i < count; ++i) {
            const Result<void> ran = runner.run(*pack, rule, list, i);
            if (!ran) return ran.error();
            report.examples += is_trusted ? 0 : 1;
            if (on_step) on_step(++done, total);
          }
        }
      }
    }
  }
  return report;
}

}  // namespace sluice::authoring
