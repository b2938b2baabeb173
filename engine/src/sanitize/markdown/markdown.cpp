#include "sanitize/markdown/markdown.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/base64.h"
#include "sanitize/markdown/html_text.h"
#include "sanitize/markdown/languages.h"
#include "sanitize/markdown/parse.h"
#include "sanitize/markdown/pieces.h"
#include "sanitize/markdown/style.h"
#include "sanitize/markdown/target.h"
#include "sanitize/markdown/write.h"
#include "sanitize/source_text.h"

namespace sluice::sanitize {

namespace {

// Blocks that lose their emphasis one by one before all of them do.
constexpr int kMaxSingleBlocks = 8;

struct Tally {
  std::uint64_t count = 0;
  std::uint64_t first = 0;
  void add(std::uint64_t at) {
    if (count++ == 0) first = at;
  }
};

bool is_same(const Piece& a, const Piece& b) noexcept {
  return a.part == b.part && a.is_end == b.is_end && a.number == b.number && a.text == b.text && a.title == b.title;
}

class MarkdownCleaner {
 public:
  MarkdownCleaner(ByteView bytes, const MarkdownLimits& limits, Job& job) : bytes_(bytes), limits_(limits), job_(job) {}

  Output run() {
    Output output;
    std::optional<std::string> text;
    if (bytes_.size() > limits_.max_bytes) {
      refuse(FindingCode::kMarkupSize, "more than " + std::to_string(limits_.max_bytes) + " bytes");
    } else if (read_source_text(bytes_, job_, source_) && parse(source_.text, pieces_)) {
      pieces_ = show_html(std::move(pieces_), html_);
      judge();
      scan();
      if (!job_.is_withheld()) text = write();
    }
    if (!text) {
      job_.findings.add_exhausted(job_.budget);
      return output;
    }
    report();
    output.is_released = true;
    output.is_unchanged = *text == as_chars(bytes_);
    if (!output.is_unchanged) output.bytes = to_bytes(*text);
    return output;
  }

