#include "sanitize/latex/latex.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ascii.h"
#include "sanitize/source_text.h"
#include "text/utf8.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kCommands[] = {
#define SLUICE_LATEX_COMMAND(name) name,
#define SLUICE_LATEX_ENVIRONMENT(name)
#include "sanitize/latex/commands.inc"
#undef SLUICE_LATEX_COMMAND
#undef SLUICE_LATEX_ENVIRONMENT
};
constexpr std::string_view kEnvironments[] = {
#define SLUICE_LATEX_COMMAND(name)
#define SLUICE_LATEX_ENVIRONMENT(name) name,
#include "sanitize/latex/commands.inc"
#undef SLUICE_LATEX_COMMAND
#undef SLUICE_LATEX_ENVIRONMENT
};
// What may follow a backslash that no letter follows: spaces, escaped characters, delimiters, accents, line ends.
constexpr std::string_view kSigns = "\\,;:!> {}%$#&_|()[]'\"^~=.`-/\n";
constexpr std::string_view kSpecial = "\\{}%$#&^_~";

bool is_letter(char c) noexcept { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }

template <std::size_t N>
bool is_listed(const std::string_view (&names)[N], std::string_view name) noexcept {
  return std::binary_search(std::begin(names), std::end(names), name);
}

bool is_script_character(char32_t c) noexcept {
  return c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0x2070 && c <= 0x209F) || (c >= 0x1D2C && c <= 0x1D6A);
}

