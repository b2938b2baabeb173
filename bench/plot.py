"""Bar charts as SVG: one bar a row, its spread as a line, its target as a mark."""
import html
import math
import os
import re

LEFT, WIDTH, STEP = 360, 400, 20
MET, MISSED, PLAIN = "#2a7", "#c43", "#888"


def linear(most, ticks):
    """An axis from 0 to `most`; larger values end there."""
    return (lambda value: min(max(value / most, 0), 1)), ticks


def logarithmic(least, most, ticks):
    span = math.log(most / least)
    return (lambda value: min(max(math.log(max(value, least) / least) / span, 0), 1)), ticks


def bars(title, rows, axis, top=0):
    """One chart from `top` on, and where it ends.

    A row has `label`, `value` (None: no bar) and `text`, and may have `low` and `high`, `target` and `color`; without a
    color it is green where the target is met, red where it is not, gray where there is none."""
    place, ticks = axis
    height = top + 40 + STEP * len(rows) + 30
    at = lambda value: LEFT + WIDTH * place(value)
    out = [f'<text x="10" y="{top + 20}" font-size="14">{html.escape(title)}</text>']
    for tick in ticks:
        out.append(f'<line x1="{at(tick):.0f}" y1="{top + 32}" x2="{at(tick):.0f}" y2="{height - 24}" stroke="#ddd"/>'
                   f'<text x="{at(tick):.0f}" y="{height - 8}" text-anchor="middle">{tick:g}</text>')
    for i, row in enumerate(rows):
        y, value, target = top + 40 + STEP * i, row["value"], row.get("target")
        color = row.get("color") or (PLAIN if target is None or value is None else MET if value >= target else MISSED)
        out.append(f'<text x="{LEFT - 8}" y="{y + 11}" text-anchor="end">{html.escape(row["label"])}</text>'
                   f'<text x="{LEFT + WIDTH + 8}" y="{y + 11}">{html.escape(row["text"])}</text>')
        if value is not None:
            out.append(f'<rect x="{LEFT}" y="{y}" width="{at(value) - LEFT:.0f}" height="14" fill="{color}"/>')
        if row.get("low") is not None:
            out.append(f'<line x1="{at(row["low"]):.0f}" y1="{y + 7}" x2="{at(row["high"]):.0f}" y2="{y + 7}" '
                       'stroke="black"/>')
        if target is not None:
            out.append(f'<line x1="{at(target):.0f}" y1="{y - 2}" x2="{at(target):.0f}" y2="{y + 16}" stroke="#00c" '
                       'stroke-width="2"/>')
    return "\n".join(out), height


def document(charts):
    """Charts below one another: (title, rows, axis) of each."""
    out, top = [], 0
    for chart in charts:
        text, top = bars(*chart, top=top)
        out.append(text)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 110}" height="{top}" '
            'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="white"/>\n'
            + "\n".join(out) + "\n</svg>\n")


def cpu_model():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        found = re.search(r"^model name\s*:\s*(.+)$", file.read(), re.M)
    return found[1] if found else os.uname().machine
