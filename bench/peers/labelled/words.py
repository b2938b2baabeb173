"""Vocabulary and templates of filler. Nothing here looks like a secret.

A template holds fields such as @noun@, each of which becomes a new word; fields with a digit, @noun1@, become the same
word wherever they stand in one template. @text@ is the value to be shown, @name@ and its kin the name it goes by.
"""
import datetime
import re
from collections.abc import Callable
from random import Random

NOUNS = """account agent alert archive batch bucket budget cache catalog channel chart checkpoint client cluster column
config contact coupon cursor customer dashboard dataset deployment device digest discount document endpoint
entry event export feature feed field file filter folder forecast gateway graph group handler health image
import index ingest instance inventory invoice item job journal label layer ledger limit listing loader locale
mailbox manifest mapper member message metric migration model module monitor node notice offer order page parser
partner partition payload payment pipeline plan player policy pool price printer probe product profile project
proxy query queue quota reader record region registry release renderer replica report request resolver resource
response result retry review role route router rule sample scheduler schema scope segment sensor series server
session shard shipment signal snapshot source stage status storage store stream subscription summary supplier
table tag target task template tenant thread ticket timeline topic trace transfer trigger update upload user
vendor version view volume warehouse webhook widget window worker workspace""".split()
VERBS = """accept add apply archive assign attach build cancel check clean close collect commit compare compute connect
copy create decode delete deliver detach disable dispatch drop emit enable encode evict expand export fetch
filter finish flush format forward generate group handle import index insert join list load lock log map mark
match merge migrate move notify open pack parse patch pause poll prepare process publish pull push queue read
rebuild receive record refresh register release reload remove rename render replay reset resolve restart resume
retry rollback rotate route run save scan schedule select send serve sort split start stop store submit
subscribe sync tail track transform trim unlock update upload validate verify wait watch write""".split()
ADJECTIVES = """active all available cached current daily default empty expired failed final first hourly idle incoming
initial internal invalid large last late local main missing monthly new next old open optional outgoing partial pending
previous primary public queued raw ready recent regional remote scheduled secondary shared single slow small
stale static temporary total unknown unused upstream valid weekly""".split()
SERVICES = """api-gateway auth-service billing catalog checkout crawler email-worker exporter frontend geo-index imaging
ingest inventory ledger mailer media-proxy notifications orders payments pricing recommender reports scheduler
search shipping sync-agent telemetry thumbnails users webhooks""".split()
PEOPLE = """Ana Bo Chidi Dana Emeka Farah Goran Hana Ivo Jun Kaja Lena Mina Nils Olga Pia Quinn Ravi Sofia Tomas
Uma Wei""".split()
CITIES = """Accra Bergen Cork Denver Esch Fukuoka Ghent Hanoi Izmir Jaipur Kigali Lisbon Malmo Nantes Oslo Porto
Quito""".split()
EXTENSIONS = "py ts go java rs rb sql md yaml json toml txt csv html css".split()
REGIONS = "us-east-1 us-west-2 eu-west-1 eu-central-1 ap-south-1".split()


SENTENCES = (
    "The @noun@ keeps one @noun@ per @noun@ and drops the @adjective@ ones after @amount@ seconds.",
    "Call @verb@ before the @noun@ is closed, otherwise the @noun@ may be @adjective@.",
    "@person@ asked whether the @adjective@ @noun@ should @verb@ the @noun@ or leave it to the @noun@.",
    "Each @noun1@ has a @noun2@; when there is none, the @adjective@ @noun@ is used instead.",
    "We measured @amount@ ms for a @adjective@ @noun@ and @amount@ ms with the @noun@ in place.",
    "In @city@ the @noun@ runs without a @noun@, which is why the @noun@ looks @adjective@ there.",
    "Known limit: a @noun@ larger than @amount@ MB will not @verb@ in one @noun@.",
    "Since @version@ the @noun@ can @verb@ more than one @noun@ at a time.",
    "Do not @verb@ a @adjective@ @noun@ by hand; the @noun@ does it every @amount@ minutes.",
    "TODO: @verb@ the @noun@ as soon as the @adjective@ @noun@ has a @noun@ of its own.",
    "Nobody knows why @service@ still calls @pascal@, but without it the @noun@ count is off by @small@.",
    "If the @noun1@ is @adjective@, run the @noun@ again and compare both @noun1@s.")
HOSTS = ("@service@-@small@", "ip-10-0-@small@-@small@", "@service@.prod.example.com", "@service@.staging.example.com",
         "@service@.internal.example.com")
PATHS = ("src/@noun@/@snake@", "lib/@noun@/@noun@/@snake@", "app/@noun@/@snake@", "internal/@noun@/@noun@/@snake@",
         "services/@service@/@noun@/@snake@", "tests/@noun@/@snake@")
# A name in capitals with an ordinary value, as in an environment.
SETTINGS = (
    ("PORT", "@port@"), ("LOG_LEVEL", "debug"), ("LOG_LEVEL", "info"), ("@UPPER@_ENABLED", "true"),
    ("@UPPER@_ENABLED", "false"), ("@NOUN@_TIMEOUT_MS", "@number@"), ("@NOUN@_HOST", "@host@"), ("REGION", "@region@"),
    ("@NOUN@_URL", "https://@host@/@noun@"), ("@UPPER@_MAX", "@amount@"), ("APP_VERSION", "@version@"),
    ("@UPPER@_DIR", "/var/lib/@noun@/@noun@"), ("TZ", "Europe/Oslo"), ("TZ", "UTC"), ("@NOUN@_WORKERS", "@small@"),
    ("@UPPER@_SCHEDULE", "@weekly"), ("@NOUN@_FORMAT", "json"), ("@UPPER@_RATIO", "0.@small@"),
            ("@NOUN@_MODE", "@adjective@"))


