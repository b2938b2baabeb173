#!/usr/bin/env python3
"""What scanners print becomes findings with byte spans; the figures of the designs become ratios; the reports hold them.
Outputs are put together here; no scanner runs."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PEERS = pathlib.Path(__file__).resolve().parents[2] / "bench" / "peers"
sys.path.insert(0, str(PEERS))
import conversion  # noqa: E402
import designs  # noqa: E402
import peer_list  # noqa: E402
import process_cost  # noqa: E402
import real_texts  # noqa: E402
import report  # noqa: E402
import run as runner  # noqa: E402

VALUE = "zq_" + "live_" + "Ab3" * 8
TEXT = f"first line\ncaf\u00e9 \U0001F600 key={VALUE} end\nlast {VALUE}\n"


class Conversions(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.temporary.name)
        (self.root / "a").mkdir()
        (self.root / "a" / "f.txt").write_text(TEXT, encoding="utf-8")
        data = TEXT.encode()
        self.start = data.index(VALUE.encode())
        self.span = {"file": "a/f.txt", "start": self.start, "end": self.start + len(VALUE)}

    def tearDown(self):
        self.temporary.cleanup()

    def same(self, found, **rest):
        self.assertEqual(found, [{**self.span, **rest}])

    def test_sluice(self):
        findings = [
            {"name": "secret.found", "rule": "zq", "location": {"begin": self.start, "end": self.start + len(VALUE)}},
            {"name": "secret.regex_budget", "rule": None, "location": {"begin": 7, "end": 7}},
            {"name": "url.found", "rule": "url-outside", "location": {"begin": 1, "end": 5}}]
        out = json.dumps({"name": "a/f.txt", "findings": findings}) + "\n\n" + json.dumps({"name": "b", "findings": []})
        self.same(conversion.sluice(out.encode(), self.root), rule="zq")

    def test_secretlint(self):
        units = TEXT.encode("utf-16-le")
        start = units.index(VALUE.encode("utf-16-le")) // 2
        self.assertNotEqual(start, self.start)
        message = {"ruleId": "@secretlint/secretlint-rule-zq", "range": [start, start + len(VALUE)]}
        files = [{"filePath": str(self.root / "a" / "f.txt"), "messages": [message, {**message, "range": [4, 4]}]},
                 {"filePath": str(self.root / "gone.txt"), "messages": []}]
        self.same(conversion.secretlint(json.dumps(files).encode(), self.root), rule="secretlint-rule-zq")
        self.assertEqual(conversion.secretlint(b"", self.root), [])

    def test_git_secrets(self):
        out = f"{self.root}/a/f.txt:2:caf key={VALUE}:7:x\n\n[ERROR] Matched one or more prohibited patterns\n"
        self.assertEqual(conversion.git_secrets(out.encode(), self.root), [{"file": "a/f.txt", "line": 2, "rule": "pattern"}])

    def test_gitleaks(self):
        leak = {"RuleID": "zq", "File": "a/f.txt", "StartLine": 2, "EndLine": 2, "StartColumn": 1, "Secret": VALUE}
        self.same(conversion.gitleaks(json.dumps([leak]).encode(), self.root), rule="zq")
        decoded = {**leak, "Secret": "not in the text"}
        self.assertEqual(conversion.gitleaks(json.dumps([decoded]).encode(), self.root),
                         [{"file": "a/f.txt", "line": 2, "rule": "zq"}])
        for nothing in (b"", b"[]", b"null"):
            self.assertEqual(conversion.gitleaks(nothing, self.root), [])

    def test_trufflehog(self):
        hit = {"SourceMetadata": {"Data": {"Filesystem": {"file": "a/f.txt", "line": 2}}}, "DetectorName": "Zq", "Raw": VALUE}
        out = json.dumps({"level": "info", "msg": "running"}) + "\n" + json.dumps(hit) + "\n"
        self.same(conversion.trufflehog(out.encode(), self.root), rule="Zq")

    def test_detect_secrets(self):
        out = {"results": {"a/f.txt": [{"type": "Zq", "filename": "a/f.txt", "line_number": 3}]}}
        self.assertEqual(conversion.detect_secrets(json.dumps(out).encode(), self.root),
                         [{"file": "a/f.txt", "line": 3, "rule": "Zq"}])

    def test_lines_get_the_mildest_span(self):
        data = TEXT.encode()
        second, third = data.index(b"caf"), data.index(b"last")
        secret = {**self.span, "kind": "secret", "format": "zq"}
        neutral = {"file": "a/f.txt", "start": second, "end": second + 3, "kind": "identifier", "format": "id"}
        decoy = {"file": "a/f.txt", "start": second, "end": second + 2, "decoy": "word"}
        line = {"file": "a/f.txt", "line": 2, "rule": "r"}
        cases = [
            ("a secret before all", [decoy, neutral, secret], line, [(self.span["start"], self.span["end"])]),
            ("what is neutral", [decoy, neutral], line, [(second, second + 3)]),
            ("one decoy", [decoy, {**decoy, "start": second + 6, "end": second + 8}], line, [(second, second + 2)]),
            ("the line itself", [], line, [(second, third - 1)]),
            ("labels of other lines", [secret], {**line, "line": 1}, [(0, 10)]),
            ("an empty line at the end", [], {**line, "line": 4}, [(len(data), len(data) + 1)]),
            ("a span stays", [secret], {"file": "a/f.txt", "start": 1, "end": 2, "rule": "r"}, [(1, 2)])]
        for name, labels, finding, spans in cases:
            with self.subTest(name):
                found = conversion.placed([finding], labels, self.root)
                self.assertEqual([(one["start"], one["end"]) for one in found], spans)


class Offsets(unittest.TestCase):
    def test_units(self):
        for data, expected in ((b"abc", [0, 1, 2, 3, 3]), ("\u00e9b".encode(), [0, 2, 3]),
                               ("\U0001F600b".encode(), [0, 0, 4, 5]), (b"\xffb", [0, 1, 2])):
            with self.subTest(data):
                offsets = conversion.ByteOffsets(data)
                self.assertEqual([offsets[i] for i in range(len(expected))], expected)


class Processes(unittest.TestCase):
    def test_the_end_of_waiting(self):
        with tempfile.TemporaryDirectory() as folder:
            slow = process_cost.run([sys.executable, "-c", "import time; time.sleep(600)"], pathlib.Path(folder), {}, 0.3)
            self.assertTrue(slow.timed_out)
            run, times = process_cost.best([sys.executable, "-c", "import os; print(os.environ['X']); exit(3)"],
                                           pathlib.Path(folder), {"X": "y"}, 60, rounds=2)
            self.assertEqual((run.stdout, run.status, run.timed_out, len(times)), (b"y\n", 3, False, 2))
            self.assertEqual(run.cpu_s, times[0])


class RealTexts(unittest.TestCase):
    def test_only_texts_and_no_links(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name) / "from"
            (root / "sub").mkdir(parents=True)
            for path, data in (("b.py", b"x = 1\n"), ("a.py", b"y = 2\n"), ("sub/c.py", b"z = 3\n"), ("d.py", b"\0"),
                               ("e.txt", b"text"), (".h.py", b"hidden")):
                (root / path).write_bytes(data)
            (root / "link.py").symlink_to(root / "a.py")
            self.assertEqual([str(path) for path, _ in real_texts.texts_below(root, ".py")], ["a.py", "b.py", "sub/c.py"])
            self.assertEqual(real_texts.copy(root, ".py", pathlib.Path(name) / "to", 12), {"files": 2, "bytes": 12})


def repetition(side, corpus, speed, matches=1):
    return {"run_type": "iteration", "name": f"peers/{side}/{corpus}/min_time:0.050/repeats:2", "bytes": 8e6,
            "bytes_per_second": speed * 1e6, "matches": matches}


class Designs(unittest.TestCase):
    DATA = {"benchmarks": [
        *(repetition("sluice", "code", speed) for speed in (400, 500)),
        *(repetition("keywords_re2", "code", speed) for speed in (20, 25)),
        *(repetition("hyperscan_64k", "code", speed, 3) for speed in (200, 250)),
        *(repetition("hyperscan_whole", "code", speed) for speed in (100, 125)),
        {**repetition("sluice", "code", 1), "run_type": "aggregate"}]}

    def test_rows(self):
        words, expressions = designs.rows(self.DATA, "core")
        self.assertEqual((words["ratio"], words["low"], words["high"], words["asked"]), (20.0, 16.0, 25.0, 20.0))
        self.assertEqual((expressions["side"], expressions["ratio"], expressions["low"], expressions["high"]),
                         ("hyperscan_64k", 2.0, 1.6, 2.5))
        self.assertEqual((expressions["asked"], expressions["design_matches"]), (1.0, 3))
        self.assertEqual(designs.rows(self.DATA, "gitleaks")[1]["asked"], 2.5)

    def test_an_error_is_no_figure(self):
        with self.assertRaises(RuntimeError):
            designs.rows({"benchmarks": [{"name": "peers/sluice/code", "error_occurred": True, "error_message": "x"}]}, "c")


def small_result():
    side = {"planted": 2, "found": 1, "decoys_hit": 3, "stray": 4, "recall": 0.5, "precision": 0.125}
    formats = {"zq": {"kind": "secret", "held_out": True, "planted": 2, "found": 1},
               "id": {"kind": "identifier", "held_out": False, "planted": 1, "found": 0}}
    ran = {"name": "sluice", "version": "1", "note": "n", "missing": "", "speed": {"labelled": {"MB_per_s": 12.5},
           "python": {"timed_out": True}}, "hits_per_MB": {}, "score": side, "formats": formats,
           "decoys": {"uuid": {"planted": 9, "hit": 3}}}
    absent = {"name": "gone", "version": "", "note": "", "missing": "not here", "speed": {}, "hits_per_MB": {}}
    context = {"cpu": "c", "compiler": "g", "commit": "abc", "date": "d", "real_corpora": {"python": {}},
               "labelled_corpus": {"seed": 7, "held_out": "none", "planted": 2, "formats": 1, "decoys": 9}}
    density = {"anchors": 5, "MB_each": 1, "withheld": 2, "passed_below_20_percent_of_prose": 3, "prose_MB_per_s": 900.0,
               "passed_below_20_percent_of_code": 0, "code_MB_per_s": 300.0, "MB_slowest": 64, "peak_kB_growth_in_slowest": 8,
               "slowest_longer": [{"anchor": "b", "MB_per_s": 40.0}, {"anchor": "a", "MB_per_s": 31.0}]}
    return {"context": context, "designs": designs.rows(Designs.DATA, "core"), "density": density, "peers": [ran, absent],
            "not_run": {"other": "why"}}


class Reports(unittest.TestCase):
    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            runner.write(small_result(), pathlib.Path(folder) / "peers")
            files = {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}
        self.assertEqual(set(files), {"peers.json", "peers.md", "peers_formats.md", "peers.svg"})
        self.assertEqual(json.loads(files["peers.json"]), small_result())
        for expected in ("**20.00**", "| sluice 1 | 12.50 | - | 0.5000 | 0.1250 | 3 + 4 | - | n |", "- gone: not here",
                         "5 anchors, 1 MB of each: 2 texts are withheld",
                         "from 31 MB/s on, and 8 kB more memory",
                         "- other: why"):
            self.assertIn(expected, files["peers.md"])
        for expected in ("| zq (held out) | 2 | 1 |", "| id (identifier) | 1 | 0 |", "| uuid | 9 | 3 |"):
            self.assertIn(expected, files["peers_formats.md"])
        self.assertIn("20.00x", files["peers.svg"])
        self.assertIn("</svg>", files["peers.svg"])

    def test_a_peer_that_is_not_here_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            peer = peer_list.secretlint(pathlib.Path(folder))
            self.assertIn("not in --tools", peer.missing)
            result = runner.measured(peer, pathlib.Path(folder), {"labelled": pathlib.Path(folder)}, [], 1.0)
            self.assertEqual((result["missing"], result["speed"]), (peer.missing, {}))

    def test_a_build_without_benchmarks(self):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([sys.executable, str(PEERS / "run.py"), folder], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 2)
            self.assertIn("SLUICE_BUILD_BENCH", run.stderr)


if __name__ == "__main__":
    unittest.main()
