"""The comparison of JSON validators as Markdown and as a plot: how many times faster sluice is, family by family."""
import json
import math
import pathlib
import re
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import plot  # noqa: E402

SIZES = ["1KB", "100KB", "10MB"]
FIGURES = {"parse_validate_ns": "parse and validate", "validate_ns": "validate"}
# What DESIGN.md asks for: (peer, figure, size) -> times.
ASKED = {("ajv", "parse_validate_ns", "1KB"): 5.0, ("ajv", "parse_validate_ns", "100KB"): 3.0,
         ("python3-jsonschema", "parse_validate_ns", "1KB"): 100.0, ("python3-jsonschema", "parse_validate_ns", "100KB"): 100.0,
         ("blaze", "validate_ns", "1KB"): 0.7, ("blaze", "validate_ns", "100KB"): 0.7, ("blaze", "validate_ns", "10MB"): 0.7}


def best(result: dict[str, Any], family: str, size: str, peer: str, figure: str) -> float | None:
    times = result["figures"].get(family, {}).get(size, {}).get(peer, {}).get(figure)
    return min(times) if times else None


def ratios(result: dict[str, Any], peer: str, figure: str, size: str) -> dict[str, float]:
    """By family: the peer's time over ours, best of each."""
    out = {}
    for family in sorted(result["figures"]):
        ours, theirs = (best(result, family, size, name, figure) for name in ("sluice", peer))
        if ours and theirs:
            out[family] = theirs / ours
    return out


def mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


def means(result: dict[str, Any]) -> list[dict[str, Any]]:
    """One row for each peer, figure and size: the geometric mean over families, the least and the most."""
    out = []
    for peer in result["peers"]:
        for figure in FIGURES:
            for size in SIZES:
                found = ratios(result, peer, figure, size) if peer != "sluice" else {}
                if found:
                    values = list(found.values())
                    out.append({"peer": peer, "figure": figure, "size": size, "families": len(values), "mean": mean(values),
                                "low": min(values), "high": max(values), "asked": ASKED.get((peer, figure, size))})
    return out


def time_of(ns: float | None) -> str:
    if ns is None:
        return "-"
    return f"{ns / 1e3:.2f} us" if ns < 1e5 else f"{ns / 1e3:.0f} us" if ns < 1e6 else f"{ns / 1e6:.1f} ms"


def table(header: list[str], rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(header) + " |", "|" + "---|" * len(header), *("| " + " | ".join(row) + " |" for row in rows)]


def summary(result: dict[str, Any]) -> str:
    context = result["context"]
    out = ["# sluice and other JSON schema validators", "",
           f"{context['cpu']}, {context['cores']} cores that other work shared (load {context['load_average'][0]:.1f}), commit "
           f"{context['commit']}, {context['date']}, node {context['node']}. Best of {context['rounds']} rounds, peers after one "
           "another in each. How it is measured, and what is fair and what is not: `bench/README.md`.", "",
           "## Times faster than a peer", "",
           "Geometric mean over the families, and the family where it is least and most.", ""]
    out += table(["peer", "work", "document", "families", "sluice is faster by", "range", "asked"],
                 [[f"{row['peer']} {result['peers'][row['peer']]['version']}".strip(), FIGURES[row["figure"]], row["size"],
                   str(row["families"]), f"**{row['mean']:.2f}**", f"{row['low']:.2f} .. {row['high']:.2f}",
                   f"{row['asked']:g}" if row["asked"] else ""] for row in means(result)])
    for size in SIZES:
        rows = []
        for family in sorted(result["figures"]):
            if size not in result["figures"][family]:
                continue
            row = [family, time_of(best(result, family, size, "sluice", "parse_validate_ns")),
                   time_of(best(result, family, size, "sluice", "validate_ns"))]
            for peer in result["peers"]:
                for figure in FIGURES if peer != "sluice" else []:
                    ratio = ratios(result, peer, figure, size).get(family)
                    row.append("-" if ratio is None else f"{ratio:.2f}")
            rows.append(row)
        if rows:
            header = ["family", "sluice, parse and validate", "sluice, validate"]
            header += [f"{peer}, {FIGURES[figure]}" for peer in result["peers"] if peer != "sluice" for figure in FIGURES]
            keep = [i for i in range(len(header)) if i < 3 or any(row[i] != "-" for row in rows)]
            out += ["", f"## {size}", "", "Columns of peers: how many times faster sluice is.", ""]
            out += table([header[i] for i in keep], [[row[i] for i in keep] for row in rows])
    out += ["", "## Peers", ""]
    out += [f"- {name} {facts['version']}: {facts['note']}".replace(" :", ":") for name, facts in result["peers"].items()]
    out += [f"- {name}: not run, {why}" for name, why in result["missing"].items()]
    out += [f"- {name} refuses {family}: {' '.join(why.split())}" for name, families in result["refused"].items() for family, why in families.items()]
    return "\n".join(out) + "\n"


def svg(result: dict[str, Any]) -> str:
    rows = [{"label": f"{row['peer']}, {FIGURES[row['figure']]}, {row['size']}", "value": row["mean"], "low": row["low"],
             "high": row["high"], "target": row["asked"], "text": f"{row['mean']:.2f}"} for row in means(result)]
    charts = [("Times faster than a peer, mean and range over families", rows, plot.logarithmic(0.1, 1000, [0.1, 1, 10, 100, 1000]))]
    for peer, figure, size in (("ajv", "parse_validate_ns", "1KB"), ("blaze", "validate_ns", "1KB")):
        found = ratios(result, peer, figure, size)
        if found:
            charts.append((f"{peer}, {FIGURES[figure]}, {size}, by family",
                           [{"label": family, "value": ratio, "target": ASKED[peer, figure, size], "text": f"{ratio:.2f}"}
                            for family, ratio in found.items()], plot.logarithmic(0.1, 100, [0.1, 1, 10, 100])))
    return plot.document(charts)


def write(result: dict[str, Any], stem: pathlib.Path) -> None:
    text = json.dumps({**result, "means": means(result)}, indent=1)
    # One line for each innermost list and object keeps the file readable.
    text = re.sub(r"\[[^{}\[\]]*\]", lambda match: re.sub(r"\s*\n\s*", " ", match[0]), text)
    text = re.sub(r"\{[^{}]*\}", lambda match: re.sub(r"\s*\n\s*", " ", match[0]), text)
    stem.with_suffix(".json").write_text(text + "\n", encoding="utf-8")
    stem.with_suffix(".md").write_text(summary(result), encoding="utf-8")
    stem.with_suffix(".svg").write_text(svg(result), encoding="utf-8")
