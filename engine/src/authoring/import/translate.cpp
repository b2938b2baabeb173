#include "authoring/import/translate.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "authoring/import/anchor_choice.h"
#include "authoring/import/boundaries.h"
#include "authoring/import/pattern_classes.h"
#include "authoring/import/write_pattern.h"
#include "core/ascii.h"
#include "scan/anchor_plan.h"
#include "scan/compiled_rules.h"

namespace sluice::authoring::importing {
namespace {

using rules::Rule;
using scan::RegexNode;
using ItemKind = RowItem::Kind;

constexpr std::size_t kMaxParts = 64;
constexpr std::uint64_t kEndlessAllowance = 8192;  // what parts without an end may take together: a private key
constexpr std::uint64_t kEndlessLead = 256;        // what one of them may take before an anchor
constexpr std::uint64_t kEndlessNested = 60;       // the same inside another repetition
constexpr std::uint64_t kMaxRepeats = 1'000;       // RE2's own limit
constexpr std::uint64_t kMaxWithoutAnchor = 4096;  // the scanner's own bound
constexpr std::size_t kMaxPatternText = 8192;      // the loader's own bound
constexpr std::size_t kMaxPrefix = 64;

RowItem mark(ItemKind kind) {
  RowItem item;
  item.kind = kind;
  return item;
}

// Leaves one pair of marks. @return false where the row has none, so that the whole match is the secret
bool mark_secret(Row& row, const SecretCapture& secret) {
  std::optional<std::size_t> first;
  for (const RowItem& item : row) {
    if (item.kind == ItemKind::kCaptureBegin && (!first || item.capture < *first)) first = item.capture;
  }
  if (!first) {
    row.insert(row.begin(), mark(ItemKind::kCaptureBegin));
    row.push_back(mark(ItemKind::kCaptureEnd));
    return false;
  }
  const auto is_begin = [&](const RowItem& item) {
    return item.kind == ItemKind::kCaptureBegin && (secret.spans_all || item.capture == *first);
  };
  const auto is_end = [&](const RowItem& item) {
    return item.kind == ItemKind::kCaptureEnd && (secret.spans_all || item.capture == *first);
  };
  const auto begin = std::find_if(row.begin(), row.end(), is_begin) - row.begin();
  const auto end = row.rend() - std::find_if(row.rbegin(), row.rend(), is_end) - 1;
  Row out;
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(row.size()); ++i) {
    const RowItem& item = row[static_cast<std::size_t>(i)];
    const bool is_mark = item.kind == ItemKind::kCaptureBegin || item.kind == ItemKind::kCaptureEnd;
    if (!is_mark || i == begin || i == end) out.push_back(item);
  }
  row = std::move(out);
  return true;
}

// Parts without an end before the anchor get one, within what RE2 takes for nested repetitions together.
// @return the count that RE2 multiplies up
std::uint64_t cap_endless(RegexNode& node, bool is_nested) {
  const bool is_repeat = node.kind == RegexNode::Kind::kRepeat;
  std::uint64_t inner = 1;
  for (RegexNode& child : node.children)
    inner = std::max(inner, cap_endless(child, is_nested || (is_repeat && node.max > 1)));
  if (!is_repeat) return inner;
  if (node.max == scan::kUnbounded) {
    const std::uint64_t wanted = node.min + (is_nested ? kEndlessNested : kEndlessLead);
    node.max = std::max<std::uint64_t>(std::min(wanted, kMaxRepeats / inner), node.min);
  }
  return inner * std::max<std::uint64_t>(node.max, 1);
}

// What the pattern can take where parts without an end count as empty beyond their least.
std::uint64_t bounded_width(const RegexNode& node) {
  RegexNode finite = node;
  std::vector<RegexNode*> open = {&finite};
  while (!open.empty()) {
    RegexNode* at = open.back();
    open.pop_back();
    if (at->kind == RegexNode::Kind::kRepeat && at->max == scan::kUnbounded) at->max = at->min;
    for (RegexNode& child : at->children) open.push_back(&child);
  }
  return scan::width_of(finite).max;
}

// The bytes that every secret begins with, where they are always the same.
std::size_t literal_prefix(const RegexNode& node, std::string& out) {
  switch (node.kind) {
    case RegexNode::Kind::kClass:
      if (count(node.bytes) != 1 || out.size() >= kMaxPrefix) return 0;
      for (unsigned byte = 0; byte < 256; ++byte) {
        if (node.bytes.contains(static_cast<std::uint8_t>(byte))) out += static_cast<char>(byte);
      }
      return 1;
    case RegexNode::Kind::kConcat: {
      std::size_t taken = 0;
      for (const RegexNode& child : node.children) {
        const std::size_t before = out.size();
        taken += literal_prefix(child, out);
        if (out.size() - before != scan::width_of(child).min ||
            scan::width_of(child).max != scan::width_of(child).min) {
          break;
        }
      }
      return taken;
    }
    case RegexNode::Kind::kAlternate: {
      // Different vendors' marks of one length or more: as sure as the shortest of them.
      std::optional<std::string> shortest;
      for (const RegexNode& child : node.children) {
        std::string one;
        literal_prefix(child, one);
        if (!shortest || one.size() < shortest->size()) shortest = one;
      }
      out += shortest.value_or("");
      return shortest.value_or("").size();
    }
    default: return 0;
  }
}

// Letters alone are words; a vendor's mark has something that words have not.
std::uint32_t vendor_prefix(const Row& row) {
  std::size_t begin = 0;
  while (begin < row.size() && row[begin].kind != ItemKind::kCaptureBegin) ++begin;
  std::size_t end = begin;
  while (end < row.size() && row[end].kind != ItemKind::kCaptureEnd) ++end;
  std::string prefix;
  literal_prefix(concat_of(row, begin, end), prefix);
  const bool has_mark = std::any_of(prefix.begin(), prefix.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
  });
  if (prefix.size() < 4 || !has_mark) return 0;
  return static_cast<std::uint32_t>(std::min(prefix.size(), kMaxPrefix));
}

