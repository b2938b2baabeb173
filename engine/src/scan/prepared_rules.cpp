#include "scan/prepared_rules.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/mix_word.h"
#include "scan/packed_rules.h"

namespace sluice::scan {

namespace {

constexpr std::size_t kChecksumBytes = 8;

Error damaged(const std::string& what) {
  return Error{ErrorCode::kInternal, "the rule packs of the library are damaged: " + what + "; install it again", 0};
}

ByteView view_of(PackedReader& in) { return as_bytes(in.view()); }

std::vector<rules::ByteSet> read_byte_sets(PackedReader& in) {
  std::vector<rules::ByteSet> sets;
  const auto read = [](PackedReader& io, rules::ByteSet& set) {
    std::array<std::uint64_t, 4> words{};
    bool has_end = false;
    for (std::uint64_t& word : words) io.word(word);
    io.flag(has_end);
    set = rules::ByteSet::of_words(words, has_end);
  };
  in.list(sets, read);
  return sets;
}

rules::RuleSets read_sets(PackedReader& in) {
  rules::RuleSets sets;
  for (std::uint64_t left = in.count_of_list(); left > 0 && in.ok(); --left) {
    std::string name;
    in.text(name);
    in.list(sets.packs_of[std::move(name)], pack_text);
  }
  return sets;
}

// Byte checks count their classes in one byte, and no rule reaches further than the longest match.
bool is_in_bounds(const Plan& plan) noexcept {
  constexpr std::size_t kMostClasses = 255;
  return plan.next.size() <= kMostClasses && plan.previous.size() <= kMostClasses &&
         plan.lead_max <= rules::kMaxRuleLength && plan.tail_max <= rules::kMaxRuleLength &&
         plan.anchor_len <= rules::kMaxRuleLength && plan.alter_lead <= plan.lead_max + plan.anchor_len;
}

// The scanners rely on a plan having the patterns of its kind.
bool is_sound(const Plan& plan) noexcept {
  if (!is_in_bounds(plan)) return false;
  switch (plan.kind) {
    case PlanKind::kDirect: return true;
    case PlanKind::kSplit: return plan.lead != nullptr && plan.tail != nullptr;
    case PlanKind::kPattern: return plan.lead != nullptr;
    case PlanKind::kForgedMark: return false;  // belongs to no rule
  }
  return false;
}

bool is_sound(const RuleParts& parts) noexcept {
  if (parts.rule.whole == nullptr || parts.rule.secret_group > 1) return false;
  if (parts.pattern_plan && (parts.pattern_plan->kind != PlanKind::kPattern || !is_sound(*parts.pattern_plan))) {
    return false;
  }
  return std::all_of(parts.plans.begin(), parts.plans.end(), [](const AnchoredPlan& p) {
    return p.plan.kind != PlanKind::kPattern && is_sound(p.plan) && p.plan.anchor_len == p.literal.bytes.size();
  });
}

}  // namespace

std::uint64_t PreparedRules::checksum(ByteView bytes) noexcept {
  std::uint64_t state = bytes.size();
  std::uint64_t word = 0;
  for (; bytes.size() >= sizeof(word); bytes = bytes.subspan(sizeof(word))) {
    std::memcpy(&word, bytes.data(), sizeof(word));
    state = mix_word(state, word);
  }
  word = 0;
  if (!bytes.empty()) std::memcpy(&word, bytes.data(), bytes.size());
  return mix_word(state, word);
}

Result<PreparedRules> PreparedRules::open(ByteView written) {
  if (written.size() < kMagic.size() + kChecksumBytes || as_chars(written.first(kMagic.size())) != kMagic) {
    return damaged("they do not begin as they should");
  }
  const ByteView framed = written.first(written.size() - kChecksumBytes);
  std::uint64_t expected = 0;
  std::memcpy(&expected, written.data() + framed.size(), kChecksumBytes);
  if (checksum(framed) != expected) return damaged("the checksum differs");

  PackedReader in(framed.subspan(kMagic.size()), {});
  std::uint32_t format = 0;
  in.number(format);
  if (format != kPreparedFormat) return damaged("format " + std::to_string(format) + " is not known");
  PreparedRules out;
  out.is_same_engine_ = in.view() == hit_engine_version();
  out.byte_sets_ = read_byte_sets(in);
  out.sets_ = read_sets(in);
  const auto read_entry = [](PackedReader& io, Entry& entry) {
    entry.name = io.view();
    entry.digest = io.view();
    if (entry.digest.size() != Sha256Digest().size()) io.fail();
    entry.body = view_of(io);
  };
  const auto read_database = [](PackedReader& io, Database& database) {
    database.texts = view_of(io);
    database.bytes = view_of(io);
  };
  in.list(out.entries_, read_entry);
  in.list(out.literal_databases_, read_database);
  if (!in.ok() || !in.is_at_end()) return damaged("the frame is not whole");
  return out;
}

const PreparedRules::Entry* PreparedRules::find(std::string_view name) const noexcept {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [name](const Entry& each) { return each.name == name; });
  return found == entries_.end() ? nullptr : &*found;
}

std::vector<std::string> PreparedRules::names() const {
  std::vector<std::string> names;
  for (const Entry& each : entries_) names.emplace_back(each.name);
  return names;
}

std::optional<Sha256Digest> PreparedRules::source_digest(std::string_view pack) const noexcept {
  const Entry* const entry = find(pack);
  if (entry == nullptr) return std::nullopt;
  Sha256Digest digest;
  std::memcpy(digest.data(), entry->digest.data(), digest.size());
  return digest;
}

Result<PreparedPack> PreparedRules::pack(std::string_view name) const {
  const Entry* const entry = find(name);
  if (entry == nullptr) return Error{ErrorCode::kNotFound, "there is no rule pack '" + std::string(name) + "'", 0};
  PackedReader in(entry->body, byte_sets_);
  auto pack = std::make_shared<rules::RulePack>();
  PreparedPack out;
  pack_rules(in, *pack);
  in.list(out.parts, pack_parts);
  if (!in.ok() || !in.is_at_end() || out.parts.size() != pack->rules.size()) {
    return damaged("pack '" + std::string(name) + "' is not whole");
  }
  for (std::size_t i = 0; i < out.parts.size(); ++i) {
    if (!is_sound(out.parts[i])) return damaged("pack '" + std::string(name) + "' holds a plan without its patterns");
    out.parts[i].rule.rule = &pack->rules[i];
  }
  out.pack = std::move(pack);
  return out;
}

std::optional<HitDatabase> PreparedRules::database(const Database& from) const {
  if (!is_same_engine_) return std::nullopt;
  Result<HitDatabase> read = HitDatabase::of_serialized(from.bytes);
  if (!read) return std::nullopt;
  return std::move(*read);
}

std::optional<HitDatabase> PreparedRules::literal_database(std::span<const Literal> literals) const {
  for (const Database& each : literal_databases_) {
    PackedReader in(each.texts, {});
    bool is_same = in.count_of_list() == literals.size();
    Literal made_of;
    for (std::size_t i = 0; i < literals.size() && is_same; ++i) {
      made_of.next.reset();
      pack_first_stage_literal(in, made_of);
      is_same = in.ok() && made_of == literals[i];
    }
    if (is_same) return database(each);
  }
  return std::nullopt;
}

}  // namespace sluice::scan
