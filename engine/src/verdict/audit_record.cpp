#include "verdict/audit_record.h"

#include <charconv>

#include "crypto/fingerprint.h"
#include "verdict/json_fields.h"

namespace sluice::verdict {

namespace {

// Keeps these MACs apart from every other use of the same key.
constexpr std::string_view kDomain = "sluice audit record 1\n";
constexpr std::string_view kPrev = ",\"prev\":\"";
constexpr std::string_view kMac = "\",\"mac\":\"";
constexpr std::string_view kEnd = "\"}";
constexpr std::string_view kSeq = "{\"seq\":";
constexpr std::string_view kKind = ",\"kind\":\"";
constexpr std::string_view kRecords = "\",\"records\":";
constexpr std::string_view kVerdictKind = "verdict";
constexpr std::string_view kCheckpointKind = "checkpoint";
constexpr std::size_t kHexDigits = 64;
constexpr std::size_t kTail = kPrev.size() + kHexDigits + kMac.size() + kHexDigits + kEnd.size();

Sha256Digest compute_mac(Hmac& hmac, const Sha256Digest& prev, std::string_view signed_bytes) {
  hmac.update(as_bytes(kDomain));
  hmac.update(std::as_bytes(std::span<const std::uint8_t>(prev)));
  hmac.update(as_bytes(signed_bytes));
  return hmac.finish();
}

void write_finding(json::Writer& w, const Finding& finding) {
  w.begin_object();
  w.member("code", static_cast<std::uint64_t>(finding.code));
  text_or_null(w, "rule", finding.rule_id);
  w.member("severity", severity_name(finding.severity));
  w.member("effect", decision_name(finding.effect));
  w.member("complete", finding.is_complete);
  w.member("begin", finding.where.begin);
  w.member("end", finding.where.end);
  w.member("layer", layer_name(finding.where.layer));
  text_or_null(w, "fingerprint", finding.fingerprint ? fingerprint_hex(*finding.fingerprint) : std::string());
  w.member("count", finding.count);
  w.end_object();
}

void write_verdict(json::Writer& w, const Verdict& v) {
  subject_members(w, v);
  extent_members(w, v);
  w.key("findings");
  w.begin_array();
  for (const Finding& finding : v.findings) write_finding(w, finding);
  w.end_array();
  not_listed_member(w, v);
  timings_member(w, v.timings);
}

bool take(std::string_view& rest, std::string_view expected) noexcept {
  if (!rest.starts_with(expected)) return false;
  rest.remove_prefix(expected.size());
  return true;
}

bool take_number(std::string_view& rest, std::uint64_t& value) noexcept {
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc() || end == rest.data()) return false;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return true;
}

}  // namespace

std::string record_body(const RecordHead& head, std::uint64_t unix_time_ms, const Verdict* verdict) {
  std::string out;
  json::Writer w(out, 0, kJsonEscapes);
  w.begin_object();
  w.member("seq", head.seq);
  w.member("kind", head.is_checkpoint ? kCheckpointKind : kVerdictKind);
  w.member("records", head.records);
  w.member("time_ms", unix_time_ms);
  if (verdict != nullptr) write_verdict(w, *verdict);
  return out;
}

std::string seal_record(std::string body, const Sha256Digest& prev, Hmac& hmac, Sha256Digest& mac) {
  body += kPrev;
  body += to_hex(std::span<const std::uint8_t>(prev));
  // The quote that closes `prev` is signed too, so that the signed bytes end where `,"mac":` begins.
  const Sha256Digest computed = compute_mac(hmac, prev, body + '"');
  body += kMac;
  body += to_hex(std::span<const std::uint8_t>(computed));
  body += kEnd;
  body += '\n';
  mac = computed;
  return body;
}

std::optional<Sha256Digest> parse_digest(std::string_view hex) noexcept {
  Sha256Digest digest{};
  if (hex.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t i = 0; i < hex.size(); ++i) {
    const char c = hex[i];
    unsigned nibble = 0;
    if (c >= '0' && c <= '9') {
      nibble = static_cast<unsigned>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      nibble = static_cast<unsigned>(c - 'a') + 10U;
    } else {
      return std::nullopt;
    }
    digest[i / 2] = static_cast<std::uint8_t>(unsigned{digest[i / 2]} << 4U | nibble);
  }
  return digest;
}

std::optional<RecordLine> split_record(std::string_view line) noexcept {
  if (line.size() < kTail) return std::nullopt;
  RecordLine out;
  std::string_view tail = line.substr(line.size() - kTail);
  if (!take(tail, kPrev)) return std::nullopt;
  out.prev = tail.substr(0, kHexDigits);
  tail.remove_prefix(kHexDigits);
  if (!take(tail, kMac)) return std::nullopt;
  out.mac = tail.substr(0, kHexDigits);
  tail.remove_prefix(kHexDigits);
  if (tail != kEnd || !parse_digest(out.prev) || !parse_digest(out.mac)) return std::nullopt;
  out.signed_bytes = line.substr(0, line.size() - kEnd.size() - kHexDigits - kMac.size() + 1);

  std::string_view rest = line.substr(0, line.size() - kTail);
  if (!take(rest, kSeq) || !take_number(rest, out.head.seq) || !take(rest, kKind)) return std::nullopt;
  out.head.is_checkpoint = take(rest, kCheckpointKind);
  if (!out.head.is_checkpoint && !take(rest, kVerdictKind)) return std::nullopt;
  if (!take(rest, kRecords) || !take_number(rest, out.head.records)) return std::nullopt;
  return out;
}

bool mac_fits(const RecordLine& line, Hmac& hmac) {
  const std::optional<Sha256Digest> prev = parse_digest(line.prev);
  const std::optional<Sha256Digest> mac = parse_digest(line.mac);
  if (!prev || !mac) return false;
  const Sha256Digest expected = compute_mac(hmac, *prev, line.signed_bytes);
  return constant_time_equal(std::as_bytes(std::span<const std::uint8_t>(expected)),
                             std::as_bytes(std::span<const std::uint8_t>(*mac)));
}

}  // namespace sluice::verdict
