#include "scan/literal_database.h"

#include <hs.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "crypto/digest.h"

namespace sluice::scan {

struct HitDatabase::State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    std::size_t size = 0;
    // Hyperscan frees a database by its first word; everything behind it may hold pieces of the literals.
    constexpr std::size_t kHeader = 16;
    if (is_secret && database != nullptr && hs_database_size(database, &size) == HS_SUCCESS && size > kHeader) {
      wipe({reinterpret_cast<std::byte*>(database) + kHeader, size - kHeader});
    }
    hs_free_database(database);
  }
  hs_database_t* database = nullptr;
  std::uint32_t first_dummy = 0;  // ids from here on are not reported
  bool is_secret = false;
};

struct HitScratch::State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { hs_free_scratch(scratch); }
  hs_scratch_t* scratch = nullptr;
};

namespace {

// Bytes that no text holds in this order. Their only purpose is that the shortest literal is four bytes long: Hyperscan
// then picks a matcher that strides better over many longer literals (measured four times faster on 400 of them).
constexpr std::array<std::string_view, 4> kDummies = {"\x01\x02\x05\x06", "\x0e\x10\x11\x12", "\x13\x14\x15\x16",
                                                      "\x17\x18\x19\x1c"};

// Hits come in order but for those that end close together, so each moves by a few places. Should the engine ever
// do otherwise, the moves are bounded.
void sort_nearly_sorted(std::vector<Hit>::iterator begin, std::vector<Hit>::iterator end) {
  constexpr std::ptrdiff_t kMostPlaces = 64;
  if (begin == end) return;
  for (auto next = begin + 1; next != end; ++next) {
    if (!(*next < *(next - 1))) continue;
    const Hit hit = *next;
    auto to = next;
    for (; to != begin && hit < *(to - 1); --to) *to = *(to - 1);
    *to = hit;
    if (next - to > kMostPlaces) {
      std::sort(begin, end);
      return;
    }
  }
}

struct Collector {
  std::vector<Hit>* hits = nullptr;
  std::uint32_t first_dummy = 0;
  bool is_failed = false;
};

int on_hit(unsigned id, unsigned long long, unsigned long long to, unsigned, void* context) noexcept {
  auto& collector = *static_cast<Collector*>(context);
  if (id >= collector.first_dummy) return 0;
  try {
    collector.hits->push_back({static_cast<std::uint32_t>(to), id});
  } catch (...) {
    collector.is_failed = true;
    return 1;
  }
  return 0;
}

// Without the instruction sets that not every machine has: a database for AVX2 is refused where there is none.
constexpr hs_platform_info_t kAnyPlatform = {HS_TUNE_FAMILY_GENERIC, 0, 0, 0};

const hs_platform_info_t* platform(DatabaseTarget target) noexcept {
  return target == DatabaseTarget::kAnyMachine ? &kAnyPlatform : nullptr;
}

Error to_error(hs_error_t code, hs_compile_error_t* details) {
  Error error{code == HS_NOMEM ? ErrorCode::kOutOfMemory : ErrorCode::kRuleInvalid, "first stage: "};
  if (details != nullptr) {
    error.message += details->message;
    hs_free_compile_error(details);
  } else {
    error.message += "Hyperscan error " + std::to_string(code);
  }
  return error;
}

}  // namespace

HitDatabase::HitDatabase(std::unique_ptr<State> state) : state_(std::move(state)) {}
HitDatabase::~HitDatabase() = default;
HitDatabase::HitDatabase(HitDatabase&&) noexcept = default;
HitDatabase& HitDatabase::operator=(HitDatabase&&) noexcept = default;
HitScratch::HitScratch() : state_(std::make_unique<State>()) {}
HitScratch::~HitScratch() = default;
HitScratch::HitScratch(HitScratch&&) noexcept = default;
HitScratch& HitScratch::operator=(HitScratch&&) noexcept = default;

Result<HitDatabase> HitDatabase::of_literals(std::span<const Literal> literals, bool with_dummies,
                                             DatabaseTarget target) {
  std::vector<const char*> texts;
  std::vector<unsigned> flags;
  std::vector<unsigned> ids;
  std::vector<std::size_t> lengths;
  const auto add = [&](std::string_view text, bool is_caseless) {
    texts.push_back(text.data());
    flags.push_back(is_caseless ? HS_FLAG_CASELESS : 0U);
    ids.push_back(static_cast<unsigned>(ids.size()));
    lengths.push_back(text.size());
  };
  for (const Literal& literal : literals) add(literal.bytes, literal.is_caseless);
  if (with_dummies) {
    for (const std::string_view dummy : kDummies) add(dummy, false);
  }
  auto state = std::make_unique<State>();
  state->first_dummy = static_cast<std::uint32_t>(literals.size());
  hs_compile_error_t* details = nullptr;
  const hs_error_t code =
      hs_compile_lit_multi(texts.data(), flags.data(), ids.data(), lengths.data(), static_cast<unsigned>(texts.size()),
                           HS_MODE_BLOCK, platform(target), &state->database, &details);
  if (code != HS_SUCCESS) return to_error(code, details);
  return HitDatabase(std::move(state));
}

Result<HitDatabase> HitDatabase::of_serialized(ByteView written, std::size_t count) {
  auto state = std::make_unique<State>();
  state->first_dummy = static_cast<std::uint32_t>(count);
  const std::string_view bytes = as_chars(written);
  const hs_error_t code = hs_deserialize_database(bytes.data(), bytes.size(), &state->database);
  if (code != HS_SUCCESS) {
    return Error{ErrorCode::kUnsupported, "first stage: a written database, Hyperscan error " + std::to_string(code)};
  }
  return HitDatabase(std::move(state));
}

Result<std::string> HitDatabase::serialized() const {
  char* bytes = nullptr;
  std::size_t size = 0;
  if (hs_serialize_database(state_->database, &bytes, &size) != HS_SUCCESS) {
    return Error{ErrorCode::kOutOfMemory, "no memory to write the first stage"};
  }
  // Hyperscan allocates with malloc unless it is told otherwise, and we never do.
  const std::unique_ptr<char, decltype(&std::free)> owner(bytes, &std::free);
  return std::string(bytes, size);
}

bool HitDatabase::scan(ByteView block, HitScratch& scratch, std::vector<Hit>& hits) const {
  if (block.empty()) return true;
  const std::size_t before = hits.size();
  Collector collector{&hits, state_->first_dummy, false};
  const std::string_view text = as_chars(block);
  const hs_error_t code = hs_scan(state_->database, text.data(), static_cast<unsigned>(text.size()), 0,
                                  scratch.state_->scratch, &on_hit, &collector);
  if (code != HS_SUCCESS || collector.is_failed) return false;
  const auto fresh = hits.begin() + static_cast<std::ptrdiff_t>(before);
  sort_nearly_sorted(fresh, hits.end());
  return true;
}

std::string_view hit_engine_version() noexcept { return hs_version(); }

std::size_t HitDatabase::bytes() const noexcept {
  std::size_t size = 0;
  return hs_database_size(state_->database, &size) == HS_SUCCESS ? size : 0;
}

void HitDatabase::wipe_at_end() noexcept { state_->is_secret = true; }

Result<void> HitScratch::fit(const HitDatabase& database) {
  if (hs_alloc_scratch(database.state_->database, &state_->scratch) != HS_SUCCESS) {
    return Error{ErrorCode::kOutOfMemory, "no memory for the scratch of the first stage"};
  }
  return {};
}

}  // namespace sluice::scan
