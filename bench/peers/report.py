"""The comparison as Markdown and as a plot."""
import pathlib
import sys
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import plot  # noqa: E402

PEER = "#468"

def shown(value: float | None, digits: int = 1) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"


def table(header: list[str], rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(header) + " |", "|" + "---|" * len(header), *("| " + " | ".join(row) + " |" for row in rows)]


def density(facts: dict[str, Any]) -> str:
    text = (f"{facts['anchors']} anchors, {facts['MB_each']} MB of each: {facts['withheld']} texts are withheld (their bytes for "
            f"regular expressions are used up); of the others {facts['passed_below_20_percent_of_prose']} are slower than a "
            f"fifth of prose ({facts['prose_MB_per_s']:.0f} MB/s), {facts['passed_below_20_percent_of_code']} than a fifth of "
            f"code ({facts['code_MB_per_s']:.0f} MB/s). Asked: no text is both passed and slower.")
    if facts["slowest_longer"]:
        text += (f" The slowest ten again, {facts['MB_slowest']} MB of each: from "
                 f"{min(row['MB_per_s'] for row in facts['slowest_longer']):.0f} MB/s on, and "
                 f"{facts['peak_kB_growth_in_slowest']} kB more memory at the peak.")
    return text


def summary(result: dict[str, Any]) -> str:
    context = result["context"]
    labelled = context["labelled_corpus"]
    out = ["# sluice and its peers", "",
           f"{context['cpu']}, {context['compiler']}, commit {context['commit']}, {context['date']}. How it is measured, and "
           "what is fair and what is not: `bench/README.md`.", "",
           "## The two designs of the field, on our rules", "",
           "Thread CPU time, best of 5, interleaved; the range is from our worst against its best to our best against its "
           "worst. Matches: what each found; a design drops nothing, so it has more.", ""]
    out += table(["rules", "design", "text", "sluice MB/s", "design MB/s", "sluice is faster by", "range", "asked",
                  "matches"],
                 [[row["rules"], row["design"], f"{row['corpus']}, {row['bytes'] / 1e6:.0f} MB",
                   shown(row["sluice_MB_per_s"], 0), shown(row["design_MB_per_s"], 0), f"**{row['ratio']:.2f}**",
                   f"{row['low']:.2f} .. {row['high']:.2f}", f"{row['asked']:g}",
                   f"{row['sluice_matches']}, {row['design_matches']}"] for row in result["designs"]])
    out += ["", "## Hostile density: nothing but one anchor", "", density(result["density"])]
    out += ["", "## Real peers, each with its own rules", "",
            f"Labelled corpus, seed {labelled['seed']}, held-out formats: {labelled['held_out']}; {labelled['planted']} "
            f"planted secrets of {labelled['formats']} formats, {labelled['decoys']} decoys. MB/s: CPU time of the process, "
            "less that on a folder with one empty file.", ""]
    texts = list(context["real_corpora"])
    rows = []
    for peer in result["peers"]:
        if peer.get("missing"):
            continue
        score = peer.get("score") or {}
        rows.append([f"{peer['name']} {peer['version']}".strip(), *(shown(peer["speed"].get(text, {}).get("MB_per_s"), 2)
                                                            for text in ["labelled", *texts]),
                     shown(score.get("recall"), 4), shown(score.get("precision"), 4),
                     f"{score.get('decoys_hit', '-')} + {score.get('stray', '-')}",
                     *(shown(peer["hits_per_MB"].get(text), 2) for text in texts), peer["note"]])
    out += table(["scanner", *(f"{text} MB/s" for text in ["labelled", *texts]), "recall", "precision", "decoys hit + stray",
                  *(f"{text} hits/MB" for text in texts), "remark"], rows)
    out += ["", "Hits in real texts were not looked at one by one: nearly all are false, a published test key is not.", "",
            "Not run:", ""]
    out += [f"- {peer['name']}: {peer['missing']}" for peer in result["peers"] if peer.get("missing")]
    out += [f"- {name}: {why}" for name, why in result["not_run"].items()]
    return "\n".join(out) + "\n"


def by_format(result: dict[str, Any]) -> str:
    ran = [peer for peer in result["peers"] if peer.get("formats")]
    names = sorted({name for peer in ran for name in peer["formats"]})
    out = ["# Found by format", "", "Planted secrets of the labelled corpus that each scanner found, format by format. "
           "Formats that are public identifiers or payment cards are not scored.", ""]
    rows = []
    for name in names:
        facts = next(peer["formats"][name] for peer in ran if name in peer["formats"])
        mark = " (held out)" if facts["held_out"] else "" if facts["kind"] == "secret" else f" ({facts['kind']})"
        rows.append([name + mark, str(facts["planted"]), *(str(peer["formats"][name]["found"]) for peer in ran)])
    kinds = sorted({name for peer in ran for name in peer["decoys"]})
    out += table(["format", "planted", *(peer["name"] for peer in ran)], rows)
    out += ["", "# False hits by kind of decoy", ""]
    out += table(["decoy", "planted", *(peer["name"] for peer in ran)],
                 [[kind, str(ran[0]["decoys"][kind]["planted"]), *(str(peer["decoys"][kind]["hit"]) for peer in ran)]
                  for kind in kinds])
    return "\n".join(out) + "\n"


def svg(result: dict[str, Any]) -> str:
    designs = [{"label": f"{row['design']}: {row['corpus']}" + ("" if row["rules"] == "core" else f" ({row['rules']})"),
                "value": row["ratio"], "low": row["low"], "high": row["high"], "target": row["asked"],
                "text": f"{row['ratio']:.2f}x"} for row in result["designs"]]
    ran = [peer for peer in result["peers"] if not peer.get("missing")]
    speeds, shares = [], []
    for text in ["labelled", *result["context"]["real_corpora"]]:
        for peer in ran:
            value = peer["speed"].get(text, {}).get("MB_per_s")
            speeds.append({"label": f"{text}: {peer['name']}", "value": value, "text": shown(value, 2), "color": PEER})
    for title, asked in (("recall", 0.99), ("precision", 0.98)):
        for peer in ran:
            value = (peer.get("score") or {}).get(title)
            ours = {"target": asked} if peer["name"] == "sluice" else {"color": PEER}
            shares.append({"label": f"{title}: {peer['name']}", "value": value, "text": shown(value, 3), **ours})
    return plot.document([
        ("How many times faster than the two designs, on our rules (log; line: spread, mark: asked)", designs,
         plot.logarithmic(0.25, 64, [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64])),
        ("Real peers: MB/s of CPU time, whole process less start-up (log)", speeds,
         plot.logarithmic(0.1, 1000, [0.1, 1, 10, 100, 1000])),
        ("Real peers: recall and precision on the labelled corpus (mark: asked)", shares,
         plot.linear(1.0, [0, 0.25, 0.5, 0.75, 1]))])
