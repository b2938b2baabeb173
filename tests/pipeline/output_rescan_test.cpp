// The scan of what leaves: near edits it finds what only the finished text shows, however the text comes.
#include "pipeline/output_rescan.h"

#include "fixture.h"

namespace sluice {
namespace {

using testing::github_token;

struct Piece {
  std::string text;
  bool is_edit = false;
};

// The findings of a rescan of the pieces, each of them cut into parts of `part` bytes.
class Rescan {
 public:
  std::vector<Finding> of(const std::vector<Piece>& pieces, std::size_t part) {
    const Engine::State& engine = harness_.run().engine().state();
    Result<scan::Scratch> scan_scratch = scan::Scratch::create(engine.rules);
    EXPECT_TRUE(scan_scratch.ok());
    pipeline::CheckerScratch scratch{std::move(*scan_scratch), std::nullopt, json::Parser(),
                                     json::Validator(),        std::nullopt, std::nullopt};
    Budget budget;
    EXPECT_TRUE(budget.admit_input(10'000'000));
    Findings findings;
    Timings timings;
    pipeline::CheckContext context{engine,
                                   harness_.run().state(),
                                   scratch,
                                   budget,
                                   findings,
                                   timings,
                                   Channel::kStdout,
                                   Consumer::kTerminal,
                                   engine.policy.channel(Channel::kStdout),
                                   pipeline::ArtifactMarks(harness_.run().state().issued)};
    pipeline::OutputRescan rescan;
    for (const Piece& piece : pieces) {
      if (piece.text.empty()) rescan.feed({}, piece.is_edit, context);
      for (std::size_t at = 0; at < piece.text.size(); at += part) {
        rescan.feed(as_bytes(std::string_view(piece.text).substr(at, part)), piece.is_edit, context);
      }
    }
    rescan.finish(context);
    return findings.take_listed();
  }

 private:
  testing::Harness harness_;
};

TEST(OutputRescan, FindsWhatAnEditMade) {
  const std::string token = github_token();
  std::string filler;
  while (filler.size() < 400'000) filler += "an ordinary line of text\n";
  struct Row {
    const char* name;
    std::vector<Piece> pieces;
    std::size_t at;  // where the secret begins; 0: nothing is to be found
  };
  const std::vector<Row> table = {
      {"nothing", {}, 0},
      {"no edit", {{filler}}, 0},
      {"a harmless edit", {{filler}, {"(mark)", true}, {filler}}, 0},
      {"text that an edit joins",
       {{filler + token.substr(0, 9)}, {"", true}, {token.substr(9) + "\n" + filler}},
       filler.size()},
      {"the edit is the secret", {{filler}, {token, true}, {"\n" + filler}}, filler.size()},
      {"the edit is the last piece of it", {{filler + token.substr(0, 30)}, {token.substr(30), true}}, filler.size()},
      {"the edit is the first piece of it",
       {{filler}, {token.substr(0, 9), true}, {token.substr(9) + filler}},
       filler.size()},
      {"the second edit of two",
       {{filler}, {"(mark)", true}, {filler}, {token, true}, {filler}},
       2 * filler.size() + 6},
      {"two edits next to each other", {{"a "}, {"(mark)", true}, {" b "}, {token, true}, {" c"}}, 11},
      {"far from any edit nothing is looked for", {{token + filler}, {"(mark)", true}, {filler + token}}, 0},
  };
  Rescan rescan;
  for (const Row& row : table) {
    SCOPED_TRACE(row.name);
    for (const std::size_t part : {std::size_t{7}, std::size_t{4'096}, std::size_t{70'000}, std::size_t{10'000'000}}) {
      const std::vector<Finding> found = rescan.of(row.pieces, part);
      ASSERT_EQ(found.size(), row.at == 0 ? 0U : 1U) << part;
      if (found.empty()) continue;
      EXPECT_EQ(found[0].code, FindingCode::kRescan);
      EXPECT_EQ(found[0].effect, Decision::kQuarantine);
      EXPECT_EQ(found[0].where.begin, row.at) << part;
      EXPECT_EQ(found[0].where.end, row.at + token.size()) << part;
    }
  }
}

// Marks all through a long text keep the window near one of them throughout.
TEST(OutputRescan, ManyEditsStayInBounds) {
  std::vector<Piece> pieces;
  for (int i = 0; i < 3'000; ++i) pieces.insert(pieces.end(), {{std::string(300, 'x') + "\n"}, {"(mark)", true}});
  pieces.push_back({github_token(), true});
  const std::vector<Finding> found = Rescan().of(pieces, 500);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].where.begin, 3'000U * 307U);
}

}  // namespace
}  // namespace sluice
