#!/usr/bin/python3
"""Makes the drawings of this folder with Debian's packages: python3-matplotlib, python3-seaborn, graphviz, r-base-core.
They are kept in the repository, so this runs only where another one is wanted."""
import pathlib
import subprocess
import tempfile

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
import seaborn as sns  # noqa: E402

HERE = pathlib.Path(__file__).parent
matplotlib.rcParams["svg.hashsalt"] = "sluice"


def save(name, figure):
    figure.savefig(HERE / name, metadata={"Date": None})
    plt.close(figure)


def lines(name, fonttype):
    with plt.rc_context({"svg.fonttype": fonttype}):
        figure, axes = plt.subplots(figsize=(5, 3.5))
        x = np.linspace(0, 10, 60)
        axes.plot(x, np.sin(x), label="sin", marker="o", markersize=3)
        axes.plot(x, np.cos(x), "--", label="cos & more <b>")
        axes.fill_between(x, 0, np.sin(x) / 2, alpha=0.3)
        axes.set_title("Revenue by month, $\\alpha^2$")
        axes.set_xlabel("time [s]")
        axes.legend()
        axes.grid(True, alpha=0.4)
        save(name, figure)


def image(name):
    figure, axes = plt.subplots(figsize=(4, 3))
    picture = axes.imshow(np.arange(64).reshape(8, 8) % 13, cmap="viridis")
    figure.colorbar(picture)
    axes.bar([1, 3, 5], [2, 4, 3], hatch="//", alpha=0.5, color="tab:red")
    save(name, figure)


def statistics(name):
    sns.set_theme(style="whitegrid")
    rng = np.random.default_rng(7)
    figure, axes = plt.subplots(figsize=(5, 3.5))
    groups = np.repeat(["a", "b", "c"], 12)
    sns.boxplot(x=groups, y=rng.normal(size=36), ax=axes)
    sns.stripplot(x=groups, y=rng.normal(size=36), ax=axes, color=".3", size=3)
    axes.set_title("Groups")
    save(name, figure)
    sns.reset_defaults()
    matplotlib.rcParams["svg.hashsalt"] = "sluice"


def graph(name):
    text = """digraph build { rankdir=LR; bgcolor="#fafafa"; node [shape=box style="rounded,filled" fillcolor=lightblue];
      parse -> check [label="AST & more"]; check -> write; check -> refuse [style=dashed color=red];
      refuse [shape=ellipse fillcolor="#ffdddd" tooltip="withheld"]; write [URL="https://example.org/" shape=record
      label="{bytes|{verdict|findings}}"]; }"""
    subprocess.run(["dot", "-Tsvg", "-o", HERE / name], input=text.encode(), check=True)


def r_plots(*names):
    code = """
      svg("{0}/r-lines.svg", width = 5, height = 4)
      plot(c(1, 3, 2, 5), type = "b", pch = 19, col = "steelblue", main = "Four values", xlab = "n", ylab = "value")
      grid(); legend("topleft", legend = c("one", "two"), lty = 1:2); dev.off()
      svg("{0}/r-bars.svg", width = 5, height = 4)
      barplot(c(a = 3, b = 7, c = 5), col = rgb(0.2, 0.5, 0.8, 0.6), main = "Bars"); abline(h = 4, lty = 3); dev.off()
    """
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["R", "--vanilla", "--quiet", "-e", code.format(folder)], check=True, stdout=subprocess.DEVNULL)
        for name in names:
            (HERE / name).write_bytes((pathlib.Path(folder) / name).read_bytes())


lines("matplotlib-lines.svg", "path")
lines("matplotlib-text.svg", "none")
image("matplotlib-image.svg")
statistics("seaborn-box.svg")
graph("graphviz-record.svg")
r_plots("r-lines.svg", "r-bars.svg")
