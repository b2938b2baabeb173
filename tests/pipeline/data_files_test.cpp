// Data files through the engine: which consumer gets what, whatever the file is called.
#include "fixture.h"

namespace sluice {
namespace {

using testing::Harness;
using testing::has_code;

const std::string kData = std::string("\x80\x04", 2) + "]\x94(K\x01K\x02" + "e.";
const std::string kEvil = std::string("\x80\x04", 2) + "cos\nsystem\n(S'id'\ntR.";

TEST(DataFiles, PicklesLeaveForStorageAloneAndOnlyWhereThePolicySaysSo) {
  const std::string allow = "[pickles]\nallow = true\n";
  EXPECT_EQ(Harness("consumer = \"storage\"\n" + allow).clean(kData, Channel::kFile, "a.pkl"), kData);
  EXPECT_EQ(Harness("consumer = \"storage\"\n").clean(kData, Channel::kFile, "a.pkl"), "<withheld>");
  for (const char* consumer : {"agent", "browser", "terminal", "spreadsheet"}) {
    Harness harness("consumer = \"" + std::string(consumer) + "\"\n" + allow);
    const Verdict verdict = harness.check(kData, Channel::kFile, "a.pkl");
    EXPECT_EQ(verdict.decision, Decision::kReject) << consumer;
  }
}

TEST(DataFiles, APickleIsFoundUnderAnyName) {
  Harness harness("consumer = \"storage\"\n[pickles]\nallow = true\n");
  for (const char* name : {"a.pkl", "a.pickle", "a.joblib", "a.dill", "a.bin", "a.dat", "a", "a.pt", "model.weights"}) {
    const Verdict verdict = harness.check(kEvil, Channel::kFile, name);
    EXPECT_GE(verdict.decision, Decision::kQuarantine) << name;
    EXPECT_TRUE(has_code(verdict, FindingCode::kPickleGlobal)) << name;
  }
  // A name that contradicts the bytes is enough to withhold, data or not.
  for (const char* name : {"b.txt", "b.png", "b.csv", "b.npy", "b.h5", "b.zip", "b.json"}) {
    EXPECT_GE(harness.check(kEvil, Channel::kFile, name).decision, Decision::kQuarantine) << name;
    EXPECT_GE(harness.check(kData, Channel::kFile, "c" + std::string(name)).decision, Decision::kQuarantine) << name;
  }
  // Protocol 0 is text: where a name says pickle it is one, where it says text it is read as text.
  const std::string as_text = "I1\n0cos\nsystem\n(S'id'\ntR.";
  EXPECT_TRUE(has_code(harness.check(as_text, Channel::kFile, "d.pkl"), FindingCode::kPickleGlobal));
  EXPECT_TRUE(has_code(harness.check(as_text, Channel::kFile, "d.pt"), FindingCode::kPickleGlobal));
  EXPECT_EQ(harness.check(as_text, Channel::kFile, "d.txt").decision, Decision::kAllow);
  const Verdict note = harness.check("just a note\n", Channel::kFile, "e.pkl");
  EXPECT_EQ(note.decision, Decision::kQuarantine);
  EXPECT_TRUE(has_code(note, FindingCode::kPickleStream));
  const Verdict unknown = harness.check(std::string("\xFF\xFE\xFD\x00\x01", 5), Channel::kFile, "f.pkl");
  EXPECT_EQ(unknown.decision, Decision::kQuarantine);
  EXPECT_TRUE(has_code(unknown, FindingCode::kPickleStream));
}

TEST(DataFiles, SecretsInPicklesAndArraysWithholdThem) {
  Harness harness("consumer = \"storage\"\n[pickles]\nallow = true\n");
  const std::string token = testing::github_token();
  const std::string pickle = std::string("\x80\x04\x8C", 3) + static_cast<char>(token.size()) + token + "\x94.";
  const Verdict verdict = harness.check(pickle, Channel::kFile, "a.pkl");
  EXPECT_GE(verdict.decision, Decision::kQuarantine);
  EXPECT_TRUE(has_code(verdict, FindingCode::kSecret));
  std::string literal = "{'descr': '|S" + std::to_string(token.size()) + "', 'fortran_order': False, 'shape': (1,), }";
  literal.resize(117, ' ');
  literal += '\n';
  const std::string head = std::string("\x93NUMPY\x01\0\x76\0", 10) + literal;
  EXPECT_EQ(harness.clean(head + token, Channel::kFile, "a.npy"), "<withheld>");
  const std::string other(token.size(), 'x');
  EXPECT_EQ(harness.clean(head + other, Channel::kFile, "b.npy"), head + other);
}

TEST(DataFiles, ParquetNeedsStorageAndItsName) {
  const std::string bytes = std::string("PAR1\x15\0\x15\0\0PAR1", 13);  // no column at all is still not a footer
  Harness harness("consumer = \"storage\"\n[files]\ntypes = [\"application/vnd.apache.parquet\"]\n");
  EXPECT_TRUE(has_code(harness.check(bytes, Channel::kFile, "a.parquet"), FindingCode::kDataLayout));
  // FileMetaData with nothing in it.
  const std::string empty = "PAR1" + std::string("\x15\x02\0", 3) + std::string("\x03\0\0\0", 4) + "PAR1";
  EXPECT_EQ(harness.clean(empty, Channel::kFile, "b.parquet"), empty);
  EXPECT_EQ(Harness("consumer = \"storage\"\n").clean(empty, Channel::kFile, "a.parquet"), "<withheld>");
  EXPECT_EQ(
      Harness("[files]\ntypes = [\"application/vnd.apache.parquet\"]\n").clean(empty, Channel::kFile, "a.parquet"),
      "<withheld>");
  EXPECT_EQ(Harness("consumer = \"storage\"\n[files]\ntypes = [\"application/*\"]\n")
                .clean(empty, Channel::kFile, "a.parquet"),
            "<withheld>");
}

}  // namespace
}  // namespace sluice
