#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>

#include "json/parser.h"
#include "sluice/sluice.h"

namespace sluice::fuzz {

inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

inline std::shared_ptr<const Engine> default_engine() {
  static const std::shared_ptr<const Engine> engine = [] {
    LoadOptions options;
    options.fingerprint_key = to_bytes("a fixed key for fuzzing");
    auto loaded = Engine::load(options);
    if (!loaded) __builtin_trap();
    return std::move(*loaded);
  }();
  return engine;
}

/// Cleans bytes of a type, and what came out once more: that changes nothing.
/// @return the clean text, or nothing where it was withheld
inline std::optional<std::string> clean_twice(const std::uint8_t* data, std::size_t size, const char* type,
                                              Consumer consumer) {
  auto run = Run::start(default_engine(), {"fuzz"});
  require(run.ok());
  Checker checker(*run);
  CheckOptions options;
  options.consumer = consumer;
  Artifact artifact;
  artifact.info.channel = Channel::kResult;
  artifact.info.declared_type = type;
  artifact.bytes = {reinterpret_cast<const std::byte*>(data), size};
  const Verdict verdict = checker.check(artifact, options);
  const auto clean = verdict.released(consumer);
  require(clean.has_value() == (verdict.decision <= Decision::kSanitize));
  require(verdict.is_complete || !clean);
  if (!clean || verdict.media_type != type) return std::nullopt;
  const std::string once(as_chars(*clean));
  Artifact again;
  again.info = artifact.info;
  again.bytes = as_bytes(once);
  const Verdict second = checker.check(again, options);
  const auto twice = second.released(consumer);
  require(twice.has_value());
  require(as_chars(*twice) == once);
  return once;
}

/// The JSON text must be one; calls `visit(key, value, depth of objects is not told)` for every member in it.
template <typename Visit>
void for_each_member(const std::string& text, Visit&& visit) {
  json::Parser parser;
  Limits limits;
  limits.max_depth = json::kMaxDepth;
  limits.max_string_bytes = limits.max_input_bytes;
  Budget budget(limits);
  Findings findings;
  require(budget.admit_input(text.size()));
  const auto document = parser.parse(as_bytes(text), {}, budget, findings);
  require(document.ok());
  std::vector<json::Value> open{document->root()};
  while (!open.empty()) {
    const json::Value value = open.back();
    open.pop_back();
    if (value.is_array()) {
      for (const json::Value element : value.elements()) open.push_back(element);
    } else if (value.is_object()) {
      for (const json::Member member : value.members()) {
        if (visit(member.key.text(), member.value)) open.push_back(member.value);
      }
    }
  }
}

}  // namespace sluice::fuzz
