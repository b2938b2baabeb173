#include "json/ndjson.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "core/guard.h"

namespace sluice::json {

namespace {

constexpr std::byte kLineFeed{'\n'};
constexpr std::byte kReturn{'\r'};

LineFault classify(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return LineFault::kBlank;
  if (text[first] == '#' || text.substr(first, 2) == "//") return LineFault::kComment;
  return LineFault::kNone;
}

}  // namespace

std::string_view line_fault_name(LineFault fault) noexcept {
  switch (fault) {
    case LineFault::kNone: return "none";
    case LineFault::kTooLong: return "too long";
    case LineFault::kBlank: return "blank";
    case LineFault::kComment: return "a comment";
    case LineFault::kSyntax: return "not JSON";
    case LineFault::kPartial: return "without a line end";
  }
  return "unknown";
}

Line LineSplitter::make_line(ByteView text, std::uint64_t raw_size, bool has_newline) {
  Line line;
  line.number = ++line_number_;
  line.offset = offset_;
  line.has_newline = has_newline;
  offset_ += raw_size;
  if (!text.empty() && has_newline && text.back() == kReturn) text = text.first(text.size() - 1);
  if (is_skipping_ || text.size() > max_line_bytes_) {
    line.fault = LineFault::kTooLong;
    line.text = text.first(static_cast<std::size_t>(std::min<std::uint64_t>(text.size(), max_line_bytes_)));
  } else {
    line.text = text;
    line.fault = classify(as_chars(text));
  }
  is_skipping_ = false;
  line_size_ = 0;
  return line;
}

std::optional<Line> LineSplitter::next() {
  if (!block_.empty()) {
    const auto* const newline =
        static_cast<const std::byte*>(std::memchr(block_.data(), static_cast<int>(kLineFeed), block_.size()));
    if (newline == nullptr) {
      line_size_ += block_.size();
      // One byte above the cap tells that it is exceeded (two, since one may be the CR of a line end); the rest goes.
      const std::uint64_t room = max_line_bytes_ + 2 - std::min<std::uint64_t>(max_line_bytes_ + 2, held_.size());
      const ByteView kept = block_.first(static_cast<std::size_t>(std::min<std::uint64_t>(room, block_.size())));
      held_.insert(held_.end(), kept.begin(), kept.end());
      is_skipping_ = is_skipping_ || kept.size() < block_.size();
      block_ = {};
      if (!is_finished_) return std::nullopt;
    } else {
      const auto length = static_cast<std::size_t>(newline - block_.data());
      const ByteView rest = block_.first(length);
      const std::uint64_t raw_size = line_size_ + length + 1;
      block_ = block_.subspan(length + 1);
      if (held_.empty()) return make_line(rest, raw_size, true);
      const std::uint64_t room = max_line_bytes_ + 2 - std::min<std::uint64_t>(max_line_bytes_ + 2, held_.size());
      const ByteView kept = rest.first(static_cast<std::size_t>(std::min<std::uint64_t>(room, rest.size())));
      held_.insert(held_.end(), kept.begin(), kept.end());
      is_skipping_ = is_skipping_ || kept.size() < rest.size();
      given_.swap(held_);
      held_.clear();
      return make_line(given_, raw_size, true);
    }
  }
  if (is_finished_ && line_size_ > 0) {
    given_.swap(held_);
    held_.clear();
    return make_line(given_, line_size_, false);
  }
  return std::nullopt;
}

Result<Document> parse_line(Parser& parser, const Line& line, const ParsePolicy& policy, Budget& budget,
                            Findings& findings) noexcept {
  try {
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
      if (parsed) return parsed;
      fault = LineFault::kSyntax;
      reason = parsed.error().message;
    }
    Finding finding;
    finding.code = FindingCode::kJsonLine;
    finding.severity = Severity::kMedium;
    finding.effect = Decision::kQuarantine;
    finding.where.begin = line.offset;
    finding.where.end = line.offset + line.text.size();
    finding.where.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(line.number, UINT32_MAX));
    finding.where.column = 1;
    finding.detail = engine_text("line " + std::to_string(line.number) + " is not acceptable: " + reason);
    findings.add(std::move(finding));
    if (line.fault == LineFault::kNone) return parsed;
    return Error{ErrorCode::kJsonInvalid,
                 "line " + std::to_string(line.number) + " is " + reason + "; one JSON value is expected", line.offset};
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while reading a line of JSON");
  }
}

}  // namespace sluice::json
