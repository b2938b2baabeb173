#include "pipeline/json_stage.h"

#include <algorithm>

#include "core/guard.h"
#include "pipeline/json_output.h"
#include "pipeline/json_projection.h"
#include "pipeline/leaf_hazards.h"
#include "pipeline/line_placeholder.h"
#include "pipeline/output_rescan.h"
#include "pipeline/stage_timer.h"
#include "pipeline/treatment.h"
#include "pipeline/view_readings.h"
#include "text/hazards.h"

namespace sluice::pipeline {

namespace {

// A pointer costs a walk over the document, so that only the first findings get one.
constexpr std::size_t kMaxPointers = 32;

bool moves_cursor(std::string_view text) noexcept {
  for (const char c : {'\r', '\b', '\x1b', '\x9b'}) {
    if (text.find(c) != std::string_view::npos) return true;
  }
  return false;
}

// The text of kApart in which every string that moves the cursor stands on lines of its own, as where it is printed
// alone: its quotes become newlines. Empty where none does.
Bytes with_own_lines(const JsonProjection& projection) {
  const ByteView text = projection.text();
  if (!moves_cursor(as_chars(text))) return {};
  Bytes lines(text.begin(), text.end());
  for (const JsonProjection::Leaf& leaf : projection.leaves()) {
    const ByteView inside =
        text.subspan(static_cast<std::size_t>(leaf.begin), static_cast<std::size_t>(leaf.end - leaf.begin));
    if (!moves_cursor(as_chars(inside))) continue;
    lines[static_cast<std::size_t>(leaf.begin) - 1] = lines[static_cast<std::size_t>(leaf.end)] = std::byte{'\n'};
  }
  return lines;
}

// Checks one value; owns what several steps share.
class ValueCheck {
 public:
  /// @param max_bytes  what is written is cut to it
  ValueCheck(const json::Document& document, const json::CompiledSchema* schema, CheckContext& context,
             std::optional<std::uint64_t> max_bytes = std::nullopt)
      : document_(document),
        schema_(schema),
        context_(context),
        max_bytes_(max_bytes),
        hazards_(context.rules, LeafHazards::Controls::kStay) {}

  [[nodiscard]] Cleaned run(ByteView text) {
    Cleaned cleaned;
    if (schema_ != nullptr) check_schema();
    if (context_.is_withheld()) return cleaned;
    scan_strings(JsonProjection::Reading::kApart);
    if (has_runs_) scan_strings(JsonProjection::Reading::kJoined);
    if (!is_plain_) find_hazards();
    edits_.clean_hazards(&hazards_);
    rewrite_forged_placeholders(document_, hazards_, edits_, context_);
    if (context_.is_withheld()) return cleaned;
    const bool is_browser = context_.consumer == Consumer::kBrowser;
    const bool is_long = max_bytes_ && text.size() > *max_bytes_;
    const bool must_write = context_.rules.rebuild || document_.was_changed() || !dropped_.empty() || !edits_.empty() ||
                            is_browser || is_long;
    if (must_write) {
      const StageTimer timer(context_.timings.json_ns);
      cleaned.is_unchanged = false;
      cleaned.bytes =
          JsonOutput(schema_, context_).write(document_, dropped_, edits_.empty() ? nullptr : &edits_, max_bytes_);
      if (context_.is_withheld()) return cleaned;
    }
    rescan(must_write ? ByteView(cleaned.bytes) : text, context_);
    return cleaned;
  }

 private:
  void check_schema() {
    const StageTimer timer(context_.timings.json_ns);
    std::vector<json::Violation> violations;
    switch (context_.scratch.validator.validate(document_, *schema_, context_.budget, &violations)) {
      case json::Outcome::kValid: break;
      case json::Outcome::kInvalid:
        json::add_violations(violations, Decision::kReject, context_.scrubber(), context_.findings);
        context_.findings.raise(Decision::kReject);
        return;
      case json::Outcome::kExhausted:
        json::add_violations(violations, Decision::kReject, context_.scrubber(), context_.findings);
        context_.add_unfinished("the schema check");
        return;
    }
    if (context_.rules.unknown_members == policy::UnknownMembers::kAllow) return;
    Result<std::vector<std::uint32_t>> unknown =
        context_.scratch.validator.unknown_members(document_, *schema_, context_.budget);
    if (!unknown) {
      rethrow_out_of_memory(unknown.error());
      context_.add_unfinished("the search for unknown members");
      return;
    }
    const bool is_dropped = context_.rules.unknown_members == policy::UnknownMembers::kDrop;
    const Decision effect = is_dropped ? Decision::kSanitize : Decision::kReject;
    const std::vector<json::Position> positions = document_.positions_of(*unknown);
    for (std::size_t i = 0; i < unknown->size(); ++i) {
      Location where;
      where.begin = where.end = positions[i].offset;
      where.line = positions[i].line;
      where.column = positions[i].column;
      if (i < kMaxPointers) {
        where.pointer = report_text(as_bytes(document_.pointer_of((*unknown)[i])), context_.scrubber());
      }
      context_.findings.add(FindingCode::kJsonUnknownMember, Severity::kLow, effect,
                            is_dropped ? ReportText("left out") : ReportText("the schema does not name it"), where);
    }
    if (is_dropped) dropped_ = std::move(*unknown);
  }

