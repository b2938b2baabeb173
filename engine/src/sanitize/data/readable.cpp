#include "sanitize/data/readable.h"

#include <algorithm>
#include <string>

#include "text/utf8.h"

namespace sluice::sanitize {

namespace {

constexpr std::size_t kMinRunBytes = 8;

bool is_printable(std::byte b) noexcept { return b >= std::byte{0x20} && b < std::byte{0x7F}; }

bool is_control(std::byte b) noexcept { return b < std::byte{0x20}; }

// The runs of printable bytes, with a newline after each.
std::string runs_of(ByteView bytes, bool skips_controls) {
  std::string out;
  std::string run;
  const auto close = [&] {
    if (run.size() >= kMinRunBytes) out.append(run) += '\n';
    run.clear();
  };
  for (const std::byte b : bytes) {
    if (is_printable(b)) {
      run += static_cast<char>(b);
    } else if (!is_control(b) || !skips_controls) {
      close();
    }
  }
  close();
  return out;
}

}  // namespace

void add_readable(ByteView bytes, std::uint64_t source_begin, TextProjection& projection) {
  const std::uint64_t source_end = source_begin + bytes.size();
  const std::string runs = runs_of(bytes, false);
  if (!runs.empty()) projection.add(Join::kBreak, runs, source_begin, source_end, Flow::kAside);
  if (std::none_of(bytes.begin(), bytes.end(), is_control)) return;
  const std::string wide = runs_of(bytes, true);
  if (!wide.empty() && wide != runs) projection.add(Join::kBreak, wide, source_begin, source_end, Flow::kAside);
}

void add_text_or_readable(std::string_view text, std::uint64_t source_begin, TextProjection& projection) {
  const ByteView bytes = as_bytes(text);
  const auto is_unseen = [](std::byte b) {
    return is_control(b) && b != std::byte{'\n'} && b != std::byte{'\t'} && b != std::byte{'\r'};
  };
  const bool is_binary = std::any_of(bytes.begin(), bytes.end(), is_unseen);
  if (is_binary || text::find_invalid_utf8(bytes).has_value()) {
    add_readable(bytes, source_begin, projection);
  } else if (!text.empty()) {
    projection.add(Join::kBreak, text, source_begin, source_begin + text.size());
  }
}

}  // namespace sluice::sanitize
