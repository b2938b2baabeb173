#include "json/pattern.h"

#include <string>
#include <utility>

#include "json/pattern_parser.h"
#include "json/pattern_spelling.h"
#include "sluice/bytes.h"

namespace sluice::json {

namespace {

// RE2's program and its share of cached states, roughly.
constexpr std::size_t kBytesPerInstruction = 64;

Error too_large(const ParsedPattern& parsed, std::string_view why) {
  return Error{ErrorCode::kPatternTooLarge, "with its repetitions written out it has " +
                                                std::to_string(parsed.written_out) + " characters and classes; " +
                                                std::string(why)};
}

Result<regex::Regex> compile_linear(const ParsedPattern& parsed) {
  regex::RegexOptions options;
  options.is_utf8 = true;
  Result<regex::Regex> compiled = regex::Regex::compile(spell_pattern(parsed, PatternDialect::kRe2), options);
  if (compiled) return compiled;
  // What is left for RE2 to refuse is size: nested counts above 1,000, or its memory.
  return too_large(parsed, "write smaller counts, or check the length with maxLength");
}

Result<regex::BacktrackingRegex> compile_backtracking(const ParsedPattern& parsed) {
  Result<regex::BacktrackingRegex> compiled =
      regex::BacktrackingRegex::compile(spell_pattern(parsed, PatternDialect::kPcre2));
  if (compiled) return compiled;
  if (compiled.error().code != ErrorCode::kPatternInvalid) return compiled;
  std::string reason = compiled.error().message;
  const std::size_t colon = reason.find(": ");
  if (colon != std::string::npos) reason.erase(0, colon + 2);  // the offset is one of the translated pattern
  return Error{ErrorCode::kPatternInvalid, "the engine for look-around (PCRE2) refuses it: " + reason};
}

}  // namespace

Result<SchemaPattern> SchemaPattern::compile(std::string_view source, const PatternOptions& options) {
  Result<ParsedPattern> parsed = parse_pattern(source);
  if (!parsed) return std::move(parsed).error();
  if (options.first <= PatternEngine::kLiterals) {
    if (auto literals = LiteralPattern::from(*parsed)) return SchemaPattern(std::move(*literals));
  }
  if (options.first <= PatternEngine::kSequence) {
    if (auto sequence = SequencePattern::from(*parsed)) return SchemaPattern(std::move(*sequence));
  }
  if (options.first <= PatternEngine::kAutomaton) {
    if (auto automaton = AutomatonPattern::from(*parsed)) return SchemaPattern(std::move(*automaton));
  }
  if (parsed->written_out > options.max_written_out) {
    return too_large(*parsed, "at most " + std::to_string(options.max_written_out) + " are accepted");
  }
  const bool needs_backtracking = parsed->has_look_around || parsed->has_backtracking_property ||
                                  parsed->has_not_word_boundary || parsed->has_repeated_property;
  if (options.first <= PatternEngine::kLinear && !needs_backtracking) {
    Result<regex::Regex> linear = compile_linear(*parsed);
    if (linear) return SchemaPattern(std::move(linear).value());
    if (!parsed->has_properties) return std::move(linear).error();
  }
  Result<regex::BacktrackingRegex> backtracking = compile_backtracking(*parsed);
  if (!backtracking) return std::move(backtracking).error();
  return SchemaPattern(std::move(backtracking).value());
}

regex::BacktrackOutcome SchemaPattern::search(std::string_view text) const {
  const auto outcome = [](bool is_match) {
    return is_match ? regex::BacktrackOutcome::kMatch : regex::BacktrackOutcome::kNoMatch;
  };
  switch (engine()) {
    case PatternEngine::kLiterals: return outcome(std::get_if<LiteralPattern>(&matcher_)->search(text));
    case PatternEngine::kSequence: return outcome(std::get_if<SequencePattern>(&matcher_)->search(text));
    case PatternEngine::kAutomaton: return outcome(std::get_if<AutomatonPattern>(&matcher_)->search(text));
    case PatternEngine::kLinear: return outcome(std::get_if<regex::Regex>(&matcher_)->search(as_bytes(text)));
    case PatternEngine::kBacktracking: break;
  }
  return std::get_if<regex::BacktrackingRegex>(&matcher_)->search(text);
}

std::size_t SchemaPattern::memory_bytes() const noexcept {
  if (const auto* linear = std::get_if<regex::Regex>(&matcher_)) {
    return static_cast<std::size_t>(linear->program_size()) * kBytesPerInstruction;
  }
  if (const auto* literals = std::get_if<LiteralPattern>(&matcher_)) return literals->memory_bytes();
  if (const auto* sequence = std::get_if<SequencePattern>(&matcher_)) return sequence->memory_bytes();
  if (const auto* automaton = std::get_if<AutomatonPattern>(&matcher_)) return automaton->memory_bytes();
  return std::get_if<regex::BacktrackingRegex>(&matcher_)->memory_bytes();
}

}  // namespace sluice::json
