#include "scan/encoding.h"

#include <gtest/gtest.h>

#include "support/encoders.h"

namespace sluice::scan {
namespace {

using Step = EncodingStep;

TEST(Encoding, NamesItsStepsFromTheOutside) {
  const Encoding encoding = Encoding().within(Step::kUtf16Le).within(Step::kBase64).within(Step::kPercent);
  EXPECT_EQ(encoding.name(), "percent-encoding, base64, UTF-16");
  EXPECT_EQ(Encoding().name(), "");
  EXPECT_TRUE(Encoding().is_plain());
  EXPECT_EQ(encoding.step(), Step::kPercent);
  EXPECT_EQ(encoding.inner().inner().step(), Step::kUtf16Le);
}

TEST(Encoding, TooManyStepsCannotBeWritten) {
  Encoding encoding;
  for (unsigned i = 0; i < Encoding::kMaxSteps; ++i) encoding = encoding.within(Step::kHex);
  EXPECT_TRUE(encoding.can_write());
  EXPECT_FALSE(encoding.within(Step::kHex).can_write());
  EXPECT_EQ(write_encoded("[m]", encoding.within(Step::kHex), as_bytes("41")), "[m]");
}

TEST(Encoding, JoinsWhatSpansShare) {
  const Encoding a = Encoding().within(Step::kHex, 1, 1).within(Step::kBase64, 2, 1);
  const Encoding b = Encoding().within(Step::kHex, 0, 1).within(Step::kBase64, 1, 2);
  const Encoding both = Encoding::joined(a, b, true, true);
  EXPECT_EQ(both, Encoding().within(Step::kHex, 0, 1).within(Step::kBase64, 1, 1));
  const Encoding apart = Encoding::joined(a, b, false, false);
  EXPECT_EQ(apart, Encoding().within(Step::kHex).within(Step::kBase64, 2, 2));
  EXPECT_TRUE(Encoding::joined(a, Encoding().within(Step::kHex), true, true).is_plain());
  EXPECT_TRUE(Encoding::joined(a, Encoding(), true, true).is_plain());
}

struct Case {
  const char* name;
  Encoding encoding;
  std::string covered;
  std::string match;    // what read_encoded() gives
  std::string written;  // what stands for the mark "<mark!>"
};

TEST(Encoding, ReadsAndWrites) {
  const std::string mark = "<mark!>";
  const auto base64 = [](std::string_view text) { return codec::encode_base64(as_bytes(text), {}, false); };
  const auto hex = [](std::string_view text) { return codec::encode_hex(as_bytes(text)); };
  const std::vector<Case> cases = {
      {"plain", {}, "secret", "secret", mark},
      {"base64", Encoding().within(Step::kBase64), base64("secret"), "secret", base64(mark + "  ")},
      {"base64, neighbors", Encoding().within(Step::kBase64, 1, 2), base64("<secret>>"), "secret",
       base64("<" + mark + "  >>")},
      {"base64, last group", Encoding().within(Step::kBase64), base64("secrets"), "secrets", base64(mark)},
      {"base64, wrapped", Encoding().within(Step::kBase64), "c2Vj\ncmV0", "secret", base64(mark + "  ")},
      {"base64, wrapped in JSON", Encoding().within(Step::kBase64), "c2Vj\\ncmV0", "secret", base64(mark + "  ")},
      {"base64url", Encoding().within(Step::kBase64), "c2VjP-_0", "sec?\xEF\xF4", base64(mark + "  ")},
      {"hex", Encoding().within(Step::kHex), "736563726574", "secret", hex(mark)},
      {"upper hex", Encoding().within(Step::kHex), "6A6B6C", "jkl", "3C6D61726B213E"},
      {"percent", Encoding().within(Step::kPercent), "s%65cret", "secret", mark},
      {"escapes", Encoding().within(Step::kEscapes), "s\\u0065cr&#101;t", "secret", mark},
      {"UTF-16 in hex", Encoding().within(Step::kUtf16Le).within(Step::kHex), "730065006300", "sec",
       hex(testing::in_utf16(mark, true))},
      {"base64 in base64", Encoding().within(Step::kBase64).within(Step::kBase64), base64(base64("secret")), "secret",
       base64(base64(mark + "        "))},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(to_string(read_encoded(c.encoding, as_bytes(c.covered))), c.match);
    const std::string written = write_encoded(mark, c.encoding, as_bytes(c.covered));
    EXPECT_EQ(written, c.written);
    std::string back = to_string(read_encoded(c.encoding, as_bytes(written)));
    back.resize(std::min(back.size(), mark.size()));
    EXPECT_EQ(back, mark);
  }
  EXPECT_EQ(write_encoded("[a:b]", Encoding().within(Step::kPercent), as_bytes("%41")), "%5Ba%3Ab%5D");
}

TEST(Encoding, GzipIsReplacedWhole) {
  const Encoding encoding = Encoding().within(Step::kGzip).within(Step::kBase64);
  const std::string covered = codec::encode_base64(as_bytes(testing::in_gzip("some secret text")), {}, false);
  const std::string written = write_encoded("[mark]", encoding, as_bytes(covered));
  EXPECT_EQ(written.size() % 4, covered.size() % 4);
  EXPECT_EQ(to_string(read_encoded(encoding, as_bytes(written))), "[mark]");
}

}  // namespace
}  // namespace sluice::scan
