// Property: the rule pack loader accepts or refuses any text without a crash, an error names the file, and a pack that
// loads is the same when it is loaded again from the JSON form of its file. Input: the text of a pack.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "config/tree.h"
#include "rules/load.h"

namespace {

// Two forms of one file have different line numbers.
void forget_lines(sluice::rules::RulePack& pack) {
  for (sluice::rules::Rule& rule : pack.rules) {
    rule.line = 0;
    for (auto* list : {&rule.tests.positive, &rule.tests.demoted, &rule.tests.negative}) {
      for (sluice::rules::RuleTest& test : *list) test.line = 0;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto pack = sluice::rules::load_pack(text, "pack.toml");
  if (!pack) {
    if (!pack.error().message.starts_with("pack.toml:")) __builtin_trap();
    return 0;
  }
  const auto tree = sluice::config::parse(text, "pack.toml");
  if (!tree) __builtin_trap();
  auto again = sluice::rules::load_pack(sluice::config::to_json(tree->root()), "pack.json");
  if (!again) __builtin_trap();
  forget_lines(*pack);
  forget_lines(*again);
  if (!(*pack == *again)) __builtin_trap();
  return 0;
}
