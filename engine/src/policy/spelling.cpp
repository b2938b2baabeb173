#include "policy/spelling.h"

#include <algorithm>
#include <array>

#include "media/types.h"
#include "path/glob.h"

namespace sluice::policy {

namespace {

constexpr std::size_t kMaxNameBytes = 64;
constexpr std::size_t kMaxDomainBytes = 253;  // RFC 1035
constexpr std::size_t kMaxLabelBytes = 63;
constexpr std::size_t kMaxSchemaNameBytes = 1024;

bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_alnum(char c) noexcept { return is_lower(c) || is_upper(c) || is_digit(c); }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = is_upper(c) ? static_cast<char>(c | 0x20) : c;
  return out;
}

// True where `text` begins with a letter or digit, goes on with those and `more`, and is not too long.
bool is_name(std::string_view text, std::string_view more) noexcept {
  if (text.empty() || text.size() > kMaxNameBytes || !is_alnum(text.front())) return false;
  return std::all_of(text.begin(), text.end(),
                     [more](char c) { return is_alnum(c) || more.find(c) != std::string_view::npos; });
}

bool is_token(std::string_view text) noexcept {
  constexpr std::size_t kMaxTokenBytes = 127;  // RFC 6838
  if (text.empty() || text.size() > kMaxTokenBytes || (!is_lower(text.front()) && !is_digit(text.front())))
    return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_lower(c) || is_digit(c) || std::string_view("!#$&^_.+-").find(c) != std::string_view::npos;
  });
}

bool is_label(std::string_view text) noexcept {
  if (text.empty() || text.size() > kMaxLabelBytes || text.front() == '-' || text.back() == '-') return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return is_lower(c) || is_digit(c) || c == '-'; });
}

std::vector<std::string_view> all_type_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < media::type_count(); ++i) {
    names.push_back(media::type_name(static_cast<media::MediaType>(i)));
  }
  return names;
}

}  // namespace

std::optional<std::string> check_media_type(std::string& value) {
  const std::size_t slash = value.find('/');
  const std::string_view text = value;
  const std::string_view major = text.substr(0, slash);
  const std::string_view minor = slash == std::string::npos ? std::string_view{} : text.substr(slash + 1);
  if (!is_token(major) || (minor != "*" && !is_token(minor))) {
    if (value == "*/*" || value == "*") return "expected a media type; leave the key out to allow every checkable kind";
    const std::size_t end = value.find_first_of("; ");
    const std::string plain = lower(text.substr(0, end));
    if (plain != value && is_token(plain.substr(0, plain.find('/'))) && plain.find('/') != std::string::npos) {
      return "expected a media type in lower case without parameters; write \"" + config::quote(plain) + "\"";
    }
    return "expected a media type like \"image/png\" or \"image/*\"";
  }
  const std::vector<std::string_view> names = all_type_names();
  if (minor == "*") {
    const bool is_known = std::any_of(
        names.begin(), names.end(), [&](std::string_view name) { return name.starts_with(text.substr(0, slash + 1)); });
    if (is_known) return std::nullopt;
    return "expected a group that sluice knows, such as \"text/*\" or \"image/*\"";
  }
  if (std::find(names.begin(), names.end(), text) != names.end()) return std::nullopt;
  const media::MediaType alias = media::find_type(text);
  if (alias != media::MediaType::kUnknown) {
    value = media::type_name(alias);
    return std::nullopt;
  }
  std::string what = "expected a media type that sluice can tell";
  const media::MediaType suffix = media::parse_media_type(text).type;
  const std::string_view near =
      suffix != media::MediaType::kUnknown ? media::type_name(suffix) : config::nearest_name(text, names);
  if (!near.empty()) what += "; did you mean \"" + std::string(near) + "\"?";
  return what;
}

std::optional<std::string> check_domain(std::string& value) {
  std::string_view text = value;
  if (text.find("://") != std::string_view::npos || text.find_first_of("/:@?#") != std::string_view::npos) {
    return "expected a host alone, without scheme, port, user or path; write it like \"example.com\"";
  }
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return "expected ASCII; write an international name as \"xn--...\"";
  }
  if (text.ends_with('.')) return "expected no dot at the end";
  if (std::any_of(text.begin(), text.end(), is_upper))
    return "expected lower case; write \"" + config::quote(lower(text)) + "\"";
  const bool is_wild = text.starts_with("*.");
  if (is_wild) text.remove_prefix(2);
  if (text.find('*') != std::string_view::npos)
    return "expected `*` only as the whole first label, as in \"*.example.com\"";
  if (value.size() > kMaxDomainBytes) return "expected at most 253 characters";
  if (is_wild && text.find('.') == std::string_view::npos) {
    return "expected at least two labels after `*.`, as in \"*.example.com\"; a whole top-level domain cannot be "
           "allowed";
  }
  while (true) {
    const std::size_t dot = text.find('.');
    if (!is_label(text.substr(0, dot))) {
      return "expected labels of letters, digits and inner hyphens, as in \"example.com\" or \"*.example.com\"";
    }
    if (dot == std::string_view::npos) return std::nullopt;
    text.remove_prefix(dot + 1);
  }
}