std::optional<Error> compile_error(const TranslatedMatch& match) {
  auto pack = std::make_shared<rules::RulePack>();
  pack->name = "import";
  Rule rule;
  rule.id = "rule";
  rule.pattern = match.pattern;
  rule.anchors = match.anchors;
  rule.max_len = match.max_len;
  rule.before = match.before;
  rule.after = match.after;
  pack->rules.push_back(std::move(rule));
  const std::shared_ptr<const rules::RulePack> packs[] = {std::move(pack)};
  const auto compiled = scan::CompiledRules::compile(packs);
  if (compiled) return std::nullopt;
  return compiled.error();
}

class RowTranslator {
 public:
  explicit RowTranslator(Differences& differences) : differences_(differences) {}

  Result<TranslatedMatch> translate(BoundedRow row) {
    RegexNode tree = concat_of(row.items, 0, row.items.size());
    if (scan::width_of(tree).min == 0) return invalid("it matches the empty text");
    std::optional<std::vector<rules::Anchor>> anchors = choose(tree);
    if (!anchors && scan::width_of(tree).max == scan::kUnbounded) {
      for (RowItem& item : row.items) cap_endless(item.node, false);
      tree = concat_of(row.items, 0, row.items.size());
      anchors = choose(tree);
      differences_.add_bound("a repetition without an end ends after at most " + std::to_string(kEndlessLead) +
                             " more");
    }
    TranslatedMatch match;
    if (anchors) match.anchors = std::move(*anchors);
    match.max_len = longest(tree);
    if (match.anchors.empty() && scan::width_of(tree).max > kMaxWithoutAnchor) {
      return invalid("no literal of 3 bytes is in every match, and a match may be longer than 4096 bytes");
    }
    match.pattern = write_pattern(row.items);
    match.before = row.before;
    match.after = row.after;
    match.vendor_prefix_len = vendor_prefix(row.items);
    if (match.pattern.size() > kMaxPatternText) return invalid("the translated pattern has more than 8192 bytes");
    if (const std::optional<Error> error = compile_error(match)) return invalid(error->message);
    return match;
  }

