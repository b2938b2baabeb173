"""Secrets that come inside a document or a command and are told apart by what stands around them."""
import base64
import json
from random import Random

from . import keys
from .shapes import (ALNUM, PASSWORD, Format, alnum, digits, hexes, inner, known, lower, one, run, seq, uuid, word64)

COMMANDS = ("shell", "script", "markdown", "ci", "notebook", "diff", "docker")
HOSTS = one("api.example.com", "inventory.internal:8443", "gateway.example.net", "hooks.example.org")
PATHS = one("/v1/items?limit=50", "/v2/jobs", "/health/deep", "/api/users/1042", "/export/orders.csv")
PROJECT = one("acme-prod-4471", "ml-sandbox-220", "billing-eu", "data-lake-02")
WORDS = ["orbit", "maple", "copper", "lantern", "harbor", "violet", "gravel", "meadow", "thunder", "pixel", "walnut"]


def human_password(rng: Random) -> str:
    """Half of them are put together from words, as people do: pronounceable, yet secret."""
    if rng.random() < 0.5:
        return PASSWORD(rng)
    return rng.choice("-._").join(word.capitalize()
                                  for word in rng.sample(WORDS, 3)) + str(rng.randrange(10, 9999)) + "!"


def private_key(rng: Random) -> str:
    label, body = keys.private_key(rng)
    return keys.armor(label, inner(body)(rng))


def service_account(rng: Random) -> str:
    project = PROJECT(rng)
    mail = f"{rng.choice(['deployer', 'ci', 'bigquery-ro', 'backup'])}@{project}.iam.gserviceaccount.com"
    body = keys.wrapped(keys.pkcs8(rng))
    # The marks survive json.dumps; line ends between them become escapes, as in the file that the console hands out.
    value = {"type": "service_account", "project_id": project,
             "private_key_id": inner(hexes(40), of="gcp-private-key-id")(rng),
             "private_key": keys.armor("PRIVATE" + " KEY", inner(body)(rng)) + "\n", "client_email": mail,
             "client_id": digits(21)(rng), "auth_uri": "https://accounts.google.com/o/oauth2/auth",
             "token_uri": "https://oauth2.googleapis.com/token", "universe_domain": "googleapis.com"}
    return json.dumps(value, indent=2, ensure_ascii=False)


def default_credentials(rng: Random) -> str:
    client = f"{digits(12)(rng)}-{lower(32)(rng)}.apps.googleusercontent.com"
    value = {"account": "", "client_id": client, "client_secret": inner("GOC", "SPX-", word64(28))(rng),
             "quota_project_id": PROJECT(rng), "refresh_token": inner("1/", "/0", alnum(2), word64(98))(rng),
             "type": "authorized_user", "universe_domain": "googleapis.com"}
    return json.dumps(value, indent=2, ensure_ascii=False)


def kubernetes_secret(rng: Random) -> str:
    def value(secret: str) -> str:
        return inner(base64.b64encode(secret.encode()).decode())(rng)

    name = rng.choice(["orders-db", "smtp-relay", "webhook-signing", "registry-mirror"])
    field = rng.choice(["password", "api-key", "signing-key", "token"])
    return "\n".join(["apiVersion: v1", "kind: Secret", "metadata:", f"  name: {name}", "  namespace: shop",
                      "type: Opaque",
                      "data:", f"  {field}: {value(run(ALNUM, 24, 40)(rng))}"])


def kubeconfig(rng: Random) -> str:
    label, body = keys.private_key(rng, "rsa")
    pem = keys.armor(label, body) + "\n"
    cluster = rng.choice(["prod-eu-1", "staging", "kind-dev"])
    return "\n".join([
        "apiVersion: v1", "clusters:", "- cluster:", f"    server: https://{cluster}.k8s.example.com:6443",
                      f"  name: {cluster}",
        "contexts:", "- context:", f"    cluster: {cluster}", "    user: admin", f"  name: admin@{cluster}",
        f"current-context: admin@{cluster}", "kind: Config", "users:", "- name: admin", "  user:",
        "    client-key-data: " + inner(base64.b64encode(pem.encode()).decode())(rng)])


