// What a reference in a schema names.
#include <algorithm>

#include "json/json_pointer.h"
#include "json/metaschemas.h"
#include "json/schema_sources.h"
#include "json/uri_reference.h"

namespace sluice::json {

namespace {

// The element that a token of a pointer names (RFC 6901, section 4: digits without leading zeros).
bool find_element(const Value& array, std::string_view token, Value& out) {
  const bool is_index = !token.empty() && token.size() < 10 &&
                        token.find_first_not_of("0123456789") == std::string_view::npos &&
                        (token == "0" || token[0] != '0');
  if (!is_index) return false;
  std::uint64_t wanted = 0;
  for (const char c : token) wanted = wanted * 10 + static_cast<std::uint64_t>(c - '0');
  for (const Value element : array.elements()) {
    if (wanted-- == 0) {
      out = element;
      return true;
    }
  }
  return false;
}

}  // namespace

Result<SchemaPlace> SchemaSources::resolve(const SchemaPlace& at, std::string_view reference) {
  const Value where = value_at(at);
  const std::string full = resolve_reference(scopes_[at.scope].uri, reference);
  const SplitReference parts = split_fragment(full);
  std::uint32_t scope = at.scope;
  if (parts.uri != scopes_[at.scope].uri) {
    bool is_found = false;
    if (!find_scope(std::string(parts.uri), scopes_[at.scope].language, scope, is_found)) return error_;
    if (!is_found) {
      return error_at(ErrorCode::kSchemaRefUnresolved, at.source, where,
                      '"' + std::string(reference) + "\" means \"" + std::string(parts.uri) +
                          "\", which no schema at hand is called; nothing is fetched, so give that schema beside this "
                          "one");
    }
  }
  const SchemaScope& target = scopes_[scope];
  SchemaPlace place{target.source, target.root_id, scope};
  std::string fragment;
  if (!decode_percent(parts.fragment, fragment)) {
    return error_at(ErrorCode::kSchemaRefUnresolved, at.source, where,
                    '"' + std::string(reference) + "\" has a broken percent escape");
  }
  if (fragment.empty()) return place;
  if (fragment[0] == '/') {
    if (!find_pointer(at, fragment, reference, place)) return error_;
    return place;
  }
  for (const auto* names : {&target.anchors, &target.dynamic_anchors}) {
    const auto anchor = names->find(fragment);
    if (anchor == names->end()) continue;
    place.id = anchor->second;
    return place;
  }
  return error_at(ErrorCode::kSchemaRefUnresolved, at.source, where,
                  '"' + std::string(reference) + "\" points to nothing: there is no anchor \"" + fragment + '"');
}

// Thousands of references may go through one `$defs`.
bool SchemaSources::find_member(std::uint32_t source, const Value& object, std::string_view key, Value& out) {
  constexpr std::uint64_t kFewMembers = 64;
  if (object.size() <= kFewMembers) return object.find(key, out);
  const auto [entry, is_new] = members_.try_emplace((std::uint64_t{source} << 32U) | object.id());
  if (is_new) {
    for (const Member member : object.members()) entry->second.try_emplace(member.key.text(), member.value.id());
  }
  const auto found = entry->second.find(key);
  if (found == entry->second.end()) return false;
  out = sources_[source].document.at(found->second);
  return true;
}

// `target` comes as the place the pointer starts from.
bool SchemaSources::find_pointer(const SchemaPlace& at, std::string_view pointer, std::string_view reference,
                                 SchemaPlace& target) {
  const auto unresolved = [&](const std::string& reason) {
    return fail(ErrorCode::kSchemaRefUnresolved, at.source, value_at(at),
                '"' + std::string(reference) + "\" points to nothing: " + reason);
  };
  Value current = value_at(target);
  for (std::size_t begin = 0; begin < pointer.size();) {
    const std::size_t end = std::min(pointer.find('/', begin + 1), pointer.size());
    const std::string token = unescape_pointer_token(pointer.substr(begin + 1, end - begin - 1));
    begin = end;
    if (current.is_object()) {
      if (!find_member(target.source, current, token, current))
        return unresolved("there is no member \"" + token + '"');
    } else if (!current.is_array() || !find_element(current, token, current)) {
      return unresolved("there is no \"" + token + "\" in " + std::string(kind_name(current.kind())));
    }
    target = inside(target, current);
  }
  return true;
}

bool SchemaSources::find_scope(const std::string& uri, const SchemaLanguage& language, std::uint32_t& scope,
                               bool& is_found) {
  const auto look = [&] {
    const auto known = by_uri_.find(uri);
    is_found = known != by_uri_.end();
    if (is_found) scope = known->second;
    return is_found;
  };
  if (look()) return true;
  if (!load(uri, language, is_found)) return false;
  if (is_found) {
    look();
    return true;
  }
  // A schema may be called by its own `$id`, which is not known before it was read.
  for (std::size_t i = 0; i < options_.resources.size(); ++i) {
    if (is_loaded_[i]) continue;
    is_loaded_[i] = true;
    const SchemaResource& resource = options_.resources[i];
    std::uint32_t source = 0;
    std::uint32_t ignored = 0;
    if (!parse(resource.text, resource.path, source)) return false;
    if (!index(source, std::string(split_fragment(resource.uri).uri), language, ignored)) return false;
    if (look()) return true;
  }
  return true;
}

// Reads the schema that was given under this name, or the metaschema that has it.
bool SchemaSources::load(const std::string& uri, const SchemaLanguage& language, bool& is_found) {
  is_found = false;
  std::uint32_t source = 0;
  std::uint32_t ignored = 0;
  for (std::size_t i = 0; i < options_.resources.size(); ++i) {
    const SchemaResource& resource = options_.resources[i];
    if (is_loaded_[i] || split_fragment(resource.uri).uri != uri) continue;
    is_loaded_[i] = true;
    is_found = true;
    return parse(resource.text, resource.path, source) && index(source, uri, language, ignored);
  }
  const std::string_view metaschema = metaschema_text(uri);
  if (metaschema.empty()) return true;
  is_found = true;
  return parse(metaschema, uri, source) && index(source, uri, language, ignored);
}

}  // namespace sluice::json
