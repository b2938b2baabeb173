"""What all kinds of files share: items between runs of ordinary lines, written from templates."""
import re
from random import Random

from .labels import MARK, Entry
from .words import can_nest, fill

Item = list[Entry]  # entries that stand together, such as a key id and its secret
SMALLEST = 1100  # bytes: a file of three lines would tell nothing about filler
PLAIN = re.compile(r"[A-Za-z0-9_./+][A-Za-z0-9_./+=:@,~%^-]*")


def unmarked(text: str) -> str:
    return MARK.sub(r"\2", text)


def is_plain(text: str) -> bool:
    """Whether a shell or YAML takes the value without quotes."""
    return bool(PLAIN.fullmatch(unmarked(text)))


class Container:
    """One kind of file: templates of its ordinary lines, and of the forms in which a value can stand among them."""
    kind = ""
    names: tuple[str, ...] = ()         # file names
    gap = (1, 5)                        # runs of ordinary lines between items
    repeat = (1, 1)                     # templates in one run
    head = tail = ""
    fillers: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()         # of a value that fits on a line
    bare_forms: tuple[str, ...] = ()    # the same without a name, for values that tell by themselves whose they are
    quoted_forms: tuple[str, ...] = ()  # instead of both, where the value is not plain
    block_form = ""                     # of a value of several lines
    margin = ""                         # before each of those lines
    command_form = "# @text@"
    note_form = "# @text@"

    def show(self, rng: Random, template: str, entry: Entry | None = None) -> list[str]:
        if entry is None:
            return fill(rng, template).split("\n")
        return fill(rng, template, entry.name, entry.text, entry.title).split("\n")

    def filler(self, rng: Random) -> list[str]:
        return [line for _ in range(rng.randint(*self.repeat)) for line in self.show(rng, rng.choice(self.fillers))]

    def assign(self, rng: Random, entry: Entry) -> list[str]:
        forms = self.forms
        if entry.format and not entry.format.needs_name:
            forms += self.bare_forms
        if self.quoted_forms and not is_plain(entry.text):
            forms = self.quoted_forms
        if not can_nest(entry.name):
            forms = tuple(form for form in forms if "@rest@" not in form)
        return self.show(rng, rng.choice(forms), entry)

    def block(self, rng: Random, entry: Entry) -> list[str]:
        text = "\n".join(self.margin + line if line else line for line in entry.text.split("\n"))
        return fill(rng, self.block_form, entry.name, text, entry.title).split("\n")

    def command(self, rng: Random, entry: Entry) -> list[str]:
        return self.show(rng, self.command_form, entry)

    def note(self, rng: Random, entry: Entry) -> list[str]:
        return self.show(rng, self.note_form, entry)

    def raw(self, rng: Random, entry: Entry) -> list[str]:
        return entry.text.split("\n")

    def build(self, rng: Random, items: list[Item]) -> str:
        lines = fill(rng, self.head).split("\n") if self.head else []
        for item in items:
            for _ in range(rng.randint(*self.gap)):
                lines += self.filler(rng)
            for entry in item:
                lines += getattr(self, entry.form)(rng, entry)
        for _ in range(rng.randint(*self.gap)):
            lines += self.filler(rng)
        while sum(map(len, lines)) < SMALLEST:
            lines += self.filler(rng)
        return "\n".join(lines + (self.tail.split("\n") if self.tail else [])) + "\n"

    def file_name(self, rng: Random, number: int) -> str:
        return f"{self.kind}/{number:03}-" + fill(rng, rng.choice(self.names))
