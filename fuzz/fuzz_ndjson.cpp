// Properties: the lines of a stream do not depend on how it is split into blocks; they cover the stream without gap or
// overlap; no more than the cap is held; a line parses or gets a finding with its number.
// Input: two bytes (block size, line cap), then the stream. Cap: 64 KiB (ndjson.options).
#include <cstdint>
#include <string>
#include <vector>

#include "json/ndjson.h"

namespace {

using namespace sluice;        // NOLINT: one small file
using namespace sluice::json;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

struct Seen {
  std::uint64_t number;
  std::uint64_t offset;
  std::string text;
  LineFault fault;
  bool has_newline;
  friend bool operator==(const Seen&, const Seen&) = default;
};

std::vector<Seen> split(const std::string& text, std::size_t block, std::uint64_t cap) {
  LineSplitter splitter(cap);
  std::vector<Seen> lines;
  const auto drain = [&] {
    while (const auto line = splitter.next()) {
      require(line->text.size() <= cap);
      lines.push_back({line->number, line->offset, std::string(as_chars(line->text)), line->fault, line->has_newline});
    }
    require(splitter.held_bytes() <= cap + 2);
  };
  for (std::size_t at = 0; at < text.size(); at += block) {
    splitter.feed(as_bytes(std::string_view(text).substr(at, block)));
    drain();
  }
  splitter.finish();
  drain();
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::uint64_t cap = 1 + std::uint64_t{data[1]} * 4;
  const std::vector<Seen> whole = split(text, text.size() + 1, cap);
  require(whole == split(text, 1 + data[0] % 64U, cap));
  require(whole == split(text, 1, cap));

  std::uint64_t newlines = 0;
  for (const char c : text) newlines += c == '\n' ? 1 : 0;
  require(whole.size() == newlines + (!text.empty() && text.back() != '\n' ? 1 : 0));
  Parser parser;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    const Seen& seen = whole[i];
    require(seen.number == i + 1);
    require(seen.offset <= text.size() &&
            text.compare(static_cast<std::size_t>(seen.offset), seen.text.size(), seen.text) == 0);
    require(i == 0 || text[static_cast<std::size_t>(seen.offset) - 1] == '\n');
    Budget budget;
    (void)budget.admit_input(seen.text.size());
    Findings findings;
    const Line line{seen.number, seen.offset, as_bytes(seen.text), seen.fault, seen.has_newline};
    const Result<Document> document = parse_line(parser, line, {}, budget, findings);
    require(document.ok() == (findings.decision() < Decision::kQuarantine));
    if (!document) require(findings.has(FindingCode::kJsonLine));
    for (const Finding& finding : findings.listed()) require(finding.where.line == seen.number || finding.count > 1);
  }
  return 0;
}
