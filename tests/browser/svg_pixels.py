#!/usr/bin/env python3
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

SIDE = 900
MAX_LEVELS = 8
MAX_SHARE = 0.001


def browser():
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not found:
        sys.exit("svg_pixels.py: chromium is not installed")
    return found


def screenshot(chromium, svg, png, profile):
    page = png.with_suffix(".html")
    page.write_text(f'<body style="margin:0;background:#fff"><img src="{svg.name}" style="max-width:{SIDE}px;max-height:{SIDE}px">')
    subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
         f"--user-data-dir={profile}", f"--window-size={SIDE},{SIDE}", f"--screenshot={png}", page.as_uri()],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
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


def check(path, args, chromium, work, profile):
    before = work / "before.svg"
    after = work / "after.svg"
    before.write_bytes(path.read_bytes())
    done = subprocess.run([args.sluice, "clean", "--type", "image/svg+xml", "--consumer", "browser", str(before), "-o", str(after)],
                          capture_output=True, check=False)
    if done.returncode != 0:
        return False, f"withheld ({done.returncode})", False
    first = screenshot(chromium, before, work / "before.png", profile)
    second = screenshot(chromium, after, work / "after.png", profile)
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
        shutil.copy(work / "before.png", args.keep / f"{path.stem}.before.png")
        shutil.copy(work / "after.png", args.keep / f"{path.stem}.after.png")
        shutil.copy(after, args.keep / f"{path.stem}.after.svg")
    share = share_of_different(first, second)
    return share <= MAX_SHARE, f"{share:.5%} of the pixels differ", is_blank(first)


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
        for path in files:
            is_same, words, was_blank = check(path, args, chromium, work, work / "profile")
            failed += not is_same
            print(f"{'ok  ' if is_same else 'FAIL'} {path.name}: {words}{' (blank before)' if was_blank else ''}", flush=True)
    print(f"{len(files)} drawings, {failed} look different or were withheld")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
