#include "scan/checks/check.h"

#include <new>

#include "scan/checks/internal.h"

namespace sluice::scan {
namespace {

CheckResult dispatch(CheckKind kind, std::string_view secret, std::string_view full_match) {
  using namespace checks;
  switch (kind) {
    case CheckKind::kNone: return CheckResult::kNotApplicable;
    case CheckKind::kGithubCrc:
    case CheckKind::kNpmCrc:
    case CheckKind::kVercelCrc:
    case CheckKind::kGitlabRoutable:
    case CheckKind::kGrafanaServiceAccount:
    case CheckKind::kCloudflareCrc:
    case CheckKind::kConfluentCrc:
    case CheckKind::kZuploCrc:
    case CheckKind::kAtlassianCrc: return check_crc(kind, secret);
    case CheckKind::kGithubFinePat: return check_github_fine_pat(secret);
    case CheckKind::kGrafanaCloud: return check_grafana_cloud(secret);
    case CheckKind::kAzureHis: return check_azure_his(secret);
    case CheckKind::kAzureCask: return check_azure_cask(secret);
    case CheckKind::kEntraClientSecret: return check_entra(secret);
    case CheckKind::kAzureDevopsPat: return check_azure_devops(secret);
    case CheckKind::kAwsKeyId: return check_aws_key_id(secret);
    case CheckKind::kPypiMacaroon: return check_pypi(secret);
    case CheckKind::kJwt: return check_jwt(secret);
    case CheckKind::kGithubAppJwt: return check_github_app_jwt(secret);
    case CheckKind::kAgeBech32: return check_age(secret);
    case CheckKind::kPemBlock: return check_pem(full_match);
    case CheckKind::kDiscordSnowflake: return check_discord(secret);
    case CheckKind::kTelegramBot: return check_telegram(secret);
    case CheckKind::kSentryOrg: return check_sentry(secret);
    case CheckKind::kLuhn: return check_luhn(secret);
    case CheckKind::kIban: return check_iban(secret);
    case CheckKind::kNugetCase: return check_nuget(secret);
    case CheckKind::kBasicAuth: return check_basic_auth(secret);
    case CheckKind::kMnemonic: return check_mnemonic(secret);
    case CheckKind::kMetadataHost:
    case CheckKind::kInternalHost: return check_reach(kind, secret);
  }
  return CheckResult::kNotApplicable;
}

}  // namespace

CheckResult run_check(CheckKind kind, ByteView secret, ByteView full_match) noexcept {
  try {
    return dispatch(kind, as_chars(secret), as_chars(full_match));
  } catch (const std::bad_alloc&) {
    return CheckResult::kNotApplicable;  // no evidence against the match: it stays a finding
  }
}

std::optional<std::string> complete_check(CheckKind kind, std::string_view secret_so_far) {
  using namespace checks;
  switch (kind) {
    case CheckKind::kGithubFinePat: return complete_github_fine_pat(secret_so_far);
    case CheckKind::kAzureHis: return complete_azure_his(secret_so_far);
    case CheckKind::kAzureCask: return complete_azure_cask(secret_so_far);
    case CheckKind::kEntraClientSecret: return complete_entra(secret_so_far);
    case CheckKind::kAgeBech32: return complete_age(secret_so_far);
    case CheckKind::kLuhn: return complete_luhn(secret_so_far);
    case CheckKind::kMnemonic: return complete_mnemonic(secret_so_far);
    default: return crc_tail(kind, secret_so_far);
  }
}

}  // namespace sluice::scan
