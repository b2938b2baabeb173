#include "scan/redact.h"

#include "support/scan_helpers.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

using scan::Edit;
using scan::Match;

Match made(std::uint64_t begin, std::uint64_t end, std::uint32_t rule, std::int32_t specificity = 0) {
  Match match;
  match.begin = match.match_begin = begin;
  match.end = match.match_end = end;
  match.rule_index = rule;
  match.specificity = specificity;
  return match;
}

TEST(Redact, MergesAndPicksAWinner) {
  const auto rules = compile_packs({shapes_pack()});
  struct Case {
    const char* name;
    std::vector<Match> matches;
    std::string clean;  // of "0123456789"
  };
  Match forged = made(4, 5, 0);
  forged.source = scan::MatchSource::kForgedMark;
  Match region = made(2, 4, 0);
  region.is_suppressed = true;
  Match continued = made(4, 6, 0);
  continued.is_suppressed = continued.is_continuation = true;
  const Case kCases[] = {
      {"none", {}, "0123456789"},
      {"one", {made(2, 4, 0)}, "01[redacted:direct:00000000]456789"},
      {"apart", {made(0, 2, 0), made(3, 10, 1)}, "[redacted:direct:00000000]2[redacted:alternatives:00000000]"},
      {"adjacent", {made(2, 4, 0), made(4, 9, 1)}, "01[redacted:alternatives:00000000]9"},
      {"overlap, more specific wins", {made(2, 4, 0, 2), made(3, 9, 1, 1)}, "01[redacted:direct:00000000]9"},
      {"overlap, longer wins", {made(2, 4, 0), made(3, 9, 1)}, "01[redacted:alternatives:00000000]9"},
      {"same length, earlier wins", {made(2, 4, 1), made(3, 5, 0)}, "01[redacted:alternatives:00000000]56789"},
      {"same span, smaller id wins", {made(2, 4, 0), made(2, 4, 1)}, "01[redacted:alternatives:00000000]456789"},
      {"inside", {made(1, 9, 0), made(3, 4, 1, -1)}, "0[redacted:direct:00000000]9"},
      {"forged mark alone", {forged}, "0123(56789"},
      {"forged mark beside a secret", {made(2, 4, 0), forged}, "01[redacted:direct:00000000](56789"},
      {"forged mark inside a secret", {made(3, 6, 0), forged}, "012[redacted:direct:00000000]6789"},
      {"suppressed region has one mark", {region, continued}, "01[redacted:suppressed:00000000]6789"},
      {"its continuation alone has none", {continued}, "01236789"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const std::vector<Edit> edits = scan::make_edits(c.matches, *rules);
    EXPECT_EQ(to_string(scan::apply_edits(as_bytes("0123456789"), edits)), c.clean);
  }
}

TEST(Redact, AppliesEditsOfALaterPart) {
  const auto rules = compile_packs({shapes_pack()});
  const std::vector<Match> matches = {made(102, 104, 0)};
  const std::vector<Edit> edits = scan::make_edits(matches, *rules);
  EXPECT_EQ(to_string(scan::apply_edits(as_bytes("0123456789"), edits, 100)), "01[redacted:direct:00000000]456789");
}

TEST(Redact, EqualSecretsGetEqualMarks) {
  scan::Scratch scratch = make_scratch(compile_packs({shapes_pack()}));
  const scan::MarkTable marks(as_bytes("run key"));
  const scan::MarkTable other(as_bytes("another key"));
  const std::string text = "ghq_AAAAAAAAAAAA ghq_AAAAAAAAAAAA ghq_BBBBBBBBBBBB";
  const std::vector<Match> found = scan_whole(text, scratch, &marks);
  ASSERT_EQ(found.size(), 6U);  // direct and wide, three times
  EXPECT_EQ(found[0].fingerprint, found[2].fingerprint);
  EXPECT_NE(found[0].fingerprint, found[4].fingerprint);
  EXPECT_NE(found[0].fingerprint, scan_whole(text, scratch, &other)[0].fingerprint);
  const std::string clean = redact_whole(text, scratch, &marks);
  const std::string first = clean.substr(0, clean.find(' '));
  EXPECT_TRUE(first.starts_with("[redacted:direct:"));
  EXPECT_EQ(first.size(), std::string("[redacted:direct:01234567]").size());
  EXPECT_EQ(clean.substr(first.size() + 1, first.size()), first);
  EXPECT_NE(clean.substr(2 * (first.size() + 1)), first);
}

TEST(Redact, RewritesForgedMarks) {
  struct Case {
    const char* name;
    std::string text;
    std::string clean;
  };
  const Case kCases[] = {
      {"whole mark", "a [redacted:aws:12345678] b", "a (redacted:aws:12345678] b"},
      {"other case", "[REDACTED:x]", "(REDACTED:x]"},
      {"only a beginning", "[redacted:", "(redacted:"},
      {"nested", "[redacted:[redacted:", "(redacted:(redacted:"},
      {"not a mark", "[redacted] (redacted:", "[redacted] (redacted:"},
      {"mark cut by a line feed", "[redac\nted:", "[redac\nted:"},
  };
  scan::Scratch scratch = make_scratch(compile_packs({}));
  scan::CompileOptions off;
  off.find_forged_marks = false;
  scan::Scratch without = make_scratch(compile_packs({shapes_pack()}, off));
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(redact_whole(c.text, scratch, nullptr), c.clean);
    EXPECT_EQ(redact_whole(c.text, without, nullptr), c.text);
    EXPECT_EQ(redact_whole(c.clean, scratch, nullptr), c.clean);
  }
}

TEST(Redact, FindingsHoldNoValue) {
  scan::Scratch scratch = make_scratch(compile_packs({shapes_pack()}));
  const scan::MarkTable marks(as_bytes("key"));
  const std::vector<Match> found = scan_whole("@123-45-6789 ghq_ABCDEFabcdef", scratch, &marks);
  ASSERT_EQ(found.size(), 3U);
  const Finding pii = scan::to_finding(found[0], *scratch.rules(), Layer::kRaw);
  EXPECT_EQ(pii.code, FindingCode::kPii);
  EXPECT_EQ(pii.rule_id, "number");
  const Finding secret = scan::to_finding(found[1], *scratch.rules(), Layer::kStripped);
  EXPECT_EQ(secret.code, FindingCode::kSecret);
  EXPECT_EQ(secret.where.begin, 13U);
  EXPECT_EQ(secret.where.end, 29U);
  EXPECT_EQ(secret.where.layer, Layer::kStripped);
  EXPECT_EQ(secret.effect, Decision::kAllow);
  ASSERT_TRUE(secret.fingerprint.has_value());
  EXPECT_EQ(secret.detail.str(), "test rule direct");
}

}  // namespace
}  // namespace sluice::testing