  void scan_strings(JsonProjection::Reading reading) {
    const StageTimer timer(context_.timings.scan_ns);
    const JsonProjection projection(document_, reading);
    if (reading == JsonProjection::Reading::kApart) {
      has_runs_ = projection.has_runs();
      is_plain_ = text::plain_prefix(projection.text()) == projection.text().size();
    }
    if (projection.text().empty()) return;
    const bool is_apart = reading == JsonProjection::Reading::kApart;
    const Bytes lines = is_apart ? with_own_lines(projection) : Bytes();
    const std::vector<scan::Match> matches =
        scan_every_reading(projection.text(), lines.empty() ? projection.text() : ByteView(lines), context_);
    report(projection, matches);
    edits_.add(projection, edits_for(matches, projection.text(), 0, context_));
  }

  void find_hazards() {
    document_.for_each_string([&](const json::Leaf& leaf) { hazards_.look(leaf.id, leaf.text); });
    hazards_.report(context_, [&](std::uint32_t id) {
      const json::Position position = document_.position_of(id);
      Location where;
      where.begin = where.end = position.offset;
      where.line = position.line;
      where.column = position.column;
      where.pointer = report_text(as_bytes(document_.pointer_of(id)), context_.scrubber());
      return where;
    });
  }

  void report(const JsonProjection& projection, const std::vector<scan::Match>& matches) {
    std::vector<std::uint32_t> ids;
    for (const scan::Match& match : matches) ids.push_back(projection.leaf_at(match.begin));
    const std::vector<json::Position> positions = document_.positions_of(ids);
    add_match_findings(matches, projection.text(), 0, context_, Layer::kDecoded, [&](const scan::Match& match) {
      const auto i = static_cast<std::size_t>(&match - matches.data());
      Location where;
      where.begin = where.end = positions[i].offset;
      where.line = positions[i].line;
      where.column = positions[i].column;
      if (i < kMaxPointers) {
        where.pointer = report_text(as_bytes(document_.pointer_of(ids[i])), context_.scrubber());
      }
      return where;
    });
  }

  const json::Document& document_;
  const json::CompiledSchema* schema_;
  CheckContext& context_;
  std::optional<std::uint64_t> max_bytes_;
  std::vector<std::uint32_t> dropped_;
  bool has_runs_ = false;  // strings that follow one another in an array
  bool is_plain_ = false;  // no string or key holds a hazard
  LeafHazards hazards_;
  LeafEdits edits_;
};

}  // namespace

json::ParsePolicy json_parse_policy(const CheckContext& context) {
  json::ParsePolicy policy;
  policy.scrubber = context.scrubber();
  using json::OnAnomaly;
  switch (context.rules.duplicate_keys) {
    case policy::DuplicateKeys::kReject: policy.duplicate_key = OnAnomaly::kReject; break;
    case policy::DuplicateKeys::kFirst: policy.duplicate_key = OnAnomaly::kDrop; break;
    case policy::DuplicateKeys::kKeep: policy.duplicate_key = OnAnomaly::kKeep; break;
  }
  switch (context.rules.big_numbers) {
    case policy::BigNumbers::kKeep: policy.big_number = OnAnomaly::kKeep; break;
    case policy::BigNumbers::kReject: policy.big_number = OnAnomaly::kReject; break;
    case policy::BigNumbers::kNull: policy.big_number = OnAnomaly::kDrop; break;
  }
  policy.non_finite = context.rules.non_finite == policy::NonFinite::kNull ? OnAnomaly::kDrop : OnAnomaly::kReject;
  if (context.rules.lone_surrogates == policy::LoneSurrogates::kReplace) policy.surrogate = OnAnomaly::kDrop;
  switch (context.rules.raw_controls) {
    case policy::RawControls::kReject: policy.control = OnAnomaly::kReject; break;
    case policy::RawControls::kStrip: policy.control = OnAnomaly::kDrop; break;
    case policy::RawControls::kEscape: policy.control = OnAnomaly::kKeep; break;
  }
  if (context.rules.json_utf8 == policy::JsonUtf8::kReplace) policy.invalid_utf8 = OnAnomaly::kDrop;
  if (context.rules.byte_order_mark == policy::ByteOrderMark::kReject) policy.byte_order_mark = OnAnomaly::kReject;
  switch (context.rules.proto_keys) {
    case policy::ProtoKeys::kReject: policy.proto_key = OnAnomaly::kReject; break;
    case policy::ProtoKeys::kDrop: policy.proto_key = OnAnomaly::kDrop; break;
    case policy::ProtoKeys::kKeep: policy.proto_key = OnAnomaly::kKeep; break;
  }
  return policy;
}

Cleaned check_value(const json::Document& document, ByteView text, const json::CompiledSchema* schema,
                    CheckContext& context) {
  return ValueCheck(document, schema, context).run(text);
}

Cleaned check_json(ByteView text, const json::CompiledSchema* schema, CheckContext& context) {
  const auto parse = [&] {
    const StageTimer timer(context.timings.json_ns);
    return context.scratch.parser.parse(text, json_parse_policy(context), context.budget, context.findings);
  };
  Result<json::Document> document = parse();
  if (!document) {
    rethrow_out_of_memory(document.error());
    context.findings.raise(Decision::kQuarantine);
    return {};
  }
  std::optional<std::uint64_t> max_bytes;
  if (context.rules.on_overflow == policy::Overflow::kTruncate) max_bytes = context.rules.max_bytes;
  return ValueCheck(*document, schema, context, max_bytes).run(text);
}

}  // namespace sluice::pipeline
