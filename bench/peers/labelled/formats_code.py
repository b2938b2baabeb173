"""Code hosting, continuous integration, package registries, tools for developers."""
import base64
import json
from random import Random

from . import checks, keys
from .shapes import (ALNUM, BASE58, Format, Make, alnum, base32, bytes64, digits, hexes, inner, known, lower, named,
                     one,
                     run, seq, summed, upper, uuid, word64)


def github_fine(rng: Random) -> str:
    head = "github" + "_pat_" + rng.choice("1") + upper(10)(rng) + alnum(11)(rng) + "_" + alnum(43)(rng)
    return head + checks.github_fine_tail(head) + alnum(8)(rng)


def github_app_jwt(rng: Random) -> str:
    claims = {"iss": "https://github.com", "iat": 1_777_000_000 + rng.randrange(10**6),
              "installation": rng.randrange(10**8)}
    return "gh" + "s_" + digits(6, 7)(rng) + "_" + keys.jwt(rng, {"alg": "RS256", "typ": "JWT"}, claims, 256)


def gitlab_routable(prefix: str, versioned: bool = True) -> Make:
    def make(rng: Random) -> str:
        routing = f"o:{rng.randrange(1, 99999)}\nu:{rng.randrange(1, 999999)}\n".encode()
        payload = keys.url64(routing + rng.randbytes(16) + b"\x10")
        head = prefix + payload + (".01." if versioned else ".")
        return head + checks.gitlab_routable_tail(head, len(payload))
    return make


def gitlab(id: str, names: str, prefix: str, body: Make = word64(20), **options: object) -> Format:
    return known("gitlab-" + id, names, "gl" + prefix, "-", body, header="PRIVATE-TOKEN: {}", host="gitlab.example.com",
                 **options)


def sentry_org(rng: Random) -> str:
    claims = {"iat": 1_740_000_000.5 + rng.randrange(10**7), "url": "https://sentry.io",
              "region_url": "https://us.sentry.io",
              "org": rng.choice(["acme", "northwind", "initech"])}
    return "sntr" + "ys_" + base64.b64encode(json.dumps(claims).encode()).decode() + "_" + bytes64(32, False)(rng)


def harness(rng: Random) -> str:
    return rng.choice("ps") + "at." + word64(22)(rng) + "." + hexes(24)(rng) + "." + alnum(20)(rng)


def azure_devops(rng: Random) -> str:
    return checks.azure_devops_legacy(rng.randbytes(28))


def pypi(rng: Random) -> str:
    # A macaroon: version 2, location, identifier, caveats, signature.
    identifier = json.dumps({"version": 1, "permissions": "user"}).encode()
    body = b"\x02\x01\x08pypi.org\x02\x24" + uuid(rng).encode() + b"\x00\x02" + bytes([len(identifier)]) + identifier
    return "py" + "pi-" + keys.url64(body + b"\x00\x00\x06\x20" + rng.randbytes(32))


def polar(id: str, names: str, *prefix: str) -> Format:
    return known("polar-" + id, names, summed(prefix, 37), host="api.polar.sh")


def artifactory_reference(rng: Random) -> str:
    text = f"reftkn:01:{rng.randrange(1_750_000_000, 1_800_000_000)}:{alnum(27)(rng)}"
    return base64.b64encode(text.encode()).decode()


def atlassian(rng: Random) -> str:
    head = "ATATT3" + "xFfGF0" + word64(171)(rng) + "="
    return head + checks.crc32_hex(head).upper()


