#pragma once

#include <string>

#include "core/budget.h"
#include "core/findings.h"
#include "sanitize/member_host.h"
#include "sluice/bytes.h"
#include "sluice/finding.h"

namespace sluice::isolate {
class Worker;
}

namespace sluice::sanitize {

/// What every cleaner works with. References only; lives on the stack of one check.
struct Job {
  Findings& findings;
  Budget& budget;
  MemberHost& host;
  Consumer consumer = Consumer::kAgent;
  isolate::Worker* worker = nullptr;  ///< for native formats; null: what needs it is withheld

  [[nodiscard]] bool is_withheld() const noexcept { return findings.decision() > Decision::kSanitize; }
};

/// What a cleaner made of an artifact.
struct Output {
  /// False: withheld; the findings say why and there are no bytes.
  bool is_released = false;
  /// True: the input is clean as it stands and `bytes` is empty, so that the caller can borrow its input.
  bool is_unchanged = false;
  Bytes bytes;  ///< the artifact, written anew, where is_released and not is_unchanged
};

}  // namespace sluice::sanitize
