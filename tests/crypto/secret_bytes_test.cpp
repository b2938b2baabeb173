#include "crypto/secret_bytes.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

#include "crypto/digest.h"

namespace {

// Looks at each array block as it is freed: does it still hold the marker?
constexpr std::string_view kMarker = "marker-that-must-not-remain";
bool is_watching = false;
int freed_with_marker = 0;
int freed_blocks = 0;

}  // namespace

void* operator new[](std::size_t size) {
  void* block = std::malloc(size == 0 ? 1 : size);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void operator delete[](void* block) noexcept {
  if (is_watching && block != nullptr) {
    const std::string_view bytes(static_cast<const char*>(block), malloc_usable_size(block));
    ++freed_blocks;
    if (bytes.find(kMarker) != std::string_view::npos) ++freed_with_marker;
  }
  std::free(block);
}

void operator delete[](void* block, std::size_t) noexcept { operator delete[](block); }

namespace sluice {
namespace {

bool is_zero(ByteView bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

TEST(Wipe, OverwritesBytesAndStrings) {
  Bytes bytes = to_bytes("to be forgotten");
  wipe(bytes);
  EXPECT_TRUE(is_zero(bytes));
  wipe(std::span<std::byte>{});

  std::string text(100, 's');
  text.resize(10);  // 90 bytes of the secret remain behind the end
  const char* block = text.data();
  const std::size_t capacity = text.capacity();
  wipe(text);
  EXPECT_TRUE(text.empty());
  ASSERT_EQ(text.data(), block);
  text.resize(capacity);
  EXPECT_EQ(text.find('s'), std::string::npos);
}

TEST(SecretBytes, HoldsWhatItWasGiven) {
  SecretBytes secret(std::string_view("first"));
  EXPECT_EQ(as_chars(secret.view()), "first");
  secret.append(as_bytes(" and second"));
  EXPECT_EQ(as_chars(secret.view()), "first and second");
  secret.append(secret.view());
  EXPECT_EQ(as_chars(secret.view()), "first and secondfirst and second");
  secret.append({});
  EXPECT_EQ(secret.size(), 32U);
  EXPECT_TRUE(SecretBytes().empty());
}

TEST(SecretBytes, ClearLeavesNothingInTheBlock) {
  SecretBytes secret(std::string_view("to be forgotten"));
  const std::byte* block = secret.view().data();
  const std::size_t size = secret.size();
  secret.clear();
  EXPECT_TRUE(secret.empty());
  EXPECT_TRUE(is_zero({block, size}));
}

TEST(SecretBytes, FreedBlocksHoldNothing) {
  is_watching = true;
  const auto freed_marked = [](auto action) {
    freed_with_marker = 0;
    freed_blocks = 0;
    action();
    EXPECT_GT(freed_blocks, 0);
    return freed_with_marker;
  };
  // The control: a plain array does leave its bytes behind.
  EXPECT_EQ(freed_marked([] {
              const std::unique_ptr<char[]> plain(new char[64]{});
              kMarker.copy(plain.get(), kMarker.size());
            }),
            1);
  EXPECT_EQ(freed_marked([] { const SecretBytes secret{kMarker}; }), 0) << "destroyed";
  EXPECT_EQ(freed_marked([] {
              SecretBytes secret(kMarker);
              for (int i = 0; i < 100; ++i) secret.append(as_bytes(kMarker));
            }),
            0)
      << "grown";
  EXPECT_EQ(freed_marked([] {
              SecretBytes secret(kMarker);
              secret = SecretBytes(std::string_view("other"));
            }),
            0)
      << "assigned over";
  is_watching = false;
}

TEST(SecretBytes, MovesAndNeverCopies) {
  static_assert(!std::is_copy_constructible_v<SecretBytes>);
  static_assert(!std::is_copy_assignable_v<SecretBytes>);
  static_assert(std::is_nothrow_move_constructible_v<SecretBytes>);
  SecretBytes a(std::string_view("value"));
  const std::byte* block = a.view().data();
  SecretBytes b(std::move(a));
  EXPECT_TRUE(a.empty());  // NOLINT: a moved-from object is empty by contract
  EXPECT_EQ(b.view().data(), block);
  SecretBytes c(std::string_view("other"));
  c = std::move(b);
  EXPECT_EQ(as_chars(c.view()), "value");
  SecretBytes& alias = c;
  c = std::move(alias);
  EXPECT_EQ(as_chars(c.view()), "value");
}

}  // namespace
}  // namespace sluice
