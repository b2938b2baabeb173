#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sluice::authoring {

// Texts that anyone can make again: the same bytes on every machine. `bytes` is the least size; whole lines follow.
// Budgets of rules are stated on them, so a change here may need new ones.

[[nodiscard]] std::string code_like(std::size_t bytes);
[[nodiscard]] std::string prose(std::size_t bytes);
/// Log lines that are full of keys, ids, addresses and hex: many first-stage hits, and one token in 500 lines.
[[nodiscard]] std::string dense_log(std::size_t bytes);
/// A JSON array of records.
[[nodiscard]] std::string json_report(std::size_t bytes);

/// A text on which the cost of rules is measured.
struct ReferenceText {
  std::string name;
  std::string text;
};

/// The four kinds of generated text: code, prose, log, json.
[[nodiscard]] std::vector<ReferenceText> reference_texts(std::size_t bytes_each);

}  // namespace sluice::authoring
