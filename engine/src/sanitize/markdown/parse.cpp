#include "sanitize/markdown/parse.h"

#include <md4c.h>

#include <new>
#include <utility>

#include "sanitize/markdown/entities.h"

namespace sluice::sanitize {

namespace {

// Negative: md4c goes on behind what is positive. Its own failures are -1: memory.
constexpr int kStopBudget = -2;
constexpr int kStopMemory = -3;
constexpr std::uint64_t kPollPieces = 4096;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

class Collector {
 public:
  Collector(std::string_view source, Budget& budget, Pieces& pieces)
      : source_(source), budget_(budget), pieces_(pieces) {}

  bool enter_block(MD_BLOCKTYPE type, const void* detail) {
    if (type == MD_BLOCK_DOC) return true;
    close_implied();
    Piece piece;
    switch (type) {
      case MD_BLOCK_DOC: return true;
      case MD_BLOCK_QUOTE: piece.part = Part::kQuote; break;
      case MD_BLOCK_UL: piece.part = Part::kBullets; break;
      case MD_BLOCK_OL:
        piece.part = Part::kNumbers;
        piece.number = static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start;
        break;
      case MD_BLOCK_LI: {
        const auto* const item = static_cast<const MD_BLOCK_LI_DETAIL*>(detail);
        piece.part = Part::kItem;
        if (item->is_task != 0) piece.number = item->task_mark == ' ' ? ' ' : 'x';
        break;
      }
      case MD_BLOCK_HR: piece.part = Part::kRule; break;
      case MD_BLOCK_H:
        piece.part = Part::kHeading;
        piece.number = static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level;
        break;
      case MD_BLOCK_CODE:
        piece.part = Part::kCodeBlock;
        if (!decode(static_cast<const MD_BLOCK_CODE_DETAIL*>(detail)->info, piece.title, piece.is_unsure)) return false;
        break;
      case MD_BLOCK_HTML: piece.part = Part::kHtmlBlock; break;
      case MD_BLOCK_P: piece.part = Part::kParagraph; break;
      case MD_BLOCK_TABLE:
        piece.part = Part::kTable;
        piece.number = static_cast<const MD_BLOCK_TABLE_DETAIL*>(detail)->col_count;
        break;
      case MD_BLOCK_THEAD: piece.part = Part::kHead; break;
      case MD_BLOCK_TBODY: piece.part = Part::kBody; break;
      case MD_BLOCK_TR: piece.part = Part::kRow; break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        piece.part = Part::kCell;
        piece.number = static_cast<std::uint32_t>(static_cast<const MD_BLOCK_TD_DETAIL*>(detail)->align);
        break;
    }
    // Every nested block is open() on the way in; depth is held to the limit here.
    open_.push_back(piece.part);
    return budget_.check_depth(open_.size() + spans_) && push(std::move(piece));
  }

  bool leave_block(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_DOC) return true;
    close_implied();
    if (open_.empty()) return true;
    Piece piece;
    piece.part = open_.back();
    piece.is_end = true;
    open_.pop_back();
    if (piece.part == Part::kCodeBlock || piece.part == Part::kHtmlBlock || piece.part == Part::kRule) return true;
    return push(std::move(piece));
  }

  bool enter_span(MD_SPANTYPE type, const void* detail) {
    open_implied();
    ++spans_;
    if (!budget_.check_depth(open_.size() + spans_)) return false;
    if (type == MD_SPAN_CODE) {
      Piece code;
      code.part = Part::kCode;
      return push(std::move(code));
    }
    Piece piece;
    piece.part = part_of(type);
    if (type == MD_SPAN_A) {
      const auto* const link = static_cast<const MD_SPAN_A_DETAIL*>(detail);
      bool ignored = false;
      if (!decode(link->href, piece.text, piece.is_unsure) || !decode(link->title, piece.title, ignored)) return false;
    } else if (type == MD_SPAN_IMG) {
      const auto* const image = static_cast<const MD_SPAN_IMG_DETAIL*>(detail);
      bool ignored = false;
      if (!decode(image->src, piece.text, piece.is_unsure) || !decode(image->title, piece.title, ignored)) return false;
    }
    return push(std::move(piece));
  }

  bool leave_span(MD_SPANTYPE type) {
    if (spans_ > 0) --spans_;
    if (type == MD_SPAN_CODE) return true;
    Piece piece;
    piece.part = part_of(type);
    piece.is_end = true;
    return push(std::move(piece));
  }

