"""The table of decoys. Every kind names what a finding on it would have mistaken."""
from dataclasses import dataclass
from random import Random

from . import checks, keys
from .decoy_shapes import (PLACEHOLDERS, REFERENCES, TEMPTING, base64_text, certificate, css, dotted, ed25519_line,
                           hex_dump, ksuid,
                           long_identifier, luhn_breaking, mac_address, masked, minified, package, pem, png,
                           semantic_version, sk_word,
                           upper_uuid, worded)
from .shapes import (BASE58, CROCKFORD, Make, alnum, bytes64, capital_hexes, digits, hexes, inner, one, run, seq, ulid,
                     upper,
                     uuid, word64)
from .words import fill

CONFIG = ("dotenv", "yaml", "toml", "ini", "json", "docker", "compose", "kubernetes", "terraform")
CODE = ("python", "javascript", "go", "java")
TEXT = ("log", "jsonl", "shell", "markdown", "notebook", "ci", "trace")


@dataclass(frozen=True)
class Decoy:
    """`form` is how containers show it: assign under one of `names`, note as a line of text, block, or raw lines."""
    kind: str
    form: str
    make: Make
    names: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    title: str = ""


def value(kind: str, names: str, *parts: str | Make, places: tuple[str, ...] = ()) -> Decoy:
    return Decoy(kind, "assign", seq(*parts), tuple(names.split()), places)


def tempting(kind: str, *parts: str | Make, places: tuple[str, ...] = ()) -> Decoy:
    """A harmless value under the name of a secret."""
    return Decoy(kind, "assign", seq(*parts), TEMPTING, places)


def marked(template: str, *blanks: Make) -> Make:
    """A template whose %s are decoys."""
    return lambda rng: fill(rng, template) % tuple(inner(blank)(rng) for blank in blanks)


def note(kind: str, *makes: Make, places: tuple[str, ...] = ()) -> Decoy:
    return Decoy(kind, "note", one(*makes), (), places)


def raw(kind: str, make: Make, *places: str) -> Decoy:
    return Decoy(kind, "raw", make, (), places)


def block(kind: str, make: Make, title: str, *places: str) -> Decoy:
    return Decoy(kind, "block", make, (kind.replace("-", "_").upper(),), places, title)


def lookup(place: str, line: str, *calls: str) -> Decoy:
    """Code that reads a secret from elsewhere; the call is the decoy, @name@ what it asks for."""
    def make(rng: Random) -> str:
        name = rng.choice(TEMPTING)
        return fill(rng, line, name, inner(fill(rng, rng.choice(calls), name))(rng))
    return raw("code-lookup", make, place)


def chain(count: int, separator: str, *parts: str | Make) -> Make:
    return lambda rng: separator.join(seq(*parts)(rng) for _ in range(count))


