#include "authoring/import_rules.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "authoring/import/examples.h"
#include "authoring/import/foreign_rule.h"
#include "authoring/import/pack_writer.h"
#include "config/reader.h"
#include "core/ascii.h"
#include "rules/load.h"

namespace sluice::authoring {

namespace importing {
namespace {

using rules::Rule;

constexpr std::size_t kMaxIdBytes = 56;  // of 64: a number may be added
constexpr std::size_t kMaxTitleBytes = 300;

// `[a-z0-9]+([.-][a-z0-9]+)*` of whatever the source uses.
std::string rule_id_of(std::string_view upstream) {
  std::string out;
  for (const char raw : upstream) {
    const char c = ascii_lower(raw);
    const bool is_word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const bool may_join = !out.empty() && out.back() != '-' && out.back() != '.';
    if (is_word) {
      out += c;
    } else if (may_join) {
      out += c == '.' ? '.' : '-';
    }
    if (out.size() >= kMaxIdBytes) break;
  }
  while (!out.empty() && (out.back() == '-' || out.back() == '.')) out.pop_back();
  return out.empty() ? "rule" : out;
}

std::string title_of(const ForeignRule& rule) {
  std::string title = rule.title.empty() ? rule.id : rule.title;
  if (title.size() > kMaxTitleBytes) {
    title.resize(kMaxTitleBytes);
    while (!title.empty() && (static_cast<unsigned char>(title.back()) & 0x80U) != 0) title.pop_back();
  }
  for (char& c : title) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return title.empty() ? "imported" : title;
}

class Importer {
 public:
  Importer(const ImportOptions& options, Notes& notes) : options_(options), notes_(notes) {}

  void add(const ForeignRule& foreign) {
    ++rules_read_;
    if (foreign.pattern.empty()) {
      notes_.add(foreign, "pattern", "none; a pack holds rules about content only", ImportEffect::kRuleLeftOut);
      return;
    }
    Differences differences;
    const auto matches = translate_pattern(foreign.pattern, foreign.dialect, foreign.secret, differences);
    if (!matches) {
      notes_.add(foreign, "pattern", matches.error().message, ImportEffect::kRuleLeftOut);
      return;
    }
    for (const std::string& text : differences.wider()) {
      notes_.add(foreign, "pattern", text, ImportEffect::kFindsMore);
    }
    for (const std::string& text : differences.bounds()) {
      notes_.add(foreign, "pattern", text, ImportEffect::kFindsLess);
    }
    std::vector<Rule> translated;
    for (const TranslatedMatch& match : *matches) translated.push_back(make_rule(foreign, match));
    note_keywords(foreign, translated);
    carry_examples(foreign, translated, notes_);
    ++rules_translated_;
    std::vector<std::string>& ids = ids_of_[foreign.id];
    for (Rule& rule : translated) {
      ids.push_back(rule.id);
      written_.push_back({std::move(rule), foreign.references, foreign.needs});
      sources_.push_back(foreign);
    }
  }

  Result<ImportReport> finish() {
    if (written_.empty()) {
      return Error{ErrorCode::kRuleInvalid, "none of " + std::to_string(rules_read_) + " rules could be translated", 0};
    }
    resolve_needs();
    rules::RulePack head;
    head.name = options_.pack_name;
    head.version = "1.0.0";
    head.licence = licence();
    ImportReport report;
    report.pack = write_pack(head, written_);
    Result<rules::RulePack> pack = rules::load_pack(report.pack, "the imported pack");
    if (!pack) {
      // Examples are most of a pack; the rules matter more.
      report.pack = write_pack(head, written_, {.with_tests = false});
      pack = rules::load_pack(report.pack, "the imported pack");
      notes_.add_for_file("the imported pack", 0, "examples", "too many for one pack; all left out",
                          ImportEffect::kNoted);
    }
    if (!pack) return std::move(pack).error();
    report.rules_read = rules_read_;
    report.rules_translated = rules_translated_;
    report.rules_written = written_.size();
    return report;
  }

 private:
  [[nodiscard]] std::string licence() const { return options_.licence.empty() ? "NOASSERTION" : options_.licence; }

  std::string unique_id(const std::string& wanted) {
    std::string id = wanted;
    for (std::size_t number = 2; !ids_.insert(id).second; ++number) id = wanted + "-" + std::to_string(number);
    return id;
  }

  Rule make_rule(const ForeignRule& foreign, const TranslatedMatch& match) {
    Rule rule;
    rule.id = unique_id(rule_id_of(foreign.id));
    rule.title = title_of(foreign);
    rule.kind = foreign.kind;
    rule.anchors = match.anchors;
    rule.pattern = match.pattern;
    rule.max_len = match.max_len;
    rule.before = match.before;
    rule.after = match.after;
    rule.require = foreign.require;
    rule.specificity = foreign.specificity;
    const bool has_vendor = foreign.kind != rules::RuleKind::kGeneric && foreign.kind != rules::RuleKind::kPii;
    rule.vendor_prefix_len = has_vendor ? match.vendor_prefix_len : 0;
    rule.severity = foreign.severity.value_or(Severity::kHigh);
    rule.confidence = foreign.confidence.value_or(rule.vendor_prefix_len > 0 ? Confidence::kHigh : Confidence::kMedium);
    rule.provenance.source = "rule " + rule_name(foreign) + " of " + origin_name(foreign);
    rule.provenance.licence = licence();
    rule.provenance.verified = "imported, not verified";
    return rule;
  }

  static std::string rule_name(const ForeignRule& foreign) { return config::quote(foreign.id); }

