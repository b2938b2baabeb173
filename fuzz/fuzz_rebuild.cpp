// Properties of everything that writes JSON:
//   1. Parsing what `rebuild` wrote gives the same tree, and rebuilding that the same bytes; with HTML escapes the
//   result
//      holds none of < > &.
//   2. Dropped and edited members leave JSON without duplicate keys that is a fixed point.
//   3. The canonical form parses to an equal document and is its own canonical form.
//   4. A cut is JSON of at most the limit, and a smaller limit keeps a part of what a larger one keeps.
//   5. With the defaults of a schema filled in a document parses, and three rounds fill all that this schema has.
// Input: the first two bytes choose members, edits and limits, the rest is the text. Cap: 64 KiB (rebuild.options).
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "core/budget.h"
#include "core/findings.h"
#include "json/canonical.h"
#include "json/defaults.h"
#include "json/equality.h"
#include "json/parser.h"
#include "json/rebuild.h"
#include "json/truncate.h"
#include "same_documents.h"

namespace {

using namespace sluice;        // NOLINT: one small file
using namespace sluice::json;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

// A document with all it needs.
class Parsed {
 public:
  explicit Parsed(ByteView text) {
    Limits limits;
    limits.max_input_bytes = limits.max_string_bytes = limits.max_output_bytes = 100'000'000;
    budget = Budget(limits);
    (void)budget.admit_input(text.size());
    budget.credit_work(1'000'000);
    Findings findings;
    result = parser_.parse(text, {}, budget, findings);
  }
  [[nodiscard]] bool ok() const { return result.ok(); }
  [[nodiscard]] const Document& document() const { return *result; }

  Budget budget;
  Result<Document> result = Error{ErrorCode::kJsonInvalid, {}, 0};

 private:
  Parser parser_;
};

bool are_equal_documents(const Document& a, const Document& b) {
  StepCounter steps;
  return are_equal(a.root(), b.root(), steps);
}

// What is written parses, and is written again the same way.
Bytes fixed_point(Parsed& source, const RebuildOptions& options) {
  Result<Bytes> once = rebuild(source.document(), options, source.budget);
  require(once.ok());
  Parsed again(*once);
  require(again.ok());
  RebuildOptions plain;
  plain.escape_html = options.escape_html;
  const Result<Bytes> twice = rebuild(again.document(), plain, again.budget);
  require(twice.ok() && (*twice == *once || options.indent != 0));
  return std::move(*once);
}

// Replaces what holds an `a`, so that keys meet.
class Replacer : public StringEditor {
 public:
  bool edit(const Leaf& leaf, std::string& out) override {
    const std::size_t at = leaf.text.find('a');
    if (at == std::string_view::npos) return false;
    out = std::string(leaf.text.substr(0, at / 2)) + "[x]";  // may end inside of a character
    return true;
  }
};

void check_members(Parsed& source, std::uint8_t selector) {
  std::vector<std::uint32_t> dropped;
  std::uint32_t count = 0;
  source.document().for_each_string([&](const Leaf& leaf) {
    if (leaf.is_key && (++count * 2654435761U >> 24U) < selector) dropped.push_back(leaf.id);
  });
  RebuildOptions options;
  options.dropped_members = dropped;
  (void)fixed_point(source, options);
  Replacer editor;
  options.editor = &editor;
  (void)fixed_point(source, options);
  options.indent = selector % 4;
  (void)fixed_point(source, options);
}

void check_canonical(Parsed& source) {
  CanonicalProblem problem;
  const Result<Bytes> once = canonicalize(source.document(), source.budget, problem);
  if (!once) {
    require(problem.fault == CanonicalFault::kNumber && source.document().at(problem.id).is_number());
    return;
  }
  Parsed again(*once);
  require(again.ok() && are_equal_documents(again.document(), source.document()));
  const Result<Bytes> twice = canonicalize(again.document(), again.budget, problem);
  require(twice.ok() && *twice == *once);
}

void check_cuts(const Bytes& text, std::uint8_t selector) {
  Budget budget;
  budget.credit_work(10 * text.size());
  Truncator truncator(text, budget);
  Bytes larger = text;
  for (std::uint64_t limit = text.size(); limit > 0; limit = limit * (selector % 8) / 8) {
    const std::optional<TruncatedJson> cut = truncator.fit(limit);
    if (!cut) {
      require(!truncator.fit(limit - 1).has_value());
      return;
    }
    require(cut->bytes.size() <= limit && cut->bytes.size() <= larger.size());
    require((cut->container_count == 0) == (cut->bytes == text));
    Parsed parsed(cut->bytes);
    require(parsed.ok());
    // A cut of the larger cut is the same: the smaller one holds nothing that the larger one dropped.
    Truncator of_larger(larger, budget);
    const std::optional<TruncatedJson> again = of_larger.fit(limit);
    require(again.has_value() && again->bytes == cut->bytes);
    larger = cut->bytes;
  }
}

const CompiledSchema& schema() {
  static const std::shared_ptr<const CompiledSchema> compiled = [] {
    auto result = CompiledSchema::compile(
        R"({"$ref":"#/$defs/o","$defs":{"o":{"properties":{"a":{"default":1},"o":{"$ref":"#/$defs/p"},"l":{"items":)"
        R"({"$ref":"#/$defs/o"}}},"additionalProperties":{"$ref":"#/$defs/p"}},"p":{"default":{},"properties":{"b":{)"
        R"("default":{"c":[{}]}},"<":{"default":"&"}},"anyOf":[{"properties":{"z":{"default":null}}},true]}}})",
        "fuzz.json");
    require(result.ok());
    return *result;
  }();
  return *compiled;
}

void check_defaults(const Bytes& text) {
  Bytes now = text;
  for (int round = 0; round < 3; ++round) {
    Parsed parsed(now);
    require(parsed.ok());
    Validator validator;
    if (validator.validate(parsed.document(), schema(), parsed.budget) != Outcome::kValid) return;
    const Result<std::vector<AddedMember>> added = missing_defaults(parsed.document(), schema(), parsed.budget);
    if (!added) return;
    if (added->empty()) return;
    require(round < 2);
    RebuildOptions options;
    options.added_members = *added;
    now = fixed_point(parsed, options);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
  Parsed source(as_bytes(text));
  if (!source.ok()) return 0;
  RebuildOptions html;
  html.escape_html = true;
  const Bytes escaped = fixed_point(source, html);
  require(as_chars(escaped).find_first_of("<>&") == std::string_view::npos);
  const Bytes plain = fixed_point(source, {});
  for (const Bytes* bytes : {&escaped, &plain}) {
    Parsed again(*bytes);
    require(again.ok() && are_same(again.document(), source.document()));
  }
  check_members(source, data[0]);
  check_canonical(source);
  check_cuts(plain, data[1]);
  check_defaults(plain);
  return 0;
}
