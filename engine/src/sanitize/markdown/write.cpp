#include "sanitize/markdown/write.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "sanitize/markdown/write_text.h"

namespace sluice::sanitize {

namespace {

constexpr std::size_t kTabStop = 4;

std::size_t longest_fence(std::string_view code) noexcept {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : code) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// One quote or item around what is written.
struct Around {
  std::string first;  // before its first line
  std::string rest;   // before the others
  bool is_first = true;
};

class Writer {
 public:
  Writer(const Pieces& pieces, bool is_loose, Budget& budget) : pieces_(pieces), is_loose_(is_loose), budget_(budget) {}

  std::optional<Written> run() {
    for (std::size_t i = 0; i < pieces_.size() && is_ok_; ++i) {
      const Piece& piece = pieces_[i];
      if (holds_text(piece.part) && piece.part != Part::kCell) {
        i = put_block(i);
      } else if (piece.part == Part::kTable && !piece.is_end) {
        i = put_table(i);
      } else {
        put_structure(piece, i);
      }
      if ((i & 4095U) == 0 && !budget_.poll()) is_ok_ = false;
    }
    if (!is_ok_) return std::nullopt;
    return std::move(written_);
  }

 private:
  struct List {
    bool is_tight = false;
    bool is_numbered = false;
    char mark = '-';
    std::uint64_t next = 1;
    bool has_items = false;
  };

  void put(std::string_view text) {
    if (!budget_.charge(Budget::Kind::kOutputBytes, text.size())) is_ok_ = false;
    if (is_ok_) written_.text.append(text);
  }

  void put_prefix(bool is_blank) {
    std::string prefix;
    for (Around& around : around_) {
      prefix += around.is_first ? around.first : around.rest;
      if (!is_blank) around.is_first = false;
    }
    if (is_blank) prefix.resize(prefix.find_last_not_of(' ') + 1);
    put(prefix);
  }

  void put_line(std::string_view line) {
    put_prefix(line.empty());
    put(line);
    put("\n");
    if (line.empty()) {
      for (Around& around : around_) around.is_first = false;
    }
  }

  // An empty line before every block but the first of what is around it.
  void separate(bool is_tight) {
    if (has_before_ && !is_tight) {
      put_prefix(true);
      put("\n");
    }
    has_before_ = false;
  }

  [[nodiscard]] bool in_tight_list() const noexcept { return !lists_.empty() && lists_.back().is_tight; }

  // Tight: items of one paragraph, with further tight lists behind it.
  [[nodiscard]] bool is_tight_list(std::size_t at) const noexcept {
    std::size_t depth = 0;
    std::size_t in_item = 0;
    for (; at < pieces_.size(); ++at) {
      const Piece& piece = pieces_[at];
      const bool is_list = piece.part == Part::kBullets || piece.part == Part::kNumbers;
      if (is_list) {
        depth = piece.is_end ? depth - 1 : depth + 1;
        if (depth == 0) return true;
        if (!piece.is_end && depth > 1 && !interrupts_text(at)) return false;
        in_item = 2;  // a paragraph behind a list would need an empty line
      } else if (piece.part == Part::kItem) {
        in_item = 0;
      } else if (piece.part == Part::kParagraph) {
        if (!piece.is_end && in_item++ != 0) return false;
      } else if (!is_inline(piece.part)) {
        return false;
      }
      // Deeper lists than these are rare, and looking at each again at every level would take quadratic time.
      if (depth > 8) return false;
    }
    return true;
  }

  // A list right behind a line of text has to begin with 1 and with something in its first item.
  [[nodiscard]] bool interrupts_text(std::size_t at) const noexcept {
    const bool is_first = pieces_[at].part == Part::kBullets || pieces_[at].number == 1;
    return is_first && at + 2 < pieces_.size() && pieces_[at + 2].part != Part::kItem;
  }

  void begin_list(std::size_t at) {
    const Piece& piece = pieces_[at];
    List list;
    list.is_numbered = piece.part == Part::kNumbers;
    const bool is_inner = in_tight_list();
    list.is_tight = !is_loose_ && (is_inner || is_tight_list(at));
    list.next = piece.number;
    separate(is_inner);
    // A list right behind another one of its kind would be taken for the rest of it.
    const bool follows = at > 0 && pieces_[at - 1].is_end && pieces_[at - 1].part == piece.part;
    const char other = last_mark_;
    list.mark = list.is_numbered ? (follows && other == '.' ? ')' : '.') : (follows && other == '-' ? '+' : '-');
    lists_.push_back(list);
  }

