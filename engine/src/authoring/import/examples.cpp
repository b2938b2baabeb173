#include "authoring/import/examples.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/budget.h"
#include "scan/compiled_rules.h"
#include "scan/scanner.h"

namespace sluice::authoring::importing {
namespace {

using scan::Match;

constexpr std::size_t kMaxExampleBytes = 4'000;
constexpr std::size_t kMaxExamples = 4;  // in each list of a rule
constexpr std::size_t kSecretPart = 8;   // a pack holds no whole token, so that it does not trip other scanners
constexpr std::size_t kContextPart = 60;

class ExampleScanner {
 public:
  static std::optional<ExampleScanner> of(const std::vector<rules::Rule>& translated, bool is_trusted) {
    auto pack = std::make_shared<rules::RulePack>();
    pack->name = "import";
    pack->rules = translated;
    const std::shared_ptr<const rules::RulePack> packs[] = {std::move(pack)};
    scan::CompileOptions options;
    options.is_trusted_source = is_trusted;
    const auto compiled = scan::CompiledRules::compile(packs, options);
    if (!compiled) return std::nullopt;
    Result<scan::Scratch> scratch = scan::Scratch::create(*compiled);
    if (!scratch) return std::nullopt;
    return ExampleScanner(std::move(*scratch));
  }

  std::vector<Match> scan(const std::string& text) {
    Budget budget;
    std::vector<Match> out;
    if (!budget.admit_input(text.size())) return out;
    for (const Match& match : scan::scan(as_bytes(text), scratch_, nullptr, budget).matches) {
      if (match.source == scan::MatchSource::kRule) out.push_back(match);
    }
    return out;
  }

 private:
  explicit ExampleScanner(scan::Scratch scratch) : scratch_(std::move(scratch)) {}
  scan::Scratch scratch_;
};

// Cuts a text into literal parts between characters, none of which reads as a generator such as {hex:32}.
void add_parts(std::string_view text, std::size_t most, std::vector<rules::TestPart>& out) {
  std::string part;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_character = (static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U;
    const bool ends_brace = !part.empty() && part.back() == '{';
    if (is_character && (part.size() >= most || ends_brace)) {
      out.push_back({rules::PartKind::kLiteral, std::move(part), 0});
      part.clear();
    }
    part += text[i];
  }
  if (!part.empty()) out.push_back({rules::PartKind::kLiteral, std::move(part), 0});
}

bool is_boundary(std::string_view text, std::uint64_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

rules::RuleTest make_test(std::string_view text, std::size_t begin, std::size_t end) {
  rules::RuleTest test;
  add_parts(text.substr(0, begin), kContextPart, test.text.parts);
  test.text.secret_begin = static_cast<std::uint32_t>(test.text.parts.size());
  add_parts(text.substr(begin, end - begin), kSecretPart, test.text.parts);
  test.text.secret_end = static_cast<std::uint32_t>(test.text.parts.size());
  add_parts(text.substr(end), kContextPart, test.text.parts);
  return test;
}

bool is_same(const Match& a, const Match& b) {
  return a.rule_index == b.rule_index && a.begin == b.begin && a.end == b.end && a.confidence == b.confidence;
}

std::string number_text(std::string_view noun, std::size_t index, std::string_view what) {
  return std::string(noun) + " " + std::to_string(index + 1) + " " + std::string(what);
}

class Carrier {
 public:
  Carrier(const ForeignRule& rule, std::vector<rules::Rule>& translated, Notes& notes)
      : rule_(rule), translated_(translated), notes_(notes) {}

  void run() {
    sandbox_ = ExampleScanner::of(translated_, false);
    trusted_ = ExampleScanner::of(translated_, true);
    if (!sandbox_ || !trusted_) return;
    for (std::size_t i = 0; i < rule_.examples.size(); ++i) positive(i);
    for (std::size_t i = 0; i < rule_.negative_examples.size(); ++i) negative(i);
  }

 private:
  bool is_usable(const std::string& text) const { return !text.empty() && text.size() <= kMaxExampleBytes; }

  void positive(std::size_t index) {
    const std::string& text = rule_.examples[index];
    if (!is_usable(text)) return skip("examples", "example", index);
    const std::vector<Match> as_trusted = trusted_->scan(text);
    const Match* best = nullptr;
    const std::vector<Match> as_sandbox = sandbox_->scan(text);
    for (const Match& match : as_sandbox) {
      const bool is_sure = match.confidence == translated_[match.rule_index].confidence &&
                           std::any_of(as_trusted.begin(), as_trusted.end(),
                                       [&match](const Match& other) { return is_same(match, other); });
      const bool is_text = is_boundary(text, match.begin) && is_boundary(text, match.end);
      if (is_sure && is_text && (best == nullptr || match.rule_index < best->rule_index)) best = &match;
    }
    if (best == nullptr) {
      notes_.add(rule_, "examples", number_text("example", index, "is not found"), ImportEffect::kNoted);
      return;
    }
    std::vector<rules::RuleTest>& list = translated_[best->rule_index].tests.positive;
    if (list.size() < kMaxExamples) {
      list.push_back(make_test(text, static_cast<std::size_t>(best->begin), static_cast<std::size_t>(best->end)));
    }
  }

  void negative(std::size_t index) {
    const std::string& text = rule_.negative_examples[index];
    if (!is_usable(text)) return skip("negative_examples", "negative example", index);
    if (!sandbox_->scan(text).empty() || !trusted_->scan(text).empty()) {
      notes_.add(rule_, "negative_examples", number_text("negative example", index, "is found"), ImportEffect::kNoted);
      return;
    }
    std::vector<rules::RuleTest>& list = translated_[0].tests.negative;
    if (list.size() < kMaxExamples) list.push_back(make_test(text, 0, text.size()));
  }

  void skip(const char* field, std::string_view noun, std::size_t index) {
    notes_.add(rule_, field, number_text(noun, index, "is empty or has more than 4000 bytes"), ImportEffect::kNoted);
  }

  const ForeignRule& rule_;
  std::vector<rules::Rule>& translated_;
  Notes& notes_;
  std::optional<ExampleScanner> sandbox_;
  std::optional<ExampleScanner> trusted_;
};

}  // namespace

void carry_examples(const ForeignRule& rule, std::vector<rules::Rule>& translated, Notes& notes) {
  if (rule.examples.empty() && rule.negative_examples.empty()) return;
  Carrier(rule, translated, notes).run();
}

}  // namespace sluice::authoring::importing
