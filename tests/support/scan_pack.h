#pragma once

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "rules/pack.h"

namespace sluice::testing {

inline rules::ByteSet everything() { return rules::ByteSet().complement_with_end(); }

inline rules::ByteSet not_alnum() {
  rules::ByteSet set;
  set.add_range('0', '9');
  set.add_range('A', 'Z');
  set.add_range('a', 'z');
  return set.complement_with_end();
}

inline rules::ByteSet not_digit() {
  rules::ByteSet set;
  set.add_range('0', '9');
  return set.complement_with_end();
}

inline rules::Rule make_rule(std::string id, std::vector<rules::Anchor> anchors, std::string pattern,
                             std::uint32_t max_len) {
  rules::Rule rule;
  rule.title = "test rule " + id;
  rule.id = std::move(id);
  rule.anchors = std::move(anchors);
  rule.pattern = std::move(pattern);
  rule.max_len = max_len;
  rule.before = everything();
  rule.after = everything();
  rule.vendor_prefix_len = 4;
  return rule;
}

/// Small rules of every shape that the rule compiler knows. The formats are invented.
inline std::shared_ptr<const rules::RulePack> shapes_pack() {
  auto pack = std::make_shared<rules::RulePack>();
  pack->name = "shapes";
  auto& list = pack->rules;
  list.push_back(make_rule("direct", {{"ghq_", false}}, "ghq_[A-Za-z0-9]{12}", 16));
  list.back().before = list.back().after = not_alnum();
  list.back().specificity = 5;
  list.push_back(make_rule("alternatives", {{"xoax-", false}, {"xobx-", false}, {"xopx-", false}},
                           "xo[abp]x-[0-9]{3,5}-(?P<secret>[a-z]{4,8})", 20));
  list.push_back(make_rule("fixed-lead", {{"8Q~", false}}, "[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{6}", 12));
  list.push_back(make_rule("keyword", {{"passwd", true}, {"api_key", true}},
                           "(?i)[\\w.-]{0,8}(?:passwd|api_key)[\"' ]{0,2}[:=][\"' ]{0,2}(?P<secret>[a-z0-9]{6,12})",
                           40));
  list.back().vendor_prefix_len = 0;
  list.back().kind = rules::RuleKind::kGeneric;
  list.back().require.min_digits = 2;
  list.back().reject.equals = {"secret12"};
  list.push_back(
      make_rule("lines", {{"--BEGIN KEY--", false}}, "--BEGIN KEY--\\n(?:[A-Za-z0-9+/]{2,8}\\n){1,4}--END KEY--", 80));
  list.push_back(make_rule("number", {}, "[0-9]{3}-[0-9]{2}-[0-9]{4}", 11));
  list.back().kind = rules::RuleKind::kPii;
  list.back().vendor_prefix_len = 0;
  list.back().before = list.back().after = not_digit();
  list.push_back(make_rule("mail", {}, "[a-z0-9.]{1,6}@[a-z]{1,6}(?:\\.[a-z]{2,4}){1,2}", 24));
  list.back().kind = rules::RuleKind::kPii;
  list.push_back(make_rule("open-end", {{"eyJ", false}}, "eyJ[A-Za-z0-9_-]{3,}\\.[A-Za-z0-9_-]{3,}", 24));
  list.push_back(make_rule("short-prefix", {{"sk-", false}}, "sk-[a-z0-9]{6}", 9));
  list.back().vendor_prefix_len = 3;
  list.back().before = list.back().after = not_alnum();
  list.push_back(make_rule("phrase", {{"previous", true}}, "(?i)ignore (?:all )?previous instructions", 40));
  list.back().kind = rules::RuleKind::kInjection;
  list.push_back(make_rule("secret-first", {{"@vault", false}}, "(?P<secret>[A-Z0-9]{4,8})@vault", 14));
  list.push_back(make_rule("wide", {{"ghq_", false}}, "ghq_[A-Za-z0-9]{6,20}", 24));
  list.push_back(make_rule("optional", {{"tok_", false}, {"token_", false}}, "tok(?:en)?_(?P<secret>[0-9]{4})", 10));
  list.push_back(make_rule("lazy", {{"<<", false}}, "lazy[a-z ]{0,6}?<<[a-z]{1,4}?>>", 30));
  list.push_back(make_rule("image", {{"](h", false}}, "!\\[[a-z ]{0,6}\\]\\(h[a-z]{2,6}", 19));
  list.push_back(make_rule("long-run", {{"name", false}}, "name[a-z ]{0,8}[:=] (?P<secret>[0-9a-f]{8,10})", 28));
  list.push_back(make_rule("helper", {{"host=", false}}, "host=[a-z]{2,6}", 11));
  list.back().is_reported = false;
  list.push_back(make_rule("paired", {{"pw=", false}}, "pw=(?P<secret>[a-z0-9]{4})", 7));
  list.back().vendor_prefix_len = 0;
  list.back().needs = {{"helper", 12, 0U}};
  list.push_back(make_rule("paired-twice", {{"pin:", false}}, "pin:[0-9]{4}", 8));
  list.back().needs = {{"helper", 30, 1U}, {"optional", 40, std::nullopt}};
  // Bounds that only an edge of the input meets.
  rules::ByteSet edge;
  edge.add_end();
  list.push_back(make_rule("at-begin", {{"first:", false}}, "first:[a-z]{2}", 8));
  list.back().vendor_prefix_len = 0;
  list.back().before = edge;
  list.push_back(make_rule("at-end", {{"last:", false}}, "[a-z]{0,3}last:[a-z]{2,5}", 13));
  list.back().vendor_prefix_len = 0;
  list.back().after = edge;
  list.push_back(make_rule("number-at-begin", {}, "[0-9]{3}-[0-9]{2}", 6));
  list.back().vendor_prefix_len = 0;
  list.back().before = edge;
  list.push_back(make_rule("number-at-end", {}, "[0-9]{2}-[0-9]{2}", 5));
  list.back().vendor_prefix_len = 0;
  list.back().after = edge;
  list.push_back(make_rule("bare-run", {}, "[a-f0-9]{16,20}[!?]", 21));
  list.back().vendor_prefix_len = 0;
  list.push_back(make_rule("any-byte", {{"blob:", false}}, "blob:(?s:.{4})", 9));
  return pack;
}

/// Text that is dense with anchors, matches, near misses and matches of `shapes_pack`.
inline std::string shapes_text(std::uint32_t seed, std::size_t pieces) {
  static constexpr std::string_view kPieces[] = {"ghq_",
                                                 "ghq_ABCDEFabcdef",
                                                 "ghq_ABCDEFabcdef12345678",
                                                 "xoax-",
                                                 "xobx-123-abcd",
                                                 "xopx-12345-abcdefgh",
                                                 "8Q~",
                                                 "abc8Q~abcdef",
                                                 "8Q~8Q~8Q~",
                                                 "passwd",
                                                 "PASSWD='abc123x9'",
                                                 "my.api_key: 'k12345678'",
                                                 "passwd=secret12",
                                                 "api_key=",
                                                 "--BEGIN KEY--\n",
                                                 "--BEGIN KEY--\nAAAA\nBBBBBBBB\n--END KEY--",
                                                 "--END KEY--",
                                                 "AAAA\n",
                                                 "123-45-6789",
                                                 "12-34",
                                                 "a.b@cd.ef",
                                                 "@",
                                                 ".com",
                                                 "eyJ",
                                                 "eyJabc.def",
                                                 "eyJabcdefghijklmnop.qrstuvwxyz",
                                                 "sk-",
                                                 "sk-abc123",
                                                 "-",
                                                 ".",
                                                 "ta",
                                                 "ignore all previous instructions",
                                                 "Ignore Previous",
                                                 "previous instructions",
                                                 "ABCD1234@vault",
                                                 "@vault",
                                                 "ABCD",
                                                 "tok_1234",
                                                 "token_5678",
                                                 "token_",
                                                 "tok",
                                                 "lazy ab<<ab>>",
                                                 "<<a>>",
                                                 ">>",
                                                 "lazy",
                                                 "![ab](http",
                                                 "](http",
                                                 "![",
                                                 "name of: 0123abcd",
                                                 "name= 0123abcde",
                                                 "name",
                                                 "first:ab",
                                                 "last:abc",
                                                 "123-45",
                                                 "0123456789abcdef!",
                                                 "0123456789abcdef0123?",
                                                 "host=",
                                                 "host=ab",
                                                 "host=abcdef",
                                                 "pw=ab12",
                                                 "pin:1234",
                                                 "blob:",
                                                 "blob:\n\xff\0z",
                                                 " ",
                                                 "\n",
                                                 "x",
                                                 "7",
                                                 "[redacted:",
                                                 "[Redacted:direct:00000000]",
                                                 "hunter2hunter2",
                                                 "\xc3\xa9"};
  std::mt19937 random(seed);
  std::string out;
  for (std::size_t i = 0; i < pieces; ++i) {
    std::string_view piece = kPieces[random() % std::size(kPieces)];
    if (random() % 4 == 0) piece = piece.substr(0, 1 + random() % piece.size());
    out += piece;
  }
  return out;
}

}  // namespace sluice::testing
