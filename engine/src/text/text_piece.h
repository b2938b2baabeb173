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

/// Where decided text goes.
struct CleanSink {
  Bytes& out;
  OffsetMap& map;
  std::uint64_t& committed;

  void append_copied(ByteView text, std::uint64_t raw) {
    out.insert(out.end(), text.begin(), text.end());
    map.append_copied(raw, text.size());
    committed += text.size();
  }
  void append(ByteView text, const OffsetMap& origin, std::uint64_t begin) {
    out.insert(out.end(), text.begin(), text.end());
    map.append_from(origin, begin, begin + text.size());
    committed += text.size();
  }
};

}  // namespace sluice::text
