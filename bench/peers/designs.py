"""The figures of sluice_peers: our scan and the two designs of the field over the same rules."""
import collections
import json
import pathlib
import re
import subprocess
from typing import Any

KEYWORDS, HYPERSCAN = "keywords, then RE2 per rule", "all regexes in Hyperscan, then RE2"
SIDES = {KEYWORDS: ["keywords_re2"], HYPERSCAN: ["hyperscan_64k", "hyperscan_whole"]}  # the fastest counts


def asked(design: str, rules: str) -> float:
    """What DESIGN.md asks for, in times the design's speed: never slower than Hyperscan, and more on gitleaks' rules."""
    if design == KEYWORDS:
        return 20.0
    return 2.5 if rules.startswith("gitleaks") else 1.0


def measure(binary: pathlib.Path, packs: list[str], corpus_bytes: int, out: pathlib.Path) -> dict[str, Any]:
    command = [str(binary), "--corpus_bytes", str(corpus_bytes), *(f for pack in packs for f in ("--pack", pack)),
               "--benchmark_repetitions=5", "--benchmark_min_time=0.05", "--benchmark_enable_random_interleaving=true",
               f"--benchmark_out={out}", "--benchmark_out_format=json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=1800)
    return json.loads(out.read_text(encoding="utf-8"))


def rows(data: dict[str, Any], rules: str) -> list[dict[str, Any]]:
    """One row for each design and corpus: `ratio` is the time of the design over ours, best repetition of each."""
    times: dict[tuple[str, str], list[dict[str, Any]]] = collections.defaultdict(list)
    for run in data["benchmarks"]:
        if run.get("error_occurred"):
            raise RuntimeError(f"{run['name']}: {run['error_message']}")
        if run["run_type"] == "iteration":
            _, side, corpus = re.sub(r"/(repeats|min_time):.*", "", run["name"]).split("/")
            times[side, corpus].append(run)
    out = []
    for title, sides in SIDES.items():
        for corpus in sorted(corpus for side, corpus in times if side == "sluice"):
            ours = [run["bytes_per_second"] / 1e6 for run in times["sluice", corpus]]
            side = max(sides, key=lambda name: max(run["bytes_per_second"] for run in times[name, corpus]))
            theirs = [run["bytes_per_second"] / 1e6 for run in times[side, corpus]]
            out.append({"rules": rules, "design": title, "side": side, "corpus": corpus,
                        "bytes": int(times[side, corpus][0]["bytes"]), "sluice_MB_per_s": round(max(ours), 1),
                        "design_MB_per_s": round(max(theirs), 1), "ratio": round(max(ours) / max(theirs), 2),
                        "low": round(min(ours) / max(theirs), 2), "high": round(max(ours) / min(theirs), 2),
                        "asked": asked(title, rules), "sluice_matches": int(times["sluice", corpus][0]["matches"]),
                        "design_matches": int(times[side, corpus][0]["matches"])})
    return out
