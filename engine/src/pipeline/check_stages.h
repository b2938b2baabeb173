#pragma once

#include "media/reconcile.h"
#include "pipeline/context.h"
#include "pipeline/kinds.h"
#include "sluice/artifact.h"

namespace sluice::pipeline {

/// How many bytes of a stream decide its kind; the same for whole artifacts of stdout and stderr, so that both ways
/// give one answer.
inline constexpr std::size_t kStreamSniffBytes = 4096;

/// What an artifact is treated as.
struct Sniff {
  media::MediaType type = media::MediaType::kUnknown;
  Kind kind = Kind::kNoCleaner;
  std::string_view media_type;  ///< its name
  std::string_view file_name;   ///< of a file: as it came, and as long as its ArtifactInfo; else empty
};

/// Tells the kind of an artifact, brings the claims about it together, and checks it against the policy.
/// @param bytes  the whole artifact, or the head of a stream
[[nodiscard]] Sniff sniff_artifact(const ArtifactInfo& info, ByteView bytes, CheckContext& context);

}  // namespace sluice::pipeline
