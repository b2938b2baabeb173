#include "json/uri_reference.h"

#include "core/ascii.h"

namespace sluice::json {

namespace {

struct Parts {
  std::string_view scheme;  // with its colon
  std::string_view authority;
  std::string_view path;
  std::string_view query;     // with its `?`
  std::string_view fragment;  // with its `#`
  bool has_authority = false;
};

Parts split(std::string_view text) {
  Parts parts;
  if (const std::size_t hash = text.find('#'); hash != std::string_view::npos) {
    parts.fragment = text.substr(hash);
    text = text.substr(0, hash);
  }
  if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
    parts.query = text.substr(mark);
    text = text.substr(0, mark);
  }
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && colon > 0 && colon < text.find('/')) {
    parts.scheme = text.substr(0, colon + 1);
    text.remove_prefix(colon + 1);
  }
  if (text.substr(0, 2) == "//") {
    parts.has_authority = true;
    const std::size_t slash = text.find('/', 2);
    parts.authority = text.substr(2, slash == std::string_view::npos ? slash : slash - 2);
    text.remove_prefix(2 + parts.authority.size());
  }
  parts.path = text;
  return parts;
}

// Section 5.2.4.
std::string remove_dot_segments(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    if (path.substr(0, 3) == "../") {
      path.remove_prefix(3);
    } else if (path.substr(0, 2) == "./" || path.substr(0, 3) == "/./") {
      path.remove_prefix(2);
    } else if (path == "/.") {
      path = "/";
    } else if (path.substr(0, 4) == "/../" || path == "/..") {
      path = path == "/.." ? std::string_view("/") : path.substr(3);
      const std::size_t slash = out.rfind('/');
      out.erase(slash == std::string::npos ? 0 : slash);
    } else if (path == "." || path == "..") {
      path = {};
    } else {
      const std::size_t end = path.find('/', path[0] == '/' ? 1 : 0);
      const std::size_t length = end == std::string_view::npos ? path.size() : end;
      out += path.substr(0, length);
      path.remove_prefix(length);
    }
  }
  return out;
}

std::string join(std::string_view scheme, const Parts& authority, std::string_view path, std::string_view query,
                 std::string_view fragment) {
  std::string out(scheme);
  if (authority.has_authority) {
    out += "//";
    out += authority.authority;
  }
  out += path;
  out += query;
  out += fragment;
  return out;
}

}  // namespace

std::string resolve_reference(std::string_view base_text, std::string_view reference) {
  const Parts base = split(base_text);
  const Parts given = split(reference);
  if (!given.scheme.empty()) {
    const bool has_segments = given.has_authority || (!given.path.empty() && given.path[0] == '/');
    const std::string path = has_segments ? remove_dot_segments(given.path) : std::string(given.path);
    return join(given.scheme, given, path, given.query, given.fragment);
  }
  if (given.has_authority) {
    return join(base.scheme, given, remove_dot_segments(given.path), given.query, given.fragment);
  }
  if (given.path.empty()) {
    const std::string_view query = given.query.empty() ? base.query : given.query;
    return join(base.scheme, base, base.path, query, given.fragment);
  }
  if (given.path[0] == '/') {
    return join(base.scheme, base, remove_dot_segments(given.path), given.query, given.fragment);
  }
  std::string merged;
  if (base.has_authority && base.path.empty()) {
    merged = '/';
  } else {
    merged = base.path.substr(0, base.path.rfind('/') + 1);
  }
  merged += given.path;
  return join(base.scheme, base, remove_dot_segments(merged), given.query, given.fragment);
}

SplitReference split_fragment(std::string_view uri) noexcept {
  const std::size_t hash = uri.find('#');
  if (hash == std::string_view::npos) return {uri, {}};
  return {uri.substr(0, hash), uri.substr(hash + 1)};
}

bool decode_percent(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return false;
    const int high = hex_digit_value(text[i + 1]);
    const int low = hex_digit_value(text[i + 2]);
    if (high < 0 || low < 0) return false;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return true;
}

}  // namespace sluice::json
