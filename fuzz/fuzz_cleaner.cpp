// Property: any split of the input gives the same output, map and findings; the output is valid UTF-8 without controls
// other than tab and newline (and without ESC unless colors are kept); cleaning it again changes nothing and asks for
// nothing; is_identity() means that the output is the input; every mapped span lies in the input, and a copied byte
// equals the byte it points at; the output has at most 6 bytes for one of the input. Oracle: the validator of the
// tests, and the second pass. Input: first byte the options, second the split, rest raw bytes. Cap: 4 KiB
// (cleaner.options).
#include "text/cleaner.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "../tests/text/clean_support.h"
#include "../tests/text/text_reference.h"

namespace {

using namespace sluice;        // NOLINT: one small file
using namespace sluice::text;  // NOLINT
using sluice::text::testing::clean;
using sluice::text::testing::Cleaned;

void require(bool holds) {
  if (!holds) __builtin_trap();
}

CleanOptions options_of(std::uint8_t bits) {
  CleanOptions options;
  options.max_line_bytes = (bits & 1) != 0 ? 256 : 65'536;
  options.keep_colors = (bits & 2) != 0;
  if ((bits & 4) != 0) options.escapes = options.controls = Action::kEscape;
  if ((bits & 8) != 0) options.overwrites = options.invalid_utf8 = Action::kEscape;
  if ((bits & 16) != 0) options.bidi = options.zero_width = options.noncharacters = Action::kEscape;
  if ((bits & 32) != 0) options.tags = options.variations = options.private_use = Action::kEscape;
  if ((bits & 64) != 0) options.bidi = options.zero_width = Action::kFlag;
  if ((bits & 128) != 0) options.tags = options.variations = options.noncharacters = Action::kFlag;
  return options;
}

void check_output(const Cleaned& cleaned, const CleanOptions& options, std::string_view raw) {
  require(!sluice::text::testing::reference_validate(cleaned.text));
  require(cleaned.text.size() <= 6 * raw.size());
  require(cleaned.map.clean_size() == cleaned.text.size());
  for (const char c : cleaned.text) {
    const bool is_text = static_cast<unsigned char>(c) >= 0x20 && c != '\x7F';
    require(is_text || c == '\t' || c == '\n' || (c == '\x1b' && options.keep_colors));
  }
  require(cleaned.text.find("\xC2\x9B") == std::string::npos);
  for (std::size_t i = 0; i < cleaned.text.size(); ++i) {
    const RawSpan span = cleaned.map.raw_of(i);
    require(span.begin < span.end && span.end <= raw.size());
    if (cleaned.map.origin_of(i).raw_length == 0) require(raw[span.begin] == cleaned.text[i]);
  }
  if (cleaned.is_identity) {
    require(cleaned.text == raw && cleaned.map.is_identity() && cleaned.decision == Decision::kAllow);
  } else {
    require(cleaned.decision >= Decision::kSanitize);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const CleanOptions options = options_of(data[0]);
  const std::string raw(reinterpret_cast<const char*>(data + 2), size - 2);
  const Cleaned whole = clean(raw, options);
  check_output(whole, options, raw);

  const std::size_t step = data[1] % 64 + std::size_t{1};
  const Cleaned split = clean(raw, options, std::vector<std::size_t>(raw.size() / step + 1, step));
  require(split.text == whole.text && split.map == whole.map && split.findings == whole.findings);
  require(split.is_identity == whole.is_identity);

  const Cleaned again = clean(whole.text, options);
  require(again.text == whole.text && again.is_identity && again.decision == Decision::kAllow);
  return 0;
}
