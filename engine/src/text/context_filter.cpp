#include "text/context_filter.h"

#include <algorithm>

#include "text/context.h"
#include "text/utf8.h"
#include "text/visible.h"

namespace sluice::text {
namespace {

/// A decision sees its own code point and kContextBytes after it.
constexpr std::size_t kNeeded = kContextBytes + 4;

Action action_of(const CleanOptions& options, Hazard hazard) noexcept {
  switch (hazard) {
    case Hazard::kTag: return options.tags;
    case Hazard::kVariation: return options.variations;
    default: return options.zero_width;
  }
}

}  // namespace

void ContextFilter::pass(TextPiece& piece, bool line_ends, CleanSink& sink) {
  if (frozen_.bytes.empty() && !piece.has_context) {
    sink.append(piece.bytes, piece.origin, 0);
    if (line_ends) {
      left_.clear();
    } else {
      const ByteView tail = ByteView(piece.bytes).last(std::min(piece.bytes.size(), kContextBytes));
      left_.insert(left_.end(), tail.begin(), tail.end());
      if (left_.size() > kContextBytes) {
        left_.erase(left_.begin(), left_.end() - static_cast<std::ptrdiff_t>(kContextBytes));
      }
    }
    piece.clear();
    return;
  }
  const std::size_t before = frozen_.bytes.size();
  frozen_.bytes.insert(frozen_.bytes.end(), piece.bytes.begin(), piece.bytes.end());
  frozen_.origin.append_from(piece.origin, 0, piece.bytes.size());
  frozen_.has_context = before != 0 || piece.has_context;
  piece.clear();
  resolve(line_ends, sink);
}

void ContextFilter::resolve(bool line_ends, CleanSink& sink) {
  kept_ = left_;
  const ByteView text(frozen_.bytes);
  std::size_t at = 0;
  std::size_t done = 0;  // everything before it has left
  while (at < text.size()) {
    at += plain_prefix(text.subspan(at));
    if (at >= text.size()) break;
    const Decoded decoded = decode_utf8(text.data() + at, text.size() - at);
    const Hazard hazard = hazard_of(decoded.code_point);
    if (!needs_context(hazard)) {
      at += decoded.length;
      continue;
    }
    if (!line_ends && text.size() - at < kNeeded) break;
    keep(done, at, sink);
    at += decide(at, hazard, decoded.code_point, decoded.length, sink);
    done = at;
  }
  keep(done, at, sink);
  const ByteView tail = ByteView(kept_).last(line_ends ? 0 : std::min(kept_.size(), kContextBytes));
  left_.assign(tail.begin(), tail.end());
  if (at == text.size()) {
    frozen_.clear();
    return;
  }
  TextPiece rest;
  rest.bytes.assign(text.begin() + static_cast<std::ptrdiff_t>(at), text.end());
  rest.origin.append_from(frozen_.origin, at, text.size());
  rest.has_context = !rest.bytes.empty();
  frozen_ = std::move(rest);
}

std::size_t ContextFilter::decide(std::size_t at, Hazard hazard, char32_t code_point, std::size_t length,
                                  CleanSink& sink) {
  const std::size_t kept = kept_in_context(kept_, ByteView(frozen_.bytes).subspan(at));
  if (kept != 0) {
    keep(at, at + kept, sink);
    return kept;
  }
  const Action action = action_of(*options_, hazard);
  const std::uint64_t raw = frozen_.origin.raw_begin(at);
  tally_->note(finding_of(hazard), {raw, raw + length}, effect_of(action), code_point);
  if (action == Action::kFlag) {
    keep(at, at + length, sink);
  } else if (action == Action::kEscape) {
    const Bytes visible = to_bytes(visible_code_point(code_point));
    kept_.insert(kept_.end(), visible.begin(), visible.end());
    OffsetMap origin;
    origin.append_written(raw, length, visible.size());
    sink.append(visible, origin, 0);
  }
  return length;
}

void ContextFilter::keep(std::size_t begin, std::size_t end, CleanSink& sink) {
  const ByteView text = ByteView(frozen_.bytes).subspan(begin, end - begin);
  kept_.insert(kept_.end(), text.begin(), text.end());
  sink.append(text, frozen_.origin, begin);
}

}  // namespace sluice::text
