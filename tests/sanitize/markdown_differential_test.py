#!/usr/bin/env python3
"""Cleans the attack rows and installed Markdown and renders what comes out with cmark, another parser that is told to let
HTML through: nothing in it loads, runs or leads where the rules do not allow. Usage: SLUICE_BINARY SOURCE_DIR."""
import html.parser
import pathlib
import re
import shutil
import subprocess
import sys

MAX_FILES = 150
PLAIN_NAME = re.compile(r"^(?:[A-Za-z0-9_][\w./%-]*)?(?:#[\w.-]*)?$")
LINK = re.compile(r"^(?:https?://|mailto:)")
TAGS = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "a", "img",
        "hr", "br", "table", "thead", "tbody", "tr", "th", "td", "del", "input"}
ATTRIBUTES = {("a", "href"), ("a", "title"), ("img", "src"), ("img", "alt"), ("img", "title"), ("code", "class"),
              ("ol", "start"), ("th", "align"), ("td", "align"), ("input", "type"), ("input", "checked"),
              ("input", "disabled")}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.problems = []

    def handle_comment(self, data):
        self.problems.append("a comment")

    def handle_decl(self, decl):
        self.problems.append("a declaration")

    def handle_starttag(self, tag, attributes):
        if tag not in TAGS:
            self.problems.append(f"<{tag}>")
        for name, value in attributes:
            value = value or ""
            if (tag, name) not in ATTRIBUTES:
                self.problems.append(f"{tag} {name}={value!r}")
            if tag == "img" and name == "src" and not PLAIN_NAME.match(value) and not value.startswith("data:image/"):
                self.problems.append(f"image {value!r}")
            if tag == "a" and name == "href" and not LINK.match(value) and not PLAIN_NAME.match(value):
                self.problems.append(f"link {value!r}")


def renderers():
    if shutil.which("cmark"):
        yield ["cmark", "--unsafe"]
    if shutil.which("cmark-gfm"):
        yield ["cmark-gfm", "--unsafe", "-e", "table", "-e", "strikethrough", "-e", "tasklist", "-e", "autolink"]


def inputs(source):
    for path in sorted((source / "tests/data/attacks/markdown").glob("*.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            text = re.sub(r"\\([nt\\])", lambda m: {"n": "\n", "t": "\t", "\\": "\\"}[m[1]], line)
            yield f"{path.name}:{number}", text.encode()
    files = 0
    for path in sorted(pathlib.Path("/usr/share/doc").rglob("*.md")):
        if path.is_file() and files < MAX_FILES:
            files += 1
            yield str(path), path.read_bytes()


def main():
    sluice, source = sys.argv[1], pathlib.Path(sys.argv[2])
    commands = list(renderers())
    if not commands:
        print("SKIPPED: cmark is not installed")
        return 77
    count = withheld = 0
    problems = []
    for name, text in inputs(source):
        run = subprocess.run([sluice, "clean", "--channel", "file", "--type", "text/markdown", "-"], input=text,
                             capture_output=True)
        count += 1
        if run.returncode not in (0, 1):
            problems.append(f"{name}: exit {run.returncode}: {run.stderr[:200]!r}")
        if run.returncode != 0:
            withheld += 1
            continue
        for command in commands:
            page = Page()
            page.feed(subprocess.run(command, input=run.stdout, capture_output=True, check=True).stdout.decode())
            problems += [f"{name}: {command[0]}: {problem}" for problem in page.problems]
    print(f"{count} documents, {withheld} withheld, {len(problems)} problems")
    print("\n".join(problems[:50]))
    return 1 if problems or withheld * 10 > count else 0


if __name__ == "__main__":
    sys.exit(main())
