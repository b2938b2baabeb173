"""How the shape of a secret is written down: literal parts and random runs, put together when the generator runs."""
import base64
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from . import checks

Make = Callable[[Random], str]
Part = str | Make

# Marks inside a value: only what stands between them is secret. `ID` parts the id of another format from its secret.
OPEN, ID, CLOSE = "\ue010", "\ue011", "\ue012"

HEX = "0123456789abcdef"
ALNUM = checks.DIGITS + checks.LOWER + checks.UPPER
BASE58 = "".join(c for c in checks.BASE62 if c not in "0OIl")
CROCKFORD = "".join(c for c in checks.DIGITS + checks.UPPER if c not in "ILOU")


def run(alphabet: str, low: int, high: int = 0) -> Make:
    """`low` random characters, or between `low` and `high` of them. A draw that by chance has no digit is not drawn
    again: real generators do not either."""
    def make(rng: Random) -> str:
        return "".join(rng.choices(alphabet, k=rng.randint(low, high or low)))
    return make


def hexes(low: int, high: int = 0) -> Make:
    return run(HEX, low, high)


def capital_hexes(low: int) -> Make:
    return run(HEX.upper(), low)


def alnum(low: int, high: int = 0) -> Make:
    return run(ALNUM, low, high)


def lower(low: int, high: int = 0) -> Make:
    return run(checks.BASE36, low, high)


def upper(low: int, high: int = 0) -> Make:
    return run(checks.DIGITS + checks.UPPER, low, high)


def letters(low: int) -> Make:
    return run(checks.LOWER + checks.UPPER, low)


def digits(low: int, high: int = 0) -> Make:
    def make(rng: Random) -> str:
        return rng.choice("123456789") + run(checks.DIGITS, low - 1, high - 1 if high else 0)(rng)
    return make


def word64(low: int, high: int = 0) -> Make:
    """The alphabet of base64url without any inner structure."""
    return run(ALNUM + "-_", low, high)


def base32(low: int) -> Make:
    return run(checks.UPPER + "234567", low)


def bytes64(octets: int, padded: bool = True) -> Make:
    def make(rng: Random) -> str:
        text = base64.b64encode(rng.randbytes(octets)).decode()
        return text if padded else text.rstrip("=")
    return make


def url_bytes64(octets: int, padded: bool = False) -> Make:
    def make(rng: Random) -> str:
        text = base64.urlsafe_b64encode(rng.randbytes(octets)).decode()
        return text if padded else text.rstrip("=")
    return make


def uuid(rng: Random) -> str:
    text = hexes(32)(rng)
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-{rng.choice('89ab')}{text[17:20]}-{text[20:]}"


def ulid(rng: Random) -> str:
    return "01" + rng.choice("HJKM") + run(CROCKFORD, 23)(rng)


def lower_ulid(rng: Random) -> str:
    return ulid(rng).lower()


def one(*options: Part) -> Make:
    def make(rng: Random) -> str:
        option = rng.choice(options)
        return option if isinstance(option, str) else option(rng)
    return make


def seq(*parts: Part) -> Make:
    def make(rng: Random) -> str:
        return "".join(part if isinstance(part, str) else part(rng) for part in parts)
    return make


def summed(prefix: tuple[str, ...], length: int) -> Make:
    """A prefix, a base62 body and its CRC-32 in base62."""
    def make(rng: Random) -> str:
        body = alnum(length)(rng)
        return "".join(prefix) + body + checks.crc32_base62(body)
    return make


def inner(*parts: Part, of: str = "") -> Make:
    """Marks the parts as the secret inside a longer value; `of` names their format where it is another one."""
    made = seq(*parts)

    def make(rng: Random) -> str:
        return f"{OPEN}{of}{ID}{made(rng)}{CLOSE}"
    return make


PASSWORD = run(ALNUM + "-_.~!", 14, 22)


@dataclass(frozen=True)
class Format:
    """A kind of secret. `names` are the variables it is kept in, as they stand in an environment."""
    id: str
    names: tuple[str, ...]
    make: Make
    confidence: str = "documented"
    kind: str = "secret"        # identifier: catalogs list it, but alone it opens nothing. pii: personal data
    needs_name: bool = False    # nothing in the value tells whose it is
    host: str = ""
    header: str = "Authorization: Bearer {}"
    companion: str = ""         # the format that files keep beside it
    block: str = ""             # the file name of a value that is a document of several lines
    places: tuple[str, ...] = ()  # containers it is confined to; empty: all that can hold it

    @property
    def api_host(self) -> str:
        return self.host or f"api.{self.id.split('-')[0]}.com"


def known(id: str, names: str, *parts: Part, memory: bool = False, **options: object) -> Format:
    """A format that its own text gives away. `memory`: its shape is not taken from the vendor's documentation."""
    return Format(id, tuple(names.split()), seq(*parts), "from memory" if memory else "documented",
                  **options)  # type: ignore[arg-type]


def named(id: str, names: str, *parts: Part, memory: bool = False, **options: object) -> Format:
    """A format that only the name beside it tells apart from any other run of characters."""
    return known(id, names, *parts, memory=memory, needs_name=True, **options)
