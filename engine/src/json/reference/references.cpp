#include "json/reference/references.h"

namespace sluice::json::reference {

namespace {

int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
    if (low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

bool holds_data(std::string_view key) noexcept {
  return key == "enum" || key == "const" || key == "default" || key == "examples" || key == "example";
}

}  // namespace

std::optional<Draft> draft_of(const rapidjson::Value& root) {
  if (!root.IsObject()) return Draft::k2020;
  const auto found = root.FindMember("$schema");
  if (found == root.MemberEnd()) return Draft::k2020;
  if (!found->value.IsString()) return std::nullopt;
  std::string_view uri = text_of(found->value);
  if (!uri.empty() && uri.back() == '#') uri.remove_suffix(1);
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (uri.substr(0, scheme.size()) == scheme) uri.remove_prefix(scheme.size());
  }
  if (uri == "json-schema.org/draft-04/schema") return Draft::k4;
  if (uri == "json-schema.org/draft-06/schema") return Draft::k6;
  if (uri == "json-schema.org/draft-07/schema") return Draft::k7;
  if (uri == "json-schema.org/draft/2019-09/schema") return Draft::k2019;
  if (uri == "json-schema.org/draft/2020-12/schema") return Draft::k2020;
  return std::nullopt;
}

std::string pointer_step(std::string_view key) {
  std::string out = "/";
  for (const char c : key) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

Result<void> References::collect(const rapidjson::Value& root, Draft draft) {
  root_ = &root;
  draft_ = draft;
  if (root.IsObject()) {
    const auto id = root.FindMember(draft == Draft::k4 ? "id" : "$id");
    if (id != root.MemberEnd() && id->value.IsString()) {
      const std::string_view text = text_of(id->value);
      base_ = text.substr(0, text.find('#'));
    }
  }
  return walk(root, "", false, 0);
}

Result<void> References::note_names(const rapidjson::Value& schema, const std::string& at) {
  const auto id = schema.FindMember(draft_ == Draft::k4 ? "id" : "$id");
  if (id != schema.MemberEnd() && id->value.IsString()) {
    const std::string_view text = text_of(id->value);
    if (!text.empty() && text[0] == '#' && draft_ <= Draft::k7) {
      anchors_.emplace(text.substr(1), at);
    } else if (!at.empty()) {
      return Error{ErrorCode::kSchemaUnsupported,
                   "at \"#" + at + "\": an embedded resource; the reference engine reads one document"};
    }
  }
  if (draft_ < Draft::k2019) return {};
  for (const char* name : {"$anchor", "$dynamicAnchor"}) {
    const auto anchor = schema.FindMember(name);
    if (anchor != schema.MemberEnd() && anchor->value.IsString()) anchors_.emplace(text_of(anchor->value), at);
  }
  const auto recursive = schema.FindMember("$recursiveAnchor");
  if (recursive != schema.MemberEnd() && recursive->value.IsTrue()) has_recursive_anchor_ = true;
  return {};
}

Result<void> References::walk(const rapidjson::Value& value, const std::string& at, bool is_data, unsigned depth) {
  if (depth > kMaxSchemaDepth) {
    return Error{ErrorCode::kSchemaTooLarge, "the schema is nested deeper than 200 levels"};
  }
  if (value.IsArray()) {
    for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
      Result<void> result = walk(value[i], at + "/" + std::to_string(i), is_data, depth + 1);
      if (!result) return result;
    }
  }
  if (!value.IsObject()) return {};
  if (!is_data) {
    Result<void> result = note_names(value, at);
    if (!result) return result;
  }
  for (const auto& member : value.GetObject()) {
    const std::string_view key = text_of(member.name);
    Result<void> result = walk(member.value, at + pointer_step(key), is_data || holds_data(key), depth + 1);
    if (!result) return result;
  }
  return {};
}

Result<std::string> References::resolve(std::string_view text) const {
  const std::size_t hash = text.find('#');
  const std::string_view document = text.substr(0, hash);
  if (!document.empty() && document != base_) {
    return Error{ErrorCode::kSchemaUnsupported,
                 "\"" + std::string(text) + "\" points to another document; the reference engine reads one"};
  }
  const std::string fragment = hash == std::string_view::npos ? "" : percent_decoded(text.substr(hash + 1));
  if (!fragment.empty() && fragment[0] != '/') {
    const auto anchor = anchors_.find(fragment);
    if (anchor != anchors_.end()) return anchor->second;
    return Error{ErrorCode::kSchemaRefUnresolved, "\"" + std::string(text) + "\" names no anchor of the schema"};
  }
  const rapidjson::Pointer pointer(fragment.data(), fragment.size());
  if (pointer.IsValid() && pointer.Get(*root_) != nullptr) return fragment;
  return Error{ErrorCode::kSchemaRefUnresolved, "\"" + std::string(text) + "\" points to nothing"};
}

}  // namespace sluice::json::reference
