#include "media/reconcile.h"

#include <string>
#include <utility>

namespace sluice::media {

namespace {

// How a claim fits the content.
enum class Fit : std::uint8_t {
  kNoClaim,    // nothing was claimed, or nothing that says something
  kAgrees,     // the same, or a reading of the content that is as harmless
  kTolerated,  // another kind, but what it is treated as cannot do more than either says
  kConflict,   // withheld
};

struct Assessment {
  Fit fit = Fit::kNoClaim;
  MediaType type = MediaType::kUnknown;  // what the artifact would be treated as
  Severity severity = Severity::kInfo;
};

bool is_active_markup(const TypeInfo& info) noexcept { return info.is_markup && info.has_active_content; }

// Judged by a walk over its opcodes, which needs no signature.
bool is_pickle(MediaType type) noexcept { return is_reading_of(MediaType::kPickle, type) || type == MediaType::kTorch; }

// What a file named as a pickle can hold and still be one: a pickle needs no signature, that of protocol 0 is text, and
// joblib compresses. An old torch file is a pickle, a new one a zip.
bool can_be_pickle(MediaType claimed, const TypeInfo& content) noexcept {
  if (content.is_text) return !is_active_markup(content) && !content.is_executable;
  switch (content.type) {
    case MediaType::kUnknown:
    case MediaType::kPickle: return true;
    case MediaType::kGzip:
    case MediaType::kBzip2:
    case MediaType::kXz:
    case MediaType::kLz4:
    case MediaType::kZstd: return claimed != MediaType::kTorch;
    default: return false;
  }
}

Assessment assess_text(const TypeInfo& claim, const TypeInfo& content, SniffBasis basis) noexcept {
  // Nothing more specific was seen: the parser of the claimed kind judges next.
  if (content.type == MediaType::kText) return {Fit::kAgrees, claim.type, Severity::kInfo};
  if (is_reading_of(content.type, claim.type)) return {Fit::kAgrees, claim.type, Severity::kInfo};
  if (is_reading_of(claim.type, content.type)) {
    if (is_active_markup(claim)) return {Fit::kAgrees, content.type, Severity::kInfo};
    if (is_active_markup(content)) return {Fit::kTolerated, claim.type, Severity::kMedium};
    return {Fit::kAgrees, claim.type, Severity::kInfo};
  }
  if (is_active_markup(content) && !claim.has_active_content) {
    // Markdown holds HTML by its own rules.
    if (claim.type == MediaType::kMarkdown) return {Fit::kAgrees, claim.type, Severity::kInfo};
    return {Fit::kTolerated, claim.type, Severity::kMedium};
  }
  const bool is_guess = basis == SniffBasis::kHeuristic || basis == SniffBasis::kStructure;
  if (claim.is_name_only && is_guess && !content.has_active_content) return {Fit::kAgrees, claim.type, Severity::kInfo};
  return {Fit::kTolerated, claim.type, Severity::kLow};
}

Assessment assess_binary(const TypeInfo& claim, const TypeInfo& content) noexcept {
  if (is_reading_of(claim.type, content.type)) return {Fit::kAgrees, content.type, Severity::kInfo};
  if (is_reading_of(content.type, claim.type)) {
    if (claim.is_name_only) return {Fit::kAgrees, claim.type, Severity::kInfo};
    if (claim.capability < kWithheldCapability) return {Fit::kTolerated, content.type, Severity::kMedium};
  }
  const bool is_same_family = (claim.is_image && content.is_image) ||
                              (claim.is_audio_video && content.is_audio_video) || (claim.is_font && content.is_font);
  if (is_same_family) return {Fit::kTolerated, content.type, Severity::kMedium};
  return {Fit::kConflict, content.type, Severity::kHigh};
}

Assessment assess(MediaType claimed, const Sniffed& sniffed) noexcept {
  if (claimed == MediaType::kUnknown) return {Fit::kNoClaim, sniffed.type, Severity::kInfo};
  const TypeInfo& claim = type_info(claimed);
  const TypeInfo& content = type_info(sniffed.type);
  if (sniffed.type == MediaType::kEmpty) {
    return {Fit::kAgrees, claim.is_text ? claimed : MediaType::kEmpty, Severity::kInfo};
  }
  if (claimed == sniffed.type) return {Fit::kAgrees, claimed, Severity::kInfo};
  if (is_pickle(claimed) && can_be_pickle(claimed, content)) return {Fit::kAgrees, claimed, Severity::kInfo};
  if (claim.is_text && content.is_text) return assess_text(claim, content, sniffed.basis);
  if (claim.is_text) return {Fit::kConflict, sniffed.type, Severity::kHigh};
  if (content.is_text) {
    // Word opens any text: what such a name promises would be kept.
    if (claim.capability >= kWithheldCapability || is_active_markup(content)) {
      return {Fit::kConflict, sniffed.type, Severity::kHigh};
    }
    return {Fit::kTolerated, MediaType::kText, Severity::kMedium};
  }
  return assess_binary(claim, content);
}

void report_mismatch(FindingCode code, const Assessment& assessment, std::string_view raw_claim, MediaType claimed,
                     const Sniffed& content, Layer layer, Findings& findings, const SecretScrubber* scrubber) {
  if (assessment.fit != Fit::kTolerated && assessment.fit != Fit::kConflict) return;
  std::string detail = report_text(as_bytes(raw_claim), scrubber).str();
  detail += " claims ";
  detail += type_name(claimed);
  detail += ", content is ";
  detail += type_name(content.type);
  detail += " (";
  detail += content.evidence;
  detail += assessment.fit == Fit::kConflict ? ")" : "), treated as ";
  if (assessment.fit == Fit::kTolerated) detail += type_name(assessment.type);
  Location where;
  where.layer = layer;
  const Decision effect = assessment.fit == Fit::kConflict ? Decision::kQuarantine : Decision::kAllow;
  findings.add(code, assessment.severity, effect, engine_text(std::move(detail)), std::move(where));
}

// Two claims act at once, so the one that lets a reader do more chooses the cleaner.
MediaType choose(const Assessment& declared, const Assessment& extension, MediaType content) noexcept {
  if (declared.fit == Fit::kConflict || extension.fit == Fit::kConflict) return content;
  if (declared.fit == Fit::kNoClaim && extension.fit == Fit::kNoClaim) return content;
  if (declared.fit == Fit::kNoClaim) return extension.type;
  if (extension.fit == Fit::kNoClaim) return declared.type;
  const bool declared_does_more = type_info(declared.type).capability >= type_info(extension.type).capability;
  return declared_does_more ? declared.type : extension.type;
}

void report_danger(const Reconciled& result, Findings& findings) {
  for (const MediaType type : {result.content, result.type, result.extension, result.declared}) {
    const TypeInfo& info = type_info(type);
    if (type == MediaType::kUnknown || !info.is_executable) continue;
    const bool is_by_name = type != result.content;
    findings.add(FindingCode::kExecutable, Severity::kHigh, Decision::kQuarantine,
                 engine_text(std::string(is_by_name ? "named as " : "content is ") + std::string(info.name)));
    break;
  }
  for (const MediaType type : {result.content, result.type}) {
    const TypeInfo& info = type_info(type);
    if (type == MediaType::kUnknown || !info.has_active_content) continue;
    const bool is_judged = is_pickle(type) && is_pickle(result.type);
    const bool is_withheld = info.capability >= kWithheldCapability && !is_judged;
    if (type != result.type && !is_withheld) continue;  // HTML that is served as plain text runs nothing
    findings.add(FindingCode::kActiveContent, is_withheld ? Severity::kHigh : Severity::kInfo,
                 is_withheld ? Decision::kQuarantine : Decision::kAllow, engine_text(std::string(info.name)));
    break;
  }
}

void report_opinion(const Opinion& opinion, const Reconciled& result, Findings& findings) {
  if (!opinion.is_definite) return;
  const TypeInfo& other = type_info(opinion.type);
  const TypeInfo& content = type_info(result.content);
  if (is_reading_of(opinion.type, result.content) || is_reading_of(result.content, opinion.type)) return;
  if (is_reading_of(result.type, opinion.type) || (other.is_text && content.is_text)) return;
  const bool is_worse = other.is_executable || other.capability > content.capability;
  const bool is_withheld = is_worse && !content.is_text;
  std::string detail = "libmagic says ";
  detail += other.name;
  detail += ", the signature ";
  detail += content.name;
  findings.add(FindingCode::kTypeSecondOpinion, is_withheld ? Severity::kHigh : Severity::kLow,
               is_withheld ? Decision::kQuarantine : Decision::kAllow, engine_text(std::move(detail)));
}

}  // namespace

Reconciled reconcile(const Claims& claims, const Sniffed& content, const std::optional<Opinion>& opinion,
                     Findings& findings, const SecretScrubber* scrubber) {
  Reconciled result;
  result.content = content.type;
  result.encoding = content.encoding;
  result.declared = parse_media_type(claims.declared).type;
  const ExtensionType named = type_of_name(claims.name);
  result.extension = named.type;

  const auto is_open = [](MediaType claimed) { return claimed == MediaType::kUnknown || is_pickle(claimed); };
  const bool is_named_pickle = (is_pickle(result.declared) || is_pickle(result.extension)) &&
                               is_open(result.declared) && is_open(result.extension);
  if (content.type == MediaType::kUnknown && !is_named_pickle) {
    result.is_agreed = result.declared == MediaType::kUnknown && result.extension == MediaType::kUnknown;
    findings.add(FindingCode::kTypeUnknown, Severity::kMedium, Decision::kQuarantine,
                 "no signature fits and the bytes are not text");
    report_danger(result, findings);
    if (opinion) report_opinion(*opinion, result, findings);
    return result;
  }

  Assessment declared = assess(result.declared, content);
  const Assessment extension = assess(result.extension, content);
  const bool is_sniffed_by_readers = !claims.name.empty() && !named.is_known;
  if (is_sniffed_by_readers && is_active_markup(type_info(content.type)) && declared.fit != Fit::kConflict &&
      declared.fit != Fit::kNoClaim && !type_info(declared.type).has_active_content) {
    declared = {Fit::kTolerated, content.type, Severity::kMedium};
  }
  result.type = choose(declared, extension, content.type);
  report_mismatch(FindingCode::kTypeMismatchDeclared, declared, claims.declared, result.declared, content, Layer::kName,
                  findings, scrubber);
  report_mismatch(FindingCode::kTypeMismatchExtension, extension, claims.name, result.extension, content, Layer::kName,
                  findings, scrubber);
  const auto is_mismatch = [](Fit fit) { return fit == Fit::kTolerated || fit == Fit::kConflict; };
  result.is_agreed = !is_mismatch(declared.fit) && !is_mismatch(extension.fit);

  if (content.type == MediaType::kEmpty && result.type == MediaType::kEmpty) {
    findings.add(FindingCode::kEmptyArtifact, Severity::kLow, Decision::kAllow, "no bytes");
  }
  report_danger(result, findings);
  if (opinion) report_opinion(*opinion, result, findings);
  return result;
}

}  // namespace sluice::media
