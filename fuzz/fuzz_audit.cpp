// Property: verify_audit never crashes and never accepts what was not written with the key. Three readings of one
// input:
//   1. as the text of a chain under a key that is its own digest: nothing can verify but the empty text;
//   2. as the text of a chain under a fixed key (the seeds are chains of that key, so that the fuzzer can cut, swap and
//      repeat true lines): what verifies can be continued, and the continued chain verifies with one record more;
//   3. as instructions to write a chain and to damage it: a damaged chain verifies only as a prefix of whole lines.
// Input: raw bytes. Cap: 16 KiB (audit.options).
#include <cstdint>
#include <string>
#include <string_view>

#include "crypto/digest.h"
#include "sluice/audit.h"

namespace {

using namespace sluice;  // NOLINT: one small file

constexpr std::string_view kFixedKey = "key of the audit fuzz seeds";

void require(bool holds) {
  if (!holds) __builtin_trap();
}

std::string_view last_line(std::string_view text) {
  if (text.empty()) return {};
  const std::size_t newline = text.rfind('\n', text.size() - 2);
  return newline == std::string_view::npos || text.size() < 2 ? text : text.substr(newline + 1);
}

void check_unrelated_key(std::string_view text) {
  const Sha256Digest key = sha256(as_bytes(text));
  const Result<AuditSummary> result = verify_audit(text, std::as_bytes(std::span<const std::uint8_t>(key)));
  require(result.ok() == text.empty());
  if (!result.ok()) require(result.error().code == ErrorCode::kAuditBroken && result.error().offset <= text.size());
}

void check_fixed_key(std::string_view text) {
  const Result<AuditSummary> before = verify_audit(text, as_bytes(kFixedKey));
  if (!before.ok()) return;
  Result<AuditChain> chain = AuditChain::start(as_bytes(kFixedKey), last_line(text));
  require(chain.ok());
  // One statement each: the order of calls inside one expression is the compiler's choice.
  std::string longer(text);
  longer += chain->append(Verdict{}, 1);
  longer += chain->checkpoint(2);
  const Result<AuditSummary> after = verify_audit(longer, as_bytes(kFixedKey));
  require(after.ok() && after->is_sealed && after->records == before->records + 1 &&
          after->checkpoints == before->checkpoints + 1);
}

class Instructions {
 public:
  Instructions(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  [[nodiscard]] std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  [[nodiscard]] std::size_t below(std::size_t limit) {
    const std::size_t value = static_cast<std::size_t>(byte()) << 8U;
    return limit == 0 ? 0 : (value | byte()) % limit;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

void check_damage(Instructions in) {
  Result<AuditChain> chain = AuditChain::start(as_bytes(kFixedKey));
  require(chain.ok());
  std::string text;
  const std::size_t lines = 1 + in.below(6);
  for (std::size_t i = 0; i < lines; ++i) {
    Verdict verdict;
    verdict.decision = static_cast<Decision>(in.byte() % 4);
    verdict.input_bytes = in.byte();
    verdict.task_id = std::string(in.byte() % 8, static_cast<char>(in.byte()));
    if (in.byte() % 2 == 0) verdict.findings.emplace_back();
    text += in.byte() % 4 == 0 ? chain->checkpoint(i) : chain->append(verdict, i);
  }
  require(verify_audit(text, as_bytes(kFixedKey)).ok());

  std::string damaged = text;
  const std::size_t at = in.below(text.size());
  switch (in.byte() % 4) {
    case 0: damaged[at] = static_cast<char>(in.byte()); break;
    case 1: damaged.erase(at, 1 + in.below(64)); break;
    case 2: damaged.insert(at, text.substr(in.below(text.size()), 1 + in.below(1024))); break;
    default: damaged.insert(at, 1, static_cast<char>(in.byte())); break;
  }
  const bool is_prefix = text.starts_with(damaged) && (damaged.empty() || damaged.back() == '\n');
  require(verify_audit(damaged, as_bytes(kFixedKey)).ok() == is_prefix);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_unrelated_key(text);
  check_fixed_key(text);
  check_damage(Instructions(data, size));
  return 0;
}
