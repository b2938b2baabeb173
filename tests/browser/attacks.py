#!/usr/bin/env python3
"""Loads every attack of the corpus, cleaned, in headless Chromium: nothing may run and nothing may be fetched, after one
and after two parses.

usage: attacks.py BUILD_DIR [--every N] [--kind html|svg|markdown] [--show]

Each page is loaded twice. Under a content policy that allows nothing Chromium reports whatever would have run or loaded.
Without one it would run and load: dialogs and requests are in the browser's own record, and every request to another host
arrives at this program, which is the browser's proxy. Some attacks are loaded as they are, first: what they do has to be
seen, else the test proves nothing."""
import argparse
import base64
import http.server
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))
import attack_lines  # noqa: E402
import chromium  # noqa: E402

STRICT = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
TYPES = {"html": ("text/html", ".html"), "svg": ("image/svg+xml", ".svg"), "markdown": ("text/markdown", ".md")}
# What the raw inputs must be seen to do.
CONTROLS = [
    ("script", b"<script>alert(1)</script>"), ("handler", b"<img src=data:, onerror=alert(1)>"),
    ("image", b"<img src=http://collect.example/i>"), ("style", b"<p style='background:url(http://collect.example/s)'>x"),
    ("frame", b"<iframe src=http://collect.example/f></iframe>"),
    ("refresh", b"<meta http-equiv=refresh content='0;url=http://collect.example/r'>"),
]
# What Chromium asks for by itself; no attack uses these hosts.
OWN_SERVICES = re.compile(r"\.(googleapis|google|gstatic|gvt1)\.com(:443)?(/|$)")
# Walks the page as a second judge: names and attributes that no output of ours may have.
AUDIT = """
const bad = [];
const schemes = ['http:', 'https:', 'mailto:'];
for (const e of document.getElementById('host').querySelectorAll('*')) {
  if (e.namespaceURI !== 'http://www.w3.org/1999/xhtml') bad.push('namespace ' + e.namespaceURI + ' ' + e.nodeName);
  if (/^(script|style|iframe|object|embed|form|input|button|link|meta|base|template|svg|math|textarea|select)$/i.test(e.nodeName))
    bad.push('element ' + e.nodeName);
  for (const a of e.attributes) {
    if (/^(on|form|srcdoc|srcset|id$|name$|is$|slot|part|popover|command|ping$)/i.test(a.name)) bad.push('attribute ' + a.name);
    if (/^(href|src|action|poster|cite|background|data)$/i.test(a.name)) {
      const url = new URL(a.value, 'relative:x');
      if (!schemes.includes(url.protocol) && !(e.nodeName === 'IMG' && /^data:image\\/(png|jpeg|gif|webp);base64,/.test(a.value)))
        bad.push(a.name + ' ' + a.value.slice(0, 60));
    }
  }
  if (e.shadowRoot) bad.push('shadow root');
}
return bad;
"""


class Site(http.server.BaseHTTPRequestHandler):
    """Serves the pages, and takes what a page asks of any other host."""
    pages: dict[str, tuple[str, bytes, str]] = {}
    strange: list[str] = []

    def do_GET(self):
        page = Site.pages.get(self.path) if self.path.startswith("/") else None
        if page is None:
            if not self.path.endswith("/favicon.ico"):
                Site.strange.append(f"{self.command} {self.path}")
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        media_type, body, policy = page
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(body)))
        if policy:
            self.send_header("Content-Security-Policy", policy)
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_CONNECT = do_HEAD = do_OPTIONS = do_PUT = do_GET

    def log_message(self, *_):
        pass


def clean(build: pathlib.Path, kind: str, inputs: list[tuple[str, bytes]]) -> dict[str, bytes]:
    """What sluice releases of the inputs, by name; what it withholds is not there."""
    media_type, suffix = TYPES[kind]
    with tempfile.TemporaryDirectory() as folder:
        before, after = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
        before.mkdir()
        for name, data in inputs:
            (before / (name + suffix)).write_bytes(data)
        run = subprocess.run([build / "engine/cli/sluice", "check", "--type", media_type, "--consumer", "browser", "--format",
                              "jsonl", "--out", after, before], capture_output=True, text=True)
        if run.returncode not in (0, 1) or not run.stdout:
            raise SystemExit(f"sluice check: {run.returncode}: {run.stderr[-1000:]}")
        return {path.name.removesuffix(suffix): path.read_bytes() for path in after.rglob("*" + suffix)}


