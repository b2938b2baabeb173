#include "rules/load.h"

#include <algorithm>
#include <array>
#include <set>

#include "config/reader.h"
#include "config/tree.h"
#include "rules/read_rule.h"

namespace sluice::rules {
namespace {

using config::Problems;
using config::TableReader;

/// Lower-case words joined by `-`, `.` or, for packs, `_`.
bool is_pack_name(std::string_view name) noexcept {
  if (name.empty() || name.size() > 64) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-'; });
}

Result<RulePack> read_pack(const config::Tree& tree) {
  Problems problems(tree.path());
  TableReader reader(tree.root(), "", problems);
  RulePack pack;
  if (reader.require("format_version")) {
    if (const auto version = reader.integer("format_version", 1, 1)) {
      pack.format_version = static_cast<std::uint32_t>(*version);
    }
  }
  if (reader.require("name")) pack.name = reader.string("name").value_or("");
  if (reader.require("version")) pack.version = reader.string("version").value_or("");
  if (reader.require("licence")) pack.licence = reader.string("licence").value_or("");
  if (reader.has("name") && !pack.name.empty() && !is_pack_name(pack.name)) {
    reader.problem("name", "expected lower-case letters, digits, '_' and '-', at most 64");
  }

  Defaults defaults;
  if (const config::Node* node = reader.table("defaults")) defaults = read_defaults(*node, problems);

  std::set<std::string, std::less<>> ids;
  if (reader.require("rules")) {
    for (const config::Node* node : reader.tables("rules")) {
      Rule rule = read_rule(*node, defaults, problems);
      if (!rule.id.empty() && !ids.insert(rule.id).second) {
        problems.add(node->position(), "rule " + config::quote(rule.id) + ": the id is used twice in this pack");
      }
      pack.rules.push_back(std::move(rule));
    }
  }
  reader.finish();
  if (!problems.empty()) return problems.error(ErrorCode::kRuleInvalid);
  return pack;
}

Result<RuleSets> read_sets(const config::Tree& tree) {
  Problems problems(tree.path());
  TableReader reader(tree.root(), "", problems);
  if (reader.require("format_version")) (void)reader.integer("format_version", 1, 1);
  RuleSets sets;
  if (reader.require("sets")) {
    if (const config::Node* node = reader.table("sets")) {
      TableReader names(*node, "[sets]", problems);
      for (const config::Node& member : node->items()) {
        if (!is_pack_name(member.key())) {
          names.problem(member.key(), "expected a name of lower-case letters, digits, '_' and '-'");
        }
        auto packs = names.strings(member.key());
        if (packs && packs->empty()) names.problem(member.key(), "expected at least one pack");
        if (packs) sets.packs_of.emplace(member.key(), std::move(*packs));
      }
    }
  }
  reader.finish();
  if (!problems.empty()) return problems.error(ErrorCode::kRuleInvalid);
  return sets;
}

}  // namespace

Result<RulePack> load_pack(std::string_view text, std::string_view path) {
  Result<config::Tree> tree = config::parse(text, path);
  if (!tree) return std::move(tree).error();
  return read_pack(*tree);
}

Result<RuleSets> load_sets(std::string_view text, std::string_view path) {
  Result<config::Tree> tree = config::parse(text, path);
  if (!tree) return std::move(tree).error();
  return read_sets(*tree);
}

bool Rule::holds_on(Channel channel) const noexcept {
  return contexts.empty() || std::find(contexts.begin(), contexts.end(), channel) != contexts.end();
}

bool Rule::is_read_in(DecodeLayer layer) const noexcept {
  return !decode || std::find(decode->begin(), decode->end(), layer) != decode->end();
}

std::string_view rule_kind_name(RuleKind kind) noexcept {
  constexpr std::array<std::string_view, 7> kNames = {"secret", "key-material", "identifier", "generic",
                                                      "pii",    "injection",    "url"};
  const auto index = static_cast<std::size_t>(kind);
  return index < kNames.size() ? kNames[index] : std::string_view("secret");
}

}  // namespace sluice::rules
