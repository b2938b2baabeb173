"""Payment, messaging, mail, identity, marketing and other services."""
import base64
from random import Random

from . import checks, keys
from .shapes import (ALNUM, Format, alnum, bytes64, digits, hexes, inner, known, lower, lower_ulid,
                     named, one, run, seq, ulid, upper, url_bytes64, uuid, word64)

TEAM = digits(10, 13)


def discord_bot(rng: Random) -> str:
    user = base64.b64encode(str(rng.randrange(10**17, 14 * 10**17)).encode()).decode().rstrip("=")
    return user + "." + alnum(6)(rng) + "." + word64(38)(rng)


def intercom(rng: Random) -> str:
    return base64.b64encode(f"tok:{uuid(rng).replace('-', '_')}:1:0".encode()).decode()


def slack_session_cookie(rng: Random) -> str:
    return "xo" + "xd-" + bytes64(90)(rng).replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")


def workos(rng: Random) -> str:
    text = f"key_{ulid(rng)},{alnum(25)(rng)}"
    return "s" + "k_live_" + base64.b64encode(text.encode()).decode().rstrip("=")


def asaas(rng: Random) -> str:
    text = f"{hexes(32)(rng)}::{digits(8)(rng)}::$aach_{uuid(rng)}"
    return "$aa" + "ct_prod_000" + base64.b64encode(text.encode()).decode().rstrip("=")


def teams_webhook(rng: Random) -> str:
    return (f"https://acme.webhook.office.com/webhookb2/{uuid(rng)}@{uuid(rng)}/IncomingWebhook/"
            + inner(hexes(32))(rng) + f"/{uuid(rng)}")


def slack_webhook(rng: Random) -> str:
    return "https://hooks.sl" + f"ack.com/services/T{upper(10)(rng)}/B{upper(10)(rng)}/" + inner(alnum(24))(rng)


def payment_card(rng: Random) -> str:
    # The range that one payment processor keeps for tests, so that no cardholder has the number.
    body = "400000" + run(checks.DIGITS, 9)(rng)
    return body + checks.luhn_digit(body)


