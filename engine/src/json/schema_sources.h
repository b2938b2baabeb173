#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "json/dialect.h"
#include "json/document.h"
#include "json/parser.h"
#include "json/schema.h"

namespace sluice::json {

/// One parsed text that schemas stand in.
struct SchemaSource {
  std::string text;
  std::string path;  ///< how errors call it
  Parser parser;     ///< owns the memory of `document`
  Document document;
};

/// What the keywords of a schema mean: its dialect, and what the `$vocabulary` of a dialect of one's own changes.
struct SchemaLanguage {
  Dialect dialect = Dialect::kDraft202012;
  bool has_validation = true;         ///< the validation keywords are conditions
  bool has_format_assertion = false;  ///< `format` is one, whatever the options say
};

/// A schema with a name of its own (`$id`), or the root of a source.
struct SchemaScope {
  std::string uri;  ///< without fragment; empty where the root has none
  std::uint32_t source = 0;
  std::uint32_t root_id = 0;  ///< Value::id
  SchemaLanguage language;
  bool is_language_known = false;  ///< false while its `$schema` is looked up
  bool is_recursive_anchor = false;
  /// Where each plain name stands, by Value::id.
  std::map<std::string_view, std::uint32_t> anchors;
  std::map<std::string_view, std::uint32_t> dynamic_anchors;
};

/// Where a schema stands.
struct SchemaPlace {
  std::uint32_t source = 0;
  std::uint32_t id = 0;     ///< Value::id in the source's document
  std::uint32_t scope = 0;  ///< index of SchemaScope: the base of its references
};

/// The texts of one compilation and what they call themselves: `$id`, `$anchor`, `$schema` (2020-12 core, section 8;
/// draft-07 core, section 8), and what a reference in them means. Schemas given beside the root are parsed when
/// something refers to them; nothing is fetched.
class SchemaSources {
 public:
  explicit SchemaSources(const SchemaOptions& options) : options_(options) {}

  /// Parses and indexes the root. @return its place, or the errors of CompiledSchema::compile
  [[nodiscard]] Result<SchemaPlace> add_root(std::string_view text, std::string_view path);

  /// What `reference` names where it stands at `at`.
  /// @return the place, or kSchemaRefUnresolved, kSchemaInvalid or kSchemaTooLarge, the message with `at` in front
  [[nodiscard]] Result<SchemaPlace> resolve(const SchemaPlace& at, std::string_view reference);

  /// The place of a value inside the schema at `outer`: another scope where it has a name of its own.
  [[nodiscard]] SchemaPlace inside(const SchemaPlace& outer, const Value& value) const;

  [[nodiscard]] Value value_at(const SchemaPlace& place) const { return sources_[place.source].document.at(place.id); }
  [[nodiscard]] const SchemaScope& scope(std::uint32_t index) const { return scopes_[index]; }
  [[nodiscard]] std::size_t scope_count() const noexcept { return scopes_.size(); }

  /// "path:line:column: at "#/pointer": message".
  [[nodiscard]] Error error_at(ErrorCode code, std::uint32_t source, const Value& at, const std::string& message) const;
  /// "path:line:column".
  [[nodiscard]] std::string position_of(std::uint32_t source, const Value& at) const;

  /// Hands the texts over; the values that were given out stay valid with them.
  [[nodiscard]] std::deque<SchemaSource> take() && { return std::move(sources_); }

 private:
  struct Pending {
    std::uint32_t id = 0;
    std::uint32_t scope = 0;
  };
  // Each returns false where `error_` was set.
  bool parse(std::string_view text, std::string_view path, std::uint32_t& source);
  bool index(std::uint32_t source, const std::string& base, const SchemaLanguage& language, std::uint32_t& scope);
  bool index_schema(std::uint32_t source, const Pending& item, bool is_root, std::vector<Pending>& work);
  bool read_language(std::uint32_t source, const Value& schema, SchemaLanguage& language);
  bool read_own_dialect(std::uint32_t source, const Value& named, SchemaLanguage& language);
  bool read_vocabulary(std::uint32_t source, const Value& vocabulary, SchemaLanguage& language);
  bool read_id(std::uint32_t source, const Value& value, const Value& schema, std::uint32_t& scope);
  bool read_anchors(std::uint32_t source, const Value& schema, std::uint32_t scope);
  bool add_scope(std::string uri, std::uint32_t source, std::uint32_t id, std::uint32_t& scope);
  void push_subschemas(const Value& schema, std::uint32_t scope, std::vector<Pending>& work) const;
  bool load(const std::string& uri, const SchemaLanguage& language, bool& is_found);
  bool find_scope(const std::string& uri, const SchemaLanguage& language, std::uint32_t& scope, bool& is_found);
  bool find_pointer(const SchemaPlace& at, std::string_view pointer, std::string_view reference, SchemaPlace& target);
  bool find_member(std::uint32_t source, const Value& object, std::string_view key, Value& out);
  bool fail(ErrorCode code, std::uint32_t source, const Value& at, const std::string& message);

  const SchemaOptions& options_;
  std::deque<SchemaSource> sources_;  // never moves: documents and names point into them
  std::deque<SchemaScope> scopes_;
  std::map<std::string, std::uint32_t, std::less<>> by_uri_;
  std::unordered_map<std::uint64_t, std::uint32_t> roots_;  // source and value id of a scope's root, to the scope
  // Values of the members of large objects that pointers went through, by source and object, then by key.
  std::unordered_map<std::uint64_t, std::unordered_map<std::string_view, std::uint32_t>> members_;
  std::vector<bool> is_loaded_;  // of options_.resources
  std::uint64_t total_bytes_ = 0;
  std::uint32_t own_dialects_ = 0;  // read on the way to the dialect at hand
  Error error_;
};

}  // namespace sluice::json
