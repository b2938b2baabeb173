"""Checksums and signatures that vendors build into their tokens, so that a generated token passes an offline check."""
import base64
import hashlib
import zlib

DIGITS = "0123456789"
LOWER = "abcdefghijklmnopqrstuvwxyz"
UPPER = LOWER.upper()
BASE62 = DIGITS + UPPER + LOWER
BASE36 = DIGITS + LOWER
ENTRA_ALPHABET = LOWER + UPPER + "1234567890.-_~"
BECH32_ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def number_in(alphabet: str, number: int, width: int) -> str:
    """The number in the base of the alphabet, most significant digit first, padded on the left."""
    digits = ""
    while number:
        number, digit = divmod(number, len(alphabet))
        digits = alphabet[digit] + digits
    return digits.rjust(width, alphabet[0])


def crc32_base62(body: str) -> str:
    """GitHub, npm, Vercel, Polar: six characters after the body, the prefix left out."""
    return number_in(BASE62, zlib.crc32(body.encode()), 6)


def crc32_hex(body: str) -> str:
    """Cloudflare, Zuplo, Atlassian (in capitals)."""
    return f"{zlib.crc32(body.encode()):08x}"


def crc32_hex_swapped(body: str) -> str:
    """Grafana service accounts: the same sum, low byte first, with the prefix included in the body."""
    return zlib.crc32(body.encode()).to_bytes(4, "little").hex()


def crc32_base64(body: str) -> str:
    """Confluent: low byte first, and of the base64 only the six characters that carry bits."""
    return base64.b64encode(zlib.crc32(body.encode()).to_bytes(4, "little")).decode()[:6]


def github_fine_tail(head: str) -> str:
    """The first eight of the last sixteen characters; what the other eight mean is not published."""
    return base64.b32encode(hashlib.sha256(head.encode()).digest()).decode()[:8]


def gitlab_routable_tail(head: str, payload_length: int) -> str:
    """Length of the payload in base 36, then a CRC-32 over everything before it."""
    length = number_in(BASE36, payload_length, 2)
    return length + number_in(BASE36, zlib.crc32((head + length).encode()), 7)


def marvin32(data: bytes, seed: int) -> int:
    """Marvin with 32 bits of output, the keyed hash of Microsoft's identifiable secrets."""
    mask = 0xFFFFFFFF

    def turn(value: int, by: int) -> int:
        return ((value << by) | (value >> (32 - by))) & mask

    low, high = seed & mask, seed >> 32
    padded = data + b"\x80" + b"\x00" * (-(len(data) + 1) % 4)
    # An all-zero word closes the padded data: the last mixing round has no input.
    for word in [int.from_bytes(padded[i:i + 4], "little") for i in range(0, len(padded), 4)] + [0]:
        low = (low + word) & mask
        high ^= low
        low = (turn(low, 20) + high) & mask
        high = turn(high, 9) ^ low
        low = (turn(low, 27) + high) & mask
        high = turn(high, 19)
    return low ^ high


def seed_of(name: str) -> int:
    return int.from_bytes(name.encode(), "big")


def azure_v1(head: bytes, seed_name: str = "Default0") -> str:
    """base64 of the key bytes with the sum of all before as the last four."""
    return base64.b64encode(head + marvin32(head, seed_of(seed_name)).to_bytes(4, "little")).decode()


def swapped(total: int) -> int:
    return int.from_bytes(total.to_bytes(4, "little"), "big")


def azure_v2_tail(head: str) -> str:
    """The last four of 84 characters; the first 80 are read as base64 for the sum."""
    total = swapped(marvin32(base64.b64decode(head), seed_of("Default0")))
    return number_in(BASE62, total, 0).ljust(6, "0")[:4]


def entra_tail(head: str) -> str:
    """The last three of 40 characters of a Microsoft Entra client secret."""
    return number_in(ENTRA_ALPHABET, marvin32(head.encode(), seed_of("AadPwd00")), 6)[:3]


def azure_devops_legacy(body: bytes) -> str:
    """28 bytes of token with the sum spread over bytes 2, 7, 8 and 22, in base 32."""
    total = (zlib.crc32(body) ^ 0xE0B9692D).to_bytes(4, "little")
    out = bytearray(body)
    for at, index in ((2, 3), (7, 2), (8, 1), (22, 0)):
        out.insert(at, total[index])
    return base64.b32encode(bytes(out)).decode().rstrip("=").lower()


def aws_account_body(account: int, rest: bytes, top: int = 1) -> str:
    """The sixteen characters after the type of an access key id, which hold the account in 40 bits. The top bit is set
    in the ids that AWS gives out now."""
    head = (top << 47) | (account << 7) | (rest[0] & 0x7F)
    return base64.b32encode(head.to_bytes(6, "big") + rest[1:5]).decode()


def bech32(prefix: str, data: bytes) -> str:
    """BIP-173 with a checksum, lower case; age writes it in capitals."""
    def polymod(values: list[int]) -> int:
        total = 1
        for value in values:
            top = total >> 25
            total = (total & 0x1FFFFFF) << 5 ^ value
            for bit, constant in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
                total ^= constant if top >> bit & 1 else 0
        return total

    bits = int.from_bytes(data, "big") << (-8 * len(data) % 5)
    count = -(-8 * len(data) // 5)
    words = [bits >> 5 * (count - 1 - i) & 31 for i in range(count)]
    expanded = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]
    total = polymod(expanded + words + [0] * 6) ^ 1
    words += [total >> 5 * (5 - i) & 31 for i in range(6)]
    return prefix + "1" + "".join(BECH32_ALPHABET[word] for word in words)


def luhn_digit(body: str) -> str:
    total = 0
    for place, digit in enumerate(reversed(body)):
        doubled = int(digit) * (2 if place % 2 == 0 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def crc24(data: bytes) -> int:
    """The armor checksum of OpenPGP."""
    total = 0xB704CE
    for byte in data:
        total ^= byte << 16
        for _ in range(8):
            total <<= 1
            if total & 0x1000000:
                total ^= 0x1864CFB
    return total
