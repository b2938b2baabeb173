"""Why validators disagree with ours: the committed list. A class holds for one engine and a (schema, document) pair; each
disagreement needs one, or the campaign fails."""
import dataclasses
import json
import re
from typing import Any, Callable


@dataclasses.dataclass
class Case:
    engine: str
    schema: Any
    text: str
    ours: str
    theirs: str

    def __post_init__(self) -> None:
        self.words = set(keywords(self.schema))
        self.document = json.loads(self.text)
        self.numbers = list(numbers(self.text))
        self.strings = list(strings(self.document))


def keywords(schema: Any):
    if isinstance(schema, dict):
        for key, value in schema.items():
            yield key
            yield from keywords(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from keywords(value)


def strings(value: Any):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from strings(part)


def numbers(text: str):
    """Numbers as they are written."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    return re.findall(r"-?\d[-+.eE\d]*", bare)


def is_whole_fraction(number: str) -> bool:
    return not number.lstrip("-").isdigit() and float(number).is_integer()


def has_pattern(case: Case) -> bool:
    return bool(case.words & {"pattern", "patternProperties"})


def has_fraction_divisor(schema: Any) -> bool:
    if isinstance(schema, dict):
        divisor = schema.get("multipleOf")
        return isinstance(divisor, float) or any(has_fraction_divisor(part) for part in schema.values())
    return isinstance(schema, list) and any(has_fraction_divisor(part) for part in schema)


def beyond(number: str, limit: int) -> bool:
    return number.lstrip("-").isdigit() and abs(int(number)) > limit


@dataclasses.dataclass
class Reason:
    engine: str
    keyword: str
    why: str
    right: str  # by the standard: "sluice" or the name of the engine
    holds: Callable[[Case], bool]


REASONS = [
    Reason("valijson", "multipleOf", "a number with a fraction is tested by the remainder of doubles, or as an integer once cut",
           "sluice", lambda case: "multipleOf" in case.words and any("." in n or "e" in n.lower() for n in case.numbers) or
           has_fraction_divisor(case.schema)),
    Reason("valijson", "multipleOf", "a string that reads like a number is one", "sluice",
           lambda case: "multipleOf" in case.words and any(re.fullmatch(r"\s*[-+]?\d.*", text) for text in case.strings)),
    Reason("valijson", "type", "1.0 is no integer; since draft 6 it is one", "sluice",
           lambda case: "integer" in json.dumps(case.schema) and any(is_whole_fraction(n) for n in case.numbers)),
    Reason("valijson", "type", "an integer beyond 64 bits is a double, so no integer", "sluice",
           lambda case: any(beyond(n, 2**63 - 1) for n in case.numbers)),
    Reason("valijson", "minimum, maximum", "an integer beyond 2^53 is compared as a double", "sluice",
           lambda case: any(beyond(n, 2**53 - 1) for n in case.numbers)),
    Reason("valijson", "pattern", "std::regex reads bytes: one character beyond ASCII is two to four of them", "sluice",
           lambda case: has_pattern(case) and any(not text.isascii() for text in case.strings)),
    Reason("valijson", "enum, const, uniqueItems", "1 and 1.0, 0 and -0.0 are different values", "sluice",
           lambda case: bool(case.words & {"enum", "const", "uniqueItems"}) and any(is_whole_fraction(n) for n in case.numbers)),
    Reason("valijson", "pattern", "the dot of std::regex matches U+2028 and the end of a line is any of LF, CR, U+2028", "sluice",
           lambda case: has_pattern(case) and any("\n" in text for text in case.strings)),
    Reason("python-jsonschema", "pattern", "Python's $ matches before a last line feed too", "sluice",
           lambda case: has_pattern(case) and any(text.endswith("\n") for text in case.strings)),
    Reason("python-jsonschema", "pattern", "Python's \\d matches digits of every script", "sluice",
           lambda case: has_pattern(case) and any(re.search(r"[^\x00-\x7f]", text) and re.search(r"\d", text)
                                                  for text in case.strings)),
    Reason("python-jsonschema", "multipleOf", "the quotient of doubles decides: 19.99 is no multiple of 0.01", "sluice",
           lambda case: has_fraction_divisor(case.schema)),
    Reason("python-jsonschema", "$recursiveRef", "it does not check what $recursiveRef points to beyond the first level", "sluice",
           lambda case: "$recursiveRef" in case.words and case.theirs == "valid"),
    Reason("python-jsonschema", "unevaluatedProperties", "it throws on a member that is named as a keyword", "sluice",
           lambda case: "unevaluatedProperties" in case.words and case.theirs.startswith("error AttributeError")),
    Reason("ajv", "type", "1.0 is an integer in draft 4 too, which asks for no fraction part", "sluice",
           lambda case: "draft-04" in json.dumps(case.schema) and any(is_whole_fraction(n) for n in case.numbers)),
    Reason("ajv", "multipleOf", "the quotient of doubles decides: 19.99 is no multiple of 0.01", "sluice",
           lambda case: has_fraction_divisor(case.schema)),
    Reason("ajv", "multipleOf", "a quotient that prints with an exponent counts as a fraction: 1e21 is no multiple of 3 or 1", "sluice",
           lambda case: "multipleOf" in case.words and any(abs(float(n)) >= 1e21 for n in case.numbers)),
    Reason("blaze", "type", "the command gives up on a document whose integer does not fit 64 bits", "sluice",
           lambda case: case.theirs.startswith("error: an integer beyond 64 bits")),
    Reason("blaze", "pattern", "^.{2,4}$ becomes a range of lengths, which lets a line feed pass", "sluice",
           lambda case: has_pattern(case) and any("\n" in text or "\u2028" in text for text in case.strings)),
]


def is_excluded(engine: str, text: str) -> bool:
    """Documents that are not given to an engine, since what it does with them is known: ajv reads integers as doubles and
    takes names of JavaScript's prototype for members."""
    if engine != "ajv":
        return False
    return any(beyond(n, 2**53 - 1) for n in numbers(text)) or \
        bool(re.search(r'"(?:constructor|__proto__|toString|prototype)"\s*:', text))


def reason_of(case: Case) -> Reason | None:
    return next((reason for reason in REASONS if reason.engine == case.engine and reason.holds(case)), None)
