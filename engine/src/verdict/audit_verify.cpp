#include <new>
#include <optional>
#include <string>
#include <utility>

#include "core/guard.h"
#include "sluice/audit.h"
#include "verdict/audit_key.h"
#include "verdict/audit_record.h"

namespace sluice {

namespace {

using verdict::RecordLine;

// Walks the lines of a text and knows where each begins.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  [[nodiscard]] bool next() noexcept {
    if (next_ >= text_.size()) return false;
    begin_ = next_;
    const std::size_t newline = text_.find('\n', begin_);
    has_newline_ = newline != std::string_view::npos;
    const std::size_t end = has_newline_ ? newline : text_.size();
    line_ = text_.substr(begin_, end - begin_);
    next_ = has_newline_ ? newline + 1 : text_.size();
    ++number_;
    return true;
  }
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] std::size_t begin() const noexcept { return begin_; }
  [[nodiscard]] bool has_newline() const noexcept { return has_newline_; }

 private:
  std::string_view text_;
  std::string_view line_;
  std::size_t begin_ = 0;
  std::size_t next_ = 0;
  std::uint64_t number_ = 0;
  bool has_newline_ = false;
};

class ChainVerifier {
 public:
  ChainVerifier(std::string_view text, ByteView key) : text_(text), hmac_(key) {}

  [[nodiscard]] Result<AuditSummary> run() {
    Lines lines(text_);
    while (lines.next()) {
      std::string why = look_at(lines);
      if (!why.empty()) {
        return Error{ErrorCode::kAuditBroken, "audit chain, line " + std::to_string(lines.number()) + ": " + why,
                     lines.begin()};
      }
    }
    return summary_;
  }

 private:
  // Returns why the line does not fit, or nothing.
  std::string look_at(const Lines& lines) {
    const std::optional<RecordLine> record = verdict::split_record(lines.line());
    if (!record || !lines.has_newline()) {
      return lines.has_newline() ? "edited: it is not an audit record" : "cut: the text ends inside a record";
    }
    if (!verdict::mac_fits(*record, hmac_)) {
      return any_line_fits() ? "edited: its bytes do not fit its mac"
                             : "wrong key or edited: no record of the chain fits the key";
    }
    // From here on the record is one of ours; what can be wrong is its place.
    const std::uint64_t expected = seq_ + 1;
    const std::string found = std::to_string(record->head.seq);
    if (record->head.seq > expected) {
      return has_record(expected)
                 ? "reordered: record " + found + " stands where " + std::to_string(expected) + " belongs"
                 : "missing: record " + std::to_string(expected) + " is not there, " + found + " follows";
    }
    if (record->head.seq < expected) return "repeated: record " + found + " was there already";
    if (verdict::parse_digest(record->prev) != last_mac_) {
      return "foreign: record " + found + " continues another chain of the same key";
    }
    const std::uint64_t records = summary_.records + (record->head.is_checkpoint ? 0U : 1U);
    if (record->head.records != records) {
      return "miscounted: it says " + std::to_string(record->head.records) + " records, the chain has " +
             std::to_string(records);
    }
    seq_ = record->head.seq;
    last_mac_ = *verdict::parse_digest(record->mac);
    summary_.records = records;
    if (record->head.is_checkpoint) ++summary_.checkpoints;
    summary_.is_sealed = record->head.is_checkpoint;
    return {};
  }

  // These two run once, for the first line that does not fit.
  bool any_line_fits() {
    Lines lines(text_);
    while (lines.next()) {
      const std::optional<RecordLine> record = verdict::split_record(lines.line());
      if (record && verdict::mac_fits(*record, hmac_)) return true;
    }
    return false;
  }
  bool has_record(std::uint64_t seq) const {
    Lines lines(text_);
    while (lines.next()) {
      const std::optional<RecordLine> record = verdict::split_record(lines.line());
      if (record && record->head.seq == seq) return true;
    }
    return false;
  }

  std::string_view text_;
  Hmac hmac_;
  std::uint64_t seq_ = 0;
  Sha256Digest last_mac_ = verdict::kChainStart;
  AuditSummary summary_;
};

}  // namespace

Result<AuditSummary> verify_audit(std::string_view lines, ByteView key) try {
  if (Result<void> checked = verdict::check_audit_key(key); !checked) return std::move(checked).error();
  return ChainVerifier(lines, key).run();
} catch (const std::bad_alloc&) {
  return error_without_throwing(ErrorCode::kOutOfMemory, "no memory to verify an audit chain");
} catch (...) {
  return error_without_throwing(ErrorCode::kInternal, "a fault of sluice in an audit chain");
}

}  // namespace sluice
