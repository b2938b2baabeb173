#include "sanitize/data/pickle.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "codec/gzip.h"
#include "data_host.h"
#include "png_builder.h"

namespace sluice::sanitize {
namespace {

using sluice::testing::clean_data;
using sluice::testing::DataOutcome;
using sluice::testing::le;
using sluice::testing::lit;

DataOutcome judge(std::string_view pickle, Consumer consumer = Consumer::kStorage, bool may_release = true,
                  PickleDialect dialect = PickleDialect::kPlain, const Limits& limits = {}) {
  PickleOptions options;
  options.dialect = dialect;
  options.may_release = may_release;
  return clean_data(pickle, consumer, limits,
                    [&](ByteView bytes, Job& job) { return clean_pickle(bytes, options, job); });
}

std::string text(std::string_view s) { return "X" + le(s.size(), 4) + std::string(s); }
std::string bytes(std::string_view s) { return "B" + le(s.size(), 4) + std::string(s); }
std::string global(const std::string& module, const std::string& name) { return "c" + module + "\n" + name + "\n"; }

const std::string kProto4 = lit("\x80\x04");
// {"a": [1, 2.5, None, True], "b": "text", (1, 2): {3}} and a frozenset, by protocol 4 of CPython.
const std::string kPlain =
    lit("\x80\x04\x95\x4f\0\0\0\0\0\0\0}\x94(\x8c\x01"
        "a\x94]\x94(K\x01G@\x04\0\0\0\0\0\0N\x88"
        "e\x8c\x01"
        "b\x94\x8c\x04text\x94K\x01K\x02\x86\x94\x8f\x94(K\x03\x90\x8c\x01"
        "f\x94(K\x07K\x08\x91\x94\x8c\x01"
        "c\x94\x8c\x08"
        "builtins\x94\x8c\x07"
        "complex\x94\x93\x94G\0\0\0\0\0\0\0\0G\0\0\0\0\0\0\0\0\x86\x94R\x94u.");

TEST(Pickle, StorageGetsDataWhereThePolicyAllows) {
  const DataOutcome outcome =
      judge(lit("\x80\x04}\x94\x8c\x01"
                "a\x94K\x01s."));
  EXPECT_TRUE(outcome.is_released && outcome.is_unchanged) << outcome.codes();
  EXPECT_EQ(outcome.findings.decision(), Decision::kAllow);
}

TEST(Pickle, NobodyElseEverGetsOne) {
  for (const Consumer consumer : {Consumer::kAgent, Consumer::kBrowser, Consumer::kTerminal, Consumer::kSpreadsheet}) {
    const DataOutcome outcome = judge(lit("\x80\x04N."), consumer);
    EXPECT_FALSE(outcome.is_released);
    EXPECT_EQ(outcome.findings.decision(), Decision::kReject);
  }
  const DataOutcome outcome = judge(lit("\x80\x04N."), Consumer::kStorage, false);
  EXPECT_FALSE(outcome.is_released);
  EXPECT_EQ(outcome.findings.decision(), Decision::kQuarantine);
}

struct Case {
  const char* name;
  std::string pickle;
  const char* why;  // what the report holds; "" where it is released
};

// CVE numbers are those of the scanners that a shape got past.
TEST(Pickle, NamesAreFoundHoweverTheyAreWritten) {
  const std::string os = text("os");
  const std::string system = text("system");
  const std::vector<Case> cases = {
      {"GLOBAL", "cos\nsystem\n(S'id'\ntR.", "os.system"},
      {"INST", "(S'id'\nios\nsystem\n.", "os.system"},
      {"OBJ", "(cos\nsystem\nS'id'\no.", "os.system"},
      {"NEWOBJ", kProto4 + global("os", "popen") + ")\x81.", "os.popen"},
      {"NEWOBJ_EX", kProto4 + global("os", "popen") + ")}\x92.", "os.popen"},
      {"STACK_GLOBAL", kProto4 + os + system + "\x93)R.", "os.system"},
      {"no protocol at all", os + system + "\x93)R.", "os.system"},
      {"through the memo", kProto4 + os + "\x94" + system + "\x94" + "00h" + le(0, 1) + "h" + le(1, 1) + "\x93.",
       "os.system"},
      {"the memo swaps the order", kProto4 + system + "\x94" + os + "\x94" + "h" + le(0, 1) + "\x93.", "os.system"},
      {"PUT and GET in text", os + "p7\n0" + system + "p8\n0g7\ng8\n\x93.", "os.system"},
      {"LONG_BINPUT far away", os + "r" + le(99'999, 4) + "0" + "j" + le(99'999, 4) + system + "\x93.", "os.system"},
      {"the memo is overwritten",
       text("collections") + "q" + le(0, 1) + "0" + os + "q" + le(0, 1) + "0h" + le(0, 1) + system + "\x93.",
       "os.system"},
      {"MEMOIZE counts what PUT left",
       text("x") + "q" + le(0, 1) + "0" + os + "\x94" + "0h" + le(1, 1) + system + "\x93.", "os.system"},
      {"DUP", text("posix") + "2\x93.", "posix.posix"},
      {"POP takes a decoy", os + text("path") + "0" + system + "\x93.", "os.system"},
      {"POP takes a mark", os + "(0" + system + "\x93.", "os.system"},
      {"POP_MARK takes decoys", os + "(NNN1" + system + "\x93.", "os.system"},
      {"names in quotes", "S'os'\nS'sys\\x74em'\n\x93.", "os.system"},
      {"names as UNICODE", "Vo\\u0073\nVsystem\n\x93.", "os.system"},
      {"short strings of protocol 1", lit("U\x02osU\x06system\x93."), "os.system"},
      {"BINUNICODE8", "\x8D" + le(2, 8) + "os" + "\x8D" + le(6, 8) + "system\x93.", "os.system"},
      {"after a first harmless pickle", lit("\x80\x04N.") + "cos\nsystem\n(S'id'\ntR.", "os.system"},
      {"imported and thrown away", "cos\nsystem\n0N.", "os.system"},
      {"a submodule of what is listed (CVE-2025-10157)", global("numpy.core.multiarray.x", "_reconstruct") + ".",
       "numpy.core.multiarray.x._reconstruct"},
      {"a dotted name below what is listed", kProto4 + text("collections") + text("OrderedDict.__init__") + "\x93.",
       "collections.OrderedDict.__init__"},
      {"torch.foo is not listed by torch", global("torch.hub", "load") + ".", "torch.hub.load"},
      {"torch.storage._load_from_bytes", global("torch.storage", "_load_from_bytes") + ".", "_load_from_bytes"},
      {"upper case", global("Collections", "OrderedDict") + ".", "Collections.OrderedDict"},
      {"a space in the name", global("collections", "OrderedDict ") + ".", "collections.OrderedDict "},
      {"a carriage return", global("collections\r", "OrderedDict") + ".", "collections"},
      {"CVE-2025-71320", global("pydoc", "locate") + "(S'os.system'\ntR" + global("operator", "methodcaller") + ".",
       "operator.methodcaller"},
      {"CVE-2026-14534", global("_posixsubprocess", "fork_exec") + ".", "_posixsubprocess.fork_exec"},
      {"CVE-2026-22607", global("cProfile", "run") + "(S'1'\ntR.", "cProfile.run"},
      {"getattr", global("__builtin__", "getattr") + ".", "__builtin__.getattr"},
      {"eval", global("builtins", "eval") + ".", "builtins.eval"},
      {"functools.partial", global("functools", "partial") + ".", "functools.partial"},
      {"copyreg", global("copy_reg", "_reconstructor") + ".", "copy_reg._reconstructor"},
      {"numpy.load", global("numpy", "load") + ".", "numpy.load"},
      {"joblib's wrapper of arrays", global("joblib.numpy_pickle", "NumpyArrayWrapper") + ".", "NumpyArrayWrapper"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const DataOutcome outcome = judge(c.pickle);
    EXPECT_FALSE(outcome.is_released);
    EXPECT_TRUE(outcome.has(FindingCode::kPickleGlobal)) << outcome.codes();
    EXPECT_NE(outcome.codes().find(c.why), std::string::npos) << outcome.codes();
  }
}

TEST(Pickle, WhatCannotBeJudgedIsWithheld) {
  const std::string ordered = global("collections", "OrderedDict");
  const std::vector<Case> cases = {
      {"empty", "", "there is no pickle"},
      {"STACK_GLOBAL at position 0 (CVE-2025-71325)", "\x93.", "needs more objects"},
      {"STACK_GLOBAL of a number", "K\x01K\x02\x93.", "not two plain texts"},
      {"STACK_GLOBAL of bytes", bytes("os") + bytes("system") + "\x93.", "not two plain texts"},
      {"STACK_GLOBAL of what a call returns", ordered + ")R" + text("x") + "\x93.", "not two plain texts"},
      {"no STOP", kProto4 + "N", "before a STOP"},
      {"unknown opcode", "N\xFF.", "no protocol has this opcode"},
      {"protocol 6", lit("\x80\x06N."), "past 5"},
      {"cut argument", lit("X\x05\0\0\0abc"), "inside of an opcode's argument"},
      {"negative length", "T" + le(0xFFFFFFFF, 4) + ".", "negative"},
      {"huge length", "\x8E" + le(0x7FFFFFFFFFFFFFFF, 8) + ".", "inside of an opcode's argument"},
      {"a frame past the end", "\x95" + le(1000, 8) + "N.", "frame"},
      {"bytes after the last pickle", lit("\x80\x04N.garbage"), "at byte 4"},
      {"a newline after the last pickle", lit("\x80\x04N.\n"), "no protocol has this opcode"},
      {"no mark", "t.", "mark"},
      {"below a mark", "N(0" + std::string("(a."), "needs more objects"},
      {"empty stack", ".", "needs more objects"},
      {"nothing in the memo", "g5\n.", "memo"},
      {"a memo index that is no number", "Np-1\n.", "memo"},
      {"extension code 1", lit("\x82\x01."), "extension"},
      {"extension code 2", lit("\x83\x01\0."), "extension"},
      {"extension code 4", lit("\x84\x01\0\0\0."), "extension"},
      {"PERSID", "P1\n.", "persistent"},
      {"BINPERSID", "NQ.", "persistent"},
      {"NEXT_BUFFER", "\x97.", "buffer"},
      {"READONLY_BUFFER", "N\x98.", "buffer"},
      {"a call of what a call returned", ordered + ")R)R.", "not a name"},
      {"a call of a list", "]" + std::string(")R."), "not a name"},
      {"NEWOBJ of a text", text("x") + ")\x81.", "not a name"},
      {"OBJ of a number", "(K\x01o.", "not a name"},
      {"BUILD changes a class", ordered + "}b.", "a name itself"},
      {"SETITEM on a class", ordered + "NNs.", "a name itself"},
      {"BUILD with __setstate__ of a class", ordered + "}" + text("__setstate__") + ordered + "sb.", "a name itself"},
      {"a constant is called", global("torch", "float32") + ")R.", "stands for a value"},
      {"text is encoded with another codec", global("_codecs", "encode") + text("x") + text("rot13") + "\x86R.",
       "codec"},
      {"a codec by name only", global("_codecs", "encode") + ")R.", "codec"},
      {"odd items", "}(Nu.", "no value"},
      {"no literal", "Sabc\n.", "not written"},
      {"a bad escape", "S'\\xg0'\n.", "not written"},
      {"a bad number", "I1x\n.", "number"},
      {"bzip2", "BZh91AY&SY", "bzip2"},
      {"xz",
       lit("\xFD"
           "7zXZ\0\0"),
       "xz"},
      {"lz4", "\x04\x22\x4D\x18.", "lz4"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const DataOutcome outcome = judge(c.pickle);
    EXPECT_FALSE(outcome.is_released);
    EXPECT_TRUE(outcome.has(FindingCode::kPickleStream)) << outcome.codes();
    EXPECT_NE(outcome.codes().find(c.why), std::string::npos) << outcome.codes();
    EXPECT_GE(outcome.findings.decision(), Decision::kQuarantine);
  }
}

TEST(Pickle, DataIsReleased) {
  const std::vector<Case> cases = {
      {"many types of CPython", kPlain, ""},
      {"OrderedDict", kProto4 + text("collections") + text("OrderedDict") + "\x93)R.", ""},
      {"bytes of protocol 2", lit("\x80\x02") + global("_codecs", "encode") + text("abc") + text("latin1") + "\x86R.",
       ""},
      {"a recursive list", "]\x94h" + le(0, 1) + "a.", ""},
      {"two pickles", lit("\x80\x04N.\x80\x02]."), ""},
      {"protocol 0", "(lp0\nI1\naI01\naL5L\naF1.5\naVtext\np1\naS'x'\na.", ""},
      {"a numpy array",
       kProto4 + text("numpy.core.multiarray") + text("_reconstruct") + "\x93" + text("numpy") + text("ndarray") +
           "\x93" + "K" + le(0, 1) + "\x85" + "C\x01" + "b\x87R.",
       ""},
      {"data that begins like a pickle", kProto4 + bytes(lit("\x80\x03\xFF\xFF\xFF")) + ".", ""},
      {"prose that ends in a stop", kProto4 + text("cats and\ndogs\nare here.") + ".", ""},
      {"a pickle of data inside of bytes", kProto4 + bytes(lit("\x80\x04N.")) + ".", ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const DataOutcome outcome = judge(c.pickle);
    EXPECT_TRUE(outcome.is_released && outcome.is_unchanged) << outcome.codes();
    const DataOutcome again = judge(outcome.bytes);
    EXPECT_EQ(again.bytes, outcome.bytes);
  }
}

TEST(Pickle, PicklesInsideOfStringsAreWalked) {
  const std::string evil = lit("\x80\x04") + "cos\nsystem\n(S'id'\ntR.";
  std::string latin1 = evil;
  latin1.replace(0, 1, "\xC2\x80");
  std::string deep = evil;
  for (int i = 0; i < 3; ++i) deep = kProto4 + bytes(deep) + ".";
  const std::vector<Case> cases = {
      {"in bytes", kProto4 + bytes(evil) + ".", "os.system"},
      {"in a text of Latin-1", lit("\x80\x02") + text(latin1) + ".", "os.system"},
      {"of protocol 0 in a text", kProto4 + text("cos\nsystem\n(S'id'\ntR.") + ".", "os.system"},
      {"without a protocol in bytes", kProto4 + bytes(text("os") + text("system") + "\x93.") + ".", "os.system"},
      {"with bytes after its STOP", kProto4 + bytes(evil + "junk") + ".", "os.system"},
      {"three deep", kProto4 + bytes(deep) + ".", "os.system"},
      {"cut after the name", kProto4 + bytes(evil.substr(0, 15)) + ".", "os.system"},
      {"an extension code inside", kProto4 + bytes(lit("\x80\x04\x82\x01.")) + ".", "extension"},
      {"too deep", kProto4 + bytes(kProto4 + bytes(kProto4 + bytes(deep) + ".") + ".") + ".", "too deeply"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const DataOutcome outcome = judge(c.pickle);
    EXPECT_FALSE(outcome.is_released);
    EXPECT_NE(outcome.codes().find(c.why), std::string::npos) << outcome.codes();
  }
}

TEST(Pickle, TorchNamesItsStorages) {
  const std::string storage = text("storage");
  const std::string good = "(" + storage + global("torch", "FloatStorage") + text("0") + text("cpu") + "K\x04tQ.";
  const auto torch = [](const std::string& pickle) {
    return judge(kProto4 + pickle, Consumer::kStorage, true, PickleDialect::kTorch);
  };
  EXPECT_TRUE(torch(good).is_released) << torch(good).codes();
  EXPECT_FALSE(judge(kProto4 + good).is_released);
  const std::vector<Case> bad = {
      {"another word", "(" + text("module") + global("torch", "FloatStorage") + text("0") + text("cpu") + "K\x04tQ.",
       ""},
      {"a class that is no storage", "(" + storage + global("torch", "Size") + text("0") + text("cpu") + "K\x04tQ.",
       ""},
      {"a class that is not listed",
       "(" + storage + global("evil", "FloatStorage") + text("0") + text("cpu") + "K\x04tQ.", ""},
      {"too short", "(" + storage + global("torch", "FloatStorage") + text("0") + text("cpu") + "tQ.", ""},
      {"a text", text("storage") + "Q.", ""},
      {"a line", "P0\n.", ""},
  };
  for (const Case& c : bad) {
    SCOPED_TRACE(c.name);
    EXPECT_FALSE(torch(c.pickle).is_released);
  }
}

TEST(Pickle, CompressedStreams) {
  const std::string plain = kProto4 + text("collections") + text("OrderedDict") + "\x93)R.";
  const std::string evil = "cos\nsystem\n(S'id'\ntR.";
  EXPECT_TRUE(judge(testing::deflate_all(plain)).is_released) << judge(testing::deflate_all(plain)).codes();
  EXPECT_TRUE(judge(to_string(codec::deflate_gzip(as_bytes(plain)))).is_released);
  EXPECT_TRUE(judge(testing::deflate_all(evil)).has(FindingCode::kPickleGlobal));
  EXPECT_TRUE(judge(to_string(codec::deflate_gzip(as_bytes(evil)))).has(FindingCode::kPickleGlobal));
  EXPECT_FALSE(judge(testing::deflate_all(plain) + "x").is_released);
  EXPECT_FALSE(judge(testing::deflate_all(plain) + testing::deflate_all(evil)).is_released);
  std::string damaged = testing::deflate_all(plain);
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  EXPECT_FALSE(judge(damaged).is_released);
  // A bomb: 20 MB of one opcode in 20 kB.
  EXPECT_TRUE(judge(testing::deflate_all(std::string(20'000'000, 'N') + ".")).has(FindingCode::kPickleStream));
}

TEST(Pickle, SecretsInsideWithholdIt) {
  const std::string secret = "hush-hush-hush";
  std::string wide;
  for (const char c : secret) wide += std::string(1, c) + lit("\0\0\0");
  std::string latin1 = "\xC2\x80\xC3\xBF" + secret + "\xC2\x81";
  const std::vector<Case> cases = {
      {"text", kProto4 + text("the " + secret + " key") + ".", ""},
      {"bytes", kProto4 + bytes("\xFF\xFE " + secret + "\xFF") + ".", ""},
      {"numbers of four bytes", kProto4 + bytes(wide) + ".", ""},
      {"bytes as Latin-1", kProto4 + text(latin1) + ".", ""},
      {"protocol 0", "S'hush-\\x68ush-hush'\n.", ""},
      {"cut over a list", kProto4 + "](" + text("hush-hu") + text("sh-hush") + "e.", ""},
      {"a key", kProto4 + "}" + text(secret) + "Ns.", ""},
      {"inside of a pickle inside", kProto4 + bytes(kProto4 + text(secret) + ".") + ".", ""},
      {"compressed", testing::deflate_all(kProto4 + text(secret) + "."), ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const DataOutcome outcome = judge(c.pickle);
    EXPECT_FALSE(outcome.is_released);
    EXPECT_TRUE(outcome.has(FindingCode::kCleanerUnavailable)) << outcome.codes() << outcome.scanned;
    EXPECT_EQ(outcome.codes().find(secret), std::string::npos);
  }
}

TEST(Pickle, EveryTruncationIsWithheldAndEveryFlipIsHandled) {
  for (std::size_t length = 0; length < kPlain.size(); ++length) {
    EXPECT_FALSE(judge(kPlain.substr(0, length)).is_released) << length;
  }
  for (std::size_t at = 0; at < kPlain.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = kPlain;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      const DataOutcome outcome = judge(flipped);
      EXPECT_EQ(outcome.is_released, outcome.findings.decision() <= Decision::kSanitize);
    }
  }
}

TEST(Pickle, ManyNamesAreFewFindings) {
  std::string many;
  for (int i = 0; i < 5000; ++i) many += global("m" + std::to_string(i), "n") + "0";
  for (int i = 0; i < 5000; ++i) many += global("os", "system") + "0";
  const DataOutcome outcome = judge(many + "N.");
  EXPECT_FALSE(outcome.is_released);
  EXPECT_LE(outcome.findings.listed().size(), 70U);
  std::uint64_t count = 0;
  for (const Finding& finding : outcome.findings.listed()) {
    if (finding.code == FindingCode::kPickleGlobal) count += finding.count;
  }
  EXPECT_EQ(count, 10'000U);
}

TEST(Pickle, HostileShapesAreLinear) {
  const auto repeat = [](std::string_view unit, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += unit;
    return out;
  };
  struct Shape {
    const char* name;
    std::string unit;
  };
  const std::vector<Shape> shapes = {
      {"marks", "("},
      {"lists", "]"},
      {"dup", "N2"},
      {"memoized", "N\x94"},
      {"strings", text("cos\nsystem\n.")},
      {"pickles in bytes", bytes(lit("\x80\x04N."))},
      {"globals", "cos\nx\n0"},
      {"empty pickles", "N."},
      {"prose", text("I.I.I.I.")},
  };
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(shape.name);
    const std::string small = repeat(shape.unit, 2'000);
    const std::string large = repeat(shape.unit, 20'000);
    const DataOutcome a = judge(small);
    const DataOutcome b = judge(large);
    EXPECT_LE(b.nodes, 11 * (a.nodes + 10));
    EXPECT_LE(b.steps, 11 * (a.steps + 100));
    EXPECT_LE(b.steps, 64 * large.size());
  }
  // A string that holds a pickle with a string that holds a pickle ...
  std::string nested = lit("\x80\x04N.");
  while (nested.size() < 100'000) nested = kProto4 + bytes(nested) + "0" + bytes(nested) + ".";
  const DataOutcome outcome = judge(nested);
  EXPECT_FALSE(outcome.is_released);
  EXPECT_LE(outcome.steps, 64 * nested.size());
}

TEST(Pickle, ASmallerLimitNeverReleasesMore) {
  Limits small;
  small.max_nodes = 20;
  const DataOutcome outcome = judge(kPlain, Consumer::kStorage, true, PickleDialect::kPlain, small);
  EXPECT_FALSE(outcome.is_released);
  EXPECT_FALSE(outcome.findings.is_complete());
}

TEST(PickleNames, ExactPairsOnly) {
  EXPECT_NE(find_pickle_name("collections", "OrderedDict"), nullptr);
  EXPECT_NE(find_pickle_name("uuid", "UUID"), nullptr);
  EXPECT_NE(find_pickle_name("__builtin__", "bytearray"), nullptr);
  for (const auto& [module, name] : std::map<std::string, std::string>{{"collections", "OrderedDic"},
                                                                       {"collections.abc", "OrderedDict"},
                                                                       {"", ""},
                                                                       {"builtins", "getattr"},
                                                                       {"collection", "sOrderedDict"},
                                                                       {"zzz", "zzz"}}) {
    EXPECT_EQ(find_pickle_name(module, name), nullptr) << module << "." << name;
  }
}

}  // namespace
}  // namespace sluice::sanitize
