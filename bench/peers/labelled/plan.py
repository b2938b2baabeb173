"""What is planted where: every format in several kinds of files, decoys among them, tuned and held-out apart."""
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from . import containers_config, containers_documents, containers_output, containers_source
from .catalog import FORMATS, is_held_out
from .container import Container, Item
from .decoys import DECOYS, Decoy
from .labels import Entry, Marks, check
from .lockfiles import LISTS, lock_file
from .shapes import Format
from .stream import Stream

PLANTINGS = 7           # of each format, every one in another kind of file
DECOY_PLANTINGS = 26    # of each row of the table of decoys
LOCK_FILES = 3          # of each kind
CONTAINERS: dict[str, Container] = {
    container.kind: container
    for module in (containers_config, containers_source, containers_output, containers_documents)
    for container in module.CONTAINERS}

Thing = Format | Decoy


@dataclass
class Plan:
    """One file before it is written: what is to be in it, in order."""
    container: str
    held_out: bool
    things: list[tuple[Thing, str]] = field(default_factory=list)   # with the name of the stream of random numbers
    number: int = 0


@dataclass
class Written:
    name: str
    held_out: bool
    data: bytes
    labels: list[dict[str, Any]]
    values: list[str]       # what each label was meant to hold


def places(thing: Thing) -> list[str]:
    return sorted(thing.places or CONTAINERS)


def planned(seed: int) -> list[Plan]:
    """A file holds only formats of one side, so that its decoys and stray findings belong to that side, too."""
    groups: dict[tuple[str, bool], list[tuple[Thing, str]]] = defaultdict(list)
    for thing in FORMATS.values():
        rng = Stream(f"{seed}/place/{thing.id}")
        for number, place in enumerate(rng.sample(places(thing), PLANTINGS)):
            groups[place, is_held_out(thing.id)].append((thing, f"{seed}/{thing.id}/{number}"))
    for row, decoy in enumerate(DECOYS):
        for number in range(DECOY_PLANTINGS):
            stream = f"{seed}/decoy/{row}/{number}"
            rng = Stream(stream + "/place")
            groups[rng.choice(places(decoy)), rng.randrange(3) == 0].append((decoy, stream))
    plans: list[Plan] = []
    for place in sorted({place for place, _ in groups}):
        rng = Stream(f"{seed}/files/{place}")
        own: list[Plan] = []
        for held_out in (False, True):
            things = groups[place, held_out]
            rng.shuffle(things)
            while things:
                size = rng.choice([1, 2, 4, 6, 8, 10, 14, 24])
                own.append(Plan(place, held_out, things[:size]))
                things = things[size:]
        rng.shuffle(own)
        for number, plan in enumerate(own):
            plan.number = number
        plans += own
    return plans


def format_entry(rng: Stream, marks: Marks, format: Format) -> Entry:
    text = marks.secret(format.make(rng), format.id)
    form = "assign" if not format.block else "command" if format.block == "command" else "block"
    return Entry(form, rng.choice(format.names), text, format, format.block)


def item(marks: Marks, thing: Thing, stream: str, held_out: bool) -> Item:
    rng = Stream(stream)
    if isinstance(thing, Decoy):
        name = rng.choice(thing.names) if thing.names else ""
        return [Entry(thing.form, name, marks.decoy(thing.make(rng), thing.kind), None, thing.title)]
    entries = [format_entry(rng, marks, thing)]
    # Half the time the other part of a pair stands beside it, unless that part is on the other side.
    companion = FORMATS.get(thing.companion)
    if companion and is_held_out(companion.id) == held_out and rng.random() < 0.5:
        entries.insert(rng.randrange(2), format_entry(rng, marks, companion))
    return entries


def written(name: str, text: str, marks: Marks, held_out: bool) -> Written:
    data, spans, values = marks.resolve(text)
    check(data, spans, values, name)
    labels = [{"file": name, **span, "held_out": held_out} for span in spans]
    return Written(name, held_out, data, labels, values)


def render(seed: int, plan: Plan) -> Written:
    container, marks = CONTAINERS[plan.container], Marks()
    items = [item(marks, thing, stream, plan.held_out) for thing, stream in plan.things]
    rng = Stream(f"{seed}/file/{plan.container}/{plan.number}")
    text = container.build(rng, items)
    return written(container.file_name(rng, plan.number), text, marks, plan.held_out)


def lock_files(seed: int) -> list[Written]:
    out = []
    for title in LISTS:
        for number in range(LOCK_FILES):
            rng, marks = Stream(f"{seed}/lock/{title}/{number}"), Marks()
            text = lock_file(rng, marks, title)
            out.append(written(f"lock/{number:03}-{title}", text, marks, number == LOCK_FILES - 1))
    return out
