#!/usr/bin/env python3
"""The differential campaign itself: mutations repeat, classes hold for what they name, and a disagreement is not lost."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "differential"))
import explain  # noqa: E402
import mutate  # noqa: E402
import run  # noqa: E402

SCHEMA = {"type": "object", "properties": {"a": {"type": "integer", "minimum": 3}, "b": {"pattern": "^x$"}}, "required": ["a"]}
EXAMPLE = {"a": 4, "b": "x", "c": [1, {"d": None}]}


def case(engine, text, ours="valid", theirs="invalid", schema=None):
    return explain.Case(engine, schema or SCHEMA, text, ours, theirs)


class Mutations(unittest.TestCase):
    def documents(self, seed):
        return list(mutate.Mutator(SCHEMA, EXAMPLE, seed).documents(200))

    def test_repeat_with_the_seed(self):
        self.assertEqual(self.documents("1"), self.documents("1"))
        self.assertNotEqual(self.documents("1"), self.documents("2"))

    def test_are_json_on_one_line_and_differ(self):
        texts = self.documents("1")
        self.assertEqual(json.loads(texts[0]), EXAMPLE)
        self.assertGreater(len(set(texts)), 120)
        for text in texts:
            json.loads(text)
            self.assertNotIn("\n", text)


class Classes(unittest.TestCase):
    def test_numbers_outside_of_strings(self):
        self.assertEqual(list(explain.numbers(r'{"1": -2, "a\"3": [4.5e1, "6"]}')), ["-2", "4.5e1"])

    def test_hold_for_what_they_name(self):
        self.assertIn("1.0", explain.reason_of(case("valijson", '{"a": 4.0}')).why)
        self.assertIsNone(explain.reason_of(case("valijson", '{"a": 4}')))
        self.assertIsNone(explain.reason_of(case("ajv", '{"a": 4.0}')))
        self.assertIn("line feed", explain.reason_of(case("python-jsonschema", '{"a": 4, "b": "x\\n"}')).why)
        self.assertIn("0.01", explain.reason_of(case("ajv", "1.1", schema={"multipleOf": 0.1})).why)

    def test_exclusions_are_ajv_s_alone(self):
        for text in ("9007199254740993", '{"__proto__": 1}', '{"constructor" : 1}'):
            self.assertTrue(explain.is_excluded("ajv", text))
            self.assertFalse(explain.is_excluded("blaze", text))
        self.assertFalse(explain.is_excluded("ajv", '"9007199254740993"'))


class Comparison(unittest.TestCase):
    def tally(self, documents, ours, answers):
        out = run.Tally()
        run.compare("s", json.dumps(SCHEMA), documents, ours, answers, out)
        return out

    def test_unknown_disagreement_fails(self):
        tally = self.tally(['{"a": 4}', '{"a": 1}'], ["valid", "valid"], {"blaze": ["valid", "invalid"]})
        self.assertEqual(len(tally.unexplained), 1)
        self.assertEqual(tally.compared["blaze"], 2)

    def test_class_does_not_hide_that_all_others_disagree(self):
        tally = self.tally(['{"a": 4.0}'], ["valid"], {"valijson": ["invalid"], "blaze": ["valid"]})
        self.assertEqual((len(tally.unexplained), sum(tally.explained.values())), (0, 1))
        tally = self.tally(['{"a": 4.0}'], ["valid"], {"valijson": ["invalid"], "blaze": ["invalid"]})
        self.assertEqual(len(tally.unexplained), 2)

    def test_our_own_failure_is_never_explained(self):
        tally = self.tally(['{"a": 4.0}'], ["error"], {"valijson": ["invalid"]})
        self.assertEqual(len(tally.unexplained), 1)


if __name__ == "__main__":
    unittest.main()
