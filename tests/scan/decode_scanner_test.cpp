// Secrets in encodings are found, with the place in the text, however the text was split; and what is written in their
// place reads as a mark to whoever decodes it.
#include "scan/decode_scanner.h"

#include <algorithm>
#include <random>

#include "scan/match_order.h"
#include "support/encoders.h"
#include "support/scan_helpers.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

using scan::DecodeScanner;
using scan::Match;

const std::string kToken = std::string("ghq_") + "ABCDEFabcdef";
const std::string kText = "user=me; token=" + kToken + " and so on";

std::vector<Match> decode_pieces(const std::vector<std::string_view>& pieces, scan::Scratch& scratch,
                                 bool expects_complete = true) {
  DecodeScanner scanner(nullptr);
  Budget budget = ample_budget();
  std::vector<Match> out;
  std::uint64_t decided = 0;
  const auto take = [&] {
    for (const Match& match : scanner.take_matches()) {
      EXPECT_GE(match.begin, decided) << "a match begins before what was decided";
      out.push_back(match);
    }
    EXPECT_GE(scanner.decided(), decided);
    decided = scanner.decided();
  };
  for (const std::string_view piece : pieces) {
    scanner.feed(as_bytes(piece), scratch, budget);
    take();
  }
  scanner.finish(scratch, budget);
  take();
  EXPECT_EQ(scanner.is_complete(), expects_complete);
  scan::merge_readings(out);
  return out;
}

std::vector<Match> decode_whole(std::string_view text, scan::Scratch& scratch) {
  return decode_pieces({text}, scratch);
}

// Whether a match reads as the token where it is decoded.
bool finds_token(const std::vector<Match>& matches, std::string_view text) {
  return std::any_of(matches.begin(), matches.end(), [&](const Match& match) {
    const std::string_view covered = text.substr(match.begin, match.end - match.begin);
    return to_string(scan::read_encoded(match.encoding, as_bytes(covered))).find(kToken) != std::string::npos;
  });
}

class DecodeScannerTest : public ::testing::Test {
 protected:
  std::shared_ptr<const scan::CompiledRules> rules_ = compile_packs({shapes_pack()});
  scan::Scratch scratch_ = make_scratch(rules_);

  // The text with every match replaced by a mark in its encoding.
  std::string redact(std::string_view text) {
    const std::vector<Match> matches = decode_whole(text, scratch_);
    std::vector<scan::Edit> edits = scan::make_edits(matches, *rules_);
    for (scan::Edit& edit : edits) {
      const std::string_view covered = text.substr(edit.begin, edit.end - edit.begin);
      edit.replacement = scan::write_encoded(edit.replacement, edit.encoding, as_bytes(covered));
    }
    return to_string(scan::apply_edits(as_bytes(text), edits));
  }
};

TEST_F(DecodeScannerTest, EveryEncodingAlone) {
  for (const Encoder& encoder : text_encoders()) {
    for (const std::string_view before : {"", "x", "ab", "xyz ", "data: ", "\n", "=", "\""}) {
      SCOPED_TRACE(encoder.name + " after '" + std::string(before) + "'");
      const std::string text = std::string(before) + encoder.encode(kText) + "\"\nnext line\n";
      EXPECT_TRUE(finds_token(decode_whole(text, scratch_), text)) << text;
    }
  }
}

