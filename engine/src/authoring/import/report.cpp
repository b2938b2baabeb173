
#include "authoring/import_rules.h"
#include "config/reader.h"
#include "json/writer.h"

namespace sluice::authoring {
namespace {

std::string_view effect_text(ImportEffect effect) noexcept {
  switch (effect) {
    case ImportEffect::kRuleLeftOut: return "rule left out";
    case ImportEffect::kFindsMore: return "left out; more is found";
    case ImportEffect::kFindsLess: return "a bound; less may be found";
    case ImportEffect::kNoted: return "left out; what is found stays the same";
  }
  return "";
}

std::string_view effect_name(ImportEffect effect) noexcept {
  switch (effect) {
    case ImportEffect::kRuleLeftOut: return "rule-left-out";
    case ImportEffect::kFindsMore: return "finds-more";
    case ImportEffect::kFindsLess: return "finds-less";
    case ImportEffect::kNoted: return "noted";
  }
  return "";
}

}  // namespace

std::string import_notes_as_text(const ImportReport& report) {
  std::string out;
  for (const ImportNote& note : report.notes) {
    out += config::place(note.path, {});
    if (note.line != 0) out.insert(out.size() - 1, std::to_string(note.line) + ":");
    if (!note.rule_id.empty()) out += config::quote(note.rule_id) + ": ";
    out += note.field + ": " + note.found + ": " + std::string(effect_text(note.effect)) + "\n";
  }
  out += std::to_string(report.rules_translated) + " of " + std::to_string(report.rules_read) +
         " rules translated, as " + std::to_string(report.rules_written) + " rules\n";
  return out;
}

std::string import_notes_as_json(const ImportReport& report) {
  std::string out;
  json::Writer writer(out);
  writer.begin_object();
  writer.member("rules_read", std::uint64_t{report.rules_read});
  writer.member("rules_translated", std::uint64_t{report.rules_translated});
  writer.member("rules_written", std::uint64_t{report.rules_written});
  writer.key("notes");
  writer.begin_array();
  for (const ImportNote& note : report.notes) {
    writer.begin_object();
    writer.member("file", note.path);
    writer.member("line", std::uint64_t{note.line});
    writer.member("rule", config::quote(note.rule_id));
    writer.member("field", note.field);
    writer.member("found", note.found);
    writer.member("effect", effect_name(note.effect));
    writer.end_object();
  }
  writer.end_array();
  writer.end_object();
  return out + "\n";
}

}  // namespace sluice::authoring
