// The user cache of compiled rules: what it gives is what compiling gives, its folder stays small and without secrets,
// and many processes may start at once.
#include "pipeline/rule_cache.h"

#include <fcntl.h>
#include <sys/wait.h>

#include <cstring>

#include "crypto/digest.h"
#include "pipeline/builtin_packs.h"
#include "rule_cache_fixture.h"
#include "rules/load.h"
#include "scan/checks/expand.h"
#include "scan/sealed_rules.h"
#include "support/encoders.h"

namespace sluice::testing {
namespace {

using pipeline::RuleCache;

// All examples of the built-in packs, those that do not match too.
std::vector<std::string> examples() {
  std::vector<std::string> out;
  for (const pipeline::BuiltinFile& file : pipeline::builtin_rule_files()) {
    if (file.name == "sets.toml") continue;
    const Result<rules::RulePack> pack = rules::load_pack(file.text, file.name);
    EXPECT_TRUE(pack.ok());
    if (!pack) continue;
    for (const rules::Rule& rule : pack->rules) {
      for (const auto* tests : {&rule.tests.positive, &rule.tests.demoted, &rule.tests.negative}) {
        for (std::size_t i = 0; i < tests->size(); ++i) {
          const Result<scan::ExpandedTest> text = scan::expand((*tests)[i].text, rule.check.kind, i + 1);
          if (text) out.push_back(text->text + "\n");
        }
      }
    }
  }
  return out;
}

TEST(RuleCache, GivesWhatCompilingGives) {
  const TemporaryFolder temporary;
  LoadOptions options;
  for (const pipeline::BuiltinFile& file : pipeline::builtin_rule_files()) {
    if (file.name != "sets.toml") options.packs.push_back({std::string(file.name), std::string(file.text)});
  }
  const std::vector<std::string> texts = examples();
  ASSERT_GT(texts.size(), 2'000U);
  bool is_first = true;
  // One entry serves trusted sources and sandbox channels.
  for (const bool is_trusted : {false, true}) {
    options.is_trusted_source = is_trusted;
    options.cache_dir.clear();
    const std::shared_ptr<const Engine> compiled = load(options);
    options.cache_dir = temporary.path();
    if (is_first) {
      EXPECT_EQ(load(options)->rule_cache().use, Use::kWritten);
    }
    is_first = false;
    const std::shared_ptr<const Engine> taken = load(options);
    ASSERT_EQ(taken->rule_cache().use, Use::kTaken);
    EXPECT_TRUE(taken->rule_cache().notes.empty());
    EXPECT_EQ(taken->state().rules->stats().databases_compiled, 0U);
    EXPECT_EQ(taken->state().rules->compiled_patterns(), 0U);
    scan::Scratch a = make_scratch(taken->state().rules);
    scan::Scratch b = make_scratch(compiled->state().rules);
    std::size_t count = 0;
    for (const std::string& text : texts) {
      const std::vector<scan::Match> found = scan_whole(text, a);
      ASSERT_EQ(found, scan_whole(text, b)) << text;
      count += found.size();
    }
    EXPECT_GT(count, 500U);
  }
  EXPECT_EQ(entries_in(temporary.path()).size(), 1U);
}

TEST(RuleCache, IsUsedOnlyWhereItIsNamed) {
  const TemporaryFolder temporary;
  EXPECT_EQ(expect_use(small_options({}), Use::kOff), "");
  LoadOptions builtin;
  builtin.cache_dir = temporary.path("never");
  EXPECT_EQ(load(builtin)->rule_cache().use, Use::kOff);
  EXPECT_TRUE(names_in(temporary.path()).empty());
}

TEST(RuleCache, AFolderOfPacksIsTakenToo) {
  const TemporaryFolder temporary;
  LoadOptions options;
  options.policy = "format = 1\n[secrets]\npacks = [\"small\"]\n[injection]\npacks = [\"small\"]\n";
  options.rules_dir = temporary.make("rules");
  options.cache_dir = temporary.path("cache");
  write_whole(temporary.path("rules/sets.toml"), "format_version = 1\n[sets]\nurls = [\"urls\"]\n");
  write_whole(temporary.path("rules/small.toml"), small_pack());
  write_whole(temporary.path("rules/urls.toml"), small_pack("urls", "noturl_"));
  const Result<std::shared_ptr<const Engine>> engine = Engine::load(options);
  ASSERT_TRUE(engine.ok()) << engine.error().message;
  EXPECT_EQ((*engine)->rule_cache().use, Use::kWritten);
  const std::shared_ptr<const Engine> taken = load(options);
  EXPECT_EQ(taken->rule_cache().use, Use::kTaken);
  EXPECT_EQ(taken->rule_cache().path, temporary.path("cache/") + entries_in(temporary.path("cache")).at(0));
  EXPECT_TRUE(finds_the_secret(*taken));
  // A changed file is another entry.
  write_whole(temporary.path("rules/small.toml"), small_pack() + "\n");
  EXPECT_EQ(load(options)->rule_cache().use, Use::kWritten);
  EXPECT_EQ(entries_in(temporary.path("cache")).size(), 2U);
}

TEST(RuleCache, TheIdCoversThePacksAndNothingIsRunTogether) {
  const auto id = [](std::vector<std::string_view> packs) { return to_hex(pipeline::rule_cache_id(packs)); };
  std::vector<std::string> ids = {id({}),         id({""}),       id({"", ""}),   id({"ab"}),       id({"a", "b"}),
                                  id({"b", "a"}), id({"ab", ""}), id({"", "ab"}), id({"ab", "ab"}), id({"aB"})};
  EXPECT_EQ(id({"a", "b"}), ids[4]);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
}

TEST(RuleCache, ARefusedFolderIsNoError) {
  const TemporaryFolder temporary;
  const std::string folder = temporary.make("cache", 0770);
  EXPECT_NE(expect_use(small_options(folder), Use::kNotWritten).find("written by others"), std::string::npos);
  EXPECT_TRUE(names_in(folder).empty());
  ASSERT_EQ(::chmod(folder.c_str(), 0700), 0);
  std::filesystem::create_directory(folder + "/key");
  EXPECT_NE(expect_use(small_options(folder), Use::kNotWritten).find("/key"), std::string::npos);
  write_whole(folder + "/file", "");
  EXPECT_NE(expect_use(small_options(folder + "/file"), Use::kNotWritten).find("/file"), std::string::npos);
}

TEST(RuleCache, AFolderInPlaceOfTheEntryIsNoError) {
  const TemporaryFolder temporary;
  const LoadOptions options = small_options(temporary.path());
  EXPECT_EQ(expect_use(options, Use::kWritten), "");
  const std::string path = temporary.path(entries_in(temporary.path()).at(0));
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  const std::string notes = expect_use(options, Use::kNotWritten);
  EXPECT_NE(notes.find("refused: " + path + " is not a regular file"), std::string::npos) << notes;
  EXPECT_NE(notes.find("not written: cannot write " + path), std::string::npos) << notes;
  EXPECT_EQ(names_in(temporary.path()).size(), 2U);
}

TEST(RuleCache, TwoPacksOfOneNameAreCompiled) {
  const TemporaryFolder temporary;
  LoadOptions options = small_options(temporary.path());
  std::string second = small_pack("other", "other_");
  second.replace(second.find("name = \"other\""), std::strlen("name = \"other\""), "name = \"small\"");
  options.packs.push_back({"second.toml", second});
  const std::shared_ptr<const Engine> engine = load(options);
  EXPECT_EQ(engine->rule_cache().use, Use::kNotWritten);
  EXPECT_EQ(engine->rules().size(), 2U);
  EXPECT_NE(engine->rule_cache().notes.at(0).find("two packs are called 'small'"), std::string::npos);
}

TEST(RuleCache, ErrorsArePacksErrors) {
  const TemporaryFolder temporary;
  LoadOptions options = small_options(temporary.path());
  options.packs[0].text = "nonsense";
  EXPECT_EQ(Engine::load(options).error().code, ErrorCode::kConfigSyntax);
  options = small_options(temporary.path());
  EXPECT_EQ(expect_use(options, Use::kWritten), "");
  options.known_secrets = {{"short", "1234"}};
  EXPECT_EQ(Engine::load(options).error().code, ErrorCode::kSecretInvalid);
  EXPECT_EQ(entries_in(temporary.path()).size(), 1U);
}

TEST(RuleCache, KeepsSoManyAndNoMore) {
  const TemporaryFolder temporary;
  const Result<RuleCache> cache = RuleCache::open(temporary.path());
  ASSERT_TRUE(cache.ok());
  write_whole(temporary.path("of-somebody-else.rules"), "stays");
  const auto id = [](std::size_t i) { return sha256(as_bytes(std::to_string(i))); };
  constexpr std::size_t kWritten = RuleCache::kMaxEntries + 6;
  for (std::size_t i = 0; i < kWritten; ++i) {
    ASSERT_TRUE(cache->write(id(i), "payload").ok());
    // One second apart, as the times of files are compared.
    const timespec times[] = {{1'000'000'000, 0}, {static_cast<time_t>(1'000'000'000 + i), 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, cache->path_of(id(i)).c_str(), times, 0), 0);
  }
  EXPECT_EQ(entries_in(temporary.path()).size(), RuleCache::kMaxEntries + 1);
  for (std::size_t i = 0; i < kWritten; ++i) {
    EXPECT_EQ(cache->read(id(i)).ok(), i >= kWritten - RuleCache::kMaxEntries) << i;
  }
  // Bytes count too: the newest always stays.
  const std::string large(RuleCache::kMaxEntryBytes - scan::kSealedHeaderBytes, 'x');
  for (std::size_t i = 0; i < 5; ++i) ASSERT_TRUE(cache->write(id(kWritten + i), large).ok());
  EXPECT_LE(entries_in(temporary.path()).size(), 5U);
  EXPECT_TRUE(cache->read(id(kWritten + 4)).ok());
  EXPECT_EQ(cache->write(id(0), large + "x").error().code, ErrorCode::kInvalidArgument);
}

TEST(RuleCache, KnownSecretsAreNotInIt) {
  const TemporaryFolder temporary;
  LoadOptions options = small_options(temporary.path());
  const std::string value = std::string("correct") + "horse" + "battery" + "staple";
  options.known_secrets = {{"PASSPHRASE", value}};
  for (const Use use : {Use::kWritten, Use::kTaken}) {
    const std::shared_ptr<const Engine> engine = load(options);
    EXPECT_EQ(engine->rule_cache().use, use);
    scan::Scratch scratch = make_scratch(engine->state().rules);
    EXPECT_EQ(scan_whole("x " + value, scratch).size(), 1U);
  }
  std::vector<std::string> pieces = {"PASSPHRASE", in_base64(value), codec::encode_hex(as_bytes(value)),
                                     std::string(value.rbegin(), value.rend())};
  // The matcher of known secrets looks for parts of them.
  for (std::size_t at = 0; at + 6 <= value.size(); ++at) pieces.push_back(value.substr(at, 6));
  for (const std::string& name : names_in(temporary.path())) {
    const std::string bytes = read_whole(temporary.path(name));
    for (const std::string& piece : pieces) EXPECT_EQ(bytes.find(piece), std::string::npos) << name << " " << piece;
  }
  // The search finds what is there: an anchor.
  EXPECT_NE(read_whole(temporary.path(entries_in(temporary.path()).at(0))).find("vend_"), std::string::npos);
}

TEST(RuleCache, ManyProcessesMayStartAtOnce) {
  constexpr int kProcesses = 16;
  for (int round = 0; round < 5; ++round) {
    const TemporaryFolder temporary;
    const LoadOptions options = small_options(temporary.path("a/cache"));
    int gate[2];
    ASSERT_EQ(::pipe(gate), 0);
    std::vector<pid_t> children;
    for (int i = 0; i < kProcesses; ++i) {
      children.push_back(::fork());
      if (children.back() != 0) continue;
      char byte = 0;
      ::close(gate[1]);
      if (::read(gate[0], &byte, 1) != 0) ::_exit(9);  // returns when the parent closes its end
      const Result<std::shared_ptr<const Engine>> engine = Engine::load(options);
      if (!engine || !finds_the_secret(**engine)) ::_exit(2);
      const RuleCacheReport& report = (*engine)->rule_cache();
      ::_exit((report.use == Use::kTaken || report.use == Use::kWritten) && report.notes.empty() ? 0 : 1);
    }
    ::close(gate[0]);
    ::close(gate[1]);
    for (const pid_t child : children) {
      int status = -1;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      EXPECT_EQ(status, 0);
    }
    const std::vector<std::string> names = names_in(options.cache_dir);
    ASSERT_EQ(names.size(), 2U);
    EXPECT_TRUE(names[0].ends_with(".rules"));
    EXPECT_EQ(names[1], "key");
    EXPECT_EQ(expect_use(options, Use::kTaken), "");
  }
}

}  // namespace
}  // namespace sluice::testing
