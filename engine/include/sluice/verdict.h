#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sluice/artifact.h"
#include "sluice/bytes.h"
#include "sluice/export.h"
#include "sluice/finding.h"

namespace sluice {

using Sha256Digest = std::array<std::uint8_t, 32>;

/// Time spent in each stage of one check, in nanoseconds of wall time.
struct Timings {
  std::uint64_t sniff_ns = 0;
  std::uint64_t text_ns = 0;
  std::uint64_t json_ns = 0;
  std::uint64_t scan_ns = 0;
  std::uint64_t rescan_ns = 0;
  std::uint64_t total_ns = 0;
};

/// Where a representation of a result stands in its run.
struct ResultPlace {
  std::uint32_t index = 0;  ///< number of the result in the run; its representations share it
  bool is_main = false;     ///< the value of the last expression
  bool is_best = false;     ///< of the released representations of the result the one that serves the consumer best
};

/// The answer to one check: the decision, why, and the clean bytes where the policy allows them.
///
/// Raw bytes cannot be taken out of it: `released` is empty unless the decision is allow or sanitize. Thread-safety:
/// const use may be shared.
class SLUICE_API Verdict {
 public:
  Decision decision = Decision::kQuarantine;
  bool is_complete = true;  ///< false: something could not be decided; then at least quarantine
  Channel channel = Channel::kFile;
  ReportText name;           ///< the artifact's name, safe to print
  ReportText declared_type;  ///< as declared, safe to print
  std::string media_type;    ///< as detected: one of the engine's own names
  std::string task_id;
  std::uint64_t input_bytes = 0;
  std::uint64_t output_bytes = 0;           ///< bytes that were or can be released
  std::uint64_t released_bytes = 0;         ///< for streams: bytes that already went to the sink
  std::optional<std::uint64_t> stopped_at;  ///< for streams: input offset at which a late finding stopped the release
  bool is_truncated = false;
  std::optional<Sha256Digest> input_digest;  ///< absent where the input held a secret, or digests are off
  std::optional<Sha256Digest> output_digest;
  std::vector<Finding> findings;                             ///< the first `max_findings`
  std::map<std::string, std::uint64_t> findings_not_listed;  ///< rule id or code name -> how many were only counted
  Timings timings;
  std::optional<ResultPlace> result;  ///< of the results of an execution

  /// The clean bytes, or nothing where the artifact is withheld.
  ///
  /// @param consumer  must be the consumer that the check was made for; another one gets nothing
  /// @return a view into this verdict, or into the artifact for `allow`; valid while both live
  [[nodiscard]] std::optional<ByteView> released(Consumer consumer) const& noexcept;
  std::optional<ByteView> released(Consumer) const&& = delete;

  /// Moves the clean bytes out; empty where the artifact is withheld. O(1), or one copy for `allow`.
  [[nodiscard]] Bytes take(Consumer consumer) &&;

  [[nodiscard]] bool is_released() const noexcept { return decision <= Decision::kSanitize; }

  /// For the engine: attaches the clean bytes. `borrowed` is used where nothing changed.
  void attach_clean(Consumer consumer, Bytes clean);
  void attach_borrowed(Consumer consumer, ByteView input);

 private:
  Consumer consumer_ = Consumer::kAgent;
  bool has_bytes_ = false;
  bool is_borrowed_ = false;
  Bytes clean_;
  ByteView borrowed_;
};

}  // namespace sluice
