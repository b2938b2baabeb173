#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "rules/check_kind.h"
#include "sluice/bytes.h"

namespace sluice::scan {

using rules::CheckKind;

enum class CheckResult : std::uint8_t {
  kPass,
  kFail,
  kNotApplicable,  ///< the text is of a form that carries no check, an older generation for example: no evidence
};

/// Runs one offline validator.
///
/// @param secret      the capture `secret` of the match, any bytes
/// @param full_match  the whole match, of which `secret` is a part
/// Complexity: linear in the text. Thread-safety: safe to call concurrently. Never throws.
[[nodiscard]] CheckResult run_check(CheckKind kind, ByteView secret, ByteView full_match) noexcept;

/// Returns the characters that make `kind` pass when they follow `secret_so_far`, for examples and tests; nothing where
/// `kind` has no check characters at the end or `secret_so_far` is not the beginning of such a secret.
[[nodiscard]] std::optional<std::string> complete_check(CheckKind kind, std::string_view secret_so_far);

}  // namespace sluice::scan
