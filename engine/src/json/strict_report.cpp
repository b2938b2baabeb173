#include <algorithm>

#include "json/strict_parser.h"
#include "json/writer.h"

namespace sluice::json {

namespace {

constexpr std::uint64_t kMaxReported = 32;      // findings of one code; the rest is counted
constexpr std::size_t kMaxPointerBytes = 4096;  // reports show far less

Error error_at(ErrorCode code, const Location& where, const std::string& message) {
  return {code, "line " + std::to_string(where.line) + ", column " + std::to_string(where.column) + ": " + message,
          where.begin};
}

}  // namespace

std::string StrictParser::quote(std::string_view raw) const {
  return '"' + report_text(as_bytes(raw), policy_.scrubber).str() + '"';
}

std::string StrictParser::found_here() const {
  if (at_end()) return "the end of the text";
  std::uint32_t code_point = 0;
  const bool is_ascii = static_cast<unsigned char>(text_[at_]) < 0x80;
  const std::size_t length =
      is_ascii ? 1 : std::max<std::size_t>(detail::utf8_length(text_.substr(at_), code_point), 1);
  return quote(text_.substr(at_, length));
}

bool StrictParser::syntax(std::size_t offset, std::string message) {
  return fail(FindingCode::kJsonSyntax, ErrorCode::kJsonInvalid, offset, std::move(message));
}

bool StrictParser::unexpected(std::string expected) {
  if (!at_end() && is_comment_here()) {
    return fail(FindingCode::kJsonComment, ErrorCode::kJsonInvalid, at_, "a comment; JSON has none: remove it");
  }
  const bool is_single_quote = !at_end() && text_[at_] == '\'';
  return syntax(at_, "expected " + std::move(expected) + ", found " + found_here() +
                         (is_single_quote ? ": JSON strings stand in double quotes" : ""));
}

bool StrictParser::is_comment_here() const noexcept {
  const std::string_view next = text_.substr(at_, 2);
  return next.substr(0, 1) == "#" || next == "//" || next == "/*";
}

Location StrictParser::place(std::size_t offset, std::size_t end, const std::string& pointer) {
  if (offset < line_begin_) {
    line_begin_ = 0;
    line_ = 1;
  }
  while (true) {
    const std::size_t newline = text_.find('\n', line_begin_);
    if (newline == std::string_view::npos || newline >= offset) break;
    ++line_;
    line_begin_ = newline + 1;
  }
  const auto column = static_cast<std::uint32_t>(std::min<std::size_t>(offset - line_begin_ + 1, UINT32_MAX));
  return {offset, end, line_, column, Layer::kRaw, report_text(as_bytes(pointer), policy_.scrubber)};
}

std::string StrictParser::pointer_here() const {
  std::string pointer;
  for (const Frame& frame : stack_) {
    if (pointer.size() > kMaxPointerBytes) break;
    if (!frame.is_object) {
      pointer += '/';
      pointer += std::to_string(frame.count);
    } else if (frame.key_id > 1) {
      append_pointer_token(pointer, Value(tree_.tape(), frame.key_id).text());
    }
  }
  return pointer;
}

bool StrictParser::fail(FindingCode code, ErrorCode error, std::size_t offset, std::string message) {
  Finding finding;
  finding.code = code;
  finding.severity = Severity::kMedium;
  finding.effect = Decision::kQuarantine;
  finding.is_complete = false;
  finding.where = place(offset, offset, pointer_here());
  finding.detail = engine_text(message);
  if (!is_rejected_) error_ = error_at(error, finding.where, message);
  findings_.add(std::move(finding));
  return false;
}

bool StrictParser::lists_next(FindingCode code) const noexcept {
  const auto count = reported_.find(code);
  return count == reported_.end() || count->second < kMaxReported;
}

bool StrictParser::report(FindingCode code, OnAnomaly action, std::size_t offset, std::size_t end,
                          std::string message) {
  return report(code, action, offset, end, std::move(message), lists_next(code) ? pointer_here() : std::string());
}

bool StrictParser::report(FindingCode code, OnAnomaly action, std::size_t offset, std::size_t end, std::string message,
                          std::string pointer) {
  const bool is_rejected = action == OnAnomaly::kReject;
  if (action == OnAnomaly::kDrop) tree_.was_changed = true;
  const bool is_listed = lists_next(code);
  ++reported_[code];
  if (!is_listed) return action == OnAnomaly::kKeep;
  Finding finding;
  finding.code = code;
  finding.severity = is_rejected ? Severity::kMedium : Severity::kLow;
  finding.effect =
      is_rejected ? Decision::kReject : (action == OnAnomaly::kDrop ? Decision::kSanitize : Decision::kAllow);
  finding.where = place(offset, end, pointer);
  finding.detail = engine_text(message);
  if (is_rejected && !is_rejected_) {
    is_rejected_ = true;
    error_ = error_at(ErrorCode::kJsonInvalid, finding.where, message);
  }
  findings_.add(std::move(finding));
  return action == OnAnomaly::kKeep;
}

void StrictParser::report_uncounted() {
  for (const auto& [code, count] : reported_) {
    if (count <= kMaxReported) continue;
    Finding finding;
    finding.code = code;
    finding.severity = Severity::kLow;
    finding.count = count - kMaxReported;
    finding.detail = "more of the same, counted only";
    findings_.add(std::move(finding));
  }
}

}  // namespace sluice::json
