#include "crypto/digest.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <sys/random.h>

#include <array>
#include <cerrno>
#include <new>

#include "core/checked.h"

namespace sluice {

namespace {

struct MdDelete {
  void operator()(EVP_MD* md) const noexcept { EVP_MD_free(md); }
};
struct MdCtxDelete {
  void operator()(EVP_MD_CTX* ctx) const noexcept { EVP_MD_CTX_free(ctx); }
};
struct MacDelete {
  void operator()(EVP_MAC* mac) const noexcept { EVP_MAC_free(mac); }
};
struct MacCtxDelete {
  void operator()(EVP_MAC_CTX* ctx) const noexcept { EVP_MAC_CTX_free(ctx); }
};

// SHA-256 on good arguments fails for want of memory only.
void require(bool ok) {
  if (!ok) throw std::bad_alloc();
}

// libcrypto takes unsigned char; an empty view may hold a null pointer, which some of its calls refuse.
const unsigned char* raw(ByteView bytes) noexcept {
  static constexpr unsigned char kNothing = 0;
  return bytes.empty() ? &kNothing : reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

struct Sha256::State {
  std::unique_ptr<EVP_MD, MdDelete> md{EVP_MD_fetch(nullptr, "SHA256", nullptr)};
  std::unique_ptr<EVP_MD_CTX, MdCtxDelete> ctx{EVP_MD_CTX_new()};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  require(state_->md != nullptr && state_->ctx != nullptr);
  reset();
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(ByteView bytes) { require(EVP_DigestUpdate(state_->ctx.get(), raw(bytes), bytes.size()) == 1); }

Sha256Digest Sha256::finish() {
  Sha256Digest digest{};
  unsigned int length = 0;
  require(EVP_DigestFinal_ex(state_->ctx.get(), digest.data(), &length) == 1 && length == digest.size());
  reset();
  return digest;
}

void Sha256::reset() { require(EVP_DigestInit_ex2(state_->ctx.get(), state_->md.get(), nullptr) == 1); }

struct Hmac::State {
  std::unique_ptr<EVP_MAC, MacDelete> mac{EVP_MAC_fetch(nullptr, "HMAC", nullptr)};
  std::unique_ptr<EVP_MAC_CTX, MacCtxDelete> ctx;
};

Hmac::Hmac(ByteView key) : state_(std::make_unique<State>()) {
  require(state_->mac != nullptr);
  state_->ctx.reset(EVP_MAC_CTX_new(state_->mac.get()));
  require(state_->ctx != nullptr);
  std::array<char, 7> name{"SHA256"};
  const std::array<OSSL_PARAM, 2> params{OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name.data(), 0),
                                         OSSL_PARAM_construct_end()};
  require(EVP_MAC_init(state_->ctx.get(), raw(key), key.size(), params.data()) == 1);
}
Hmac::~Hmac() = default;
Hmac::Hmac(Hmac&&) noexcept = default;
Hmac& Hmac::operator=(Hmac&&) noexcept = default;

void Hmac::update(ByteView bytes) { require(EVP_MAC_update(state_->ctx.get(), raw(bytes), bytes.size()) == 1); }

Sha256Digest Hmac::finish() {
  Sha256Digest digest{};
  std::size_t length = 0;
  require(EVP_MAC_final(state_->ctx.get(), digest.data(), &length, digest.size()) == 1 && length == digest.size());
  // A null key means: the same key again.
  require(EVP_MAC_init(state_->ctx.get(), nullptr, 0, nullptr) == 1);
  return digest;
}

Sha256Digest sha256(ByteView data) {
  Sha256 hash;
  hash.update(data);
  return hash.finish();
}

Sha256Digest hmac_sha256(ByteView key, ByteView data) {
  Hmac hmac(key);
  hmac.update(data);
  return hmac.finish();
}

// From the kernel: setting up libcrypto's generator, which is seeded from there, costs more than a small check.
Result<Bytes> random_bytes(std::size_t count) {
  Bytes out(count);
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = ::getrandom(out.data() + done, count - done, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      return Error{ErrorCode::kUnsupported,
                   "the system's random generator yields no bytes; check that getrandom works"};
    }
    done += static_cast<std::size_t>(got);
  }
  return out;
}

void wipe(std::span<std::byte> bytes) noexcept {
  if (!bytes.empty()) OPENSSL_cleanse(bytes.data(), bytes.size());
}

void wipe(std::string& text) noexcept {
  // Growing to the capacity allocates nothing and makes the spare bytes addressable.
  text.resize(text.capacity());
  if (!text.empty()) OPENSSL_cleanse(text.data(), text.size());
  text.clear();
}

bool constant_time_equal(ByteView a, ByteView b) noexcept {
  return a.size() == b.size() && CRYPTO_memcmp(raw(a), raw(b), a.size()) == 0;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out;
  out.reserve(saturating_mul<std::size_t>(bytes.size(), 2));
  for (const std::uint8_t b : bytes) {
    out += kHex[b >> 4U];
    out += kHex[b & 0x0FU];
  }
  return out;
}

std::string to_hex(ByteView bytes) {
  return to_hex(std::span<const std::uint8_t>(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

}  // namespace sluice
