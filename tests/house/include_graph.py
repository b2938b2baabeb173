#!/usr/bin/env python3
"""Checks that #include arrows between the modules of the engine point down only, as DESIGN orders them, and that each
third-party library is included in one folder only."""
import pathlib
import re
import sys

ARROWS = {
    "core": set(),
    "text": {"core"},
    "codec": {"core"},
    "crypto": {"core"},
    "isolate": {"core"},
    "regex": {"core"},
    "media": {"core", "codec"},
    "json": {"core", "text", "regex"},
    "config": {"core", "json"},
    "path": {"core", "text", "regex"},
    "url": {"core", "text"},
    "rules": {"core", "text", "config", "crypto"},
    "policy": {"core", "config", "json", "path", "media", "url"},
    "verdict": {"core", "json", "crypto"},
    "scan": {"core", "text", "codec", "crypto", "regex", "rules", "url"},
    "sanitize": {"core", "text", "media", "codec", "json", "path", "url", "isolate"},
}
ARROWS["pipeline"] = set(ARROWS)
ARROWS["authoring"] = set(ARROWS)

# library header prefix -> folders that may include it
THIRD_PARTY = {
    "simdjson": {"src/json"},
    "valijson": {"src/json/reference"}, "rapidjson": {"src/json/reference"},
    "hs/": {"src/scan"}, "hs.h": {"src/scan"}, "hs_": {"src/scan"},
    "re2/": {"src/regex"},
    "pcre2": {"src/regex"},
    "openssl/": {"src/crypto"},
    "magic.h": {"src/media"},
    "toml++": {"src/config"},
    "utf8proc": {"src/text"},
    "idn2.h": {"src/text"},
    "zlib.h": {"src/codec", "src/sanitize/image", "src/sanitize/zip"},
    "zstd": {"src/sanitize/archive"}, "lzma.h": {"src/sanitize/archive"},
    "expat.h": {"src/sanitize/xml"},
    "md4c": {"src/sanitize/markdown"},
    "seccomp.h": {"src/isolate/worker"}, "linux/landlock.h": {"src/isolate/worker"},
    "qpdf/": {"src/isolate/worker"}, "png.h": {"src/isolate/worker"}, "jpeglib.h": {"src/isolate/worker"},
    "turbojpeg.h": {"src/isolate/worker"}, "webp/": {"src/isolate/worker"}, "archive.h": {"src/isolate/worker"},
    "yaml-cpp/": {"src/authoring/import"},
    "CLI/": {"cli"},
}

# folders of sanitize/ that other format folders may include
SHARED_LANGUAGES = {"css", "xml", "zip"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def main(root: pathlib.Path) -> int:
    engine = root / "engine"
    problems = []
    edges = set()
    files = [p for p in engine.rglob("*") if p.suffix in (".h", ".cpp", ".cc")]
    for path in files:
        relative = path.relative_to(engine)
        for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            bracket, header = match.groups()
            where = f"{path.relative_to(root)}:{number}"
            for prefix, folders in THIRD_PARTY.items():
                if header.startswith(prefix) and bracket == "<":
                    if not any(str(relative).startswith(folder + "/") for folder in folders):
                        problems.append(f"{where}: <{header}> belongs to {', '.join(sorted(folders))} only")
            if relative.parts[0] == "include" and bracket == '"' and not header.startswith("sluice/"):
                problems.append(f"{where}: a public header includes {header}")
            if relative.parts[0] == "cli" and bracket == '"' and "/" in header:
                if not header.startswith(("sluice/", "authoring/", "cli/")):
                    problems.append(f"{where}: the command uses public headers and authoring/ only, not {header}")
            if relative.parts[0] != "src" or bracket != '"' or "/" not in header:
                continue
            module, target = relative.parts[1], header.split("/")[0]
            if module == target == "sanitize" and relative.parts[2] not in header.split("/"):
                # A format folder includes no other one, only what is shared: the shape, the languages inside formats, and zip.
                folder = header.split("/")[1]
                if header.count("/") == 2 and folder not in SHARED_LANGUAGES:
                    problems.append(f"{where}: {relative.parts[2]} must not include another format ({header})")
            if target == "sluice" or target == module:
                continue
            if target not in ARROWS:
                problems.append(f"{where}: {header} is of no known module")
            elif target not in ARROWS[module]:
                problems.append(f"{where}: {module} must not include {target} ({header})")
            edges.add((module, target))
    for problem in problems:
        print(problem)
    print(f"{len(files)} files, {len(edges)} arrows between modules, {len(problems)} problems")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
