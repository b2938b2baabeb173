#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "json/parser.h"
#include "json/rebuild.h"
#include "json/schema.h"
#include "pipeline/context.h"

namespace sluice::pipeline {

/// Writes an accepted JSON value as the policy of its channel wants it: members left out, strings edited, defaults
/// filled in, in the canonical form, cut to the limit. Whatever changes the value is read and validated again, since a
/// mark in the place of a value, a missing member or a default may break the schema: then the reader would get what the
/// policy does not allow.
class JsonOutput {
 public:
  /// @param schema  may be null
  JsonOutput(const json::CompiledSchema* schema, CheckContext& context) : schema_(schema), context_(context) {}

  /// @param dropped    ids of member keys that are left out, ascending
  /// @param editor     may be null
  /// @param max_bytes  what is longer is cut; unset: no limit
  /// @return the bytes; where the context is withheld afterwards they mean nothing
  [[nodiscard]] Bytes write(const json::Document& document, std::span<const std::uint32_t> dropped,
                            json::StringEditor* editor, std::optional<std::uint64_t> max_bytes);

 private:
  [[nodiscard]] bool rebuild(const json::Document& document, const json::RebuildOptions& options);
  [[nodiscard]] bool settle(const json::Document& document);
  [[nodiscard]] bool follows_schema(const json::Document& document, bool has_defaults);
  [[nodiscard]] bool find_defaults(const json::Document& document);
  [[nodiscard]] const json::Document* read_again(json::Parser& parser, std::uint64_t paid_nodes);
  void canonicalize(const json::Document& document);
  void cut(std::uint64_t max_bytes, std::uint64_t paid_nodes);
  [[nodiscard]] bool is_cut_valid(ByteView bytes, std::uint64_t paid_nodes);

  const json::CompiledSchema* schema_;
  CheckContext& context_;
  Bytes bytes_;
  std::vector<json::AddedMember> added_;
  json::Parser parsers_[2];  // one holds the document that the other one's text is written from
  json::Document again_;
};

}  // namespace sluice::pipeline