// A rule is read only in the layers that it names, however they are nested.
TEST_F(DecodeScannerTest, RulesMayNameTheirLayers) {
  using rules::DecodeLayer;
  const auto count_with = [](std::optional<std::vector<DecodeLayer>> layers, const std::string& text) {
    auto pack = std::make_shared<rules::RulePack>(*shapes_pack());
    for (rules::Rule& rule : pack->rules) rule.decode = layers;
    scan::Scratch scratch = make_scratch(compile_packs({std::shared_ptr<const rules::RulePack>(pack)}));
    return decode_whole(text, scratch).size();
  };
  const std::string base64 = "x " + in_base64(kText);
  const std::string hex_in_base64 = "x " + in_base64("y " + codec::encode_hex(as_bytes(std::string_view(kText))));
  EXPECT_GT(count_with(std::nullopt, base64), 0U);
  EXPECT_GT(count_with({{DecodeLayer::kBase64}}, base64), 0U);
  EXPECT_EQ(count_with({{DecodeLayer::kHex}}, base64), 0U);
  EXPECT_EQ(count_with({{}}, base64), 0U);
  EXPECT_GT(count_with({{DecodeLayer::kBase64, DecodeLayer::kHex}}, hex_in_base64), 0U);
  EXPECT_EQ(count_with({{DecodeLayer::kBase64}}, hex_in_base64), 0U);
  EXPECT_EQ(count_with({{DecodeLayer::kHex}}, hex_in_base64), 0U);
}

TEST_F(DecodeScannerTest, EncodingsInEncodings) {
  for (const Encoder& inner : text_encoders()) {
    for (const Encoder& outer : text_encoders()) {
      SCOPED_TRACE(inner.name + " in " + outer.name);
      const std::string text = "blob " + outer.encode("data " + inner.encode(kText)) + "\n";
      const std::vector<Match> found = decode_whole(text, scratch_);
      // A compressed stream is replaced whole, so that nothing is known of what is encoded inside it.
      const bool is_whole = outer.name.find("gzip") != std::string::npos;
      EXPECT_TRUE(is_whole ? !found.empty() : finds_token(found, text)) << text;
    }
  }
}

TEST_F(DecodeScannerTest, DownToTheDepthAndNoFurther) {
  std::string text = kText;
  for (std::size_t depth = 1; depth <= DecodeScanner::kMaxDepth; ++depth) {
    text = in_base64(text);
    EXPECT_TRUE(finds_token(decode_whole(text, scratch_), text)) << depth;
  }
  text = in_base64(text);
  EXPECT_TRUE(decode_whole(text, scratch_).empty());
}

TEST_F(DecodeScannerTest, WhatIsWrittenInsteadHoldsNoToken) {
  for (const Encoder& encoder : text_encoders()) {
    SCOPED_TRACE(encoder.name);
    for (std::size_t shift = 0; shift < 3; ++shift) {
      const std::string text = "q " + encoder.encode(std::string(shift, '.') + kText) + " .";
      const std::string clean = redact(text);
      EXPECT_NE(clean, text);
      EXPECT_FALSE(finds_token(decode_whole(clean, scratch_), clean)) << clean;
      EXPECT_EQ(redact(clean), clean);
    }
  }
}

TEST_F(DecodeScannerTest, NeighborsInAGroupSurvive) {
  for (std::size_t shift = 0; shift < 3; ++shift) {
    const std::string before = std::string(shift, '.') + "{\"t\":\"";
    const std::string clean = redact(in_base64(before + kToken + "\",\"n\":1}"));
    Budget budget = ample_budget();
    const Result<Bytes> decoded = codec::decode_base64(as_bytes(clean), {}, budget);
    ASSERT_TRUE(decoded.ok()) << clean;
    std::string text = to_string(*decoded);
    std::erase(text, ' ');
    EXPECT_EQ(text, before + "[redacted:direct:00000000]\",\"n\":1}");
  }
}

