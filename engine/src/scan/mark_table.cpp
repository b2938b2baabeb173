#include "scan/mark_table.h"

#include "crypto/fingerprint.h"

namespace sluice::scan {

Fingerprint MarkTable::fingerprint(ByteView secret) const { return Fingerprinter(key_.view()).of(secret); }

std::string MarkTable::mark(std::string_view rule_id, const Fingerprint& fingerprint) {
  std::string out(kMarkPrefix);
  out += rule_id;
  out += ':';
  out += fingerprint_mark(fingerprint);
  out += ']';
  return out;
}

}  // namespace sluice::scan
