#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice::json::reference {

/// One request on stdin: "schema N\n" or "instance N\n", then N bytes.
struct Request {
  bool is_schema = false;
  std::string bytes;
};

/// Reads a request from stdin.
/// @return empty at the end of stdin and on anything that is no request
[[nodiscard]] std::optional<Request> read_request();

/// Writes a line to stdout: a word, and a text cut to 300 bytes with everything but printable ASCII made "?".
void write_answer(std::string_view word, std::string_view text = {});

}  // namespace sluice::json::reference
