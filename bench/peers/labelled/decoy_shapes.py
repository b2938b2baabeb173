"""Values that look like secrets and are none."""
import base64
from collections.abc import Callable
from random import Random

from . import checks, keys
from .shapes import Make, alnum, hexes, inner, one, run, uuid, word64, lower
from .words import fill

TEMPTING = tuple("""DATADOG_API_KEY STRIPE_SECRET_KEY GITHUB_TOKEN API_KEY DB_PASSWORD AWS_SECRET_ACCESS_KEY
SLACK_BOT_TOKEN OPENAI_API_KEY CLIENT_SECRET JWT_SECRET AUTH_TOKEN HEROKU_API_KEY TWILIO_AUTH_TOKEN
NPM_TOKEN SENTRY_AUTH_TOKEN SMTP_PASSWORD CLOUDFLARE_API_TOKEN PRIVATE_KEY ACCESS_TOKEN apiKey
SONAR_TOKEN VAULT_TOKEN ALGOLIA_API_KEY OKTA_TOKEN""".split())

PLACEHOLDERS = one(
    "<YOUR_API_KEY>", "<your-token-here>", "<REDACTED>", "<insert secret>", "YOUR_API_KEY", "your-api-key-here",
                   "REPLACE_ME",
    "INSERT_TOKEN_HERE", "changeme", "change-me-please", "CHANGE_ME_IN_PRODUCTION", "xxxxxxxx", "x" * 32, "X" * 20,
                   "*" * 16,
    "todo", "TBD", "none", "null", "dummy", "example", "placeholder", "not-a-real-key", "my-secret-token", "abc123",
                   "0" * 32,
    "1234567890abcdef" * 2, "s" + "k-" + "x" * 40, "s" + "k-your-key", "sk_" + "test_your_key_here", "deadbeef" * 5,
    "AK" + "IA" + "IOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
                   "gh" + "p_your_personal_access_token",
    "gh" + "p_" + "x" * 36, "put-your-secret-here", "supersecret", "fake-key-for-tests", "your_secret_key", "...")
REFERENCES = one(
    "${API_KEY}", "$GITHUB_TOKEN", "${{ secrets.DEPLOY_TOKEN }}", "${{ secrets.NPM_TOKEN }}",
                 "{{ .Values.auth.token }}",
    "${STRIPE_SECRET_KEY:?missing}", "%(db_password)s", "{{ vault_db_password }}", "op://infra/datadog/api-key",
    "vault:secret/data/app#api_key", "arn:aws:secretsmanager:eu-west-1:123456789012:secret:app-AbCdEf",
                 "ssm:/prod/app/db_password",
    "projects/acme/secrets/api-key/versions/latest",
                 "@Microsoft.KeyVault(SecretUri=https://acme.vault.azure.net/secrets/db/)",
    "!sub ${TokenParameter}", "file:///run/secrets/api_key", "/run/secrets/db_password", "secretKeyRef",
                 "env:SLACK_BOT_TOKEN")
PREFIXES = ("gh" + "p_", "s" + "k-ant-api03-", "s" + "k_live_", "AK" + "IA", "xo" + "xb-", "gl" + "pat-", "h" + "f_",
            "")


def worded(*templates: str) -> Make:
    """One of the templates, its words filled in."""
    return lambda rng: fill(rng, rng.choice(templates))


def masked(rng: Random) -> str:
    last = alnum(4)(rng)
    return rng.choice(PREFIXES) + rng.choice(["*" * rng.randint(4, 30), "*" * 12 + last, "x" * rng.randint(8, 36),
                                              "..." + last,
                                              "[REDACTED]", "\u2022" * 8, "XXXX" * rng.randint(3, 9), "****" + last])


def minified(rng: Random) -> str:
    out = []
    for _ in range(rng.randint(12, 40)):
        a, b, c = (rng.choice(checks.LOWER) for _ in range(3))
        out.append(rng.choice([f"function {a}({b},{c}){{return {b}?{c}.@noun@({b}):void 0}}",
                               f"var {a}={b}.@camel@||{{}};",
                               f'!function({a}){{"use strict";{a}.@camel@=!0}}({b});',
                               f"{a}.token={b}.getToken(),{c}.key=1e3*{a}.keyCode;"]))
    return fill(rng, "".join(out))


def hex_dump(rng: Random) -> str:
    lines = []
    for row in range(rng.randint(6, 20)):
        data = rng.randbytes(16)
        text = "".join(chr(byte) if chr(byte) in checks.BASE62 + " +-*/:;" else "." for byte in data)
        lines.append(f"{row * 16:08x}  {data[:8].hex(' ')}  {data[8:].hex(' ')}  |{text}|")
    return inner("\n".join(lines))(rng)


def pem(label: str, body: Callable[[Random], bytes]) -> Make:
    return lambda rng: inner(keys.armor(label, keys.wrapped(body(rng))))(rng)


def certificate(rng: Random) -> bytes:
    return keys.certificate(rng, "www.example.com")


def ed25519_line(rng: Random) -> str:
    return base64.b64encode(keys.field(b"ssh-ed25519") + keys.field(rng.randbytes(32))).decode()


def ksuid(rng: Random) -> str:
    return rng.choice("23") + run(checks.BASE62, 26)(rng)


def png(rng: Random) -> str:
    body = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + rng.randbytes(rng.randint(80, 700))
    return base64.b64encode(body).decode()


def base64_text(rng: Random) -> str:
    return base64.b64encode(fill(rng, "@sentence@ @sentence@").encode()).decode()


def css(rng: Random) -> str:
    return rng.choice([worded("@noun@-@noun@__@kebab@--@adjective@"), worded(f"css-{lower(7)(rng)}-@pascal@"),
                       worded(f"sc-{lower(8)(rng)}"), worded(f"@pascal@_@camel@__{word64(5)(rng)}")])(rng)


def luhn_breaking(rng: Random) -> str:
    """Sixteen digits that no payment card can have."""
    body = "4" + run(checks.DIGITS, 14)(rng)
    return body + str((int(checks.luhn_digit(body)) + rng.randrange(1, 10)) % 10)


def mac_address(rng: Random) -> str:
    return ":".join(hexes(2)(rng) for _ in range(6))


def upper_uuid(rng: Random) -> str:
    return uuid(rng).upper()


long_identifier = worded("get@pascal@@pascal@Token", "refresh@pascal@@pascal@@pascal@Secret",
                         "decode@pascal@From@pascal@ApiKey",
                         "authenticate@pascal@With@pascal@Password", "set@pascal@@pascal@@pascal@@pascal@Handler")
sk_word = worded("task-@noun@-@noun@", "disk-@noun@-@noun@-@noun@", "risk-@noun@-@noun@-@noun@-@noun@",
                 "mask-@noun@-@noun@",
                 "desk-@kebab@-@kebab@-@kebab@")
dotted = worded("@camel@@pascal@.@camel@@pascal@.@camel@@pascal@", "@noun@.@noun@.@noun@",
                "com.example.@noun@@noun@.@pascal@@pascal@",
                "eventBus.@camel@.@camel@")
semantic_version = worded("@version@", "@version@-rc.1", "@version@-beta.@small@+build.@number@",
                          "@version@+sha.5114f85")
package = worded("@@noun@/@kebab@-@noun@", "@kebab@-sdk-@kebab@", "org.@noun@.@noun@:@kebab@-core",
                 "github.com/@noun@/@kebab@/v2")
