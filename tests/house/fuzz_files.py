#!/usr/bin/env python3
"""Checks what libFuzzer reads beside each target: seeds are there, and the lines of dictionaries and options are ones
that it takes. It gives up on a dictionary at the first line it does not take."""
import pathlib
import re
import sys

ENTRY = re.compile(r'^(?:[A-Za-z0-9_@]+=)?"(?:[^"\\]|\\\\|\\"|\\x[0-9A-Fa-f]{2})+"$')
OPTION = re.compile(r"^(max_len|timeout|rss_limit_mb|only_ascii) = \d+$")


def problems_of(folder):
    targets = sorted(path.stem.removeprefix("fuzz_") for path in folder.glob("fuzz_*.cpp"))
    if not targets:
        yield f"{folder}: no targets"
    for target in targets:
        if not any((folder / "seeds" / target).glob("*")):
            yield f"fuzz/seeds/{target}: no seeds"
        options = folder / f"{target}.options"
        for number, line in enumerate(options.read_text().splitlines() if options.exists() else [], 1):
            if line and line != "[libfuzzer]" and not OPTION.match(line):
                yield f"{options.name}:{number}: not an option that is used here: {line}"
    for path in sorted((folder / "dictionaries").glob("*.dict")):
        if path.stem not in targets:
            yield f"{path.name}: no target of that name"
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            text = line.decode("latin-1").strip()
            if text and not text.startswith("#") and not ENTRY.match(text):
                yield f"{path.name}:{number}: not a dictionary entry: {text}"


def main():
    problems = list(problems_of(pathlib.Path(sys.argv[1]) / "fuzz"))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
