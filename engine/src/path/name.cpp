#include "path/name.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "path/decode.h"
#include "path/unicode.h"
#include "text/normalize.h"

namespace sluice::path {

namespace {

constexpr std::size_t kMaxReadBytes = 65'536;
constexpr int kMaxDecodings = 3;  // two are seen in the wild; the third is a margin

// How the sandbox's name is being read.
enum class Reading { kAsItCame, kDecoded };

bool is_separator(char32_t c) noexcept { return c == '/' || c == '\\'; }
bool is_letter(char32_t c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

template <typename View>
std::vector<View> split(View text) {
  std::vector<View> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '/' && text[i] != '\\') continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

// Two or more dots and nothing else, blanks aside: `..`, and `.. ` or `...`, which some systems shorten to it.
bool climbs(std::string_view component) noexcept {
  const auto dots = std::count(component.begin(), component.end(), '.');
  const auto blanks = std::count(component.begin(), component.end(), ' ');
  return dots >= 2 && static_cast<std::size_t>(dots + blanks) == component.size();
}

bool is_device(std::string_view folded) noexcept {
  std::string_view base = folded.substr(0, folded.find_first_of(".:"));
  while (base.ends_with(' ')) base.remove_suffix(1);
  constexpr std::array kNames = {std::string_view("con"),   std::string_view("prn"),    std::string_view("aux"),
                                 std::string_view("nul"),   std::string_view("conin$"), std::string_view("conout$"),
                                 std::string_view("clock$")};
  if (std::find(kNames.begin(), kNames.end(), base) != kNames.end()) return true;
  // Superscript digits, which Windows takes too, were folded to plain ones.
  return base.size() == 4 && (base.starts_with("com") || base.starts_with("lpt")) && base[3] >= '0' && base[3] <= '9';
}

// `PROGRA~1`: the short name that NTFS gives to another file.
bool is_short_name(std::string_view component) noexcept {
  const std::size_t tilde = component.find('~');
  if (tilde == std::string_view::npos || tilde == 0 || tilde > 6) return false;
  std::size_t end = tilde + 1;
  while (end < component.size() && component[end] >= '0' && component[end] <= '9') ++end;
  if (end == tilde + 1 || end > 8) return false;
  return end == component.size() || (component[end] == '.' && component.size() - end <= 4);
}

class NameCheck {
 public:
  NameCheck(const NameOptions& options, Findings& findings, const SecretScrubber* scrubber)
      : options_(options), findings_(findings), scrubber_(scrubber) {}

  std::optional<std::string> run(ByteView raw) {
    if (raw.empty()) {
      refuse(FindingCode::kPathSpecial, "the name is empty");
      return std::nullopt;
    }
    if (raw.size() > kMaxReadBytes) {
      refuse(FindingCode::kPathLength, "the name is over 64 KiB and was not read");
      return std::nullopt;
    }
    const std::string_view name = as_chars(raw);
    const LenientText text = decode_lenient(name);
    if (text.has_overlong) refuse(FindingCode::kPathEncoding, "overlong UTF-8");
    if (text.has_invalid) refuse(FindingCode::kPathEncoding, "not UTF-8");
    read(text.code_points, Reading::kAsItCame);
    check_encoded(name);
    const std::optional<std::string> normal = text.has_overlong || text.has_invalid ? std::nullopt : text::to_nfc(name);
    if (normal && *normal != name) read(decode_lenient(*normal).code_points, Reading::kAsItCame);
    check_form(normal ? std::string_view(*normal) : name);
    if (scrubber_ != nullptr && scrubber_->scrub(raw) != name) {
      refuse(FindingCode::kSecretInName, "a secret is part of the name");
    }
    if (is_refused_ || !normal) return std::nullopt;
    return *normal;
  }

 private:
  // What holds in every reading of the name.
  void read(const std::u32string& text, Reading reading) {
    std::u32string plain = text;
    std::size_t disguised = 0;
    for (char32_t& c : plain) {
      const char32_t bare = without_disguise(c);
      if (bare != c && is_separator(bare)) ++disguised;
      c = bare;
    }
    const std::string folded = fold(encode_utf8(plain));
    // Characters such as U+2105 (c/o) fold to more than one, a slash among them.
    const auto separators = static_cast<std::size_t>(std::count_if(plain.begin(), plain.end(), is_separator));
    const auto folded_separators = static_cast<std::size_t>(
        std::count_if(folded.begin(), folded.end(), [](char c) { return c == '/' || c == '\\'; }));
    if (disguised > 0 || folded_separators > separators) {
      refuse(FindingCode::kPathEncoding, "a character that looks like a path separator");
    }
    if (std::find(text.begin(), text.end(), U'\\') != text.end()) {
      refuse(FindingCode::kPathEncoding, "a backslash, which separates folders on Windows");
    }
    if (!plain.empty() && is_separator(plain[0])) hit(FindingCode::kPathAbsolute, "begins with a separator", reading);
    if (folded.size() >= 2 && is_letter(static_cast<unsigned char>(folded[0])) && folded[1] == ':') {
      hit(FindingCode::kPathAbsolute, "begins with a drive letter", reading);
    }
    for (const std::string_view component : split(std::string_view(folded))) {
      if (climbs(component)) hit(FindingCode::kPathTraversal, "a component of dots climbs out of its folder", reading);
      if (is_device(component)) hit(FindingCode::kPathDevice, "a component is a DOS device name", reading, component);
    }
    if (std::any_of(text.begin(), text.end(), is_invisible)) {
      hit(FindingCode::kPathControl, "a control, bidirectional or invisible character", reading);
    }
    if (std::any_of(text.begin(), text.end(), is_private_use)) {
      refuse(FindingCode::kPathEncoding, "a private-use character, as which some systems write reserved ones");
    }
  }

  // Readings that a later percent-decoding would give.
  void check_encoded(std::string_view name) {
    std::string before(name);
    for (int level = 0; level < kMaxDecodings; ++level) {
      std::optional<std::string> after = percent_decode_once(before);
      if (!after) return;
      const LenientText text = decode_lenient(*after);
      if (text.has_overlong) refuse(FindingCode::kPathEncoding, "percent-encoded overlong UTF-8");
      const auto is_byte_separator = [](char c) { return c == '/' || c == '\\'; };
      if (std::count_if(after->begin(), after->end(), is_byte_separator) >
          std::count_if(before.begin(), before.end(), is_byte_separator)) {
        refuse(FindingCode::kPathEncoding, "a percent-encoded separator");
      }
      read(text.code_points, Reading::kDecoded);
      before = *std::move(after);
    }
    if (percent_decode_once(before)) refuse(FindingCode::kPathEncoding, "percent-encoded more than three times");
  }

  // What only holds for the name as a file system would take it.
  void check_form(std::string_view name) {
    if (name.size() > options_.max_name_bytes) {
      refuse(FindingCode::kPathLength, "the name has " + std::to_string(name.size()) + " bytes, " +
                                           std::to_string(options_.max_name_bytes) + " are allowed");
    }
    const std::vector<std::string_view> components = split(name);
    if (components.size() > options_.max_depth) {
      refuse(FindingCode::kPathLength, "the name has " + std::to_string(components.size()) + " components, " +
                                           std::to_string(options_.max_depth) + " are allowed");
    }
    for (std::size_t i = 0; i < components.size(); ++i) {
      const bool is_absolute_start = i == 0 && components.size() > 1;
      if (components[i].empty() && !is_absolute_start) {
        refuse(FindingCode::kPathSpecial,
               i + 1 == components.size() ? "ends in a separator: a folder, not a file" : "an empty component");
      }
      if (!components[i].empty()) check_component(components[i]);
    }
  }

  void check_component(std::string_view component) {
    if (component.size() > options_.max_component_bytes) {
      refuse(FindingCode::kPathLength, "a component has " + std::to_string(component.size()) + " bytes, " +
                                           std::to_string(options_.max_component_bytes) + " are allowed");
    }
    if (component == ".") {
      refuse(FindingCode::kPathSpecial, "a component is a single dot");
      return;
    }
    if (climbs(component)) return;  // reported as traversal
    const std::u32string text = decode_lenient(component).code_points;
    if (text.back() == '.') refuse(FindingCode::kPathTrailing, "a component ends in a dot", component);
    if (is_space(text.back())) refuse(FindingCode::kPathTrailing, "a component ends in a space", component);
    if (is_space(text.front())) refuse(FindingCode::kPathSpecial, "a component begins with a space", component);
    if (text.front() == '.' && !options_.is_hidden_allowed) {
      refuse(FindingCode::kPathSpecial, "a component is hidden (begins with a dot)", component);
    }
    if (text.front() == '-' && !options_.is_leading_dash_allowed) {
      refuse(FindingCode::kPathSpecial, "a component begins with a dash, as options do", component);
    }
    if (text.front() == '~') {
      refuse(FindingCode::kPathSpecial, "a component begins with a tilde, as home folders do", component);
    }
    if (is_short_name(component)) {
      refuse(FindingCode::kPathSpecial, "a component may be the short name of another file", component);
    }
    if (component.find(':') != std::string_view::npos) {
      refuse(FindingCode::kPathSpecial, "a colon: a drive, a scheme or an alternate data stream", component);
    }
    if (component.find_first_of("<>\"|?*") == std::string_view::npos) return;
    if (options_.is_reserved_allowed) {
      add(FindingCode::kPathSpecial, "a character that Windows reserves", component, Severity::kInfo, Decision::kAllow);
    } else {
      refuse(FindingCode::kPathSpecial, "a character that Windows reserves", component);
    }
  }

  void hit(FindingCode code, const char* what, Reading reading, std::string_view part = {}) {
    refuse(code, what, part);
    if (reading == Reading::kDecoded) refuse(FindingCode::kPathEncoding, "percent-encoded, it is one of the others");
  }

  void refuse(FindingCode code, const std::string& what, std::string_view part = {}) {
    is_refused_ = true;
    const bool is_attack = code == FindingCode::kPathTraversal || code == FindingCode::kPathAbsolute ||
                           code == FindingCode::kPathDevice || code == FindingCode::kPathControl ||
                           code == FindingCode::kPathEncoding;
    add(code, what, part, is_attack ? Severity::kHigh : Severity::kMedium,
        is_attack ? Decision::kReject : Decision::kQuarantine);
  }

  // Each problem once, whichever reading shows it.
  void add(FindingCode code, const std::string& what, std::string_view part, Severity severity, Decision effect) {
    const std::pair<FindingCode, std::string> key(code, what);
    if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) return;
    seen_.push_back(key);
    Location where;
    where.layer = Layer::kName;
    std::string detail = what;
    if (!part.empty()) detail += ": " + report_text(as_bytes(part), scrubber_).str();
    findings_.add(code, severity, effect, engine_text(std::move(detail)), std::move(where));
  }

  const NameOptions& options_;
  Findings& findings_;
  const SecretScrubber* scrubber_;
  bool is_refused_ = false;
  std::vector<std::pair<FindingCode, std::string>> seen_;
};

}  // namespace

std::optional<std::string> check_name(ByteView raw, const NameOptions& options, Findings& findings,
                                      const SecretScrubber* scrubber) {
  return NameCheck(options, findings, scrubber).run(raw);
}

}  // namespace sluice::path
