#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/findings.h"
#include "json/dialect.h"
#include "json/document.h"
#include "sluice/report_text.h"
#include "sluice/result.h"

namespace sluice::json {

/// A schema given beside the one compiled, for references to other documents.
struct SchemaResource {
  std::string uri;   ///< what references call it; may be empty where the text has an `$id`
  std::string text;  ///< JSON
  std::string path;  ///< how errors call it
};

struct SchemaOptions {
  /// Taken where the schema has no `$schema`.
  Dialect default_dialect = Dialect::kDraft202012;
  /// `format` is a condition (for the formats we know); false makes it a comment, as the standard has it since 2019.
  bool assert_formats = true;
  /// Drafts before 2019-09 ignore keywords beside `$ref`. By default conditions there are refused, since whoever wrote
  /// them means them.
  bool ignore_ref_siblings = false;
  /// The standard ignores keywords that it does not know. By default those that look like a misspelling, or are of
  /// another dialect, are refused, and the others are warnings.
  bool ignore_unknown_keywords = false;
  /// What references call the schema itself, and what relative ones start from, where it has no `$id`.
  std::string uri;
  /// Where references to other documents may lead. Nothing else is read, and nothing is fetched.
  std::vector<SchemaResource> resources;
  /// False for tests: the plan as it was written, without what saves work (nodes that only refer are kept, no member
  /// tells branches apart).
  bool use_shortcuts = true;
  std::uint64_t max_bytes = 4'000'000;                  ///< the schema and all that it refers to
  std::uint32_t max_nodes = 200'000;                    ///< subschemas of the plan
  std::uint32_t max_in_place_depth = 128;               ///< schemas stacked on one value: $ref, allOf, anyOf ...
  std::uint64_t max_pattern_bytes = 4096;               ///< one regular expression
  std::uint64_t max_pattern_memory_bytes = 64'000'000;  ///< all of them, compiled
};

/// A JSON schema compiled to a flat plan. Immutable; share one among all threads.
///
/// Every keyword is either checked, known to be a comment, or refused at load: nothing is silently unchecked.
class CompiledSchema {
 public:
  /// Compiles a schema.
  ///
  /// @param text  the schema, JSON
  /// @param path  how errors call it
  /// @return the plan, or an error whose message begins "path:line:column: " and names the JSON pointer and keyword:
  ///         - kSchemaInvalid        not JSON, a keyword's value of the wrong kind, a bad pattern, a $ref loop
  ///         - kSchemaUnsupported    an unknown dialect, vocabulary or keyword, or one of another dialect
  ///         - kSchemaRefUnresolved  a reference to nothing, or to a document that is not among the resources
  ///         - kSchemaTooLarge       beyond the options' limits
  /// Thread-safety: safe to call concurrently.
  [[nodiscard]] static Result<std::shared_ptr<const CompiledSchema>> compile(
      std::string_view text, std::string_view path, const SchemaOptions& options = {}) noexcept;
  ~CompiledSchema();
  CompiledSchema(const CompiledSchema&) = delete;
  CompiledSchema& operator=(const CompiledSchema&) = delete;

  /// What a person should know: unknown formats, keywords that are comments only. "path:line:column: text".
  [[nodiscard]] const std::vector<std::string>& warnings() const noexcept;
  [[nodiscard]] Dialect dialect() const noexcept;
  [[nodiscard]] std::size_t node_count() const noexcept;

  struct Plan;
  [[nodiscard]] const Plan& plan() const noexcept { return *plan_; }

 private:
  explicit CompiledSchema(std::unique_ptr<const Plan> plan);
  std::unique_ptr<const Plan> plan_;
};

/// One condition that an instance does not meet. `pointer` and `found` hold text of the artifact: they go into reports
/// only through `report_text` (or `add_violations`).
struct Violation {
  std::string pointer;             ///< of the value or key in the instance
  Position position;               ///< in the instance's text
  std::uint32_t id = 0;            ///< Value::id
  std::string keyword;             ///< for example "maxLength"
  std::string schema_pointer;      ///< of the subschema that holds the keyword
  std::string expected;            ///< in words, from the schema: "at most 20 characters"
  std::string found;               ///< the start of the value as JSON, or its kind and size
  bool is_pattern_budget = false;  ///< a pattern exhausted its step limit, so nothing is known
};

enum class Outcome : std::uint8_t {
  kValid,
  kInvalid,
  kExhausted,  ///< the budget ran out, or a pattern its limits: nothing is known, withhold
};

/// Evaluates plans. It keeps nothing from one document to the next.
class Validator {
 public:
  /// Says whether the document follows the schema.
  ///
  /// @param budget      charged steps
  /// @param violations  where not null and the answer is kInvalid: up to `max_violations`, in reading order of the
  ///                    evaluation; for anyOf and oneOf those of the closest branch
  /// Complexity: O(n) for schemas without anyOf/oneOf nests; always inside the budget.
  [[nodiscard]] Outcome validate(const Document& document, const CompiledSchema& schema, Budget& budget,
                                 std::vector<Violation>* violations = nullptr,
                                 std::size_t max_violations = 20) noexcept;

  /// Ids of the member keys that a valid document has and the schema does not describe, ascending: those that no
  /// successful subschema evaluates, in objects of which some subschema describes the members (by properties,
  /// patternProperties, additionalProperties) or names them (required). An object of which none does is free-form and
  /// stays whole. What `rebuild` writes without them must be validated again where the schema counts members or uses
  /// `not`, `if`.
  /// @return kBudgetExhausted where the budget ran out
  [[nodiscard]] Result<std::vector<std::uint32_t>> unknown_members(const Document& document,
                                                                   const CompiledSchema& schema,
                                                                   Budget& budget) noexcept;
};

/// Adds one finding (kJsonSchema, or kJsonPatternBudget) for each violation, its texts through `report_text`.
void add_violations(const std::vector<Violation>& violations, Decision effect, const SecretScrubber* scrubber,
                    Findings& findings);

}  // namespace sluice::json
