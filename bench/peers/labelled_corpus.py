#!/usr/bin/env python3
"""Writes a labelled corpus of synthetic secrets and decoys: the ground truth that secret scanners are measured on.

The corpus is the same on every machine for one seed. OUTDIR/files holds logs, configuration, source code and other
files with secrets planted among ordinary lines; OUTDIR/labels.jsonl holds one line per secret and per decoy, with its
byte span (end excluded; `file` is relative to OUTDIR/files):

  {file, start, end, line, format, kind, confidence, container, encoding, held_out}   a planted value
  {file, start, end, line, decoy, container, held_out}                                text that only looks like one

`kind` is secret, or identifier (public by itself: client ids, hosts, publishable keys), or pii (payment cards); only
secrets count in the score. `confidence` says whether the shape is documented by its vendor or written down from memory.
No value ever was a credential: all are random and put together when this runs.
"""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import shutil
import sys
import tempfile
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from labelled import plan  # noqa: E402
from labelled.catalog import FORMATS, kind_of  # noqa: E402
from labelled.labels import check  # noqa: E402


def complete(label: dict[str, Any]) -> dict[str, Any]:
    container = label["file"].split("/")[0]
    if "decoy" in label:
        return {**label, "container": container}
    format = label["format"]
    confidence = FORMATS[format].confidence if format in FORMATS else "documented"
    return {**label, "kind": kind_of(format), "confidence": confidence, "container": container, "encoding": "plain"}


def corpus(seed: int, held_out: str) -> list[plan.Written]:
    wanted = {"all": (False, True), "none": (False,), "only": (True,)}[held_out]
    files = [plan.render(seed, one) for one in plan.planned(seed) if one.held_out in wanted]
    files += [file for file in plan.lock_files(seed) if file.held_out in wanted]
    return sorted(files, key=lambda file: file.name)


def write(folder: pathlib.Path, files: list[plan.Written]) -> dict[str, Any]:
    """Writes files and labels, and reads every file back to hold it against what was meant."""
    digest, counts, formats = hashlib.sha256(), collections.Counter[str](), set()
    with open(folder / "labels.jsonl", "w", encoding="utf-8", newline="\n") as out:
        for file in files:
            path = folder / "files" / file.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.data)
            data = path.read_bytes()
            check(data, file.labels, file.values, file.name)
            counts["files"] += 1
            counts["bytes"] += len(data)
            for label in map(complete, file.labels):
                line = json.dumps(label, sort_keys=True) + "\n"
                out.write(line)
                digest.update(line.encode())
                if label.get("kind") == "secret":
                    formats.add(label["format"])
                counts["decoys" if "decoy" in label else "planted" if label["kind"] == "secret" else "neutral"] += 1
    shown = ("planted", "neutral", "decoys", "files", "bytes")
    return {"formats": len(formats), **{name: counts[name] for name in shown}, "labels_sha256": digest.hexdigest()}


def replace(outdir: pathlib.Path, files: list[plan.Written]) -> dict[str, Any]:
    """Puts a corpus into place whole or not at all, and touches nothing in the folder but what this program writes."""
    outdir.mkdir(parents=True, exist_ok=True)
    staging = pathlib.Path(tempfile.mkdtemp(prefix=".partial-", dir=outdir))
    try:
        summary = write(staging, files)
        shutil.rmtree(outdir / "files", ignore_errors=True)
        for name in ("files", "labels.jsonl"):
            os.replace(staging / name, outdir / name)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return summary


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outdir", metavar="OUTDIR", type=pathlib.Path, help="folder to write; empty, or not there yet")
    parser.add_argument("--seed", type=int, default=1, help="number that all random choices come from (default 1)")
    parser.add_argument("--held-out", choices=["only", "none", "all"], default="all",
                        help="write only the held-out third of the formats, all but it, or everything (default); the "
                             "files of `all` are those of the other two together")
    parser.add_argument("--force", action="store_true", help="replace `files` and `labels.jsonl` in an OUTDIR in use")
    arguments = parser.parse_args()
    outdir = arguments.outdir
    if outdir.exists() and not outdir.is_dir():
        print(f"labelled_corpus: {outdir} is not a folder", file=sys.stderr)
        return 2
    if outdir.is_dir() and any(outdir.iterdir()) and not arguments.force:
        print(f"labelled_corpus: {outdir} is not empty; --force replaces the corpus in it", file=sys.stderr)
        return 2
    try:
        summary = replace(outdir, corpus(arguments.seed, arguments.held_out))
    except OSError as error:
        print(f"labelled_corpus: {error}", file=sys.stderr)
        return 1
    for name, number in summary.items():
        print(f"{name}: {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
