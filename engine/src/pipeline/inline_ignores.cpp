#include "pipeline/inline_ignores.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ascii.h"
#include "scan/decode_scanner.h"
#include "scan/scanner.h"

namespace sluice::pipeline {

namespace {

constexpr std::string_view kAllow = ":allow";
constexpr std::array<std::string_view, 2> kTools = {"sluice", "gitleaks"};
constexpr std::string_view kNextLine = "-next-line";

// A line on which a comment lets values stand.
struct AllowedLine {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::set<std::string, std::less<>> rule_ids;  // empty: every rule
};

bool is_word(char c) noexcept {
  const char small = ascii_lower(c);
  return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// "(rule-a, rule-b)" at the begin of `text`.
std::set<std::string, std::less<>> read_rule_ids(std::string_view text) {
  std::set<std::string, std::less<>> ids;
  const std::size_t close = text.substr(0, text.find('\n')).find(')');
  if (!text.starts_with('(') || close == std::string_view::npos) return ids;
  std::string id;
  for (const char c : text.substr(1, close)) {
    if (is_word(c) || c == '.') {
      id += c;
    } else if (!id.empty()) {
      ids.insert(std::exchange(id, {}));
    }
  }
  return ids;
}

// What a comment says, apart from where it stands.
struct Comment {
  bool is_for_next_line = false;
  std::set<std::string, std::less<>> rule_ids;
};

// The comment whose ":allow" stands at `at`, if it is one.
std::optional<Comment> read_comment(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto tool = std::find_if(kTools.begin(), kTools.end(), [before](std::string_view name) {
    return before.ends_with(name) &&
           (before.size() == name.size() || !is_word(before[before.size() - name.size() - 1]));
  });
  if (tool == kTools.end()) return std::nullopt;
  std::string_view after = text.substr(at + kAllow.size());
  const bool is_ours = *tool == kTools[0];
  Comment comment;
  comment.is_for_next_line = is_ours && after.starts_with(kNextLine);
  if (comment.is_for_next_line) after.remove_prefix(kNextLine.size());
  if (!after.empty() && is_word(after.front())) return std::nullopt;
  if (is_ours) comment.rule_ids = read_rule_ids(after);
  return comment;
}

class AllowedLines {
 public:
  explicit AllowedLines(std::string_view text) : text_(text) {
    for (std::size_t at = text.find(kAllow); at != std::string_view::npos; at = text.find(kAllow, at + 1)) {
      std::optional<Comment> comment = read_comment(text, at);
      if (!comment) continue;
      move_to(at);
      std::uint64_t begin = begin_;
      std::uint64_t end = end_;
      if (comment->is_for_next_line) {
        begin = std::min<std::uint64_t>(end_ + 1, text.size());
        end = std::min(text.find('\n', static_cast<std::size_t>(begin)), text.size());
      }
      add({begin, end, std::move(comment->rule_ids)});
    }
    std::sort(lines_.begin(), lines_.end(),
              [](const AllowedLine& a, const AllowedLine& b) { return a.begin < b.begin; });
  }
  [[nodiscard]] const std::vector<AllowedLine>& lines() const noexcept { return lines_; }

 private:
  // The line that holds `at`, which only grows: each byte is looked at once, however long a line is.
  void move_to(std::size_t at) {
    while (end_ < at) {
      begin_ = end_ + 1;
      end_ = std::min(text_.find('\n', static_cast<std::size_t>(begin_)), text_.size());
    }
  }

  // Two comments for one line are one.
  void add(AllowedLine line) {
    const std::size_t looked_at = std::min<std::size_t>(lines_.size(), 2);  // this line and the next
    const auto same = std::find_if(lines_.end() - static_cast<std::ptrdiff_t>(looked_at), lines_.end(),
                                   [&line](const AllowedLine& other) { return other.begin == line.begin; });
    if (same == lines_.end()) {
      lines_.push_back(std::move(line));
    } else if (same->rule_ids.empty() || line.rule_ids.empty()) {
      same->rule_ids.clear();
    } else {
      same->rule_ids.merge(line.rule_ids);
    }
  }

  std::string_view text_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = std::min(text_.find('\n'), text_.size());
  std::vector<AllowedLine> lines_;
};

}  // namespace

void note_inline_ignores(ByteView text, CheckContext& context) {
  const AllowedLines allowed(as_chars(text));
  const std::vector<AllowedLine>& lines = allowed.lines();
  if (lines.empty()) return;
  context.budget.credit_work(text.size());
  scan::ScanResult result = scan::scan(text, context.scratch.scan, &context.run.marks, context.budget);
  if (!result.is_complete ||
      !scan::scan_decoded(text, context.scratch.scan, &context.run.marks, context.budget, result.matches)) {
    context.add_unfinished("the scan for inline comments");
    return;
  }
  for (const scan::Match& match : result.matches) {
    if (match.source != scan::MatchSource::kRule || match.fingerprint == Fingerprint{}) continue;
    const std::string& rule_id = context.engine.rules->rule(match.rule_index).id;
    // Lines come in the order of the text; the first that could touch the match.
    const auto first = std::lower_bound(lines.begin(), lines.end(), match.begin,
                                        [](const AllowedLine& line, std::uint64_t begin) { return line.end < begin; });
    for (auto line = first; line != lines.end() && line->begin < match.end; ++line) {
      if (line->rule_ids.empty() || line->rule_ids.count(rule_id) != 0) context.exceptions->add_inline(match);
    }
  }
}

}  // namespace sluice::pipeline
