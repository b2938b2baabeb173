#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scan/checks/check.h"

// The validators by family, behind run_check. They may throw std::bad_alloc.
namespace sluice::scan::checks {

/// The check characters at the end of a secret: what must follow `head`.
/// @return nothing where `head` is not of the form
[[nodiscard]] std::optional<std::string> crc_tail(CheckKind kind, std::string_view head);
/// How many check characters `kind` has at the end; 0 where it is not of that sort.
[[nodiscard]] std::size_t crc_tail_length(CheckKind kind) noexcept;

[[nodiscard]] CheckResult check_crc(CheckKind kind, std::string_view secret);
[[nodiscard]] CheckResult check_github_fine_pat(std::string_view secret);
[[nodiscard]] std::optional<std::string> complete_github_fine_pat(std::string_view head);

[[nodiscard]] CheckResult check_azure_his(std::string_view secret);
[[nodiscard]] std::optional<std::string> complete_azure_his(std::string_view head);
[[nodiscard]] CheckResult check_azure_cask(std::string_view secret);
[[nodiscard]] std::optional<std::string> complete_azure_cask(std::string_view head);
[[nodiscard]] CheckResult check_entra(std::string_view secret);
[[nodiscard]] std::optional<std::string> complete_entra(std::string_view head);
[[nodiscard]] CheckResult check_azure_devops(std::string_view secret);

[[nodiscard]] CheckResult check_aws_key_id(std::string_view secret);
[[nodiscard]] CheckResult check_pypi(std::string_view secret);
[[nodiscard]] CheckResult check_jwt(std::string_view secret);
[[nodiscard]] CheckResult check_github_app_jwt(std::string_view secret);
[[nodiscard]] CheckResult check_grafana_cloud(std::string_view secret);
[[nodiscard]] CheckResult check_sentry(std::string_view secret);
[[nodiscard]] CheckResult check_discord(std::string_view secret);
[[nodiscard]] CheckResult check_telegram(std::string_view secret);
[[nodiscard]] CheckResult check_nuget(std::string_view secret);
[[nodiscard]] CheckResult check_basic_auth(std::string_view secret);

[[nodiscard]] CheckResult check_age(std::string_view secret);
[[nodiscard]] std::optional<std::string> complete_age(std::string_view head);
[[nodiscard]] CheckResult check_pem(std::string_view block);
/// Whether the decoded body of an armored key has the structure that its label names. Bodies under `Proc-Type:
/// 4,ENCRYPTED` are ciphertext and have none.
[[nodiscard]] bool is_key_body(std::string_view label, std::string_view bytes);

[[nodiscard]] CheckResult check_mnemonic(std::string_view text);
[[nodiscard]] std::optional<std::string> complete_mnemonic(std::string_view head);

[[nodiscard]] CheckResult check_reach(CheckKind kind, std::string_view text);

[[nodiscard]] CheckResult check_luhn(std::string_view text);
[[nodiscard]] std::optional<std::string> complete_luhn(std::string_view head);
[[nodiscard]] CheckResult check_iban(std::string_view text);

}  // namespace sluice::scan::checks
