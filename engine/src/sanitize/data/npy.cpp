#include "sanitize/data/npy.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>

#include "core/checked.h"
#include "core/reserve.h"
#include "media/bytes_at.h"
#include "sanitize/data/npy_header.h"
#include "sanitize/data/readable.h"
#include "text/utf8.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kMagic{"\x93NUMPY", 6};
constexpr std::uint64_t kAlignment = 64;
constexpr std::uint64_t kBytesPerStep = 16;

// Versions 1 and 2 have Latin-1 headers.
std::string from_latin1(ByteView raw) {
  std::string out;
  out.reserve(raw.size());
  for (const std::byte b : raw) {
    std::array<std::byte, 4> buffer{};
    const std::size_t length = text::encode_utf8(static_cast<char32_t>(b), buffer.data());
    out += as_chars(ByteView(buffer).first(length));
  }
  return out;
}

class NpyCleaner {
 public:
  NpyCleaner(ByteView npy, const NpyLimits& limits, Job& job) : npy_(npy), limits_(limits), job_(job) {}

  Output run() {
    if (!job_.budget.charge(Budget::Kind::kNodes, 1) ||
        !job_.budget.charge(Budget::Kind::kSteps, 1 + npy_.size() / kBytesPerStep) || !job_.budget.poll()) {
      job_.findings.add_exhausted(job_.budget);
      return {};
    }
    if (!read() || !scan()) return {};
    return write();
  }

 private:
  bool refuse(FindingCode code, std::string detail) {
    job_.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)));
    return false;
  }

  bool read() {
    if (!media::has_at(npy_, 0, kMagic)) return refuse(FindingCode::kArrayHeader, "the npy signature is missing");
    const std::uint8_t version = media::u8_at(npy_, 6);
    if (version < 1 || version > 3 || media::u8_at(npy_, 7) != 0) {
      return refuse(FindingCode::kArrayHeader, "the version is not 1.0, 2.0 or 3.0");
    }
    const unsigned width = version == 1 ? 2 : 4;
    const std::uint64_t begin = 8 + width;
    if (!media::has_room(npy_, 8, width)) return refuse(FindingCode::kArrayHeader, "the file ends before its header");
    const std::uint64_t length = media::le_at(npy_, 8, width);
    if (length > limits_.max_header_bytes) {
      return refuse(FindingCode::kArrayHeader, "the header says it has " + std::to_string(length) +
                                                   " bytes, allowed are " + std::to_string(limits_.max_header_bytes));
    }
    if (!media::has_room(npy_, begin, length)) {
      return refuse(FindingCode::kArrayHeader, "the file ends inside of its header");
    }
    const ByteView raw = npy_.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(length));
    std::string text(as_chars(raw));
    if (version < 3) {
      text = from_latin1(raw);
    } else if (text::find_invalid_utf8(raw)) {
      return refuse(FindingCode::kArrayHeader, "the header is not UTF-8");
    }
    const char* why = "";
    if (!read_npy_header(text, header_, why)) {
      return refuse(header_.has_objects ? FindingCode::kArrayObjects : FindingCode::kArrayHeader, why);
    }
    data_ = npy_.subspan(static_cast<std::size_t>(begin + length));
    if (header_.data_bytes != data_.size()) {
      return refuse(FindingCode::kArrayHeader, "the header asks for " + std::to_string(header_.data_bytes) +
                                                   " bytes of data, " + std::to_string(data_.size()) + " follow it");
    }
    return true;
  }

  bool scan() {
    TextProjection projection;
    for (const std::string& name : header_.names) {
      if (!name.empty()) projection.add(Join::kBreak, name, 0, npy_.size() - data_.size(), Flow::kAside);
    }
    add_readable(data_, npy_.size() - data_.size(), projection);
    const LeafTexts changed = job_.host.scan(projection);
    if (!job_.budget.ok()) job_.findings.add_exhausted(job_.budget);
    if (job_.is_withheld() || !job_.budget.ok()) return false;
    if (changed.empty()) return true;
    return refuse(FindingCode::kCleanerUnavailable, "text inside of an array cannot be replaced");
  }

  Output write() {
    const std::string literal = npy_literal(header_);
    const bool is_ascii = std::all_of(literal.begin(), literal.end(), [](char c) { return (c & 0x80) == 0; });
    const unsigned width = is_ascii ? 2 : 4;
    // The literal, spaces and a newline, so that the data begins at a multiple of 64.
    const std::uint64_t used = 8 + width + literal.size() + 1;
    const std::uint64_t padding = (kAlignment - used % kAlignment) % kAlignment;
    const std::uint64_t length = literal.size() + padding + 1;
    if (length > limits_.max_header_bytes) {
      refuse(FindingCode::kArrayHeader, "the header grows past its limit where it is written anew");
      return {};
    }
    std::string head(kMagic);
    head += is_ascii ? '\x01' : '\x03';
    head += '\0';
    for (unsigned i = 0; i < width; ++i) head += static_cast<char>((length >> (8 * i)) & 0xFFU);
    head.append(literal).append(static_cast<std::size_t>(padding), ' ') += '\n';
    Output output;
    output.is_released = true;
    if (as_chars(npy_.first(npy_.size() - data_.size())) == head) {
      output.is_unchanged = true;
      return output;
    }
    if (!job_.budget.charge(Budget::Kind::kOutputBytes, head.size() + data_.size())) {
      job_.findings.add_exhausted(job_.budget);
      return {};
    }
    job_.findings.add(FindingCode::kArrayHeader, Severity::kInfo, Decision::kSanitize, "the header was written anew");
    reserve_large(output.bytes, head.size() + data_.size());
    const ByteView head_bytes = as_bytes(head);
    output.bytes.assign(head_bytes.begin(), head_bytes.end());
    output.bytes.insert(output.bytes.end(), data_.begin(), data_.end());
    return output;
  }

  ByteView npy_;
  const NpyLimits& limits_;
  Job& job_;
  NpyHeader header_;
  ByteView data_;
};

}  // namespace

Output clean_npy(ByteView bytes, const NpyLimits& limits, Job& job) noexcept {
  try {
    return NpyCleaner(bytes, limits, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
