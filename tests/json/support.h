#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/findings.h"
#include "json/document.h"
#include "json/parser.h"
#include "json/schema.h"
#include "json/writer.h"

namespace sluice::json::testing {

/// A budget that has admitted `bytes`.
inline Budget budget_for(std::string_view text, Limits limits = {}) {
  Budget budget(limits);
  (void)budget.admit_input(text.size());
  return budget;
}

/// Writes a value as JSON, for comparisons: recursion, fine for what tests hold.
inline void write_value(const Value& value, std::string& out) {
  switch (value.kind()) {
    case Kind::kNull: out += "null"; return;
    case Kind::kBool: out += value.as_bool() ? "true" : "false"; return;
    case Kind::kInt: out += std::to_string(value.as_int()); return;
    case Kind::kUint: out += std::to_string(value.as_uint()); return;
    case Kind::kDouble: append_number(out, value.as_double()); return;
    case Kind::kBig: out += value.text(); return;
    case Kind::kString: append_quoted(out, value.text()); return;
    case Kind::kArray: {
      out += '[';
      bool is_first = true;
      for (const Value element : value.elements()) {
        if (!is_first) out += ',';
        is_first = false;
        write_value(element, out);
      }
      out += ']';
      return;
    }
    case Kind::kObject: {
      out += '{';
      bool is_first = true;
      for (const Member member : value.members()) {
        if (!is_first) out += ',';
        is_first = false;
        append_quoted(out, member.key.text());
        out += ':';
        write_value(member.value, out);
      }
      out += '}';
      return;
    }
  }
}

inline std::string text_of(const Value& value) {
  std::string out;
  write_value(value, out);
  return out;
}

/// One answer in the words of the tables: "valid", "invalid", "exhausted", "refused", or "not JSON".
inline std::string judge(std::string_view schema, std::string_view instance, const SchemaOptions& options = {}) {
  auto compiled = CompiledSchema::compile(schema, "s.json", options);
  if (!compiled) return "refused";
  Parser parser;
  Budget budget = budget_for(instance);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(instance), {}, budget, findings);
  if (!document) return "not JSON";
  Validator validator;
  std::vector<Violation> violations;
  const Outcome outcome = validator.validate(*document, **compiled, budget, &violations);
  if (outcome == Outcome::kInvalid) {
    EXPECT_FALSE(violations.empty()) << schema << '\n' << instance;
  }
  return outcome == Outcome::kValid ? "valid" : (outcome == Outcome::kInvalid ? "invalid" : "exhausted");
}

}  // namespace sluice::json::testing