  bool text(MD_TEXTTYPE type, std::string_view text) {
    const auto* const end = source_.data() + source_.size();
    if (text.data() >= source_.data() && text.data() < end)
      at_ = static_cast<std::uint64_t>(text.data() - source_.data());
    if (!budget_.charge(Budget::Kind::kSteps, text.size() + 1)) return false;
    const bool is_verbatim = !open_.empty() && (open_.back() == Part::kCodeBlock || open_.back() == Part::kHtmlBlock);
    if (is_verbatim) {
      pieces_.back().text += type == MD_TEXT_NULLCHAR ? kReplacement : text;
      return true;
    }
    if (type == MD_TEXT_CODE || (type == MD_TEXT_NULLCHAR && !pieces_.empty() && pieces_.back().part == Part::kCode)) {
      if (!pieces_.empty() && pieces_.back().part == Part::kCode) {
        pieces_.back().text += type == MD_TEXT_NULLCHAR ? kReplacement : text;
      }
      return true;
    }
    open_implied();
    Piece piece;
    switch (type) {
      case MD_TEXT_BR: piece.part = Part::kHardBreak; break;
      case MD_TEXT_SOFTBR: piece.part = Part::kSoftBreak; break;
      case MD_TEXT_HTML: piece.part = Part::kHtml; break;
      default: piece.part = Part::kText; break;
    }
    std::string decoded;
    if (type == MD_TEXT_NULLCHAR) {
      decoded = kReplacement;
    } else if (type == MD_TEXT_ENTITY) {
      decoded = decode_reference(text).value_or(std::string(text));
    } else if (piece.part == Part::kText || piece.part == Part::kHtml) {
      decoded = text;
    }
    Piece* const last = pieces_.empty() ? nullptr : &pieces_.back();
    if (last != nullptr && last->part == piece.part && (piece.part == Part::kText || piece.part == Part::kHtml)) {
      last->text += decoded;
      return true;
    }
    piece.text = std::move(decoded);
    return push(std::move(piece));
  }

 private:
  static Part part_of(MD_SPANTYPE type) noexcept {
    switch (type) {
      case MD_SPAN_STRONG: return Part::kStrong;
      case MD_SPAN_DEL: return Part::kStruck;
      case MD_SPAN_A: return Part::kLink;
      case MD_SPAN_IMG: return Part::kImage;
      default: return Part::kEmphasis;
    }
  }

  bool push(Piece&& piece) {
    if (!budget_.charge(Budget::Kind::kNodes, 1) || !budget_.charge(Budget::Kind::kSteps, 1)) return false;
    if (pieces_.size() % kPollPieces == 0 && !budget_.poll()) return false;
    piece.source = at_;
    pieces_.push_back(std::move(piece));
    return true;
  }

  // The text of a tight item is a paragraph that md4c does not announce.
  void open_implied() {
    if (is_implied_ || open_.empty() || open_.back() != Part::kItem) return;
    is_implied_ = true;
    Piece piece;
    piece.part = Part::kParagraph;
    piece.source = at_;
    pieces_.push_back(std::move(piece));
  }
  void close_implied() {
    if (!is_implied_) return;
    is_implied_ = false;
    Piece piece;
    piece.part = Part::kParagraph;
    piece.is_end = true;
    pieces_.push_back(std::move(piece));
  }

  bool decode(const MD_ATTRIBUTE& attribute, std::string& out, bool& is_unsure) {
    if (attribute.text == nullptr || attribute.size == 0) return true;
    if (!budget_.charge(Budget::Kind::kSteps, attribute.size)) return false;
    for (std::size_t i = 0; attribute.substr_offsets[i] < attribute.size; ++i) {
      const MD_OFFSET begin = attribute.substr_offsets[i];
      const std::string_view part(attribute.text + begin, attribute.substr_offsets[i + 1] - begin);
      if (attribute.substr_types[i] == MD_TEXT_ENTITY) {
        const std::optional<std::string> decoded = decode_reference(part);
        is_unsure = is_unsure || !decoded;
        out += decoded.value_or(std::string(part));
      } else {
        out += attribute.substr_types[i] == MD_TEXT_NULLCHAR ? kReplacement : part;
      }
    }
    return true;
  }

  std::string_view source_;
  Budget& budget_;
  Pieces& pieces_;
  std::vector<Part> open_;
  std::size_t spans_ = 0;
  std::uint64_t at_ = 0;
  bool is_implied_ = false;
};

// md4c is C: nothing may be thrown through it.
template <typename Call>
int guarded(void* collector, Call&& call) noexcept {
  try {
    return call(*static_cast<Collector*>(collector)) ? 0 : kStopBudget;
  } catch (const std::bad_alloc&) {
    return kStopMemory;
  }
}

}  // namespace

ParseStatus parse_markdown(std::string_view text, Budget& budget, Pieces& pieces) {
  MD_PARSER parser{};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
    return guarded(self, [&](Collector& c) { return c.enter_block(type, detail); });
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
    return guarded(self, [&](Collector& c) { return c.leave_block(type); });
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
    return guarded(self, [&](Collector& c) { return c.enter_span(type, detail); });
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
    return guarded(self, [&](Collector& c) { return c.leave_span(type); });
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* at, MD_SIZE size, void* self) {
    return guarded(self, [&](Collector& c) { return c.text(type, std::string_view(at, size)); });
  };
  Collector collector(text, budget, pieces);
  const int status = md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &collector);
  if (status == 0) return ParseStatus::kOk;
  return status == kStopBudget ? ParseStatus::kBudget : ParseStatus::kOutOfMemory;
}

}  // namespace sluice::sanitize
