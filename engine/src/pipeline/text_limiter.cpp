#include "pipeline/text_limiter.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "scan/notes.h"

namespace sluice::pipeline {

namespace {

void append(Bytes& out, ByteView bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }
void append(Bytes& out, const std::string& text) { append(out, as_bytes(text)); }

bool is_continuation(std::byte b) noexcept { return (b & std::byte{0xC0}) == std::byte{0x80}; }

// The most bytes of `piece` up to `room` that do not split a character.
std::size_t whole_characters(ByteView piece, std::uint64_t room) noexcept {
  if (room >= piece.size()) return piece.size();
  auto end = static_cast<std::size_t>(room);
  while (end > 0 && is_continuation(piece[end])) --end;
  return end;
}

}  // namespace

void TextLimiter::pass_line_part(ByteView part, bool is_mark, LimitedText& out) {
  const std::uint64_t before = line_bytes_;
  line_bytes_ += part.size();
  if (!limits_.max_line_bytes || line_bytes_ <= *limits_.max_line_bytes) {
    append(out.bytes, part);
    return;
  }
  if (before > *limits_.max_line_bytes) return;  // cut already
  ++cut_lines_;
  if (first_cut_line_ == 0) first_cut_line_ = lines_ + 1;
  if (!is_mark) append(out.bytes, part.first(whole_characters(part, *limits_.max_line_bytes - before)));
  line_bytes_ = std::max(line_bytes_, *limits_.max_line_bytes + 1);
}

void TextLimiter::end_line(LimitedText& out) {
  if (limits_.max_line_bytes && line_bytes_ > *limits_.max_line_bytes && limits_.is_truncated) {
    out.bytes.push_back(std::byte{' '});
    out.notes.push_back(out.bytes.size());
    append(out.bytes, std::string(scan::kLineCutNote) + std::to_string(line_bytes_) + " bytes]");
  }
  line_bytes_ = 0;
}

void TextLimiter::pass(ByteView piece, bool is_mark, LimitedText& out) {
  if (is_full_) return;
  // The byte limit of rejection counts raw bytes, which the pipe does.
  if (limits_.max_bytes && limits_.is_truncated && bytes_ + piece.size() > *limits_.max_bytes) {
    is_full_ = true;
    if (is_mark) return;
    piece = piece.first(whole_characters(piece, *limits_.max_bytes - bytes_));
  }
  bytes_ += piece.size();
  if (!limits_.max_lines && !limits_.max_line_bytes) {
    append(out.bytes, piece);
    return;
  }
  while (!piece.empty()) {
    if (limits_.max_lines && lines_ >= *limits_.max_lines) {
      is_full_ = is_full_by_lines_ = true;
      return;
    }
    const void* found = std::memchr(piece.data(), '\n', piece.size());
    if (found == nullptr) {
      pass_line_part(piece, is_mark, out);
      return;
    }
    const auto size = static_cast<std::size_t>(static_cast<const std::byte*>(found) - piece.data());
    pass_line_part(piece.first(size), is_mark, out);
    end_line(out);
    out.bytes.push_back(std::byte{'\n'});
    ++lines_;
    piece = piece.subspan(size + 1);
  }
}

void TextLimiter::finish(std::uint64_t raw_bytes, LimitedText& out, Findings& findings) {
  end_line(out);
  const Decision effect = limits_.is_truncated ? Decision::kSanitize : Decision::kReject;
  if (is_full_) {
    const FindingCode code = is_full_by_lines_ ? FindingCode::kLimitLines : FindingCode::kLimitBytes;
    const std::uint64_t limit = is_full_by_lines_ ? *limits_.max_lines : *limits_.max_bytes;
    const std::string unit = is_full_by_lines_ ? " lines" : " bytes";
    findings.add(code, Severity::kMedium, effect, engine_text("more than " + std::to_string(limit) + unit));
  }
  if (cut_lines_ > 0) {
    Location where;
    where.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(first_cut_line_, UINT32_MAX));
    findings.add(FindingCode::kLimitLineLength, Severity::kLow, effect,
                 engine_text(std::to_string(cut_lines_) + " lines of more than " +
                             std::to_string(*limits_.max_line_bytes) + " bytes"),
                 where);
  }
  if (!limits_.is_truncated || !is_cut()) return;
  if (is_full_) {
    out.bytes.push_back(std::byte{'\n'});
    out.notes.push_back(out.bytes.size());
    append(out.bytes, std::string(scan::kTruncatedNote) + "the input has " + std::to_string(raw_bytes) + " bytes]\n");
  }
  findings.add(FindingCode::kTruncated, Severity::kMedium, Decision::kSanitize,
               engine_text("original bytes: " + std::to_string(raw_bytes)));
}

}  // namespace sluice::pipeline
