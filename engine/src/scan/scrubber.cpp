#include "scan/scrubber.h"

#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "scan/redact.h"
#include "scan/scanner.h"

namespace sluice::scan {

struct Scrubber::Pool {
  std::shared_ptr<const CompiledRules> rules;
  const MarkTable* marks = nullptr;
  std::mutex mutex;
  std::vector<Scratch> idle;

  std::optional<Scratch> take() {
    {
      const std::lock_guard lock(mutex);
      if (!idle.empty()) {
        Scratch scratch = std::move(idle.back());
        idle.pop_back();
        return scratch;
      }
    }
    Result<Scratch> made = Scratch::create(rules);
    if (!made) return std::nullopt;
    return std::move(*made);
  }

  void give_back(Scratch scratch) {
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(scratch));
  }
};

Scrubber::Scrubber(std::shared_ptr<const CompiledRules> rules, const MarkTable* marks)
    : pool_(std::make_unique<Pool>()) {
  pool_->rules = std::move(rules);
  pool_->marks = marks;
}
Scrubber::~Scrubber() = default;

std::string Scrubber::scrub(ByteView raw) const noexcept {
  try {
    static constexpr char kMasked[] = "[masked]";
    std::optional<Scratch> scratch = pool_->take();
    if (!scratch) return kMasked;
    Budget budget;
    if (!budget.admit_input(raw.size())) return kMasked;
    const ScanResult result = scan(raw, *scratch, pool_->marks, budget);
    pool_->give_back(std::move(*scratch));
    if (!result.is_complete) return kMasked;
    return to_string(apply_edits(raw, make_edits(result.matches, *pool_->rules)));
  } catch (...) {
    return {};
  }
}

}  // namespace sluice::scan