  void begin_item(const Piece& piece) {
    if (lists_.empty()) return;
    List& list = lists_.back();
    if (list.has_items) separate(list.is_tight);
    has_before_ = false;
    list.has_items = true;
    Around around;
    around.first = list.is_numbered ? std::to_string(std::min<std::uint64_t>(list.next++, 999'999'999)) : std::string();
    around.first += list.mark;
    around.first += ' ';
    around.rest.assign(around.first.size(), ' ');
    if (piece.number != 0) around.first += piece.number == ' ' ? "[ ] " : "[x] ";
    around_.push_back(std::move(around));
  }

  void end_around() {
    if (around_.empty()) return;
    if (around_.back().is_first) put_line({});
    around_.pop_back();
    has_before_ = true;
  }

  void put_structure(const Piece& piece, std::size_t at) {
    switch (piece.part) {
      case Part::kQuote:
        if (piece.is_end) {
          end_around();
        } else {
          separate(false);
          around_.push_back({"> ", "> ", true});
        }
        break;
      case Part::kBullets:
      case Part::kNumbers:
        if (!piece.is_end) {
          begin_list(at);
        } else if (!lists_.empty()) {
          last_mark_ = lists_.back().mark;
          lists_.pop_back();
          has_before_ = true;
        }
        break;
      case Part::kItem:
        if (piece.is_end) {
          end_around();
        } else {
          begin_item(piece);
        }
        break;
      case Part::kRule:
        separate(false);
        put_line("___");
        has_before_ = true;
        break;
      case Part::kCodeBlock: put_code_block(piece); break;
      default: break;
    }
    if (piece.part == Part::kCodeBlock) return;
    written_.pieces.push_back(piece);
  }

  void put_code_block(const Piece& piece) {
    separate(false);
    const std::string fence(std::max<std::size_t>(3, longest_fence(piece.text) + 1), '`');
    put_line(fence + piece.title);
    std::string_view code = piece.text;
    Piece expected = piece;
    expected.text.clear();
    while (!code.empty() && is_ok_) {
      const std::size_t end = std::min(code.find('\n'), code.size());
      std::string line(code.substr(0, end));
      // A tab behind the indentation of an item stops elsewhere than at the margin.
      if (!around_.empty()) line = with_blanks(line);
      put_prefix(line.empty());
      put(line);
      put("\n");
      expected.text += line + '\n';
      code.remove_prefix(std::min(end + 1, code.size()));
    }
    put_line(fence);
    has_before_ = true;
    written_.pieces.push_back(std::move(expected));
  }

  static std::string with_blanks(std::string_view line) {
    std::string out;
    std::size_t at = 0;
    for (; at < line.size() && (line[at] == '\t' || line[at] == ' '); ++at) {
      out.append(line[at] == ' ' ? 1 : kTabStop - out.size() % kTabStop, ' ');
    }
    return out.append(line.substr(at));
  }

  // Writes the texts and spans of the block that begins at `at`. @return where its end is
  std::size_t put_inline(std::size_t at, TextWriter& text) {
    const Part block = pieces_[at].part;
    std::vector<std::string_view> marks;
    written_.pieces.push_back(pieces_[at]);
    std::size_t end = at + 1;
    while (!(pieces_[end].part == block && pieces_[end].is_end)) ++end;
    for (++at; at < end; ++at) {
      const Piece& piece = pieces_[at];
      switch (piece.part) {
        case Part::kText: put_text(piece.text, at + 1 == end || is_break(pieces_[at + 1]), text); break;
        case Part::kCode:
          text.put_code(piece.text);
          written_.pieces.push_back(piece);
          break;
        case Part::kSoftBreak:
        case Part::kHardBreak:
          text.put_break(piece.part == Part::kHardBreak);
          written_.pieces.push_back(piece);
          break;
        case Part::kEmphasis:
        case Part::kStrong:
        case Part::kStruck: put_emphasis(piece, marks, text); break;
        case Part::kLink: put_link(piece, at, end, text); break;
        case Part::kImage: at = put_image(at, end, text); break;
        default: break;
      }
    }
    written_.pieces.push_back(pieces_[end]);
    return end;
  }

  static bool is_break(const Piece& piece) noexcept {
    return piece.part == Part::kSoftBreak || piece.part == Part::kHardBreak;
  }

  void put_text(std::string_view words, bool is_at_end, TextWriter& text) {
    text.put_text(words, is_at_end);
    Piece expected;
    expected.text = words;
    written_.pieces.push_back(std::move(expected));
  }