TEST_F(DecodeScannerTest, EverySplitGivesTheSame) {
  std::vector<std::string> texts;
  for (const Encoder& encoder : text_encoders()) texts.push_back("a " + encoder.encode(kText) + " z\nlast");
  texts.push_back(in_wrapped_base64(std::string(200, 'x') + kText) + "\n\n" + in_base64(in_json(kText)));
  texts.push_back("\"" + in_base64(kText).substr(0, 40) + "\\n" + in_base64(kText).substr(40) + "\"");
  // Longer than what is gathered before it is read, so that the pieces matter.
  const std::string filler(4'096, '.');
  for (const std::string& text : texts) {
    const std::vector<Match> whole = decode_whole(filler + text, scratch_);
    EXPECT_TRUE(finds_token(whole, filler + text)) << text;
    for (std::size_t at = 0; at <= text.size(); ++at) {
      const std::string first = filler + text.substr(0, at);
      ASSERT_EQ(decode_pieces({first, std::string_view(text).substr(at)}, scratch_), whole) << text << " at " << at;
      const std::string second = text.substr(at) + filler;
      const std::string all = filler + text + filler;
      ASSERT_EQ(decode_pieces({first, second}, scratch_), decode_whole(all, scratch_)) << text << " at " << at;
    }
  }
}

TEST_F(DecodeScannerTest, RandomTextsAndSplits) {
  std::mt19937 random(5);
  const std::vector<Encoder> encoders = text_encoders();
  std::size_t found = 0;
  for (int round = 0; round < 150; ++round) {
    std::string text;
    while (text.size() < 30'000) {
      std::string part = shapes_text(static_cast<std::uint32_t>(round), random() % 4);
      for (std::size_t depth = random() % 3; depth > 0; --depth)
        part = encoders[random() % encoders.size()].encode(part);
      if (part.size() > 20'000) continue;
      text += part + std::string(random() % 3, random() % 2 == 0 ? ' ' : '\n');
    }
    const std::vector<Match> whole = decode_whole(text, scratch_);
    found += whole.size();
    std::vector<std::string_view> pieces;
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view piece = rest.substr(0, 1 + random() % 9'000);
      pieces.push_back(piece);
      rest.remove_prefix(piece.size());
    }
    const std::vector<Match> split = decode_pieces(pieces, scratch_);
    const auto [a, b] = std::mismatch(whole.begin(), whole.end(), split.begin(), split.end());
    if (a == whole.end() && b == split.end()) continue;
    const Match& other = a == whole.end() ? *b : *a;
    const std::size_t from = other.begin < 100 ? 0 : other.begin - 100;
    FAIL() << "round " << round << ", " << whole.size() << " and " << split.size() << " matches, first other one "
           << ::testing::PrintToString(other) << " " << other.encoding.name() << " in:\n"
           << text.substr(from, other.end - from + 100);
  }
  EXPECT_GT(found, 1'000U);
}

// An endless encoded text is read in parts that overlap, so that what is held stays bounded.
TEST_F(DecodeScannerTest, LongEncodedTextsAreCutIntoParts) {
  for (const char* name : {"base64", "wrapped base64", "hex", "percent", "\\u", "entities"}) {
    const std::vector<Encoder> encoders = text_encoders();
    const Encoder& encoder =
        *std::find_if(encoders.begin(), encoders.end(), [&](const Encoder& e) { return e.name == name; });
    SCOPED_TRACE(name);
    std::string text;
    std::size_t tokens = 0;
    while (text.size() < 400'000) {
      text += std::string(997, 'w') + " " + kToken + " ";
      ++tokens;
    }
    const std::string encoded = encoder.encode(text);
    DecodeScanner scanner(nullptr);
    Budget budget = ample_budget();
    std::vector<Match> matches;
    std::uint64_t most_held = 0;
    for (std::size_t at = 0; at < encoded.size(); at += 8'192) {
      const std::string_view piece = std::string_view(encoded).substr(at, 8'192);
      scanner.feed(as_bytes(piece), scratch_, budget);
      most_held = std::max(most_held, at + piece.size() - scanner.decided());
      for (const Match& match : scanner.take_matches()) matches.push_back(match);
    }
    scanner.finish(scratch_, budget);
    for (const Match& match : scanner.take_matches()) matches.push_back(match);
    EXPECT_TRUE(scanner.is_complete());
    EXPECT_LT(most_held, 300'000U);
    std::vector<std::uint64_t> begins;
    for (const Match& match : matches) {
      if (rules_->rule(match.rule_index).id == "direct") begins.push_back(match.begin);
    }
    std::sort(begins.begin(), begins.end());
    begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
    EXPECT_EQ(begins.size(), tokens);
  }
}

TEST_F(DecodeScannerTest, WhatIsNoTextIsPassedOver) {
  std::mt19937 random(6);
  std::string noise(300'000, '\0');
  for (char& c : noise) c = static_cast<char>(random() | 0x80U);
  EXPECT_TRUE(decode_whole(in_base64(noise), scratch_).empty());
  EXPECT_TRUE(decode_whole(codec::encode_hex(as_bytes(noise)), scratch_).empty());
  EXPECT_TRUE(decode_whole("", scratch_).empty());
  EXPECT_TRUE(decode_whole(kText, scratch_).empty()) << "plain text is not its matter";
  // A marker before and after, so that nothing is left open.
  const std::string near = in_base64("an ordinary sentence, nothing more") + " " + in_json("\"plain\"");
  EXPECT_TRUE(decode_whole(near, scratch_).empty());
}

TEST_F(DecodeScannerTest, TextsBesideEachOtherAreNotJoined) {
  const std::string half = kToken.substr(0, 8);
  const std::string rest = kToken.substr(8);
  const std::string text = in_base64("first half: " + half) + " " + in_base64(rest + " second half");
  EXPECT_FALSE(finds_token(decode_whole(text, scratch_), text));
}

TEST_F(DecodeScannerTest, GzipBombsAreWithheld) {
  const std::string bomb = in_base64(in_gzip(std::string(20'000'000, 'a')));
  {
    SCOPED_TRACE("bomb");
    static_cast<void>(decode_pieces({"x ", bomb, "\n"}, scratch_, false));
  }
  // A stream that does not end within what may be held.
  std::mt19937 random(7);
  std::string noise(1'200'000, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  const std::string header("\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
  const std::string endless = in_base64(header + noise);
  SCOPED_TRACE("endless");
  const std::string_view all = endless;
  static_cast<void>(decode_pieces({all.substr(0, 500'001), all.substr(500'001)}, scratch_, false));
}

// The first bytes of gzip alone are common in large pictures, which must not be held back for them.
TEST_F(DecodeScannerTest, WhatOnlyBeginsLikeGzipIsNotHeld) {
  std::mt19937 random(10);
  std::string noise(1'500'000, '\0');
  for (char& c : noise) c = static_cast<char>(random());
  for (std::size_t at = 0; at + 10 < noise.size(); at += 30'000) {
    noise.replace(at, 3, "\x1f\x8b\x08");
    noise[at + 9] = '\x77';  // no system has this number
  }
  EXPECT_TRUE(decode_whole("data:image/png;base64," + in_base64(noise) + "\n", scratch_).empty());
  EXPECT_TRUE(decode_whole(codec::encode_hex(as_bytes(noise)) + "\n", scratch_).empty());
}

TEST_F(DecodeScannerTest, MoreGzipHeadersThanAreTriedCannotBeDecided) {
  const std::string header("\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
  std::string headers;
  for (int i = 0; i < 9; ++i) headers += header + "zz";
  static_cast<void>(decode_pieces({in_base64(headers + in_gzip(kText))}, scratch_, false));
  // As many as are tried hide nothing.
  const std::string few = in_base64(header + "zz" + header + "zz" + in_gzip(kText));
  EXPECT_FALSE(decode_whole(few, scratch_).empty());
}

TEST_F(DecodeScannerTest, ExhaustedBudgetIsIncomplete) {
  Budget budget;  // nothing was admitted to it
  while (budget.charge(Budget::Kind::kSteps, 100)) {
  }
  std::vector<Match> matches;
  EXPECT_FALSE(scan::scan_decoded(as_bytes(in_base64(kText)), scratch_, nullptr, budget, matches));
}

}  // namespace
}  // namespace sluice::testing
