"""Documents near a valid one: seeded changes of its tree, with words, numbers and names taken from the schema."""
import copy
import json
import random
from typing import Any, Iterator

NUMBERS = [0, 1, -1, 2, 3, 5, 7, 10, 42, 100, 255, 256, 1000, 65535, 65536, 0.5, 1.5, -2.25, 0.1, 1.2, 19.99, 1e-7, 1.0, 3.0,
           -4.0, 1e3, 1e21, 2**31, -(2**31), 2**53 - 1, -(2**53 - 1)]
LARGE = [2**53, 2**53 + 1, -(2**53) - 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30]
STRINGS = ["", "a", "ab", "abc", "0", "1", "true", "null", " ", "abc-12", "AB-123", "x" * 20, "y" * 81, "\u00e9", "\u00e9\u00e9",
           "\U0001F600", "a\u0301", "a\nb", "abc\n", "4242\n", "2026-03-01", "-.", "1.4", "+.5", "1E-7", "https://example.com", "\u0660\u0661",
           "a\u0000b", "\u2028"]
KEYS = ["a", "b", "c", "id", "kind", "type", "extra", "x-a", "k-s", "n7", "", " ", "\u00e9", "A", "toolongkeyname", "$ref", "10"]
ODD_KEYS = ["constructor", "__proto__", "toString", "length"]
LEAVES = [None, True, False, {}, [], [1, "a"], {"a": 1}, [None], [[]], {"a": {"b": []}}]


class Words:
    """What a schema names: members, constants, limits."""

    def __init__(self, schema: Any):
        self.keys: list[str] = []
        self.values: list[Any] = []
        self._walk(schema)

    def _walk(self, schema: Any) -> None:
        if isinstance(schema, list):
            for part in schema:
                self._walk(part)
        if not isinstance(schema, dict):
            return
        for name, value in schema.items():
            if name in ("properties", "dependentRequired", "dependentSchemas", "dependencies") and isinstance(value, dict):
                self.keys += value
            elif name == "required" and isinstance(value, list):
                self.keys += value
            elif name == "enum":
                self.values += value
            elif name == "const":
                self.values.append(value)
            elif name in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") and \
                    not isinstance(value, bool):
                self.values += [value, value + 1, value - 1, value * 2]
            elif name in ("minLength", "maxLength") and value < 500:
                self.values += ["z" * int(value), "z" * (int(value) + 1), "\u00e9" * int(value)]
            self._walk(value)


def places(root: Any) -> list[tuple[Any, Any]]:
    """(container, key or index) of every value below the root."""
    out, todo = [], [root]
    while todo:
        node = todo.pop()
        for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
            out.append((node, key))
            todo.append(value)
    return out


class Mutator:
    def __init__(self, schema: Any, example: Any, seed: str):
        self.random = random.Random(seed)
        self.words = Words(schema)
        self.example = example

    def value(self) -> Any:
        choice = self.random.random()
        if choice < 0.35 and self.words.values:
            return copy.deepcopy(self.random.choice(self.words.values))
        if choice < 0.55:
            return self.random.choice(NUMBERS)
        if choice < 0.58:
            return self.random.choice(LARGE)
        if choice < 0.80:
            return self.random.choice(STRINGS)
        return copy.deepcopy(self.random.choice(LEAVES))

    def key(self) -> str:
        choice = self.random.random()
        if choice < 0.6 and self.words.keys:
            return self.random.choice(self.words.keys)
        return self.random.choice(ODD_KEYS if choice > 0.97 else KEYS)

    def near(self, value: Any) -> Any:
        """A value of the same type."""
        pick = self.random
        if isinstance(value, bool) or value is None:
            return not value
        if isinstance(value, int):
            return pick.choice([value + 1, value - 1, -value, value * 10, float(value), value + 0.5, value * 2])
        if isinstance(value, float):
            return pick.choice([value + 1, -value, value / 2, value * 3, round(value), value + 0.01])
        if isinstance(value, str):
            return pick.choice([value + "a", value[:-1], value + "\n", value * 2, value.upper(), "\u00e9" + value[1:], value[1:], " " + value,
                                value + "\u00e9", value.replace("a", "\U0001F600")])
        return self.value()

    def change(self, root: Any) -> Any:
        spots = places(root)
        if not spots or self.random.random() < 0.03:
            return self.value()
        node, key = self.random.choice(spots)
        value, pick = node[key], self.random
        action = pick.randrange(11)
        if action == 0:
            del node[key]
        elif action == 1 and isinstance(value, dict):
            value[self.key()] = self.value()
        elif action == 1 and isinstance(value, list):
            value.insert(pick.randint(0, len(value)), self.value())
        elif action == 2 and isinstance(node, dict):
            name = self.key()
            if name not in node:
                node[name] = node.pop(key)
        elif action in (3, 4, 5):
            node[key] = self.near(value)
        elif action == 6:
            other, at = pick.choice(spots)
            node[key] = copy.deepcopy(other[at])
        elif action == 7:
            node[key] = pick.choice([[value], {self.key(): value}])
        elif action == 8 and isinstance(node, list):
            node.insert(key, copy.deepcopy(value))
        elif action == 9 and isinstance(node, dict):
            items = list(node.items())
            pick.shuffle(items)
            node.clear()
            node.update(items)
        elif action == 10 and isinstance(node, dict):
            node[self.key()] = self.value()
        else:
            node[key] = self.value()
        return root

    def documents(self, count: int) -> Iterator[str]:
        """Texts on one line each; the first is the example."""
        for number in range(count):
            root = copy.deepcopy(self.example)
            for _ in range(0 if number == 0 else self.random.choice([1, 1, 1, 1, 2, 2, 3, 5])):
                root = self.change(root)
            yield json.dumps(root, ensure_ascii=self.random.random() < 0.3)
