"""Turns the suites' JSON into one small file of ratios with their context, a plot and a table.

usage: summarize.py FOLDER_OF_SUITES OUTPUT_STEM
A ratio is baseline time / our time: 1 is as fast as the baseline. It is taken from the best repetition of each side; its
spread is from (best baseline / worst ours) to (worst baseline / best ours).
"""
import collections
import json
import os
import re
import sys

import plot

SUITES = ["scan", "text", "check", "json", "png", "html", "svg"]

# title, suite, our side, sides of the baseline (the fastest counts), target by corpus ("" for the others), None: no target
RATIOS = [
    ("scan, core / bare literal scan", "scan", "scan/core", ["scan/core_bare_plain"],
     {"python": 0.75, "doc": 0.85, "log": 0.35, "": None}),
    ("scan, default / bare literal scan", "scan", "scan/default",
     ["scan/default_bare_plain"], {"": None}),
    ("scan, core / first stage alone", "scan", "scan/core", ["scan/core_bare_next_byte"], {"": None}),
    ("scan, default / first stage alone", "scan", "scan/default", ["scan/default_bare_next_byte"], {"": None}),
    ("scan of 4 KiB writes / scan, core", "scan", "scan/core_stream_4k", ["scan/core"], {"": 0.80}),
    ("scan of 4 KiB writes / scan, default", "scan", "scan/default_stream_4k", ["scan/default"], {"": 0.80}),
    ("text cleaner / copy", "text", "text/clean", ["text/copy"], {"": None}),
    ("whole check / scan", "check", "check/whole", ["scan/default"], {"": 0.60}),
    ("stream, 4 KiB writes / whole check", "check", "check/stream_4k", ["check/whole"], {"": None}),
    ("stream, 64 KiB writes / whole check", "check", "check/stream_64k", ["check/whole"], {"": None}),
    ("JSON parse / simdjson parse", "json", "json/parse", ["json/simdjson"], {"": None}),
    ("JSON parse and validate / simdjson parse", "json", "json/parse_validate", ["json/simdjson"], {"": None}),
    ("JSON check, written anew / parse and validate", "json", "json/check", ["json/parse_validate"], {"": 0.20}),
    ("JSON pattern / RE2 alone", "json", "json/pattern/chosen", ["json/pattern/re2"], {"": None}),
    ("PNG clean / one CRC-32 pass and inflate", "png", "png/clean", ["png/crc32_inflate"], {"": 0.80}),
    ("PNG clean / inflate", "png", "png/clean", ["png/inflate"], {"": 0.80}),
    ("SVG clean / expat, parse only", "svg", "svg/clean", ["svg/expat"], {"": 0.50}),
    ("HTML clean / gumbo parse", "html", "html/clean", ["html/gumbo_parse"], {"": 0.50}),
]
SPEEDS = [("JSON rebuild, MB/s", "json", "json/rebuild", {"100KB": 1200.0, "1KB": None})]


def load(folder):
    """{suite: {benchmark: [repetition]}}, context"""
    times = collections.defaultdict(lambda: collections.defaultdict(list))
    context = {}
    for suite in SUITES:
        with open(os.path.join(folder, suite + ".json"), encoding="utf-8") as file:
            data = json.load(file)
        context = data["context"]
        for run in data["benchmarks"]:
            if run.get("error_occurred"):
                sys.exit(f"summarize: {run['name']}: {run['error_message']}")
            if run["run_type"] == "iteration":
                times[suite][re.sub(r"/(repeats|min_time):.*", "", run["name"])].append(run)
    return times, context


def cpu(runs):
    return [run["cpu_time"] for run in runs]


def ratios(times):
    rows = []
    for title, suite, ours, baselines, targets in RATIOS:
        for name in times[suite]:
            if not name.startswith(ours + "/"):
                continue
            corpus = name[len(ours) + 1:]
            own = cpu(times[suite][name])
            base = min((cpu(times[suite][f"{side}/{corpus}"]) for side in baselines), key=min)
            rows.append({"title": title, "corpus": corpus, "ratio": round(min(base) / min(own), 3),
                         "low": round(min(base) / max(own), 3), "high": round(max(base) / min(own), 3),
                         "target": targets.get(corpus, targets.get("")),
                         "MB_per_s": round(max(r["bytes_per_second"] for r in times[suite][name]) / 1e6)})
    for title, suite, ours, targets in SPEEDS:
        for name in times[suite]:
            if name.startswith(ours + "/"):
                corpus = name[len(ours) + 1:]
                speeds = [run["bytes_per_second"] / 1e6 for run in times[suite][name]]
                rows.append({"title": title, "corpus": corpus, "speed": round(max(speeds)), "low": round(min(speeds)),
                             "high": round(max(speeds)), "target": targets[corpus]})
    return rows


def process_row(folder):
    with open(os.path.join(folder, "process.json"), encoding="utf-8") as file:
        data = json.load(file)
    ours, theirs = data["sluice_check_ms"], data["file_brief_ms"]
    middle = len(ours) // 2
    return {"sluice_check_ms": ours[0], "file_brief_ms": theirs[0], "times": round(ours[0] / theirs[0], 2),
            "times_of_medians": round(ours[middle] / theirs[middle], 2), "at_most": 4.0}


def memory_row(folder):
    path = os.path.join(folder, "memory.txt")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        found = re.search(r"64 MB: (\d+) kB .* 2 GB: (\d+) kB", file.read())
    if not found:
        return None
    small, large = int(found[1]), int(found[2])
    return {"peak_kB_after_64MB": small, "peak_kB_after_2GB": large, "growth_kB": large - small, "growth_at_most": 1024}


def svg(rows):
    bars = [{**row, "label": f"{row['title']}: {row['corpus']}", "value": row["ratio"], "text": f"{row['ratio']:.2f}"}
            for row in rows if "ratio" in row]
    axis = plot.linear(1.25, [0, 0.25, 0.5, 0.75, 1, 1.25])
    return plot.document([("Speed as a share of the baseline (line: spread, mark: target)", bars, axis)])


def main():
    folder, stem = sys.argv[1], sys.argv[2]
    times, context = load(folder)
    rows = ratios(times)
    result = {
        "context": {"cpu": plot.cpu_model(), "cores": os.cpu_count(), "load_average": context.get("load_avg"),
                    "date": context["date"], **{key: context[key] for key in (
                        "rules", "anchors", "shortest_anchor", "database_bytes", "hyperscan", "simdjson", "zlib")}},
        "method": "thread CPU time, interleaved repetitions; best of each side; low and high from the worst of one side",
        "ratios": rows, "process": process_row(folder), "stream_memory": memory_row(folder)}
    text = json.dumps(result, indent=1)
    # One line for each row keeps the file readable.
    text = re.sub(r"\{\n\s+\"title\"[^}]*\}", lambda m: re.sub(r"\n\s+", " ", m[0]).replace("{ ", "{").replace("\n", ""), text)
    with open(stem + ".json", "w", encoding="utf-8") as file:
        file.write(text + "\n")
    with open(stem + ".svg", "w", encoding="utf-8") as file:
        file.write(svg(rows))
    for row in rows:
        target = "" if row["target"] is None else f"  target {row['target']:g}"
        value = row.get("ratio", row.get("speed"))
        missed = row["target"] is not None and value < row["target"]
        print(f"{row['title']:42} {row['corpus']:8} {value:8g}  ({row['low']:g} .. {row['high']:g}){target}"
              f"{'  MISSED' if missed else ''}")
    print("sluice check / file --brief:", result["process"])
    print("stream memory:", result["stream_memory"])


main()
