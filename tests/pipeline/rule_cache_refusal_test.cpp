// Entries and keys of the rule cache that are not ours, or not as we wrote them: refused, said, and made anew.
#include "pipeline/rule_cache.h"
#include "rule_cache_fixture.h"

namespace sluice::testing {
namespace {

using pipeline::RuleCache;

// What is wrong with the entry: it is refused, said, and made anew.
struct EntryCase {
  const char* name;
  void (*change)(const std::string& path);
  const char* said;
  bool needs_root = false;
};

void change_bytes(const std::string& path, void (*change)(std::string& bytes)) {
  std::string bytes = read_whole(path);
  change(bytes);
  write_whole(path, bytes);
}

const EntryCase kEntryCases[] = {
    {"Empty", [](const std::string& path) { write_whole(path, ""); }, "is cut off"},
    {"Noise", [](const std::string& path) { write_whole(path, std::string(5'000, '\x5a')); },
     "made for something else"},
    {"Header", [](const std::string& path) { change_bytes(path, [](std::string& b) { b.resize(92); }); }, "cut off"},
    {"Half", [](const std::string& path) { change_bytes(path, [](std::string& b) { b.resize(b.size() / 2); }); },
     "cut off"},
    {"OneByteMore", [](const std::string& path) { change_bytes(path, [](std::string& b) { b += 'x'; }); }, "made for"},
    {"Format", [](const std::string& path) { change_bytes(path, [](std::string& b) { b[16] = 2; }); }, "made for"},
    {"OtherId", [](const std::string& path) { change_bytes(path, [](std::string& b) { b[30] ^= 1; }); }, "made for"},
    {"Mac", [](const std::string& path) { change_bytes(path, [](std::string& b) { b[70] ^= 1; }); }, "was changed"},
    {"FirstOfPayload", [](const std::string& path) { change_bytes(path, [](std::string& b) { b[92] ^= 1; }); },
     "was changed"},
    {"LastOfPayload", [](const std::string& path) { change_bytes(path, [](std::string& b) { b.back() ^= 1; }); },
     "was changed"},
    {"GroupMayWrite", [](const std::string& path) { ASSERT_EQ(::chmod(path.c_str(), 0660), 0); }, "written by others"},
    {"AllMayWrite", [](const std::string& path) { ASSERT_EQ(::chmod(path.c_str(), 0606), 0); }, "written by others"},
    {"Foreign", [](const std::string& path) { ASSERT_EQ(::chown(path.c_str(), 54'321, 54'321), 0); }, "user 54321",
     true},
    {"Link",
     [](const std::string& path) {
       std::filesystem::rename(path, path + ".real");
       std::filesystem::create_symlink(path + ".real", path);
     },
     "symbolic link"},
    {"HardLink", [](const std::string& path) { std::filesystem::create_hard_link(path, path + ".too"); },
     "second name"},
    {"Huge", [](const std::string& path) { ASSERT_EQ(::truncate(path.c_str(), 1LL << 36), 0); }, "expected at most"},
};

class RuleCacheEntries : public ::testing::TestWithParam<EntryCase> {};
INSTANTIATE_TEST_SUITE_P(Cases, RuleCacheEntries, ::testing::ValuesIn(kEntryCases),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(RuleCacheEntries, AreRefusedAndMadeAnew) {
  const EntryCase& each = GetParam();
  if (each.needs_root && ::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  const TemporaryFolder temporary;
  const LoadOptions options = small_options(temporary.path("cache"));
  EXPECT_EQ(expect_use(options, Use::kWritten), "");
  const std::string path = temporary.path("cache/") + entries_in(temporary.path("cache")).at(0);
  const std::string good = read_whole(path);
  EXPECT_EQ(expect_use(options, Use::kTaken), "");
  each.change(path);
  const std::string notes = expect_use(options, Use::kWritten);
  EXPECT_TRUE(notes.starts_with("refused: " + path)) << notes;
  EXPECT_NE(notes.find(each.said), std::string::npos) << notes;
  EXPECT_EQ(read_whole(path), good);
  EXPECT_EQ(expect_use(options, Use::kTaken), "");
}

TEST(RuleCache, EveryFlippedByteAndEveryCutIsRefused) {
  const TemporaryFolder temporary;
  const LoadOptions options = small_options(temporary.path());
  EXPECT_EQ(expect_use(options, Use::kWritten), "");
  const std::string path = temporary.path(entries_in(temporary.path()).at(0));
  const std::string good = read_whole(path);
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 60) {
    std::string flipped = good;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x40);
    for (const std::string& bad : {flipped, good.substr(0, at)}) {
      write_whole(path, bad);
      EXPECT_NE(expect_use(options, Use::kWritten).find("refused"), std::string::npos) << at;
      ASSERT_EQ(read_whole(path), good) << at;
    }
  }
}

// What another build, other packs or another Hyperscan would leave under this name.
TEST(RuleCache, AnEntryOfSomethingElseIsRefused) {
  const TemporaryFolder temporary;
  const LoadOptions options = small_options(temporary.path());
  LoadOptions others = options;
  others.packs[0].text = small_pack("small", "vendo_");
  EXPECT_EQ(load(others)->rule_cache().use, Use::kWritten);
  const std::string other = entries_in(temporary.path()).at(0);
  EXPECT_EQ(expect_use(options, Use::kWritten), "");
  std::vector<std::string> names = entries_in(temporary.path());
  ASSERT_EQ(names.size(), 2U);
  std::erase(names, other);
  write_whole(temporary.path(names[0]), read_whole(temporary.path(other)));
  EXPECT_NE(expect_use(options, Use::kWritten).find("made for something else"), std::string::npos);
}

// The HMAC holds, but what it seals is not what a rule compiler wrote: a fault of ours, and no reason to fail.
TEST(RuleCache, ASealedPayloadThatCannotBeReadIsRefused) {
  const TemporaryFolder temporary;
  const LoadOptions options = small_options(temporary.path());
  EXPECT_EQ(expect_use(options, Use::kWritten), "");
  const Result<RuleCache> cache = RuleCache::open(temporary.path());
  ASSERT_TRUE(cache.ok());
  const std::vector<std::string_view> packs = {options.packs[0].text};
  ASSERT_TRUE(cache->write(pipeline::rule_cache_id(packs), "not rules").ok());
  EXPECT_NE(expect_use(options, Use::kWritten).find("does not hold what was written"), std::string::npos);
  EXPECT_EQ(expect_use(options, Use::kTaken), "");
}

struct KeyCase {
  const char* name;
  void (*change)(const std::string& path);
  bool needs_root = false;
};

const KeyCase kKeyCases[] = {
    {"Other", [](const std::string& path) { write_whole(path, std::string(32, 'k')); }},
    {"Missing", [](const std::string& path) { std::filesystem::remove(path); }},
    {"Short", [](const std::string& path) { write_whole(path, std::string(31, 'k')); }},
    {"Long", [](const std::string& path) { write_whole(path, std::string(33, 'k')); }},
    {"Empty", [](const std::string& path) { write_whole(path, ""); }},
    {"GroupMayRead", [](const std::string& path) { ASSERT_EQ(::chmod(path.c_str(), 0640), 0); }},
    {"AllMayWrite", [](const std::string& path) { ASSERT_EQ(::chmod(path.c_str(), 0602), 0); }},
    {"Foreign", [](const std::string& path) { ASSERT_EQ(::chown(path.c_str(), 54'321, 54'321), 0); }, true},
    {"HardLink", [](const std::string& path) { std::filesystem::create_hard_link(path, path + ".too"); }},
    {"Link",
     [](const std::string& path) {
       std::filesystem::rename(path, path + ".real");
       std::filesystem::create_symlink(path + ".real", path);
     }},
};

class RuleCacheKeys : public ::testing::TestWithParam<KeyCase> {};
INSTANTIATE_TEST_SUITE_P(Cases, RuleCacheKeys, ::testing::ValuesIn(kKeyCases),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(RuleCacheKeys, AnotherKeyMakesAllEntriesWorthless) {
  if (GetParam().needs_root && ::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  const TemporaryFolder temporary;
  const LoadOptions options = small_options(temporary.path());
  EXPECT_EQ(expect_use(options, Use::kWritten), "");
  const std::string before = read_whole(temporary.path("key"));
  EXPECT_EQ(before.size(), 32U);
  GetParam().change(temporary.path("key"));
  const std::string notes = expect_use(options, Use::kWritten);
  EXPECT_NE(notes.find("not written under this user's key"), std::string::npos) << notes;
  EXPECT_NE(read_whole(temporary.path("key")), before);
  EXPECT_EQ(expect_use(options, Use::kTaken), "");
  struct stat info {};
  ASSERT_EQ(::lstat(temporary.path("key").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & (S_IFMT | 07777U), S_IFREG | 0600U);
}

}  // namespace
}  // namespace sluice::testing
