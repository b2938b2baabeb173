#include "pipeline/json_stage.h"

#include <algorithm>

#include "core/guard.h"
#include "pipeline/json_hazards.h"
#include "pipeline/json_output.h"
#include "pipeline/json_projection.h"
#include "pipeline/line_placeholder.h"
#include "pipeline/output_rescan.h"
#include "pipeline/stage_timer.h"
#include "pipeline/treatment.h"
#include "pipeline/unspaced_reading.h"
#include "scan/decode_scanner.h"
#include "scan/match_order.h"
#include "scan/scanner.h"
#include "text/cleaner.h"
#include "text/hazards.h"
#include "text/offset_map.h"
#include "text/utf8.h"

namespace sluice::pipeline {

namespace {

// A pointer costs a walk over the document, so that only the first findings get one.
constexpr std::size_t kMaxPointers = 32;

// The text without the characters that do not show. Unlike the cleaner it follows no sequence and no overwriting: what
// a terminal would hide stays in a JSON string, for every reader that is no terminal.
void drop_invisible(ByteView text, Bytes& out, text::OffsetMap& map) {
  for (std::size_t at = 0; at < text.size();) {
    const text::Decoded decoded = text::decode_utf8(text.data() + at, text.size() - at);
    const bool is_space = decoded.code_point == U'\n' || decoded.code_point == U'\t';
    if (is_space || decoded.status != text::DecodeStatus::kValid ||
        text::hazard_of(decoded.code_point) == text::Hazard::kNone) {
      const ByteView kept = text.subspan(at, decoded.length);
      out.insert(out.end(), kept.begin(), kept.end());
      map.append_copied(at, decoded.length);
    }
    at += decoded.length;
  }
}

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
      : document_(document), schema_(schema), context_(context), max_bytes_(max_bytes) {}

  [[nodiscard]] Cleaned run(ByteView text) {
    Cleaned cleaned;
    if (schema_ != nullptr) check_schema();
    if (context_.is_withheld()) return cleaned;
    scan_strings(JsonProjection::Reading::kApart);
    if (has_runs_) scan_strings(JsonProjection::Reading::kJoined);
    if (!is_plain_) hazards_.find(document_, context_);
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
    std::vector<scan::Match> matches = scan_view(projection.text());
    const std::size_t plain = matches.size();
    if (!scan::scan_decoded(projection.text(), context_.scratch.scan, &context_.run.marks, context_.budget, matches)) {
      context_.add_unfinished("the search for encoded secrets");
    }
    if (!scan_unspaced(projection.text(), context_, matches)) {
      context_.add_unfinished("the search for known secrets");
    }
    // A secret may be cut by escape sequences or invisible characters: what a terminal shows, and what is left without
    // them, are scanned as well.
    text::Cleaner cleaner{text::CleanOptions{}};
    Bytes stripped;
    text::OffsetMap map;
    const bool is_apart = reading == JsonProjection::Reading::kApart;
    const Bytes lines = is_apart ? with_own_lines(projection) : Bytes();
    cleaner.feed(lines.empty() ? projection.text() : ByteView(lines), stripped, map);
    cleaner.finish(stripped, map);
    if (!cleaner.is_identity()) {
      add_mapped(scan_view(stripped), map, matches);
      stripped.clear();
      map.clear();
      drop_invisible(projection.text(), stripped, map);
      add_mapped(scan_view(stripped), map, matches);
    }
    if (matches.size() > plain || !cleaner.is_identity()) {
      scan::merge_readings(matches);
    }
    report(projection, matches);
    edits_.add(projection, edits_for(matches, projection.text(), 0, context_));
  }

  // Overwritten text shows bytes in another order than they came: a match maps to all between its first and its last.
  static void add_mapped(const std::vector<scan::Match>& found, const text::OffsetMap& map,
                         std::vector<scan::Match>& matches) {
    for (scan::Match match : found) {
      if (match.source == scan::MatchSource::kForgedMark || match.end <= match.begin) continue;
      const text::RawSpan raw = map.hull(match.begin, match.end);
      match.begin = raw.begin;
      match.end = raw.end;
      matches.push_back(match);
    }
  }

  [[nodiscard]] std::vector<scan::Match> scan_view(ByteView view) {
    context_.budget.credit_work(view.size());
    scan::ScanResult result = scan::scan(view, context_.scratch.scan, &context_.run.marks, context_.budget);
    if (!result.is_complete) {
      context_.add_unfinished("the scan for secrets");
    }
    return std::move(result.matches);
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
  JsonHazards hazards_;
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
