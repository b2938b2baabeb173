#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "json/schema.h"
#include "scan/compiled_rules.h"
#include "sluice/engine.h"

namespace sluice::bench {

/// The engine with the built-in policy and packs, digests off and a fixed key, so that every run does the same work.
[[nodiscard]] const std::shared_ptr<const Engine>& default_engine();
/// Its rules, as the checks use them.
[[nodiscard]] const std::shared_ptr<const scan::CompiledRules>& default_rules();
/// The set "core" of the built-in packs alone: secrets, no URLs and no injection.
[[nodiscard]] const std::shared_ptr<const scan::CompiledRules>& core_rules();
/// `report_schema` of corpus.h, compiled.
[[nodiscard]] const json::CompiledSchema& compiled_report_schema();

/// Text printed by a sandbox.
[[nodiscard]] Artifact stdout_text(ByteView bytes);

/// Ends the program: a benchmark of a failure measures nothing.
[[noreturn]] void fail(const std::string& message);

/// The value of `result`; an error ends the program.
template <typename T>
T must(Result<T> result) {
  if (!result) fail(result.error().message);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace sluice::bench