FORMATS: list[Format] = [
    known("stripe-access-token", "STRIPE_SECRET_KEY STRIPE_API_KEY", one("s", "r"), "k_", one("live_", "test_"),
          one(alnum(24), seq("51", alnum(97)))),
    known("square-access-token", "SQUARE_ACCESS_TOKEN",
          one(seq("EA", "AA", word64(60)), seq("sq", "0atp-", word64(22))), host="connect.squareup.com"),
    known("paddle-live-api-key", "PADDLE_API_KEY", "pdl", "_live_apikey_", lower_ulid, "_", alnum(22), "_", alnum(3)),
    known("checkout-secret-key", "CHECKOUT_SECRET_KEY", "s", "k_", one("sbox_", ""), run(checks.LOWER + "234567", 27),
          needs_name=True),
    known("flutterwave-secret-key", "FLW_SECRET_KEY FLUTTERWAVE_SECRET_KEY", "FLWS", "ECK", one("_TEST", ""), "-",
          hexes(32), "-X"),
    known("flutterwave-public-key", "FLW_PUBLIC_KEY", "FLWP", "UBK", one("_TEST", ""), "-", hexes(32), "-X",
          kind="identifier"),
    known("flutterwave-encryption-key", "FLW_ENCRYPTION_KEY", "FLWS", "ECK_TEST", hexes(12)),
    named("coinbase-access-token", "COINBASE_ACCESS_TOKEN", hexes(64)),
    named("kraken-access-token", "KRAKEN_API_SECRET KRAKEN_PRIVATE_KEY", bytes64(64)),
    named("kucoin-access-token", "KUCOIN_API_KEY", hexes(24), companion="kucoin-secret-key", header="KC-API-KEY: {}"),
    named("kucoin-secret-key", "KUCOIN_API_SECRET KUCOIN_SECRET_KEY", uuid, header="KC-API-SECRET: {}"),
    named("bittrex-access-key", "BITTREX_API_KEY", hexes(32), companion="bittrex-secret-key"),
    named("bittrex-secret-key", "BITTREX_API_SECRET BITTREX_SECRET_KEY", hexes(32)),
    named("finnhub-access-token", "FINNHUB_API_KEY FINNHUB_TOKEN", lower(20), header="X-Finnhub-Token: {}",
          host="finnhub.io"),
    named("finicity-api-token", "FINICITY_APP_TOKEN FINICITY_API_TOKEN", hexes(32), memory=True),
    named("finicity-client-secret", "FINICITY_PARTNER_SECRET FINICITY_CLIENT_SECRET", alnum(20), memory=True),
    known("plaid-api-token", "PLAID_ACCESS_TOKEN", "access", one("-sandbox-", "-production-"), uuid,
          host="production.plaid.com"),
    named("plaid-client-id", "PLAID_CLIENT_ID", hexes(24), kind="identifier", header="PLAID-CLIENT-ID: {}"),
    named("plaid-secret-key", "PLAID_SECRET", hexes(30), companion="plaid-client-id", header="PLAID-SECRET: {}",
          host="production.plaid.com"),
    known("gocardless-api-token", "GOCARDLESS_ACCESS_TOKEN", "li", "ve_", word64(40), needs_name=True),
    known("duffel-api-token", "DUFFEL_ACCESS_TOKEN", "duf", one("fel_live_", "fel_test_"), word64(43)),
    known("easypost-api-token", "EASYPOST_API_KEY", "EZ", "AK", alnum(54)),
    known("easypost-test-api-token", "EASYPOST_TEST_API_KEY", "EZ", "TK", alnum(54)),
    known("shippo-api-token", "SHIPPO_TOKEN SHIPPO_API_KEY", "ship", one("po_live_", "po_test_"), hexes(40),
          host="api.goshippo.com", header="Authorization: ShippoToken {}"),
    known("lob-api-key", "LOB_API_KEY", one("live", "test"), "_", hexes(35), needs_name=True),
    known("lob-pub-api-key", "LOB_PUBLISHABLE_KEY", one("live", "test"), "_pub_", hexes(31), kind="identifier"),
    known("mercury-production-api-token", "MERCURY_API_KEY", "secret-token:",
          inner("merc", "ury_production_wma_", alnum(44), "_yrucrem")),
    known("midtrans-production-server-client-key", "MIDTRANS_SERVER_KEY", "Mid", "-server-", word64(24), memory=True),
    known("asaas-api-token", "ASAAS_API_KEY", asaas, memory=True, header="access_token: {}",
          places=("dotenv", "json", "python", "log", "ini", "csv", "http", "jsonl", "go")),
    known("ramp-client-id", "RAMP_CLIENT_ID", "ramp", "_id_", alnum(40), kind="identifier", memory=True),
    known("ramp-client-secret", "RAMP_CLIENT_SECRET", "ramp", "_sec_", alnum(48), memory=True,
          companion="ramp-client-id"),
    known("payment-card", "CARD_NUMBER PAN", payment_card, kind="pii", needs_name=True),
    known("shopify-access-token", "SHOPIFY_ACCESS_TOKEN SHOPIFY_ADMIN_TOKEN", "sh", "pat_", hexes(32),
          header="X-Shopify-Access-Token: {}", host="acme.myshopify.com"),
    known("shopify-custom-access-token", "SHOPIFY_CUSTOM_ACCESS_TOKEN", "sh", "pca_", hexes(32),
          host="acme.myshopify.com"),
    known("shopify-private-app-access-token", "SHOPIFY_PRIVATE_APP_TOKEN", "sh", "ppa_", hexes(32),
          host="acme.myshopify.com"),
    known("shopify-shared-secret", "SHOPIFY_API_SECRET", "sh", "pss_", hexes(32), host="acme.myshopify.com"),
    named("ebay-client-id", "EBAY_CLIENT_ID EBAY_APP_ID", "AcmeCorp-", "orders-", "PRD-", hexes(9), "-", hexes(8),
          kind="identifier"),
    known("ebay-client-secret", "EBAY_CLIENT_SECRET EBAY_CERT_ID", "PR", "D-", hexes(12), "-", hexes(4), "-", hexes(4),
          "-", hexes(4), "-", hexes(4), companion="ebay-client-id"),
    named("etsy-access-token", "ETSY_ACCESS_TOKEN", alnum(24), memory=True, host="openapi.etsy.com"),
    named("etsy-open-api-key", "ETSY_API_KEY ETSY_KEYSTRING", lower(24), host="openapi.etsy.com",
          header="x-api-key: {}"),
    named("squarespace-access-token", "SQUARESPACE_API_KEY SQUARESPACE_TOKEN", uuid),
    known("slack-bot-token", "SLACK_BOT_TOKEN", "xo", "xb-", TEAM, "-", TEAM, "-", alnum(24), host="slack.com"),
    known("slack-user-token", "SLACK_USER_TOKEN SLACK_TOKEN", "xo", "xp-", TEAM, "-", TEAM, "-", TEAM, "-", hexes(32),
          host="slack.com"),
    known("slack-app-token", "SLACK_APP_TOKEN", "xa", "pp-1-A", upper(10), "-", TEAM, "-", hexes(64), host="slack.com"),
    known("slack-config-access-token", "SLACK_CONFIG_TOKEN", "xo", "xe.xo", "xp-1-", run(ALNUM, 163), host="slack.com"),
    known("slack-config-refresh-token", "SLACK_CONFIG_REFRESH_TOKEN", "xo", "xe-1-", run(ALNUM, 146), host="slack.com"),
    known("slack-legacy-bot-token", "SLACK_BOT_TOKEN", "xo", "xb-", digits(11), "-", alnum(24), host="slack.com"),
    known("slack-legacy-token", "SLACK_LEGACY_TOKEN", "xo", "xs-", digits(10), "-", digits(10), "-", digits(10), "-",
          hexes(10), host="slack.com"),
    known("slack-legacy-workspace-token", "SLACK_WORKSPACE_TOKEN", "xo", "xa-2-", digits(10), "-", digits(10), "-",
          digits(12), "-", hexes(32), memory=True, host="slack.com"),
    known("slack-session-token", "SLACK_SESSION_TOKEN", "xo", "xc-", TEAM, "-", TEAM, "-", TEAM, "-", hexes(64),
          companion="slack-session-cookie", host="acme.slack.com"),
    known("slack-session-cookie", "SLACK_D_COOKIE", slack_session_cookie, memory=True, host="acme.slack.com",
          header="Cookie: d={}"),
    known("slack-webhook-url", "SLACK_WEBHOOK_URL", slack_webhook, host="hooks.slack.com"),
    known("microsoft-teams-webhook", "TEAMS_WEBHOOK_URL", teams_webhook),
    known("discord-api-token", "DISCORD_TOKEN DISCORD_BOT_TOKEN", discord_bot, header="Authorization: Bot {}"),
    named("discord-client-id", "DISCORD_CLIENT_ID", digits(18, 19), kind="identifier"),
    named("discord-client-secret", "DISCORD_CLIENT_SECRET", word64(32), companion="discord-client-id"),
    known("telegram-bot-api-token", "TELEGRAM_BOT_TOKEN TG_BOT_TOKEN", digits(9, 10), ":", "A",
          one("A", "E", "F", "G", "H"), word64(33), host="api.telegram.org"),
    known("twilio-api-key", "TWILIO_API_KEY TWILIO_API_KEY_SID", "S", "K", hexes(32)),
    named("messagebird-api-token", "MESSAGEBIRD_API_KEY MESSAGEBIRD_ACCESS_KEY", alnum(25), host="rest.messagebird.com",
          header="Authorization: AccessKey {}"),
    named("messagebird-client-id", "MESSAGEBIRD_CLIENT_ID", uuid, kind="identifier"),
    named("plivo-auth-id", "PLIVO_AUTH_ID", "M", "A", upper(18), kind="identifier"),
    named("plivo-auth-token", "PLIVO_AUTH_TOKEN", bytes64(30), companion="plivo-auth-id"),
    named("sendbird-access-id", "SENDBIRD_APP_ID SENDBIRD_APPLICATION_ID", uuid, kind="identifier"),
    named("sendbird-access-token", "SENDBIRD_API_TOKEN SENDBIRD_ACCESS_TOKEN", hexes(40),
          companion="sendbird-access-id", header="Api-Token: {}"),
    known("sendgrid-api-token", "SENDGRID_API_KEY", "S", "G.", word64(22), ".", word64(43)),
    known("sendinblue-api-token", "BREVO_API_KEY SENDINBLUE_API_KEY", "xkey", "sib-", hexes(64), "-", alnum(16),
          header="api-key: {}", host="api.brevo.com"),
    known("mailchimp-api-key", "MAILCHIMP_API_KEY", hexes(32), "-u", "s", one("1", "6", "12", "14", "20", "21"),
          needs_name=True, host="us14.api.mailchimp.com"),
    known("mailersend-api-token", "MAILERSEND_API_KEY", "ml", "sn.", hexes(64)),
    known("mailgun-private-api-token", "MAILGUN_API_KEY", "ke", "y-", hexes(32), needs_name=True,
          host="api.mailgun.net"),
    known("mailgun-pub-key", "MAILGUN_PUBLIC_KEY", "pub", "key-", hexes(32), kind="identifier", host="api.mailgun.net"),
    named("mailgun-signing-key", "MAILGUN_SIGNING_KEY MAILGUN_WEBHOOK_SIGNING_KEY", hexes(32), "-", hexes(8), "-",
          hexes(8), memory=True, host="api.mailgun.net"),
    known("klaviyo-api-key", "KLAVIYO_API_KEY KLAVIYO_PRIVATE_KEY", "p", "k_", hexes(34), needs_name=True,
          host="a.klaviyo.com", header="Authorization: Klaviyo-API-Key {}"),
    named("beamer-api-token", "BEAMER_API_KEY", "b", "_", run(ALNUM, 43), "=", memory=True, header="Beamer-Api-Key: {}",
          host="api.getbeamer.com"),
    known("onesignal-rich-authentication-token", "ONESIGNAL_API_KEY ONESIGNAL_REST_API_KEY", "os",
          one("_v2_app_", "_v2_org_"), run(checks.LOWER + "234567", 103), header="Authorization: Key {}"),
    known("hubspot-api-key", "HUBSPOT_ACCESS_TOKEN HUBSPOT_API_KEY",
          one(seq("pa", "t-", one("na1", "eu1"), "-", uuid), uuid), needs_name=True, host="api.hubapi.com"),
    named("intercom-api-key", "INTERCOM_ACCESS_TOKEN INTERCOM_TOKEN", intercom, host="api.intercom.io"),
    named("zendesk-secret-key", "ZENDESK_API_TOKEN ZENDESK_SECRET", alnum(40), host="acme.zendesk.com"),
    known("salesforce-access-token.1", "SF_ACCESS_TOKEN SALESFORCE_ACCESS_TOKEN", "00", "D", alnum(12), "!A", "Q",
          run(ALNUM + "._", 94), companion="salesforce-instance-url.1", host="acme.my.salesforce.com"),
    known("salesforce-instance-url.1", "SF_INSTANCE_URL SALESFORCE_INSTANCE_URL", "https://", one("acme", "northwind"),
          one("", "--uat.sandbox"), ".my.sales", "force.com", kind="identifier"),
    named("freshbooks-access-token", "FRESHBOOKS_ACCESS_TOKEN FRESHBOOKS_TOKEN", hexes(64), memory=True),
    named("bitly-access-token", "BITLY_ACCESS_TOKEN BITLY_TOKEN", hexes(40), host="api-ssl.bitly.com"),
    named("box-api-access-token", "BOX_DEVELOPER_TOKEN BOX_ACCESS_TOKEN", alnum(32), host="api.box.com"),
    named("dropbox-api-token", "DROPBOX_APP_SECRET", lower(15), host="api.dropboxapi.com"),
    named("dropbox-long-lived-api-token", "DROPBOX_ACCESS_TOKEN", alnum(11), "AAAA", "AAAAAA", word64(43), memory=True,
          host="api.dropboxapi.com"),
    known("dropbox-short-lived-api-token", "DROPBOX_ACCESS_TOKEN", "sl", ".", one("", "u."), word64(135), memory=True,
          host="api.dropboxapi.com"),
    known("facebook-access-token", "FACEBOOK_APP_TOKEN FB_ACCESS_TOKEN", digits(15, 16), "|", word64(27), memory=True,
          host="graph.facebook.com"),
    known("facebook-page-access-token", "FACEBOOK_PAGE_TOKEN FB_PAGE_ACCESS_TOKEN", "EA", one("A", "AM", "AC"),
          alnum(160, 190), memory=True, host="graph.facebook.com"),
    named("facebook-secret", "FACEBOOK_APP_SECRET FACEBOOK_CLIENT_SECRET", hexes(32), host="graph.facebook.com"),
    named("linkedin-client-id", "LINKEDIN_CLIENT_ID", lower(14), kind="identifier"),
    named("linkedin-client-secret", "LINKEDIN_CLIENT_SECRET",
          one(alnum(16), seq("WPL", "_AP1.", alnum(16), ".", alnum(6), "==")), companion="linkedin-client-id"),
    known("twitter-access-token", "TWITTER_ACCESS_TOKEN", digits(18, 19), "-", alnum(40), needs_name=True,
          companion="twitter-access-secret"),
    named("twitter-access-secret", "TWITTER_ACCESS_TOKEN_SECRET TWITTER_ACCESS_SECRET", alnum(45)),
    named("twitter-api-key", "TWITTER_API_KEY TWITTER_CONSUMER_KEY", alnum(25), companion="twitter-api-secret"),
    named("twitter-api-secret", "TWITTER_API_SECRET TWITTER_CONSUMER_SECRET", alnum(50)),
    known("twitter-bearer-token", "TWITTER_BEARER_TOKEN", "A" * 21, alnum(40), "%2B", alnum(10), "%3D", alnum(42),
          needs_name=True),
    named("twitch-api-token", "TWITCH_CLIENT_SECRET TWITCH_ACCESS_TOKEN", lower(30), host="api.twitch.tv"),
    named("lark-app-id", "LARK_APP_ID", "cl", "i_", hexes(16), kind="identifier"),
    named("lark-app-secret", "LARK_APP_SECRET", alnum(32), companion="lark-app-id", host="open.larksuite.com"),
    known("clerk-secret-key", "CLERK_SECRET_KEY", "s", "k_", one("live_", "test_"), alnum(42), needs_name=True),
    known("workos-production-api-key.1", "WORKOS_API_KEY", workos, memory=True, needs_name=True),
    known("persona-production-api-key", "PERSONA_API_KEY", "persona", "_production_", uuid, host="withpersona.com"),
    known("onfido-live-api-token-us", "ONFIDO_API_TOKEN", "api", "_live_us.", word64(11), ".", word64(32), memory=True,
          host="api.us.onfido.com", header="Authorization: Token token={}"),
    known("onfido-live-api-token-ca", "ONFIDO_API_TOKEN", "api", "_live_ca.", word64(11), ".", word64(32), memory=True,
          host="api.ca.onfido.com", header="Authorization: Token token={}"),
    known("onfido-live-api-token-eu", "ONFIDO_API_TOKEN", "api", "_live.", word64(11), ".", word64(32), memory=True,
          host="api.eu.onfido.com", header="Authorization: Token token={}"),
    known("samsara-api-token.1", "SAMSARA_API_TOKEN", "samsara", "_api_", alnum(30)),
    known("canadian-digital-service-notify-api-key", "NOTIFY_API_KEY GC_NOTIFY_API_KEY", "gc", "ntfy-",
          one("prod-alerts", "staging"), "-", uuid, "-", uuid, host="api.notification.canada.ca"),
    known("freemius-secret-key", "FREEMIUS_SECRET_KEY", "s", "k_", run(ALNUM + "!@#%^*_=+;:?.,-", 29), memory=True,
          needs_name=True, places=("json", "python", "ini", "dotenv", "javascript", "log", "java")),
    known("polymarket-private-key", "POLYMARKET_PRIVATE_KEY POLY_PRIVATE_KEY", "0x", inner(hexes(64)), needs_name=True,
          companion="polymarket-address", host="clob.polymarket.com"),
    named("polymarket-address", "POLYMARKET_ADDRESS POLY_ADDRESS", "0x", hexes(40), kind="identifier"),
    named("polymarket-api-key", "POLYMARKET_API_KEY POLY_API_KEY", uuid, header="POLY_API_KEY: {}",
          companion="polymarket-api-secret", host="clob.polymarket.com"),
    named("polymarket-api-secret", "POLYMARKET_API_SECRET POLY_API_SECRET", url_bytes64(32, True),
          header="POLY_SECRET: {}", host="clob.polymarket.com"),
    named("polymarket-passphrase", "POLYMARKET_PASSPHRASE POLY_PASSPHRASE", hexes(64), header="POLY_PASSPHRASE: {}",
          host="clob.polymarket.com"),
    known("jwt", "SESSION_TOKEN ACCESS_TOKEN ID_TOKEN", keys.session_jwt, host="gateway.example.com"),
    known("jwt-base64", "SESSION_BLOB AUTH_STATE",
          lambda rng: base64.b64encode(keys.session_jwt(rng).encode()).decode(),
          host="gateway.example.com"),
]