 private:
  static Error invalid(std::string what) { return Error{ErrorCode::kPatternInvalid, std::move(what), 0}; }

  std::optional<std::vector<rules::Anchor>> choose(const RegexNode& tree) const {
    for (std::vector<rules::Anchor>& anchors : anchor_choices(tree)) {
      const auto plans = scan::plan_anchors(tree, anchors, false);
      if (!plans) continue;
      const bool is_bounded = std::all_of(plans->begin(), plans->end(), [](const scan::AnchorPlan& plan) {
        return scan::width_of(plan.lead).max != scan::kUnbounded;
      });
      if (!is_bounded) continue;
      // One that no branch needs would only slow down the scan.
      std::vector<rules::Anchor> used;
      for (std::size_t i = 0; i < anchors.size(); ++i) {
        if (std::any_of(plans->begin(), plans->end(), [i](const scan::AnchorPlan& plan) { return plan.anchor == i; })) {
          used.push_back(std::move(anchors[i]));
        }
      }
      return used;
    }
    return std::nullopt;
  }

  std::uint32_t longest(const RegexNode& tree) {
    std::uint64_t most = scan::width_of(tree).max;
    if (most == scan::kUnbounded) {
      most = bounded_width(tree) + kEndlessAllowance;
      differences_.add_bound("a repetition without an end: max_len ends the match");
    }
    if (most > rules::kMaxRuleLength) {
      most = rules::kMaxRuleLength;
      differences_.add_bound("a match of more than 65536 bytes is cut there");
    }
    return static_cast<std::uint32_t>(most);
  }

  Differences& differences_;
};

Result<CaptureChoice> choose_capture(const ForeignPattern& pattern, const SecretCapture& secret) {
  if (secret.number >= pattern.capture_names.size()) {
    return Error{ErrorCode::kPatternInvalid, "the pattern has no group " + std::to_string(secret.number), 0};
  }
  CaptureChoice choice;
  if (secret.number != 0) choice.only = secret.number;
  for (std::size_t i = 1; i < pattern.capture_names.size() && !secret.name.empty(); ++i) {
    if (equals_ignoring_case(pattern.capture_names[i], secret.name)) choice.only = i;
  }
  return choice;
}

}  // namespace

Result<std::vector<TranslatedMatch>> translate_pattern(std::string_view pattern, PatternDialect dialect,
                                                       const SecretCapture& secret, Differences& differences) {
  const Result<ForeignPattern> parsed = parse_foreign_pattern(pattern, dialect);
  if (!parsed) return parsed.error();
  for (const std::string& text : parsed->approximations) differences.add_wider(text);
  const Result<CaptureChoice> captures = choose_capture(*parsed, secret);
  if (!captures) return captures.error();
  Result<std::vector<Row>> rows = rows_of(parsed->root, *captures, differences);
  if (!rows) return std::move(rows).error();
  std::vector<TranslatedMatch> out;
  std::vector<BoundedRow> bounded;
  for (Row& row : *rows) {
    const bool is_whole = !mark_secret(row, secret);
    if (is_whole &&
        std::any_of(row.begin(), row.end(), [](const RowItem& item) { return item.kind == ItemKind::kEdge; })) {
      differences.add_bound("a byte that only begins or ends the match is no part of the secret");
    }
    bound_row(row, is_whole, bounded, differences);
    if (bounded.size() > kMaxParts) {
      return Error{ErrorCode::kPatternInvalid, "more than 64 alternatives that differ in captures or boundaries", 0};
    }
  }
  RowTranslator translator(differences);
  for (BoundedRow& row : bounded) {
    Result<TranslatedMatch> match = translator.translate(std::move(row));
    if (!match) return std::move(match).error();
    out.push_back(std::move(*match));
  }
  if (out.empty()) return Error{ErrorCode::kPatternInvalid, "it can match nothing", 0};
  return out;
}

}  // namespace sluice::authoring::importing