def as_page(fragment: bytes) -> bytes:
    return b"<!doctype html><meta charset=utf-8><title>page</title><div id=host>" + fragment + b"</div>"


def forms_of(kind: str, data: bytes) -> list[tuple[str, str, bytes]]:
    """The ways in which a reader shows it: label, media type, body."""
    if kind == "svg":
        picture = b"<img src='data:image/svg+xml;base64," + base64.b64encode(data) + b"'>"
        return [("alone", "image/svg+xml", data), ("as image", "text/html", as_page(picture))]
    if kind == "markdown":  # what the most permissive renderers do with it: HTML passes
        rendered = subprocess.run(["cmark", "--unsafe"], input=data, capture_output=True, check=True).stdout
        return [("rendered", "text/html", as_page(rendered))]
    return [("page", "text/html", as_page(data))]


class Judge:
    """One browser that loads pages and says what they did."""

    def __init__(self, browser: chromium.Chromium, port: int):
        self.browser, self.port, self.count = browser, port, 0

    def load(self, media_type: str, body: bytes, policy: str) -> list[str]:
        self.count += 1
        path = f"/page{self.count}"
        Site.pages[path] = (media_type, body, policy)
        Site.strange.clear()
        self.browser.events()
        self.browser.messages()
        self.browser.load(f"http://127.0.0.1:{self.port}{path}")
        self.browser.run("return 0")  # one turn more, for what runs after loading
        seen = [f"request {line}" for line in Site.strange if not OWN_SERVICES.search(line)]
        for event in self.browser.events():
            method, parameters = event["method"], event["params"]
            if method == "Page.javascriptDialogOpening":
                seen.append("dialog " + parameters.get("message", "")[:60])
            elif method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith((f"http://127.0.0.1:{self.port}/page", "data:")) and not url.endswith("/favicon.ico"):
                    seen.append("fetch " + url[:80])
        seen += ["policy " + text[:160] for text in self.browser.messages() if "Content Security Policy" in text]
        del Site.pages[path]
        return seen

    def judge(self, kind: str, data: bytes) -> list[str]:
        seen = []
        for label, media_type, body in forms_of(kind, data):
            for policy in (STRICT, ""):
                what = self.load(media_type, body, policy)
                if kind != "svg":
                    what += self.browser.run(AUDIT) if kind == "html" else []
                    again = self.browser.run("return document.getElementById('host').innerHTML")
                    what += ["second parse: " + item for item in self.load(media_type, as_page(again.encode()), policy)]
                seen += [f"{label}{', no policy' if not policy else ''}: {item}" for item in what]
        return seen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1, help="only every Nth input")
    parser.add_argument("--kind", choices=sorted(TYPES), action="append")
    parser.add_argument("--show", action="store_true", help="print each input with what became of it")
    options = parser.parse_args()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = server.server_address[1]
    failures = 0
    with chromium.Chromium(proxy_port=port) as browser:
        judge = Judge(browser, port)
        for name, data in CONTROLS:
            if not judge.load("text/html", as_page(data), "") or not judge.load("text/html", as_page(data), STRICT):
                print(f"control {name}: the browser was not seen doing it; this test proves nothing", file=sys.stderr)
                return 2
        print(f"Chromium {browser.version}; {len(CONTROLS)} controls were seen to run and to load", flush=True)
        for kind in options.kind or sorted(TYPES):
            inputs = attack_lines.read(ROOT / "tests/data/attacks" / kind)[:: options.every]
            if not inputs:
                print(f"{kind}: no attacks", file=sys.stderr)
                return 2
            released = clean(options.build, kind, inputs)
            bad = 0
            for done, (name, data) in enumerate(inputs, 1):
                if sys.stderr.isatty():
                    print(f"\r{kind} {done}/{len(inputs)}", end="", file=sys.stderr, flush=True)
                if name not in released:
                    if options.show:
                        print(f"{name}: withheld  {data!r}")
                    continue
                seen = judge.judge(kind, released[name])
                if options.show:
                    print(f"{name}: {data!r}\n    -> {released[name]!r}")
                if seen:
                    bad += 1
                    print(f"\n{kind} {name}: {data!r}\n  cleaned: {released[name]!r}")
                    for item in sorted(set(seen)):
                        print(f"  {item}")
            failures += bad
            print(f"\r{kind}: {len(inputs)} attacks, {len(inputs) - len(released)} withheld, {len(released)} cleaned and loaded, "
                  f"{bad} did something", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except chromium.Missing as missing:
        print(missing, file=sys.stderr)
        sys.exit(3)
