#!/usr/bin/env python3
"""The cache of compiled rules as its users meet it: where it is, what is said, and what happens when processes start at
once or are killed."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

SLUICE = sys.argv[1]
SECRET = "vend" + "_abcdefgh"
SETS = 'format_version = 1\n[sets]\ncore = ["one", "two"]\ninjection = ["three"]\nurls = ["three"]\n'


def pack(name, pattern="vend_[a-z]{8}"):
    return f"""format_version = 1
name = "{name}"
version = "1"
licence = "Apache-2.0"
[defaults]
kind = "secret"
severity = "high"
confidence = "high"
before = "any"
after = "any"
provenance = {{licence = "Apache-2.0", facts_only = true, source = "own", verified = "2026-01-01: own"}}
[[rules]]
id = "{name}-rule"
title = "{name}"
anchors = ["vend_"]
pattern = '''(?P<secret>{pattern})'''
max_len = 13
[rules.tests]
positive = [["a ", ["vend_abcdefgh"], " b"]]
negative = [["vend_"]]
"""


class RuleCacheTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name).resolve()
        self.rules = self.dir / "rules"
        self.rules.mkdir()
        (self.rules / "sets.toml").write_text(SETS)
        for name in ("one", "two", "three", "unused"):
            (self.rules / f"{name}.toml").write_text(pack(name))
        self.cache = self.dir / "cache"
        self.input = self.dir / "in.txt"
        self.input.write_text(f"a {SECRET} b\n")
        (self.dir / "key").write_text("a fixed key for tests")

    def run_sluice(self, *arguments, env=None):
        base = {key: value for key, value in os.environ.items() if key not in ("XDG_CACHE_HOME", "HOME")}
        return subprocess.run([SLUICE, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                              env={**base, **(env or {})})

    def compile(self, *arguments, **options):
        result = self.run_sluice("rules", "compile", "--format", "json", *(arguments or (self.rules,)), **options)
        return result, json.loads(result.stdout) if result.stdout else None

    def check(self, *arguments, **options):
        return self.run_sluice("check", "--rules-dir", self.rules, "--no-timings", "--task-id", "t", "--fingerprint-key",
                               self.dir / "key", "--format", "json", *arguments, self.input, **options)

    def entries(self, folder=None):
        return sorted((folder or self.cache).glob("*.rules"))

    def test_compile_fills_what_check_takes(self):
        result, report = self.compile("--cache-dir", self.cache, self.rules)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual((report["cache"], report["rules"], report["patterns"]), ("written", 3, 3))
        self.assertGreater(report["database_bytes"], 0)
        self.assertEqual([pathlib.Path(report["path"])], self.entries())
        before = self.entries()[0].stat()
        checked = self.check("--cache-dir", self.cache)
        self.assertEqual((checked.returncode, checked.stderr), (4, ""))
        self.assertEqual(checked.stdout, self.check("--no-cache").stdout)
        self.assertNotIn(SECRET, checked.stdout)
        result, again = self.compile("--cache-dir", self.cache, self.rules)
        self.assertEqual((again["cache"], again["path"]), ("fresh", report["path"]))
        self.assertEqual((again["rules"], again["patterns"]), (3, 3))
        self.assertEqual(self.entries()[0].stat().st_ino, before.st_ino)
        text = self.run_sluice("rules", "compile", "--cache-dir", self.cache, self.rules).stdout
        self.assertRegex(text, r"^3 rules, 3 patterns, a database of \d+ bytes, \d+ ms\ncache: fresh, /")

    def test_a_policy_chooses_the_packs_of_a_folder(self):
        policy = self.dir / "p.toml"
        policy.write_text('format = 1\n[secrets]\npacks = ["one", "unused"]\n')
        result, report = self.compile("--cache-dir", self.cache, "-p", policy, self.rules)
        self.assertEqual((result.returncode, report["rules"]), (0, 3))
        checked = self.check("--cache-dir", self.cache, "-p", policy)
        self.assertEqual((checked.returncode, checked.stderr), (4, ""))
        self.assertEqual(len(self.entries()), 1)

    def test_files_are_taken_together(self):
        result, report = self.compile("--cache-dir", self.cache, self.rules / "one.toml", self.rules / "two.toml")
        self.assertEqual((result.returncode, report["rules"], report["cache"]), (0, 2, "written"))

    def test_the_folder_is_the_user_s_own(self):
        for env, folder in (({"XDG_CACHE_HOME": str(self.dir / "xdg"), "HOME": str(self.dir)}, self.dir / "xdg/sluice"),
                            ({"HOME": str(self.dir / "home")}, self.dir / "home/.cache/sluice"),
                            ({"XDG_CACHE_HOME": "xdg", "HOME": str(self.dir / "h")}, self.dir / "h/.cache/sluice")):
            self.assertEqual(self.check("--no-cache", env=env).returncode, 4)
            self.assertFalse(folder.exists())
            builtin = self.run_sluice("check", self.input, env=env)
            self.assertEqual((builtin.returncode, builtin.stderr), (0, ""))
            self.assertFalse(folder.exists())
            checked = self.check(env=env)
            self.assertEqual((checked.returncode, checked.stderr), (4, ""))
            self.assertEqual(len(self.entries(folder)), 1)
            self.assertEqual(folder.stat().st_mode & 0o777, 0o700)
        checked = self.check()
        self.assertEqual((checked.returncode, checked.stderr), (4, ""))

    def test_what_is_refused_is_said_and_made_anew(self):
        self.compile("--cache-dir", self.cache, self.rules)
        entry = self.entries()[0]
        good = entry.read_bytes()
        entry.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
        checked = self.check("--cache-dir", self.cache)
        self.assertEqual(checked.returncode, 4)
        self.assertRegex(checked.stderr, rf"^sluice: warning: rule cache: refused: {entry} was changed, .*\n$")
        self.assertEqual(entry.read_bytes(), good)
        self.cache.chmod(0o777)
        checked = self.check("--cache-dir", self.cache)
        self.assertEqual(checked.returncode, 4)
        self.assertIn("can be written by others (mode 0777)", checked.stderr)

    def test_exit_codes(self):
        self.assertEqual(self.run_sluice("rules", "compile").returncode, 2)
        self.assertEqual(self.run_sluice("rules", "compile", "--no-cache", "--cache-dir", "x", self.rules).returncode, 2)
        self.assertEqual(self.run_sluice("rules", "compile", self.dir / "none").returncode, 3)
        result, report = self.compile("--no-cache", self.rules)
        self.assertEqual((result.returncode, report["cache"]), (0, "off"))
        self.cache.mkdir()
        self.cache.chmod(0o770)
        result, report = self.compile("--cache-dir", self.cache, self.rules)
        self.assertEqual((result.returncode, report["cache"]), (3, "not written"))
        self.assertIn("warning: rule cache: not used", result.stderr)
        policy = self.dir / "p.toml"
        policy.write_text('format = 1\n[secrets]\npacks = ["no-such"]\n')
        self.assertEqual(self.compile("--no-cache", "-p", policy, self.rules)[0].returncode, 3)

    def test_every_error_is_reported_and_nothing_written(self):
        (self.rules / "two.toml").write_text(pack("two", "vend_(?=x)"))
        (self.rules / "three.toml").write_text("nonsense")
        (self.rules / "unused.toml").write_text(pack("one"))
        result = self.run_sluice("rules", "compile", "--cache-dir", self.cache, self.rules)
        self.assertEqual(result.returncode, 2)
        lines = result.stdout.splitlines()
        self.assertEqual(len(lines), 4, result.stdout)
        for line, said in zip(lines, ("three.toml:1", "rule 'two-rule'", "a second rule 'one-rule'", "3 errors")):
            self.assertIn(said, line)
        self.assertFalse(self.cache.exists())
        result, report = self.compile("--cache-dir", self.cache, self.rules)
        self.assertEqual(len(report["errors"]), 3)

    def test_processes_that_start_at_once(self):
        arguments = [SLUICE, "rules", "compile", "--cache-dir", str(self.cache), str(self.rules)]
        running = [subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(12)]
        for process in running:
            output, errors = process.communicate(timeout=120)
            self.assertEqual((process.returncode, errors), (0, b""), output)
        self.assertEqual(sorted(path.name for path in self.cache.iterdir()), [self.entries()[0].name, "key"])
        self.assertEqual(self.compile("--cache-dir", self.cache, self.rules)[1]["cache"], "fresh")

    def test_killed_processes_leave_no_half_file(self):
        arguments = [SLUICE, "rules", "compile", "--cache-dir", str(self.cache), str(self.rules)]
        started = time.monotonic()
        self.compile("--cache-dir", self.cache, self.rules)
        took = time.monotonic() - started
        for i in range(40):
            for entry in self.entries():
                entry.unlink()
            process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(took * i / 40)
            process.kill()
            process.wait()
            # A half file would be refused, and that would be said.
            self.assertEqual(self.compile("--cache-dir", self.cache, self.rules)[0].stderr, "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
