"""Clouds, hosting, databases, infrastructure, observability."""
import base64
import json
from random import Random

from . import checks, keys
from .shapes import (ALNUM, Format, Make, alnum, base32, bytes64, capital_hexes, digits, hexes, inner, known,
                     lower, named, one, run, seq, summed, ulid, upper, url_bytes64, uuid, word64)

ACCOUNT = run(checks.LOWER + checks.DIGITS, 8, 16)


def aws_id(rng: Random) -> str:
    body = checks.aws_account_body(rng.randrange(10**11, 10**12), rng.randbytes(5))
    return "A" + rng.choice(["KIA", "KIA", "KIA", "SIA"]) + body


def bedrock_long(rng: Random) -> str:
    account = rng.randrange(10**11, 10**12)
    text = f"BedrockAPIKey-{lower(4)(rng)}-at-{account}:".encode() + bytes64(45)(rng).encode()
    return "AB" + "SK" + base64.b64encode(text).decode()


def bedrock_short(rng: Random) -> str:
    scope = f"{aws_id(rng)}%2F20260314%2Fus-east-1%2Fbedrock%2Faws4_request"
    query = ("bedrock.amazonaws.com/?Action=CallWithBearerToken&X-Amz-Algorithm=AWS4-HMAC-SHA256"
             f"&X-Amz-Credential={scope}"
             f"&X-Amz-Date=20260314T101500Z&X-Amz-Expires=43200&X-Amz-Signature={hexes(64)(rng)}&Version=1")
    return "bedrock" + "-api-key-" + base64.b64encode(query.encode()).decode()


def azure_storage(rng: Random) -> str:
    # 57 bytes of key, then three that spell the signature in base64.
    return checks.azure_v1(rng.randbytes(57) + base64.b64decode("+AS" + "t"))


def azure_common(rng: Random) -> str:
    head = alnum(52)(rng) + "JQ" + "QJ99" + rng.choice("ABC") + rng.choice("ABCDEFGHIJKL")
    head += alnum(12)(rng) + "0000" + "AZ" + rng.choice(["EG", "CS", "SB"])
    return head + checks.azure_v2_tail(head)


def entra(rng: Random) -> str:
    head = alnum(3)(rng) + "8" + "Q~" + run(ALNUM + "-_.~", 31)(rng)
    return head + checks.entra_tail(head)


def alibaba_session(rng: Random) -> str:
    return "CA" + "IS" + base64.b64encode(rng.randbytes(rng.randint(300, 420))).decode()


def influx(rng: Random) -> str:
    return base64.urlsafe_b64encode(rng.randbytes(64)).decode()


def grafana_legacy(rng: Random) -> str:
    return base64.b64encode(keys.json_bytes({"k": alnum(32)(rng), "n": rng.choice(["ci", "provisioning", "alerts-rw"]),
                                             "id": 1})).decode()


def grafana_cloud(rng: Random) -> str:
    value = {"o": digits(6)(rng), "n": rng.choice(["hl-write", "traces-ingest", "agent"]), "k": bytes64(18)(rng),
             "m": {"r": rng.choice(["us", "eu", "prod-us-east-0"])}}
    return "gl" + "c_" + base64.b64encode(keys.json_bytes(value)).decode()


def grafana_service(rng: Random) -> str:
    head = "gl" + "sa_" + alnum(32)(rng)
    return head + "_" + checks.crc32_hex_swapped(head)


def cloudflare(prefix: str) -> Make:
    def make(rng: Random) -> str:
        body = alnum(40)(rng)
        return "cf" + prefix + body + checks.crc32_hex(body)
    return make


def confluent(rng: Random) -> str:
    body = alnum(54)(rng)
    return "cf" + "lt" + body + checks.crc32_base64(body)


def temporal(rng: Random) -> str:
    claims = {"account_id": lower(5)(rng), "aud": ["temporal.io"], "exp": 1_830_000_000, "iss": "temporal.io",
              "jti": alnum(32)(rng), "key_id": alnum(32)(rng), "sub": hexes(32)(rng)}
    return keys.jwt(rng, {"alg": "ES256", "kid": "Wvtwaw"}, claims, 64)


