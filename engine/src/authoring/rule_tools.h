#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rules/pack.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// A rule pack as a file.
struct PackText {
  std::string path;  ///< how messages call it
  std::string text;
};

/// The packs that the library carries.
[[nodiscard]] std::vector<PackText> builtin_packs();

using Packs = std::vector<std::shared_ptr<const rules::RulePack>>;

/// The packs of the files, in their order. Errors as rules::load_pack.
[[nodiscard]] Result<Packs> load_packs(std::span<const PackText> texts);

/// Says how far a long work got; may be empty.
using ProgressStep = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// What a tool prints.
struct ToolReport {
  std::string text;     ///< for a person, or JSON
  bool is_good = true;  ///< false: a test failed, or lint found an error
};

/// Lists the rules of the packs: id, kind, severity, title. Errors as rules::load_pack.
[[nodiscard]] Result<ToolReport> list_rules(const std::vector<PackText>& packs, bool is_json);

/// Runs every example of every rule through the scanner. Errors as rules::load_pack and CompiledRules::compile.
[[nodiscard]] Result<ToolReport> test_rules(const std::vector<PackText>& packs, bool is_json);

/// Checks packs before they are used, as lint_packs(). The report is good where there is no error; warnings do not
/// count. Errors as rules::load_pack.
[[nodiscard]] Result<ToolReport> lint_rules(const std::vector<PackText>& packs, bool is_json,
                                            const ProgressStep& on_step = {});

/// Says what a rule is. @return or kNotFound with the nearest id, or as rules::load_pack and CompiledRules::compile
[[nodiscard]] Result<ToolReport> explain_rule(const std::vector<PackText>& packs, const std::string& id);

/// Follows every rule through a text and says at which stage each ended. The report is good where a rule was found. It
/// holds offsets and single bytes beside a match, never the text. Errors as rules::load_pack.
[[nodiscard]] Result<ToolReport> explain_text(const std::vector<PackText>& packs, ByteView text, bool is_trusted_source,
                                              bool is_json);

}  // namespace sluice::authoring