FORMATS: list[Format] = [
    known("github-pat", "GITHUB_TOKEN GH_TOKEN GITHUB_PAT", summed(("gh", "p_"), 30), host="api.github.com",
          header="Authorization: token {}"),
    known("github-oauth", "GITHUB_OAUTH_TOKEN GH_OAUTH_TOKEN", summed(("gh", "o_"), 30), host="api.github.com"),
    known("github-app-token", "GITHUB_APP_TOKEN GH_INSTALLATION_TOKEN",
          one(summed(("gh", "u_"), 30), summed(("gh", "s_"), 30), github_app_jwt), host="api.github.com"),
    known("github-refresh-token", "GITHUB_REFRESH_TOKEN", summed(("gh", "r_"), 70), host="github.com"),
    known("github-fine-grained-pat", "GITHUB_TOKEN GH_PAT", github_fine, host="api.github.com"),
    gitlab("pat", "GITLAB_TOKEN GITLAB_PAT", "pat"),
    known("gitlab-pat-routable", "GITLAB_TOKEN", gitlab_routable("gl" + "pat-", False), memory=True, host="gitlab.com",
          header="PRIVATE-TOKEN: {}"),
    known("gitlab-pat-routable-versioned", "GITLAB_TOKEN", gitlab_routable("gl" + "pat-"), host="gitlab.com",
          header="PRIVATE-TOKEN: {}"),
    gitlab("cicd-job-token", "CI_JOB_TOKEN", "cbt", seq(hexes(1, 5), "_", word64(20))),
    gitlab("deploy-token", "GITLAB_DEPLOY_TOKEN CI_DEPLOY_PASSWORD", "dt"),
    gitlab("feature-flag-client-token", "GITLAB_UNLEASH_TOKEN", "ffct"),
    gitlab("feed-token", "GITLAB_FEED_TOKEN", "ft"),
    gitlab("incoming-mail-token", "GITLAB_INCOMING_MAIL_TOKEN", "imt", word64(25)),
    gitlab("kubernetes-agent-token", "GITLAB_AGENT_TOKEN", "agent", word64(50)),
    gitlab("oauth-app-secret", "GITLAB_OAUTH_SECRET", "oas", hexes(64)),
    gitlab("ptt", "GITLAB_TRIGGER_TOKEN", "ptt", hexes(40)),
    known("gitlab-rrt", "GITLAB_REGISTRATION_TOKEN", "GR13", "48941", word64(20), host="gitlab.example.com"),
    gitlab("runner-authentication-token", "CI_SERVER_TOKEN RUNNER_TOKEN", "rt"),
    known("gitlab-runner-authentication-token-routable", "CI_SERVER_TOKEN RUNNER_TOKEN",
          gitlab_routable("gl" + "rt-t1_"), memory=True, host="gitlab.com"),
    gitlab("scim-token", "GITLAB_SCIM_TOKEN", "soat"),
    named("gitlab-session-cookie", "GITLAB_SESSION_COOKIE", "_gitlab", "_session=", inner(hexes(32)),
          host="gitlab.example.com", header="Cookie: known_sign_in=1; {}"),
    named("gitea-access-token", "GITEA_TOKEN GITEA_ACCESS_TOKEN", hexes(40), host="gitea.example.com",
          header="Authorization: token {}"),
    named("gitter-access-token", "GITTER_TOKEN GITTER_ACCESS_TOKEN", hexes(40), host="api.gitter.im"),
    named("bitbucket-client-id", "BITBUCKET_CLIENT_ID BITBUCKET_KEY", alnum(18), kind="identifier", memory=True),
    named("bitbucket-client-secret", "BITBUCKET_CLIENT_SECRET BITBUCKET_SECRET", alnum(32), memory=True,
          companion="bitbucket-client-id", host="bitbucket.org"),
    known("atlassian-api-token", "JIRA_API_TOKEN ATLASSIAN_API_TOKEN CONFLUENCE_TOKEN", atlassian,
          host="acme.atlassian.net"),
    named("azure-devops-pat", "AZURE_DEVOPS_PAT AZURE_DEVOPS_EXT_PAT", azure_devops, host="dev.azure.com"),
    known("sourcegraph-access-token", "SRC_ACCESS_TOKEN", "sg", "p_", one("", seq(hexes(16), "_"), "local_"), hexes(40),
          host="sourcegraph.com", header="Authorization: token {}"),
    known("sonar-api-token", "SONAR_TOKEN", "sq", one("u", "p", "a"), "_", hexes(40), host="sonarcloud.io"),
    named("snyk-api-token", "SNYK_TOKEN", uuid, host="api.snyk.io", header="Authorization: token {}"),
    named("codecov-access-token", "CODECOV_TOKEN", uuid, host="codecov.io"),
    known("circleci-personal-token", "CIRCLE_TOKEN CIRCLECI_CLI_TOKEN", "CCI", "PAT_", alnum(22), "_", hexes(40),
          host="circleci.com", header="Circle-Token: {}"),
    known("circleci-project-token", "CIRCLECI_PROJECT_TOKEN", "CCI", "PRJ_", alnum(22), "_", hexes(40),
          host="circleci.com", header="Circle-Token: {}"),
    named("travisci-access-token", "TRAVIS_TOKEN TRAVIS_API_TOKEN", word64(22), host="api.travis-ci.com",
          header="Authorization: token {}"),
    named("droneci-access-token", "DRONE_TOKEN", alnum(32), host="drone.example.com"),
    known("buildkite-user-access-token", "BUILDKITE_API_TOKEN", "bk", "ua_", hexes(40), host="api.buildkite.com"),
    named("bitrise-access-token", "BITRISE_ACCESS_TOKEN BITRISE_API_TOKEN", word64(86), memory=True,
          host="api.bitrise.io", header="Authorization: {}"),
    known("harness-api-key", "HARNESS_API_KEY HARNESS_PLATFORM_API_KEY", harness, host="app.harness.io",
          header="x-api-key: {}"),
    known("octopus-deploy-api-key", "OCTOPUS_API_KEY OCTOPUS_CLI_API_KEY", "AP", "I-", upper(26), memory=True,
          host="acme.octopus.app", header="X-Octopus-ApiKey: {}"),
    known("npm-access-token", "NPM_TOKEN NODE_AUTH_TOKEN", summed(("np", "m_"), 30), host="npm.example.com"),
    known("pypi-upload-token", "TWINE_PASSWORD PYPI_API_TOKEN UV_PUBLISH_TOKEN", pypi, host="upload.example.com"),
    known("rubygems-api-token", "GEM_HOST_API_KEY RUBYGEMS_API_KEY", "ruby", "gems_", hexes(48), host="rubygems.org",
          header="Authorization: {}"),
    known("crates-io-api-key", "CARGO_REGISTRY_TOKEN", "ci", "o", alnum(32), host="crates.example.com",
          header="Authorization: {}"),
    known("clojars-api-token", "CLOJARS_PASSWORD CLOJARS_TOKEN", "CLO", "JARS_", hexes(60), host="clojars.org"),
    known("nuget-api-key", "NUGET_API_KEY", "oy", "2", run(checks.LOWER + "234567", 43), host="www.nuget.org",
          header="X-NuGet-ApiKey: {}"),
    known("thunderstore-api-token.1", "TCLI_AUTH_TOKEN THUNDERSTORE_TOKEN", "ts", "s_", alnum(36), memory=True,
          host="thunderstore.io"),
    known("artifactory-api-key", "ARTIFACTORY_API_KEY", "AKC", "p", alnum(69), memory=True, host="acme.jfrog.io",
          header="X-JFrog-Art-Api: {}"),
    known("artifactory-reference-token", "ARTIFACTORY_ACCESS_TOKEN ARTIFACTORY_TOKEN", artifactory_reference,
          host="acme.jfrog.io"),
    known("artifactory-jfrog-url", "ARTIFACTORY_URL JFROG_URL", "https://", run(checks.LOWER, 5, 9), ".jf", "rog.io",
          kind="identifier"),
    named("jfrog-api-key", "JFROG_API_KEY", "AKC", "p", alnum(69), memory=True, companion="artifactory-jfrog-url",
          host="acme.jfrog.io", header="X-JFrog-Art-Api: {}"),
    named("jfrog-identity-token", "JFROG_IDENTITY_TOKEN JFROG_ACCESS_TOKEN", artifactory_reference, memory=True,
          host="acme.jfrog.io"),
    named("cloudsmith-api-key", "CLOUDSMITH_API_KEY", hexes(40), memory=True, host="api.cloudsmith.io",
          header="X-Api-Key: {}"),
    known("dockerhub-personal-access-token", "DOCKERHUB_TOKEN DOCKER_PASSWORD", "dck", "r_pat_", word64(27),
          host="hub.docker.com"),
    known("dockerhub-organization-access-token", "DOCKERHUB_ORG_TOKEN", "dck", "r_oat_", word64(32), memory=True,
          host="hub.docker.com"),
    known("docker-swarm-join-token", "SWARM_JOIN_TOKEN", "SWM", "TKN-1-", lower(50), "-", lower(25)),
    known("docker-swarm-unlock-key", "SWARM_UNLOCK_KEY", "SWM", "KEY-1-", bytes64(32, False)),
    known("postman-api-token", "POSTMAN_API_KEY", "PM", "AK-", hexes(24), "-", hexes(34), host="api.getpostman.com",
          header="X-Api-Key: {}"),
    known("readme-api-token", "README_API_KEY RDME_API_KEY", "rd", "me_", lower(70), host="dash.readme.com"),
    known("infracost-api-token", "INFRACOST_API_KEY", "ic", "o-", alnum(32), header="X-Api-Key: {}"),
    known("pulumi-api-token", "PULUMI_ACCESS_TOKEN", "pu", "l-", hexes(40), header="Authorization: token {}"),
    known("hashicorp-tf-api-token", "TFE_TOKEN TF_TOKEN_app_terraform_io", alnum(14), ".atl", "asv1.", alnum(67),
          host="app.terraform.io"),
    known("doppler-api-token", "DOPPLER_TOKEN", "dp", one(".pt.", ".sa.", ".ct."), alnum(43), host="api.doppler.com"),
    known("prefect-api-token", "PREFECT_API_KEY", "pn", one("u", "b"), "_", alnum(36), host="api.prefect.cloud"),
    known("sentry-org-token", "SENTRY_AUTH_TOKEN", sentry_org, host="sentry.io"),
    known("sentry-user-token", "SENTRY_AUTH_TOKEN", "sntr", "yu_", hexes(64), host="sentry.io"),
    named("sentry-access-token", "SENTRY_AUTH_TOKEN SENTRY_ACCESS_TOKEN", hexes(64), host="sentry.io"),
    known("launchdarkly-access-token", "LAUNCHDARKLY_ACCESS_TOKEN LAUNCHDARKLY_SDK_KEY", one("api-", "sdk-"), uuid,
          needs_name=True, host="app.launchdarkly.com", header="Authorization: {}"),
    named("configcat-sdk-key", "CONFIGCAT_SDK_KEY", word64(22), "/", word64(22), host="cdn-global.configcat.com"),
    known("configcat-sdk-key-extended", "CONFIGCAT_SDK_KEY", "config", "cat-sdk-1/", word64(22), "/", word64(22)),
    known("devcycle-client-sdk-key", "DEVCYCLE_CLIENT_SDK_KEY", "dvc_", "client_", uuid, "_", hexes(7), memory=True),
    known("devcycle-mobile-sdk-key", "DEVCYCLE_MOBILE_SDK_KEY", "dvc_", "mobile_", uuid, "_", hexes(7), memory=True),
    known("devcycle-server-sdk-key", "DEVCYCLE_SERVER_SDK_KEY", "dvc_", "server_", uuid, "_", hexes(7), memory=True),
    known("figma-personal-access-token", "FIGMA_TOKEN FIGMA_ACCESS_TOKEN", "fi", "gd_", word64(40),
          host="api.figma.com", header="X-Figma-Token: {}"),
    named("figma-personal-access-header-token", "FIGMA_REQUEST_HEADER", "X-Figma", "-Token: ",
          inner(digits(6), "-", uuid), memory=True, host="api.figma.com", header="{}"),
    named("mattermost-access-token", "MATTERMOST_TOKEN MATTERMOST_ACCESS_TOKEN", lower(26),
          host="mattermost.example.com"),
    known("linear-api-key", "LINEAR_API_KEY", "lin", "_api_", alnum(40), host="api.linear.app",
          header="Authorization: {}"),
    named("linear-client-secret", "LINEAR_CLIENT_SECRET", hexes(32), host="api.linear.app"),
    known("notion-api-token", "NOTION_TOKEN NOTION_API_KEY",
          one(seq("nt", "n_", digits(11), alnum(35)), seq("secr", "et_", alnum(43))), host="api.notion.com"),
    known("clickup-personal-api-token", "CLICKUP_API_TOKEN", "pk", "_", digits(7, 8), "_", upper(32),
          host="api.clickup.com", header="Authorization: {}"),
    known("airtable-personnal-access-token", "AIRTABLE_API_KEY AIRTABLE_PAT", "pa", "t", alnum(14), ".", hexes(64),
          host="api.airtable.com"),
    named("airtable-api-key", "AIRTABLE_API_KEY", "ke", "y", alnum(14), host="api.airtable.com"),
    named("asana-client-id", "ASANA_CLIENT_ID", digits(16), kind="identifier", host="app.asana.com"),
    named("asana-client-secret", "ASANA_CLIENT_SECRET", hexes(32), companion="asana-client-id", host="app.asana.com"),
    known("typeform-api-token", "TYPEFORM_TOKEN", "tf", "p_", run(ALNUM + "-_", 44), "_", alnum(14), memory=True),
    known("unkey-root-key.1", "UNKEY_ROOT_KEY", "un", "key_", run(BASE58, 22, 24), memory=True, host="api.unkey.dev"),
    known("val-town-api-token.1", "VALTOWN_TOKEN VAL_TOWN_API_KEY", "vt", "wn_", alnum(28), memory=True,
          host="api.val.town"),
    named("wakatime-api-key.1", "WAKATIME_API_KEY", uuid, memory=True),
    known("wakatime-api-key.2", "WAKATIME_API_KEY", "wa", "ka_", uuid),
    known("lichess-personal-access-token", "LICHESS_TOKEN", "li", "p_", alnum(20), host="lichess.org"),
    known("ionic-personal-access-token", "IONIC_TOKEN", "io", "n_", lower(42), memory=True),
    known("intra42-client-secret", "INTRA42_CLIENT_SECRET FORTYTWO_SECRET", "s-s4t2", one("ud-", "af-"), hexes(64),
          host="api.intra.42.fr"),
    known("rootly-api-key.1", "ROOTLY_API_KEY", "root", "ly_", hexes(64), memory=True),
    polar("oauth-access-token", "POLAR_ACCESS_TOKEN", "polar", "_at_u_"),
    polar("organization-access-token", "POLAR_ACCESS_TOKEN", "polar", "_oat_"),
    polar("personal-access-token", "POLAR_ACCESS_TOKEN", "polar", "_pat_"),
    known("settlemint-application-access-token", "SETTLEMINT_ACCESS_TOKEN", "sm", "_aat_", alnum(16), memory=True),
    known("settlemint-personal-access-token", "SETTLEMINT_ACCESS_TOKEN", "sm", "_pat_", alnum(16), memory=True),
    known("settlemint-service-access-token", "SETTLEMINT_ACCESS_TOKEN", "sm", "_sat_", alnum(16), memory=True),
    known("scalr-api-access-token.1", "SCALR_TOKEN", lambda rng: keys.jwt(
        rng, {"alg": "HS256", "typ": "JWT"}, {"jti": "at-" + lower(15)(rng), "iss": "user"}, 32), memory=True,
          host="acme.scalr.io"),
    named("disqus-api-key", "DISQUS_API_KEY DISQUS_SECRET_KEY", alnum(64), host="disqus.com"),
    named("sidekiq-secret", "BUNDLE_ENTERPRISE__CONTRIBSYS__COM BUNDLE_GEMS__CONTRIBSYS__COM", hexes(8), ":", hexes(8),
          host="gems.contribsys.com", places=("dotenv", "docker", "compose", "kubernetes", "ci", "script", "shell")),
    known("sidekiq-sensitive-url", "GEM_SOURCE_URL", "https://", inner(hexes(8), ":", hexes(8)), "@",
          one("gems", "enterprise"), ".contrib", "sys.com/"),
    known("defined-networking-api-token", "DEFINED_NET_API_TOKEN", "dn", "key-", base32(26), "-", base32(52),
          host="api.defined.net"),
]
