#include "authoring/import/anchor_choice.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "authoring/import/pattern_classes.h"

namespace sluice::authoring::importing {
namespace {

using rules::Anchor;
using rules::ByteSet;
using scan::RegexNode;
using Kind = RegexNode::Kind;

constexpr std::size_t kMinLiteral = 3;
constexpr std::size_t kMaxLiteral = 64;
constexpr std::size_t kUsefulLength = 8;  // longer ones are found no faster
constexpr std::size_t kMaxLiterals = 32;
constexpr std::size_t kMaxClassMembers = 4;
constexpr std::size_t kMaxChoices = 8;
constexpr std::uint32_t kMaxCopies = 16;

// Texts as they are spelled; letters in small where `is_caseless`.
using Literals = std::vector<Anchor>;

struct Choice {
  Literals literals;
  bool is_behind_endless = false;
};

void add_unique(Literals& out, Anchor anchor) {
  if (std::find(out.begin(), out.end(), anchor) == out.end()) out.push_back(std::move(anchor));
}

// The members of a class, a letter that stands in both cases counting once.
std::optional<Literals> members_of(const ByteSet& set) {
  Literals out;
  // A pack is UTF-8 without NUL, and an anchor in it too.
  if (!is_within(set, range(1, 0x7F))) return std::nullopt;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const auto b = static_cast<std::uint8_t>(byte);
    if (!set.contains(b)) continue;
    const bool is_upper = b >= 'A' && b <= 'Z';
    const bool is_lower = b >= 'a' && b <= 'z';
    const bool has_lower = is_upper && set.contains(static_cast<std::uint8_t>(b - 'A' + 'a'));
    const bool has_upper = is_lower && set.contains(static_cast<std::uint8_t>(b - 'a' + 'A'));
    if (has_lower) continue;
    out.push_back({std::string(1, static_cast<char>(b)), has_upper});
    if (out.size() > kMaxClassMembers) return std::nullopt;
  }
  if (out.empty()) return std::nullopt;
  return out;
}

std::optional<Literals> product(const Literals& a, const Literals& b) {
  Literals out;
  if (a.size() * b.size() > kMaxLiterals) return std::nullopt;
  for (const Anchor& x : a) {
    for (const Anchor& y : b) {
      if (x.bytes.size() + y.bytes.size() > kMaxLiteral) return std::nullopt;
      add_unique(out, {x.bytes + y.bytes, x.is_caseless || y.is_caseless});
    }
  }
  return out;
}

// Every text that a node matches, where they are few and short.
std::optional<Literals> texts_of(const RegexNode& node) {
  switch (node.kind) {
    case Kind::kEmpty: return Literals{Anchor{}};
    case Kind::kClass: return members_of(node.bytes);
    case Kind::kSecret: return texts_of(node.children[0]);
    case Kind::kConcat: {
      Literals out = {Anchor{}};
      for (const RegexNode& child : node.children) {
        const std::optional<Literals> part = texts_of(child);
        std::optional<Literals> joined = part ? product(out, *part) : std::nullopt;
        if (!joined) return std::nullopt;
        out = std::move(*joined);
      }
      return out;
    }
    case Kind::kAlternate: {
      Literals out;
      for (const RegexNode& child : node.children) {
        const std::optional<Literals> part = texts_of(child);
        if (!part || out.size() + part->size() > kMaxLiterals) return std::nullopt;
        for (const Anchor& each : *part) add_unique(out, each);
      }
      return out;
    }
    case Kind::kRepeat: {
      if (node.max > kMaxCopies || node.max > node.min + 1) return std::nullopt;
      const std::optional<Literals> part = texts_of(node.children[0]);
      if (!part) return std::nullopt;
      Literals out;
      for (std::uint64_t copies = node.min; copies <= node.max; ++copies) {
        std::optional<Literals> power = Literals{Anchor{}};
        for (std::uint64_t i = 0; i < copies && power; ++i) power = product(*power, *part);
        if (!power || out.size() + power->size() > kMaxLiterals) return std::nullopt;
        for (const Anchor& each : *power) add_unique(out, each);
      }
      return out;
    }
  }
  return std::nullopt;
}

std::size_t shortest(const Literals& literals) {
  std::size_t length = kMaxLiteral;
  for (const Anchor& each : literals) length = std::min(length, each.bytes.size());
  return length;
}

bool is_usable(const Literals& literals) { return !literals.empty() && shortest(literals) >= kMinLiteral; }

bool is_better(const Choice& a, const Choice& b) {
  const auto key = [](const Choice& choice) {
    return std::make_pair(!choice.is_behind_endless, std::min(shortest(choice.literals), kUsefulLength));
  };
  if (key(a) != key(b)) return key(a) > key(b);
  return a.literals.size() < b.literals.size();
}

class Search {
 public:
  // Appends the choices of a row of nodes; `out` gets each of them.
  void row(const std::vector<RegexNode>& nodes, std::vector<Choice>& out) {
    Literals open = {Anchor{}};
    bool is_behind = false;
    for (const RegexNode& node : nodes) {
      const std::optional<Literals> texts = texts_of(node);
      std::optional<Literals> joined = texts ? product(open, *texts) : std::nullopt;
      if (joined) {
        open = std::move(*joined);
        continue;
      }
      offer(std::move(open), is_behind, out);
      open = texts ? *texts : Literals{Anchor{}};
      if (!texts) inside(node, is_behind, out);
      is_behind = is_behind || scan::width_of(node).max == scan::kUnbounded;
    }
    offer(std::move(open), is_behind, out);
  }

