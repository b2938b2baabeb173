#include "path/extension.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace sluice::path {

namespace {

// Sorted. Opened by a double click, an auto-run rule or a search path on some system.
constexpr std::array kExecutable = {
    std::string_view("action"),
    std::string_view("apk"),
    std::string_view("app"),
    std::string_view("appimage"),
    std::string_view("application"),
    std::string_view("appref-ms"),
    std::string_view("bash"),
    std::string_view("bat"),
    std::string_view("bin"),
    std::string_view("chm"),
    std::string_view("class"),
    std::string_view("cmd"),
    std::string_view("com"),
    std::string_view("command"),
    std::string_view("cpl"),
    std::string_view("csh"),
    std::string_view("deb"),
    std::string_view("desktop"),
    std::string_view("dll"),
    std::string_view("dmg"),
    std::string_view("dylib"),
    std::string_view("elf"),
    std::string_view("exe"),
    std::string_view("fish"),
    std::string_view("gadget"),
    std::string_view("hta"),
    std::string_view("inf"),
    std::string_view("ins"),
    std::string_view("isp"),
    std::string_view("jar"),
    std::string_view("jnlp"),
    std::string_view("jse"),
    std::string_view("ksh"),
    std::string_view("lnk"),
    std::string_view("msc"),
    std::string_view("msi"),
    std::string_view("msp"),
    std::string_view("mst"),
    std::string_view("paf"),
    std::string_view("pif"),
    std::string_view("pkg"),
    std::string_view("ps1"),
    std::string_view("ps1xml"),
    std::string_view("psc1"),
    std::string_view("psm1"),
    std::string_view("pth"),
    std::string_view("pyc"),
    std::string_view("pyd"),
    std::string_view("pyw"),
    std::string_view("pyz"),
    std::string_view("reg"),
    std::string_view("rpm"),
    std::string_view("run"),
    std::string_view("scf"),
    std::string_view("scpt"),
    std::string_view("scr"),
    std::string_view("sct"),
    std::string_view("service"),
    std::string_view("settingcontent-ms"),
    std::string_view("sh"),
    std::string_view("so"),
    std::string_view("sys"),
    std::string_view("terminal"),
    std::string_view("url"),
    std::string_view("vb"),
    std::string_view("vbe"),
    std::string_view("vbs"),
    std::string_view("wasm"),
    std::string_view("webloc"),
    std::string_view("ws"),
    std::string_view("wsc"),
    std::string_view("wsf"),
    std::string_view("wsh"),
    std::string_view("xll"),
    std::string_view("zsh"),
};

// Sorted. What readers open by its extension; one of these before the last extension is a disguise.
constexpr std::array kDocument = {
    std::string_view("7z"),      std::string_view("aac"),   std::string_view("asp"),     std::string_view("aspx"),
    std::string_view("avi"),     std::string_view("avif"),  std::string_view("bmp"),     std::string_view("bz2"),
    std::string_view("cgi"),     std::string_view("css"),   std::string_view("csv"),     std::string_view("doc"),
    std::string_view("docm"),    std::string_view("docx"),  std::string_view("dot"),     std::string_view("dotm"),
    std::string_view("eml"),     std::string_view("eps"),   std::string_view("feather"), std::string_view("flac"),
    std::string_view("gif"),     std::string_view("gz"),    std::string_view("h5"),      std::string_view("heic"),
    std::string_view("htm"),     std::string_view("html"),  std::string_view("ico"),     std::string_view("ics"),
    std::string_view("img"),     std::string_view("ipynb"), std::string_view("iso"),     std::string_view("joblib"),
    std::string_view("jpe"),     std::string_view("jpeg"),  std::string_view("jpg"),     std::string_view("js"),
    std::string_view("json"),    std::string_view("jsonl"), std::string_view("jsp"),     std::string_view("jsx"),
    std::string_view("log"),     std::string_view("lua"),   std::string_view("m4a"),     std::string_view("markdown"),
    std::string_view("md"),      std::string_view("mht"),   std::string_view("mhtml"),   std::string_view("mjs"),
    std::string_view("mkv"),     std::string_view("mov"),   std::string_view("mp3"),     std::string_view("mp4"),
    std::string_view("ndjson"),  std::string_view("npy"),   std::string_view("npz"),     std::string_view("odp"),
    std::string_view("ods"),     std::string_view("odt"),   std::string_view("ogg"),     std::string_view("onnx"),
    std::string_view("parquet"), std::string_view("pdf"),   std::string_view("php"),     std::string_view("phtml"),
    std::string_view("pickle"),  std::string_view("pkl"),   std::string_view("pl"),      std::string_view("png"),
    std::string_view("ppt"),     std::string_view("pptm"),  std::string_view("pptx"),    std::string_view("ps"),
    std::string_view("pt"),      std::string_view("py"),    std::string_view("rar"),     std::string_view("rb"),
    std::string_view("rtf"),     std::string_view("shtml"), std::string_view("sql"),     std::string_view("sqlite"),
    std::string_view("svg"),     std::string_view("svgz"),  std::string_view("swf"),     std::string_view("tar"),
    std::string_view("tex"),     std::string_view("tgz"),   std::string_view("tif"),     std::string_view("tiff"),
    std::string_view("toml"),    std::string_view("ts"),    std::string_view("tsv"),     std::string_view("txt"),
    std::string_view("wav"),     std::string_view("webm"),  std::string_view("webp"),    std::string_view("xht"),
    std::string_view("xhtml"),   std::string_view("xls"),   std::string_view("xlsb"),    std::string_view("xlsm"),
    std::string_view("xlsx"),    std::string_view("xml"),   std::string_view("xsl"),     std::string_view("xz"),
    std::string_view("yaml"),    std::string_view("yml"),   std::string_view("zip"),     std::string_view("zst"),
};

// Usual pairs of two known extensions, besides a compressed tar or text.
constexpr std::array kPairs = {
    std::string_view("css.map"), std::string_view("d.ts"),   std::string_view("js.map"),
    std::string_view("mjs.map"), std::string_view("ts.map"),
};
constexpr std::array kCompressors = {std::string_view("bz2"), std::string_view("gz"), std::string_view("xz"),
                                     std::string_view("zst")};
constexpr std::array kCompressed = {std::string_view("csv"), std::string_view("json"), std::string_view("jsonl"),
                                    std::string_view("log"), std::string_view("md"),   std::string_view("ndjson"),
                                    std::string_view("npy"), std::string_view("sql"),  std::string_view("tar"),
                                    std::string_view("tsv"), std::string_view("txt"),  std::string_view("xml"),
                                    std::string_view("yaml")};

static_assert(std::is_sorted(kExecutable.begin(), kExecutable.end()));
static_assert(std::is_sorted(kDocument.begin(), kDocument.end()));
static_assert(std::is_sorted(kPairs.begin(), kPairs.end()));
static_assert(std::is_sorted(kCompressors.begin(), kCompressors.end()));
static_assert(std::is_sorted(kCompressed.begin(), kCompressed.end()));

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& sorted, std::string_view text) noexcept {
  return std::binary_search(sorted.begin(), sorted.end(), text);
}

