#include <set>

#include "policy/key_cases.h"
#include "sluice/policy.h"
#include "support/golden.h"

namespace sluice::policy {
namespace {

using testing::all_key_cases;
using testing::KeyCase;
using testing::name_of;

// Keys of the reference: rows "| `key` | type | default | ..." under "## `[section]`" headings. Headings that name
// several sections give each of them the rows that follow.
std::set<std::string> keys_of_reference(const std::string& text) {
  std::set<std::string> keys;
  std::vector<std::string> sections{""};
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("## ")) {
      sections.clear();
      for (std::size_t at = line.find("`["); at != std::string::npos; at = line.find("`[", at + 1)) {
        sections.push_back(line.substr(at + 2, line.find(']', at) - at - 2));
      }
      if (sections.empty()) sections.emplace_back("");
    }
    if (!line.starts_with("| `")) continue;
    const std::string key = line.substr(3, line.find('`', 3) - 3);
    for (const std::string& section : sections) keys.insert(section.empty() ? key : "[" + section + "] " + key);
  }
  return keys;
}

TEST(PolicyReference, HasEveryKeyAndNoOther) {
  const std::string text = sluice::testing::read_file(sluice::testing::source_path("engine/docs/policy_reference.md"));
  std::set<std::string> in_format;
  for (const KeyCase& c : all_key_cases()) in_format.insert(name_of(c));
  EXPECT_EQ(keys_of_reference(text), in_format);
}

TEST(PolicyReference, ReadsItsOwnForm) {
  EXPECT_EQ(keys_of_reference("| `a` | x |\n## `[s]` and `[t]`\n| `b` | x |\n| key |\n"),
            (std::set<std::string>{"a", "[s] b", "[t] b"}));
}

}  // namespace
}  // namespace sluice::policy
