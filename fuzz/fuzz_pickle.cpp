// Property: what is released holds no name off the allow-list, as a lister of opcodes sees it that knows neither stack
// nor memo: every GLOBAL and INST, and every STACK_GLOBAL right after two strings; no extension code, no persistent id
// but in torch's reading, no buffer; it begins at the first byte and its last pickle ends at the last. The default
// steps suffice for every input. Input: one byte (odd: the reading of torch), then the file. Cap: 64 KiB
// (pickle.options).
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "data_host.h"
#include "sanitize/data/pickle.h"

namespace {

using namespace sluice;           // NOLINT: one small file
using namespace sluice::fuzzing;  // NOLINT

std::uint64_t little(std::string_view s, std::size_t at, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned i = width; i-- > 0;) value = (value << 8U) | static_cast<unsigned char>(s[at + i]);
  return value;
}

void require_listed(std::string_view module, std::string_view name) {
  require(sanitize::find_pickle_name(module, name) != nullptr);
}

// Walks the opcodes by their forms alone. The strings before an opcode are kept, memo opcodes between them skipped.
void require_harmless(std::string_view s, bool is_torch) {
  std::string_view before;
  std::string_view last;
  int strings = 0;
  bool is_after_stop = true;
  for (std::size_t at = 0; at < s.size();) {
    const char op = s[at++];
    is_after_stop = op == '.';
    const auto line = [&] {
      const std::size_t end = s.find('\n', at);
      require(end != std::string_view::npos);
      const std::string_view text = s.substr(at, end - at);
      at = end + 1;
      return text;
    };
    const auto skip = [&](std::uint64_t count) {
      require(count <= s.size() - at);
      at += static_cast<std::size_t>(count);
    };
    const auto counted = [&](unsigned width) {
      require(width <= s.size() - at);
      const std::uint64_t length = little(s, at, width);
      at += width;
      const std::size_t begin = at;
      skip(length);
      return s.substr(begin, at - begin);
    };
    const auto text = [&](std::string_view value) {
      before = last;
      last = value;
      strings = strings < 2 ? strings + 1 : 2;
    };
    bool keeps_strings = false;
    switch (static_cast<unsigned char>(op)) {
      case 'c':
      case 'i': {
        const std::string_view module = line();
        require_listed(module, line());
        break;
      }
      case 0x93:
        if (strings == 2) require_listed(before, last);
        break;
      case 0x82:
      case 0x83:
      case 0x84:
      case 0x97:
      case 0x98:
      case 'P': require(false); break;
      case 'Q': require(is_torch); break;
      case 'F':
      case 'I':
      case 'L':
      case 'S':
      case 'V':
      case 'g': line(); break;
      case 'p':
        line();
        keeps_strings = true;
        break;
      case 'q':
        skip(1);
        keeps_strings = true;
        break;
      case 'r':
        skip(4);
        keeps_strings = true;
        break;
      case 0x94: keeps_strings = true; break;
      case 'K':
      case 'h':
      case 0x80: skip(1); break;
      case 'M': skip(2); break;
      case 'J':
      case 'j': skip(4); break;
      case 'G':
      case 0x95: skip(8); break;
      case 'U':
      case 0x8C:
        text(counted(1));
        keeps_strings = true;
        break;
      case 'T':
      case 'X':
        text(counted(4));
        keeps_strings = true;
        break;
      case 0x8D:
        text(counted(8));
        keeps_strings = true;
        break;
      case 'C':
      case 0x8A: counted(1); break;
      case 'B':
      case 0x8B: counted(4); break;
      case 0x8E:
      case 0x96: counted(8); break;
      default: break;
    }
    if (!keeps_strings) strings = 0;
  }
  require(is_after_stop);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const bool is_torch = (data[0] & 1U) != 0;
  const std::string pickle(reinterpret_cast<const char*>(data) + 1, size - 1);
  sanitize::PickleOptions options;
  options.may_release = true;
  options.dialect = is_torch ? sanitize::PickleDialect::kTorch : sanitize::PickleDialect::kPlain;
  const auto cleaner = [&](ByteView bytes, sanitize::Job& job) { return sanitize::clean_pickle(bytes, options, job); };
  const Cleaned once = clean(as_bytes(pickle), cleaner);
  if (!once.is_released) return 0;
  require(once.is_unchanged);
  // A compressed stream is not listed here.
  if (pickle[0] != 0x78 && pickle[0] != 0x1F) require_harmless(pickle, is_torch);
  require_fixed_point(once, cleaner);
  return 0;
}