DECOYS: list[Decoy] = [
    # Identifiers
    value("uuid", "REQUEST_ID TENANT_ID CORRELATION_ID ORDER_UUID DEVICE_ID", uuid),
    note("uuid-in-text", marked("created @noun@ %s for @noun@ in @path@", uuid),
         marked("@noun@ %s depends on @noun@ %s", uuid, uuid)),
    value("uuid-upper", "ASSEMBLY_GUID PROJECT_GUID", "{", inner(upper_uuid), "}",
          places=("ini", "json", "xml", "csv")),
    raw("kubernetes-uid", marked('  uid: %s\n  resourceVersion: "@number@"', uuid), "yaml", "kubernetes"),
    value("ulid", "EVENT_ID JOB_ID MESSAGE_ULID", ulid),
    value("ksuid", "SEGMENT_EVENT DELIVERY_ID", ksuid),
    value("short-id", "NANOID SHORT_CODE SLUG_ID", word64(11, 21)),
    value("badge-code", "LICENSE_PLATE_CODE BADGE_CODE", run(CROCKFORD, 10)),
    value("object-id", "CUSTOMER_ID PRICE_ID PAYMENT_INTENT SUBSCRIPTION_ID",
          one("cus_", "price_", "pi_", "sub_", "evt_", "prod_"), alnum(14, 24)),
    value("cloud-resource", "VPC_ID SUBNET_ID INSTANCE_ID SECURITY_GROUP",
          one("vpc-", "subnet-", "i-", "sg-", "ami-", "vol-"), hexes(17)),
    value("resource-name", "ROLE_ARN TOPIC_ARN KMS_KEY_ID", "arn:aws:",
          one("iam::", "sns:eu-west-1:", "kms:us-east-1:"), run(checks.DIGITS, 12), ":",
          one("role/deploy", "alerts", seq("key/", uuid))),
    value("channel-id", "SLACK_CHANNEL SLACK_TEAM_ID", one("C0", "T0", "U0"), upper(9)),
    value("project-id", "GCP_PROJECT NODE_ID GRAPHQL_ID",
          one(seq("acme-prod-", digits(6)), seq("MDQ6", alnum(20)), seq("R_kgDO", alnum(6)))),
    value("order-number", "ORDER_NUMBER INVOICE_ID TRACKING_NUMBER", luhn_breaking),
    value("transaction-hash", "TX_HASH BLOCK_HASH GENESIS_HASH", "0x", hexes(64)),
    note("base58-word", marked("account %s has no @noun@", run(BASE58, 34)), places=TEXT),
    note("mac-address", marked("@host@ is at %s on eth0", mac_address)),
    value("ipv6", "LISTEN_ADDRESS PEER_ADDRESS", chain(8, ":", hexes(4))),
    note("trace-id", marked("traceparent: %s", seq("00-", hexes(32), "-", hexes(16), "-01")),
         marked("trace_id=%s span_id=%s", hexes(32), hexes(16)),
         marked("X-Amzn-Trace-Id: Root=%s", seq("1-", hexes(8), "-", hexes(24))),
         marked("x-request-id: %s", hexes(32))),
    # Hashes
    value("git-sha", "GIT_COMMIT COMMIT_SHA REVISION HEAD_SHA BASE_REF_SHA", hexes(40)),
    note("git-log", marked("commit %s", hexes(40)), marked("HEAD is now at %s @verb@ the @noun@", hexes(8)),
         marked("Merge %s into %s", hexes(40), hexes(40))),
    value("content-hash", "CHECKSUM SHA256 BUILD_DIGEST FILE_HASH CACHE_KEY_HASH", hexes(64)),
    value("md5", "MD5 FILE_MD5 CONTENT_MD5", hexes(32)),
    note("sha256sum", marked("%s  @path@", hexes(64)), places=TEXT),
    value("image-digest", "IMAGE BASE_IMAGE RUNNER_IMAGE", "registry.example.com/app@sha256:", inner(hexes(64))),
    note("container-id", marked("%s   @host@   Up 3 hours", hexes(12)), marked("Successfully built %s", hexes(12)),
         marked("container %s exited with code 0", hexes(64)), places=TEXT),
    raw("etag", one(marked('< ETag: "%s"', hexes(32)), marked('< ETag: "%s"', seq(hexes(8), "-", hexes(12)))), "http"),
    raw("etag", one(marked('< ETag: W/"%s"', hexes(40)), marked('< ETag: W/"%s"', bytes64(20))), "http"),
    raw("action-pin", marked("      # the github token of the job is enough for this step\n"
                             "      - uses: actions/checkout@%s # v4\n"
                             "        with:\n          github-token: ${{ github.token }}", hexes(40)), "yaml",
        "markdown"),
    note("action-pin-in-text", marked("pin the action to %s so that the github token is safe", hexes(40)),
         places=("markdown", "ci", "yaml", "jsonl")),
    value("asset-name", "MAIN_BUNDLE ENTRYPOINT_CSS", worded("@kebab@."), inner(hexes(20)),
          one(".js", ".css", ".woff2")),
    value("cache-key", "CACHE_KEY BUILD_CACHE", "linux-x64-node20-", inner(hexes(64))),
    value("thumbprint", "CERT_THUMBPRINT SIGNER_THUMBPRINT", capital_hexes(40)),
    value("nonce", "CSP_NONCE SCRIPT_NONCE", bytes64(16)),
    note("ssh-fingerprint", marked("256 SHA256:%s @login@@@host@ (ED25519)", bytes64(32, False))),
    value("subresource-integrity", "INTEGRITY SCRIPT_INTEGRITY", one("sha384-", "sha512-", "sha256-"),
          inner(bytes64(48))),
    raw("subresource-integrity",
        marked('<script src="https://cdn.example.com/@kebab@.js" integrity="sha384-%s"></script>', bytes64(48)),
        "markdown", "log"),
    # Where a secret would stand, but none does
    tempting("placeholder", PLACEHOLDERS, places=CONFIG + CODE + ("log", "script", "markdown", "csv")),
    tempting("reference", REFERENCES, places=CONFIG),
    lookup("python", "@lowername@ = @text@", 'os.environ["@name@"]', 'os.getenv("@name@")', 'config["@name@"]',
           'getpass.getpass("@name@: ")', "settings.@name@"),
    lookup("javascript", "const @camelname@ = @text@;", "process.env.@name@", "import.meta.env.VITE_@name@",
           "config.get('@name@')", "await secrets.read('@name@')"),
    lookup("go", "\t@camelname@ := @text@", 'os.Getenv("@name@")', 'viper.GetString("@name@")', "cfg.Secrets.@name@"),
    lookup("java", "        String @camelname@ = @text@;", 'System.getenv("@name@")',
           'environment.getProperty("@name@")'),
    tempting("masked-token", masked),
    note("masked-in-text", marked("authenticated with %s", masked), marked("token %s is valid for @noun@", masked),
         marked("using key %s (@noun@)", masked), places=TEXT),
    tempting("test-value",
             one("test", "testing", "secret", "password", "foo", "bar", "token", "admin", "local", "dev", "unused",
                 "n/a", "true", "false")),
    value("numeric-setting",
          "MAX_TOKENS TOKEN_LIMIT PASSWORD_MIN_LENGTH KEY_ROTATION_DAYS SECRET_VERSION API_KEY_COUNT MAX_OUTPUT_TOKENS",
          one("100", "4096", "12", "90", "3", "3600", "128000", "8192")),
    value("boolean-switch", "ENABLE_TOKEN_AUTH REQUIRE_API_KEY USE_SECRET_STORE PASSWORD_LOGIN_ENABLED TOKEN_REFRESH",
          one("true", "false", "yes", "no", "on", "off")),
    note("prose",
         marked("%s and restart the @noun@", one("Rotate the API key every ninety days",
                                                 "The access token expires after an hour",
                                                 "Never paste the client secret here",
                                                 "password: at least twelve characters")),
         marked("the @noun@ needs %s", one("a secret key with write access", "an api token = one per team",
                                           "Authorization: Bearer followed by the token"))),
    # Public keys and encoded data
    note("ssh-public-key", marked("ssh-rsa %s @login@@@host@", keys.ssh_public),
         marked("ssh-ed25519 %s deploy", ed25519_line)),
    block("public-key", pem("PUBLIC KEY", keys.rsa_public), "public.pem"),
    block("certificate", pem("CERTIFICATE", certificate), "tls.crt"),
    block("hex-dump", hex_dump, "core.hex", "shell", "log", "markdown", "notebook"),
    value("data-uri", "LOGO_URI ICON ICON_DATA THUMBNAIL", "data:image/png;base64,", inner(png),
          places=("json", "javascript", "yaml", "python", "xml", "notebook", "jsonl")),
    value("base64-image", "IMAGE_PNG PREVIEW AVATAR_BASE64", png, places=("json", "jsonl", "xml", "python", "csv")),
    value("base64-text", "WELCOME_TEXT BANNER_B64 TEMPLATE_BODY", base64_text),
    # Words
    raw("css-class", marked('  <div class="%s %s">', css, css), "markdown", "javascript"),
    raw("minified-js", inner(minified), "javascript", "log"),
    raw("identifier", marked("    @camel@ = %s(@noun@)", long_identifier), "python"),
    raw("identifier", marked("        @camel@.%s();", long_identifier), "java"),
    raw("identifier", marked("  const @camel@ = await %s(@noun@);", long_identifier), "javascript"),
    note("identifier-in-text", marked("undefined reference to %s", long_identifier),
         marked("%s is deprecated, use %s", long_identifier, long_identifier)),
    note("html-tag", marked("<%s> @noun@ </%s>", sk_word, sk_word),
         marked('<%s status="done">', one("task" + "-notification", sk_word)),
         places=("markdown", "log", "shell", "javascript", "notebook")),
    note("sk-inside-word", marked("see %s for the @noun@", sk_word), marked("@verb@ %s first", sk_word)),
    note("dotted-words", marked("loaded %s from @path@", dotted), marked("%s is not registered", dotted)),
    note("package-name", marked("added %s and 12 others", package), marked("%s has no published @noun@", package)),
    value("version", "APP_RELEASE CHART_VERSION TOOLCHAIN API_VERSION", semantic_version),
    value("image-reference", "REGISTRY_IMAGE SIDECAR_IMAGE", "registry.example.com/", worded("@kebab@:"),
          semantic_version),
    value("color-list", "PALETTE THEME_COLORS", chain(5, ",", "#", hexes(6)),
          places=("json", "yaml", "javascript", "ini")),
]
