#include "pipeline/view_readings.h"

#include "pipeline/unspaced_reading.h"
#include "scan/decode_scanner.h"
#include "scan/match_order.h"
#include "scan/scanner.h"
#include "text/cleaner.h"
#include "text/hazards.h"
#include "text/offset_map.h"
#include "text/utf8.h"

namespace sluice::pipeline {

namespace {

// The text without the characters that do not show. Unlike the cleaner it follows no sequence and no overwriting: what
// a terminal would hide stays in a JSON string, for every reader that is no terminal.
void drop_invisible(ByteView text, Bytes& out, text::OffsetMap& map) {
  for (std::size_t at = 0; at < text.size();) {
    const text::Decoded decoded = text::decode_utf8(text.data() + at, text.size() - at);
    const bool is_space = decoded.code_point == U'\n' || decoded.code_point == U'\t';
    if (is_space || decoded.status != text::DecodeStatus::kValid ||
        text::hazard_of(decoded.code_point) == text::Hazard::kNone) {
      const ByteView kept = text.subspan(at, decoded.length);
      out.insert(out.end(), kept.begin(), kept.end());
      map.append_copied(at, decoded.length);
    }
    at += decoded.length;
  }
}

std::vector<scan::Match> scan_view(ByteView view, CheckContext& context) {
  context.budget.credit_work(view.size());
  scan::ScanResult result = scan::scan(view, context.scratch.scan, &context.run.marks, context.budget);
  if (!result.is_complete) context.add_unfinished("the scan for secrets");
  return std::move(result.matches);
}

// Overwritten text shows bytes in another order than they came: a match maps to all between its first and its last.
void add_mapped(const std::vector<scan::Match>& found, const text::OffsetMap& map, std::vector<scan::Match>& matches) {
  for (scan::Match match : found) {
    if (match.source == scan::MatchSource::kForgedMark || match.end <= match.begin) continue;
    const text::RawSpan raw = map.hull(match.begin, match.end);
    match.begin = raw.begin;
    match.end = raw.end;
    matches.push_back(match);
  }
}

}  // namespace

std::vector<scan::Match> scan_every_reading(ByteView view, ByteView lines, CheckContext& context) {
  std::vector<scan::Match> matches = scan_view(view, context);
  const std::size_t plain = matches.size();
  if (!scan::scan_decoded(view, context.scratch.scan, &context.run.marks, context.budget, matches)) {
    context.add_unfinished("the search for encoded secrets");
  }
  if (!scan_unspaced(view, context, matches)) context.add_unfinished("the search for known secrets");
  // A secret may be cut by escape sequences or invisible characters: what a terminal shows, and what is left without
  // them, are scanned as well.
  text::Cleaner cleaner{text::CleanOptions{}};
  Bytes stripped;
  text::OffsetMap map;
  cleaner.feed(lines, stripped, map);
  cleaner.finish(stripped, map);
  if (!cleaner.is_identity()) {
    add_mapped(scan_view(stripped, context), map, matches);
    stripped.clear();
    map.clear();
    drop_invisible(view, stripped, map);
    add_mapped(scan_view(stripped, context), map, matches);
  }
  if (matches.size() > plain || !cleaner.is_identity()) scan::merge_readings(matches);
  return matches;
}

}  // namespace sluice::pipeline
