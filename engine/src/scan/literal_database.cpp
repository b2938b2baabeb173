#include "scan/literal_database.h"

#include <hs.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
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

void append_hex(std::string& out, unsigned byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\x";
  out += kDigits[byte >> 4U];
  out += kDigits[byte & 15U];
}

// The literal and the byte behind it as a pattern.
std::string pattern_of(const Literal& literal) {
  std::string out = literal.is_caseless ? "(?i:" : "(?:";
  for (const char c : literal.bytes) append_hex(out, static_cast<unsigned char>(c));
  out += ")";
  if (!literal.next) return out;
  out += "[";
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (literal.next->contains(static_cast<std::uint8_t>(byte))) append_hex(out, byte);
  }
  return out + "]";
}

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
  bool is_failed = false;
};

int on_hit(unsigned id, unsigned long long, unsigned long long to, unsigned, void* context) noexcept {
  auto& collector = *static_cast<Collector*>(context);
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

Result<HitDatabase> HitDatabase::of_literals(std::span<const Literal> literals, DatabaseTarget target) {
  const bool has_patterns =
      std::any_of(literals.begin(), literals.end(), [](const Literal& literal) { return literal.next.has_value(); });
  std::vector<std::string> patterns;
  std::vector<const char*> texts;
  std::vector<unsigned> flags;
  std::vector<unsigned> ids;
  std::vector<std::size_t> lengths;
  if (has_patterns) std::transform(literals.begin(), literals.end(), std::back_inserter(patterns), pattern_of);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    texts.push_back(has_patterns ? patterns[i].c_str() : literals[i].bytes.data());
    flags.push_back(!has_patterns && literals[i].is_caseless ? HS_FLAG_CASELESS : 0U);
    ids.push_back(static_cast<unsigned>(i));
    lengths.push_back(literals[i].bytes.size());
  }
  auto state = std::make_unique<State>();
  hs_compile_error_t* details = nullptr;
  const auto count = static_cast<unsigned>(texts.size());
  const hs_error_t code = has_patterns
                              ? hs_compile_multi(texts.data(), flags.data(), ids.data(), count, HS_MODE_BLOCK,
                                                 platform(target), &state->database, &details)
                              : hs_compile_lit_multi(texts.data(), flags.data(), ids.data(), lengths.data(), count,
                                                     HS_MODE_BLOCK, platform(target), &state->database, &details);
  if (code != HS_SUCCESS) return to_error(code, details);
  return HitDatabase(std::move(state));
}

Result<HitDatabase> HitDatabase::of_serialized(ByteView written) {
  auto state = std::make_unique<State>();
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
  Collector collector{&hits, false};
  const std::string_view text = as_chars(block);
  const hs_error_t code = hs_scan(state_->database, text.data(), static_cast<unsigned>(text.size()), 0,
                                  scratch.state_->scratch, &on_hit, &collector);
  if (code != HS_SUCCESS || collector.is_failed) return false;
  const auto fresh = hits.begin() + static_cast<std::ptrdiff_t>(before);
  sort_nearly_sorted(fresh, hits.end());
  return true;
}

std::string_view hit_engine_version() noexcept { return hs_version(); }

// Hyperscan's last free version is 5.4.2; what calls itself more is Vectorscan.
bool hit_engine_takes_classes() noexcept {
  const std::string_view version = hit_engine_version();
  return version.starts_with("5.4.") && version.size() > 4 && version[4] <= '2' &&
         (version.size() == 5 || version[5] < '0' || version[5] > '9');
}

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
