#include "pipeline/json_output.h"

#include <string>
#include <utility>
#include <vector>

#include "core/guard.h"
#include "json/canonical.h"
#include "json/defaults.h"
#include "json/truncate.h"
#include "pipeline/json_stage.h"

namespace sluice::pipeline {

namespace {

// Each round fills one level of defaults inside of defaults.
constexpr int kMaxRounds = 8;

Location place_of(const json::Document& document, std::uint32_t id, const CheckContext& context) {
  const json::Position position = document.position_of(id);
  Location where;
  where.begin = where.end = position.offset;
  where.line = position.line;
  where.column = position.column;
  where.pointer = report_text(as_bytes(document.pointer_of(id)), context.scrubber());
  return where;
}

std::string count_of(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace

Bytes JsonOutput::write(const json::Document& document, std::span<const std::uint32_t> dropped,
                        json::StringEditor* editor, std::optional<std::uint64_t> max_bytes) {
  if (!find_defaults(document)) return {};
  json::RebuildOptions options;
  options.dropped_members = dropped;
  options.editor = editor;
  options.added_members = added_;
  const bool is_changed = !dropped.empty() || editor != nullptr || !added_.empty();
  const json::Document* written = &document;
  std::uint64_t nodes = document.nodes();
  if (is_changed || !context_.rules.canonical) {
    if (!rebuild(document, options)) return {};
  }
  if (is_changed && (schema_ != nullptr || context_.rules.canonical)) {
    if (!settle(document)) return {};
    written = &again_;
    nodes = again_.nodes();
  }
  if (context_.rules.canonical) canonicalize(*written);
  if (max_bytes && !context_.is_withheld() && bytes_.size() > *max_bytes) cut(*max_bytes, nodes);
  return std::move(bytes_);
}

// Reads what was written until nothing is missing in it. Leaves the last document in `again_`.
bool JsonOutput::settle(const json::Document& document) {
  std::uint64_t paid_nodes = document.nodes();
  for (int round = 0; round < kMaxRounds; ++round) {
    if (read_again(parsers_[round % 2], paid_nodes) == nullptr) return false;
    paid_nodes = again_.nodes();
    if (schema_ == nullptr) return true;
    if (!follows_schema(again_, !added_.empty())) return false;
    std::vector<std::uint32_t> unknown;
    if (context_.rules.unknown_members != policy::UnknownMembers::kAllow) {
      Result<std::vector<std::uint32_t>> found =
          context_.scratch.validator.unknown_members(again_, *schema_, context_.budget);
      if (!found) {
        rethrow_out_of_memory(found.error());
        context_.add_unfinished("the search for unknown members");
        return false;
      }
      unknown = std::move(*found);
    }
    if (!unknown.empty() && context_.rules.unknown_members == policy::UnknownMembers::kReject) {
      context_.findings.add(FindingCode::kJsonUnknownMember, Severity::kLow, Decision::kReject,
                            "a key that was edited, or of a default, which the schema does not name");
      return false;
    }
    if (!find_defaults(again_)) return false;
    if (unknown.empty() && added_.empty()) return true;
    json::RebuildOptions options;
    options.dropped_members = unknown;
    options.added_members = added_;
    if (!rebuild(again_, options)) return false;
  }
  context_.findings.add(
      FindingCode::kJsonDefaultInvalid, Severity::kMedium, Decision::kQuarantine,
      engine_text("defaults inside of defaults, more than " + std::to_string(kMaxRounds) + " levels"));
  return false;
}

bool JsonOutput::rebuild(const json::Document& document, const json::RebuildOptions& options) {
  json::RebuildOptions all = options;
  all.escape_html = context_.consumer == Consumer::kBrowser;
  Result<Bytes> written = json::rebuild(document, all, context_.budget);
  if (!written) {
    rethrow_out_of_memory(written.error());
    context_.add_unfinished("writing the document");
    return false;
  }
  bytes_ = std::move(*written);
  return true;
}

const json::Document* JsonOutput::read_again(json::Parser& parser, std::uint64_t paid_nodes) {
  context_.budget.credit_work(bytes_.size());
  context_.budget.credit_nodes(paid_nodes);
  // What the first reading said need not be said again; where this one fails it is all there is to say.
  Findings findings(context_.budget.limits().max_findings);
  Result<json::Document> document = parser.parse(bytes_, json_parse_policy(context_), context_.budget, findings);
  if (!document) {
    rethrow_out_of_memory(document.error());
    for (Finding& finding : findings.listed()) context_.findings.add(std::move(finding));
    context_.findings.raise(Decision::kQuarantine);
    return nullptr;
  }
  again_ = *document;
  return &again_;
}

bool JsonOutput::follows_schema(const json::Document& document, bool has_defaults) {
  std::vector<json::Violation> violations;
  const json::Outcome outcome = context_.scratch.validator.validate(document, *schema_, context_.budget, &violations);
  if (outcome == json::Outcome::kValid) return true;
  json::add_violations(violations, Decision::kReject, context_.scrubber(), context_.findings);
  if (outcome == json::Outcome::kExhausted) {
    context_.add_unfinished("the schema check of what was written");
    return false;
  }
  if (has_defaults) {
    context_.findings.add(FindingCode::kJsonDefaultInvalid, Severity::kMedium, Decision::kReject,
                          "the findings of json.schema are about the value with its defaults");
  }
  context_.findings.raise(Decision::kReject);
  return false;
}

bool JsonOutput::find_defaults(const json::Document& document) {
  added_.clear();
  if (!context_.rules.fill_defaults || schema_ == nullptr) return true;
  Result<std::vector<json::AddedMember>> added = json::missing_defaults(document, *schema_, context_.budget);
  if (!added) {
    rethrow_out_of_memory(added.error());
    context_.add_unfinished("the search for members with defaults");
    return false;
  }
  added_ = std::move(*added);
  if (added_.empty()) return true;
  Location where;
  where.pointer = report_text(as_bytes(document.pointer_of(added_.front().object)), context_.scrubber());
  context_.findings.add(FindingCode::kJsonDefault, Severity::kInfo, Decision::kSanitize,
                        engine_text(count_of(added_.size(), "member") + ", the first of them here"), where);
  return true;
}

void JsonOutput::canonicalize(const json::Document& document) {
  if (context_.consumer == Consumer::kBrowser) {
    context_.findings.add(FindingCode::kJsonCanonical, Severity::kMedium, Decision::kQuarantine,
                          "a browser needs escapes that the canonical form does not allow");
    return;
  }
  json::CanonicalProblem problem;
  Result<Bytes> canonical = json::canonicalize(document, context_.budget, problem);
  if (canonical) {
    // The document may stand on the bytes that are replaced: nobody asks for its positions any more.
    bytes_ = std::move(*canonical);
    return;
  }
  rethrow_out_of_memory(canonical.error());
  if (problem.fault == json::CanonicalFault::kNone) {
    context_.add_unfinished("writing the canonical form");
    return;
  }
  context_.findings.add(FindingCode::kJsonCanonical, Severity::kMedium, Decision::kQuarantine,
                        problem.fault == json::CanonicalFault::kNumber
                            ? ReportText("a number beyond 2^53 - 1, or that no double holds")
                            : ReportText("a key that the object has twice"),
                        place_of(document, problem.id, context_));
}

// A cut that the schema does not take is tried at the next limit below.
void JsonOutput::cut(std::uint64_t max_bytes, std::uint64_t paid_nodes) {
  context_.budget.credit_work(bytes_.size());
  json::Truncator truncator(bytes_, context_.budget);
  for (std::uint64_t limit = json::truncation_limit(max_bytes); limit > 0;) {
    context_.budget.credit_work(bytes_.size());
    std::optional<json::TruncatedJson> result = truncator.fit(limit);
    if (!result) break;
    if (!is_cut_valid(result->bytes, paid_nodes)) {
      if (context_.is_withheld() || result->bytes.empty()) return;
      limit = json::truncation_limit(result->bytes.size() - 1);
      continue;
    }
    for (const json::TruncatedContainer& container : result->containers) {
      Location where;
      where.pointer = report_text(as_bytes(container.pointer), context_.scrubber());
      context_.findings.add(FindingCode::kTruncated, Severity::kMedium, Decision::kSanitize,
                            engine_text("kept " + std::to_string(container.kept) + " of " +
                                        count_of(container.total, container.is_object ? "member" : "element")),
                            where);
    }
    if (result->container_count > result->containers.size()) {
      context_.findings.add(FindingCode::kTruncated, Severity::kMedium, Decision::kSanitize,
                            engine_text(count_of(result->dropped_entries, "entry") + " dropped in all, in " +
                                        count_of(result->container_count, "place")));
    }
    bytes_ = std::move(result->bytes);
    return;
  }
  if (!context_.budget.ok()) {
    context_.add_unfinished("cutting the document");
    return;
  }
  context_.findings.add(
      FindingCode::kLimitBytes, Severity::kMedium, Decision::kReject,
      engine_text("more than " + std::to_string(max_bytes) + " bytes, and no cut of it " +
                  (schema_ != nullptr ? "is small enough and follows the schema" : "is small enough")));
}

bool JsonOutput::is_cut_valid(ByteView bytes, std::uint64_t paid_nodes) {
  if (schema_ == nullptr) return true;
  context_.budget.credit_work(bytes.size());
  context_.budget.credit_nodes(paid_nodes);
  Findings findings(context_.budget.limits().max_findings);
  Result<json::Document> document = parsers_[0].parse(bytes, json_parse_policy(context_), context_.budget, findings);
  if (!document) {
    rethrow_out_of_memory(document.error());
    context_.add_unfinished("reading the cut document");
    return false;
  }
  switch (context_.scratch.validator.validate(*document, *schema_, context_.budget)) {
    case json::Outcome::kValid: return true;
    case json::Outcome::kInvalid: return false;
    case json::Outcome::kExhausted: context_.add_unfinished("the schema check of the cut document"); return false;
  }
  return false;
}

}  // namespace sluice::pipeline