std::optional<std::string> check_variable(std::string& value) {
  constexpr std::size_t kMaxVariableBytes = 128;
  const bool is_good = !value.empty() && value.size() <= kMaxVariableBytes && !is_digit(value.front()) &&
                       std::all_of(value.begin(), value.end(), [](char c) { return is_alnum(c) || c == '_'; });
  if (is_good) return std::nullopt;
  if (value.find('=') != std::string::npos) {
    return "expected the name of an environment variable alone; its value does not belong into a policy";
  }
  return "expected the name of an environment variable: letters, digits and `_`, at most 128";
}

std::optional<std::string> check_pack(std::string& value) {
  if (is_name(value, "._-")) return std::nullopt;
  return "expected the name of a rule pack or set: letters, digits, `.`, `_`, `-`, at most 64";
}

std::optional<std::string> check_tool(std::string& value) {
  if (is_name(value, "._+-")) return std::nullopt;
  return "expected the name of a tool: letters, digits, `.`, `_`, `+`, `-`, at most 64";
}

std::optional<std::string> check_html_tag(std::string& value) {
  constexpr std::array<std::string_view, 6> kOptional = {"big", "center", "details", "strike", "summary", "tt"};
  if (std::find(kOptional.begin(), kOptional.end(), value) != kOptional.end()) return std::nullopt;
  // Why the best known of the others can never be added.
  struct Never {
    std::string_view tags;
    std::string_view why;
  };
  constexpr std::array<Never, 5> kNever = {{
      {" script noscript template slot ", "it runs or carries scripts"},
      {" style link base meta title head ", "it acts on the whole page"},
      {" iframe frame frameset object embed applet portal fencedframe audio video source track ",
       "it loads other content"},
      {" svg math foreignobject annotation-xml ", "browsers read what it holds in another way"},
      {" form input button select option textarea label output xmp plaintext noembed noframes ",
       "it takes input or hides markup"},
  }};
  std::string expected;
  for (const std::string_view tag : kOptional) expected += (expected.empty() ? "" : ", ") + std::string(tag);
  const std::string tag = " " + lower(value) + " ";
  for (const Never& never : kNever) {
    if (never.tags.find(tag) == std::string_view::npos) continue;
    return "which can never be added: " + std::string(never.why) + "; expected one of " + expected;
  }
  return "expected one of " + expected + "; what else is safe is kept without being added";
}

std::optional<std::string> check_extension(std::string& value) {
  constexpr std::size_t kMaxExtensionBytes = 32;
  const bool has_good_bytes = std::all_of(value.begin(), value.end(), [](char c) {
    return is_lower(c) || is_digit(c) || std::string_view("._+-").find(c) != std::string_view::npos;
  });
  const bool has_good_dots = !value.starts_with('.') && !value.ends_with('.') && value.find("..") == std::string::npos;
  if (!value.empty() && value.size() <= kMaxExtensionBytes && has_good_bytes && has_good_dots) return std::nullopt;
  if (value.size() > 1 && value.size() <= kMaxExtensionBytes && (value.front() == '.' || lower(value) != value)) {
    return "expected lower case without the first dot; write \"" +
           config::quote(lower(value.substr(value.front() == '.' ? 1 : 0))) + "\"";
  }
  return "expected a file name extension like \"png\" or \"tar.gz\"";
}

std::optional<std::string> check_glob(std::string& value) {
  const Result<path::Glob> glob = path::Glob::compile(value);
  if (glob) return std::nullopt;
  constexpr std::string_view kPreamble = "allow pattern, ";
  std::string_view what = glob.error().message;
  if (!what.starts_with(kPreamble)) return std::string(what);
  return "at " + std::string(what.substr(kPreamble.size()));
}

std::optional<std::string> check_policy_name(std::string& value) {
  if (is_name(value, "._- ")) return std::nullopt;
  return "expected a name of letters, digits, `.`, `_`, `-` and spaces, at most 64, that begins with a letter or digit";
}

std::optional<std::string> check_schema_name(std::string& value) {
  const bool has_control = std::any_of(value.begin(), value.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '\\';
  });
  if (!value.empty() && value.size() <= kMaxSchemaNameBytes && value.front() != '/' && !has_control)
    return std::nullopt;
  return "expected the name of a schema file beside the policy, for example \"report.schema.json\"";
}

std::optional<std::string> read_spelled(config::TableReader& reader, std::string_view key, Spelling spelling) {
  std::optional<std::string> value = reader.string(key);
  if (!value) return std::nullopt;
  const std::string found = *value;
  const std::optional<std::string> what = spelling(*value);
  if (!what) return value;
  reader.problem(key, "found the string \"" + config::quote(found) + "\", " + *what);
  return std::nullopt;
}

std::optional<std::vector<std::string>> read_spelled_list(config::TableReader& reader, std::string_view key,
                                                          Spelling spelling) {
  const config::Node* array = reader.any(key);
  std::optional<std::vector<std::string>> values = reader.strings(key);  // reports what is no string
  if (array == nullptr) return std::nullopt;
  bool is_good = values.has_value();
  std::vector<std::string> spelled;
  for (const config::Node& item : array->items()) {
    if (!item.is_string()) continue;
    std::string value = item.as_string();
    std::optional<std::string> what = spelling(value);
    if (!what && std::find(spelled.begin(), spelled.end(), value) != spelled.end()) what = "expected each value once";
    if (what) {
      reader.problem_at(item, key, "found \"" + config::quote(item.as_string()) + "\", " + *what);
      is_good = false;
    } else {
      spelled.push_back(std::move(value));
    }
  }
  if (!is_good) return std::nullopt;
  return spelled;
}

}  // namespace sluice::policy
