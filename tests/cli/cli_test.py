#!/usr/bin/env python3
"""The sluice command as its users see it: exit codes, outputs, messages, and hostile surroundings."""
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

SLUICE = sys.argv[1]
SOURCE = pathlib.Path(sys.argv[2])
# Synthetic, joined here so that no file holds a token.
TOKEN = "ghp" + "_" + "SYNTHETICbody0123456789abcdefg" + "3p2TTq"


def run(*arguments, stdin=b"", env=None, **options):
    return subprocess.run([SLUICE, *arguments], input=stdin, capture_output=True, timeout=120,
                          env={**os.environ, **(env or {})}, **options)


class CliTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.dir = pathlib.Path(self.folder.name)

    def write(self, name, data):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    def assert_no_token(self, result):
        for stream in (result.stdout, result.stderr):
            self.assertNotIn(b"SYNTHETICbody", stream)

    # check

    def test_check_exit_codes(self):
        clean = self.write("clean.txt", "hello\n")
        dirty = self.write("dirty.txt", "a " + TOKEN + "\n")
        bad = self.write("bad.json", '{"a": ')
        self.assertEqual(run("check", clean).returncode, 0)
        result = run("check", dirty)
        self.assertEqual(result.returncode, 4, result.stdout)
        self.assert_no_token(result)
        self.assertEqual(run("check", bad).returncode, 1)
        self.assertEqual(run("check", clean, bad, dirty).returncode, 1)
        self.assertEqual(run("check", "-o", str(self.dir / "out.txt"), dirty).returncode, 0)
        self.assertIn("[redacted:", (self.dir / "out.txt").read_text())
        self.assertEqual(run("check", str(self.dir / "missing")).returncode, 3)
        self.assertEqual(run("check").returncode, 2)
        self.assertEqual(run("check", "--no-such-option", clean).returncode, 2)
        self.assertEqual(run("frobnicate").returncode, 2)
        self.assertEqual(run().returncode, 2)
        self.assertEqual(run("--help").returncode, 0)
        self.assertEqual(run("--version").returncode, 0)

    def test_check_from_stdin_and_to_stdout(self):
        result = run("check", "-o", "-", "-", stdin=("x " + TOKEN + "\n").encode())
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stdout.startswith(b"x [redacted:"))
        self.assert_no_token(result)

    def test_reports_in_every_format(self):
        dirty = self.write("dirty.txt", "a " + TOKEN + "\n\x1b[31mred\n")
        one = json.loads(run("check", "--format", "json", dirty).stdout)
        self.assertEqual(one["decision"], "sanitize")
        lines = run("check", "--format", "jsonl", dirty, dirty).stdout.splitlines()
        self.assertEqual(len([json.loads(line) for line in lines]), 2)
        sarif = json.loads(run("check", "--format", "sarif", dirty).stdout)
        self.assertEqual(sarif["version"], "2.1.0")
        text = run("check", dirty).stdout
        self.assertNotIn(b"\x1b", text)
        self.assertEqual(run("check", "--format", "xml", dirty).returncode, 2)

    def test_folders_are_walked_and_links_refused(self):
        self.write("tree/a.txt", "a\n")
        self.write("tree/b/c.txt", "c\n")
        os.symlink("/etc/passwd", self.dir / "tree" / "link.txt")
        os.mkfifo(self.dir / "tree" / "pipe")
        result = run("check", "--format", "json", str(self.dir / "tree"))
        self.assertEqual(result.returncode, 1)
        verdicts = json.loads(result.stdout)
        self.assertEqual([v["decision"] for v in verdicts], ["allow", "allow", "reject", "reject"])

    def test_out_folder_is_safe_and_never_overwrites(self):
        path = self.write("a.txt", "a\n")
        out = self.dir / "out"
        arguments = ("check", "--task-id", "t1", "--out", str(out), path)
        self.assertEqual(run(*arguments).returncode, 0)
        written = out / "t1" / "a.txt"
        self.assertEqual(written.read_text(), "a\n")
        self.assertEqual(written.stat().st_mode & 0o777, 0o600)
        self.assertEqual(run(*arguments).returncode, 3)
        self.assertEqual(run("check", "--task-id", "../evil", "--out", str(out), path).returncode, 2)
        self.assertEqual(run("check", "--name", "../../x", "--out", str(out), path).returncode, 1)

    def test_out_names_are_settled_before_anything_is_written(self):
        long = "n" * 140
        files = [{"path": f"{long}{i}.txt", "encoding": "utf-8", "content": f"file {i}\n"} for i in range(3)]
        bundle = json.dumps({"format": 1, "exit_code": 0, "files": files})
        out = self.dir / "out"
        result = run("execution", "--task-id", "t", "--out", str(out), self.write("bundle.json", bundle))
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        written = sorted((out / "t").iterdir())
        self.assertEqual(len(written), 3)
        self.assertEqual(sorted(p.read_text() for p in written), ["file 0\n", "file 1\n", "file 2\n"])
        for path in written:
            self.assertTrue(path.name.startswith("nnn"), path)
        # Which is which is said for every file that does not bear its own name.
        self.assertEqual(result.stderr.decode().count(" was written as "), 3)
        a, b = self.write("a/same.txt", "a\n"), self.write("b/same.txt", "b\n")
        result = run("check", "--channel", "stdout", "--task-id", "u", "--out", str(out), a, b)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(sorted(p.name for p in (out / "u").iterdir()), ["same-2.txt", "same.txt"])

    def test_specials_and_bad_surroundings(self):
        self.assertEqual(run("check", "/dev/zero").returncode, 3)
        self.assertEqual(run("clean", str(self.dir)).returncode, 3)
        clean = self.write("clean.txt", "hello\n")
        self.assertEqual(run("clean", clean, "-o", "/dev/full").returncode, 3)
        self.assertEqual(run("clean", clean, "-o", str(self.dir / "no" / "such" / "folder")).returncode, 3)
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), ["clean.txt"])
        self.assertEqual(run("check", "--policy", str(self.dir / "missing.toml"), clean).returncode, 3)
        empty = self.write("empty.toml", "")
        self.assertEqual(run("check", "--policy", empty, clean).returncode, 2)
        wrong = self.write("wrong.toml", "format = 1\n[stdot]\nmax_bytes = 1\n")
        result = run("check", "--policy", wrong, clean)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"wrong.toml:2", result.stderr)
        self.assertIn(b"stdout", result.stderr)

    # clean

    def test_clean_needs_no_policy(self):
        path = self.write("log.txt", "a\x1b[1mb\n" + TOKEN)
        result = run("clean", path)
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stdout.startswith(b"ab\n[redacted:"))
        self.assert_no_token(result)
        again = run("clean", "-", stdin=b"plain\n")
        self.assertEqual((again.returncode, again.stdout, again.stderr), (0, b"plain\n", b""))

    # filter

    def test_filter(self):
        result = run("filter", stdin=b"")
        self.assertEqual((result.returncode, result.stdout), (0, b""))
        result = run("filter", stdin=("t " + TOKEN + "\nbye\n").encode())
        self.assertEqual(result.returncode, 0)
        self.assertTrue(result.stdout.endswith(b"\nbye\n"))
        self.assert_no_token(result)
        result = run("filter", stdin=b"\x7fELF\x02\x01\x01" + bytes(10000))
        self.assertEqual((result.returncode, result.stdout), (1, b""))
        reject = self.write("p.toml", "format = 1\nname = \"p\"\n[secrets]\naction = \"reject\"\n")
        result = run("filter", "--policy", reject, stdin=("t " + TOKEN + "\n").encode())
        self.assertEqual((result.returncode, result.stdout), (1, b""))

    def test_filter_into_closed_pipe_and_full_disk(self):
        text = b"line\n" * 1_000_000
        with open("/dev/full", "wb") as full:
            process = subprocess.run([SLUICE, "filter"], input=text, stdout=full, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(process.returncode, 3)
        process = subprocess.Popen([SLUICE, "filter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.close()
        try:
            process.stdin.write(text)
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=60), 3)

    def test_known_secrets_come_from_the_environment(self):
        policy = self.write("p.toml", "format = 1\nname = \"p\"\n[secrets]\nknown_from_env = [\"SLUICE_TEST_VALUE\"]\n")
        result = run("filter", "--policy", policy, stdin=b"the value hunter2hunter2 came back\n", env={"SLUICE_TEST_VALUE": "hunter2hunter2"})
        self.assertEqual(result.returncode, 0)
        self.assertNotIn(b"hunter2", result.stdout + result.stderr)
        environment = {key: value for key, value in os.environ.items() if key != "SLUICE_TEST_VALUE"}
        missing = subprocess.run([SLUICE, "filter", "--policy", policy], input=b"x", capture_output=True, env=environment)
        self.assertEqual(missing.returncode, 2)
        self.assertIn(b"SLUICE_TEST_VALUE", missing.stderr)
        short = run("filter", "--policy", policy, stdin=b"x", env={"SLUICE_TEST_VALUE": "1234567"})
        self.assertEqual(short.returncode, 2)
        self.assertNotIn(b"1234567", short.stderr)

    def test_known_secrets_come_from_files(self):
        path = self.write("db_password", "hunter2hunter2\n")
        for option in (path, "DB=" + path):
            result = run("filter", "--known-file", option, stdin=b"hunter2hunter2, and in lines: hunter2\nhunter2\n")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertNotIn(b"hunter2", result.stdout + result.stderr)
            name = b"DB" if option.startswith("DB=") else b"db_password"
            self.assertIn(b"[redacted:known-secret:" + name + b":", result.stdout)
        self.assertEqual(run("filter", "--known-file", "/nowhere", stdin=b"x").returncode, 3)
        short = run("filter", "--known-file", self.write("short", "1234567\n"), stdin=b"x")
        self.assertEqual(short.returncode, 2)
        self.assertNotIn(b"1234567", short.stderr)

    def test_memory_is_bounded(self):
        script = "import subprocess,sys,resource\np=subprocess.Popen([sys.argv[1],'filter'],stdin=subprocess.PIPE,stdout=subprocess.DEVNULL)\n" \
                 "b=b'2026-11-29 INFO worker finished job 4711\\n'*20000\n" \
                 "for i in range(int(sys.argv[2])): p.stdin.write(b)\n" \
                 "p.stdin.close();p.wait();print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        peaks = [int(subprocess.run([sys.executable, "-c", script, SLUICE, str(count)], capture_output=True, check=True).stdout)
                 for count in (80, 400)]
        self.assertLess(peaks[1] - peaks[0], 4096, peaks)

    # execution

    def test_execution(self):
        stream = '{"type": "number_of_executions", "execution_count": 1}\n' \
                 '{"type": "stdout", "text": "t ' + TOKEN[:20] + '"}\n{"type": "stdout", "text": "' + TOKEN[20:] + '\\n"}\n' \
                 '{"type": "end_of_execution"}\n'
        path = self.write("run.ndjson", stream)
        out = self.dir / "out"
        result = run("execution", "--task-id", "t", "--out", str(out), path)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assert_no_token(result)
        text = "".join(p.read_text() for p in (out / "t").iterdir())
        self.assertIn("[redacted:", text)
        self.assertNotIn("SYNTHETICbody", text)
        cut = self.write("cut.ndjson", stream.splitlines()[0] + "\n")
        self.assertEqual(run("execution", cut).returncode, 1)
        self.assertEqual(run("execution", self.write("junk", b"\x00\xff")).returncode, 1)
        self.assertEqual(run("execution", self.write("none", b"")).returncode, 1)

    # policy, rules, schema, audit

    def test_policy_commands(self):
        path = str(self.dir / "p.toml")
        self.assertEqual(run("policy", "init", "-o", path).returncode, 0)
        self.assertEqual(run("policy", "init", "-o", path).returncode, 3)
        self.assertEqual(run("policy", "check", path).returncode, 0)
        explained = run("policy", "explain", path)
        self.assertEqual(explained.returncode, 0)
        self.assertIn(b"free-form", explained.stdout)
        self.assertEqual(run("policy", "explain").stdout, explained.stdout)

    def test_rules_commands(self):
        listed = run("rules", "list")
        self.assertEqual(listed.returncode, 0)
        self.assertGreaterEqual(len(json.loads(run("rules", "list", "--format", "json").stdout)), 60)
        tested = run("rules", "test", str(SOURCE / "rules"))
        self.assertEqual(tested.returncode, 0, tested.stdout)
        linted = run("rules", "lint", "--format", "json", str(SOURCE / "rules/pii.toml"))  # all packs: the test rules_lint
        self.assertEqual(linted.returncode, 0)
        self.assertEqual([json.loads(linted.stdout)[key] for key in ("packs", "errors", "warnings")], [1, 0, 0])
        unfit = self.write("unfit.toml", (SOURCE / "rules/pii.toml").read_text().replace("max_len = 171", "max_len = 17"))
        linted = run("rules", "lint", unfit)
        self.assertEqual(linted.returncode, 1)
        self.assertIn(f"{unfit}:".encode(), linted.stdout)
        self.assertIn(b"error: email-address: max_len: found 17; expected 171", linted.stdout)
        self.assertEqual(run("rules", "list", self.write("x.toml", "nonsense")).returncode, 2)

    def test_rules_bench(self):
        pack = str(SOURCE / "rules/pii.toml")
        corpus = self.write("texts/a.txt", "a line\n" * 1000 + "mail to a@example.com\n")
        self.write("texts/b.bin", b"a@example.com\0" * 100)  # no text
        plot = self.dir / "plot.svg"
        counted = run("rules", "bench", "--rounds", "0", "--format", "json", "--corpus", str(self.dir / "texts"), "--plot",
                      str(plot), pack)
        self.assertEqual(counted.returncode, 0, counted.stderr)
        counts = json.loads(counted.stdout)
        self.assertEqual(counts["texts"], [{"name": str(self.dir / "texts"), "bytes": 7022}])
        email = next(rule for rule in counts["rules"] if rule["rule"] == "email-address")
        self.assertEqual((email["hits"], email["findings"]), (1, 1))
        self.assertTrue(plot.read_text().startswith("<svg "))
        timed = run("rules", "bench", "--rounds", "1", "--corpus", corpus, "--all", pack)
        self.assertEqual(timed.returncode, 0)
        self.assertIn(b"Whole scan", timed.stdout)
        self.assertEqual(timed.stderr, b"")  # progress is for terminals
        dense = self.write("dense.txt", "a@example.com " * 1000)
        over = run("rules", "bench", "--rounds", "0", "--corpus", dense, pack)
        self.assertEqual(over.returncode, 1)
        self.assertIn(b"over\n", over.stdout)
        self.assertEqual(run("rules", "bench", "--corpus", self.write("empty", ""), pack).returncode, 2)
        self.assertEqual(run("rules", "bench", "--corpus", str(self.dir / "missing"), pack).returncode, 3)
        self.assertEqual(run("rules", "bench", "--rounds", "x", pack).returncode, 2)

    def test_rules_import(self):
        rules = self.write("foreign.toml", "[[rules]]\nid = 'zq-key'\ndescription = 'ZQ'\nregex = '''\\bzq_live_[0-9]{8}\\b'''\n"
                                           "[[rules]]\nid = 'zq-file'\npath = 'x'\n")
        done = run("rules", "import", "--licence", "MIT", "--name", "zq", rules)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b'licence = "MIT"', done.stdout)
        self.assertIn(b"zq-file: pattern: none", done.stderr)
        self.assertIn(b"1 of 2 rules translated", done.stderr)
        pack = self.write("zq.toml", done.stdout.decode())
        found = run("rules", "explain", "--pack", pack, "--match", "a zq_live_" + "0" * 8)
        self.assertEqual(found.returncode, 0)
        notes = json.loads(run("rules", "import", "--format", "json", rules).stderr)
        self.assertEqual((notes["rules_read"], notes["rules_translated"]), (2, 1))
        self.assertEqual(run("rules", "import", self.write("no.yml", "a: 1\n")).returncode, 2)
        self.assertEqual(run("rules", "import", "/nowhere.toml").returncode, 3)
        self.assertEqual(run("rules", "import", "-o", "/nowhere/x.toml", rules).returncode, 3)
        self.assertEqual(run("rules", "import", "--name", "Not A Name", rules).returncode, 2)

    def test_rules_explain(self):
        self.assertIn(b"anchors", run("rules", "explain", "github-pat").stdout)
        self.assertIn(b"github-pat", run("rules", "explain", "github-pet").stderr)
        for arguments, stdin in ((("--match", TOKEN), b""), (("--match-file", "-"), TOKEN.encode())):
            found = run("rules", "explain", *arguments, "--format", "json", stdin=stdin)
            self.assertEqual(found.returncode, 0, found.stderr)
            self.assert_no_token(found)
            self.assertIn("github-pat", [trace["rule"] for trace in json.loads(found.stdout)])
        self.assertEqual(run("rules", "explain", "--match", "nothing").returncode, 1)
        self.assertEqual(run("rules", "explain").returncode, 2)
        self.assertEqual(run("rules", "explain", "github-pat", "--match", "x").returncode, 2)
        self.assertEqual(run("rules", "explain", "--match-file", "/nowhere").returncode, 3)

    def test_schema_reference_engine(self):
        schema = self.write("s.json", '{"$defs": {"n": {"type": "integer"}}, "items": {"$ref": "#/$defs/n"}}')
        good, bad = self.write("good.json", "[1, 2]"), self.write("bad.json", '["x"]')
        ask = ("schema", "test", "--schema-engine=reference")
        result = run(*ask, schema, good)
        self.assertEqual((result.returncode, result.stdout.decode()), (0, good + ": valid (reference)\n"))
        # The second file is judged although the first is not valid.
        result = run(*ask, schema, bad, good)
        self.assertEqual((result.returncode, result.stdout.decode()),
                         (1, f"{bad}: invalid (reference)\n{good}: valid (reference)\n"))
        loop = run(*ask, self.write("loop.json", '{"allOf": [{"$ref": "#"}]}'), good)
        self.assertEqual(loop.returncode, 1)
        self.assertIn(b"good.json: the reference crashed: ", loop.stdout)
        refused = run(*ask, self.write("u.json", '{"allOf": [{}], "unevaluatedItems": false}'), good)
        self.assertEqual((refused.returncode, refused.stdout), (2, b""))
        self.assertIn(b'u.json: the reference engine cannot judge by this schema: at "#/unevaluatedItems"', refused.stderr)
        # A copy of the command alone has no reference to ask.
        alone = self.dir / "alone" / "sluice"
        alone.parent.mkdir()
        shutil.copy(SLUICE, alone)
        missing = subprocess.run([alone, *ask, schema, good], capture_output=True, timeout=120)
        self.assertEqual((missing.returncode, missing.stdout), (3, b""))
        self.assertIn(b"libexec/sluice/sluice-schema-reference", missing.stderr)

    def test_schema_commands(self):
        schema = str(SOURCE / "engine/examples/demo/report.schema.json")
        self.assertEqual(run("schema", "check", schema).returncode, 0)
        self.assertEqual(run("schema", "test", schema, str(SOURCE / "engine/examples/demo/report.json")).returncode, 0)
        broken = run("schema", "test", schema, str(SOURCE / "engine/examples/demo/broken_report.json"))
        self.assertEqual(broken.returncode, 1)
        self.assertIn(b"/score", broken.stdout)
        typo = run("schema", "check", self.write("s.json", '{"type": "string", "maxLenght": 3}'))
        self.assertEqual(typo.returncode, 2)
        self.assertIn(b"maxLength", typo.stderr)

    def test_schema_errors_as_json(self):
        schema = self.write("s.json", '{"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"maximum": 3}}}')
        bad = self.write("bad.json", '{"a":\n 5}')
        good = self.write("good.json", '{"a": 1}')
        cut = self.write("cut.json", '{"a": ')
        shown = run("schema", "test", "--format", "json", schema, good, bad, cut)
        self.assertEqual(shown.returncode, 1)
        first, second, third = [json.loads(line) for line in shown.stdout.splitlines()]
        self.assertEqual(first, {"file": good, "valid": True, "complete": True})
        self.assertEqual(second["errors"], [{
            "instanceLocation": "/a", "keywordLocation": "/$defs/n/maximum",
            "error": "maximum: expected at most 3, found 5", "line": 2, "column": 2}])
        self.assertFalse(third["valid"])
        self.assertEqual(third["errors"][0]["keywordLocation"], "")
        many = self.write("many.json", json.dumps([{"a": 9}] * 50))
        each = self.write("each.json", '{"items": {"properties": {"a": {"maximum": 3}}}}')
        for limit in (1, 20, 50):
            lines = run("schema", "test", "--max-errors", str(limit), each, many).stdout.splitlines()
            self.assertEqual(len(lines), limit + 1)
        secret = run("schema", "test", each, self.write("leak.json", json.dumps([{"a": 9, "b": TOKEN}, {"a": TOKEN}])))
        self.assertNotIn(TOKEN.encode(), secret.stdout)

    def test_schemas_that_refer_to_each_other(self):
        (self.dir / "parts").mkdir()
        schema = self.write("root.json", '{"items": {"$ref": "parts/item.json#/$defs/item"}}')
        item = self.write("parts/item.json", '{"$defs": {"item": {"$ref": "size.json"}}}')
        size = self.write("parts/size.json", '{"type": "integer", "maximum": 5}')
        alone = run("schema", "check", schema)
        self.assertEqual(alone.returncode, 2)
        self.assertIn(b"parts/item.json", alone.stderr)
        self.assertIn(b"nothing is fetched", alone.stderr)
        both = ("--with", item, "--with", size)
        self.assertEqual(run("schema", "check", *both, schema).returncode, 0)
        bad = run("schema", "test", *both, schema, self.write("bad.json", "[1, 9]"))
        self.assertEqual(bad.returncode, 1)
        self.assertIn(b"at most 5", bad.stdout)

    def test_audit(self):
        key = self.write("key", "k" * 32)
        log = str(self.dir / "audit.jsonl")
        dirty = self.write("dirty.txt", "a " + TOKEN + "\n")
        for _ in range(3):
            run("check", "--audit", log, "--audit-key", key, dirty)
        verify = ("audit", "verify", "--audit-key", key)
        self.assertEqual(run(*verify, log).returncode, 0)
        text = pathlib.Path(log).read_text()
        self.assertNotIn("SYNTHETICbody", text)
        lines = text.splitlines(keepends=True)
        self.assertEqual(run(*verify, self.write("edited", text.replace("sanitize", "allow", 1))).returncode, 1)
        self.assertEqual(run(*verify, self.write("missing", "".join(lines[:1] + lines[2:]))).returncode, 1)
        self.assertEqual(run(*verify, self.write("cut", "".join(lines[:-1]))).returncode, 1)
        self.assertEqual(run("audit", "verify", "--audit-key", self.write("other", "x" * 32), log).returncode, 1)
        self.assertEqual(run("check", "--audit", log, dirty).returncode, 2)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    unittest.main(argv=sys.argv[:1], verbosity=2)
