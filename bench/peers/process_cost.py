"""CPU and wall time of whole processes, with an end to waiting."""
import dataclasses
import os
import pathlib
import subprocess
import tempfile
import threading
import time


@dataclasses.dataclass
class Run:
    stdout: bytes
    stderr: bytes
    status: int
    cpu_s: float  # of the process and of the children it waited for
    wall_s: float
    timed_out: bool = False


def run(command: list[str], cwd: pathlib.Path, env: dict[str, str], timeout_s: float) -> Run:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.monotonic()
        child = subprocess.Popen(command, cwd=cwd, env={**os.environ, **env}, stdin=subprocess.DEVNULL, stdout=out,
                                 stderr=err, start_new_session=True)
        late = threading.Event()

        def end() -> None:
            late.set()
            os.killpg(child.pid, 9)

        timer = threading.Timer(timeout_s, end)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        wall = time.monotonic() - start
        out.seek(0), err.seek(0)
        return Run(out.read(), err.read(), child.returncode, usage.ru_utime + usage.ru_stime, wall, late.is_set())


def best(command: list[str], cwd: pathlib.Path, env: dict[str, str], timeout_s: float, rounds: int = 5,
         enough_s: float = 30.0) -> tuple[Run, list[float]]:
    """The run that took the least CPU time, and the CPU times of all; no further one after `enough_s` seconds."""
    runs: list[Run] = []
    begin = time.monotonic()
    while len(runs) < rounds and (not runs or time.monotonic() - begin < enough_s):
        runs.append(run(command, cwd, env, timeout_s))
        if runs[-1].timed_out:
            break
    return min(runs, key=lambda one: (one.timed_out, one.cpu_s)), sorted(one.cpu_s for one in runs)
