#include "json/reference/protocol.h"

#include <charconv>
#include <cstdio>

namespace sluice::json::reference {

namespace {

constexpr std::size_t kMaxBytes = 64'000'000;
constexpr std::size_t kMaxLineBytes = 32;
constexpr std::size_t kMaxMessageBytes = 300;

}  // namespace

std::optional<Request> read_request() {
  std::string line;
  for (int c = std::getchar(); c != '\n'; c = std::getchar()) {
    if (c == EOF || line.size() > kMaxLineBytes) return std::nullopt;
    line += static_cast<char>(c);
  }
  Request request;
  request.is_schema = line.rfind("schema ", 0) == 0;
  if (!request.is_schema && line.rfind("instance ", 0) != 0) return std::nullopt;
  const char* const begin = line.data() + line.find(' ') + 1;
  const char* const end = line.data() + line.size();
  std::size_t size = 0;
  const std::from_chars_result number = std::from_chars(begin, end, size);
  if (number.ec != std::errc() || number.ptr != end || size > kMaxBytes) return std::nullopt;
  request.bytes.resize(size);
  if (std::fread(request.bytes.data(), 1, size, stdin) != size) return std::nullopt;
  return request;
}

void write_answer(std::string_view word, std::string_view text) {
  std::string line(word);
  if (!text.empty()) line += ' ';
  for (const char c : text.substr(0, kMaxMessageBytes)) line += c >= ' ' && c <= '~' ? c : '?';
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

}  // namespace sluice::json::reference