  // The marks of emphasis inside of emphasis differ, so that three in a row are not read another way.
  void put_emphasis(const Piece& piece, std::vector<std::string_view>& marks, TextWriter& text) {
    static constexpr std::array<std::string_view, 2> kOne = {"*", "_"};
    static constexpr std::array<std::string_view, 2> kTwo = {"**", "__"};
    if (piece.is_end) {
      if (marks.empty()) return;
      text.put_mark(marks.back());
      marks.pop_back();
    } else {
      const auto& kinds = piece.part == Part::kStrong ? kTwo : kOne;
      marks.push_back(piece.part == Part::kStruck ? std::string_view("~~") : kinds[marks.size() % 2]);
      text.put_mark(marks.back());
    }
    written_.pieces.push_back(piece);
  }

  void put_link(const Piece& piece, std::size_t& at, std::size_t end, TextWriter& text) {
    const bool is_bare = !piece.is_end && at + 2 < end && pieces_[at + 1].part == Part::kText &&
                         pieces_[at + 1].text == piece.text && pieces_[at + 2].part == Part::kLink &&
                         piece.title.empty() && piece.text.find("://") != std::string::npos &&
                         piece.text.find('&') == std::string::npos;
    if (is_bare) {
      text.put_mark("<" + piece.text + ">");
      for (std::size_t i = 0; i < 3; ++i) written_.pieces.push_back(pieces_[at + i]);
      at += 2;
      return;
    }
    if (piece.is_end) {
      // The beginning of it holds where it leads.
      if (!open_links_.empty()) {
        put_target(*open_links_.back(), text);
        open_links_.pop_back();
      }
    } else {
      open_links_.push_back(&piece);
      text.put_mark("[");
    }
    written_.pieces.push_back(piece);
  }

  static void put_target(const Piece& piece, TextWriter& text) {
    std::string target = "](";
    for (const char c : piece.text) {
      if (c == '&') {
        target += "&amp;";
      } else {
        if (c == '_' || c == '~') target += '\\';
        target += c;
      }
    }
    if (!piece.title.empty()) target += quoted_title(piece.title);
    text.put_mark(target + ")");
  }

  std::size_t put_image(std::size_t at, std::size_t end, TextWriter& text) {
    const Piece& image = pieces_[at];
    text.put_mark("![");
    written_.pieces.push_back(image);
    for (++at; at < end && !(pieces_[at].part == Part::kImage && pieces_[at].is_end); ++at) {
      if (pieces_[at].part == Part::kText) put_text(pieces_[at].text, false, text);
    }
    put_target(image, text);
    written_.pieces.push_back(pieces_[at]);
    return at;
  }

  std::size_t put_block(std::size_t at) {
    const Piece& piece = pieces_[at];
    separate(in_tight_list() && piece.part == Part::kParagraph && !around_.empty() && around_.back().is_first);
    TextWriter text;
    const std::size_t end = put_inline(at, text);
    const std::string lines = text.take();
    if (piece.part == Part::kHeading) {
      const std::string marks(std::clamp<std::size_t>(piece.number, 1, 6), '#');
      put_line(lines.empty() ? marks : marks + ' ' + lines);
    } else {
      for (std::size_t from = 0; from <= lines.size();) {
        const std::size_t to = std::min(lines.find('\n', from), lines.size());
        put_line(std::string_view(lines).substr(from, to - from));
        from = to + 1;
      }
    }
    has_before_ = true;
    return end;
  }

  std::size_t put_table(std::size_t at) {
    separate(false);
    std::string row;
    std::string rule = "|";
    bool is_head = false;
    for (; at < pieces_.size() && is_ok_; ++at) {
      const Piece& piece = pieces_[at];
      if (piece.part == Part::kCell && !piece.is_end) {
        if (is_head) {
          static constexpr std::array<std::string_view, 4> kRules = {" --- |", " :--- |", " :---: |", " ---: |"};
          rule += kRules[std::min<std::size_t>(piece.number, 3)];
        }
        TextWriter text;
        at = put_inline(at, text);
        const std::string words = text.take();
        row += words.empty() ? " |" : " " + words + " |";
        continue;
      }
      written_.pieces.push_back(piece);
      if (piece.part == Part::kHead) is_head = !piece.is_end;
      if (piece.part == Part::kRow) {
        if (piece.is_end) {
          put_line(row);
          if (is_head) put_line(rule);
        }
        row = "|";
      }
      if (piece.part == Part::kTable && piece.is_end) break;
    }
    has_before_ = true;
    return at;
  }

  const Pieces& pieces_;
  bool is_loose_;
  Budget& budget_;
  Written written_;
  std::vector<Around> around_;
  std::vector<List> lists_;
  std::vector<const Piece*> open_links_;
  char last_mark_ = '\0';
  bool has_before_ = false;
  bool is_ok_ = true;
};

}  // namespace

std::optional<Written> write_markdown(const Pieces& pieces, bool is_loose, Budget& budget) {
  return Writer(pieces, is_loose, budget).run();
}

}  // namespace sluice::sanitize
