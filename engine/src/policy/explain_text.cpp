#include "policy/explain_text.h"

#include <algorithm>

#include "sluice/report_text.h"

namespace sluice::policy {

namespace {
constexpr std::size_t kColumns = 100;

// What a policy names is its author's, so a long name is not taken for a secret.
class KeepAll : public SecretScrubber {
 public:
  [[nodiscard]] std::string scrub(ByteView raw) const noexcept override { return to_string(raw); }
};

}  // namespace

void Page::title(std::string_view text) {
  if (!out_.empty()) out_ += '\n';
  wrap(text, "", "  ");
}

void Page::wrap(std::string_view text, std::string_view first, std::string_view next) {
  std::string line(first);
  bool is_empty = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!is_empty && line.size() + 1 + word.size() > kColumns) {
      out_ += line + '\n';
      line = next;
      is_empty = true;
    }
    if (!is_empty) line += ' ';
    line += word;
    is_empty = false;
  }
  out_ += line + '\n';
}

std::string printable(std::string_view text) {
  const KeepAll keep_all;
  return report_text(as_bytes(text), &keep_all).str();
}

std::vector<std::string> printable(const std::vector<std::string>& texts) {
  std::vector<std::string> out;
  out.reserve(texts.size());
  for (const std::string& text : texts) out.push_back(printable(text));
  return out;
}

std::string join(const std::vector<std::string>& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? " " + std::string(last) + " " : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace sluice::policy
