#include "sanitize/source/source.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/ascii.h"
#include "text/utf8.h"

namespace sluice::sanitize {

namespace {

constexpr std::size_t kBytesPerStep = 16;
constexpr std::size_t kMaxCookieLine = 512;

bool is_letter(char c) noexcept { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }
bool is_word(char c) noexcept { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

// The encoding that a line names as PEP 263 reads it, in small letters, `_` as `-`; empty where it names none.
std::string cookie_of(std::string_view line) {
  const std::size_t hash = line.find_first_not_of(" \t\f");
  if (hash == std::string_view::npos || line[hash] != '#') return {};
  for (std::size_t at = line.find("coding", hash); at != std::string_view::npos; at = line.find("coding", at + 1)) {
    std::size_t begin = at + 6;
    if (begin >= line.size() || (line[begin] != ':' && line[begin] != '=')) continue;
    begin = line.find_first_not_of(" \t", begin + 1);
    if (begin == std::string_view::npos) continue;
    std::size_t end = begin;
    while (end < line.size() && (is_word(line[end]) || line[end] == '-' || line[end] == '.')) ++end;
    if (end == begin) continue;
    std::string name = ascii_lower(line.substr(begin, end - begin));
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
  }
  return {};
}

bool is_utf8_name(std::string_view name) noexcept {
  return name == "utf-8" || name == "utf8" || name == "u8" || name == "utf-8-sig" || name == "ascii" ||
         name == "us-ascii" || name.starts_with("utf-8-unix") || name.starts_with("utf-8-dos");
}

bool is_blank_or_comment(std::string_view line) noexcept {
  const std::size_t first = line.find_first_not_of(" \t\f\r");
  return first == std::string_view::npos || line[first] == '#';
}

void check_cookie(std::string_view code, Findings& findings) {
  if (code.starts_with("\xEF\xBB\xBF")) code.remove_prefix(3);
  std::size_t begin = 0;
  for (int number = 1; number <= 2 && begin < code.size(); ++number) {
    const std::size_t end = std::min(code.find_first_of("\r\n", begin), code.size());
    const std::string_view line = code.substr(begin, std::min(end - begin, kMaxCookieLine));
    const std::string name = cookie_of(line);
    if (!name.empty() && !is_utf8_name(name)) {
      Location where;
      where.begin = where.end = begin;
      where.line = static_cast<std::uint32_t>(number);
      findings.add(FindingCode::kSourceEncoding, Severity::kHigh, Decision::kQuarantine,
                   "a comment of the first lines, as PEP 263 has it", std::move(where));
    }
    if (!name.empty() || !is_blank_or_comment(line)) return;
    begin = end + (code.substr(end).starts_with("\r\n") ? 2U : 1U);
  }
}

// Letters of Cyrillic and Greek that look like Latin ones in common fonts.
bool is_look_alike(char32_t c) noexcept {
  constexpr std::u32string_view kLetters =
      U"\u0405\u0406\u0408\u0410\u0412\u0415\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0425\u0430\u0435\u043E\u0440"
      U"\u0441\u0443\u0445\u0455\u0456\u0458\u04AE\u04BB\u04C0\u04CF\u0501\u051B\u051D"
      U"\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7\u03BF\u03BD\u03C1\u03F2"
      U"\u03F3";
  return c >= 0x391 && c <= 0x51D && kLetters.find(c) != std::u32string_view::npos;
}

}  // namespace

void check_source(ByteView bytes, bool is_python, Findings& findings, Budget& budget) {
  const std::string_view code = as_chars(bytes);
  if (!budget.charge(Budget::Kind::kSteps, code.size() / kBytesPerStep + 1)) return;
  if (is_python) check_cookie(code, findings);
  std::uint64_t count = 0;
  std::size_t first = 0;
  std::size_t word = 0;  // where the word began
  bool in_word = false;
  bool has_latin = false;
  bool has_look_alike = false;
  const auto end_word = [&] {
    if (in_word && has_latin && has_look_alike && count++ == 0) first = word;
    in_word = has_latin = has_look_alike = false;
  };
  for (std::size_t at = 0; at < code.size();) {
    const char c = code[at];
    if (static_cast<unsigned char>(c) < 0x80) {
      if (!is_word(c)) {
        end_word();
      } else {
        if (!in_word) word = at;
        in_word = true;
        has_latin = has_latin || is_letter(c);
      }
      ++at;
      continue;
    }
    const text::Decoded decoded = text::decode_utf8(bytes.data() + at, bytes.size() - at);
    if (!in_word) word = at;
    in_word = true;
    has_look_alike = has_look_alike || is_look_alike(decoded.code_point);
    at += decoded.length;
  }
  end_word();
  if (count == 0) return;
  Finding finding;
  finding.code = FindingCode::kSourceHomoglyph;
  finding.severity = Severity::kHigh;
  finding.effect = Decision::kAllow;
  finding.count = count;
  finding.where.begin = finding.where.end = first;
  findings.add(std::move(finding));
}

bool is_auto_run_name(std::string_view name) {
  std::string path = ascii_lower(name);
  std::replace(path.begin(), path.end(), '\\', '/');
  const std::size_t slash = path.rfind('/');
  const std::string_view base = std::string_view(path).substr(slash == std::string::npos ? 0 : slash + 1);
  constexpr std::string_view kNames[] = {
      // Python's and test runners' own
      "sitecustomize.py", "usercustomize.py", "conftest.py", "setup.py", "pyproject.toml", "noxfile.py", "tox.ini",
      // shells and environments
      ".envrc", ".bashrc", ".bash_profile", ".bash_login", ".profile", ".zshrc", ".zshenv", ".zprofile", ".inputrc",
      "autorun.inf", "desktop.ini", ".lldbinit", ".gdbinit", ".vimrc", ".exrc", ".npmrc", ".yarnrc.yml", "package.json",
      ".pre-commit-config.yaml", ".gitattributes", ".gitmodules", ".gitconfig",
      // what agents obey
      "claude.md", "agents.md", "gemini.md", ".cursorrules", ".windsurfrules", "copilot-instructions.md", ".mcp.json"};
  if (std::find(std::begin(kNames), std::end(kNames), base) != std::end(kNames)) return true;
  if (base.ends_with(".pth")) return true;
  constexpr std::string_view kFolders[] = {
      ".git/hooks/",    ".githooks/",         ".husky/",  ".vscode/", ".idea/",
      ".devcontainer/", ".github/workflows/", ".cursor/", ".claude/", ".ipython/profile_default/startup/"};
  return std::any_of(std::begin(kFolders), std::end(kFolders), [&](std::string_view folder) {
    const std::size_t at = path.find(folder);
    return at != std::string::npos && (at == 0 || path[at - 1] == '/');
  });
}

}  // namespace sluice::sanitize
