// Property: any text is imported as a rule pack that loads and compiles, or refused with an error. Input: one byte that
// chooses whose rules they are, then the text of a rule file.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "authoring/import_rules.h"
#include "rules/load.h"
#include "scan/compiled_rules.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sluice;
  if (size == 0) return 0;
  authoring::ImportOptions options;
  options.origin = static_cast<authoring::RuleOrigin>(data[0] % 5);
  const authoring::PackText files[] = {{"rules", std::string(reinterpret_cast<const char*>(data) + 1, size - 1)}};
  const auto report = authoring::import_rules(files, options);
  if (!report) {
    if (report.error().message.empty()) __builtin_trap();
    return 0;
  }
  auto pack = rules::load_pack(report->pack, "imported");
  if (!pack || pack->rules.size() != report->rules_written) __builtin_trap();
  const std::shared_ptr<const rules::RulePack> packs[] = {std::make_shared<const rules::RulePack>(std::move(*pack))};
  if (!scan::CompiledRules::compile(packs)) __builtin_trap();
  return 0;
}