 private:
  void refuse(FindingCode code, std::string detail) {
    job_.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)));
  }

  bool parse(std::string_view text, Pieces& pieces) {
    const ParseStatus status = parse_markdown(text, job_.budget, pieces);
    if (status == ParseStatus::kOutOfMemory) throw std::bad_alloc();
    return status == ParseStatus::kOk;
  }

  // Decides on links, images and languages, and puts texts in place of what may not stay.
  void judge() {
    Pieces out;
    out.reserve(pieces_.size());
    std::uint64_t uses = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      Piece& piece = pieces_[i];
      if (piece.part == Part::kCodeBlock) {
        std::string language = kept_language(piece.title);
        if (language.empty() && !piece.title.empty()) languages_.add(piece.source);
        piece.title = std::move(language);
      }
      const bool has_target = (piece.part == Part::kLink || piece.part == Part::kImage) && !piece.is_end;
      if (has_target && ++uses > limits_.max_target_uses) {
        refuse(FindingCode::kMarkupSize, "more than " + std::to_string(limits_.max_target_uses) + " links and images");
        return;
      }
      if (piece.part == Part::kImage && !piece.is_end) {
        i = judge_image(i, out);
      } else if (piece.part == Part::kLink) {
        judge_link(piece, out);
      } else {
        if (!links_.empty() && (piece.part == Part::kText || piece.part == Part::kCode))
          links_.back().text += piece.text;
        if (!links_.empty() && (piece.part == Part::kSoftBreak || piece.part == Part::kHardBreak))
          links_.back().text += ' ';
        out.push_back(std::move(piece));
      }
    }
    pieces_ = std::move(out);
  }

  static Piece text_piece(std::string text, std::uint64_t source) {
    Piece piece;
    piece.text = std::move(text);
    piece.source = source;
    return piece;
  }

  // Written as a note, with the host where there is one to name.
  [[nodiscard]] std::string blocked(const Target& target) const {
    if (target.host.empty()) return "[image blocked]";
    return "[external image blocked: " + report_text(as_bytes(target.host), job_.host.scrubber()).str() + "]";
  }

  std::size_t judge_image(std::size_t at, Pieces& out) {
    Piece image = std::move(pieces_[at]);
    std::string description;
    // Images may stand in the description of another; only texts stay of them.
    std::size_t depth = 1;
    for (++at; at < pieces_.size(); ++at) {
      const Piece& inner = pieces_[at];
      if (inner.part == Part::kImage) depth = inner.is_end ? depth - 1 : depth + 1;
      if (depth == 0) break;
      if (inner.part == Part::kText || inner.part == Part::kCode) description += inner.text;
      if (inner.part == Part::kSoftBreak || inner.part == Part::kHardBreak) description += ' ';
    }
    const Target target = image.is_unsure ? Target{} : read_target(image.text);
    const std::uint64_t source = image.source;
    if (may_load(target, image)) {
      Piece end;
      end.part = Part::kImage;
      end.is_end = true;
      if (!links_.empty()) links_.back().text += description;
      out.push_back(std::move(image));
      out.push_back(text_piece(std::move(description), source));
      out.push_back(std::move(end));
      return at;
    }
    images_.add(source);
    if (!description.empty()) description += ' ';
    description += blocked(target);
    if (!links_.empty()) links_.back().text += description;
    out.push_back(text_piece(std::move(description), source));
    return at;
  }

  bool may_load(const Target& target, Piece& image) {
    switch (target.kind) {
      case TargetKind::kWeb:
        if (target.has_query || !job_.host.allows_url(UrlUse::kLoad, target.url)) return false;
        image.text = target.url;
        return true;
      case TargetKind::kRelative:
        if (target.has_query) return false;
        image.text = target.url;
        return true;
      case TargetKind::kData: return check_data(target, image);
      case TargetKind::kMail:
      case TargetKind::kRefused: break;
    }
    return false;
  }

  bool check_data(const Target& target, Piece& image) {
    Result<Bytes> bytes = codec::decode_base64(as_bytes(target.data), {}, job_.budget);
    if (!bytes) return false;
    const std::string name = "image[" + std::to_string(members_++) + "]";
    MemberInfo info;
    info.name = name;
    info.declared_type = target.url;
    info.can_be_left_out = true;
    info.source_begin = image.source;
    Member member = job_.host.check_member(info, *bytes);
    const bool is_raster = member.type == media::MediaType::kPng || member.type == media::MediaType::kJpeg ||
                           member.type == media::MediaType::kGif || member.type == media::MediaType::kWebp;
    if (!member.is_released || !is_raster) return false;
    image.text = "data:" + std::string(media::type_name(member.type)) + ";base64," +
                 codec::encode_base64(member.is_unchanged ? *bytes : member.bytes);
    return true;
  }

  struct OpenLink {
    bool is_kept = false;
    std::string host;  // to show behind the text where that names another one
    bool shows_host = false;
    std::string text;
  };

  void judge_link(Piece& piece, Pieces& out) {
    if (piece.is_end) {
      if (links_.empty()) return;
      OpenLink link = std::move(links_.back());
      links_.pop_back();
      if (!link.is_kept) return;
      if (!link.host.empty() && !names_host(link.text, link.host) &&
          (link.shows_host || names_another_host(link.text, link.host))) {
        out.push_back(text_piece(" (" + link.host + ")", piece.source));
      }
      out.push_back(std::move(piece));
      return;
    }
    const Target target = piece.is_unsure ? Target{} : read_target(piece.text);
    OpenLink link;
    switch (target.kind) {
      case TargetKind::kWeb:
        link.is_kept = job_.host.allows_url(UrlUse::kLink, target.url);
        link.host = target.host;
        link.shows_host = target.host.starts_with("xn--") || target.host.find(".xn--") != std::string::npos;
        break;
      case TargetKind::kMail: link.host = target.host; [[fallthrough]];
      case TargetKind::kRelative: link.is_kept = true; break;
      case TargetKind::kData:
      case TargetKind::kRefused: break;
    }
    if (!link.is_kept || target.was_cut) refused_links_.add(piece.source);
    if (link.is_kept) {
      piece.text = target.url;
      out.push_back(std::move(piece));
    }
    links_.push_back(std::move(link));
  }

  // One scan of everything that a reader can see, then the targets and titles.
  void scan() {
    if (job_.is_withheld()) return;
    TextProjection projection;
    struct Leaf {
      std::size_t piece = 0;
      bool is_title = false;
    };
    std::vector<Leaf> leaves;
    Join join = Join::kBreak;
    bool is_first_cell = true;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      Piece& piece = pieces_[i];
      if (piece.part == Part::kRow) is_first_cell = true;
      if (piece.part == Part::kCell && !piece.is_end) {
        join = is_first_cell ? Join::kBreak : Join::kSpace;
        is_first_cell = false;
      } else if (!is_inline(piece.part) || piece.part == Part::kSoftBreak || piece.part == Part::kHardBreak) {
        join = Join::kBreak;
      }
      const bool is_text = piece.part == Part::kText || piece.part == Part::kCode || piece.part == Part::kCodeBlock;
      const std::uint64_t source = piece.source + source_.skipped;
      if (is_text && !piece.text.empty()) {
        projection.add(join, piece.text, source, source + piece.text.size());
        leaves.push_back({i, false});
        join = piece.part == Part::kCodeBlock ? Join::kBreak : Join::kAdjacent;
      }
    }
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const Piece& piece = pieces_[i];
      if (piece.is_end || (piece.part != Part::kLink && piece.part != Part::kImage)) continue;
      const std::uint64_t source = piece.source + source_.skipped;
      // The pixels of an image were checked as a member.
      if (!piece.text.empty() && !piece.text.starts_with("data:")) {
        projection.add(Join::kBreak, piece.text, source, source, Flow::kAside);
        leaves.push_back({i, false});
      }
      if (!piece.title.empty()) {
        projection.add(Join::kBreak, piece.title, source, source, Flow::kAside);
        leaves.push_back({i, true});
      }
    }
    const LeafTexts texts = job_.host.scan(projection);
    if (job_.is_withheld() || texts.empty()) return;
    std::vector<std::size_t> dropped;
    for (std::uint32_t id = 0; id < leaves.size(); ++id) {
      const std::string* const changed = texts.changed(id);
      if (changed == nullptr) continue;
      Piece& piece = pieces_[leaves[id].piece];
      const bool is_target = !leaves[id].is_title && (piece.part == Part::kLink || piece.part == Part::kImage);
      if (is_target) {
        dropped.push_back(leaves[id].piece);
      } else if (leaves[id].is_title) {
        piece.title = *changed;
      } else {
        piece.text = *changed;
      }
    }
    drop_targets(dropped);
  }

  // A link whose target held something that may not leave is its text; so is an image.
  void drop_targets(const std::vector<std::size_t>& dropped) {
    if (dropped.empty()) return;
    Pieces out;
    out.reserve(pieces_.size());
    bool is_link_dropped = false;
    bool is_image_dropped = false;
    std::size_t next = 0;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      Piece& piece = pieces_[i];
      const bool is_target = piece.part == Part::kLink || piece.part == Part::kImage;
      bool& is_dropped = piece.part == Part::kLink ? is_link_dropped : is_image_dropped;
      if (is_target && !piece.is_end && next < dropped.size() && dropped[next] == i) {
        ++next;
        is_dropped = true;
        (piece.part == Part::kLink ? refused_links_ : images_).add(piece.source);
        continue;
      }
      if (is_target && piece.is_end && is_dropped) {
        if (piece.part == Part::kImage) out.push_back(text_piece(" [image blocked]", piece.source));
        is_dropped = false;
        continue;
      }
      out.push_back(std::move(piece));
    }
    pieces_ = std::move(out);
  }

  // Writes, reads back, and compares; where they differ the block at fault gives up its emphasis, in the end its links.
  std::optional<std::string> write() {
    normalize(pieces_);
    std::vector<Style> styles;
    for (const Piece& piece : pieces_) {
      if (holds_text(piece.part) && !piece.is_end) styles.push_back(Style::kFull);
    }
    for (int round = 0;; ++round) {
      job_.budget.credit_work(source_.text.size());
      std::optional<Written> written = write_markdown(styled(pieces_, styles), round > kMaxSingleBlocks, job_.budget);
      if (!written) return std::nullopt;
      job_.budget.credit_work(written->text.size());
      normalize(written->pieces);
      Pieces read;
      if (!parse(written->text, read)) return std::nullopt;
      job_.budget.credit_nodes(read.size());
      normalize(read);
      const std::optional<std::size_t> block = block_that_differs(written->pieces, read);
      if (!block) return std::move(written->text);
      if (round >= 2 * kMaxSingleBlocks) {
        const bool is_last = std::all_of(styles.begin(), styles.end(), [](Style s) { return s == Style::kPlain; });
        if (is_last) {
          refuse(FindingCode::kMalformed, "it does not read back as it was written");
          return std::nullopt;
        }
        std::fill(styles.begin(), styles.end(), round == 2 * kMaxSingleBlocks ? Style::kLinksOnly : Style::kPlain);
      } else if (*block < styles.size()) {
        Style& style = styles[*block];
        style = style == Style::kFull ? Style::kLinksOnly : Style::kPlain;
      }
    }
  }

  // The block of text in which two readings differ first.
  static std::optional<std::size_t> block_that_differs(const Pieces& expected, const Pieces& read) {
    std::size_t block = 0;
    for (std::size_t i = 0; i < std::max(expected.size(), read.size()); ++i) {
      if (i < expected.size() && holds_text(expected[i].part) && !expected[i].is_end) ++block;
      if (i >= expected.size() || i >= read.size() || !is_same(expected[i], read[i])) return block == 0 ? 0 : block - 1;
    }
    return std::nullopt;
  }

  void add(FindingCode code, Severity severity, std::uint64_t count, std::uint64_t first, ReportText detail = {}) {
    if (count == 0) return;
    Finding finding;
    finding.code = code;
    finding.severity = severity;
    finding.effect = Decision::kSanitize;
    finding.count = count;
    finding.where.begin = finding.where.end = first + source_.skipped;
    finding.detail = std::move(detail);
    job_.findings.add(std::move(finding));
  }

  void report() {
    add(FindingCode::kMarkdownImage, Severity::kMedium, images_.count, images_.first);
    add(FindingCode::kMarkdownLink, Severity::kMedium, refused_links_.count, refused_links_.first);
    add(FindingCode::kMarkdownHtml, Severity::kLow, html_.shown, html_.first_shown);
    add(FindingCode::kMarkupComment, Severity::kMedium, html_.comments, html_.first_comment);
    add(FindingCode::kMarkupAttribute, Severity::kLow, languages_.count, languages_.first,
        "the language of a block of code");
  }

  ByteView bytes_;
  const MarkdownLimits& limits_;
  Job& job_;

  SourceText source_;
  Pieces pieces_;
  HtmlTally html_;
  Tally images_;
  Tally refused_links_;
  Tally languages_;
  std::vector<OpenLink> links_;
  std::uint64_t members_ = 0;
};

}  // namespace

Output clean_markdown(ByteView bytes, const MarkdownLimits& limits, Job& job) noexcept {
  try {
    return MarkdownCleaner(bytes, limits, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
