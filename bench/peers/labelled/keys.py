"""Key files and tokens with inner structure: DER, PEM, OpenSSH, OpenPGP, JWT. Lengths and tags are those of real files;
the numbers inside are random and make no working key."""
import base64
import json
from random import Random
from typing import Any

from . import checks

DASHES = "-" * 5


def der(tag: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    size = len(body)
    if size < 128:
        return bytes([tag, size]) + body
    width = (size.bit_length() + 7) // 8
    return bytes([tag, 0x80 | width]) + size.to_bytes(width, "big") + body


def integer(rng: Random, octets: int) -> bytes:
    """A random odd number with the top bit set, which DER gives a zero in front."""
    raw = bytearray(rng.randbytes(octets))
    raw[0] |= 0x80
    raw[-1] |= 1
    return der(0x02, b"\x00", bytes(raw))


def oid(dotted: str) -> bytes:
    first, second, *rest = (int(part) for part in dotted.split("."))
    body = bytes([first * 40 + second])
    for number in rest:
        septets = [number & 0x7F]
        while number := number >> 7:
            septets.insert(0, 0x80 | number & 0x7F)
        body += bytes(septets)
    return der(0x06, body)


RSA = der(0x30, oid("1.2.840.113549.1.1.1"), b"\x05\x00")
SHA256_RSA = der(0x30, oid("1.2.840.113549.1.1.11"), b"\x05\x00")
P256 = oid("1.2.840.10045.3.1.7")
EXPONENT = b"\x02\x03\x01\x00\x01"


def rsa_private(rng: Random, bits: int = 2048) -> bytes:
    octets = bits // 8
    halves = [integer(rng, octets // 2) for _ in range(5)]
    return der(0x30, b"\x02\x01\x00", integer(rng, octets), EXPONENT, integer(rng, octets), *halves)


def rsa_public(rng: Random, bits: int = 2048) -> bytes:
    return der(0x30, RSA, der(0x03, b"\x00", der(0x30, integer(rng, bits // 8), EXPONENT)))


def ec_private(rng: Random) -> bytes:
    point = der(0xA1, der(0x03, b"\x00\x04" + rng.randbytes(64)))
    return der(0x30, b"\x02\x01\x01", der(0x04, rng.randbytes(32)), der(0xA0, P256), point)


def pkcs8(rng: Random, bits: int = 2048) -> bytes:
    return der(0x30, b"\x02\x01\x00", RSA, der(0x04, rsa_private(rng, bits)))


def ed25519_pkcs8(rng: Random) -> bytes:
    return der(0x30, b"\x02\x01\x00", der(0x30, oid("1.3.101.112")), der(0x04, der(0x04, rng.randbytes(32))))


def distinguished_name(common: str) -> bytes:
    return der(0x30, der(0x31, der(0x30, oid("2.5.4.3"), der(0x0C, common.encode()))))


def certificate(rng: Random, common: str) -> bytes:
    dates = der(0x30, der(0x17, b"250301000000Z"), der(0x17, b"270301000000Z"))
    body = der(0x30, der(0xA0, b"\x02\x01\x02"), integer(rng, 16), SHA256_RSA, distinguished_name("Example Issuing CA"),
               dates, distinguished_name(common), rsa_public(rng))
    return der(0x30, body, SHA256_RSA, der(0x03, b"\x00", rng.randbytes(256)))


def field(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def openssh_private(rng: Random, comment: str) -> bytes:
    kind, public = b"ssh-ed25519", rng.randbytes(32)
    check = rng.randbytes(4)
    inner = check + check + field(kind) + field(public) + field(rng.randbytes(32) + public) + field(comment.encode())
    inner += bytes(range(1, -len(inner) % 8 + 1))
    head = b"openssh-key-v1\x00" + field(b"none") + field(b"none") + field(b"") + (1).to_bytes(4, "big")
    return head + field(field(kind) + field(public)) + field(inner)


def ssh_public(rng: Random) -> str:
    """The base64 part of a line of authorized_keys."""
    if rng.random() < 0.5:
        return base64.b64encode(field(b"ssh-ed25519") + field(rng.randbytes(32))).decode()
    return base64.b64encode(field(b"ssh-rsa") + field(b"\x01\x00\x01") + field(b"\x00" + rng.randbytes(256))).decode()


def wrapped(data: bytes, width: int = 64) -> str:
    text = base64.b64encode(data).decode()
    return "\n".join(text[at:at + width] for at in range(0, len(text), width))


def armor(label: str, body: str) -> str:
    """A PEM block. `body` comes in, so that a caller can mark it as the secret part."""
    return f"{DASHES}BEGIN {label}{DASHES}\n{body}\n{DASHES}END {label}{DASHES}"


def private_key(rng: Random, name: str = "") -> tuple[str, str]:
    """Label and body of one of the kinds that lie about in real trees."""
    word = "PRIVATE" + " KEY"
    kind = rng.randrange(6) if not name else ["rsa", "pkcs8", "ec", "openssh", "pgp", "ed25519"].index(name)
    if kind == 0:
        return "RSA " + word, wrapped(rsa_private(rng, rng.choice([2048, 3072])))
    if kind == 1:
        return word, wrapped(pkcs8(rng))
    if kind == 2:
        return "EC " + word, wrapped(ec_private(rng))
    if kind == 3:
        return "OPENSSH " + word, wrapped(openssh_private(rng, "deploy@build-03"), 70)
    if kind == 4:
        packet = b"\x95\x03\x98\x04" + rng.randbytes(4) + b"\x01\x08\x00" + rng.randbytes(700)
        tail = base64.b64encode(checks.crc24(packet).to_bytes(3, "big")).decode()
        return "PGP " + word + " BLOCK", "\n" + wrapped(packet) + "\n=" + tail
    return word, wrapped(ed25519_pkcs8(rng))


def url64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def json_bytes(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def jwt(rng: Random, header: dict[str, Any], claims: dict[str, Any], signature: int) -> str:
    return ".".join([url64(json_bytes(header)), url64(json_bytes(claims)), url64(rng.randbytes(signature))])


def session_jwt(rng: Random) -> str:
    algorithm, octets = rng.choice([("HS256", 32), ("RS256", 256), ("ES256", 64)])
    issued = 1_740_000_000 + rng.randrange(40_000_000)
    subject = rng.choice([str(rng.randrange(10**9)), f"auth0|{rng.randbytes(12).hex()}", "svc-billing"])
    claims = {"iss": rng.choice(["https://login.example.com/", "accounts.internal", "gateway"]), "sub": subject,
              "iat": issued, "exp": issued + 3600, "scope": rng.choice(["read write", "openid profile", "jobs:run"])}
    header = {"alg": algorithm, "typ": "JWT"}
    if rng.random() < 0.5:
        header["kid"] = rng.randbytes(8).hex()
    return jwt(rng, header, claims, octets)