def snowflake(rng: Random) -> str:
    claims = {"p": digits(8)(rng) + ":" + digits(8)(rng), "iss": "SF:1042", "exp": 1_830_000_000}
    return keys.jwt(rng, {"kid": digits(12)(rng), "alg": "ES256"}, claims, 64)


def supabase_legacy(rng: Random) -> str:
    claims = {"iss": "supabase", "ref": run(checks.LOWER, 20)(rng), "role": "service_role", "iat": 1_740_000_000,
              "exp": 2_055_000_000}
    return keys.jwt(rng, {"alg": "HS256", "typ": "JWT"}, claims, 32)


def elastic(rng: Random) -> str:
    return "es" + "su_" + base64.b64encode((word64(20)(rng) + ":" + word64(22)(rng)).encode()).decode()


def service_bus(rng: Random) -> str:
    name = rng.choice(["RootManageSharedAccessKey", "listen-only", "send"])
    return (f"Endpoint=sb://{rng.choice(['orders', 'billing', 'events'])}-prod.servicebus.windows.net/;"
            f"SharedAccessKeyName={name};SharedAccessKey=" + inner(bytes64(32))(rng))


def app_configuration(rng: Random) -> str:
    return (f"Endpoint=https://{rng.choice(['flags', 'settings'])}-prod.azconfig.io;Id={alnum(4)(rng)};Secret="
            + inner(bytes64(32))(rng))


def mongodb(rng: Random) -> str:
    user = rng.choice(["app", "reporting", "svc_orders", "admin"])
    host = f"cluster0.{lower(5)(rng)}.mongodb.net/{rng.choice(['orders', 'crm', 'prod'])}?retryWrites=true&w=majority"
    return f"mongodb+srv://{user}:" + inner(run(ALNUM, 12, 20))(rng) + "@" + host


def snowflake_host(rng: Random) -> str:
    return upper(7)(rng).lower() + "-" + lower(7)(rng) + ".snow" + "flakecomputing.com"


