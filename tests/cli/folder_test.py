#!/usr/bin/env python3
"""`sluice check DIR`: the same report from any number of threads, folders made by somebody hostile, signals."""
import json
import os
import pathlib
import pty
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

SLUICE = sys.argv[1]
FORMATS = ("text", "json", "jsonl", "sarif")
# Synthetic, joined here so that no file holds a token.
TOKENS = [("ghp" + "_" + f"SYNTHETICbody0123456789abcd{letter}fg" + "3p2TTq") for letter in "abcdefgh"]
NOBODY = 65534


class FolderTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)
        self.tree = self.dir / "tree"
        self.tree.mkdir()
        self.key = self.dir / "key"
        self.key.write_text("the key of these tests, and of no other\n")

    def write(self, name, data):
        path = os.path.join(os.fsencode(self.tree), name if isinstance(name, bytes) else name.encode())
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        return path

    def check(self, *arguments, tree=None, **options):
        return subprocess.run([SLUICE, "check", "--no-timings", "--task-id", "t", "--fingerprint-key", str(self.key), *arguments,
                               str(tree or self.tree)], capture_output=True, timeout=120, **options)

    def assert_same_for_any_jobs(self, *arguments, formats=FORMATS, jobs=(2, 7, 14)):
        """The result with one thread, in the last format."""
        for format_name in formats:
            expected = self.check("--jobs", "1", "--format", format_name, *arguments)
            for count in jobs:
                with self.subTest(format=format_name, jobs=count):
                    result = self.check("--jobs", str(count), "--format", format_name, *arguments)
                    self.assertEqual(result.stdout, expected.stdout)
                    self.assertEqual(result.stderr, expected.stderr)
                    self.assertEqual(result.returncode, expected.returncode)
        return expected

    def verdicts(self, *arguments, **options):
        result = self.check("--format", "jsonl", *arguments, **options)
        return {v["name"]: v for v in map(json.loads, result.stdout.splitlines())}, result

    def mixed_tree(self, count=60):
        policy = self.dir / "policy.toml"
        policy.write_text('format = 1\n[limits]\ntotal = "60 kB"\nartifact = "20 kB"\nfiles = 55\n')
        mark = subprocess.run([SLUICE, "clean", "--fingerprint-key", str(self.key), "-"], input=TOKENS[0].encode(),
                              capture_output=True, timeout=60).stdout
        self.assertTrue(mark.startswith(b"[redacted:"))
        for i in range(count):
            kinds = ("a " + TOKENS[i % 8] + "\n", json.dumps({"k": TOKENS[i % 8], "n": i}), "plain\n" * 300,
                     b"quoted " + mark + b"\n", b"\x7fELF\x02\x01\x01" + bytes(200), "\x1b[31mred\x1b[0m\n", "x" * 21_000)
            self.write(f"d{i % 5}/f{i}.txt", kinds[i % len(kinds)])
        self.write("a/early.txt", b"quoted before it is issued " + mark + b"\n")
        self.write("d0/CASE.txt", "a\n")
        self.write("d0/case.txt", "b\n")
        os.symlink("/etc/passwd", self.tree / "d1" / "link")
        os.mkfifo(self.tree / "d2" / "pipe")
        return policy

    def test_any_number_of_jobs_gives_the_same_report(self):
        policy = self.mixed_tree()
        result = self.assert_same_for_any_jobs("--policy", str(policy))
        self.assertEqual(result.returncode, 1)
        for code in (b"limits.total", b"limits.files", b"path.collision", b"path.not_regular", b"secret.found", b"text.forged_mark"):
            self.assertIn(code, result.stdout)
        self.assertNotIn(b"SYNTHETICbody", result.stdout)
        for jobs in [()] + [("--jobs", "14")] * 10:
            self.assertEqual(self.check("--format", "sarif", "--policy", str(policy), *jobs).stdout, result.stdout)

    def test_any_number_of_jobs_writes_the_same_files(self):
        policy = self.mixed_tree()
        seen = []
        for jobs in (1, 2, 7):
            out = self.dir / f"out{jobs}"
            result = self.check("--jobs", str(jobs), "--policy", str(policy), "--out", str(out))
            files = {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}
            seen.append((result.returncode, result.stdout, result.stderr.replace(str(out).encode(), b"OUT"), files))
        self.assertGreater(len(seen[0][3]), 10)
        self.assertEqual(seen[0], seen[1])
        self.assertEqual(seen[0], seen[2])

    def test_thousands_of_small_files(self):
        for i in range(3_000):
            self.write(f"{i % 17}/{i}.log", f"line {i}\n" + (TOKENS[i % 8] + "\n" if i % 100 == 0 else ""))
        policy = self.dir / "policy.toml"
        policy.write_text("format = 1\n[limits]\nfiles = 2999\n")
        result = self.assert_same_for_any_jobs("--policy", str(policy), formats=("jsonl",), jobs=(2, 14))
        verdicts = [json.loads(line) for line in result.stdout.splitlines()]
        names = [v["name"] for v in verdicts]
        self.assertEqual(names, sorted(names, key=str.encode))
        self.assertEqual([v["name"] for v in verdicts if v["decision"] == "reject"], [names[-1]])

    def test_jobs_are_one_to_256(self):
        self.write("a.txt", "a\n")
        for good in ("1", "256"):
            self.assertEqual(self.check("--jobs", good).returncode, 0)
        for bad in ("0", "257", "-1", "two", "", "1.5", "99999999999999999999"):
            result = self.check("--jobs", bad)
            self.assertEqual(result.returncode, 2, bad)
            self.assertIn(b"1", result.stderr)
            self.assertIn(b"256", result.stderr, bad)

    def test_what_is_no_file_is_refused_without_opening_it(self):
        self.write("a.txt", "a\n")
        os.symlink("a.txt", self.tree / "link")
        os.symlink("/", self.tree / "root")
        os.symlink("nowhere", self.tree / TOKENS[0])
        os.mkfifo(self.tree / "pipe")
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(self.tree / "socket"))
        expected = {"a.txt": "allow", "link": "reject", "root": "reject", "pipe": "reject", "socket": "reject"}
        if os.getuid() == 0:
            try:
                os.mknod(self.tree / "device", 0o600 | 0o020000, os.makedev(1, 5))  # /dev/zero
                expected["device"] = "reject"
            except OSError:
                pass
        verdicts, result = self.verdicts()
        self.assertEqual(result.returncode, 1)
        for name, decision in expected.items():
            self.assertEqual(verdicts[name]["decision"], decision, name)
        self.assertEqual(len(verdicts), len(expected) + 1)
        self.assertNotIn(b"SYNTHETICbody", result.stdout)

    def test_hostile_names(self):
        names = [b"new\nline.txt", b"esc\x1b]0;owned\x07.txt", b"\xff\xfe.txt", "bidi\u202etxt.exe".encode(), b"..txt", b"-rf", b" ", b"q'\"`$(id).txt",
                 TOKENS[1].encode() + b".txt", b"n" * 250]
        for name in names:
            self.write(name, "a\n")
        self.assert_same_for_any_jobs(jobs=(2,))
        for format_name in FORMATS:
            result = self.check("--format", format_name)
            self.assertEqual(result.returncode, 1)
            text = result.stdout + result.stderr
            self.assertIsNone(re.search(rb"[^\x20-\x7e\n]", text), format_name)
            self.assertNotIn(b"SYNTHETICbody", text)
        self.assertEqual(len(self.check("--format", "jsonl").stdout.splitlines()), len(names))

    @unittest.skipUnless(os.getuid() == 0, "needs another user, to whom files can be closed")
    def test_what_cannot_be_read_is_said_and_the_run_goes_on(self):
        os.chmod(self.dir, 0o755)
        os.chmod(self.key, 0o644)
        self.write("a.txt", "a\n")
        self.write("b\x1b[2J.txt", "b\n")
        self.write("closed/c.txt", "c\n")
        self.write("d.txt", "d\n")
        os.chmod(self.tree / "b\x1b[2J.txt", 0)
        os.chmod(self.tree / "closed", 0)
        for jobs in ("1", "4"):
            verdicts, result = self.verdicts("--jobs", jobs, user=NOBODY)
            self.assertEqual(result.returncode, 3)
            self.assertEqual(list(verdicts), ["a.txt", "d.txt"])
            lines = result.stderr.decode().splitlines()
            self.assertEqual(len(lines), 2, lines)
            self.assertRegex(lines[0], r"^sluice: cannot read .*/b\\x1b\[2J\.txt: Permission denied$")
            self.assertRegex(lines[1], r"^sluice: cannot read .*/closed: Permission denied$")
        os.chmod(self.tree, 0)
        result = self.check(user=NOBODY)
        self.assertEqual(result.returncode, 3)
        self.assertEqual(result.stderr.count(b"\n"), 1)
        os.chmod(self.tree, 0o700)

    def test_deep_trees(self):
        top = os.getcwd()
        self.addCleanup(os.chdir, top)
        os.chdir(self.tree)
        depth = 200
        for _ in range(depth):
            os.mkdir("dd")
            os.chdir("dd")
        with open("bottom.txt", "w", encoding="utf-8") as file:
            file.write("a\n")
        os.chdir(top)
        self.write("a.txt", "a\n")
        verdicts, result = self.verdicts()
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(verdicts), 2)
        self.assertEqual(verdicts["a.txt"]["decision"], "allow")
        deep = next(v for name, v in verdicts.items() if name != "a.txt")
        self.assertEqual(deep["findings"][0]["name"], "path.length")

    def test_files_that_change_while_they_are_read(self):
        script = "import os, sys\nwhile True:\n" \
                 "  for i in range(40):\n" \
                 "    p = f'{sys.argv[1]}/v{i}.txt'\n" \
                 "    if os.path.exists(p): os.unlink(p)\n" \
                 "    else: open(p, 'w').write('x' * (i * 1000))\n"
        for i in range(200):
            self.write(f"a{i}.txt", "a\n" * 50)
        writer = subprocess.Popen([sys.executable, "-c", script, str(self.tree)])
        try:
            for _ in range(5):
                verdicts, result = self.verdicts("--jobs", "3")
                self.assertIn(result.returncode, (0, 3))
                self.assertEqual(len([name for name in verdicts if name.startswith("a")]), 200)
                for line in result.stderr.decode().splitlines():
                    self.assertRegex(line, r"^sluice: cannot read .*/v\d+\.txt: No such file or directory$")
        finally:
            writer.kill()
            writer.wait()

    def test_a_file_without_memory_for_it_is_not_lost(self):
        for i in range(10):
            self.write(f"{i}.txt", "a\n")
        with open(self.tree / "5-large.txt", "wb") as file:
            file.truncate(99_000_000)
        limit = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (170_000_000, 170_000_000))}
        if subprocess.run([SLUICE, "--version"], capture_output=True, timeout=60, **limit).returncode != 0:
            self.skipTest("a sanitizer takes terabytes of addresses")
        result = self.check("--format", "jsonl", "--jobs", "1", **limit)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(len(result.stdout.splitlines()) + len(result.stderr.splitlines()), 11)
        self.assertIn(b"memory", result.stdout + result.stderr)

    def test_several_inputs_in_their_order(self):
        self.write("a.txt", "a\n")
        missing = self.dir / "missing\x1b[2J.txt"
        result = subprocess.run([SLUICE, "check", "--format", "jsonl", "--jobs", "4", str(missing), str(self.tree), str(self.key)],
                                capture_output=True, timeout=60)
        self.assertEqual(result.returncode, 3)
        self.assertNotIn(b"\x1b", result.stderr)
        self.assertEqual([json.loads(line)["name"] for line in result.stdout.splitlines()], ["a.txt", "key"])

    # Progress and signals

    def run_on_terminal(self, count):
        for i in range(count):
            self.write(f"{i}.txt", "a\n" * 100)
        main, side = pty.openpty()
        self.addCleanup(os.close, main)
        process = subprocess.Popen([SLUICE, "check", "--jobs", "2", "--format", "jsonl", str(self.tree)], stdout=subprocess.PIPE, stderr=side)
        os.close(side)
        process.communicate(timeout=60)
        shown = b""
        try:
            while chunk := os.read(main, 65536):
                shown += chunk
        except OSError:  # the other side is closed
            pass
        return shown

    def test_progress_is_for_terminals_and_leaves_nothing(self):
        self.assertEqual(self.run_on_terminal(20), b"")
        shown = self.run_on_terminal(200)
        self.assertRegex(shown, rb"\d+ of 200 files, \d+\.\d MB")
        self.assertTrue(shown.endswith(b"\r\x1b[K"), shown)
        self.assertEqual(self.check("--format", "jsonl").stderr, b"")

    def interrupt(self, signal_number, out, ignored=False):
        for i in range(600):
            self.write(f"{i:03}.txt", ("a line of text that is checked\n" * 1_500) + str(i))
        report = self.dir / "report.json"
        process = subprocess.Popen([SLUICE, "check", "--jobs", "2", "--format", "json", "--report", str(report), "--task-id", "t", "--out", str(out),
                                    str(self.tree)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=(lambda: signal.signal(signal_number, signal.SIG_IGN)) if ignored else None)
        while process.poll() is None and not list(out.glob("t/*.txt")):
            time.sleep(0.005)
        process.send_signal(signal_number)
        _, errors = process.communicate(timeout=60)
        return process.returncode, errors, report

    def test_a_signal_stops_it_with_nothing_half_written(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            out = self.dir / f"out{number}"
            status, errors, report = self.interrupt(number, out)
            self.assertEqual(status, -number, errors)
            self.assertRegex(errors, rb"^sluice: interrupted after \d+ of 600 files; no report was written\n$")
            self.assertFalse(report.exists())
            written = list((out / "t").iterdir())
            self.assertLess(len(written), 600)
            for path in written:
                self.assertEqual(path.read_bytes(), (self.tree / path.name).read_bytes())

    def test_an_ignored_signal_stays_ignored(self):
        status, errors, report = self.interrupt(signal.SIGINT, self.dir / "out", ignored=True)
        self.assertEqual((status, errors), (0, b""))
        self.assertEqual(len(json.loads(report.read_text())), 600)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
