#!/usr/bin/env python3
"""The walker of pickles against CPython: pickle_differential.py PICKLE_NAMES [COUNT].

Random pickles are made in two ways: by pickle.dumps of random objects in every protocol, and opcode by opcode, with
names, memo, marks and stack tricks, mutated at random places. CPython's own Unpickler, whose imports only note the name
and whose persistent ids raise, says what loading imports and whether it ends. The walker must
- see every name that CPython looks up, in the same order, and no other up to where both end;
- never call a stream walked that CPython does not read to the same byte, unless the fault lies in what a name does;
- take as many opcodes as pickletools counts, where both read to the end.
"""
import collections
import datetime
import decimal
import fractions
import io
import pickle
import pickletools
import random
import struct
import subprocess
import sys
import uuid


class Thing:
    """Something that any call makes and that takes whatever is put into it."""

    def __init__(self, *args, **kwargs):
        pass

    def __new__(cls, *args, **kwargs):
        return object.__new__(cls)

    def __setstate__(self, state):
        pass

    def __setitem__(self, key, value):
        pass

    def append(self, value):
        pass

    def extend(self, values):
        pass

    def add(self, value):
        pass


class Noting(pickle._Unpickler):  # the Python one: its frames and errors are those of the documented machine
    def __init__(self, data):
        self.source = io.BytesIO(data)
        super().__init__(self.source)
        self.names = []

    def find_class(self, module, name):
        self.names.append((module, name))
        return Thing

    def get_extension(self, code):
        raise pickle.UnpicklingError("extension")


# Python sets cannot hold everything that hostile streams put into them; the machine goes on all the same.
def cpython(data):
    reader = Noting(data)
    try:
        reader.load()
        return "ok", reader.names, reader.source.tell()
    except RecursionError:
        raise
    except Exception as error:  # whatever a hostile stream raises
        return type(error).__name__, reader.names, None


def random_object(rng, depth=0):
    kinds = ["int", "big", "float", "text", "bytes", "none", "bool"]
    if depth < 4:
        kinds += ["list", "tuple", "dict", "set", "frozenset", "named"] * 2
    kind = rng.choice(kinds)
    several = lambda: [random_object(rng, depth + 1) for _ in range(rng.randint(0, 5))]
    if kind == "int":
        return rng.randint(-300, 70000)
    if kind == "big":
        return rng.randint(-(2**80), 2**80)
    if kind == "float":
        return rng.random()
    if kind == "text":
        return "".join(rng.choice("ab\n\\'\"u\u00e9\u4e2d\U0001f600\x00") for _ in range(rng.randint(0, 300)))
    if kind == "bytes":
        return rng.randbytes(rng.randint(0, 300))
    if kind == "none":
        return None
    if kind == "bool":
        return rng.random() < 0.5
    if kind == "list":
        out = several()
        if rng.random() < 0.2:
            out.append(out)
        return out
    if kind == "tuple":
        return tuple(several())
    if kind == "dict":
        out = {rng.randint(0, 99): value for value in several()}
        if rng.random() < 0.1:
            out["self"] = out
        return out
    if kind in ("set", "frozenset"):
        return (set if kind == "set" else frozenset)(rng.randint(0, 99) for _ in range(rng.randint(0, 4)))
    return rng.choice(
        [
            collections.OrderedDict(a=1),
            collections.deque([1, 2]),
            datetime.datetime(2024, 1, 2, 3, 4, tzinfo=datetime.timezone.utc),
            decimal.Decimal("1.5"),
            fractions.Fraction(1, 3),
            uuid.UUID(int=5),
            complex(1, 2),
            range(3),
            bytearray(b"xyz"),
            slice(1, 2),
            ValueError("x"),
            print,
            collections.Counter,
        ]
    )


NAMES = ["os", "system", "posix", "builtins", "eval", "collections", "OrderedDict", "numpy", "dtype", "a.b", "\u00e9"]


def text_op(rng, text):
    raw = text.encode()
    forms = [
        b"\x8c" + bytes([len(raw)]) + raw,
        b"X" + struct.pack("<I", len(raw)) + raw,
        b"\x8d" + struct.pack("<Q", len(raw)) + raw,
        b"V" + text.encode("raw-unicode-escape") + b"\n",
    ]
    if text.isascii():
        forms += [b"U" + bytes([len(raw)]) + raw, b"T" + struct.pack("<i", len(raw)) + raw, b"S'" + raw + b"'\n"]
        forms.append(b"S'" + b"".join(b"\\x%02x" % byte for byte in raw) + b"'\n")
    return rng.choice(forms)


