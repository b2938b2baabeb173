#include "json/schema_sources.h"

#include <algorithm>

#include "core/checked.h"
#include "json/metaschemas.h"
#include "json/uri_reference.h"

namespace sluice::json {

namespace {

constexpr std::uint64_t kMaxSchemaDepth = 512;
constexpr std::uint32_t kMaxOwnDialects = 8;

std::uint64_t key_of(std::uint32_t source, std::uint32_t id) noexcept { return (std::uint64_t{source} << 32U) | id; }

std::string quoted(std::string_view text) { return '"' + std::string(text.substr(0, 200)) + '"'; }

bool is_plain_name(std::string_view fragment) noexcept { return !fragment.empty() && fragment[0] != '/'; }

}  // namespace

Result<SchemaPlace> SchemaSources::add_root(std::string_view text, std::string_view path) {
  is_loaded_.assign(options_.resources.size(), false);
  SchemaPlace place;
  if (!parse(text, path, place.source)) return error_;
  place.id = sources_[place.source].document.root().id();
  if (!index(place.source, options_.uri, {options_.default_dialect}, place.scope)) return error_;
  return place;
}

Error SchemaSources::error_at(ErrorCode code, std::uint32_t source, const Value& at, const std::string& message) const {
  const Document& document = sources_[source].document;
  return {code, position_of(source, at) + ": at \"#" + document.pointer_of(at.id()) + "\": " + message,
          document.position_of(at.id()).offset};
}

std::string SchemaSources::position_of(std::uint32_t source, const Value& at) const {
  const Position position = sources_[source].document.position_of(at.id());
  return sources_[source].path + ':' + std::to_string(position.line) + ':' + std::to_string(position.column);
}

bool SchemaSources::fail(ErrorCode code, std::uint32_t source, const Value& at, const std::string& message) {
  error_ = error_at(code, source, at, message);
  return false;
}

bool SchemaSources::parse(std::string_view text, std::string_view path, std::uint32_t& source_index) {
  total_bytes_ += text.size();
  if (total_bytes_ > options_.max_bytes) {
    error_ = {ErrorCode::kSchemaTooLarge,
              std::string(path) + ": the schema" + (sources_.empty() ? "" : ", with those that it refers to,") +
                  " has at least " + std::to_string(total_bytes_) + " bytes; at most " +
                  std::to_string(options_.max_bytes) + " are allowed",
              0};
    return false;
  }
  source_index = narrow<std::uint32_t>(sources_.size());
  SchemaSource& source = sources_.emplace_back();
  source.text = std::string(text);
  source.path = std::string(path);
  Limits limits;
  limits.max_input_bytes = options_.max_bytes;
  limits.max_depth = kMaxSchemaDepth;
  limits.max_nodes = options_.max_bytes;
  Budget budget(limits);
  Findings findings;
  ParsePolicy policy;
  policy.proto_key = OnAnomaly::kKeep;  // a schema may describe such members
  const ByteView bytes = as_bytes(source.text);
  (void)budget.admit_input(bytes.size());
  Result<Document> parsed = source.parser.parse_strict(bytes, policy, budget, findings);
  if (!parsed) {
    const Position at = position_at(bytes, parsed.error().offset);
    std::string message = parsed.error().message;
    const std::size_t colon = message.find(": ");
    if (message.substr(0, 5) == "line " && colon != std::string::npos) message.erase(0, colon + 2);
    error_ = {ErrorCode::kSchemaInvalid,
              source.path + ':' + std::to_string(at.line) + ':' + std::to_string(at.column) + ": " + message,
              parsed.error().offset};
    return false;
  }
  source.document = *parsed;
  return true;
}

SchemaPlace SchemaSources::inside(const SchemaPlace& outer, const Value& value) const {
  const auto own = roots_.find(key_of(outer.source, value.id()));
  return {outer.source, value.id(), own == roots_.end() ? outer.scope : own->second};
}

bool SchemaSources::add_scope(std::string uri, std::uint32_t source, std::uint32_t id, std::uint32_t& scope) {
  scope = narrow<std::uint32_t>(scopes_.size());
  if (!uri.empty() && !by_uri_.try_emplace(uri, scope).second) {
    return fail(ErrorCode::kSchemaInvalid, source, sources_[source].document.at(id),
                "another schema has the name " + quoted(uri) + " already; each \"$id\" must be its own");
  }
  SchemaScope fresh;
  fresh.uri = std::move(uri);
  fresh.source = source;
  fresh.root_id = id;
  scopes_.push_back(std::move(fresh));
  roots_[key_of(source, id)] = scope;
  return true;
}

bool SchemaSources::index(std::uint32_t source, const std::string& base, const SchemaLanguage& language,
                          std::uint32_t& scope) {
  const Value root = sources_[source].document.root();
  if (!add_scope(base, source, root.id(), scope)) return false;
  scopes_[scope].language = language;
  std::vector<Pending> work;
  bool is_root = true;
  for (work.push_back({root.id(), scope}); !work.empty(); is_root = false) {
    const Pending item = work.back();
    work.pop_back();
    if (!index_schema(source, item, is_root, work)) return false;
  }
  return true;
}

bool SchemaSources::index_schema(std::uint32_t source, const Pending& item, bool is_root, std::vector<Pending>& work) {
  const Value schema = sources_[source].document.at(item.id);
  if (!schema.is_object()) return true;
  std::uint32_t scope = item.scope;
  Value id;
  const bool may_be_named = is_root || schema.find("$id", id) || schema.find("id", id);
  SchemaLanguage language = scopes_[scope].language;
  if (may_be_named && !read_language(source, schema, language)) return false;
  const auto settle = [&] {
    scopes_[scope].language = language;
    scopes_[scope].is_language_known = true;
  };
  if (is_root) settle();
  Value ref;
  const bool is_only_ref = language.dialect <= Dialect::kDraft7 && schema.find("$ref", ref);
  const std::string_view id_word = language.dialect == Dialect::kDraft4 ? "id" : "$id";
  if (!is_only_ref && schema.find(id_word, id) && id.is_string()) {
    if (!read_id(source, id, schema, scope)) return false;
    if (scope != item.scope) settle();
  }
  if (!read_anchors(source, schema, scope)) return false;
  push_subschemas(schema, scope, work);
  return true;
}

bool SchemaSources::read_id(std::uint32_t source, const Value& value, const Value& schema, std::uint32_t& scope) {
  const std::string full = resolve_reference(scopes_[scope].uri, value.text());
  const SplitReference parts = split_fragment(full);
  const std::string_view fragment = split_fragment(value.text()).fragment;
  if (parts.uri != scopes_[scope].uri) {
    const bool is_root = roots_.count(key_of(source, schema.id())) != 0;
    if (is_root) {  // the root's own name takes the place of the one it was given with, which stays known
      const auto [entry, is_new] = by_uri_.try_emplace(std::string(parts.uri), scope);
      if (!is_new && entry->second != scope) {
        return fail(ErrorCode::kSchemaInvalid, source, value,
                    "another schema has the name " + quoted(parts.uri) + " already; each \"$id\" must be its own");
      }
      scopes_[scope].uri = std::string(parts.uri);
    } else if (!add_scope(std::string(parts.uri), source, schema.id(), scope)) {
      return false;
    }
  }
  // Before 2019-09 a name of the form "#name" was an anchor.
  if (is_plain_name(fragment) && scopes_[scope].language.dialect <= Dialect::kDraft7) {
    scopes_[scope].anchors.try_emplace(fragment, schema.id());
  }
  return true;
}

bool SchemaSources::read_anchors(std::uint32_t source, const Value& schema, std::uint32_t scope_index) {
  SchemaScope& scope = scopes_[scope_index];
  const Dialect dialect = scope.language.dialect;
  if (dialect < Dialect::kDraft201909) return true;
  Value value;
  const auto name_of = [&](std::string_view word, std::map<std::string_view, std::uint32_t>& names) {
    if (!schema.find(word, value)) return true;
    if (!value.is_string() || value.text().empty()) {
      return fail(ErrorCode::kSchemaInvalid, source, value, "must be a name, a string that is not empty");
    }
    const auto [entry, is_new] = names.try_emplace(value.text(), schema.id());
    if (is_new || entry->second == schema.id()) return true;
    return fail(ErrorCode::kSchemaInvalid, source, value,
                "another part of the schema has the anchor " + quoted(value.text()) + " already");
  };
  if (!name_of("$anchor", scope.anchors)) return false;
  if (dialect == Dialect::kDraft202012 && !name_of("$dynamicAnchor", scope.dynamic_anchors)) return false;
  if (dialect == Dialect::kDraft201909 && schema.id() == scope.root_id && schema.find("$recursiveAnchor", value)) {
    scope.is_recursive_anchor = value.letter() == 't';
  }
  return true;
}

void SchemaSources::push_subschemas(const Value& schema, std::uint32_t scope, std::vector<Pending>& work) const {
  for (const Member member : schema.members()) {
    const KnownWord* word = find_word(member.key.text());
    if (word == nullptr || !word->is_in(scopes_[scope].language.dialect)) continue;
    const Value& value = member.value;
    const bool may_be_list = word->subschemas == Subschemas::kList || word->subschemas == Subschemas::kValueOrList;
    const bool may_be_value = word->subschemas == Subschemas::kValue || word->subschemas == Subschemas::kValueOrList;
    if (value.is_array() && may_be_list) {
      for (const Value element : value.elements()) work.push_back({element.id(), scope});
    } else if (value.is_object() && may_be_value) {
      work.push_back({value.id(), scope});
    } else if (value.is_object() && word->subschemas >= Subschemas::kMembers &&
               word->subschemas != Subschemas::kValueOrList) {
      for (const Member inner : value.members()) work.push_back({inner.value.id(), scope});
    }
  }
}

bool SchemaSources::read_language(std::uint32_t source, const Value& schema, SchemaLanguage& language) {
  Value named;
  if (!schema.find("$schema", named)) return true;
  if (!named.is_string()) return fail(ErrorCode::kSchemaInvalid, source, named, "$schema must be a string");
  const std::optional<Dialect> known = dialect_of_uri(named.text());
  if (!known) return read_own_dialect(source, named, language);
  language = {*known};
  return true;
}

bool SchemaSources::read_own_dialect(std::uint32_t source, const Value& named, SchemaLanguage& language) {
  const std::string uri(split_fragment(named.text()).uri);
  std::uint32_t scope = 0;
  bool is_found = false;
  const auto lead_on = [&] {
    return fail(ErrorCode::kSchemaInvalid, source, named, "the dialects that are named lead from one to the next");
  };
  if (++own_dialects_ > kMaxOwnDialects) return lead_on();
  if (!find_scope(uri, language, scope, is_found)) return false;
  --own_dialects_;
  if (is_found && !scopes_[scope].is_language_known) return lead_on();
  if (!is_found) {
    return fail(ErrorCode::kSchemaUnsupported, source, named,
                "the dialect " + quoted(named.text()) +
                    " is not known; 2020-12, 2019-09, draft-07, draft-06 and draft-04 are, and others where their "
                    "metaschema is given beside the schema");
  }
  // The metaschema's own dialect says what its words mean, its `$vocabulary` which of them there are.
  language = {scopes_[scope].language.dialect};
  const Value metaschema = sources_[scopes_[scope].source].document.at(scopes_[scope].root_id);
  Value vocabulary;
  if (!metaschema.is_object() || !metaschema.find("$vocabulary", vocabulary)) return true;
  return read_vocabulary(scopes_[scope].source, vocabulary, language);
}

bool SchemaSources::read_vocabulary(std::uint32_t source, const Value& vocabulary, SchemaLanguage& language) {
  if (!vocabulary.is_object()) return fail(ErrorCode::kSchemaInvalid, source, vocabulary, "must be an object");
  language.has_validation = false;
  for (const Member member : vocabulary.members()) {
    const std::string_view uri = member.key.text();
    const std::size_t slash = uri.rfind('/');
    const std::string_view name = uri.substr(slash == std::string_view::npos ? 0 : slash + 1);
    constexpr std::string_view kNames[] = {"core",    "applicator", "unevaluated",       "validation",      "meta-data",
                                           "content", "format",     "format-annotation", "format-assertion"};
    const bool is_known = uri.find("://json-schema.org/draft/20") != std::string_view::npos &&
                          std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
    if (!is_known && member.value.letter() == 't') {
      return fail(ErrorCode::kSchemaUnsupported, source, member.key,
                  "the vocabulary " + quoted(uri) + " is required and not known");
    }
    language.has_validation = language.has_validation || (is_known && name == "validation");
    language.has_format_assertion = language.has_format_assertion || (is_known && name == "format-assertion");
  }
  return true;
}

}  // namespace sluice::json
