#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/findings.h"
#include "crypto/secret_bytes.h"
#include "path/glob.h"
#include "scan/match.h"
#include "sluice/engine.h"
#include "sluice/finding.h"
#include "sluice/result.h"

namespace sluice::pipeline {

/// What a developer lets stand in files of his own: an ignore list and a baseline. There is none for what a sandbox
/// wrote. Immutable; shared by all threads.
class Exceptions {
 public:
  /// @return what the options say, or kInvalidArgument (exceptions without is_trusted_source, a key beside a baseline),
  ///         kConfigSyntax, kConfigInvalid with file, line and column
  [[nodiscard]] static Result<Exceptions> read(const LoadOptions& options);

  /// The key under which the baseline's fingerprints were made; empty where there is no baseline.
  [[nodiscard]] const SecretBytes& key() const noexcept { return key_; }
  [[nodiscard]] bool is_in_baseline(const std::string& rule_id, const Fingerprint& fingerprint) const;
  /// Whether the ignore list has the rule for files of this name. @param name  as the artifact is called, any bytes
  [[nodiscard]] bool is_ignored(const std::string& name, const std::string& rule_id) const;

 private:
  struct Ignore {
    std::optional<path::GlobSet> files;             // unset: every file
    std::optional<std::set<std::string>> rule_ids;  // unset: every rule
  };
  Result<void> read_ignores(const LoadOptions& options);
  Result<void> read_baseline(const LoadOptions& options);

  std::vector<Ignore> ignores_;
  std::set<std::pair<std::string, Fingerprint>> baseline_;
  SecretBytes key_;
};

/// The exceptions as they apply to one artifact. Not thread-safe.
class ArtifactExceptions {
 public:
  /// @param all  outlives this object
  ArtifactExceptions(const Exceptions& all, std::string name) : all_(all), name_(std::move(name)) {}

  /// A comment in the artifact lets this match stand, and with it the same value anywhere else in the artifact.
  void add_inline(const scan::Match& match) { inline_.emplace(match.rule_index, match.fingerprint); }
  /// @param rule_id  of the match's rule
  [[nodiscard]] bool lets_stand(const scan::Match& match, const std::string& rule_id) const;
  void count() noexcept { ++counted_; }
  /// Matches that would have been reported.
  [[nodiscard]] std::uint64_t counted() const noexcept { return counted_; }

 private:
  const Exceptions& all_;
  std::string name_;
  std::set<std::pair<std::uint32_t, Fingerprint>> inline_;
  std::uint64_t counted_ = 0;
};

/// Says how many matches were let stand, so that nothing is passed over in silence.
void add_let_stand(const ArtifactExceptions& exceptions, Findings& findings);

}  // namespace sluice::pipeline
