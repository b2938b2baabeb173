#!/usr/bin/env python3
"""Documents and figures of the comparison of JSON validators; no peer runs."""
import json
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench" / "peers"))
import json_documents  # noqa: E402
import json_report  # noqa: E402
import json_run  # noqa: E402


class Documents(unittest.TestCase):
    def test_wrapped_schema_keeps_its_references(self):
        schema = {"$schema": "s", "$defs": {"n": {"$ref": "#"}}, "properties": {"a": {"$ref": "#/$defs/n", "format": "uuid"},
                                                                             "format": {"$ref": "#/properties/a"}}}
        self.assertEqual(json_documents.wrapped(schema), {
            "$schema": "s", "type": "array", "items": {"$ref": "#/$defs/Document"},
            "$defs": {"n": {"$ref": "#/$defs/Document"},
                      "Document": {"properties": {"a": {"$ref": "#/$defs/n"}, "format": {"$ref": "#/$defs/Document/properties/a"}}}}})

    def test_older_drafts_keep_their_definitions(self):
        out = json_documents.wrapped({"definitions": {"n": {}}, "items": {"$ref": "#/definitions/n"}})
        self.assertEqual(out["items"], {"$ref": "#/definitions/Document"})
        self.assertEqual(out["definitions"]["Document"], {"items": {"$ref": "#/definitions/n"}})

    def test_filled_to_the_size(self):
        text = json_documents.fill([{"a": 1}, {"a": "\u00e9"}], 1000, random.Random(1))
        self.assertLessEqual(len(text.encode()), 1000)
        self.assertGreater(len(text.encode()), 980)
        self.assertEqual(json.loads(text)[0], {"a": 1})

    def test_every_family_exists_and_there_are_enough(self):
        self.assertGreaterEqual(len(set(json_documents.FAMILIES)), 20)
        for name in json_documents.FAMILIES:
            self.assertTrue((json_documents.SCHEMAS / f"{name}.schema.json").exists(), name)
        self.assertLessEqual(set(json_documents.LARGE_FAMILIES), set(json_documents.FAMILIES))


class Report(unittest.TestCase):
    RESULT = {"context": {"cpu": "c", "cores": 2, "load_average": [1.0], "date": "d", "commit": "x", "rounds": 2, "node": "v"},
              "peers": {"sluice": {"version": "", "note": "n"}, "ajv": {"version": "8", "note": "m"}}, "missing": {"blaze": "gone"},
              "refused": {"ajv": {"f3": "why"}}, "bytes": {},
              "figures": {"f1": {"1KB": {"sluice": {"parse_validate_ns": [200.0, 100.0], "validate_ns": [50.0]},
                                         "ajv": {"parse_validate_ns": [400.0, 900.0]}}},
                          "f2": {"1KB": {"sluice": {"parse_validate_ns": [100.0]}, "ajv": {"parse_validate_ns": [900.0]}}},
                          "f3": {"1KB": {"sluice": {"parse_validate_ns": [100.0]}}}}}

    def test_best_of_each_side_and_the_geometric_mean(self):
        row, = json_report.means(self.RESULT)
        self.assertEqual((row["families"], row["low"], row["high"], row["asked"]), (2, 4.0, 9.0, 5.0))
        self.assertAlmostEqual(row["mean"], 6.0)

    def test_summary_says_what_did_not_run(self):
        text = json_report.summary(self.RESULT)
        self.assertIn("| ajv 8 | parse and validate | 1KB | 2 | **6.00** | 4.00 .. 9.00 | 5 |", text)
        self.assertIn("- blaze: not run, gone", text)
        self.assertIn("- ajv refuses f3: why", text)
        self.assertIn("<svg", json_report.svg(self.RESULT))

    def test_blaze_s_line(self):
        found = json_run.BLAZE_LINE.search("1KB.json: PASS 1.117 +- 0.879 us (0.024)\n")
        self.assertEqual(found.groups(), ("1.117", "0.024"))


if __name__ == "__main__":
    unittest.main()
