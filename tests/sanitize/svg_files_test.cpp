// Drawings that other programs made, and attacks.
#include <expat.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "sanitize/svg/svg.h"
#include "support/golden.h"
#include "svg_host.h"

namespace sluice::sanitize {
namespace {

using testing::clean_svg_text;
using testing::SvgOutcome;

constexpr char kMark = '\x01';

// Names that a cleaned drawing may hold, told apart from the cleaner's own lists.
const std::set<std::string>& allowed_elements() {
  static const std::set<std::string> names = [] {
    std::set<std::string> set;
    std::istringstream words(
        "svg g defs symbol title desc path rect circle ellipse line polyline polygon text tspan textPath "
        "linearGradient "
        "radialGradient stop pattern clipPath mask marker switch view style use image filter feBlend feColorMatrix "
        "feComponentTransfer feComposite feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode "
        "feMorphology feOffset feDropShadow feTile");
    for (std::string word; words >> word;) set.insert(word);
    return set;
  }();
  return names;
}

struct Seen {
  std::string problem;
};

void XMLCALL see(void* user, const XML_Char* name, const XML_Char** attributes) {
  Seen& seen = *static_cast<Seen*>(user);
  const std::string prefix = std::string("http://www.w3.org/2000/svg") + kMark;
  const std::string element = name;
  if (!element.starts_with(prefix) || !allowed_elements().contains(element.substr(prefix.size()))) {
    seen.problem += "element " + element + "; ";
  }
  for (; *attributes != nullptr; attributes += 2) {
    const std::string attribute = attributes[0];
    const std::string value = attributes[1];
    const bool is_xml = attribute.starts_with(std::string("http://www.w3.org/XML/1998/namespace") + kMark);
    if ((attribute.find(kMark) != std::string::npos && !is_xml) || attribute.starts_with("on") || attribute == "base") {
      seen.problem += "attribute " + attribute + "; ";
    }
    if (attribute == "href" && !value.starts_with("#") && !value.starts_with("data:image/png;base64,")) {
      seen.problem += "href; ";
    }
    for (const char* word : {"javascript", "expression", "url(h", "url(/", "url(d", "url('", "@import", "\\"}) {
      if (attribute != "aria-label" && value.find(word) != std::string::npos)
        seen.problem += attribute + " " + word + "; ";
    }
  }
}

// What a cleaned drawing holds that it should not.
std::string problems_of(const std::string& svg) {
  Seen seen;
  XML_Parser parser = XML_ParserCreateNS(nullptr, kMark);
  XML_SetUserData(parser, &seen);
  XML_SetStartElementHandler(parser, &see);
  if (XML_Parse(parser, svg.data(), static_cast<int>(svg.size()), XML_TRUE) != XML_STATUS_OK) seen.problem += "XML; ";
  XML_ParserFree(parser);
  for (const char* text : {"<!", "<?", "xlink", "<![CDATA[", "&#", "@"}) {
    if (svg.find(text) != std::string::npos && std::string(text) != "@") seen.problem += std::string(text) + "; ";
  }
  return seen.problem;
}

std::string decoded(const std::string& line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      out += line[i];
    } else if (line[i + 1] == 'x' && i + 3 < line.size()) {
      out += static_cast<char>(std::stoi(line.substr(i + 2, 2), nullptr, 16));
      i += 3;
    } else {
      out += line[i + 1] == 'n' ? '\n' : line[i + 1];
      ++i;
    }
  }
  return out;
}

