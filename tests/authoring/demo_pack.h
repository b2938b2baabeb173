#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "authoring/rule_tools.h"
#include "rules/load.h"

namespace sluice::authoring {

/// A pack that lint has nothing to say about.
inline std::string demo_pack() {
  return R"~(format_version = 1
name = "demo"
version = "1"
licence = "MIT"
[[rules]]
id = "demo"
title = "Demo"
anchors = ["demo_"]
pattern = '(?P<secret>demo_[0-9a-f]{8})'
max_len = 13
vendor_prefix_len = 5
cost = {max_hits_per_mb = 1}
provenance = {source = "own", licence = "MIT", verified = "2026-11-30"}
[rules.tests]
positive = [["demo_", "{hex:8}"], ["x ", ["demo_", "{hex:8}"]]]
negative = [["demo_", "{hex:7}"], ["demi_", "{hex:8}"]]
)~";
}

/// The demo pack with the first `from` replaced.
inline std::string demo_pack_with(std::string_view from, std::string_view to) {
  std::string text = demo_pack();
  const std::size_t at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "no " << from << " in the demo pack";
    return text;
  }
  return text.replace(at, from.size(), to);
}

inline Packs load_demo(const std::string& text) {
  Result<rules::RulePack> pack = rules::load_pack(text, "demo.toml");
  if (!pack) {
    ADD_FAILURE() << pack.error().message;
    std::abort();
  }
  return {std::make_shared<const rules::RulePack>(std::move(*pack))};
}

}  // namespace sluice::authoring
