#include "json/ndjson.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "core/guard.h"

namespace sluice::json {

namespace {

constexpr std::byte kReturn{'\r'};
constexpr std::string_view kSpace = " \t\r\n";

LineFault classify(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return LineFault::kBlank;
  if (text[first] == '#' || text.substr(first, 2) == "//") return LineFault::kComment;
  return LineFault::kNone;
}

// Values whose end is not seen in themselves: `12` may have been `123`.
bool can_be_cut(const Value& value) noexcept {
  return value.is_number() || value.kind() == Kind::kBool || value.is_null();
}

Finding line_finding(const Line& line, FindingCode code, std::string detail) {
  Finding finding;
  finding.code = code;
  finding.severity = Severity::kMedium;
  finding.effect = Decision::kQuarantine;
  finding.where.begin = line.offset;
  finding.where.end = line.offset + line.text.size();
  finding.where.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(line.number, UINT32_MAX));
  finding.where.column = 1;
  finding.detail = engine_text(std::move(detail));
  return finding;
}

}  // namespace

std::string_view line_fault_name(LineFault fault) noexcept {
  switch (fault) {
    case LineFault::kNone: return "none";
    case LineFault::kTooLong: return "too long";
    case LineFault::kBlank: return "blank";
    case LineFault::kComment: return "a comment";
    case LineFault::kSyntax: return "not JSON";
    case LineFault::kCut: return "perhaps cut: no white space follows its value";
    case LineFault::kNoStart: return "without a record separator before it";
  }
  return "unknown";
}

// @param is_at_end  the stream ends here: there was no line end, no next separator
Line LineSplitter::make_line(ByteView text, std::uint64_t raw_size, bool is_at_end) {
  Line line;
  line.number = ++line_number_;
  line.offset = offset_;
  offset_ += raw_size;
  line.has_end = !is_at_end;
  if (framing_ == Framing::kRecords) {
    line.has_end = !text.empty() && kSpace.find(static_cast<char>(text.back())) != std::string_view::npos;
  } else if (!text.empty() && !is_at_end && text.back() == kReturn) {
    line.has_return = true;
    text = text.first(text.size() - 1);
  }
  if (is_skipping_ || text.size() > max_line_bytes_) {
    line.fault = LineFault::kTooLong;
    line.text = text.first(static_cast<std::size_t>(std::min<std::uint64_t>(text.size(), max_line_bytes_)));
    if (framing_ == Framing::kRecords) line.has_end = false;  // its end may not have been held
  } else {
    line.text = text;
    line.fault = is_before_first_                                  ? LineFault::kNoStart
                 : (text.empty() && framing_ == Framing::kRecords) ? LineFault::kCut
                                                                   : classify(as_chars(text));
  }
  is_skipping_ = false;
  line_size_ = 0;
  return line;
}

void LineSplitter::hold(ByteView bytes) {
  // One byte above the cap tells that it is exceeded (two, since one may be the CR of a line end); the rest goes.
  const std::uint64_t room = max_line_bytes_ + 2 - std::min<std::uint64_t>(max_line_bytes_ + 2, held_.size());
  const ByteView kept = bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(room, bytes.size())));
  held_.insert(held_.end(), kept.begin(), kept.end());
  is_skipping_ = is_skipping_ || kept.size() < bytes.size();
}

std::optional<Line> LineSplitter::next() {
  const bool has_records = framing_ == Framing::kRecords;
  const int delimiter = has_records ? kRecordSeparator : '\n';
  while (!block_.empty()) {
    const auto* const found = static_cast<const std::byte*>(std::memchr(block_.data(), delimiter, block_.size()));
    if (found == nullptr) {
      line_size_ += block_.size();
      hold(block_);
      block_ = {};
      break;
    }
    const auto length = static_cast<std::size_t>(found - block_.data());
    const ByteView rest = block_.first(length);
    const std::uint64_t raw_size = line_size_ + length + 1;
    block_ = block_.subspan(length + 1);
    if (has_records && raw_size == 1) {  // nothing since the last separator, or before the first
      offset_ += raw_size;
      is_before_first_ = false;
      continue;
    }
    ByteView text = rest;
    if (!held_.empty()) {
      hold(rest);
      given_.swap(held_);
      held_.clear();
      text = given_;
    }
    const Line line = make_line(text, raw_size, false);
    is_before_first_ = false;
    return line;
  }
  // After a separator even nothing is a record, and a cut one.
  const bool has_rest = line_size_ > 0 || (has_records && !is_before_first_);
  if (!is_finished_ || !has_rest) return std::nullopt;
  given_.swap(held_);
  held_.clear();
  const Line line = make_line(given_, line_size_, true);
  is_before_first_ = true;
  return line;
}

Result<Document> parse_line(Parser& parser, const Line& line, Framing framing, const ParsePolicy& policy,
                            Budget& budget, Findings& findings) noexcept {
  try {
    const std::string name = (framing == Framing::kRecords ? "record " : "line ") + std::to_string(line.number);
    LineFault fault = line.fault;
    std::string reason(line_fault_name(fault));
    Result<Document> parsed = Error{ErrorCode::kJsonInvalid, {}, line.offset};
    if (fault == LineFault::kNone) {
      Findings inner(budget.limits().max_findings);
      parsed = parser.parse(line.text, policy, budget, inner);
      // What was found inside counts in the line; here it gets its place in the stream.
      for (Finding& finding : inner.listed()) {
        finding.where.begin += line.offset;
        finding.where.end += line.offset;
        finding.where.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(line.number, UINT32_MAX));
        findings.add(std::move(finding));
      }
      const bool is_cut = parsed.ok() && framing == Framing::kRecords && !line.has_end && can_be_cut(parsed->root());
      if (parsed && !is_cut) return parsed;
      fault = is_cut ? LineFault::kCut : LineFault::kSyntax;
      reason = is_cut ? std::string(line_fault_name(fault)) : parsed.error().message;
    }
    const FindingCode code = fault == LineFault::kTooLong ? FindingCode::kJsonLineLength : FindingCode::kJsonLine;
    findings.add(line_finding(line, code, name + " is not acceptable: " + reason));
    if (fault == LineFault::kSyntax) return parsed;
    return Error{ErrorCode::kJsonInvalid, name + " is " + reason + "; one JSON value is expected", line.offset};
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while reading a line of JSON");
  }
}

}  // namespace sluice::json