 private:
  static void offer(Literals literals, bool is_behind, std::vector<Choice>& out) {
    // A literal of which another is a part finds nothing more, but plans are made for each branch, so both stay.
    if (is_usable(literals)) out.push_back({std::move(literals), is_behind});
  }

  // Choices of what must occur inside one node.
  void inside(const RegexNode& node, bool is_behind, std::vector<Choice>& out) {
    if (node.kind == Kind::kConcat || (node.kind == Kind::kRepeat && node.min > 0)) {
      std::vector<Choice> found;
      row(node.children, found);
      for (Choice& each : found) {
        each.is_behind_endless = each.is_behind_endless || is_behind || node.kind == Kind::kRepeat;
        out.push_back(std::move(each));
      }
      return;
    }
    if (node.kind != Kind::kAlternate) return;
    Choice all;
    all.is_behind_endless = is_behind;
    for (const RegexNode& child : node.children) {
      std::vector<Choice> found;
      row({child.kind == Kind::kConcat ? child.children : std::vector<RegexNode>{child}}, found);
      if (found.empty()) return;
      const Choice& best = *std::min_element(found.begin(), found.end(), is_better);
      for (const Anchor& each : best.literals) add_unique(all.literals, each);
      all.is_behind_endless = all.is_behind_endless || best.is_behind_endless;
      if (all.literals.size() > kMaxLiterals) return;
    }
    out.push_back(std::move(all));
  }
};

// Small letters stand for both cases in a literal without case.
void settle_case(Literals& literals) {
  for (Anchor& each : literals) {
    if (!each.is_caseless) continue;
    for (char& c : each.bytes) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
  }
  Literals unique;
  for (Anchor& each : literals) add_unique(unique, std::move(each));
  literals = std::move(unique);
}

void flatten(const RegexNode& node, std::vector<RegexNode>& out) {
  if (node.kind != Kind::kConcat && node.kind != Kind::kSecret) {
    out.push_back(node);
    return;
  }
  for (const RegexNode& child : node.children) flatten(child, out);
}

}  // namespace

std::vector<std::vector<Anchor>> anchor_choices(const RegexNode& tree) {
  std::vector<RegexNode> nodes;
  flatten(tree, nodes);
  std::vector<Choice> choices;
  Search().row(nodes, choices);
  std::stable_sort(choices.begin(), choices.end(), is_better);
  std::vector<std::vector<Anchor>> out;
  for (Choice& choice : choices) {
    if (out.size() >= kMaxChoices) break;
    settle_case(choice.literals);
    out.push_back(std::move(choice.literals));
  }
  return out;
}

}  // namespace sluice::authoring::importing
