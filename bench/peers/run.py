#!/usr/bin/env python3
"""Compares sluice with other scanners in one run: the two designs of the field on our rules, and real peers on a labelled
corpus and on real texts. Writes NAME.json, NAME.md, NAME_formats.md and NAME.svg.

usage: run.py BUILD_DIR [--install] [--held-out none|only|all] [--seed N] [--pack FILE.toml]... [--name NAME] [--out DIR]

BUILD_DIR is a build with -DSLUICE_BUILD_BENCH=ON. --install puts the peers that npm and Debian have below --tools.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import conversion  # noqa: E402
import designs  # noqa: E402
import peer_list  # noqa: E402
import process_cost  # noqa: E402
import real_texts  # noqa: E402
import report  # noqa: E402
import score_labels  # noqa: E402

SAMPLE_SHARE = 8  # a scanner that runs out of time gets every eighth file


def say(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\033[1m== {text}\033[0m", file=sys.stderr, flush=True)


def output_of(command: list[str]) -> str:
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True).stdout.strip()


def sample_of(folder: pathlib.Path, target: pathlib.Path) -> pathlib.Path:
    if not target.exists():
        for path in sorted(path for path in folder.rglob("*") if path.is_file())[::SAMPLE_SHARE]:
            (target / path.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / path.relative_to(folder))
    return target


def bytes_below(folder: pathlib.Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def scanned(peer: peer_list.Peer, folder: pathlib.Path, timeout_s: float) -> tuple[process_cost.Run, list[float]]:
    command = [part.replace("{folder}", str(folder)) for part in peer.command]
    return process_cost.best(command, peer.cwd or folder, peer.env, timeout_s)


def findings_of(peer: peer_list.Peer, run: process_cost.Run, folder: pathlib.Path) -> list[conversion.Finding]:
    return peer.convert(run.stderr if peer.reads_stderr else run.stdout, folder)


def measured(peer: peer_list.Peer, work: pathlib.Path, texts: dict[str, pathlib.Path], labels: list[dict[str, Any]],
             timeout_s: float) -> dict[str, Any]:
    out: dict[str, Any] = {"name": peer.name, "version": peer.version, "note": peer.note, "missing": peer.missing,
                           "speed": {}, "hits_per_MB": {}}
    if peer.missing:
        return out
    (work / "empty").mkdir(exist_ok=True)
    (work / "empty" / "empty.txt").touch()
    start, _ = scanned(peer, work / "empty", timeout_s)
    out["start_cpu_s"], out["start_wall_s"] = round(start.cpu_s, 4), round(start.wall_s, 4)
    for text, folder in texts.items():
        say(f"{peer.name}: {text}")
        run, times = scanned(peer, folder, timeout_s)
        is_sample = run.timed_out
        if is_sample:
            folder = sample_of(folder, work / "samples" / text)
            run, times = scanned(peer, folder, timeout_s)
        if run.timed_out:
            out["speed"][text] = {"timed_out": True}
            continue
        size = bytes_below(folder) / 1e6
        spent = max(run.cpu_s - start.cpu_s, 1e-4)
        out["speed"][text] = {"MB": round(size, 3), "is_sample": is_sample, "cpu_s": [round(t, 3) for t in times],
                              "wall_s": round(run.wall_s, 3), "MB_per_s": round(size / spent, 3),
                              "MB_per_s_with_start": round(size / run.cpu_s, 3)}
        found = conversion.placed(findings_of(peer, run, folder), labels if text == "labelled" else [], folder)
        if text != "labelled":
            hits = {(one["file"], one["start"], one["end"]) for one in found}
            out["hits_per_MB"][text] = round(len(hits) / size, 3)
        elif not is_sample:
            result = score_labels.score(labels, found)
            out.update({"score": result["overall"], "tuned": result["tuned"], "held_out": result["held_out"],
                        "formats": result["formats"], "decoys": result["decoys"]})
    return out


def context(arguments: argparse.Namespace, commit: str, corpus: dict[str, str], real: dict[str, Any],
            data: dict[str, Any]) -> dict[str, Any]:
    own = data["context"]
    return {"cpu": report.plot.cpu_model(), "cores": os.cpu_count(), "load_average": list(os.getloadavg()),
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
            "commit": commit,
            "compiler": f"gcc {own['compiler']}" if own["compiler"][0].isdigit() else own["compiler"],
            "hyperscan": own["hyperscan"], "re2": output_of(["dpkg-query", "-W", "-f", "${Version}", "libre2-dev"]),
            "python": platform.python_version(), "node": output_of(["node", "--version"]) or None,
            "labelled_corpus": {"seed": arguments.seed, "held_out": arguments.held_out,
                                **{key: int(value) if value.isdigit() else value for key, value in corpus.items()}},
            "real_corpora": real,
            "designs": {key: own[key] for key in ("rules", "anchors", "rules_without_keyword",
                                                  "rules_refused_by_hyperscan", "expressions_database_bytes")}}


def compare(arguments: argparse.Namespace, work: pathlib.Path) -> dict[str, Any]:
    tools = arguments.tools or work / "tools"
    tools.mkdir(parents=True, exist_ok=True)
    if arguments.install:
        say("installing peers")
        peer_list.install(tools)
    # Named before anything is written, so that results do not make their own commit look edited.
    commit = output_of(["git", "describe", "--always", "--dirty", "--abbrev=12"])
    say("labelled corpus and real texts")
    made = subprocess.run([sys.executable, str(HERE / "labelled_corpus.py"), str(work / "labelled"), "--seed",
                           str(arguments.seed), "--held-out", arguments.held_out], check=True, capture_output=True, text=True)
    corpus = dict(line.split(": ") for line in made.stdout.splitlines())
    labels = score_labels.read_lines(str(work / "labelled" / "labels.jsonl"), ("file", "start", "end", "held_out"))
    real = real_texts.real_corpora(work / "real", arguments.real_bytes)
    texts = {"labelled": work / "labelled" / "files", **{name: work / "real" / name for name in real}}

    binary = arguments.build / "bench" / "sluice_peers"
    rows, first = [], None
    for name, packs in [("core", []), *((pathlib.Path(pack).stem, [pack]) for pack in arguments.pack)]:
        say(f"designs on the rules of {name}")
        data = designs.measure(binary, packs, arguments.design_bytes, work / "designs.json")
        first = first or data
        rows += designs.rows(data, name)
    say("hostile density (about two minutes)")
    density = json.loads(subprocess.run([str(arguments.build / "bench" / "sluice_density")], check=True,
                                        capture_output=True, timeout=1800).stdout)
    peers = [measured(peer, work, texts, labels, arguments.timeout)
             for peer in peer_list.all_peers(arguments.build / "engine" / "cli" / "sluice", tools)]
    return {"context": context(arguments, commit, corpus, real, first), "designs": rows, "density": density, "peers": peers,
            "not_run": peer_list.NOT_RUN}


def write(result: dict[str, Any], stem: pathlib.Path) -> None:
    text = json.dumps(result, indent=1)
    # One line for each innermost object keeps the file readable.
    text = re.sub(r"\{[^{}\[\]]*\}", lambda match: re.sub(r"\s*\n\s*", " ", match[0]), text)
    stem.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(report.summary(result), encoding="utf-8")
    stem.with_name(stem.name + "_formats.md").write_text(report.by_format(result), encoding="utf-8")
    stem.with_suffix(".svg").write_text(report.svg(result), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, metavar="BUILD_DIR")
    parser.add_argument("--held-out", choices=["none", "only", "all"], default="none", help="formats of the corpus")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pack", action="append", default=[], help="compare the designs on this pack too")
    parser.add_argument("--install", action="store_true", help="install peers from npm and Debian below --tools")
    parser.add_argument("--tools", type=pathlib.Path, help="folder of installed peers; a scratch folder without it")
    parser.add_argument("--design-bytes", type=int, default=8_000_000, help="size of each text of the designs")
    parser.add_argument("--real-bytes", type=int, default=16_000_000, help="most bytes of each real text for the peers")
    parser.add_argument("--timeout", type=float, default=180.0, help="seconds for one run of a peer")
    parser.add_argument("--name", default="peers", help="stem of the result files")
    parser.add_argument("--out", type=pathlib.Path, default=HERE.parent / "results")
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    arguments.tools = arguments.tools and arguments.tools.resolve()
    needed = [arguments.build / "bench" / "sluice_peers", arguments.build / "bench" / "sluice_density",
              arguments.build / "engine" / "cli" / "sluice"]
    for binary in needed:
        if not binary.exists():
            print(f"run: {binary} is missing; build it with -DSLUICE_BUILD_BENCH=ON", file=sys.stderr)
            return 2
    with tempfile.TemporaryDirectory(prefix="sluice-peers-") as work:
        result = compare(arguments, pathlib.Path(work))
    arguments.out.mkdir(parents=True, exist_ok=True)
    write(result, arguments.out / arguments.name)
    print(report.summary(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