FORMATS: list[Format] = [
    known("aws-access-token", "AWS_ACCESS_KEY_ID", aws_id, companion="aws-secret-access-key", host="sts.amazonaws.com",
          header="X-Amz-Access-Key: {}"),
    named("aws-secret-access-key", "AWS_SECRET_ACCESS_KEY", run(ALNUM + "+/", 40), companion="aws-access-token",
          host="sts.amazonaws.com", header="X-Amz-Secret-Access-Key: {}"),
    known("aws-amazon-bedrock-api-key-long-lived", "AWS_BEARER_TOKEN_BEDROCK", bedrock_long, memory=True,
          host="bedrock-runtime.us-east-1.amazonaws.com"),
    known("aws-amazon-bedrock-api-key-short-lived", "AWS_BEARER_TOKEN_BEDROCK", bedrock_short,
          host="bedrock-runtime.us-east-1.amazonaws.com"),
    known("alibaba-access-key-id", "ALIBABA_CLOUD_ACCESS_KEY_ID", "LT", "AI5t", alnum(18),
          companion="alibaba-secret-key"),
    named("alibaba-secret-key", "ALIBABA_CLOUD_ACCESS_KEY_SECRET", alnum(30)),
    known("alibaba-sts-access-key-id", "ALIBABA_CLOUD_STS_ACCESS_KEY_ID", "ST", "S.N", alnum(24), memory=True,
          companion="alibaba-sts-access-key-secret"),
    named("alibaba-sts-access-key-secret", "ALIBABA_CLOUD_STS_ACCESS_KEY_SECRET", alnum(44), memory=True,
          companion="alibaba-sts-security-token"),
    named("alibaba-sts-security-token", "ALIBABA_CLOUD_SECURITY_TOKEN", alibaba_session, memory=True),
    known("azure-ad-client-secret", "AZURE_CLIENT_SECRET ARM_CLIENT_SECRET", entra, companion="azure-client-id"),
    known("azure-common-key", "AZURE_OPENAI_API_KEY AZURE_SEARCH_KEY", azure_common, host="acme.openai.azure.com",
          header="api-key: {}"),
    named("azure-client-id", "AZURE_CLIENT_ID ARM_CLIENT_ID", uuid, kind="identifier", companion="azure-tenant-id"),
    named("azure-tenant-id", "AZURE_TENANT_ID ARM_TENANT_ID", uuid, kind="identifier"),
    known("azure-storage-account-key", "AZURE_STORAGE_KEY AZURE_STORAGE_ACCOUNT_KEY", azure_storage,
          companion="azure-storage-account-name"),
    named("azure-storage-account-name", "AZURE_STORAGE_ACCOUNT", ACCOUNT, kind="identifier"),
    known("azure-servicebus-connection-string", "SERVICEBUS_CONNECTION_STRING", service_bus),
    known("azure-app-configuration-connection-string", "APP_CONFIGURATION_CONNECTION_STRING", app_configuration),
    known("gcp-api-key", "GOOGLE_API_KEY GOOGLE_MAPS_API_KEY", "AI", "zaSy", word64(33), host="maps.googleapis.com",
          header="X-Goog-Api-Key: {}"),
    known("google-oauth-client-secret", "GOOGLE_CLIENT_SECRET", "GOC", "SPX-", word64(28),
          host="oauth2.googleapis.com"),
    known("digitalocean-access-token", "DIGITALOCEAN_ACCESS_TOKEN", "do", "o_v1_", hexes(64)),
    known("digitalocean-pat", "DIGITALOCEAN_TOKEN DO_PAT", "do", "p_v1_", hexes(64)),
    known("digitalocean-refresh-token", "DIGITALOCEAN_REFRESH_TOKEN", "do", "r_v1_", hexes(64)),
    named("cloudflare-api-key", "CLOUDFLARE_API_TOKEN CLOUDFLARE_TOKEN",
          one(word64(40), cloudflare("ut_"), cloudflare("at_"))),
    named("cloudflare-global-api-key", "CLOUDFLARE_API_KEY CLOUDFLARE_GLOBAL_KEY", one(hexes(37), cloudflare("k_")),
          header="X-Auth-Key: {}"),
    known("cloudflare-origin-ca-key", "CLOUDFLARE_API_USER_SERVICE_KEY", "v1", ".0-", hexes(24), "-", hexes(146),
          header="X-Auth-User-Service-Key: {}"),
    named("fastly-api-token", "FASTLY_API_TOKEN FASTLY_API_KEY", word64(32), header="Fastly-Key: {}"),
    named("civo-api-key", "CIVO_TOKEN CIVO_API_KEY", alnum(50), memory=True),
    named("heroku-api-key", "HEROKU_API_KEY", uuid),
    known("heroku-api-key-v2", "HEROKU_API_KEY", "HR", "KU-AA", word64(58), memory=True),
    known("netlify-access-token", "NETLIFY_AUTH_TOKEN", "nf", "p_", alnum(36), memory=True),
    named("vercel-api-token", "VERCEL_TOKEN", alnum(24)),
    known("vercel-personal-access-token", "VERCEL_TOKEN", summed(("vc", "p_"), 50)),
    known("vercel-app-access-token", "VERCEL_APP_ACCESS_TOKEN", summed(("vc", "a_"), 50), memory=True),
    known("vercel-app-refresh-token", "VERCEL_APP_REFRESH_TOKEN", summed(("vc", "r_"), 50), memory=True),
    known("vercel-integration-token", "VERCEL_INTEGRATION_TOKEN", summed(("vc", "i_"), 50), memory=True),
    known("vercel-ai-gateway-key", "AI_GATEWAY_API_KEY", summed(("vc", "k_"), 50), memory=True,
          host="ai-gateway.vercel.sh"),
    known("render-api-key", "RENDER_API_KEY", "rn", "d_", alnum(28), memory=True),
    known("flyio-access-token", "FLY_API_TOKEN FLY_ACCESS_TOKEN",
          one(seq("fo1", "_", word64(43)), seq("fm", "2_", bytes64(180))), memory=True, host="api.machines.dev"),
    known("deno-account-token", "DENO_DEPLOY_TOKEN", "dd", one("p_", "o_"), alnum(36), memory=True),
    known("scalingo-api-token", "SCALINGO_API_TOKEN", "tk", "-us-", word64(48)),
    named("scaleway-secret-key", "SCW_SECRET_KEY SCALEWAY_SECRET_KEY", uuid, header="X-Auth-Token: {}"),
    known("upcloud-api-token", "UPCLOUD_TOKEN", "uc", "at_", ulid),
    known("exoscale-api-key", "EXOSCALE_API_KEY", "EX", "O", hexes(24), companion="exoscale-api-secret"),
    named("exoscale-api-secret", "EXOSCALE_API_SECRET", word64(43)),
    named("ovh-application-key", "OVH_APPLICATION_KEY", hexes(16), header="X-Ovh-Application: {}",
          host="eu.api.ovh.com", companion="ovh-application-secret"),
    named("ovh-application-secret", "OVH_APPLICATION_SECRET", hexes(32), host="eu.api.ovh.com"),
    named("ovh-consumer-key", "OVH_CONSUMER_KEY", hexes(32), header="X-Ovh-Consumer: {}", host="eu.api.ovh.com"),
    named("ibm-cloud-user-api-key", "IBMCLOUD_API_KEY IBM_CLOUD_API_KEY", word64(44), host="iam.cloud.ibm.com"),
    known("yandex-access-token", "YANDEX_IAM_TOKEN", "t1", ".9eu", word64(120, 200), ".", word64(86), memory=True),
    known("yandex-api-key", "YANDEX_API_KEY", "AQ", "VN", word64(36), memory=True, header="Authorization: Api-Key {}"),
    known("yandex-aws-access-token", "YANDEX_SECRET_ACCESS_KEY", "YC", word64(38), memory=True, needs_name=True),
    known("openshift-user-token", "OPENSHIFT_TOKEN OC_TOKEN", "sha", "256~", word64(43),
          host="api.cluster.example.com:6443"),
    known("tailscale-api-key.1", "TS_AUTHKEY TAILSCALE_API_KEY", "ts", "key-", one("api", "auth", "client"), "-k",
          alnum(11), "CNTRL-", alnum(32)),
    known("vault-service-token", "VAULT_TOKEN", "hv", "s.", "CAES", word64(90), header="X-Vault-Token: {}",
          host="vault.example.com"),
    known("vault-batch-token", "VAULT_TOKEN", "hv", "b.", "AAAAAQ", word64(150), header="X-Vault-Token: {}",
          host="vault.example.com"),
    known("age-secret-key", "SOPS_AGE_KEY AGE_KEY",
          lambda rng: checks.bech32("age-secret" + "-key-", rng.randbytes(32)).upper()),
    known("databricks-api-token", "DATABRICKS_TOKEN", "da", "pi", hexes(32), one("", "-2", "-3"),
          host="adb-12.4.azuredatabricks.net"),
    known("snowflake-programmatic-access-token.1", "SNOWFLAKE_PAT SNOWFLAKE_TOKEN", snowflake, memory=True,
          companion="snowflake-account-host.1", host="acme-prod.snowflakecomputing.com"),
    named("snowflake-account-host.1", "SNOWFLAKE_HOST", snowflake_host, kind="identifier"),
    known("planetscale-api-token", "PLANETSCALE_SERVICE_TOKEN", "pscale", "_tkn_", word64(43),
          companion="planetscale-id"),
    named("planetscale-id", "PLANETSCALE_SERVICE_TOKEN_ID", lower(12), kind="identifier"),
    known("planetscale-oauth-token", "PLANETSCALE_OAUTH_TOKEN", "pscale", "_oauth_", word64(43)),
    known("planetscale-password", "PLANETSCALE_PASSWORD DATABASE_PASSWORD", "pscale", "_pw_", word64(43)),
    known("neon-api-key", "NEON_API_KEY", "na", "pi_", lower(64), memory=True, host="console.neon.tech"),
    known("supabase-management-token", "SUPABASE_ACCESS_TOKEN", "sb", "p_", hexes(40)),
    known("supabase-project-api-key", "SUPABASE_SERVICE_ROLE_KEY SUPABASE_SECRET_KEY",
          one(seq("sb_", "secret_", word64(22), "_", word64(8)), supabase_legacy), companion="supabase-project-url"),
    known("supabase-project-url", "SUPABASE_URL", "https://", run(checks.LOWER, 20), ".supa", "base.co",
          kind="identifier"),
    known("datastax-astra-application-token", "ASTRA_DB_APPLICATION_TOKEN", "Astra", "CS:", alnum(24), ":", hexes(64)),
    known("cockroachlabs-cloud-api-key", "COCKROACH_API_KEY", "CC", "DB1_", alnum(22), "_", alnum(40), memory=True),
    named("clickhouse-cloud-key-id", "CLICKHOUSE_CLOUD_KEY_ID", alnum(20), kind="identifier", memory=True),
    known("clickhouse-cloud-api-secret-key", "CLICKHOUSE_CLOUD_KEY_SECRET", "4b", "1d", alnum(38), memory=True,
          companion="clickhouse-cloud-key-id"),
    known("mongodb-atlas-service-account-secret", "MONGODB_ATLAS_CLIENT_SECRET", "mdb", "_sa_sk_", word64(40),
          companion="mongodb-atlas-service-account-id", memory=True),
    known("mongodb-atlas-service-account-id", "MONGODB_ATLAS_CLIENT_ID", "mdb", "_sa_id_", hexes(24),
          kind="identifier"),
    known("mongodb-connection-string", "MONGODB_URI MONGO_URL", mongodb),
    named("influxdb-api-token", "INFLUXDB_TOKEN INFLUX_TOKEN", influx, header="Authorization: Token {}",
          host="influxdb.example.com:8086"),
    known("elastic-cloud-api-key", "EC_API_KEY ELASTIC_CLOUD_API_KEY", elastic, header="Authorization: ApiKey {}"),
    named("confluent-access-token", "CONFLUENT_CLOUD_API_KEY CONFLUENT_API_KEY", upper(16), kind="identifier",
          companion="confluent-secret-key", host="api.confluent.cloud"),
    named("confluent-secret-key", "CONFLUENT_CLOUD_API_SECRET CONFLUENT_API_SECRET",
          one(run(ALNUM + "+/", 64), confluent), companion="confluent-access-token", host="api.confluent.cloud"),
    known("temporal-cloud-api-key.1", "TEMPORAL_API_KEY TEMPORAL_CLOUD_API_KEY", temporal, memory=True,
          host="saas-api.tmprl.cloud"),
    named("datadog-api-key", "DD_API_KEY DATADOG_API_KEY", hexes(32), header="DD-API-KEY: {}",
          host="api.datadoghq.com"),
    named("datadog-application-key", "DATADOG_APP_KEY DATADOG_APPLICATION_KEY", hexes(40),
          header="DD-APPLICATION-KEY: {}", companion="datadog-api-key", host="api.datadoghq.com"),
    named("datadog-access-token", "DATADOG_ACCESS_TOKEN", hexes(40), memory=True, host="api.datadoghq.com"),
    known("dynatrace-api-token", "DYNATRACE_API_TOKEN DT_API_TOKEN", "dt0", "c01.", base32(24), ".", base32(64),
          header="Authorization: Api-Token {}", host="abc12345.live.dynatrace.com"),
    known("grafana-api-key", "GRAFANA_API_KEY GRAFANA_TOKEN", grafana_legacy, host="grafana.example.com"),
    known("grafana-cloud-api-token", "GRAFANA_CLOUD_API_KEY", grafana_cloud, host="acme.grafana.net"),
    known("grafana-service-account-token", "GRAFANA_SERVICE_ACCOUNT_TOKEN GRAFANA_AUTH", grafana_service,
          host="grafana.example.com"),
    known("honeycomb-api-key", "HONEYCOMB_API_KEY", "hc", one("aik_", "bik_"), "01", lower(56), memory=True,
          header="X-Honeycomb-Team: {}", host="api.honeycomb.io"),
    known("new-relic-user-api-key", "NEW_RELIC_API_KEY", "NR", "AK-", upper(27), header="Api-Key: {}"),
    known("new-relic-browser-api-token", "NEW_RELIC_BROWSER_KEY", "NR", "JS-", hexes(19)),
    known("new-relic-insert-key", "NEW_RELIC_INSERT_KEY", "NR", "II-", word64(32), header="X-Insert-Key: {}"),
    named("new-relic-user-api-id", "NEW_RELIC_USER_API_ID", hexes(64), kind="identifier", memory=True),
    named("sumologic-access-id", "SUMOLOGIC_ACCESSID SUMOLOGIC_ACCESS_ID", "su", alnum(12), kind="identifier"),
    named("sumologic-access-token", "SUMOLOGIC_ACCESSKEY SUMOLOGIC_ACCESS_KEY", alnum(64),
          companion="sumologic-access-id", host="api.sumologic.com"),
    known("telnyx-api-v2-key.1", "TELNYX_API_KEY", "KE", "Y01", capital_hexes(30), "_", alnum(22), memory=True),
    known("1password-secret-key", "OP_SECRET_KEY ONEPASSWORD_SECRET_KEY", "A", "3-",
          *[part for size in (6, 11, 5, 5, 5, 5) for part in (run("23456789ABCDEFGHJKLMNPQRSTVWXYZ", size), "-")][:-1]),
    known("1password-service-account-token", "OP_SERVICE_ACCOUNT_TOKEN",
          lambda rng: "op" + "s_" + base64.b64encode(json.dumps({
        "signInAddress": "acme.1password.com", "userAuth": {"method": "SRPg-4096", "alg": "PBES2g-HS256",
        "iterations": 650000, "salt": url_bytes64(16)(rng)}, "email": lower(13)(rng) + "@1passwordserviceaccounts.com",
        "srpX": hexes(64)(rng), "muk": {"alg": "A256GCM", "ext": True, "k": url_bytes64(32)(rng), "key_ops":
        ["decrypt", "encrypt"], "kty": "oct", "kid": "mp"}, "secretKey": "A" + "3-" + upper(26)(rng),
        "deviceUuid": lower(26)(rng)}, separators=(",", ":")).encode()).decode().rstrip("="),
          host="acme.1password.com"),
    named("jumpcloud-api-key", "JUMPCLOUD_API_KEY", hexes(40), header="x-api-key: {}", host="console.jumpcloud.com"),
    named("okta-access-token", "OKTA_API_TOKEN OKTA_TOKEN", "00", word64(40), header="Authorization: SSWS {}",
          host="acme.okta.com"),
    known("authress-service-client-access-key", "AUTHRESS_SERVICE_CLIENT_KEY AUTHRESS_CLIENT_SECRET",
          one("sc_", "scauth_"),
          alnum(22), ".", lower(4), ".acc", one("-", "_"), lower(16), ".", lambda rng: base64.b64encode(
              keys.ed25519_pkcs8(rng)).decode(), memory=True, host="acme.login.authress.io"),
    named("cisco-meraki-api-key", "MERAKI_DASHBOARD_API_KEY", hexes(40), header="X-Cisco-Meraki-API-Key: {}",
          host="api.meraki.com"),
    named("maxmind-license-key", "MAXMIND_LICENSE_KEY", alnum(6), "_", alnum(29), "_m", "mk",
          host="download.maxmind.com"),
    known("zuplo-consumer-api-key.1", "ZUPLO_API_KEY", lambda rng: (lambda body: "zp" + "ka_" + body + "_"
          + checks.crc32_hex(body))(hexes(32)(rng))),
]
