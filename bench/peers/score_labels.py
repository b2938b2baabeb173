#!/usr/bin/env python3
"""Scores the findings of a secret scanner against the labels of labelled_corpus.py.

FINDINGS has one JSON object a line: {file, start, end, rule}, with a path relative to OUTDIR/files and a byte span
whose end is excluded. A planted secret is found if all findings together cover at least 90 % of its bytes. A decoy is a
false hit if any finding touches it. A finding that touches no label is stray. Values of kind identifier and pii are
neutral: findings on them are neither asked for nor held against the scanner.

  recall = found / planted        precision = found / (found + decoys hit + stray findings)
"""
import argparse
import bisect
import collections
import json
import sys
from typing import Any

Span = tuple[int, int]
COVERED = 0.9
SIDES = ("overall", "tuned", "held_out")


class BadInput(Exception):
    pass


def read_lines(path: str, needed: tuple[str, ...]) -> list[dict[str, Any]]:
    out = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                value = json.loads(line)
                missing = [name for name in needed if name not in value]
            except (ValueError, TypeError) as error:
                raise BadInput(f"{path}:{number}: {error}") from error
            if missing:
                raise BadInput(f"{path}:{number}: {', '.join(missing)} missing")
            if not 0 <= value["start"] < value["end"]:
                raise BadInput(f"{path}:{number}: start and end are not a span")
            out.append(value)
    return out


def union(spans: list[Span]) -> list[Span]:
    out: list[Span] = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out


def covered(label: Span, merged: list[Span]) -> int:
    """Bytes of the label that lie in the union."""
    total = 0
    at = max(bisect.bisect_right(merged, (label[0], sys.maxsize)) - 1, 0)
    for start, end in merged[at:]:
        if start >= label[1]:
            break
        total += max(0, min(end, label[1]) - max(start, label[0]))
    return total


def by_file(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    out = collections.defaultdict(list)
    for row in rows:
        out[row["file"]].append(row)
    return out


def side(counts: "collections.Counter[str]") -> dict[str, Any]:
    planted, found, wrong = counts["planted"], counts["found"], counts["decoys_hit"] + counts["stray"]
    return {**{name: counts[name] for name in ("planted", "found", "fully_covered", "decoys", "decoys_hit", "stray")},
            "recall": round(found / planted, 4) if planted else None,
            "precision": round(found / (found + wrong), 4) if found + wrong else None}


def rows(table: "dict[str, collections.Counter[str]]", *names: str) -> dict[str, dict[str, int]]:
    return {key: {name: counts[name] for name in names} for key, counts in sorted(table.items())}


def score(labels: list[dict[str, Any]], findings: list[dict[str, Any]]) -> dict[str, Any]:
    counts: dict[str, collections.Counter[str]] = {name: collections.Counter() for name in SIDES}
    formats: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    facts: dict[str, dict[str, Any]] = {}
    decoys: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    strays: collections.Counter[str] = collections.Counter()
    containers: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    unique = {(f["file"], f["start"], f["end"], f["rule"]) for f in findings}
    found_in: dict[str, list[tuple[Span, str]]] = collections.defaultdict(list)
    for file, start, end, rule in sorted(unique):
        found_in[file].append(((start, end), rule))
    labels_of = by_file(labels)
    # A file belongs to one side as a whole, and so do stray findings in it.
    sides = {file: "held_out" if own[0]["held_out"] else "tuned" for file, own in labels_of.items()}

    def count(file: str, name: str) -> None:
        counts["overall"][name] += 1
        if file in sides:
            counts[sides[file]][name] += 1

    for file, own in labels_of.items():
        merged = union([span for span, _ in found_in.get(file, [])])
        for label in own:
            size, hit = label["end"] - label["start"], covered((label["start"], label["end"]), merged)
            if "decoy" in label:
                decoys[label["decoy"]]["planted"] += 1
                count(file, "decoys")
                if hit:
                    decoys[label["decoy"]]["hit"] += 1
                    count(file, "decoys_hit")
                continue
            row = formats[label["format"]]
            kind = label.get("kind", "secret")
            facts[label["format"]] = {"kind": kind, "confidence": label.get("confidence", ""),
                                      "held_out": label["held_out"] and kind == "secret"}
            results = {"planted": True, "found": hit >= COVERED * size, "fully_covered": hit == size}
            for name in (name for name, is_so in results.items() if is_so):
                row[name] += 1
                if kind == "secret":
                    count(file, name)
                    containers[label.get("container", "")][name] += 1
    for file, own_findings in found_in.items():
        touched = union([(label["start"], label["end"]) for label in labels_of.get(file, [])])
        for span, rule in own_findings:
            if not covered(span, touched):
                strays[rule] += 1
                count(file, "stray")
    return {
        **{name: side(counts[name]) for name in SIDES},
        "formats": {name: {**facts[name], "planted": row["planted"], "found": row["found"],
                           "missed": row["planted"] - row["found"]} for name, row in sorted(formats.items())},
        "containers": rows(containers, "planted", "found"), "decoys": rows(decoys, "planted", "hit"),
        "stray_by_rule": dict(strays.most_common())}


def percent(value: float | None) -> str:
    return "    -" if value is None else f"{100 * value:5.1f}"


def table(result: dict[str, Any]) -> str:
    columns = ("planted", "found", "fully_covered", "decoys", "decoys_hit", "stray")
    lines = [f"{'':10}{'recall %':>9}{'precision %':>13}"
             + "".join(f"{name.replace('_', ' '):>15}" for name in columns)]
    for name in SIDES:
        row = result[name]
        lines.append(f"{name.replace('_', ' '):10}{percent(row['recall']):>9}{percent(row['precision']):>13}"
                     + "".join(f"{row[column]:>15}" for column in columns))
    lines += ["", f"{'format':48}{'planted':>8}{'found':>7}{'missed':>8}"]
    for name, row in result["formats"].items():
        note = "  held out" if row["held_out"] else "" if row["kind"] == "secret" else f"  {row['kind']}, not scored"
        lines.append(f"{name:48}{row['planted']:>8}{row['found']:>7}{row['missed']:>8}{note}")
    lines += ["", f"{'container':48}{'planted':>8}{'found':>7}"]
    lines += [f"{name:48}{row['planted']:>8}{row['found']:>7}" for name, row in result["containers"].items()]
    lines += ["", f"{'decoy':48}{'planted':>8}{'hit':>7}"]
    lines += [f"{name:48}{row['planted']:>8}{row['hit']:>7}" for name, row in result["decoys"].items()]
    lines += ["", f"{'stray findings by rule':48}{'count':>8}"]
    lines += [f"{name:48}{number:>8}" for name, number in result["stray_by_rule"].items()]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("labels", metavar="LABELS", help="labels.jsonl of the corpus")
    parser.add_argument("findings", metavar="FINDINGS", help="findings of the scanner, JSON lines")
    parser.add_argument("--json", action="store_true", help="print the same as JSON")
    arguments = parser.parse_args()
    try:
        labels = read_lines(arguments.labels, ("file", "start", "end", "held_out"))
        findings = read_lines(arguments.findings, ("file", "start", "end", "rule"))
    except (OSError, BadInput) as error:
        print(f"score_labels: {error}", file=sys.stderr)
        return 2
    result = score(labels, findings)
    try:
        print(json.dumps(result, indent=2) if arguments.json else table(result))
    except BrokenPipeError:  # the reader, such as head, has seen enough
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
