#!/usr/bin/python3
"""Renders drawings before and after cleaning in headless Chromium and compares their pixels.

usage: svg_pixels.py SLUICE FOLDER_OR_FILE... [--keep FOLDER] [--max N]
One line a file; exits 1 where one is withheld or looks different: more than 0.1 % of the pixels differ by more than 8
levels. Needs chromium and python3-pil. The page shows each drawing as an image, as a reader of results would.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

from PIL import Image, ImageChops

SIDE = 600
PAGE = 12  # drawings a screenshot
MAX_LEVELS = 8
MAX_SHARE = 0.001


def browser():
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not found:
        sys.exit("svg_pixels.py: chromium is not installed")
    return found


def screenshot(chromium, pairs, work, profile):
    """One picture with two squares for each pair, one above the other: before, after."""
    page = work / "page.html"
    rows = "".join(f'<div><img src="{svg.name}"></div>' for pair in pairs for svg in pair)
    page.write_text(f"""<!DOCTYPE html><style>body{{margin:0;background:#fff}} div{{height:{SIDE}px}}
      img{{display:block;max-width:{SIDE}px;max-height:{SIDE}px}}</style>{rows}""")
    png = work / "page.png"
    png.unlink(missing_ok=True)
    subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
         f"--user-data-dir={profile}", f"--window-size={SIDE},{2 * SIDE * len(pairs)}", f"--screenshot={png}",
         page.as_uri()],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=180)
    return Image.open(png).convert("RGB")


def share_of_different(before, after):
    difference = ImageChops.difference(before, after)
    mask = None
    for band in difference.split():
        above = band.point(lambda level: 255 if level > MAX_LEVELS else 0)
        mask = above if mask is None else ImageChops.lighter(mask, above)
    return mask.histogram()[255] / (before.width * before.height)


def is_blank(image):
    return all(low == high for low, high in image.getextrema())


def clean(sluice, before, after):
    done = subprocess.run([sluice, "clean", "--type", "image/svg+xml", "--consumer", "browser", str(before), "-o", str(after)],
                          capture_output=True, check=False)
    return done.returncode


def check_page(paths, args, chromium, work):
    """@return how many look different or were withheld"""
    failed = 0
    shown = []
    for number, path in enumerate(paths):
        before, after = work / f"{number}.before.svg", work / f"{number}.after.svg"
        before.write_bytes(path.read_bytes())
        status = clean(args.sluice, before, after)
        if status == 0:
            shown.append((path, before, after))
        else:
            failed += 1
            print(f"FAIL {path.name}: withheld ({status})", flush=True)
    if not shown:
        return failed
    picture = screenshot(chromium, [(before, after) for _, before, after in shown], work, work / "profile")
    for row, (path, _, after) in enumerate(shown):
        first = picture.crop((0, 2 * row * SIDE, SIDE, (2 * row + 1) * SIDE))
        second = picture.crop((0, (2 * row + 1) * SIDE, SIDE, (2 * row + 2) * SIDE))
        share = share_of_different(first, second)
        is_same = share <= MAX_SHARE
        failed += not is_same
        words = "nothing is seen before cleaning" if is_blank(first) else f"{share:.4%} of the pixels differ"
        print(f"{'ok  ' if is_same else 'FAIL'} {path.name}: {words}", flush=True)
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            first.save(args.keep / f"{path.stem}.before.png")
            second.save(args.keep / f"{path.stem}.after.png")
            shutil.copy(after, args.keep / f"{path.stem}.after.svg")
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sluice")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path, help="keep the screenshots here")
    parser.add_argument("--max", type=int, default=0, help="at most so many files, spread over all")
    args = parser.parse_args()
    files = []
    for path in args.paths:
        files += sorted(path.rglob("*.svg")) if path.is_dir() else [path]
    if args.max and len(files) > args.max:
        files = files[:: len(files) // args.max + 1]
    if not files:
        sys.exit("svg_pixels.py: no drawings")
    chromium = browser()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        for at in range(0, len(files), PAGE):
            failed += check_page(files[at:at + PAGE], args, chromium, work)
    print(f"{len(files)} drawings, {failed} look different or were withheld")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
