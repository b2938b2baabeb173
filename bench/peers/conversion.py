"""What each scanner prints, as findings for score_labels.py: {file, start, end, rule}, or {file, line, rule} where a
scanner names no more than the line. Files are relative to the scanned folder, spans are bytes with the end excluded."""
import json
import os
import pathlib
import re
from typing import Any, Iterable

Finding = dict[str, Any]


def relative(path: str, root: pathlib.Path) -> str:
    return os.path.relpath(os.path.join(root, path), root).replace(os.sep, "/")


def lines_of(text: str | bytes) -> Iterable[dict[str, Any]]:
    for line in text.splitlines():
        if line.strip():
            yield json.loads(line)


def sluice(out: bytes, root: pathlib.Path) -> list[Finding]:
    """Verdicts as JSON lines; findings of secrets alone, and only those of which a part is left in the text."""
    return [{"file": relative(verdict["name"], root), "start": finding["location"]["begin"],
             "end": finding["location"]["end"], "rule": finding["rule"] or finding["name"]}
            for verdict in lines_of(out) for finding in verdict["findings"]
            if finding["name"].startswith("secret.") and finding["location"]["end"] > finding["location"]["begin"]]


class ByteOffsets:
    """Byte offsets for offsets in UTF-16 units, which is what JavaScript counts."""

    def __init__(self, data: bytes) -> None:
        self.is_ascii = data.isascii()
        self.size = len(data)
        self.offsets: list[int] = []
        if self.is_ascii:
            return
        at = 0
        text = data.decode("utf-8", "surrogateescape")
        for character in text:
            width = len(character.encode("utf-8", "surrogateescape"))
            self.offsets += [at] if ord(character) < 0x10000 else [at, at]
            at += width

    def __getitem__(self, unit: int) -> int:
        if self.is_ascii:
            return min(unit, self.size)
        return self.offsets[unit] if unit < len(self.offsets) else self.size


def secretlint(out: bytes, root: pathlib.Path) -> list[Finding]:
    """The formatter `json`: `range` counts UTF-16 units."""
    findings = []
    for file in json.loads(out or b"[]"):
        if not file["messages"]:
            continue
        offsets = ByteOffsets((root / file["filePath"]).read_bytes())
        for message in file["messages"]:
            start, end = (offsets[unit] for unit in message["range"])
            if start < end:
                findings.append({"file": relative(file["filePath"], root), "start": start, "end": end,
                                 "rule": message["ruleId"].rsplit("/", 1)[-1]})
    return findings


def git_secrets(out: bytes, root: pathlib.Path) -> list[Finding]:
    """`file:line:text` of grep. Nothing says which pattern it was or where in the line."""
    found = re.finditer(rb"^(.+?):([0-9]+):", out, re.M)
    return [{"file": relative(os.fsdecode(match[1]), root), "line": int(match[2]), "rule": "pattern"} for match in found]


def located(path: pathlib.Path, root: pathlib.Path, line: int, last_line: int, value: str, rule: str) -> Finding:
    """The span of `value` in these lines (counted from 1); the line where it does not stand there as it is."""
    lines = path.read_bytes().splitlines(keepends=True)
    before = sum(map(len, lines[:line - 1]))
    at = b"".join(lines[line - 1:max(line, last_line)]).find(value.encode("utf-8", "surrogateescape")) if value else -1
    name = relative(str(path), root)
    if at < 0:
        return {"file": name, "line": line, "rule": rule}
    return {"file": name, "start": before + at, "end": before + at + len(value.encode("utf-8", "surrogateescape")),
            "rule": rule}


def gitleaks(out: bytes, root: pathlib.Path) -> list[Finding]:
    """The JSON report of gitleaks and betterleaks."""
    return [located(root / leak["File"], root, leak["StartLine"], leak["EndLine"], leak["Secret"], leak["RuleID"])
            for leak in json.loads(out or b"[]") or []]


def trufflehog(out: bytes, root: pathlib.Path) -> list[Finding]:
    """JSON lines of `filesystem`; other lines are its log."""
    findings = []
    for hit in lines_of(out):
        place = hit.get("SourceMetadata", {}).get("Data", {}).get("Filesystem")
        if place:
            line = max(place.get("line", 1), 1)
            findings.append(located(root / place["file"], root, line, line + hit["Raw"].count("\n"), hit["Raw"],
                                    hit["DetectorName"]))
    return findings


def detect_secrets(out: bytes, root: pathlib.Path) -> list[Finding]:
    """A baseline holds hashes of the values and their lines."""
    return [{"file": relative(file, root), "line": hit["line_number"], "rule": hit["type"]}
            for file, hits in json.loads(out)["results"].items() for hit in hits]


def placed(findings: list[Finding], labels: list[dict[str, Any]], root: pathlib.Path) -> list[Finding]:
    """Gives each finding that names a line a span, to the scanner's advantage: all planted secrets that touch the line;
    where there are none, what is neutral there, or one decoy, or else the line itself."""
    by_file: dict[str, list[dict[str, Any]]] = {}
    for label in labels:
        by_file.setdefault(label["file"], []).append(label)
    starts: dict[str, list[int]] = {}
    out = []
    for finding in findings:
        if "line" not in finding:
            out.append(finding)
            continue
        file, line = finding["file"], finding["line"]
        if file not in starts:
            data = (root / file).read_bytes()
            starts[file] = [0, *(match.end() for match in re.finditer(b"\n", data)), len(data) + 1]
        begin, end = starts[file][line - 1], starts[file][line] - 1
        touched = [label for label in by_file.get(file, []) if label["start"] < end and begin < label["end"]]
        secrets = [label for label in touched if label.get("kind") == "secret"]
        neutral = [label for label in touched if "decoy" not in label]
        spans = [(label["start"], label["end"]) for label in secrets or neutral or touched[:1]]
        for start, stop in spans or [(begin, max(end, begin + 1))]:
            out.append({"file": file, "start": start, "end": stop, "rule": finding["rule"]})
    return out
