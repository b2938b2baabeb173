#include "authoring/reference_text.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <string_view>

namespace sluice::authoring {

namespace {

// xorshift64*: small, and the same everywhere, which the distributions of <random> are not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    state_ ^= state_ >> 12U;
    state_ ^= state_ << 25U;
    state_ ^= state_ >> 27U;
    return state_ * 0x2545F4914F6CDD1DULL;
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>((next() >> 16U) % bound); }
  template <std::size_t N>
  std::string_view pick(const std::array<std::string_view, N>& list) {
    return list[below(N)];
  }
  std::string text(std::string_view alphabet, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += alphabet[below(alphabet.size())];
    return out;
  }

 private:
  std::uint64_t state_;
};

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::array<std::string_view, 24> kNames = {"path",    "result", "config", "client", "index",   "items",
                                                     "session", "token",  "value",  "parser", "buffer",  "key",
                                                     "header",  "writer", "node",   "count",  "request", "secret",
                                                     "handle",  "match",  "secure", "option", "cursor",  "line"};
constexpr std::array<std::string_view, 40> kWords = {
    "the",   "report", "of",    "and",     "market", "in",     "each",  "company", "which",   "has",
    "grown", "its",    "sales", "quarter", "while",  "prices", "were",  "lower",   "than",    "expected",
    "a",     "new",    "plant", "product", "was",    "shown",  "for",   "readers", "general", "overview",
    "basic", "tables", "below", "give",    "sums",   "by",     "state", "authors", "noted",   "changes"};
constexpr std::array<std::string_view, 4> kLevels = {"INFO", "WARNING", "DEBUG", "ERROR"};

std::string name(Random& random) {
  std::string out(random.pick(kNames));
  if (random.below(2) == 0) out.append("_").append(random.pick(kNames));
  return out;
}

std::string number(Random& random, std::size_t bound) { return std::to_string(random.below(bound)); }

}  // namespace

std::string code_like(std::size_t bytes) {
  Random random(1);
  std::string out;
  while (out.size() < bytes) {
    out.append("def ").append(name(random)).append("(").append(name(random)).append(": str, ");
    out.append(name(random)).append("=None):\n    \"\"\"Return the ").append(random.pick(kWords)).append(" ");
    out.append(random.pick(kWords)).append(" of a ").append(name(random)).append(".\"\"\"\n");
    for (std::size_t line = 0; line < 3 + random.below(12); ++line) {
      out.append(4 + 4 * random.below(3), ' ').append(name(random)).append(" = self.").append(name(random));
      if (random.below(3) == 0) {
        out.append("[\"").append(name(random)).append("\"]");
      } else {
        out.append("(").append(name(random)).append(", ").append(number(random, 1000)).append(")");
      }
      out.append(random.below(8) == 0 ? "  # see https://docs.example.com/" + name(random) + ".html\n" : "\n");
    }
    out.append("    return ").append(name(random)).append("\n\n");
  }
  return out;
}

std::string prose(std::size_t bytes) {
  Random random(2);
  std::string out;
  while (out.size() < bytes) {
    for (std::size_t line = 0; line < 3 + random.below(6); ++line) {
      for (std::size_t word = 0; word < 9 + random.below(6); ++word) out.append(random.pick(kWords)).append(" ");
      // A few words outside ASCII, as English texts have them.
      out.append(random.below(10) == 0 ? "caf\xC3\xA9 \xE2\x80\x93 na\xC3\xAFve.\n" : "year.\n");
    }
    out.append("\n");
  }
  return out;
}

std::string dense_log(std::size_t bytes) {
  Random random(3);
  std::string out;
  for (std::size_t line = 0; out.size() < bytes; ++line) {
    char time[32];
    std::snprintf(time, sizeof(time), "2026-11-%02zuT%02zu:%02zu:%02zu.%03zuZ", 1 + random.below(28), random.below(24),
                  random.below(60), random.below(60), random.below(1000));
    out.append(time).append(" ").append(random.pick(kLevels)).append(" [worker-").append(number(random, 64));
    out.append("] request_id=")
        .append(random.text(kHex, 32))
        .append(" user=")
        .append(name(random))
        .append("@example.com");
    out.append(" url=https://api.example.com/v1/")
        .append(name(random))
        .append("?key=")
        .append(random.text(kLetters, 12));
    out.append(" token_type=bearer api_key_id=k_").append(random.text(kHex, 8));
    // Assembled here, so that no scanner finds a token in this source.
    if (line % 500 == 499) out.append(" auth=gh").append("p_").append(random.text(kLetters, 36));
    out.append(" status=").append(number(random, 600)).append(" ms=").append(number(random, 9000)).append("\n");
  }
  return out;
}

std::string json_report(std::size_t bytes) {
  Random random(4);
  std::string out = "[";
  for (std::size_t i = 0; i == 0 || out.size() + 1 < bytes; ++i) {
    if (i > 0) out.append(",");
    char id[64];
    std::snprintf(id, sizeof(id), "2eb8aa08-aa98-11ea-b4aa-%012zu", i);
    out.append("{\"id\":\"").append(id).append("\",\"n\":").append(number(random, 100'000));
    out.append(",\"score\":0.").append(std::to_string(100 + random.below(900))).append(",\"name\":\"");
    out.append(random.pick(kWords)).append(" ").append(random.pick(kWords)).append(" ").append(random.pick(kWords));
    out.append("\",\"tags\":[\"alpha\",\"beta\",\"gamma\"],\"status\":\"")
        .append(random.below(3) != 0 ? "ok" : "failed");
    out.append("\",\"note\":").append(random.below(2) == 0 ? "null" : "\"some text of a note\"");
    out.append(",\"slug\":\"item-").append(number(random, 10'000)).append("\"}");
  }
  return out + "]";
}

std::vector<ReferenceText> reference_texts(std::size_t bytes_each) {
  std::vector<ReferenceText> texts;
  texts.push_back({"code", code_like(bytes_each)});
  texts.push_back({"prose", prose(bytes_each)});
  texts.push_back({"log", dense_log(bytes_each)});
  texts.push_back({"json", json_report(bytes_each)});
  return texts;
}

}  // namespace sluice::authoring
