#pragma once

#include <cstddef>
#include <cstdint>

#include "sluice/bytes.h"
#include "text/offset_map.h"

namespace sluice::text {

/// Some clean text with its origin: a line that is still held.
struct TextPiece {
  Bytes bytes;
  OffsetMap origin;
  bool has_context = false;  ///< it holds joiners, selectors or tags about which nothing is decided yet

  void append_copied(ByteView text, std::uint64_t raw) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    origin.append_copied(raw, text.size());
  }
  void append(ByteView text, const Origin& from) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    origin.append(from, text.size());
  }
  void clear() noexcept {
    bytes.clear();
    origin.clear();
    has_context = false;
  }
};

/// Clean text that is the raw text so far, byte for byte, and so need not be copied.
struct SameText {
  ByteView raw;                ///< the whole raw text; the caller keeps it while `is_same`
  std::uint64_t released = 0;  ///< clean bytes before it are no longer asked for
  bool is_same = true;         ///< false once the texts differ: what was not released went to the output then
};

/// Where decided text goes.
struct CleanSink {
  Bytes& out;
  OffsetMap& map;
  std::uint64_t& committed;
  SameText* same = nullptr;

  void append_copied(ByteView text, std::uint64_t raw) {
    if (stays_same(raw == committed)) {
      map.append_copied(raw, text.size());
      committed += text.size();
      return;
    }
    out.insert(out.end(), text.begin(), text.end());
    map.append_copied(raw, text.size());
    committed += text.size();
  }
  void append(ByteView text, const OffsetMap& origin, std::uint64_t begin) {
    if (text.empty()) return;
    if (stays_same(origin.run_count() == 1 && origin.origin_of(begin) == Origin{committed, 0})) {
      map.append_copied(committed, text.size());
      committed += text.size();
      return;
    }
    out.insert(out.end(), text.begin(), text.end());
    map.append_from(origin, begin, begin + text.size());
    committed += text.size();
  }

 private:
  bool stays_same(bool next_is_same) {
    if (same == nullptr || !same->is_same) return false;
    if (next_is_same) return true;
    const ByteView kept = same->raw.subspan(static_cast<std::size_t>(same->released),
                                            static_cast<std::size_t>(committed - same->released));
    out.assign(kept.begin(), kept.end());
    same->is_same = false;
    return false;
  }
};

}  // namespace sluice::text
