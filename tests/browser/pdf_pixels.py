#!/usr/bin/env python3
"""Cleans PDF files with the command and compares them with poppler before and after: the text of pdftotext and the pixels
of pdftoppm. Usage: pdf_pixels.py SLUICE [--max-pages N] FILE|FOLDER...   Prints one line a file that differs, and counts."""
import pathlib
import subprocess
import sys
import tempfile


def run(*command):
    return subprocess.run(command, capture_output=True, check=False, timeout=600)


def text_of(path):
    return run("pdftotext", "-layout", str(path), "-").stdout


def pixels_of(path, folder, max_pages):
    run("pdftoppm", "-r", "50", "-l", str(max_pages), str(path), str(folder / "page"))
    return [page.read_bytes() for page in sorted(folder.glob("page*"))]


def differing(before, after):
    """Share of bytes that differ by more than 8 of 255."""
    if len(before) != len(after):
        return 1.0
    total = sum(len(page) for page in before) or 1
    count = 0
    for a, b in zip(before, after):
        if a == b:
            continue
        if len(a) != len(b):
            return 1.0
        count += sum(1 for x, y in zip(a, b) if abs(x - y) > 8)
    return count / total


def compare(sluice, path, max_pages):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        clean = folder / "clean.pdf"
        result = run(sluice, "clean", "--type", "application/pdf", str(path), "-o", str(clean))
        if result.returncode != 0:
            return "withheld", 0.0
        (folder / "a").mkdir()
        (folder / "b").mkdir()
        share = differing(pixels_of(path, folder / "a", max_pages), pixels_of(clean, folder / "b", max_pages))
        same_text = text_of(path) == text_of(clean)
        return ("same" if share == 0 else "other pixels") + ("" if same_text else ", other text"), share


def main():
    arguments = sys.argv[1:]
    max_pages = 1000
    if "--max-pages" in arguments:
        at = arguments.index("--max-pages")
        max_pages = int(arguments[at + 1])
        del arguments[at:at + 2]
    sluice, roots = arguments[0], arguments[1:]
    counts = {}
    for root in map(pathlib.Path, roots):
        for path in sorted(root.rglob("*.pdf")) if root.is_dir() else [root]:
            verdict, share = compare(sluice, path, max_pages)
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict != "same":
                print(f"{path}: {verdict}, {100 * share:.4f} % of the bytes")
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 0 if counts and set(counts) == {"same"} else 1


if __name__ == "__main__":
    sys.exit(main())
