// Properties, for NDJSON lines and RFC 7464 records: the lines of a stream do not depend on how it is split into
// blocks; they cover the stream without gap or overlap; no more than the cap is held; a line parses or gets a finding
// with its number. Input: two bytes (block size and, from 128 on, records; line cap), then the stream. Cap: 64 KiB
// (ndjson.options).
#include <algorithm>
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
  bool has_end;
  friend bool operator==(const Seen&, const Seen&) = default;
};

std::vector<Seen> split(const std::string& text, std::size_t block, std::uint64_t cap, Framing framing) {
  LineSplitter splitter(cap, framing);
  std::vector<Seen> lines;
  const auto drain = [&] {
    while (const auto line = splitter.next()) {
      require(line->text.size() <= cap);
      lines.push_back({line->number, line->offset, std::string(as_chars(line->text)), line->fault, line->has_end});
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

namespace {

// What a reader of one framing may rely on beside the splitting.
void check_places(const std::string& text, const std::vector<Seen>& lines, Framing framing) {
  const char delimiter = framing == Framing::kLines ? '\n' : kRecordSeparator;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Seen& seen = lines[i];
    require(seen.number == i + 1);
    require(seen.offset <= text.size() &&
            text.compare(static_cast<std::size_t>(seen.offset), seen.text.size(), seen.text) == 0);
    require(seen.offset == 0 || text[static_cast<std::size_t>(seen.offset) - 1] == delimiter);
    require(seen.text.find(delimiter) == std::string::npos);
  }
  if (framing != Framing::kLines) return;
  const auto newlines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  require(lines.size() == newlines + (!text.empty() && text.back() != '\n' ? 1 : 0));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::uint64_t cap = 1 + std::uint64_t{data[1]} * 4;
  const Framing framing = data[0] < 128 ? Framing::kLines : Framing::kRecords;
  const std::vector<Seen> whole = split(text, text.size() + 1, cap, framing);
  require(whole == split(text, 1 + data[0] % 64U, cap, framing));
  require(whole == split(text, 1, cap, framing));
  check_places(text, whole, framing);

  Parser parser;
  for (const Seen& seen : whole) {
    Budget budget;
    (void)budget.admit_input(seen.text.size());
    Findings findings;
    const Line line{seen.number, seen.offset, as_bytes(seen.text), seen.fault, seen.has_end, false};
    const Result<Document> document = parse_line(parser, line, framing, {}, budget, findings);
    require(document.ok() == (findings.decision() < Decision::kQuarantine));
    const bool is_named = findings.has(FindingCode::kJsonLine) || findings.has(FindingCode::kJsonLineLength);
    require(document.ok() != is_named);
    for (const Finding& finding : findings.listed()) require(finding.where.line == seen.number || finding.count > 1);
    // A record that could go on must not be taken for whole.
    if (document && framing == Framing::kRecords && !seen.has_end) {
      const Value root = document->root();
      require(root.is_object() || root.is_array() || root.is_string());
    }
  }
  return 0;
}
