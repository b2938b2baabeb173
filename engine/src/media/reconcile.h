#pragma once

#include <optional>
#include <string_view>

#include "core/findings.h"
#include "media/second_opinion.h"
#include "media/sniff.h"
#include "media/types.h"
#include "sluice/report_text.h"

namespace sluice::media {

/// What the sandbox says of an artifact. Any bytes.
struct Claims {
  std::string_view declared;  ///< declared media type; empty where none was declared
  std::string_view name;      ///< file name; empty where there is none (streams, display bundles)
};

/// What an artifact is treated as from here on.
struct Reconciled {
  MediaType type = MediaType::kUnknown;       ///< which checks and which cleaner apply; its name is what is served
  MediaType content = MediaType::kUnknown;    ///< what the bytes are
  MediaType declared = MediaType::kUnknown;   ///< kUnknown where nothing was declared or it says nothing
  MediaType extension = MediaType::kUnknown;  ///< kUnknown where the name says nothing
  TextEncoding encoding = TextEncoding::kNone;
  bool is_agreed = true;  ///< no mismatch was found
};

/// Brings the declared type, the file name and the bytes to one type, or withholds.
///
/// The rule: what the bytes are limits what they may be called, and the least capable reading that every claim allows
/// wins. Each claim (declared type, extension) is compared with the content:
///
///   claim against content                                   treated as   finding, effect
///   none, or application/octet-stream                       content      none
///   the same                                                it           none
///   text claim, plain text content                          the claim    none: the claim's own parser judges next
///   text/plain, content JSON, CSV, source                   text/plain   none: less capable
///   text claim, other text content                          the claim    mismatch (low), allow
///   inert text claim, content with active markup            the claim    mismatch (medium), allow: served as the claim
///   broader binary claim (zip of docx)                      content      none
///   narrower binary claim known by its name only (joblib)   the claim    none
///   other narrower binary claim (docx of a plain zip)       content      mismatch (medium), allow
///   raster image of another kind, audio/video, font         content      mismatch (medium), allow
///   pickle claim (by name or type), content a pickle,
///   inert text, unknown, or compressed (joblib)             the claim    none: the walk of a pickle judges next
///   binary claim, content inert text                        text/plain   mismatch (medium), allow
///   binary claim, content active text                       content      mismatch (high), quarantine
///   text claim, content binary                              content      mismatch (high), quarantine
///   any other pair                                          content      mismatch (high), quarantine
///
/// Both claims act (one on the wire, one on the disk), so of two acceptable claims the more capable one chooses the
/// cleaner. A file whose name has no extension we know is opened by its reader's own sniffing, so active markup in it
/// is treated as what it is. Whatever is claimed: unknown binary content, executables (also by extension) and kinds
/// that run code on opening (kWithheldCapability) are quarantined; other active kinds are noted. Pickles that are
/// treated as what they are, are noted too: who asked has to judge them.
///
/// The second opinion only adds: a definite answer of another family is a finding, and one that is executable or more
/// capable than the content quarantines, except where the bytes are text.
///
/// @param opinion   libmagic's answer, or nothing where it was not asked
/// @param findings  gets kTypeMismatchDeclared, kTypeMismatchExtension, kTypeSecondOpinion, kTypeUnknown, kExecutable,
///                  kActiveContent, kEmptyArtifact
/// @param scrubber  cleans the declared type and the name before they are reported; null before an engine is loaded
/// Complexity: O(length of the claims). Thread-safety: as `findings`.
[[nodiscard]] Reconciled reconcile(const Claims& claims, const Sniffed& content, const std::optional<Opinion>& opinion,
                                   Findings& findings, const SecretScrubber* scrubber);

}  // namespace sluice::media