TEST(SvgAttacks, EachIsWithheldOrLosesWhatItNeeds) {
  std::size_t attacks = 0;
  std::size_t withheld = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SLUICE_SOURCE_DIR "/tests/data/attacks/svg")) {
    std::istringstream lines(sluice::testing::read_file(entry.path()));
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line[0] == '#') continue;
      ++attacks;
      const std::string svg = decoded(line);
      for (const Consumer consumer : {Consumer::kBrowser, Consumer::kAgent}) {
        SCOPED_TRACE(entry.path().filename().string() + ": " + line.substr(0, 300));
        const SvgOutcome outcome = clean_svg_text(svg, consumer);
        if (!outcome.output.is_released) {
          EXPECT_TRUE(outcome.output.bytes.empty());
          EXPECT_GE(outcome.findings.decision(), Decision::kQuarantine);
          if (consumer == Consumer::kBrowser) ++withheld;
          continue;
        }
        EXPECT_FALSE(outcome.output.is_unchanged && outcome.findings.listed().empty() &&
                     svg.find("]]") == std::string::npos);
        EXPECT_EQ(problems_of(outcome.svg), "") << outcome.svg;
        const SvgOutcome again = clean_svg_text(outcome.svg, consumer);
        EXPECT_TRUE(again.output.is_unchanged) << again.svg;
      }
    }
  }
  EXPECT_GE(attacks, 300U);
  EXPECT_GE(withheld, 50U);
  EXPECT_LE(withheld, attacks / 2);
  RecordProperty("attacks", static_cast<int>(attacks));
  RecordProperty("withheld", static_cast<int>(withheld));
}

// Elements of a kind in a drawing.
std::size_t count(const std::string& svg, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++found;
  return found;
}

TEST(SvgFiles, ChartsOfTheLibrariesKeepTheirShapes) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SLUICE_SOURCE_DIR "/tests/data/svg")) {
    if (entry.path().extension() != ".svg") continue;
    SCOPED_TRACE(entry.path().filename().string());
    ++files;
    const std::string svg = sluice::testing::read_file(entry.path());
    const SvgOutcome outcome = clean_svg_text(svg, Consumer::kAgent);
    ASSERT_TRUE(outcome.output.is_released);
    EXPECT_EQ(outcome.findings.decision() > Decision::kSanitize, false);
    for (const char* part : {"<path", "<use", "<rect", "<text", "<tspan", "<clipPath", "<polygon", "<symbol", "<image",
                             "clip-path=", "transform=", " d=\""}) {
      EXPECT_EQ(count(outcome.svg, part), count(svg, part)) << part;
    }
    EXPECT_FALSE(outcome.findings.has(FindingCode::kMarkupStyle));
    EXPECT_FALSE(outcome.findings.has(FindingCode::kMarkupHidden));
    EXPECT_FALSE(outcome.findings.has(FindingCode::kMarkupReference));
    EXPECT_EQ(problems_of(outcome.svg), "");
    EXPECT_TRUE(clean_svg_text(outcome.svg, Consumer::kAgent).output.is_unchanged);
  }
  EXPECT_GE(files, 8U);
}

TEST(SvgFiles, InstalledDrawingsAreAccepted) {
  constexpr std::size_t kMaxFiles = 1500;
  std::size_t files = 0;
  std::size_t withheld = 0;
  for (const char* root : {"/usr/share/icons", "/usr/share/doc", "/usr/share/libwacom", "/usr/lib/R"}) {
    std::error_code error;
    auto it = std::filesystem::recursive_directory_iterator(
        root, std::filesystem::directory_options::skip_permission_denied, error);
    if (error) continue;
    for (const auto& entry : it) {
      if (entry.path().extension() != ".svg" || !entry.is_regular_file(error) || files >= kMaxFiles) continue;
      SCOPED_TRACE(entry.path().string());
      ++files;
      const SvgOutcome outcome = clean_svg_text(sluice::testing::read_file(entry.path()));
      if (!outcome.output.is_released) {
        ++withheld;
        continue;
      }
      EXPECT_EQ(problems_of(outcome.svg), "");
      EXPECT_TRUE(clean_svg_text(outcome.svg).output.is_unchanged);
    }
  }
  if (files == 0) GTEST_SKIP() << "no drawings are installed";
  EXPECT_LE(withheld * 50, files) << "two in a hundred";
  RecordProperty("files", static_cast<int>(files));
  RecordProperty("withheld", static_cast<int>(withheld));
}

}  // namespace
}  // namespace sluice::sanitize