// Text that stands for itself.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '^' || c == '~') {
      out += '-';  // their escapes are commands that not every renderer knows
    } else {
      if (kSpecial.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

class LatexCleaner {
 public:
  LatexCleaner(ByteView bytes, const LatexLimits& limits, Job& job) : bytes_(bytes), limits_(limits), job_(job) {}

  Output run() {
    Output output;
    if (bytes_.size() > limits_.max_bytes) {
      refuse(FindingCode::kMarkupSize, 0, "more than " + std::to_string(limits_.max_bytes) + " bytes");
      return output;
    }
    std::string clean;
    if (!read_source_text(bytes_, job_, source_) || !read() || !write(clean)) {
      job_.findings.add_exhausted(job_.budget);
      return output;
    }
    output.is_released = true;
    output.is_unchanged = clean == as_chars(bytes_);
    if (!output.is_unchanged) output.bytes = to_bytes(clean);
    return output;
  }

 private:
  struct Part {
    std::string_view text;
    std::optional<std::uint32_t> leaf;
  };

  bool refuse(FindingCode code, std::size_t at, std::string detail) {
    Location where;
    where.begin = where.end = at + source_.skipped;
    job_.findings.add(code, code == FindingCode::kLatexCommand ? Severity::kHigh : Severity::kMedium,
                      Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
    return false;
  }

  bool refuse_command(std::size_t at, std::string_view name) {
    return refuse(FindingCode::kLatexCommand, at, report_text(as_bytes(name), job_.host.scrubber()).str());
  }

  bool read() {
    const std::string_view text = source_.text;
    if (!job_.budget.charge(Budget::Kind::kSteps, text.size())) return false;
    for (std::size_t at = 0; at < text.size();) {
      const char c = text[at];
      const std::size_t begin = at;
      if (c == '\\') {
        if (!read_command(at)) return false;
      } else if (c == '%') {
        at = std::min(text.find('\n', at), text.size());
        if (comments_++ == 0) first_comment_ = begin;
        continue;
      } else if (c == '{' || c == '}') {
        if (!read_brace(at)) return false;
      } else if (c == '#' || text.substr(at).starts_with("^^")) {
        return refuse_command(at, text.substr(at, c == '#' ? 1 : 2));
      } else if (kSpecial.find(c) != std::string_view::npos) {
        ++at;
      } else {
        if (!read_text(at)) return false;
        continue;
      }
      parts_.push_back({text.substr(begin, at - begin), std::nullopt});
    }
    if (depth_ != 0 || !environments_.empty()) {
      return refuse(FindingCode::kMalformed, text.size(), "braces or environments are not closed");
    }
    return true;
  }

  bool read_command(std::size_t& at) {
    const std::string_view text = source_.text;
    const std::size_t begin = at++;
    if (at == text.size()) return refuse(FindingCode::kMalformed, begin, "it ends in a backslash");
    if (!is_letter(text[at])) {
      if (kSigns.find(text[at]) == std::string_view::npos) return refuse_command(begin, text.substr(begin, 2));
      ++at;
      return true;
    }
    while (at < text.size() && is_letter(text[at])) ++at;
    const std::string_view name = text.substr(begin + 1, at - begin - 1);
    if (!is_listed(kCommands, name)) return refuse_command(begin, text.substr(begin, at - begin));
    if (name != "begin" && name != "end") return true;
    if (at == text.size() || text[at] != '{') return refuse_command(begin, name);
    const std::size_t close = text.find('}', at);
    if (close == std::string_view::npos) return refuse(FindingCode::kMalformed, at, "braces are not closed");
    const std::string_view environment = text.substr(at + 1, close - at - 1);
    if (!is_listed(kEnvironments, environment)) return refuse_command(begin, environment);
    at = close + 1;
    if (name == "begin") {
      environments_.push_back({environment, depth_});
      return enter(begin);
    }
    if (environments_.empty() || environments_.back().name != environment || environments_.back().depth + 1 != depth_) {
      return refuse(FindingCode::kMalformed, begin, "an environment ends that was not begun");
    }
    environments_.pop_back();
    --depth_;
    return true;
  }

  bool enter(std::size_t at) {
    if (++depth_ <= limits_.max_brace_depth) return true;
    return refuse(FindingCode::kMarkupDepth, at, "deeper than " + std::to_string(limits_.max_brace_depth));
  }

  bool read_brace(std::size_t& at) {
    const bool opens = source_.text[at++] == '{';
    if (opens) return enter(at - 1);
    const std::uint64_t floor = environments_.empty() ? 0 : environments_.back().depth + 1;
    if (depth_ <= floor) return refuse(FindingCode::kMalformed, at - 1, "a brace closes that was not opened");
    --depth_;
    return true;
  }

  bool read_text(std::size_t& at) {
    const std::string_view text = source_.text;
    const std::size_t begin = at;
    while (at < text.size() && kSpecial.find(text[at]) == std::string_view::npos) {
      const text::Decoded decoded = text::decode_utf8(as_bytes(text).data() + at, text.size() - at);
      if (is_script_character(decoded.code_point)) return refuse_command(at, text.substr(at, decoded.length));
      at += decoded.length;
    }
    if (!job_.budget.charge(Budget::Kind::kNodes, 1)) return false;
    const std::string_view run = text.substr(begin, at - begin);
    parts_.push_back({run, projection_.add(Join::kAdjacent, run, begin + source_.skipped, at + source_.skipped)});
    return true;
  }

  bool write(std::string& out) {
    const LeafTexts texts = job_.host.scan(projection_);
    if (job_.is_withheld()) return false;
    for (const Part& part : parts_) {
      const std::string* const changed = part.leaf ? texts.changed(*part.leaf) : nullptr;
      const std::string written = changed == nullptr ? std::string(part.text) : escaped(*changed);
      // What was removed between a command and its next letter may not make one name of both.
      const bool sticks = !written.empty() && is_letter(written.front()) && ends_in_command(out);
      if (!job_.budget.charge(Budget::Kind::kOutputBytes, written.size() + 1)) return false;
      if (sticks) out += ' ';
      out += written;
    }
    if (comments_ == 0) return true;
    Finding finding;
    finding.code = FindingCode::kMarkupComment;
    finding.severity = Severity::kMedium;
    finding.effect = Decision::kSanitize;
    finding.count = comments_;
    finding.where.begin = finding.where.end = first_comment_ + source_.skipped;
    job_.findings.add(std::move(finding));
    return true;
  }

  static bool ends_in_command(std::string_view text) noexcept {
    std::size_t at = text.size();
    while (at > 0 && is_letter(text[at - 1])) --at;
    if (at == 0 || at == text.size() || text[at - 1] != '\\') return false;
    std::size_t slashes = 0;
    while (at > 0 && text[at - 1] == '\\') {
      --at;
      ++slashes;
    }
    return slashes % 2 == 1;
  }

  struct Environment {
    std::string_view name;
    std::uint64_t depth = 0;
  };

  ByteView bytes_;
  const LatexLimits& limits_;
  Job& job_;
  SourceText source_;
  TextProjection projection_;
  std::vector<Part> parts_;
  std::vector<Environment> environments_;
  std::uint64_t depth_ = 0;
  std::uint64_t comments_ = 0;
  std::uint64_t first_comment_ = 0;
};

}  // namespace

Output clean_latex(ByteView bytes, const LatexLimits& limits, Job& job) noexcept {
  try {
    return LatexCleaner(bytes, limits, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
