"""Marks in text while a file is put together, and the byte spans they become."""
import json
import re
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape

from .shapes import CLOSE, ID, OPEN, Format

# A mark is START, its number, MIDDLE, the value, END: characters of a private-use area, which no encoder below changes.
START, MIDDLE, END = "\ue000", "\ue001", "\ue002"
MARK = re.compile(START + "([\ue100-\ue109]+)" + MIDDLE + "([^\ue000-\ue002]*)" + END)
INNER = re.compile(OPEN + "([^" + ID + "]*)" + ID + "([^" + CLOSE + "]*)" + CLOSE)
LINE_END = re.compile(r"\\+n|\n")


@dataclass
class Entry:
    """What a container has to show: text with marks, under a name where it has one."""
    form: str                   # assign, block, command, note, or raw lines of one container
    name: str
    text: str
    format: Format | None = None
    title: str = ""             # file name of a block


@dataclass
class Marks:
    """The marks of one file, with what each stands for."""
    planted: list[dict[str, Any]] = field(default_factory=list)
    values: list[str] = field(default_factory=list)

    def wrap(self, value: str, **what: Any) -> str:
        number = "".join(chr(0xE100 + int(digit)) for digit in str(len(self.values)))
        self.planted.append(what)
        self.values.append(value)
        return START + number + MIDDLE + value + END

    def secret(self, text: str, format_id: str) -> str:
        """Marks what the shape marked, or the whole text where it marked nothing."""
        if OPEN not in text:
            return self.wrap(text, format=format_id)
        return INNER.sub(lambda match: self.wrap(match[2], format=match[1] or format_id), text)

    def decoy(self, text: str, kind: str) -> str:
        if OPEN not in text:
            return self.wrap(text, decoy=kind)
        return INNER.sub(lambda match: self.wrap(match[2], decoy=kind), text)

    def resolve(self, text: str) -> tuple[bytes, list[dict[str, Any]], list[str]]:
        """The file, its spans in bytes with their line, and the values as they were meant."""
        out, spans, values = bytearray(), [], []
        line, at = 1, 0
        for match in MARK.finditer(text):
            before = text[at:match.start()]
            out += before.encode()
            line += before.count("\n")
            number = int("".join(str(ord(digit) - 0xE100) for digit in match[1]))
            start = len(out)
            out += match[2].encode()
            spans.append({"start": start, "end": len(out), "line": line, **self.planted[number]})
            values.append(self.values[number])
            line += match[2].count("\n")
            at = match.end()
        out += text[at:].encode()
        if len(spans) != len(self.values):
            raise AssertionError(f"{len(self.values)} values were marked, {len(spans)} arrived in the file")
        return bytes(out), spans, values


def json_inside(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)[1:-1]


def is_same(value: str, found: str) -> bool:
    """Whether a file holds the value as it was meant: as it is, escaped once or twice, or with margins on its lines."""
    once = json_inside(value)
    if found in (value, once, json_inside(once), escape(value), value.replace('"', '""')):
        return True
    lines, other = LINE_END.split(value), LINE_END.split(found)
    return len(lines) > 1 and len(lines) == len(other) and all(b.endswith(a) for a, b in zip(lines, other))


def check(data: bytes, spans: list[dict[str, Any]], values: list[str], name: str) -> None:
    """Holds what was written against what was meant, span by span."""
    end = 0
    for span, value in sorted(zip(spans, values), key=lambda pair: pair[0]["start"]):
        if span["start"] < end or span["end"] > len(data) or span["start"] >= span["end"]:
            raise AssertionError(f"{name}: span {span} overlaps another or leaves the file")
        end = span["end"]
        if not is_same(value, data[span["start"]:end].decode()):
            raise AssertionError(f"{name}: span {span} holds {data[span['start']:end]!r}, not {value!r}")
        if data.count(b"\n", 0, span["start"]) + 1 != span["line"]:
            raise AssertionError(f"{name}: span {span} is on another line")
