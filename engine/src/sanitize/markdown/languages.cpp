#include "sanitize/markdown/languages.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace sluice::sanitize {

namespace {

// A flat list: it is looked at once a block.
constexpr std::array<std::string_view, 78> kLanguages = {
    "ada",    "asm",        "awk",     "bash",   "bat",    "c",         "c#",         "c++",      "cmake",  "clojure",
    "cobol",  "console",    "cpp",     "cs",     "csharp", "css",       "csv",        "d",        "dart",   "diff",
    "docker", "dockerfile", "elixir",  "elm",    "erlang", "f#",        "fish",       "fortran",  "go",     "golang",
    "groovy", "haskell",    "hcl",     "http",   "ini",    "java",      "javascript", "js",       "json",   "jsonc",
    "jsonl",  "jsx",        "julia",   "kotlin", "lisp",   "lua",       "make",       "makefile", "matlab", "nginx",
    "nix",    "objc",       "ocaml",   "perl",   "php",    "plaintext", "powershell", "protobuf", "ps1",    "py",
    "pycon",  "python",     "python3", "r",      "rb",     "ruby",      "rust",       "scala",    "scheme", "sh",
    "shell",  "sql",        "swift",   "text",   "toml",   "ts",        "typescript", "yaml"};

}  // namespace

std::string kept_language(std::string_view info) {
  const std::size_t begin = std::min(info.find_first_not_of(" \t"), info.size());
  const std::size_t end = std::min(info.find_first_of(" \t,{:", begin), info.size());
  const std::string name = ascii_lower(info.substr(begin, end - begin));
  return std::find(kLanguages.begin(), kLanguages.end(), name) == kLanguages.end() ? std::string() : name;
}

}  // namespace sluice::sanitize
