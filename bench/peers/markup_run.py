#!/usr/bin/env python3
"""Compares what sluice, DOMPurify and sanitize-html make of the same ordinary pages and figures: what they keep, how it looks,
how fast they are. Writes NAME.json, NAME.md and pictures NAME-*.png.

usage: markup_run.py BUILD_DIR CORPUS --tools DIR [--install] [--milliseconds N] [--rounds N] [--out DIR] [--name NAME]

CORPUS is what markup_corpus.py wrote. --install puts DOMPurify and sanitize-html (npm) below --tools. DOMPurify runs in headless
Chromium, the DOM that it is made for. BUILD_DIR is a build with -DSLUICE_BUILD_BENCH=ON."""
import argparse
import datetime
import http.server
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "tests" / "browser")]
import chromium  # noqa: E402
import markup_dompurify  # noqa: E402
import markup_report  # noqa: E402

TYPES = {"html": "text/html", "svg": "image/svg+xml"}
# A page as a reader of a notebook sees it; scripts do not run, as they would not in a safe viewer.
PAGE = b"<!doctype html><meta charset=utf-8><style>body{font:14px sans-serif;margin:12px}</style>"
FACTS = """
const host = document.body;
return [host.querySelectorAll('*').length, host.innerText.replace(/\\s+/g, ' ').trim(),
        host.querySelectorAll('table').length, host.querySelectorAll('[style]').length];
"""


class Pages(http.server.BaseHTTPRequestHandler):
    bodies: dict[str, tuple[str, bytes]] = {}

    def do_GET(self):
        media_type, body = Pages.bodies.get(self.path, ("text/plain", b""))
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", "script-src 'none'")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def command(parts: list, **options) -> str:
    run = subprocess.run([str(part) for part in parts], capture_output=True, text=True, **options)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"{parts[0]}: {run.stderr.strip()[-500:]}")
    return run.stdout


def timed(output: str) -> dict[str, float]:
    return {row["file"]: row["ns"] for row in map(json.loads, output.splitlines())}


def version_of(tools: pathlib.Path, package: str) -> str:
    return json.loads((tools / "node_modules" / package / "package.json").read_text())["version"]


def clean_everything(options, browser, kind: str, folder: pathlib.Path, results: pathlib.Path) -> dict[str, dict[str, list[float]]]:
    """By tool and file: nanoseconds of each round. Every tool leaves its outputs below `results`."""
    times: dict[str, dict[str, list[float]]] = {}

    def note(tool: str, found: dict[str, float]):
        for name, ns in found.items():
            times.setdefault(tool, {}).setdefault(name, []).append(ns)

    for tool in ("sluice", "DOMPurify", "sanitize-html"):
        (results / tool / kind).mkdir(parents=True, exist_ok=True)
    command([options.build / "engine/cli/sluice", "check", "--type", TYPES[kind], "--consumer", "browser", "--out",
             results / "sluice" / kind, folder])
    library = (options.tools / "node_modules/dompurify/dist/purify.min.js").read_text()
    for _ in range(options.rounds):
        note("sluice", timed(command([options.build / "bench/sluice_markup_peers", kind, folder, options.milliseconds])))
        note("DOMPurify", dict(markup_dompurify.clean_all(browser, library, kind, sorted(folder.iterdir()),
                                                          results / "DOMPurify" / kind, options.milliseconds)))
        if kind == "html":
            note("sanitize-html", timed(command(["node", HERE / "markup_sanitize_html.js", options.tools / "node_modules", folder,
                                                 results / "sanitize-html" / kind, options.milliseconds])))
    return times


class Viewer:
    def __init__(self, browser: chromium.Chromium, port: int):
        self.browser, self.port, self.count = browser, port, 0

    def show(self, kind: str, data: bytes):
        """(elements, text, tables, styled elements, screenshot)."""
        from PIL import Image
        self.count += 1
        path = f"/{self.count}"
        body = PAGE + (b"<div>" + data + b"</div>" if kind == "html" else f"<img src='{path}.svg'>".encode())
        Pages.bodies[path] = ("text/html", body)
        Pages.bodies[path + ".svg"] = ("image/svg+xml", data)
        self.browser.load(f"http://127.0.0.1:{self.port}{path}")
        facts = self.browser.run(FACTS)
        picture = Image.open(io.BytesIO(self.browser.screenshot())).convert("RGB")
        del Pages.bodies[path], Pages.bodies[path + ".svg"]
        return (*facts, picture)


def pixels_apart(a, b) -> float:
    """Percent of the pixels that a person could tell apart."""
    from PIL import ImageChops
    if a.size != b.size:
        return 100.0
    apart = ImageChops.difference(a, b).convert("L").point(lambda level: 255 if level > 8 else 0)
    return 100.0 * apart.histogram()[255] / (a.size[0] * a.size[1])


def words_kept(before: str, after: str) -> float:
    wanted, found = before.split(), set(after.split())
    return 100.0 * sum(word in found for word in wanted) / len(wanted) if wanted else 100.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--milliseconds", type=float, default=50)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "bench/results")
    parser.add_argument("--name", default="markup_peers")
    options = parser.parse_args()
    if options.install:
        options.tools.mkdir(parents=True, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", options.tools, "dompurify", "sanitize-html"], check=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    result = {"date": datetime.date.today().isoformat(), "files": []}
    pictures = {}
    with chromium.Chromium(width=900, height=600) as browser, tempfile.TemporaryDirectory() as scratch:
        result["versions"] = {"Chromium": browser.version, "DOMPurify": version_of(options.tools, "dompurify"),
                              "sanitize-html": version_of(options.tools, "sanitize-html")}
        viewer = Viewer(browser, server.server_address[1])
        for kind in TYPES:
            folder = options.corpus / kind
            times = clean_everything(options, browser, kind, folder, pathlib.Path(scratch))
            for path in sorted(folder.iterdir()):
                before = viewer.show(kind, path.read_bytes())
                row = {"kind": kind, "file": path.name, "bytes": path.stat().st_size, "elements": before[0], "tools": {}}
                shown = {"before": before[4]}
                for tool in ("sluice", "DOMPurify", "sanitize-html"):
                    cleaned = pathlib.Path(scratch) / tool / kind / path.name
                    if tool == "sanitize-html" and kind == "svg":
                        continue
                    entry = {"ns": times.get(tool, {}).get(path.name)}
                    if cleaned.exists():
                        after = viewer.show(kind, cleaned.read_bytes())
                        shown[tool] = after[4]
                        entry |= {"elements": after[0], "words": words_kept(before[1], after[1]), "tables": after[2],
                                  "styled": after[3], "pixels": pixels_apart(before[4], after[4])}
                    row["tools"][tool] = entry
                result["files"].append(row)
                pictures[path.name] = shown
                print(f"{kind}/{path.name}: " + ", ".join(
                    f"{tool} {entry['pixels']:.2f} %" if "pixels" in entry else f"{tool} withheld" for tool, entry in row["tools"].items()),
                    flush=True)
    markup_report.write(result, pictures, options.out, options.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
