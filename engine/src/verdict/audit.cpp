#include "sluice/audit.h"

#include <cassert>
#include <new>
#include <utility>

#include "core/guard.h"
#include "verdict/audit_key.h"
#include "verdict/audit_record.h"

namespace sluice {

struct AuditChain::State {
  explicit State(ByteView key) : hmac(key) {}
  Hmac hmac;  // libcrypto wipes its copy of the key
  std::uint64_t seq = 0;
  std::uint64_t records = 0;
  Sha256Digest last_mac = verdict::kChainStart;

  // The state moves on only once the line exists, so that running out of memory leaves no gap.
  std::string write(const Verdict* v, std::uint64_t unix_time_ms) {
    const verdict::RecordHead head{seq + 1, v == nullptr, records + (v == nullptr ? 0U : 1U)};
    Sha256Digest mac{};
    std::string line = verdict::seal_record(verdict::record_body(head, unix_time_ms, v), last_mac, hmac, mac);
    seq = head.seq;
    records = head.records;
    last_mac = mac;
    return line;
  }
};

AuditChain::AuditChain(std::unique_ptr<State> state) : state_(std::move(state)) {}
AuditChain::AuditChain(AuditChain&&) noexcept = default;
AuditChain& AuditChain::operator=(AuditChain&&) noexcept = default;
AuditChain::~AuditChain() = default;

Result<AuditChain> AuditChain::start(ByteView key, std::string_view previous) try {
  if (Result<void> checked = verdict::check_audit_key(key); !checked) return std::move(checked).error();
  auto state = std::make_unique<State>(key);
  if (previous.ends_with('\n')) previous.remove_suffix(1);
  if (!previous.empty()) {
    const std::optional<verdict::RecordLine> line = verdict::split_record(previous);
    if (!line) {
      return Error{
          ErrorCode::kAuditBroken,
          "the last line of the audit chain is not a record; it may be cut: verify the chain before continuing it"};
    }
    if (!verdict::mac_fits(*line, state->hmac)) {
      return Error{ErrorCode::kAuditBroken,
                   "the last line of the audit chain does not fit this key: another key, or the line was edited"};
    }
    state->seq = line->head.seq;
    state->records = line->head.records;
    state->last_mac = *verdict::parse_digest(line->mac);
  }
  return AuditChain(std::move(state));
} catch (const std::bad_alloc&) {
  return error_without_throwing(ErrorCode::kOutOfMemory, "no memory to start an audit chain");
} catch (...) {
  return error_without_throwing(ErrorCode::kInternal, "a fault of sluice in an audit chain");
}

std::string AuditChain::append(const Verdict& v, std::uint64_t unix_time_ms) {
  assert(state_ != nullptr);
  return state_->write(&v, unix_time_ms);
}

std::string AuditChain::checkpoint(std::uint64_t unix_time_ms) {
  assert(state_ != nullptr);
  return state_->write(nullptr, unix_time_ms);
}

}  // namespace sluice
