// Property: what a text says in encodings is found alike however the text is split, a secret that is encoded in a way
// that the input chooses is found among text that the input is, and what is written in place of all that was found
// decodes to no secret.
// Input: first byte chooses the step of the split, the next three the encodings, the rest is the text around.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../tests/support/encoders.h"
#include "scan/decode_scanner.h"
#include "scan/match_order.h"
#include "scan/redact.h"
#include "scan_setup.h"

namespace {

using namespace sluice;
using fuzz::ample_budget;
using fuzz::make_scratch;

constexpr std::size_t kHead = 4;

struct Found {
  std::vector<scan::Match> matches;
  bool is_complete = true;
};

Found run(std::string_view text, std::size_t step, scan::Scratch& scratch) {
  scan::DecodeScanner scanner(nullptr);
  Budget budget = ample_budget();
  Found found;
  for (std::size_t at = 0; at < text.size(); at += step) {
    scanner.feed(as_bytes(text.substr(at, step)), scratch, budget);
    const std::uint64_t before = scanner.decided();
    for (const scan::Match& match : scanner.take_matches()) found.matches.push_back(match);
    if (scanner.decided() < before) __builtin_trap();
  }
  scanner.finish(scratch, budget);
  for (const scan::Match& match : scanner.take_matches()) found.matches.push_back(match);
  found.is_complete = scanner.is_complete();
  scan::merge_readings(found.matches);
  return found;
}

// Whether a match begins in the span. It may end behind it: base64 without padding goes on in the next line.
bool covers(const std::vector<scan::Match>& matches, std::size_t begin, std::size_t end) {
  return std::any_of(matches.begin(), matches.end(),
                     [&](const scan::Match& match) { return match.begin >= begin && match.begin < end; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < kHead) return 0;
  static scan::Scratch scratch = make_scratch();
  static const std::vector<testing::Encoder> encoders = testing::text_encoders();
  const std::string_view around(reinterpret_cast<const char*>(data) + kHead, size - kHead);

  std::string secret = "token is ghq_" + std::string("ABCDEFabcdef") + " here";
  for (std::size_t i = 1; i < kHead; ++i) {
    if (data[i] % 16 < encoders.size()) secret = encoders[data[i] % 16].encode("text: " + secret);
  }
  const bool is_encoded =
      data[1] % 16 < encoders.size() || data[2] % 16 < encoders.size() || data[3] % 16 < encoders.size();
  const std::size_t half = around.size() / 2;
  const std::string before = std::string(around.substr(0, half)) + "\n";
  const std::string text = before + secret + "\n" + std::string(around.substr(half));

  const Found whole = run(text, text.size(), scratch);
  const Found split = run(text, 1 + data[0] * std::size_t{33}, scratch);
  if (whole.is_complete != split.is_complete) return 0;  // what may be decoded grows with what was read
  if (!whole.is_complete) return 0;
  if (whole.matches != split.matches) __builtin_trap();
  if (is_encoded && !covers(whole.matches, before.size(), before.size() + secret.size())) __builtin_trap();
  for (const scan::Match& match : whole.matches) {
    if (match.end <= match.begin || match.end > text.size()) __builtin_trap();
  }

  std::vector<scan::Edit> edits = scan::make_edits(whole.matches, *scratch.rules());
  for (scan::Edit& edit : edits) {
    const std::string_view covered = std::string_view(text).substr(edit.begin, edit.end - edit.begin);
    edit.replacement = scan::write_encoded(edit.replacement, edit.encoding, as_bytes(covered));
  }
  const std::string clean = to_string(scan::apply_edits(as_bytes(text), edits));
  if (clean.find(secret) != std::string::npos && is_encoded) __builtin_trap();
  return 0;
}
