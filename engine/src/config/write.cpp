#include <array>
#include <charconv>

#include "config/tree.h"

namespace sluice::config {

namespace {

void write_string(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += kHex[byte >> 4U];
      out += kHex[byte & 0x0FU];
    } else {
      out += c;
    }
  }
  out += '"';
}

void write_double(std::string& out, double value) {
  std::array<char, 32> buffer;
  const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  out += text;
  // Without a mark of a double it would be read as an integer.
  if (code == std::errc{} && text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

// Recursion is bounded by kMaxConfigDepth.
void write_node(std::string& out, const Node& node) {
  switch (node.kind()) {
    case NodeKind::kNull: out += "null"; break;
    case NodeKind::kBool: out += node.as_bool() ? "true" : "false"; break;
    case NodeKind::kInteger: out += std::to_string(node.as_integer()); break;
    case NodeKind::kDouble: write_double(out, node.as_double()); break;
    case NodeKind::kString: write_string(out, node.as_string()); break;
    case NodeKind::kArray:
    case NodeKind::kTable: {
      out += node.is_array() ? '[' : '{';
      bool is_first = true;
      for (const Node& item : node.items()) {
        if (!is_first) out += ',';
        is_first = false;
        if (node.is_table()) {
          write_string(out, item.key());
          out += ':';
        }
        write_node(out, item);
      }
      out += node.is_array() ? ']' : '}';
      break;
    }
  }
}

}  // namespace

std::string to_json(const Node& node) {
  std::string out;
  write_node(out, node);
  return out;
}

}  // namespace sluice::config
