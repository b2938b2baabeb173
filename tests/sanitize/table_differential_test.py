#!/usr/bin/env python3
"""Cleans CSV files that nobody here made for a spreadsheet and reads them back with Python's csv module: the cells are
the same, but for an apostrophe before those that a spreadsheet would run. Usage: SLUICE_BINARY."""
import csv
import io
import pathlib
import re
import subprocess
import sys

ROOTS = ("/usr/share", "/usr/lib/python3", "/usr/lib/x86_64-linux-gnu")
HIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
MAX_FILES = 300
MAX_BYTES = 2_000_000
STARTS = tuple("=+-@\t\r\n\0|'\uff1d\uff0b\uff0d\uff20\u2212")


def parsed(text, separator):
    csv.field_size_limit(10**8)
    # The module gives an empty row for an empty line, we one empty cell.
    return [row or [""] for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)]


def compare(path, sluice):
    raw = path.read_bytes()
    run = subprocess.run([sluice, "clean", "--consumer", "spreadsheet", "--type", "text/csv", str(path)],
                         capture_output=True)
    if run.returncode == 1:
        return "withheld"
    if run.returncode != 0:
        return f"exit {run.returncode}: {run.stderr[:200]!r}"
    clean = run.stdout.decode("utf-8")
    again = subprocess.run([sluice, "clean", "--consumer", "spreadsheet", "--type", "text/csv", "-"],
                           input=run.stdout, capture_output=True)
    # A redaction may empty cells, and another run takes its mark for an imitation.
    if b"[redacted:" in run.stdout:
        return ""
    if again.stdout != run.stdout:
        return "cleaning it twice gives something else"
    text = raw.decode("utf-8-sig", "replace")
    # Every cell is quoted: what stands behind the first one separates.
    first = re.match(r'"(?:[^"]|"")*"([,;\t|])', clean)
    separator = first[1] if first else ","
    before, after = parsed(text, separator), parsed(clean, separator)
    if len(before) != len(after) or any(len(a) != len(b) for a, b in zip(before, after)):
        return "the rows have other lengths"
    for number, (old_row, new_row) in enumerate(zip(before, after), 1):
        for old, new in zip(old_row, new_row):
            old = HIDDEN.sub("", old.replace("\r\n", "\n").replace("\r", "\n"))
            if new.startswith(STARTS) and new[0] != "'" and not any(c.isdigit() for c in new) and new.strip("-"):
                return f"row {number}: {new!r} would run"
            if new != old and new.replace("'", "") != old.replace("'", "") and "[redacted:" not in new:
                return f"row {number}: {old!r} became {new!r}"
    return ""


def main():
    sluice = sys.argv[1]
    files = []
    for root in ROOTS:
        for path in sorted(pathlib.Path(root).rglob("*.csv")):
            if path.is_file() and 0 < path.stat().st_size <= MAX_BYTES:
                files.append(path)
    files = files[:MAX_FILES]
    if not files:
        print("SKIPPED: no CSV files are installed")
        return 77
    withheld = 0
    problems = []
    for path in files:
        problem = compare(path, sluice)
        if problem == "withheld":
            withheld += 1
        elif problem:
            problems.append(f"{path}: {problem}")
    print(f"{len(files)} files, {withheld} withheld, {len(problems)} problems")
    print("\n".join(problems))
    return 1 if problems or withheld * 10 > len(files) else 0


if __name__ == "__main__":
    sys.exit(main())
