#include "media/types.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace sluice::media {

namespace {

// Traits as types.inc spells them.
constexpr unsigned T = 1U << 0U;
constexpr unsigned M = 1U << 1U;
constexpr unsigned X = 1U << 2U;
constexpr unsigned A = 1U << 3U;
constexpr unsigned Z = 1U << 4U;
constexpr unsigned I = 1U << 5U;
constexpr unsigned V = 1U << 6U;
constexpr unsigned F = 1U << 7U;
constexpr unsigned S = 1U << 8U;
constexpr unsigned N = 1U << 9U;

constexpr TypeInfo make_info(MediaType type, std::string_view name, std::string_view extensions,
                             std::string_view aliases, MediaType parent, unsigned traits, std::uint8_t capability) {
  TypeInfo info;
  info.type = type;
  info.name = name;
  info.extensions = extensions;
  info.aliases = aliases;
  info.parent = parent;
  info.is_text = (traits & T) != 0;
  info.is_markup = (traits & M) != 0;
  info.is_executable = (traits & X) != 0;
  info.has_active_content = (traits & A) != 0;
  info.is_archive = (traits & Z) != 0;
  info.is_image = (traits & I) != 0;
  info.is_audio_video = (traits & V) != 0;
  info.is_font = (traits & F) != 0;
  info.is_source = (traits & S) != 0;
  info.is_name_only = (traits & N) != 0;
  info.capability = capability;
  return info;
}

constexpr TypeInfo kTypes[] = {
#define SLUICE_MEDIA(identifier, name, extensions, aliases, parent, traits, capability) \
  make_info(MediaType::identifier, name, extensions, aliases, MediaType::parent, traits, capability),
#include "media/types.inc"
#undef SLUICE_MEDIA
};

// Whole names that mean text without an extension.
struct KnownName {
  std::string_view name;
  MediaType type;
};
constexpr KnownName kKnownNames[] = {
    {"readme", MediaType::kText},         {"license", MediaType::kText},
    {"licence", MediaType::kText},        {"authors", MediaType::kText},
    {"changelog", MediaType::kText},      {"copyright", MediaType::kText},
    {"notice", MediaType::kText},         {"makefile", MediaType::kScript},
    {"dockerfile", MediaType::kScript},   {".gitignore", MediaType::kText},
    {".gitattributes", MediaType::kText}, {".dockerignore", MediaType::kText},
    {".editorconfig", MediaType::kIni},   {".env", MediaType::kIni},
    {".bashrc", MediaType::kShell},       {".profile", MediaType::kShell},
};

constexpr bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

// RFC 7230 token characters.
constexpr bool is_token_char(char c) noexcept {
  if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) return true;
  return std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// True where `list`, words separated by spaces, has `word`.
bool has_word(std::string_view list, std::string_view word) noexcept {
  if (word.empty() || word.find(' ') != std::string_view::npos) return false;
  for (std::size_t at = list.find(word); at != std::string_view::npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

bool is_token(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_char);
}

// Takes the next `;name=value` off `rest`; quotes are removed, escapes inside them kept as they are.
std::string_view take_parameter(std::string_view& rest, std::string_view& name) noexcept {
  const std::size_t equals = rest.find_first_of("=;");
  if (equals == std::string_view::npos || rest[equals] == ';') {
    name = trim(rest.substr(0, equals));
    rest = equals == std::string_view::npos ? std::string_view{} : rest.substr(equals + 1);
    return {};
  }
  name = trim(rest.substr(0, equals));
  rest.remove_prefix(equals + 1);
  while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
  std::string_view value;
  if (!rest.empty() && rest.front() == '"') {
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? std::size_t{2} : std::size_t{1};
    end = std::min(end, rest.size());
    value = rest.substr(1, end - 1);
    rest.remove_prefix(end);
  }
  const std::size_t semicolon = rest.find(';');
  if (value.empty()) value = trim(rest.substr(0, semicolon));
  rest = semicolon == std::string_view::npos ? std::string_view{} : rest.substr(semicolon + 1);
  return value;
}

MediaType find_extension(std::string_view extension) noexcept {
  for (const TypeInfo& info : kTypes) {
    if (has_word(info.extensions, extension)) return info.type;
  }
  return MediaType::kEmpty;  // has no extensions itself: stands for "not found"
}

}  // namespace

std::size_t type_count() noexcept { return std::size(kTypes); }

const TypeInfo& type_info(MediaType type) noexcept {
  const auto index = static_cast<std::size_t>(type);
  return kTypes[index < std::size(kTypes) ? index : 0];
}

bool is_reading_of(MediaType ancestor, MediaType type) noexcept {
  if (ancestor == type) return true;
  for (MediaType t = type; t != MediaType::kUnknown;) {
    t = type_info(t).parent;
    if (t == ancestor) return t != MediaType::kUnknown;
  }
  return false;
}

MediaType find_type(std::string_view essence) noexcept {
  for (const TypeInfo& info : kTypes) {
    if (info.name == essence || has_word(info.aliases, essence)) return info.type;
  }
  return MediaType::kUnknown;
}

DeclaredType parse_media_type(std::string_view declared) {
  DeclaredType result;
  if (declared.size() > kMaxDeclaredBytes) return result;
  const std::size_t semicolon = declared.find(';');
  const std::string_view essence = trim(declared.substr(0, semicolon));
  const std::size_t slash = essence.find('/');
  if (slash == std::string_view::npos || !is_token(essence.substr(0, slash)) || !is_token(essence.substr(slash + 1))) {
    return result;
  }
  result.is_valid = true;
  result.essence = ascii_lower(essence);
  std::string_view rest = semicolon == std::string_view::npos ? std::string_view{} : declared.substr(semicolon + 1);
  while (!rest.empty()) {
    std::string_view name;
    const std::string_view value = take_parameter(rest, name);
    // The first one counts, as in browsers.
    if (result.charset.empty() && ascii_lower(name) == "charset" && is_token(value))
      result.charset = ascii_lower(value);
  }
  const std::string_view known = result.essence;
  result.type = find_type(known);
  if (result.type != MediaType::kUnknown) return result;
  if (known.ends_with("+json")) {
    result.type = MediaType::kJson;
  } else if (known.ends_with("+xml")) {
    result.type = MediaType::kXml;
  } else if (known.ends_with("+zip")) {
    result.type = MediaType::kZip;
  } else if (known.starts_with("text/")) {
    result.type = MediaType::kText;
  }
  return result;
}

ExtensionType type_of_name(std::string_view name) noexcept {
  const std::size_t slash = name.find_last_of("/\\");
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  while (!name.empty() && (name.back() == '.' || is_space(name.back()))) name.remove_suffix(1);
  std::array<char, 64> buffer{};
  const std::size_t length = std::min(name.size(), buffer.size());
  const std::string_view tail = name.substr(name.size() - length);
  std::transform(tail.begin(), tail.end(), buffer.begin(), [](char c) { return ascii_lower(c); });
  const std::string_view lowered(buffer.data(), length);

  for (const KnownName& known : kKnownNames) {
    if (lowered == known.name && length == name.size()) return {known.type, true};
  }
  const std::size_t dot = lowered.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view last = lowered.substr(dot + 1);
  if (last.find(' ') != std::string_view::npos) return {};
  if (dot > 0) {
    const std::size_t before = lowered.rfind('.', dot - 1);
    if (before != std::string_view::npos) {
      const MediaType both = find_extension(lowered.substr(before + 1));
      if (both != MediaType::kEmpty) return {both, true};
    }
  }
  const MediaType type = find_extension(last);
  if (type == MediaType::kEmpty) return {};
  return {type, true};
}

}  // namespace sluice::media