  [[nodiscard]] std::string origin_name(const ForeignRule& foreign) const {
    switch (options_.origin) {
      case RuleOrigin::kGitleaks: return "gitleaks";
      case RuleOrigin::kBetterleaks: return "betterleaks";
      case RuleOrigin::kNoseyParker: return "Nosey Parker";
      case RuleOrigin::kKingfisher: return "kingfisher";
      case RuleOrigin::kAuto: break;
    }
    if (foreign.dialect == PatternDialect::kGo) return "gitleaks";
    return foreign.id.starts_with("kingfisher.") ? "kingfisher" : "Nosey Parker";
  }

  // gitleaks looks at a text only where one of the keywords stands somewhere in it.
  void note_keywords(const ForeignRule& foreign, const std::vector<Rule>& translated) {
    if (foreign.keywords.empty()) return;
    const auto is_in_pattern = [&foreign](const Rule& rule) {
      return !rule.anchors.empty() &&
             std::all_of(rule.anchors.begin(), rule.anchors.end(), [&](const rules::Anchor& anchor) {
               const std::string text = ascii_lower(anchor.bytes);
               return std::any_of(foreign.keywords.begin(), foreign.keywords.end(),
                                  [&text](const std::string& keyword) {
                                    const std::string word = ascii_lower(keyword);
                                    return text.find(word) != std::string::npos || word.find(text) != std::string::npos;
                                  });
             });
    };
    if (std::all_of(translated.begin(), translated.end(), is_in_pattern)) return;
    notes_.add(foreign, "keywords", "words of which the text must hold one, anywhere", ImportEffect::kFindsMore);
  }

  // What another rule became may have another id, or be several.
  void resolve_needs() {
    for (std::size_t i = 0; i < written_.size(); ++i) {
      std::vector<rules::Need> kept;
      const bool is_first = i == 0 || sources_[i].id != sources_[i - 1].id;
      for (const ForeignNeed& need : written_[i].foreign_needs) {
        const auto found = ids_of_.find(need.rule_id);
        std::string why;
        if (!need.within_lines && !need.within_bytes) {
          why = "it sets no distance";
        } else if (found == ids_of_.end() || found->second.size() != 1) {
          why = found == ids_of_.end() ? "that rule was left out" : "that rule became several";
        } else if (found->second[0] == written_[i].rule.id) {
          why = "that is the rule itself";
        }
        if (why.empty()) {
          const std::uint32_t bytes = std::min(need.within_bytes.value_or(rules::kMaxNeedBytes), rules::kMaxNeedBytes);
          kept.push_back({found->second[0], bytes, need.within_lines});
          if (is_first && need.within_bytes != bytes) {
            notes_.add(sources_[i], "required",
                       "rule " + config::quote(need.rule_id) +
                           " nearby, however many bytes away: " + std::to_string(bytes) + " at most",
                       ImportEffect::kFindsLess);
          }
        } else if (is_first) {
          notes_.add(sources_[i], "required", "rule " + config::quote(need.rule_id) + " nearby; " + why,
                     ImportEffect::kFindsMore);
        }
      }
      written_[i].rule.needs = std::move(kept);
    }
  }

  const ImportOptions& options_;
  Notes& notes_;
  std::size_t rules_read_ = 0;
  std::size_t rules_translated_ = 0;
  std::set<std::string> ids_;
  std::map<std::string, std::vector<std::string>, std::less<>> ids_of_;
  std::vector<WrittenRule> written_;
  std::vector<ForeignRule> sources_;  // of each written rule
};

bool is_toml(const PackText& file, RuleOrigin origin) {
  if (origin != RuleOrigin::kAuto) return origin == RuleOrigin::kGitleaks || origin == RuleOrigin::kBetterleaks;
  if (file.path.ends_with(".toml")) return true;
  if (file.path.ends_with(".yml") || file.path.ends_with(".yaml")) return false;
  return file.text.find("[[rules]]") != std::string::npos;
}

}  // namespace
}  // namespace importing

Result<ImportReport> import_rules(std::span<const PackText> files, const ImportOptions& options) {
  importing::Notes notes;
  importing::Importer importer(options, notes);
  for (const PackText& file : files) {
    const bool is_toml = importing::is_toml(file, options.origin);
    const Result<config::Tree> tree =
        is_toml ? config::parse(file.text, file.path) : importing::parse_yaml(file.text, file.path);
    if (!tree) return tree.error();
    const Result<std::vector<importing::ForeignRule>> rules =
        is_toml ? importing::read_toml_rules(*tree, notes) : importing::read_yaml_rules(*tree, notes);
    if (!rules) return rules.error();
    for (const importing::ForeignRule& rule : *rules) importer.add(rule);
  }
  Result<ImportReport> report = importer.finish();
  if (!report) return report;
  report->notes = notes.take();
  std::stable_sort(report->notes.begin(), report->notes.end(), [](const ImportNote& a, const ImportNote& b) {
    return std::tie(a.path, a.line) < std::tie(b.path, b.line);
  });
  return report;
}

bool parse_rule_origin(std::string_view word, RuleOrigin& out) noexcept {
  constexpr std::pair<std::string_view, RuleOrigin> kWords[] = {{"auto", RuleOrigin::kAuto},
                                                                {"gitleaks", RuleOrigin::kGitleaks},
                                                                {"betterleaks", RuleOrigin::kBetterleaks},
                                                                {"noseyparker", RuleOrigin::kNoseyParker},
                                                                {"kingfisher", RuleOrigin::kKingfisher}};
  for (const auto& [name, origin] : kWords) {
    if (name != word) continue;
    out = origin;
    return true;
  }
  return false;
}

}  // namespace sluice::authoring
