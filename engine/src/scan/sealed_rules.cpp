#include "scan/sealed_rules.h"

#include <cstdint>
#include <cstring>

#include "crypto/digest.h"

namespace sluice::scan {

namespace {

constexpr std::uint32_t kFormat = 1;

std::string_view chars_of(const Sha256Digest& digest) noexcept {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

template <typename T>
void append_number(std::string& out, T value) {
  char bytes[sizeof(value)];
  std::memcpy(bytes, &value, sizeof(value));
  out.append(bytes, sizeof(value));
}

// All of the header but the HMAC.
std::string header(std::uint64_t payload_bytes, const Sha256Digest& id) {
  std::string out(kSealedMagic);
  append_number(out, kFormat);
  append_number(out, payload_bytes);
  out += chars_of(id);
  return out;
}

Error damaged(const char* what) { return {ErrorCode::kInvalidArgument, what, 0}; }

}  // namespace

std::string seal_rules(std::string_view payload, const Sha256Digest& id, ByteView key) {
  std::string out = header(payload.size(), id);
  Hmac hmac(key);
  hmac.update(as_bytes(out));
  hmac.update(as_bytes(payload));
  out += chars_of(hmac.finish());
  return out += payload;
}

Result<ByteView> unseal_rules(ByteView file, const Sha256Digest& id, ByteView key) {
  if (file.size() < kSealedHeaderBytes) return damaged("is cut off");
  const ByteView payload = file.subspan(kSealedHeaderBytes);
  // The writer's header of this payload and id, so that no field is read before it is known to be ours.
  const std::string expected = header(payload.size(), id);
  if (as_chars(file.first(expected.size())) != expected) return damaged("was made for something else, or is cut off");
  Hmac hmac(key);
  hmac.update(file.first(expected.size()));
  hmac.update(payload);
  const Sha256Digest mac = hmac.finish();
  if (!constant_time_equal(as_bytes(chars_of(mac)), file.subspan(expected.size(), mac.size()))) {
    return damaged("was changed, or was not written under this user's key");
  }
  return payload;
}

}  // namespace sluice::scan