def snake(rng: Random) -> str:
    return rng.choice(rng.choice([VERBS, NOUNS, ADJECTIVES])) + "_" + rng.choice(NOUNS)


def camel(rng: Random) -> str:
    return camel_name(snake(rng))


def amount(rng: Random) -> str:
    size = rng.randrange(3)
    return f"{rng.randrange(1, 99)}.{rng.randrange(10)}" if size == 1 else str(rng.randrange(1, 90000 if size else 500))


def kebab(rng: Random) -> str:
    return snake(rng).replace("_", "-")


def version(rng: Random) -> str:
    return f"{rng.randrange(0, 12)}.{rng.randrange(0, 40)}.{rng.randrange(0, 20)}"


def sentence(rng: Random) -> str:
    return fill(rng, rng.choice(SENTENCES))


def day(rng: Random) -> str:
    return f"202{rng.choice('56')}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"


FIELDS: dict[str, Callable[[Random], str]] = {
    "noun": lambda rng: rng.choice(NOUNS), "NOUN": lambda rng: rng.choice(NOUNS).upper(),
    "verb": lambda rng: rng.choice(VERBS), "adjective": lambda rng: rng.choice(ADJECTIVES),
    "service": lambda rng: rng.choice(SERVICES), "person": lambda rng: rng.choice(PEOPLE),
    "login": lambda rng: rng.choice(PEOPLE).lower(), "city": lambda rng: rng.choice(CITIES),
    "region": lambda rng: rng.choice(REGIONS), "extension": lambda rng: rng.choice(EXTENSIONS),
    "snake": snake, "UPPER": lambda rng: snake(rng).upper(), "camel": camel,
    "pascal": lambda rng: pascal_name(snake(rng)), "kebab": kebab, "amount": amount, "version": version,
    "small": lambda rng: str(rng.randrange(1, 99)), "number": lambda rng: str(rng.randrange(100, 10**5)),
    "port": lambda rng: str(rng.randrange(1024, 9999)), "day": day,
    "date": lambda rng: str(rng.randrange(1, 29)),
                                              "minute": lambda rng: f"{rng.randrange(24):02}:{rng.randrange(60):02}",
    "clock": lambda rng: f"{rng.randrange(24):02}:{rng.randrange(60):02}:{rng.randrange(60):02}",
    "ip": lambda rng: f"10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(1, 255)}",
    "stem": lambda rng: fill(rng, rng.choice(PATHS)), "path": lambda rng: fill(rng, rng.choice(PATHS) + ".@extension@"),
    "host": lambda rng: fill(rng, rng.choice(HOSTS)), "sentence": sentence,
    "title": lambda rng: fill(rng, "@adjective@ @noun@ @noun@").capitalize()}


def lower_name(name: str) -> str:
    return re.sub(r"_+", "_", name.lower())


def camel_name(name: str) -> str:
    first, *rest = lower_name(name).split("_")
    return first + "".join(word.capitalize() for word in rest)


def pascal_name(name: str) -> str:
    return "".join(word.capitalize() for word in lower_name(name).split("_"))


def can_nest(name: str) -> bool:
    """Whether a nested file would split the name after its first word: vendor above, rest of the name below."""
    first, _, rest = lower_name(name).partition("_")
    common = ("access", "auth", "bundle", "card", "data", "deploy", "internal", "partner", "private", "service",
              "session")
    return bool(rest) and len(first) > 3 and first not in common


# How the name of a value is written: as in an environment, or as the language at hand does.
NAMES: dict[str, Callable[[str], str]] = {
    "name": str, "lowername": lower_name, "camelname": camel_name, "pascalname": pascal_name,
    "kebabname": lambda name: lower_name(name).replace("_", "-"),
                                          "dottedname": lambda name: lower_name(name).replace("_", "."),
    "headername": lambda name: "-".join(word.capitalize() for word in lower_name(name).split("_")),
    "first": lambda name: lower_name(name).split("_")[0], "rest": lambda name: lower_name(name).partition("_")[2],
    "vendor": lambda name: lower_name(name).split("_")[0].capitalize()}
FIELD = re.compile("@(" + "|".join([*FIELDS, *NAMES, "text", "file"]) + r")(\d?)@")


def fill(rng: Random, template: str, name: str = "", text: str = "", file: str = "") -> str:
    kept: dict[str, str] = {}

    def word(match: re.Match[str]) -> str:
        field, digit = match.groups()
        if field == "text":
            return text
        if field == "file":
            return file
        if field in NAMES:
            return NAMES[field](name)
        if not digit:
            return FIELDS[field](rng)
        if match[0] not in kept:
            kept[match[0]] = FIELDS[field](rng)
        return kept[match[0]]

    return FIELD.sub(word, template)


def setting(rng: Random) -> tuple[str, str]:
    name, value = rng.choice(SETTINGS)
    return fill(rng, name), fill(rng, value)


class Clock:
    """Times that go on as those of a log do."""

    def __init__(self, rng: Random) -> None:
        self.now = datetime.datetime(2026, rng.randrange(1, 13), rng.randrange(1, 29), rng.randrange(24),
                                     rng.randrange(60))

    def next(self, rng: Random) -> datetime.datetime:
        self.now += datetime.timedelta(milliseconds=rng.randrange(1, 2500))
        return self.now
