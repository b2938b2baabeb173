"""DOMPurify in headless Chromium, the DOM that it is made for."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "browser"))

CLEAN = """
const [text, kind, milliseconds] = arguments;
const options = kind === 'svg' ? {USE_PROFILES: {svg: true, svgFilters: true}} : {USE_PROFILES: {html: true}};
let best = Infinity, result = '';
const end = performance.now() + milliseconds;
do {
  const before = performance.now();
  // Chromium's clock is coarse: small pages run many times between two looks at it.
  const times = Math.max(1, Math.round(200000 / (text.length + 1)));
  for (let i = 0; i < times; ++i) result = DOMPurify.sanitize(text, options);
  best = Math.min(best, (performance.now() - before) / times);
} while (performance.now() < end);
return [result, best * 1e6];
"""


def clean_all(browser, library: str, kind: str, files: list[pathlib.Path], out: pathlib.Path, milliseconds: float):
    """Yields (name, nanoseconds); writes what it leaves to `out`."""
    browser.load("about:blank")
    browser.run(library + "\nwindow.DOMPurify = DOMPurify;" if "window.DOMPurify" not in library else library)
    if not browser.run("return typeof DOMPurify === 'function' || typeof window.DOMPurify !== 'undefined'"):
        raise RuntimeError("DOMPurify did not load")
    for path in files:
        result, ns = browser.run(CLEAN, path.read_text(), kind, milliseconds)
        (out / path.name).write_text(result)
        yield path.name, ns
