#pragma once

// The property of fuzz_zip and fuzz_tar.

#include <cstdint>
#include <string>

#include "archive_peer.h"
#include "core/budget.h"
#include "sanitize/archive/options.h"

namespace sluice::peer {

inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

/// @param data  a byte of options, then the archive
/// @param clean  cleans: (ByteView, const ArchiveOptions&, Job&) -> Output
template <typename Clean>
void check_archive(const std::string& archive, unsigned flags, Clean&& clean) {
  Limits limits;
  limits.max_inflated_bytes = 4'000'000;
  sanitize::ArchiveOptions options;
  options.max_entries = 100;
  options.max_member_bytes = 2'000'000;
  options.release_members = (flags & 1U) != 0;
  if ((flags & 2U) != 0) options.repack = sanitize::Repack::kAlways;
  if ((flags & 4U) != 0) options.repack = sanitize::Repack::kNever;

  Findings findings;
  Budget budget(limits);
  require(budget.admit_input(archive.size()));
  const std::uint64_t inflated = budget.left(Budget::Kind::kInflatedBytes);
  PeerHost host(findings);
  sanitize::Job job{findings, budget, host};
  const sanitize::Output output = clean(as_bytes(archive), options, job);
  require(budget.left(Budget::Kind::kInflatedBytes) <= inflated);
  for (const auto& [name, content] : host.files) require(content.size() <= options.max_member_bytes);
  if (!output.is_released) {
    require(output.bytes.empty());
    require(findings.decision() >= Decision::kQuarantine);
    return;
  }
  require(findings.decision() <= Decision::kSanitize);
  require(!output.is_unchanged || findings.decision() == Decision::kAllow);
  require(output.is_unchanged == output.bytes.empty());
  require((flags & 4U) == 0 || output.is_unchanged);
  const std::string released = output.is_unchanged ? archive : to_string(output.bytes);

  // Whoever reads it sees what was checked. libarchive does not know a zip without entries, which is its end record
  // alone.
  constexpr std::size_t kEmptyZipBytes = 22;
  const std::optional<Files> seen = read_with_libarchive(released);
  require(seen.has_value() || released.size() == kEmptyZipBytes);
  require(seen.value_or(Files{}) == host.files);

  Findings again;
  Budget second(limits);
  require(second.admit_input(released.size()));
  PeerHost second_host(again);
  sanitize::Job second_job{again, second, second_host};
  const sanitize::Output fixed = clean(as_bytes(released), options, second_job);
  // What was written anew may be deflated better than before, so that its limit is lower.
  if (second.exhausted() == Budget::Kind::kInflatedBytes) return;
  require(fixed.is_released && fixed.is_unchanged && again.listed().empty());
  require(second_host.files == host.files);
}

}  // namespace sluice::peer
