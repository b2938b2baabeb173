"""The attack corpus: tests/data/attacks/KIND/*.txt, one input a line, `\\n`, `\\t`, `\\r`, `\\\\` and `\\xNN` written out."""
import pathlib
import re

ESCAPE = re.compile(rb"\\(?:x([0-9A-Fa-f]{2})|([ntr0\\]))")
LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"0": b"\0", b"\\": b"\\"}


def decode(line: bytes) -> bytes:
    return ESCAPE.sub(lambda m: bytes([int(m[1], 16)]) if m[1] else LETTERS[m[2]], line)


def read(folder: pathlib.Path) -> list[tuple[str, bytes]]:
    """Each input with a name that finds it again: file and line."""
    inputs = []
    for path in sorted(folder.glob("*.txt")):
        for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
            if line and not line.startswith(b"#"):
                inputs.append((f"{path.stem}-{number}", decode(line)))
    return inputs
