#!/usr/bin/env python3
"""The labelled corpus and its score: the same bytes for one seed, spans that hold, checksums that pass, a score that
agrees with a case counted by hand."""
import base64
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PEERS = pathlib.Path(__file__).resolve().parents[2] / "bench" / "peers"
sys.path.insert(0, str(PEERS))
import score_labels  # noqa: E402
from labelled import catalog, checks, decoys, labels as marks  # noqa: E402


def generate(folder: str, *options: str) -> subprocess.Popen:
    return subprocess.Popen([sys.executable, str(PEERS / "labelled_corpus.py"), folder, *options],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class Corpus(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.temporary.name)
        runs = [generate(str(cls.root / name)) for name in ("a", "b")]
        cls.outputs = []
        for run in runs:
            out, err = run.communicate(timeout=100)
            if run.returncode:
                raise AssertionError(err)
            cls.outputs.append(out)
        with open(cls.root / "a" / "labels.jsonl", encoding="utf-8") as lines:
            cls.labels = [json.loads(line) for line in lines]
        cls.files = {str(path.relative_to(cls.root / "a" / "files")): path.read_bytes()
                     for path in (cls.root / "a" / "files").rglob("*") if path.is_file()}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def value(self, label):
        return self.files[label["file"]][label["start"]:label["end"]].decode()

    def test_same_bytes_for_one_seed(self):
        self.assertEqual(self.outputs[0], self.outputs[1])
        self.assertIn("labels_sha256: ", self.outputs[0])
        self.assertEqual((self.root / "a/labels.jsonl").read_bytes(), (self.root / "b/labels.jsonl").read_bytes())
        for name, data in self.files.items():
            self.assertEqual(data, (self.root / "b/files" / name).read_bytes(), name)

    def test_counts(self):
        secrets = [label for label in self.labels if label.get("kind") == "secret"]
        self.assertGreaterEqual(len(secrets), 2000)
        self.assertGreaterEqual(sum("decoy" in label for label in self.labels), 2000)
        places = collections.defaultdict(set)
        for label in secrets:
            places[label["format"]].add(label["container"])
        self.assertGreaterEqual(len(places), 250)
        few = {name: len(found) for name, found in places.items() if len(found) < 6}
        self.assertEqual(few, {}, "formats in fewer than six kinds of files")
        kinds = {label["decoy"] for label in self.labels if "decoy" in label}
        self.assertEqual({decoy.kind for decoy in decoys.DECOYS} - kinds, set(), "kinds of decoys that are not planted")
        self.assertTrue(2e6 < sum(map(len, self.files.values())) < 6e6)
        self.assertLess(max(map(len, self.files.values())), 60_000)

    def test_spans_lie_within_files_and_apart(self):
        self.assertEqual(set(self.files), {label["file"] for label in self.labels}, "a file without labels")
        before = ("", 0)
        for label in self.labels:
            data = self.files[label["file"]]
            self.assertTrue(0 <= label["start"] < label["end"] <= len(data), label)
            if label["file"] == before[0]:
                self.assertGreaterEqual(label["start"], before[1], label)
            self.assertEqual(label["line"], data.count(b"\n", 0, label["start"]) + 1, label)
            before = (label["file"], label["end"])

    def test_spans_hold_what_they_say(self):
        starts = {"github-pat": "gh" + "p_", "slack-bot-token": "xo" + "xb-", "anthropic-api-key": "s" + "k-ant-api03-",
                  "age-secret-key": "AGE-SECRET" + "-KEY-1", "npm-access-token": "np" + "m_", "jwt": "eyJ"}
        lengths = {"datadog-api-key": 32, "aws-access-token": 20, "gcp-api-key": 39, "github-fine-grained-pat": 93,
                   "atlassian-api-token": 192, "azure-storage-account-key": 88, "azure-common-key": 84}
        seen = set()
        for label in self.labels:
            format = label.get("format")
            if format in starts:
                self.assertTrue(self.value(label).startswith(starts[format]), label)
            if format in lengths:
                self.assertEqual(len(self.value(label)), lengths[format], label)
            if format in ("github-pat", "npm-access-token"):
                body = self.value(label)[4:]
                self.assertEqual(body[30:], checks.crc32_base62(body[:30]))
            seen.add(format)
        self.assertEqual(set(starts) - seen | set(lengths) - seen, set())

    def test_names_without_a_vendor_stand_beside_the_value(self):
        """What has no shape of its own must be told by its surroundings, or the label asks for the impossible."""
        for label in self.labels:
            format = catalog.FORMATS.get(label.get("format", ""))
            if format is None or not format.needs_name or format.kind != "secret":
                continue
            data = self.files[label["file"]]
            around = data[max(0, label["start"] - 400):label["end"] + 100].decode(errors="replace").lower()
            words = {word for name in format.names for word in re.findall("[a-z0-9]+", name.lower())[:1]}
            words |= set(re.findall("[a-z0-9]{3,}", format.api_host)) - {"api", "app", "example", "com", "www"}
            hosts = [re.escape(format.api_host)] if "example" not in format.api_host else []
            self.assertRegex(around, "(?<![a-z])(" + "|".join([*words, *hosts]) + ")", label)

    def test_a_third_is_held_out_by_file(self):
        sides = collections.defaultdict(set)
        for label in self.labels:
            sides[label["file"]].add(label["held_out"])
            if label.get("kind") == "secret":
                self.assertEqual(label["held_out"], catalog.is_held_out(label["format"]), label)
        self.assertTrue(all(len(side) == 1 for side in sides.values()))
        ids = [name for name, format in catalog.FORMATS.items() if format.kind == "secret"]
        self.assertAlmostEqual(sum(map(catalog.is_held_out, ids)) / len(ids), 1 / 3, delta=0.05)

    def test_a_folder_in_use_is_left_alone(self):
        before = (self.root / "a/labels.jsonl").read_bytes()
        run = generate(str(self.root / "a"), "--seed", "2")
        _, err = run.communicate(timeout=100)
        self.assertEqual(run.returncode, 2)
        self.assertIn("--force", err)
        self.assertEqual((self.root / "a/labels.jsonl").read_bytes(), before)

    def test_held_out_only_is_that_part_of_all(self):
        run = generate(str(self.root / "only"), "--held-out", "only")
        _, err = run.communicate(timeout=100)
        self.assertEqual(run.returncode, 0, err)
        expected = [label for label in self.labels if label["held_out"]]
        with open(self.root / "only/labels.jsonl", encoding="utf-8") as lines:
            self.assertEqual([json.loads(line) for line in lines], expected)
        for name in {label["file"] for label in expected}:
            self.assertEqual((self.root / "only/files" / name).read_bytes(), self.files[name])


class SelfCheck(unittest.TestCase):
    def resolved(self):
        page = marks.Marks()
        text = "a\u00e9 = " + page.secret("value-1", "x") + "\nb = " + page.decoy("value-2", "y") + "\n"
        return page.resolve(text)

    def test_bytes_not_characters(self):
        data, spans, values = self.resolved()
        marks.check(data, spans, values, "test")
        self.assertEqual([(span["start"], span["end"], span["line"]) for span in spans], [(6, 13, 1), (18, 25, 2)])

    def test_wrong_spans_are_seen(self):
        for change in ({"start": 7}, {"end": 14}, {"line": 2}, {"end": 5}, {"end": 20}):
            data, spans, values = self.resolved()
            spans[0].update(change)
            with self.assertRaises(AssertionError, msg=str(change)):
                marks.check(data, spans, values, "test")

    def test_a_lost_mark_is_seen(self):
        page = marks.Marks()
        page.secret("value", "x")
        with self.assertRaises(AssertionError):
            page.resolve("no value here")


class Score(unittest.TestCase):
    LABELS = [
        {"file": "f", "start": 0, "end": 10, "format": "one", "held_out": False},
        {"file": "f", "start": 20, "end": 30, "format": "one", "held_out": False},
        {"file": "f", "start": 40, "end": 50, "format": "two", "held_out": False},
        {"file": "f", "start": 60, "end": 70, "format": "id", "kind": "identifier", "held_out": False},
        {"file": "f", "start": 80, "end": 90, "decoy": "uuid", "held_out": False},
        {"file": "g", "start": 0, "end": 10, "format": "three", "held_out": True},
        {"file": "g", "start": 20, "end": 30, "decoy": "hash", "held_out": True}]
    FINDINGS = [
        {"file": "f", "start": 0, "end": 6, "rule": "a"}, {"file": "f", "start": 5, "end": 10, "rule": "b"},  # all of it
        {"file": "f", "start": 21, "end": 35, "rule": "a"},   # found: 9 bytes of 10
        {"file": "f", "start": 40, "end": 48, "rule": "a"},   # missed: 8 bytes of 10
        {"file": "f", "start": 62, "end": 64, "rule": "a"},   # neutral
        {"file": "f", "start": 89, "end": 95, "rule": "a"},   # decoy hit
        {"file": "f", "start": 50, "end": 60, "rule": "c"},   # stray, and once more the same
        {"file": "f", "start": 50, "end": 60, "rule": "c"},
        {"file": "g", "start": 10, "end": 20, "rule": "c"}]   # stray

    def test_by_hand(self):
        result = score_labels.score(self.LABELS, self.FINDINGS)
        self.assertEqual(result["overall"], {"planted": 4, "found": 2, "fully_covered": 1, "decoys": 2, "decoys_hit": 1,
                                             "stray": 2, "recall": 0.5, "precision": 0.4})
        self.assertEqual(result["tuned"]["recall"], 0.6667)
        self.assertEqual(result["tuned"]["precision"], 0.5)
        self.assertEqual(result["held_out"]["recall"], 0.0)
        self.assertEqual(result["held_out"]["precision"], 0.0)
        self.assertEqual(result["formats"]["one"]["found"], 2)
        self.assertEqual(result["formats"]["two"]["missed"], 1)
        self.assertEqual(result["decoys"], {"hash": {"planted": 1, "hit": 0}, "uuid": {"planted": 1, "hit": 1}})
        self.assertEqual(result["stray_by_rule"], {"c": 2})

    def test_nothing_found(self):
        result = score_labels.score(self.LABELS, [])
        self.assertEqual((result["overall"]["recall"], result["overall"]["precision"]), (0.0, None))

    def test_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, rows in (("labels", self.LABELS), ("findings", self.FINDINGS)):
                paths.append(pathlib.Path(folder) / name)
                paths[-1].write_text("".join(json.dumps(row) + "\n" for row in rows))
            command = [sys.executable, str(PEERS / "score_labels.py"), *map(str, paths)]
            text = subprocess.check_output(command, text=True, timeout=60)
            self.assertIn("overall", text)
            self.assertIn("uuid", text)
            as_json = subprocess.check_output([*command, "--json"], text=True, timeout=60)
            self.assertEqual(json.loads(as_json), score_labels.score(self.LABELS, self.FINDINGS))
            paths[1].write_text('{"file": "f", "start": 4, "end": 4, "rule": "a"}\n')
            bad = subprocess.run(command, capture_output=True, text=True, timeout=60)
            self.assertEqual(bad.returncode, 2)
            self.assertIn("findings:1", bad.stderr)


class PublishedVectors(unittest.TestCase):
    """The generators of checksums against tokens that were made elsewhere."""

    @classmethod
    def setUpClass(cls):
        folder = os.environ.get("SLUICE_TEST_DATA")
        if not folder:
            if os.environ.get("CI"):
                raise AssertionError("SLUICE_TEST_DATA is not set, though CI is")
            raise unittest.SkipTest("SLUICE_TEST_DATA is not set: no vectors to compare with")
        cls.folder = pathlib.Path(folder)
        cls.vectors = {}
        for line in (cls.folder / "checksum-vectors.tsv").read_text().splitlines()[1:]:
            name, parts, *_ = line.split("\t")
            cls.vectors[name] = parts.split("|")

    def test_vectors(self):
        def azure_v1(token):
            return checks.azure_v1(base64.b64decode(token)[:-4])

        def azure_v2(token):
            return token[:80] + checks.azure_v2_tail(token[:80])

        def devops(token):
            raw = bytearray(base64.b32decode(token.upper() + "===="))
            for place in (22, 8, 7, 2):
                del raw[place]
            return checks.azure_devops_legacy(bytes(raw))

        def aws(token):
            raw = base64.b32decode(token[4:])
            return token[:4] + checks.aws_account_body(123456789012, bytes([raw[5] & 0x7F]) + raw[6:], top=0)

        def crc62(prefix):
            return lambda token: token[:-6] + checks.crc32_base62(token[len(prefix):-6])

        def crc_hex(prefix, joint=""):
            return lambda token: token[:-8] + checks.crc32_hex(token[len(prefix):len(token) - 8 - len(joint)])

        rebuild = {
            **{name: crc62(name) for name in ("ghp_", "gho_", "ghu_", "ghr_", "npm_")}, "vcp_ (Vercel)": crc62("vcp_"),
            "github_pat_": lambda t: t[:-16] + checks.github_fine_tail(t[:-16]) + t[-8:],
            "glpat- routable": lambda t: t[:-9] + checks.gitlab_routable_tail(t[:-9], len(t[6:-9].split(".")[0])),
            "glsa_ (Grafana SA)": lambda t: t[:-8] + checks.crc32_hex_swapped(t[:-9]),
            "cfut_ (Cloudflare)": crc_hex("cfut_"), "cfat_ (Cloudflare)": crc_hex("cfat_"),
            "cfk_ (Cloudflare)": crc_hex("cfk_"), "zpka_ (Zuplo)": crc_hex("zpka_", "_"),
            "cflt (Confluent)": lambda t: t[:-6] + checks.crc32_base64(t[4:-6]),
            "ATATT3 (Atlassian)": lambda t: t[:-8] + checks.crc32_hex(t[:-8]).upper(),
            "Azure storage HIS v1": azure_v1, "Azure CASK/HIS v2": azure_v2,
            "Entra client secret 8Q~": lambda t: t[:-3] + checks.entra_tail(t[:-3]),
            "Azure DevOps legacy PAT": devops, "AWS AKIA account": aws}
        self.assertEqual(set(self.vectors), set(rebuild), "vectors that nothing is compared with, or the reverse")
        for name, parts in self.vectors.items():
            with self.subTest(name):
                self.assertEqual(rebuild[name]("".join(parts)), "".join(parts))

    def test_ids_are_of_the_public_catalogs(self):
        listed = {line.strip() for line in (self.folder / "coverage-ids.txt").read_text().splitlines()
                  if line and not line.startswith("#")}
        self.assertEqual(set(catalog.FORMATS) - listed, catalog.EXTRAS)


class Bech32(unittest.TestCase):
    def test_against_the_rule_of_the_standard(self):
        """BIP-173: the words of a valid string, with those of its prefix, have the polynomial remainder 1."""
        text = checks.bech32("age-secret-key-", bytes(range(32)))
        prefix, data = text.rsplit("1", 1)
        words = [ord(c) >> 5 for c in prefix] + [0] + [ord(c) & 31 for c in prefix]
        total = 1
        for word in words + [checks.BECH32_ALPHABET.index(c) for c in data]:
            top = total >> 25
            total = (total & 0x1FFFFFF) << 5 ^ word
            for bit, constant in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
                total ^= constant if top >> bit & 1 else 0
        self.assertEqual(total, 1)
        self.assertEqual(len(data), 58)


if __name__ == "__main__":
    unittest.main()
