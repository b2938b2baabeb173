#!/usr/bin/env python3
"""Compares sluice with other JSON schema validators in one run, on the same documents. Writes NAME.json, NAME.md, NAME.svg.

usage: json_run.py BUILD_DIR [--install] [--tools DIR] [--rounds N] [--milliseconds N] [--family NAME]... [--name NAME] [--out DIR]

BUILD_DIR is a build with -DSLUICE_BUILD_BENCH=ON. --install puts ajv, Blaze's command (npm) and python3-fastjsonschema (Debian)
below --tools. Peers that are absent are left out, and the result says so."""
import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
import json_documents  # noqa: E402
import json_report  # noqa: E402

sys.path.insert(0, str(ROOT / "tests" / "json" / "differential"))
import engines  # noqa: E402

BLAZE_LINE = re.compile(r"PASS ([\d.]+) \+- [\d.]+ us \(([\d.]+)\)")
BLAZE_CLOCK_US = 0.06  # it takes the clock's own cost off each figure: a run that found it dearer was disturbed
BLAZE_TRIES = 10
BLAZE_NS = 5e6  # how long one loop of Blaze should take: a few time slices of a busy machine, since it gives the mean alone
BLAZE_LOOPS = 3  # in each round


def lines(command: list[str], timeout_s: float = 1800.0, **options) -> list[dict]:
    run = subprocess.run(command, capture_output=True, text=True, timeout=timeout_s, **options)
    if run.returncode != 0:
        raise RuntimeError(f"{command[0]}: {run.stderr.strip()[-500:]}")
    return [json.loads(line) for line in run.stdout.splitlines()]


class Sluice:
    name, version, note = "sluice", "", "thread CPU time"

    def __init__(self, build: pathlib.Path, milliseconds: float):
        self.binary, self.milliseconds = build / "bench" / "sluice_json_peers", milliseconds

    def round(self, data: pathlib.Path) -> list[dict]:
        return lines([str(self.binary), str(data), str(self.milliseconds)])


class Ajv:
    name, note = "ajv", "in process, format off; the lesser of wall and CPU time, after warming up"

    def __init__(self, tools: pathlib.Path, milliseconds: float):
        self.modules, self.milliseconds = tools / "node_modules", milliseconds
        self.version = engines.npm_version(tools, "ajv")

    def round(self, data: pathlib.Path) -> list[dict]:
        return lines(["node", str(HERE / "json_ajv.js"), str(self.modules), str(data), str(self.milliseconds)])


class Python:
    def __init__(self, engine: str, version: str, milliseconds: float, sizes: list[str], path: str = ""):
        self.engine, self.name, self.version = engine, "python3-" + engine, version
        self.milliseconds, self.sizes = milliseconds, sizes
        self.note = "thread CPU time" + ("" if engine == "jsonschema" else "; draft 7 at most")
        self.env = {**os.environ, "PYTHONPATH": path}

    def round(self, data: pathlib.Path) -> list[dict]:
        return lines(["/usr/bin/python3", str(HERE / "json_python.py"), self.engine, str(data), str(self.milliseconds),
                      *self.sizes], env=self.env)


class Blaze:
    name, note = "blaze", "its command's own figure, wall time, the mean of a short loop, the least of them"

    def __init__(self, tools: pathlib.Path):
        self.binary = tools / "node_modules" / ".bin" / "jsonschema"
        self.version = engines.npm_version(tools, "@sourcemeta/jsonschema")
        self.expected: dict[tuple[str, str], float] = {}

    def one(self, family: pathlib.Path, document: pathlib.Path, loop: int) -> float:
        command = [str(self.binary), "validate", str(family / "schema.json"), str(document), "--benchmark", "--fast", "--loop",
                   str(loop), "--default-dialect", engines.D2020]
        for _ in range(BLAZE_TRIES):
            run = subprocess.run(command, capture_output=True, text=True, timeout=300)
            found = BLAZE_LINE.search(run.stdout + run.stderr)
            if not found:
                raise RuntimeError((run.stdout + run.stderr).strip()[-200:])
            if float(found[2]) <= BLAZE_CLOCK_US:
                return float(found[1]) * 1e3
        raise RuntimeError(f"its clock was disturbed {BLAZE_TRIES} times")

    def round(self, data: pathlib.Path) -> list[dict]:
        out = []
        for family in sorted(data.iterdir()):
            for document in sorted(family.glob("*B.json")):
                key = (family.name, document.stem)
                try:
                    if key not in self.expected:
                        self.expected[key] = max(self.one(family, document, 20), 10.0)
                    found = min(self.one(family, document, max(10, int(BLAZE_NS / self.expected[key])))
                                for _ in range(BLAZE_LOOPS))
                    self.expected[key] = min(self.expected[key], max(found, 10.0))
                    out.append({"family": key[0], "size": key[1], "validate_ns": found})
                except RuntimeError as error:
                    out.append({"family": key[0], "refused": str(error)})
        return out


