#include "rules/read_tests.h"

namespace sluice::rules {
namespace {

using config::Node;
using config::Problems;
using config::TableReader;

class TestReader {
 public:
  TestReader(TableReader& reader, std::string_view key) : reader_(reader), key_(key) {}

  void add_part(const Node& node) {
    if (!node.is_string()) {
      reader_.problem_at(node, key_, "found " + config::describe(node) + ", expected a part: a string");
      return;
    }
    std::optional<TestPart> part = parse_part(node.as_string());
    if (!part) {
      reader_.problem_at(node, key_,
                         "found " + config::describe(node) +
                             ", expected a generator such as {base62:30}, {hex:32} or {check:6} with 1 to 4096");
      return;
    }
    test_.text.parts.push_back(std::move(*part));
  }

  RuleTest read(const Node& list) {
    test_.line = list.position().line;
    bool has_secret = false;
    for (const Node& item : list.items()) {
      if (!item.is_array()) {
        add_part(item);
        continue;
      }
      if (has_secret) reader_.problem_at(item, key_, "found a second list, expected one that marks the secret");
      has_secret = true;
      test_.text.secret_begin = static_cast<std::uint32_t>(test_.text.parts.size());
      for (const Node& part : item.items()) add_part(part);
      test_.text.secret_end = static_cast<std::uint32_t>(test_.text.parts.size());
    }
    if (!has_secret) test_.text.secret_end = static_cast<std::uint32_t>(test_.text.parts.size());
    if (test_.text.secret_begin == test_.text.secret_end) {
      reader_.problem_at(list, key_, "found no part, expected a text");
    }
    return std::move(test_);
  }

 private:
  TableReader& reader_;
  std::string_view key_;
  RuleTest test_;
};

std::vector<RuleTest> read_list(TableReader& reader, std::string_view key, const std::string& context,
                                Problems& problems) {
  std::vector<RuleTest> out;
  const Node* list = reader.array(key);
  if (list == nullptr) return out;
  for (const Node& item : list->items()) {
    if (item.is_array()) {
      out.push_back(TestReader(reader, key).read(item));
    } else if (item.is_table()) {
      TableReader inner(item, context + " tests." + std::string(key), problems);
      std::string why = inner.string("why").value_or("");
      if (inner.require("text")) {
        if (const Node* text = inner.array("text")) {
          out.push_back(TestReader(inner, "text").read(*text));
          out.back().why = std::move(why);
        }
      }
      inner.finish();
    } else {
      reader.problem_at(item, key, "found " + config::describe(item) + ", expected a list of parts");
    }
  }
  return out;
}

}  // namespace

RuleTests read_tests(const Node& table, const std::string& context, Problems& problems) {
  TableReader reader(table, context + " tests", problems);
  RuleTests out;
  out.positive = read_list(reader, "positive", context, problems);
  out.demoted = read_list(reader, "demoted", context, problems);
  out.negative = read_list(reader, "negative", context, problems);
  reader.finish();
  return out;
}

}  // namespace sluice::rules
