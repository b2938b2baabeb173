"""The comparison of sanitizers as Markdown and as pictures before and after."""
import json
import math
import pathlib

TOOLS = ["sluice", "DOMPurify", "sanitize-html"]
PICTURES = ["styler-gradient.html", "styler-marks.html", "pandas-notebook.html", "folium.html", "matplotlib-scatter.svg",
            "seaborn-heatmap.svg", "graphviz.svg", "r-plot.svg"]


def megabytes_per_second(row: dict, tool: str) -> float | None:
    times = row["tools"].get(tool, {}).get("ns")
    return row["bytes"] / min(times) * 1e3 if times else None


def mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


def number(value: float | None, digits: int = 1) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def speed_lines(result: dict) -> list[str]:
    lines = ["| kind | " + " | ".join(f"{tool}, MB/s" for tool in TOOLS) + " | sluice / DOMPurify | sluice / sanitize-html |",
             "|---|---|---|---|---|---|"]
    for kind in ("html", "svg"):
        rows = [row for row in result["files"] if row["kind"] == kind and row["bytes"] >= 1000]
        speeds = {tool: [s for row in rows if (s := megabytes_per_second(row, tool))] for tool in TOOLS}
        ours = speeds["sluice"]
        cells = [number(mean(speeds[tool])) if speeds[tool] else "-" for tool in TOOLS]
        ratios = []
        for tool in TOOLS[1:]:
            both = [(megabytes_per_second(row, "sluice"), megabytes_per_second(row, tool)) for row in rows]
            both = [(a, b) for a, b in both if a and b]
            ratios.append(number(mean([a / b for a, b in both])) if both and ours else "-")
        lines.append(f"| {kind} ({len(rows)} files) | " + " | ".join(cells + ratios) + " |")
    return lines


def keep_lines(result: dict) -> list[str]:
    lines = ["| file | bytes | elements | " + " | ".join(f"{tool}: words, pixels apart" for tool in TOOLS) + " |",
             "|---|---|---|---|---|---|"]
    for row in result["files"]:
        cells = []
        for tool in TOOLS:
            entry = row["tools"].get(tool)
            if entry is None:
                cells.append("not for SVG")
            elif "words" not in entry:
                cells.append("withheld")
            else:
                cells.append(f"{entry['words']:.0f} %, {entry['pixels']:.2f} %")
        lines.append(f"| {row['kind']}/{row['file']} | {row['bytes']} | {row['elements']} | " + " | ".join(cells) + " |")
    return lines


def picture_of(shown: dict):
    """One row of screenshots, each under its name."""
    from PIL import Image, ImageDraw
    width, height = 450, 300
    names = [name for name in ["before", *TOOLS] if name in shown]
    sheet = Image.new("RGB", (width * len(names), height + 24), "white")
    draw = ImageDraw.Draw(sheet)
    for i, name in enumerate(names):
        draw.text((i * width + 8, 6), name, fill="black")
        sheet.paste(shown[name].resize((width - 4, height)), (i * width + 2, 24))
    return sheet


def write(result: dict, pictures: dict, out: pathlib.Path, name: str):
    out.mkdir(parents=True, exist_ok=True)
    (out / f"{name}.json").write_text(json.dumps(result, indent=1) + "\n")
    from PIL import Image
    sheets = [(file, picture_of(pictures[file])) for file in PICTURES if file in pictures]
    if sheets:
        height = sum(sheet.size[1] for _, sheet in sheets)
        whole = Image.new("RGB", (max(sheet.size[0] for _, sheet in sheets), height), "white")
        top = 0
        for _, sheet in sheets:
            whole.paste(sheet, (0, top))
            top += sheet.size[1]
        whole.quantize(64).save(out / f"{name}.png", optimize=True)
    versions = ", ".join(f"{tool} {version}" for tool, version in result["versions"].items())
    lines = ["# HTML and SVG beside other sanitizers", "",
             f"{result['date']}; {versions}. Ordinary pages and figures of pandas, matplotlib, seaborn, graphviz, R, plotly, folium,",
             "altair, statsmodels and recordings of a code interpreter; `bench/peers/markup_corpus.py` makes them,",
             "`bench/peers/markup_run.py` compares. Words: how many of the words that show before show after. Pixels apart: of a",
             "screenshot before and after, with scripts off. sanitize-html has its defaults, widened by classes, styles and table",
             "attributes; it checks no style. DOMPurify keeps style as it is and runs in Chromium's own DOM.", "",
             "## Speed", "", "Geometric means over files of 1 kB and more, best of all rounds. sluice's figure is the cleaner alone,",
             "as theirs is, without the scan for secrets.", "", *speed_lines(result), "", "## What is kept", "",
             *keep_lines(result), "", f"![before and after]({name}.png)", ""]
    (out / f"{name}.md").write_text("\n".join(lines))
