#include "json/parser.h"

#include <simdjson.h>

#include <algorithm>
#include <new>

#include "core/guard.h"
#include "json/keys.h"
#include "json/strict_parser.h"
#include "json/tape_check.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMinCapacity = 4096;

// Adds the finding of a text that is longer than any parser of ours counts.
Error refuse_size(ByteView text, Findings& findings) {
  std::string message = "a JSON text of " + std::to_string(text.size()) + " bytes; one document may have " +
                        std::to_string(kMaxDocumentBytes) + " at most";
  findings.add(FindingCode::kLimitBytes, Severity::kMedium, Decision::kReject, engine_text(message));
  return {ErrorCode::kBudgetExhausted, std::move(message), 0};
}

}  // namespace

struct Parser::State {
  simdjson::dom::parser fast;
  std::uint64_t fast_depth = 0;
  StrictTree tree;
  KeyChecker keys;
  TapeChecker checker;
  bool used_fast_path = false;

  // True where simdjson read the text and nothing is to be said about it.
  bool parse_fast(ByteView text, Budget& budget, Document& out) {
    const std::uint64_t depth = std::min(budget.limits().max_depth, kMaxDepth) + 2;
    if (fast_depth < depth || fast.capacity() < text.size()) {
      const std::size_t capacity = std::max({text.size(), fast.capacity(), kMinCapacity});
      if (fast.allocate(capacity, static_cast<std::size_t>(depth)) != simdjson::SUCCESS) return false;
      fast_depth = depth;
    }
    simdjson::dom::element root;
    const std::string_view chars = as_chars(text);
    if (fast.parse(chars.data(), chars.size(), true).get(root) != simdjson::SUCCESS) return false;
    const Tape tape{fast.doc.tape.get(), fast.doc.string_buf.get()};
    const TapeChecker::Answer answer = checker.check(tape, chars, budget.limits());
    if (!answer.is_clean) return false;
    out = Document(tape, text, nullptr, false, answer.nodes);
    return true;
  }
};

Parser::Parser() : state_(std::make_unique<State>()) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

bool Parser::used_fast_path() const noexcept { return state_->used_fast_path; }

Result<Document> Parser::parse(ByteView text, const ParsePolicy& policy, Budget& budget, Findings& findings) noexcept {
  try {
    if (text.size() > kMaxDocumentBytes) return refuse_size(text, findings);
    Document document;
    state_->used_fast_path = false;
    if (!state_->parse_fast(text, budget, document)) return parse_strict(text, policy, budget, findings);
    state_->used_fast_path = true;
    if (!budget.charge(Budget::Kind::kSteps, text.size()) || !budget.charge(Budget::Kind::kNodes, document.nodes()) ||
        !budget.poll()) {
      if (budget.exhausted() == Budget::Kind::kNodes) {
        Finding finding;
        finding.code = FindingCode::kJsonNodes;
        finding.effect = Decision::kQuarantine;
        finding.is_complete = false;
        finding.detail = "more JSON values than the budget has left";
        findings.add(std::move(finding));
      } else {
        findings.add_exhausted(budget);
      }
      return Error{ErrorCode::kBudgetExhausted,
                   "the JSON text was not taken: the budget of " +
                       std::string(Budget::kind_name(budget.exhausted().value_or(Budget::Kind::kNodes))) + " ran out",
                   0};
    }
    return document;
  } catch (const std::bad_alloc&) {
    findings.add_out_of_memory();
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while parsing JSON");
  }
}

Result<Document> Parser::parse_strict(ByteView text, const ParsePolicy& policy, Budget& budget,
                                      Findings& findings) noexcept {
  try {
    state_->used_fast_path = false;
    if (text.size() > kMaxDocumentBytes) return refuse_size(text, findings);
    StrictParser parser(text, policy, budget, findings, state_->keys, state_->tree);
    Result<void> parsed = parser.run();
    if (!parsed) return std::move(parsed).error();
    const StrictTree& tree = state_->tree;
    return Document(tree.tape(), text, tree.offsets.data(), tree.was_changed, tree.nodes);
  } catch (const std::bad_alloc&) {
    findings.add_out_of_memory();
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while parsing JSON");
  }
}

}  // namespace sluice::json
