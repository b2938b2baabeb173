"""Copies of real texts of this machine, without links and in an order that is the same each time."""
import os
import pathlib
import sysconfig

SKIPPED = (".gz", ".bz2", ".xz", ".png", ".gif", ".svgz")


def python_library() -> pathlib.Path:
    return pathlib.Path(sysconfig.get_path("stdlib"))


def texts_below(root: pathlib.Path, suffix: str):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in ("__pycache__", "dist-packages", "site-packages"))
        for name in sorted(names):
            path = pathlib.Path(folder) / name
            if path.is_symlink() or not path.is_file() or name.startswith("."):
                continue
            if (name.endswith(suffix) if suffix else not name.endswith(SKIPPED)):
                data = path.read_bytes()
                if data and b"\0" not in data:
                    yield path.relative_to(root), data


def copy(root: pathlib.Path, suffix: str, folder: pathlib.Path, most_bytes: int) -> dict[str, int]:
    """Copies files until `most_bytes` are reached."""
    size = files = 0
    for path, data in texts_below(root, suffix):
        if size + len(data) > most_bytes:
            continue
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        size += len(data)
        files += 1
    return {"files": files, "bytes": size}


def real_corpora(folder: pathlib.Path, most_bytes: int) -> dict[str, dict[str, int]]:
    """Python's library and the documentation of Debian's packages, where there is 1 MB of them."""
    out = {}
    for name, root, suffix in (("python", python_library(), ".py"), ("doc", pathlib.Path("/usr/share/doc"), "")):
        facts = copy(root, suffix, folder / name, most_bytes)
        if facts["bytes"] >= 1_000_000:
            out[name] = facts
    return out
