#!/usr/bin/env python3
"""Files that numpy, pandas, joblib and pickle itself write, through the command: data_files_test.py SLUICE.

Every numpy array of every type, order and version leaves and loads to the same array; object arrays do not. Pickles of
data leave for storage where the policy says so, those of anything else and those for others never do. The test is run
by a Python that has numpy; where there is none it is skipped (exit 77), or fails where CI is set.
"""
import collections
import datetime
import decimal
import functools
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import uuid

try:
    import numpy
    import pandas
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print("numpy or pandas is not installed")
    sys.exit(1 if os.environ.get("CI") else 77)

TASK = "t"  # the folder below --out
STORAGE = """consumer = "storage"
[pickles]
allow = true
"""


def check(sluice, folder, out, policy=None):
    command = [sluice, "check", "--format", "jsonl", "--task-id", TASK, "--out", str(out), str(folder)]
    if policy:
        path = folder.parent / (folder.name + ".toml")
        path.write_text(policy)
        command[2:2] = ["--policy", str(path)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    verdicts = {}
    for line in done.stdout.splitlines():
        verdict = json.loads(line)
        if verdict.get("channel") == "file":
            verdicts[verdict["name"]] = verdict
    assert verdicts, done.stdout[:2000] + done.stderr[:2000]
    return verdicts


def arrays():
    kinds = "? i1 u1 i2 u2 i4 u4 i8 u8 f2 f4 f8 f16 c8 c16 c32 S1 S7 U1 U5 V3 M8[ns] M8[D] m8[s] m8[25us]".split()
    for kind in kinds:
        for order in "<>":
            dtype = numpy.dtype(kind).newbyteorder(order)
            for shape in [(), (0,), (1,), (3,), (2, 3), (2, 0, 2), (1, 2, 3, 2)]:
                data = numpy.zeros(shape, dtype)
                if data.size and data.dtype.kind in "iuf":
                    data = numpy.arange(data.size).reshape(shape).astype(dtype)
                yield data
                if data.ndim > 1:
                    yield numpy.asfortranarray(data)
    yield numpy.zeros(3, [("a", "<i4"), ("b", ">f8", (2,))])
    yield numpy.zeros((2, 2), [("p", [("x", "<f4"), ("y", "<f4")]), ("n", "S3")])
    yield numpy.zeros(2, [(("title", "name"), "<i4")])
    yield numpy.zeros(2, numpy.dtype([("a", "i1"), ("b", "i8")], align=True))
    yield numpy.zeros(2, [("\u00e9", "<i4")])


def test_npy(sluice, root):
    folder = root / "npy"
    folder.mkdir()
    wanted = {}
    for number, data in enumerate(arrays()):
        for version in [None, (1, 0), (2, 0), (3, 0)] if number % 8 == 4 else [None]:
            name = f"{number}-{version[0] if version else 'any'}.npy"
            with open(folder / name, "wb") as file:
                try:
                    numpy.lib.format.write_array(file, data, version=version)
                except (UnicodeEncodeError, ValueError):
                    continue
            wanted[name] = data
    for path in folder.iterdir():
        if path.stat().st_size == 0:
            path.unlink()
            wanted.pop(path.name, None)
    bad = root / "objects"
    bad.mkdir()
    numpy.save(bad / "objects.npy", numpy.array([None, "x"], dtype=object), allow_pickle=True)
    out = root / "npy-out"
    verdicts = check(sluice, folder, out)
    changed = 0
    for name, data in wanted.items():
        verdict = verdicts[name]
        assert verdict["decision"] in ("allow", "sanitize"), (name, data.dtype, verdict)
        changed += verdict["decision"] == "sanitize"
        clean = numpy.load(out / TASK / name)
        assert clean.dtype == data.dtype and clean.shape == data.shape, (name, clean.dtype, data.dtype)
        assert clean.tobytes("A") == data.tobytes("A"), name
    objects = check(sluice, bad, root / "objects-out")["objects.npy"]
    assert objects["decision"] == "quarantine", objects
    again = root / "npy-again"
    for name, verdict in check(sluice, out / TASK, again).items():
        assert verdict["decision"] == "allow", (name, verdict)
    print(f"npy: {len(wanted)} files load to the same array, {changed} with a header written anew")


class Evil:
    def __reduce__(self):
        return (print, ("run",))


def test_pickles(sluice, root):
    folder = root / "good"
    folder.mkdir()
    bad = root / "evil"
    bad.mkdir()
    frame = pandas.DataFrame({"a": [1, 2], "b": [1.5, 2.5], "c": ["x", "y"]})
    data = {
        "plain": {"a": [1, 2.5, None], "b": "text", "c": (1, 2), "d": {3}, "e": b"bytes", "f": frozenset([1])},
        "types": [
            collections.OrderedDict(a=1),
            collections.deque([1]),
            datetime.datetime(2024, 1, 2),
            datetime.timedelta(1),
            decimal.Decimal("1.5"),
            complex(1, 2),
            range(3),
            slice(1, 2),
            bytearray(b"x"),
        ],
        "array": numpy.arange(10.0),
        "array-fortran": numpy.asfortranarray(numpy.ones((3, 2))),
        "array-objects": numpy.array([1, "x"], dtype=object),
        "scalar": numpy.float64(1.5),
        "frame": frame,
        "series": frame["a"],
    }
    evil = {
        "evil": Evil(),
        "partial": functools.partial(print, "x"),
        "function": os.system,
        "class": subprocess.Popen,
        "exception": ValueError("x"),
        "path": pathlib.PurePosixPath("x"),
    }
    good = 0
    for protocol in range(6):
        for name, value in data.items():
            if protocol < 2 and name in ("types", "frame", "series"):
                continue  # these go through copyreg._reconstructor, which is not listed
            (folder / f"good-{name}-{protocol}.pkl").write_bytes(pickle.dumps(value, protocol))
            good += 1
        for name, value in evil.items():
            (bad / f"evil-{name}-{protocol}.pkl").write_bytes(pickle.dumps(value, protocol))
    try:
        import joblib

        for level in ["zlib", "gzip"]:
            joblib.dump([1, "two", {"three": 3}], str(folder / f"good-{level}.joblib"), compress=(level, 3))
            good += 1
        for level in ["bz2", "lzma", "xz"]:
            joblib.dump([1, "two"], str(bad / f"evil-{level}.joblib"), compress=(level, 3))
        joblib.dump(numpy.arange(10), str(bad / "evil-array.joblib"))
    except ImportError:
        print("joblib is not installed; its part is left out")
    odd = pickle.dumps(Evil(), 4)
    for extension in ["txt", "bin", "dat", "png", "csv", "json", "npy", "zip", "md", "weights", "p"]:
        (bad / f"evil-odd.{extension}").write_bytes(odd)
    for policy, released in [(STORAGE, True), (STORAGE.replace("true", "false"), False), (None, False)]:
        out = root / f"pickles-{released}-{bool(policy)}"
        verdicts = check(sluice, folder, out, policy)
        verdicts.update(check(sluice, bad, root / (out.name + "-evil"), policy))
        for name, verdict in verdicts.items():
            codes = {finding["name"] for finding in verdict["findings"]}
            if name.startswith("good") and released:
                assert verdict["decision"] == "allow", (name, verdict)
                assert (out / TASK / name).read_bytes() == (folder / name).read_bytes()
            else:
                assert verdict["decision"] in ("quarantine", "reject"), (name, verdict)
                assert not (out / TASK / name).exists(), name
            # Where the name contradicts the bytes that is enough to withhold, and nothing is walked.
            is_walked = not name.startswith("evil-odd") and not any(kind in name for kind in ("lzma", "bz2", "xz"))
            if name.startswith("evil") and is_walked:
                assert "pickle.global" in codes, (name, verdict)
            if policy is None:
                assert "media.active_content" in codes, (name, verdict)
    print(f"pickles: {good} of data leave for storage, {len(verdicts) - good} others never do")


def main():
    sluice = sys.argv[1]
    with tempfile.TemporaryDirectory() as root:
        test_npy(sluice, pathlib.Path(root))
        test_pickles(sluice, pathlib.Path(root))


if __name__ == "__main__":
    main()
