#include "json/truncate.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace sluice::json {

namespace {

// Objects up to here are records, of which every member counts; longer ones are lists with names.
constexpr std::uint64_t kRecordMembers = 64;

// Walks compact JSON of our own writer entry by entry. An entry stays at a cut level from its own rank on, if the
// container stays. Needs no stack beyond a frame a level.
template <typename Visitor>
class EntryWalk {
 public:
  struct Frame {
    bool is_object = false;
    std::uint64_t index = 0;  // of the open entry
    std::string_view key;     // of the open entry, escaped
  };

  EntryWalk(std::string_view text, Visitor& visitor) : text_(text), visitor_(visitor) {}

  void run() {
    std::size_t at = 0;
    while (at < text_.size()) {
      switch (text_[at]) {
        case '{':
        case '[': {
          const bool is_object = text_[at] == '{';
          visitor_.open(at);
          frames_.push_back({is_object, 0, {}});
          ++at;
          if (at < text_.size() && text_[at] != (is_object ? '}' : ']')) at = begin_entry(at, at);
          break;
        }
        case '}':
        case ']':
          visitor_.close(at, frames_);
          frames_.pop_back();
          ++at;
          break;
        case ',':
          ++frames_.back().index;
          at = begin_entry(at, at + 1);
          break;
        case '"': at = past_string(at); break;
        default: ++at;
      }
    }
  }

 private:
  // `from` is the comma before the entry, if it has one.
  std::size_t begin_entry(std::size_t from, std::size_t at) {
    Frame& frame = frames_.back();
    if (frame.is_object) {
      const std::size_t end = past_string(at);
      frame.key = text_.substr(at + 1, end - at - 2);
      at = end;
    }
    visitor_.entry(from, frames_);
    return at;
  }

  [[nodiscard]] std::size_t past_string(std::size_t at) const noexcept {
    for (++at; text_[at] != '"'; ++at) {
      if (text_[at] == '\\') ++at;
    }
    return at + 1;
  }

  std::string_view text_;
  Visitor& visitor_;
  std::vector<Frame> frames_;
};

template <typename Frame>
std::uint64_t rank_of(const Frame& frame) noexcept {
  return frame.is_object && frame.index < kRecordMembers ? frame.index + 1 : frame.index + 1 + kRecordMembers;
}

// Adds up which bytes need which level.
class Measure {
 public:
  explicit Measure(std::vector<std::uint64_t>& bytes_at) : bytes_at_(bytes_at) {}
  template <typename Frames>
  void entry(std::size_t from, const Frames& frames) {
    turn(from);
    level_ = std::max(containers_.back(), rank_of(frames.back()));
  }
  void open(std::size_t /*at*/) { containers_.push_back(level_); }
  template <typename Frames>
  void close(std::size_t at, const Frames& /*frames*/) {
    turn(at);
    level_ = containers_.back();
    containers_.pop_back();
  }
  void turn(std::size_t at) {
    if (bytes_at_.size() <= level_) bytes_at_.resize(static_cast<std::size_t>(level_) + 1, 0);
    bytes_at_[static_cast<std::size_t>(level_)] += at - counted_;
    counted_ = at;
  }

 private:
  std::vector<std::uint64_t>& bytes_at_;
  std::vector<std::uint64_t> containers_;
  std::uint64_t level_ = 0;
  std::size_t counted_ = 0;
};

// Copies what stays at a level.
class Cut {
 public:
  Cut(std::string_view text, std::uint64_t level, TruncatedJson& out) : text_(text), level_(level), out_(out) {}
  template <typename Frames>
  void entry(std::size_t from, const Frames& frames) {
    if (is_dropping_ || rank_of(frames.back()) <= level_) return;
    copy_to(from);
    is_dropping_ = true;
    dropping_depth_ = frames.size();
    kept_ = frames.back().index;
  }
  void open(std::size_t /*at*/) {}
  template <typename Frames>
  void close(std::size_t at, const Frames& frames) {
    if (!is_dropping_ || dropping_depth_ != frames.size()) return;
    is_dropping_ = false;
    copied_ = at;
    const std::uint64_t total = frames.back().index + 1;
    ++out_.container_count;
    out_.dropped_entries += total - kept_;
    if (out_.containers.size() == Truncator::kMaxListed) return;
    TruncatedContainer& container = out_.containers.emplace_back();
    container.is_object = frames.back().is_object;
    container.kept = kept_;
    container.total = total;
    for (std::size_t i = 0; i + 1 < frames.size(); ++i) {
      container.pointer += '/';
      if (!frames[i].is_object) container.pointer += std::to_string(frames[i].index);
      for (const char c : frames[i].is_object ? frames[i].key : std::string_view()) {
        if (c == '~' || c == '/') {
          container.pointer += c == '~' ? "~0" : "~1";
        } else {
          container.pointer += c;
        }
      }
    }
  }
  void copy_to(std::size_t at) {
    const ByteView piece = as_bytes(text_.substr(copied_, at - copied_));
    out_.bytes.insert(out_.bytes.end(), piece.begin(), piece.end());
    copied_ = at;
  }

 private:
  std::string_view text_;
  std::uint64_t level_;
  TruncatedJson& out_;
  bool is_dropping_ = false;
  std::size_t dropping_depth_ = 0;
  std::uint64_t kept_ = 0;
  std::size_t copied_ = 0;
};

}  // namespace

Truncator::Truncator(ByteView text, Budget& budget) : text_(as_chars(text)), budget_(budget) {
  if (!budget.charge(Budget::Kind::kSteps, text_.size())) return;
  Measure measure(bytes_at_);
  EntryWalk walk(text_, measure);
  walk.run();
  measure.turn(text_.size());
}

std::optional<TruncatedJson> Truncator::fit(std::uint64_t max_bytes) {
  std::uint64_t bytes = 0;
  std::size_t level = 0;
  while (level < bytes_at_.size() && bytes + bytes_at_[level] <= max_bytes) bytes += bytes_at_[level++];
  if (level == 0 || !budget_.charge(Budget::Kind::kSteps, text_.size())) return std::nullopt;
  return cut(level - 1);
}

TruncatedJson Truncator::cut(std::uint64_t level) {
  TruncatedJson out;
  Cut cut(text_, level, out);
  EntryWalk walk(text_, cut);
  walk.run();
  cut.copy_to(text_.size());
  return out;
}

std::uint64_t truncation_limit(std::uint64_t max_bytes) noexcept {
  constexpr int kDigits = 5;
  const int extra = static_cast<int>(std::bit_width(max_bytes)) - kDigits;
  return extra <= 0 ? max_bytes : max_bytes >> static_cast<unsigned>(extra) << static_cast<unsigned>(extra);
}

}  // namespace sluice::json
