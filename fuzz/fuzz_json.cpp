// Properties, under each of four policies:
//   1. The fast path and the strict parser agree: same answer, same findings, same tree.
//   2. rebuild is a fixed point: its result parses to an equal document, and rebuilding that gives the same bytes; with
//      HTML escapes it parses to the same document and holds none of < > &.
//   3. Positions of values ascend and lie inside the text.
//   4. What simdjson takes has no fault of syntax for us, but exponents of more than 9 digits; what we take without a
//      word simdjson takes.
// Input: the first byte chooses the policy, the rest is the text. Cap: 64 KiB (json.options).
#include <simdjson.h>

#include <cstdint>
#include <string>

#include "core/budget.h"
#include "core/findings.h"
#include "json/parser.h"
#include "json/rebuild.h"
#include "same_documents.h"

namespace {

using namespace sluice;        // NOLINT: one small file
using namespace sluice::json;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

Limits small_limits() {
  Limits limits;
  limits.max_depth = 40;
  limits.max_nodes = 20'000;
  limits.max_string_bytes = 20'000;
  limits.max_key_bytes = 1'000;
  return limits;
}

ParsePolicy policy_of(std::uint8_t selector) {
  ParsePolicy policy;
  if ((selector & 3U) == 1) {
    policy.duplicate_key = policy.non_finite = policy.surrogate = policy.invalid_utf8 = policy.control =
        policy.proto_key = OnAnomaly::kDrop;
  } else if ((selector & 3U) == 2) {
    policy.duplicate_key = policy.control = policy.proto_key = OnAnomaly::kKeep;
  } else if ((selector & 3U) == 3) {
    policy.big_number = OnAnomaly::kReject;
    policy.byte_order_mark = OnAnomaly::kReject;
    policy.duplicate_key = policy.proto_key = OnAnomaly::kDrop;
  }
  return policy;
}

void check_positions(const Document& document) {
  std::vector<std::uint32_t> ids;
  for (std::uint32_t id = 1; id < document.root().next_id() && ids.size() < 64;) {
    ids.push_back(id);
    const char letter = document.at(id).letter();
    id += letter == 'l' || letter == 'u' || letter == 'd' ? 2U : 1U;
  }
  std::uint64_t last = 0;
  for (const Position& position : document.positions_of(ids)) {
    require(position.offset >= last && position.offset < document.source().size());
    last = position.offset;
  }
}

void compare_with_simdjson(const std::string& text, const Findings& findings, bool is_taken) {
  static simdjson::dom::parser other;
  const bool is_valid = other.parse(text.data(), text.size(), true).error() == simdjson::SUCCESS;
  if (!is_valid) require(!is_taken || !findings.listed().empty());
  if (!is_valid) return;
  for (const Finding& finding : findings.listed()) {
    switch (finding.code) {
      case FindingCode::kJsonSyntax:
        require(finding.detail.str().find("exponent of more than 9 digits") != std::string::npos);
        break;
      case FindingCode::kJsonComment:
      case FindingCode::kJsonTrailing:
      case FindingCode::kJsonNonFinite:
      case FindingCode::kJsonSurrogate:
      case FindingCode::kJsonControl:
      case FindingCode::kInvalidUtf8: require(false); break;
      default: break;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const ParsePolicy policy = policy_of(data[0]);
  static Parser fast;
  static Parser strict;
  Budget fast_budget(small_limits());
  Budget strict_budget(small_limits());
  (void)fast_budget.admit_input(text.size());
  (void)strict_budget.admit_input(text.size());
  Findings fast_findings;
  Findings strict_findings;
  const Result<Document> a = fast.parse(as_bytes(text), policy, fast_budget, fast_findings);
  const Result<Document> b = strict.parse_strict(as_bytes(text), policy, strict_budget, strict_findings);
  require(a.ok() == b.ok());
  require(fast_findings.decision() == strict_findings.decision());
  require(fast_findings.listed().size() == strict_findings.listed().size());
  compare_with_simdjson(text, strict_findings, b.ok());
  if (!a) {
    require(fast_findings.decision() >= Decision::kQuarantine);
    return 0;
  }
  require(fast_findings.decision() <= Decision::kSanitize);
  require(are_same(*a, *b) && a->nodes() == b->nodes());
  check_positions(*a);
  check_positions(*b);

  const Result<Bytes> once = rebuild(*a, {}, fast_budget);
  require(once.ok());
  RebuildOptions options;
  options.escape_html = true;
  const Result<Bytes> escaped = rebuild(*a, options, fast_budget);
  require(escaped.ok());
  require(as_chars(*escaped).find_first_of("<>&") == std::string_view::npos);

  static Parser again;
  for (const Bytes* bytes : {&*escaped, &*once}) {
    Limits wide = small_limits();
    wide.max_input_bytes = bytes->size();
    Budget budget(wide);
    (void)budget.admit_input(bytes->size());
    Findings findings;
    const Result<Document> c = again.parse(*bytes, policy, budget, findings);
    require(c.ok());
    require(are_same(*c, *b));
    const Result<Bytes> twice = rebuild(*c, {}, budget);
    require(twice.ok() && *twice == *once);
  }
  return 0;
}
