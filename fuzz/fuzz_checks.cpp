// Property: every offline validator and filter accepts any bytes, gives the same answer twice, and passes what
// complete_check appended to a beginning of the right form. Input: one byte that picks the validator, then a secret.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "scan/checks/check.h"
#include "scan/checks/filters.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sluice::as_bytes;
  using sluice::scan::CheckKind;
  using sluice::scan::CheckResult;
  using sluice::scan::complete_check;
  using sluice::scan::run_check;
  if (size == 0) return 0;
  const auto kind = static_cast<CheckKind>(data[0] % sluice::rules::all_check_names().size());
  const std::string_view secret(reinterpret_cast<const char*>(data) + 1, size - 1);
  const CheckResult result = run_check(kind, as_bytes(secret), as_bytes(secret));
  if (run_check(kind, as_bytes(secret), as_bytes(secret)) != result) __builtin_trap();
  if (kind == CheckKind::kNone && result != CheckResult::kNotApplicable) __builtin_trap();

  if (const auto tail = complete_check(kind, secret)) {
    const std::string whole = std::string(secret) + *tail;
    const CheckResult completed = run_check(kind, as_bytes(whole), as_bytes(whole));
    // A card also needs an issuer, and eight characters without meaning follow a GitHub check.
    const bool is_exempt = kind == CheckKind::kLuhn || kind == CheckKind::kGithubFinePat;
    if (!is_exempt && completed == CheckResult::kFail) __builtin_trap();
  }

  const bool is_placeholder = sluice::scan::is_placeholder(as_bytes(secret));
  // Nobody writes a long placeholder; white space around it and inside its quotes does not count.
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  const auto blanks = std::count_if(secret.begin(), secret.end(), is_blank);
  if (is_placeholder && secret.size() - static_cast<std::size_t>(blanks) > 300) __builtin_trap();
  const double entropy = sluice::scan::entropy(as_bytes(secret));
  if (!(entropy >= 0.0 && entropy <= 8.0)) __builtin_trap();
  sluice::rules::Require require;
  require.min_entropy = entropy;
  if (!secret.empty() && !sluice::scan::meets(require, as_bytes(secret))) __builtin_trap();
  return 0;
}