bool is_known(std::string_view extension) noexcept {
  return contains(kExecutable, extension) || contains(kDocument, extension);
}

bool is_pair(std::string_view inner, std::string_view outer) {
  if (contains(kCompressors, outer) && contains(kCompressed, inner)) return true;
  return contains(kPairs, std::string(inner) + "." + std::string(outer));
}

// The parts of the base name after its first character that are separated by dots, lower case, last one first.
std::vector<std::string> parts_of(std::string_view safe_name) {
  const std::size_t slash = safe_name.rfind('/');
  std::string_view base = slash == std::string_view::npos ? safe_name : safe_name.substr(slash + 1);
  while (base.starts_with('.')) base.remove_prefix(1);  // `.profile` and `..x` have no extension by themselves
  std::vector<std::string> parts;
  for (std::size_t dot = base.rfind('.'); dot != std::string_view::npos && dot > 0; dot = base.rfind('.')) {
    parts.push_back(ascii_lower(base.substr(dot + 1)));
    base = base.substr(0, dot);
  }
  return parts;
}

}  // namespace

std::string extension_of(std::string_view safe_name) {
  const std::vector<std::string> parts = parts_of(safe_name);
  if (parts.empty()) return {};
  if (parts.size() > 1 && is_pair(parts[1], parts[0])) return parts[1] + "." + parts[0];
  return parts[0];
}

bool is_executable_extension(std::string_view extension) noexcept { return contains(kExecutable, extension); }

bool check_extension(std::string_view safe_name, const std::vector<std::string>& allowed, Findings& findings,
                     const SecretScrubber* scrubber) {
  const std::vector<std::string> parts = parts_of(safe_name);
  const std::string extension = extension_of(safe_name);
  const auto add = [&](const std::string& what, std::string_view part) {
    Location where;
    where.layer = Layer::kName;
    findings.add(FindingCode::kPathExtension, Severity::kHigh, Decision::kQuarantine,
                 engine_text(what + ": " + report_text(as_bytes(part), scrubber).str()), std::move(where));
  };
  bool is_good = true;
  if (!allowed.empty()) {
    const auto is_same = [&](const std::string& entry) {
      const std::string wanted = ascii_lower(std::string_view(entry).substr(entry.starts_with('.') ? 1 : 0));
      return wanted == extension;
    };
    if (std::none_of(allowed.begin(), allowed.end(), is_same)) {
      if (extension.empty()) {
        add("no extension where the policy names allowed ones", safe_name);
      } else {
        add("extension not allowed", extension);
      }
      is_good = false;
    }
  }
  // The parts that belong to the extension itself are judged above.
  const std::size_t own = extension.find('.') == std::string::npos ? 1 : 2;
  for (std::size_t i = own; i < parts.size(); ++i) {
    if (!is_known(parts[i])) continue;
    add("an extension before the last one", parts[i]);
    is_good = false;
  }
  return is_good;
}

}  // namespace sluice::path
