#include "sluice/baseline.h"

#include <set>
#include <utility>

#include "core/guard.h"
#include "crypto/digest.h"
#include "json/writer.h"
#include "pipeline/baseline_keys.h"

namespace sluice {

namespace {

// Flagged URLs and the like have none, and there may be thousands of them. @param key  a rule's id or a code's name
bool could_have_fingerprints(const Verdict& verdict, std::string_view key) {
  bool is_listed = false;
  for (const Finding& finding : verdict.findings) {
    if (finding.rule_id != key && finding_name(finding.code) != key) continue;
    if (finding.fingerprint) return true;
    is_listed = true;
  }
  return !is_listed;
}

}  // namespace

struct Baseline::State {
  Bytes key;
  std::set<std::pair<std::string, Fingerprint>> findings;
};

Baseline::Baseline(std::unique_ptr<State> state) : state_(std::move(state)) {}
Baseline::~Baseline() = default;
Baseline::Baseline(Baseline&&) noexcept = default;
Baseline& Baseline::operator=(Baseline&&) noexcept = default;

Result<Baseline> Baseline::create() noexcept {
  return guarded("while starting a baseline", []() -> Result<Baseline> {
    Result<Bytes> key = random_bytes(pipeline::kBaselineKeyBytes);
    if (!key) return std::move(key).error();
    auto state = std::make_unique<State>();
    state->key = std::move(*key);
    return Baseline(std::move(state));
  });
}

ByteView Baseline::key() const noexcept { return state_ == nullptr ? ByteView() : ByteView(state_->key); }

Result<void> Baseline::add(const Verdict& verdict) noexcept {
  return guarded("while adding to a baseline", [&]() -> Result<void> {
    if (state_ == nullptr) return Error{ErrorCode::kClosed, "the baseline was moved from", 0};
    for (const auto& [key, count] : verdict.findings_not_listed) {
      if (!could_have_fingerprints(verdict, key)) continue;
      return Error{ErrorCode::kInvalidArgument,
                   verdict.name.str() + ": " + std::to_string(count) + " findings of " + key +
                       " are counted but not listed, so the baseline would not know them; raise [limits] findings in "
                       "the policy",
                   0};
    }
    for (const Finding& finding : verdict.findings) {
      if (finding.fingerprint && !finding.rule_id.empty()) {
        state_->findings.emplace(finding.rule_id, *finding.fingerprint);
      }
    }
    return {};
  });
}

Result<std::string> Baseline::text() const noexcept {
  return guarded("while writing a baseline", [&]() -> Result<std::string> {
    if (state_ == nullptr) return Error{ErrorCode::kClosed, "the baseline was moved from", 0};
    std::string out;
    json::Writer writer(out, 1);
    writer.begin_object();
    writer.member(pipeline::kFormatKey, pipeline::kBaselineFormat);
    writer.member(pipeline::kKeyKey, to_hex(state_->key));
    writer.key(pipeline::kFindingsKey);
    writer.begin_array();
    for (const auto& [rule_id, fingerprint] : state_->findings) {
      writer.begin_object();
      writer.member(pipeline::kRuleKey, rule_id);
      writer.member(pipeline::kFingerprintKey, to_hex(fingerprint));
      writer.end_object();
    }
    writer.end_array();
    writer.end_object();
    out += '\n';
    return out;
  });
}

}  // namespace sluice
