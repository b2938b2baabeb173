#include "media/types.h"

#include <map>
#include <sstream>

#include "support/golden.h"

namespace sluice::media {
namespace {

std::vector<std::string> words(std::string_view list) {
  std::istringstream in{std::string(list)};
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

TEST(Types, TheTableIsConsistent) {
  EXPECT_GE(type_count(), 80U);
  std::map<std::string, int> names;
  std::map<std::string, int> extensions;
  for (std::size_t i = 0; i < type_count(); ++i) {
    const TypeInfo& info = type_info(static_cast<MediaType>(i));
    SCOPED_TRACE(info.name);
    EXPECT_EQ(static_cast<std::size_t>(info.type), i);
    ++names[std::string(info.name)];
    for (const std::string& alias : words(info.aliases)) ++names[alias];
    for (const std::string& extension : words(info.extensions)) ++extensions[extension];
    for (const char c : std::string(info.name) + std::string(info.aliases) + std::string(info.extensions)) {
      EXPECT_FALSE(c >= 'A' && c <= 'Z');
    }
    EXPECT_EQ(parse_media_type(info.name).type, info.type);
    if (info.is_executable) {
      EXPECT_GE(info.capability, kWithheldCapability);
    }
    if (info.is_source) {
      EXPECT_TRUE(info.is_text);
    }
    if (info.is_text && info.type != MediaType::kText) {
      EXPECT_TRUE(is_reading_of(MediaType::kText, info.type));
    }
    if (!info.is_text) {
      EXPECT_FALSE(is_reading_of(MediaType::kText, info.type));
    }
  }
  for (const auto& [name, count] : names) EXPECT_EQ(count, 1) << name;
  for (const auto& [extension, count] : extensions) EXPECT_EQ(count, 1) << extension;
}

TEST(Types, ReadsDeclaredTypes) {
  struct Case {
    const char* name;
    std::string declared;
    MediaType type;
    bool is_valid;
    std::string essence;
    std::string charset;
  };
  using enum MediaType;
  const std::vector<Case> cases = {
      {"plain", "text/plain", kText, true, "text/plain", ""},
      {"case and spaces", "  Text/HTML ; Charset=\"UTF-8\" ", kHtml, true, "text/html", "utf-8"},
      {"alias of json", "text/json", kJson, true, "text/json", ""},
      {"alias of png", "application/x-png; q=1", kPng, true, "application/x-png", ""},
      {"alias of jpeg", "image/jpg", kJpeg, true, "image/jpg", ""},
      {"json suffix", "application/vnd.acme.thing+json", kJson, true, "application/vnd.acme.thing+json", ""},
      {"xml suffix", "application/vnd.acme+xml;charset=us-ascii", kXml, true, "application/vnd.acme+xml", "us-ascii"},
      {"svg is not just xml", "image/svg+xml", kSvg, true, "image/svg+xml", ""},
      {"unknown text", "text/x-klingon", kText, true, "text/x-klingon", ""},
      {"unknown", "application/x-acme", kUnknown, true, "application/x-acme", ""},
      {"says nothing", "application/octet-stream", kUnknown, true, "application/octet-stream", ""},
      {"first charset counts", "text/csv; charset=a; charset=b", kCsv, true, "text/csv", "a"},
      {"semicolon inside quotes", "text/csv; x=\"a;charset=evil\"; charset=utf-8", kCsv, true, "text/csv", "utf-8"},
      {"unterminated quote", "text/csv; charset=\"utf-8", kCsv, true, "text/csv", "utf-8"},
      {"escape at the end", "text/csv; charset=\"a\\", kCsv, true, "text/csv", ""},
      {"parameters only", "text/csv;;;;=;a;", kCsv, true, "text/csv", ""},
      {"empty", "", kUnknown, false, "", ""},
      {"no slash", "png", kUnknown, false, "", ""},
      {"empty subtype", "text/", kUnknown, false, "", ""},
      {"two slashes", "text/html/x", kUnknown, false, "", ""},
      {"space inside", "text/h tml", kUnknown, false, "", ""},
      {"newline inside", "text/html\r\nX: y", kUnknown, false, "", ""},
      {"nul inside", std::string("text/html\0", 10), kUnknown, false, "", ""},
      {"high bytes", "text/h\xC3\xA9", kUnknown, false, "", ""},
      {"two aliases in one", "image/jpg image/pjpeg", kUnknown, false, "", ""},
      {"too long", "text/plain;" + std::string(300, 'a'), kUnknown, false, "", ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const DeclaredType parsed = parse_media_type(c.declared);
    EXPECT_EQ(type_name(parsed.type), type_name(c.type));
    EXPECT_EQ(parsed.is_valid, c.is_valid);
    EXPECT_EQ(parsed.essence, c.essence);
    EXPECT_EQ(parsed.charset, c.charset);
  }
}

TEST(Types, ReadsExtensionsAsACarelessReaderWould) {
  struct Case {
    std::string name;
    MediaType type;
    bool is_known;
  };
  using enum MediaType;
  const std::vector<Case> cases = {
      {"a.png", kPng, true},
      {"dir.d/A.PNG", kPng, true},
      {"c:\\x\\a.html", kHtml, true},
      {"x.html. .", kHtml, true},
      {"a.tar.gz", kGzip, true},
      {"a.json.gz", kGzip, true},
      {"a.txt.exe", kPe, true},
      {"README", kText, true},
      {"src/Makefile", kScript, true},
      {"a.bin", kUnknown, true},
      {"a.foo", kUnknown, false},
      {"png", kUnknown, false},
      {".gitignore", kText, true},
      {".html", kHtml, true},
      {"", kUnknown, false},
      {"...", kUnknown, false},
      {"a.gz tgz", kUnknown, false},
      {"a/", kUnknown, false},
      {std::string(100'000, 'a') + ".svg", kSvg, true},
      {"a." + std::string(100, 'b'), kUnknown, false},
      {std::string("a.png\0", 6), kUnknown, false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name.substr(0, 40));
    const ExtensionType result = type_of_name(c.name);
    EXPECT_EQ(type_name(result.type), type_name(c.type));
    EXPECT_EQ(result.is_known, c.is_known);
  }
}

TEST(Types, ReadingsFollowTheTable) {
  using enum MediaType;
  EXPECT_TRUE(is_reading_of(kText, kNotebook));
  EXPECT_TRUE(is_reading_of(kJson, kNotebook));
  EXPECT_TRUE(is_reading_of(kZip, kApk));
  EXPECT_TRUE(is_reading_of(kPng, kPng));
  EXPECT_FALSE(is_reading_of(kNotebook, kJson));
  EXPECT_FALSE(is_reading_of(kUnknown, kPng));
  EXPECT_FALSE(is_reading_of(kPng, kUnknown));
}

// The document ends with the table; this keeps it in step.
TEST(Types, TheDocumentListsTheTable) {
  const std::string document = sluice::testing::read_file(sluice::testing::source_path("engine/docs/media_types.md"));
  const std::string begin = "| media type |";
  const std::size_t at = document.find(begin);
  ASSERT_NE(at, std::string::npos);
  std::string table = "| media type | capability | traits | extensions |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < type_count(); ++i) {
    const TypeInfo& info = type_info(static_cast<MediaType>(i));
    std::string traits;
    const auto add = [&](bool is_set, const char* name) {
      if (is_set) traits += (traits.empty() ? "" : ", ") + std::string(name);
    };
    add(info.is_text, "text");
    add(info.is_markup, "markup");
    add(info.is_source, "source");
    add(info.is_image, "image");
    add(info.is_audio_video, "audio or video");
    add(info.is_font, "font");
    add(info.is_archive, "archive");
    add(info.has_active_content, "active");
    add(info.is_executable, "executable");
    add(info.is_name_only, "by name only");
    table += "| `" + std::string(info.name) + "` | " + std::to_string(info.capability) + " | " + traits + " | " +
             std::string(info.extensions) + " |\n";
  }
  EXPECT_EQ(document.substr(at), table) << "engine/docs/media_types.md is out of step; replace its table with:\n"
                                        << table;
}

}  // namespace
}  // namespace sluice::media
