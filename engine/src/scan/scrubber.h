#pragma once

#include <memory>
#include <string>

#include "scan/compiled_rules.h"
#include "scan/mark_table.h"
#include "sluice/report_text.h"

namespace sluice::scan {

/// Removes secrets from names, keys and types before they are reported. Thread-safe: keeps a pool of scratches.
class Scrubber final : public SecretScrubber {
 public:
  /// @param marks  outlives the scrubber; null gives marks without a fingerprint of the run
  explicit Scrubber(std::shared_ptr<const CompiledRules> rules, const MarkTable* marks);
  ~Scrubber() override;
  Scrubber(const Scrubber&) = delete;
  Scrubber& operator=(const Scrubber&) = delete;

  /// `raw` with every match replaced by its mark, whatever the rule's kind; "[masked]" where the scan failed.
  [[nodiscard]] std::string scrub(ByteView raw) const noexcept override;

 private:
  struct Pool;
  std::unique_ptr<Pool> pool_;
};

}  // namespace sluice::scan