def random_opcodes(rng):
    out = []
    name = lambda: rng.choice(NAMES)
    index = lambda: rng.randint(0, 6)
    makers = [
        lambda: text_op(rng, name()),
        lambda: text_op(rng, name()) + text_op(rng, name()) + b"\x93",
        lambda: b"c" + name().encode() + b"\n" + name().encode() + b"\n",
        lambda: b"(" + text_op(rng, name()) + b"i" + name().encode() + b"\n" + name().encode() + b"\n",
        lambda: b"p%d\n" % index(),
        lambda: b"q" + bytes([index()]),
        lambda: b"r" + struct.pack("<I", rng.choice([index(), 1000])),
        lambda: b"g%d\n" % index(),
        lambda: b"h" + bytes([index()]),
        lambda: b"j" + struct.pack("<I", rng.choice([index(), 1000])),
        lambda: rng.choice([b"\x94", b"0", b"1", b"2", b"(", b"(", b"t", b"l", b"d", b"]", b"}", b")", b"\x8f"]),
        lambda: rng.choice([b"N", b"\x88", b"K\x05", b"J\1\0\0\0", b"I7\n", b"L9L\n", b"F1.5\n", b"\x8a\x01\x05"]),
        lambda: rng.choice([b"R", b"\x81", b"\x92", b"o", b"b", b"a", b"e", b"s", b"u", b"\x90", b"\x91"]),
        lambda: rng.choice([b"\x85", b"\x86", b"\x87", b"\x93", b")R", b")\x81", b"C\x02ab", b"B\1\0\0\0x"]),
        lambda: b"\x80" + bytes([rng.randint(0, 5)]),
    ]
    for _ in range(rng.randint(1, 25)):
        out.append(rng.choice(makers)())
    return b"".join(out) + b"."


def mutated(rng, data):
    data = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        if not data:
            break
        at = rng.randrange(len(data))
        if rng.random() < 0.5:
            data[at] = rng.randrange(256)
        elif rng.random() < 0.5:
            del data[at]
        else:
            data[at:at] = rng.choice([b"(", b"0", b"2", b"\x93", b"h\0", b"\x94", b"R", b"cos\nsystem\n"])
    return bytes(data)


def opcode_count(data):
    try:
        return sum(1 for _ in pickletools.genops(data))
    except Exception:
        return None


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 6000
    rng = random.Random(20240601)
    pickles = []
    for i in range(count):
        way = i % 4
        if way == 0:
            pickles.append(pickle.dumps(random_object(rng), protocol=rng.randint(0, 5)))
        elif way == 1:
            pickles.append(mutated(rng, pickle.dumps(random_object(rng), protocol=rng.randint(0, 5))))
        elif way == 2:
            pickles.append(random_opcodes(rng))
        else:
            pickles.append(mutated(rng, random_opcodes(rng)))
    framed = b"".join(b"%d\n" % len(data) + data for data in pickles)
    lines = subprocess.run([program], input=framed, stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
    assert len(lines) == len(pickles), (len(lines), len(pickles))
    tally = collections.Counter()
    problems = 0
    for data, line in zip(pickles, lines):
        end, opcodes, at, *names = line.split(" ")
        seen = [tuple(bytes.fromhex(part) for part in name.split(":")) for name in names]
        reached, wanted, stop = cpython(data)
        wanted = [(module.encode("utf-8", "surrogatepass"), name.encode("utf-8", "surrogatepass")) for module, name in wanted]
        tally[end, "ok" if reached == "ok" else "error", bool(wanted)] += 1
        bad = None
        if seen[: len(wanted)] != wanted and end != "refused" and end != "not_pickle":
            bad = "names differ"
        elif end in ("refused", "not_pickle") and wanted[: len(seen)] != seen and seen[: len(wanted)] != wanted:
            bad = "names differ before the end"
        elif end == "ok" and reached == "ok" and (seen != wanted or int(at) != stop):
            bad = "both read it, differently"
        elif end == "ok" and reached == "ok" and opcode_count(data) not in (None, int(opcodes)):
            bad = "pickletools counts other opcodes"
        elif end == "ok" and reached in ("EOFError", "KeyError") :
            bad = "walked, but CPython is at the end of the bytes"
        if bad:
            problems += 1
            if problems <= 10:
                print(f"{bad}: {data!r}\n  walker {line}\n  cpython {reached} {wanted} {stop}")
    for key, number in sorted(tally.items()):
        print(f"{number:6} walker {key[0]}, CPython {key[1]}, {'names' if key[2] else 'no names'}")
    walked = sum(number for key, number in tally.items() if key[0] == "ok" and key[1] == "ok")
    print(f"{len(pickles)} pickles, {walked} read by both, {problems} problems")
    assert walked > count // 5, "too few were read by both"
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