def find(arguments: argparse.Namespace, tools: pathlib.Path) -> tuple[list, dict[str, str]]:
    peers, missing = [Sluice(arguments.build, arguments.milliseconds)], {}
    modules = tools / "node_modules"
    if (modules / "ajv").exists():
        peers.append(Ajv(tools, arguments.milliseconds))
    else:
        missing["ajv"] = "npm package ajv is not in --tools"
    if (modules / "@sourcemeta" / "jsonschema").exists():
        peers.append(Blaze(tools))
    else:
        missing["blaze"] = "npm package @sourcemeta/jsonschema is not in --tools"
    python = engines.debian_python()
    if python:
        peers.append(Python("jsonschema", python[1], arguments.milliseconds, ["1KB", "100KB"]))
    else:
        missing["python3-jsonschema"] = "Debian's package is not installed"
    path = str(tools / "fastjsonschema" / "usr" / "lib" / "python3" / "dist-packages")
    code = "import importlib.metadata as m; print(m.version('fastjsonschema'))"
    fast = subprocess.run(["/usr/bin/python3", "-c", code], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    if fast.returncode == 0:
        peers.append(Python("fastjsonschema", fast.stdout.strip(), arguments.milliseconds, ["1KB", "100KB"], path))
    else:
        missing["python3-fastjsonschema"] = "Debian's package is neither in --tools nor installed"
    return peers, missing


def install(tools: pathlib.Path) -> None:
    engines.install(tools)
    try:
        subprocess.run(["apt-get", "download", "-q", "python3-fastjsonschema"], cwd=tools, timeout=300, check=True, capture_output=True)
        for package in tools.glob("python3-fastjsonschema_*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(package), str(tools / "fastjsonschema")], check=True, timeout=60)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"peers: python3-fastjsonschema: {error}", file=sys.stderr)


def compare(arguments: argparse.Namespace, work: pathlib.Path) -> dict:
    tools = arguments.tools or work / "tools"
    if arguments.install:
        install(tools)
    commit = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=ROOT, capture_output=True,
                            text=True).stdout.strip()
    families = arguments.family or json_documents.FAMILIES
    json_documents.write(arguments.build / "engine" / "cli" / "sluice", work, families)
    peers, missing = find(arguments, tools)
    figures: dict = {}  # family -> size -> peer -> figure -> one for each round
    refused: dict = {}
    for number in range(arguments.rounds):
        for peer in peers:
            if sys.stderr.isatty():
                print(f"round {number + 1} of {arguments.rounds}: {peer.name}", file=sys.stderr, flush=True)
            for line in peer.round(work / "data"):
                if "refused" in line:
                    refused.setdefault(peer.name, {})[line["family"]] = line["refused"]
                    continue
                cell = figures.setdefault(line["family"], {}).setdefault(line["size"], {}).setdefault(peer.name, {})
                for key in ("parse_validate_ns", "validate_ns"):
                    if key in line:
                        cell.setdefault(key, []).append(round(line[key], 1))
    sizes = {family: {path.stem: path.stat().st_size for path in (work / "data" / family).glob("*B.json")} for family in figures}
    return {"context": {"cpu": json_report.plot.cpu_model(), "cores": os.cpu_count(), "load_average": list(os.getloadavg()),
                        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"), "commit": commit,
                        "rounds": arguments.rounds, "python": platform.python_version(),
                        "node": subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()},
            "peers": {peer.name: {"version": peer.version, "note": peer.note} for peer in peers}, "missing": missing,
            "refused": refused, "bytes": sizes, "figures": figures}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, metavar="BUILD_DIR")
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--tools", type=pathlib.Path, help="folder of installed peers; a scratch folder without it")
    parser.add_argument("--rounds", type=int, default=5, help="of all peers after one another; the best counts")
    parser.add_argument("--milliseconds", type=float, default=15.0, help="for each figure of a round")
    parser.add_argument("--family", action="append", default=[], help="only this schema; repeated for more")
    parser.add_argument("--name", default="json_peers", help="stem of the result files")
    parser.add_argument("--out", type=pathlib.Path, default=HERE.parent / "results")
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    arguments.tools = arguments.tools and arguments.tools.resolve()
    for binary in (arguments.build / "bench" / "sluice_json_peers", arguments.build / "engine" / "cli" / "sluice"):
        if not binary.exists():
            print(f"json_run: {binary} is missing; build it with -DSLUICE_BUILD_BENCH=ON", file=sys.stderr)
            return 2
    with tempfile.TemporaryDirectory(prefix="sluice-json-peers-") as work:
        result = compare(arguments, pathlib.Path(work))
    arguments.out.mkdir(parents=True, exist_ok=True)
    json_report.write(result, arguments.out / arguments.name)
    print(json_report.summary(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
