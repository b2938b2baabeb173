// Property: the reader of the rule cache takes only what was sealed under its key, and the reader of the packed form
// takes or refuses any bytes without a crash. Two readings of one input:
//   1. as a file of the cache, under a fixed key (the seeds are sealed with it) and under a key of its own digest: what
//   is
//      taken is byte for byte what sealing its payload gives;
//   2. as the packed form behind an HMAC and a checksum that hold: what is read of it and written again reads the same.
// Hyperscan never sees a byte of it: its reader is not made for bytes of others, and the HMAC is what stands before it.
// Input: raw bytes; for the second reading without the magic and the checksum. Cap: 64 KiB (rule_cache.options).
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "crypto/digest.h"
#include "scan/packed_rules.h"
#include "scan/prepared_rules.h"
#include "scan/sealed_rules.h"

namespace {

using namespace sluice;  // NOLINT: one small file

constexpr std::string_view kFixedKey = "key of the rule cache fuzz seeds";

void require(bool holds) {
  if (!holds) __builtin_trap();
}

const Sha256Digest& fixed_id() {
  static const Sha256Digest id = sha256(as_bytes("id of the rule cache fuzz seeds"));
  return id;
}

void check_file(ByteView file, ByteView key) {
  const Result<ByteView> payload = scan::unseal_rules(file, fixed_id(), key);
  const bool is_ours =
      file.size() >= scan::kSealedHeaderBytes &&
      scan::seal_rules(as_chars(file.subspan(scan::kSealedHeaderBytes)), fixed_id(), key) == as_chars(file);
  require(payload.ok() == is_ours);
  if (payload) require(payload->data() + payload->size() == file.data() + file.size());
}

std::string framed(std::string_view body) {
  std::string out = std::string(scan::PreparedRules::kMagic) + std::string(body);
  const std::uint64_t checksum = scan::PreparedRules::checksum(as_bytes(out));
  out.append(reinterpret_cast<const char*>(&checksum), sizeof(checksum));
  return out;
}

std::string written(const rules::RulePack& pack, const std::vector<scan::RuleParts>& parts, scan::ByteSetTable& sets) {
  scan::PackedWriter out(sets);
  scan::pack_rules(out, pack);
  out.list(parts, scan::pack_parts);
  return out.written();
}

void check_pack(const scan::PreparedPack& read) {
  scan::ByteSetTable sets;
  const std::string once = written(*read.pack, read.parts, sets);
  scan::PackedReader in(as_bytes(once), sets.sets());
  rules::RulePack pack;
  std::vector<scan::RuleParts> parts;
  scan::pack_rules(in, pack);
  in.list(parts, scan::pack_parts);
  require(in.ok() && in.is_at_end());
  scan::ByteSetTable again;
  require(written(pack, parts, again) == once);
}

void check_packed(std::string_view body) {
  const std::string sealed = scan::seal_rules(framed(body), fixed_id(), as_bytes(kFixedKey));
  const Result<ByteView> payload = scan::unseal_rules(as_bytes(sealed), fixed_id(), as_bytes(kFixedKey));
  require(payload.ok());
  const Result<scan::PreparedRules> rules = scan::PreparedRules::open(*payload);
  if (!rules) return;
  for (const std::string& name : rules->names()) {
    require(rules->source_digest(name).has_value());
    const Result<scan::PreparedPack> pack = rules->pack(name);
    if (pack) check_pack(*pack);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView bytes = std::as_bytes(std::span(data, size));
  const Sha256Digest digest = sha256(bytes);
  check_file(bytes, as_bytes(kFixedKey));
  check_file(bytes, std::as_bytes(std::span<const std::uint8_t>(digest)));
  check_packed(as_chars(bytes));
  return 0;
}