def nuget_config(rng: Random) -> str:
    feed = rng.choice(["internal", "acme-feed", "partners"])
    return "\n".join([
        '<?xml version="1.0" encoding="utf-8"?>', "<configuration>", "  <packageSources>",
        f'    <add key="{feed}" value="https://packages.example.com/{feed}/v3/index.json" />', "  </packageSources>",
        "  <packageSourceCredentials>", f"    <{feed}>", '      <add key="Username" value="build" />',
        f'      <add key="ClearTextPassword" value="{inner(human_password)(rng)}" />', f"    </{feed}>",
        "  </packageSourceCredentials>", "</configuration>"])


def terraform_database(rng: Random) -> str:
    kind, login, word = rng.choice([
        ("azurerm_mssql_server", "administrator_login", "administrator_login_password"),
        ("azurerm_postgresql_flexible_server", "administrator_login", "administrator_password"),
        ("azurerm_mysql_server", "administrator_login", "administrator_login_password")])
    name = rng.choice(["orders", "crm", "reporting"])
    return "\n".join([f'resource "{kind}" "{name}" {{', f'  name                         = "{name}-db-prod"',
                      '  version                      = "12.0"', f'  {login:28} = "dbadmin"',
                      f'  {word:28} = "{inner(human_password)(rng)}"', "}"])


def curl_header(rng: Random) -> str:
    token = inner(one(hexes(40), word64(43), seq(alnum(20), ".", alnum(24)), uuid))(rng)
    header = rng.choice(["Authorization: Bearer ", "Authorization: Token ", "X-Api-Key: ", "Authorization: Bearer "])
    quote = rng.choice("\"'")
    flag = rng.choice(["-H", "--header"])
    method = rng.choice(["", "-X POST ", "-fsSL ", "--retry 3 "])
    return f"curl {method}{flag} {quote}{header}{token}{quote} https://{HOSTS(rng)}{PATHS(rng)}"


def curl_user(rng: Random) -> str:
    flag = rng.choice(["-u ", "--user "])
    user = rng.choice(["admin", "deploy", "ci-bot", "jenkins"])
    secret = inner(one(run(ALNUM, 12, 20), hexes(32), run(ALNUM + "-_.", 16)))(rng)
    quote = rng.choice(["", "'", '"'])
    return f"curl -sS {flag}{quote}{user}:{secret}{quote} https://{HOSTS(rng)}{PATHS(rng)}"


FORMATS: list[Format] = [
    known("private-key", "TLS_PRIVATE_KEY SSH_PRIVATE_KEY DEPLOY_KEY SIGNING_KEY", private_key, block="server.key"),
    known("gcp-service-account", "GOOGLE_APPLICATION_CREDENTIALS_JSON GCP_SA_KEY", service_account,
          block="service-account.json"),
    known("gcp-application-default-credentials", "GOOGLE_ADC_JSON", default_credentials,
          block="application_default_credentials.json"),
    known("kubernetes-secret-yaml", "K8S_SECRET_MANIFEST", kubernetes_secret, block="secret.yaml"),
    known("kubeconfig-client-key", "KUBECONFIG_CONTENT", kubeconfig, block="kubeconfig.yaml"),
    known("nuget-config-password", "NUGET_CONFIG", nuget_config, block="nuget.config"),
    known("hashicorp-tf-password", "TERRAFORM_MAIN", terraform_database, block="database.tf"),
    known("curl-auth-header", "CURL", curl_header, block="command", places=COMMANDS),
    known("curl-auth-user", "CURL", curl_user, block="command", places=COMMANDS),
]

# Values inside documents that have an id of their own in labels but are planted only together with the secret.
PARTS = {"gcp-private-key-id": "identifier"}
