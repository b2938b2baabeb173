// Archives as the whole engine checks them: members by their own kinds, secrets inside, nesting, the policy's keys.
#include "../sanitize/archive_builders.h"
#include "fixture.h"
#include "sluice/render.h"

namespace sluice {
namespace {

using testing::Harness;
using testing::tar_of;
using testing::TarItem;
using testing::ZipBuilder;
using testing::ZipItem;

// Assembled here, so that no file holds it.
std::string secret() { return std::string("ghp") + "_" + "a8Fk2LmN4pQr6StU8vWx0YzA2bCd4EfG1hJ3"; }

ZipItem entry(std::string name, std::string content, std::uint64_t method = 8) {
  ZipItem item;
  item.name = std::move(name);
  item.content = std::move(content);
  item.method = method;
  return item;
}

std::string zip_of(std::vector<ZipItem> items) {
  ZipBuilder builder;
  builder.items = std::move(items);
  return builder.build();
}

TarItem file(std::string name, std::string content) {
  TarItem item;
  item.name = std::move(name);
  item.content = std::move(content);
  return item;
}

std::string elf() { return std::string("\x7f", 1) + "ELF" + std::string("\x02\x01\x01", 3) + std::string(57, '\0'); }

std::string gz(const std::string& content) {
  return std::string("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10) + testing::raw_deflate(content) +
         testing::le(testing::crc_of(content), 4) + testing::le(content.size(), 4);
}

bool has(const Verdict& verdict, FindingCode code) {
  for (const Finding& finding : verdict.findings) {
    if (finding.code == code) return true;
  }
  return false;
}

TEST(CheckArchives, OrdinaryOnesPass) {
  Harness harness;
  const std::string zip = zip_of({entry("report.txt", "all is well\n"), entry("rows.json", "{\"a\":1}")});
  const Verdict verdict = harness.check(zip, Channel::kFile, "out.zip");
  EXPECT_EQ(verdict.decision, Decision::kAllow) << render(verdict, {});
  const std::string tar = tar_of({file("report.txt", "all is well\n")});
  EXPECT_EQ(harness.check(tar, Channel::kFile, "out.tar").decision, Decision::kAllow);
  EXPECT_EQ(harness.check(gz(tar), Channel::kFile, "out.tar.gz").decision, Decision::kAllow);
  EXPECT_EQ(harness.check(gz("text\n"), Channel::kFile, "log.gz").decision, Decision::kAllow);
}

TEST(CheckArchives, SecretsInsideAreRedactedAndTheOutputIsAFixedPoint) {
  const std::string text = "token = " + secret() + "\n";
  const std::vector<std::pair<std::string, std::string>> archives = {
      {"a.zip", zip_of({entry("config.txt", text)})},
      {"a.tar", tar_of({file("config.txt", text)})},
      {"a.tar.gz", gz(tar_of({file("config.txt", text)}))},
      {"a.zip", zip_of({entry("inner.zip", zip_of({entry("config.txt", text)}), 0)})},
      {"config.txt.gz", gz(text)},
  };
  for (const auto& [name, bytes] : archives) {
    SCOPED_TRACE(name);
    Harness harness;
    const Verdict verdict = harness.check(bytes, Channel::kFile, name);
    EXPECT_EQ(verdict.decision, Decision::kSanitize) << render(verdict, {});
    EXPECT_TRUE(has(verdict, FindingCode::kSecret));
    EXPECT_EQ(render(verdict, {}).find(secret()), std::string::npos);
    const std::optional<ByteView> clean = verdict.released(Consumer::kAgent);
    ASSERT_TRUE(clean.has_value());
    Harness other;
    const Verdict again = other.check(as_chars(*clean), Channel::kFile, name);
    EXPECT_FALSE(has(again, FindingCode::kSecret)) << render(again, {});
    EXPECT_TRUE(again.is_released()) << render(again, {});
  }
}

TEST(CheckArchives, WhatIsWithheldWithholdsTheArchive) {
  const std::string inner = zip_of({entry("tool", elf())});
  for (const std::string& zip :
       {zip_of({entry("a.txt", "fine\n"), entry("tool", elf())}),
        zip_of({entry("a.txt", "fine\n"), entry("deep.zip", inner, 0)}),
        zip_of({entry("a.txt", "fine\n"), entry("picture.png", "<html><script>x</script>")})}) {
    Harness harness;
    const Verdict verdict = harness.check(zip, Channel::kFile, "a.zip");
    EXPECT_GE(verdict.decision, Decision::kQuarantine) << render(verdict, {});
    EXPECT_TRUE(has(verdict, FindingCode::kExecutable) || has(verdict, FindingCode::kTypeMismatchExtension));
  }
  Harness lenient("[files]\nrelease_members = true\n");
  const Verdict verdict =
      lenient.check(zip_of({entry("a.txt", "fine\n"), entry("tool", elf())}), Channel::kFile, "a.zip");
  EXPECT_EQ(verdict.decision, Decision::kSanitize) << render(verdict, {});
  EXPECT_TRUE(has(verdict, FindingCode::kMemberDropped));
  const std::string clean = to_string(*verdict.released(Consumer::kAgent));
  EXPECT_NE(clean.find("a.txt"), std::string::npos);
  EXPECT_EQ(clean.find("tool"), std::string::npos);
}

TEST(CheckArchives, AMemberOfACompressedFileIsHeldToTheNameOfTheFile) {
  Harness harness;
  const Verdict verdict = harness.check(gz(elf()), Channel::kFile, "notes.txt.gz");
  EXPECT_GE(verdict.decision, Decision::kQuarantine);
  EXPECT_TRUE(has(verdict, FindingCode::kTypeMismatchExtension)) << render(verdict, {});
}

TEST(CheckArchives, NestingHasALimit) {
  Harness harness;
  std::string zip = zip_of({entry("a.txt", "fine\n")});
  for (int i = 0; i < 3; ++i) zip = zip_of({entry("inner.zip", zip, 0)});
  EXPECT_TRUE(harness.check(zip, Channel::kFile, "a.zip").is_released());
  zip = zip_of({entry("inner.zip", zip, 0)});
  const Verdict verdict = harness.check(zip, Channel::kFile, "b.zip");
  EXPECT_TRUE(has(verdict, FindingCode::kMemberNesting)) << render(verdict, {});
  EXPECT_FALSE(verdict.is_released());
}

TEST(CheckArchives, ThePolicySetsTheLimits) {
  struct Case {
    const char* policy;
    FindingCode code;
  };
  const std::string zip = [] {
    ZipBuilder builder;
    builder.items = {entry("a.txt", std::string(3'000'000, 'a')), entry("b.txt", "b\n")};
    builder.comment = "a comment";
    return builder.build();
  }();
  for (const Case& c : {Case{"[archives]\nentries = 1\n", FindingCode::kArchiveEntries},
                        {"[archives]\nmember = \"1 MB\"\n", FindingCode::kArchiveRatio},
                        {"[archives]\ntotal = \"1 MB\"\n", FindingCode::kArchiveRatio},
                        {"", FindingCode::kArchiveRatio},
                        {"[archives]\nratio = 10000\nrepack = \"never\"\n", FindingCode::kArchiveRepacked}}) {
    Harness harness(c.policy);
    const Verdict verdict = harness.check(zip, Channel::kFile, "a.zip");
    EXPECT_FALSE(verdict.is_released()) << c.policy;
    EXPECT_TRUE(has(verdict, c.code)) << c.policy << render(verdict, {});
  }
  Harness generous("[archives]\nratio = 10000\n");
  EXPECT_EQ(generous.check(zip, Channel::kFile, "a.zip").decision, Decision::kSanitize);
}

TEST(CheckArchives, APdfInPlaceIsNoSecondFormatButAHeaderElsewhereIs) {
  Harness harness;
  const std::string pdf = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n";
  const Verdict member = harness.check(tar_of({file("a.pdf", pdf)}), Channel::kFile, "a.tar");
  EXPECT_FALSE(has(member, FindingCode::kPolyglot)) << render(member, {});
  const Verdict name = harness.check(tar_of({file("%PDF-1.4", "x\n")}), Channel::kFile, "b.tar");
  EXPECT_FALSE(name.is_released());
  const Verdict before = harness.check(pdf + zip_of({entry("a.txt", "fine\n")}), Channel::kFile, "a.zip");
  EXPECT_FALSE(before.is_released());
}

}  // namespace
}  // namespace sluice
