#!/usr/bin/env python3
"""Makes ordinary HTML and SVG with the programs that agents use, for the comparison of sanitizers.

usage: markup_corpus.py OUT [--recordings DIR]

Writes OUT/html/*.html and OUT/svg/*.svg. Needs Debian's python3-pandas, python3-jinja2, python3-matplotlib, python3-seaborn,
python3-plotly, python3-folium, python3-altair, python3-statsmodels, python3-sympy, graphviz, r-base-core, r-cran-knitr,
r-cran-xtable, r-cran-svglite; what is absent is left out and named. Numbers come from a fixed seed."""
import io
import json
import pathlib
import subprocess
import sys

SEED = 20


def frame(rows: int):
    import numpy
    import pandas
    random = numpy.random.default_rng(SEED)
    return pandas.DataFrame({
        "region": random.choice(["north", "south & east", "west <new>"], rows), "units": random.integers(0, 5000, rows),
        "price": random.normal(20, 4, rows).round(2), "share": random.random(rows),
        "day": pandas.date_range("2026-01-01", periods=rows)})


def pandas_pages():
    table = frame(200)
    yield "html/pandas-notebook.html", table.head(30)._repr_html_()
    yield "html/pandas-to-html.html", table.to_html()
    yield "html/pandas-large.html", frame(4000).to_html(border=0, classes="table table-striped")
    yield "html/pandas-describe.html", table.describe().to_html()
    yield "html/pandas-grouped.html", table.groupby(["region", "day"])[["units", "price"]].sum().head(60).to_html()
    style = table.head(40).style
    yield "html/styler-gradient.html", style.background_gradient(subset=["units", "price"]).format(precision=1).to_html()
    yield "html/styler-marks.html", (table.head(40).style.highlight_max(subset=["units"], color="#ffb3b3")
                                     .bar(subset=["share"], color="#5fba7d").set_caption("units by day").to_html())
    yield "html/styler-text.html", (table.head(20).style.set_properties(**{"font-weight": "bold", "text-align": "center"})
                                    .applymap(lambda v: "color: red" if v < 18 else "color: #080", subset=["price"]).to_html())


def plot_pages():
    import plotly.express
    table = frame(200)
    figure = plotly.express.scatter(table, x="units", y="price", color="region")
    yield "html/plotly.html", figure.to_html(include_plotlyjs="cdn")
    import altair
    yield "html/altair.html", altair.Chart(table).mark_point().encode(x="units", y="price").to_html()


def map_pages():
    import folium
    place = folium.Map(location=[52.5, 13.4], zoom_start=11)
    folium.Marker([52.5, 13.4], popup="<b>here</b>").add_to(place)
    yield "html/folium.html", place.get_root().render()


def statistics_pages():
    import numpy
    import statsmodels.api
    table = frame(200)
    model = statsmodels.api.OLS(table["price"], statsmodels.api.add_constant(numpy.asarray(table[["units", "share"]]))).fit()
    yield "html/statsmodels.html", model.summary().as_html()


def matplotlib_figures():
    import matplotlib
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "sluice"
    import matplotlib.pyplot as plot
    table = frame(200)

    def figure_text() -> str:
        out = io.StringIO()
        plot.savefig(out, format="svg", metadata={"Date": None})
        plot.close("all")
        return out.getvalue()

    table.plot.scatter("units", "price")
    yield "svg/matplotlib-scatter.svg", figure_text()
    table.groupby("region")["units"].sum().plot.pie()
    yield "svg/matplotlib-pie.svg", figure_text()
    table.plot("share", ["units"], title=r"units, $\alpha$ & more")
    plot.fill_between(table["share"].sort_values(), 0, table["units"], alpha=0.3, hatch="//")
    yield "svg/matplotlib-lines.svg", figure_text()
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        table["price"].plot.hist(bins=30)
        yield "svg/matplotlib-text.svg", figure_text()
    plot.imshow([[1, 2, 3], [3, 2, 1]])
    plot.colorbar()
    yield "svg/matplotlib-image.svg", figure_text()
    import seaborn
    seaborn.heatmap(table[["units", "price", "share"]].corr(), annot=True)
    yield "svg/seaborn-heatmap.svg", figure_text()
    seaborn.boxplot(data=table, x="region", y="price")
    yield "svg/seaborn-box.svg", figure_text()


def graph_figures():
    graph = 'digraph g { rankdir=LR; node [shape=box, style=filled, fillcolor=lightblue]; a -> b -> c; a -> c [label="x < y"]; d [shape=ellipse]; c -> d [style=dashed, color=red] }'
    yield "svg/graphviz.svg", subprocess.run(["dot", "-Tsvg"], input=graph, capture_output=True, text=True, check=True).stdout


R_CODE = """
set.seed(20); d <- data.frame(region = sample(c("north", "south & east"), 40, TRUE), units = sample(5000, 40), price = round(rnorm(40, 20, 4), 2))
svg("OUT/svg/r-cairo.svg", width = 6, height = 4); hist(d$price, main = "prices"); dev.off()
svg("OUT/svg/r-plot.svg", width = 6, height = 4); plot(d$units, d$price, col = factor(d$region), pch = 19); legend("top", c("a", "b")); dev.off()
svglite::svglite("OUT/svg/r-svglite.svg", width = 6, height = 4); barplot(table(d$region)); dev.off()
writeLines(knitr::kable(d, format = "html"), "OUT/html/r-kable.html")
print(xtable::xtable(d), type = "html", file = "OUT/html/r-xtable.html")
"""


def r_output(out: pathlib.Path):
    subprocess.run(["Rscript", "-"], input=R_CODE.replace("OUT", str(out)), text=True, check=True, capture_output=True)
    return []


def recorded(folder: pathlib.Path):
    for path in sorted(folder.glob("*.ndjson")):
        if path.name.startswith("adv_"):
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines()):
            try:
                event = json.loads(line)
            except ValueError:
                continue
            for key in ("html", "svg"):
                if isinstance(event, dict) and isinstance(event.get(key), str):
                    yield f"{key}/recorded-{path.stem}-{number}.{key}", event[key]


def main() -> int:
    out = pathlib.Path(sys.argv[1])
    for kind in ("html", "svg"):
        (out / kind).mkdir(parents=True, exist_ok=True)
    sources = [pandas_pages, plot_pages, map_pages, statistics_pages, matplotlib_figures, graph_figures, lambda: r_output(out)]
    if "--recordings" in sys.argv:
        folder = pathlib.Path(sys.argv[sys.argv.index("--recordings") + 1])
        sources.append(lambda: recorded(folder))
    missing = 0
    for source in sources:
        try:
            for name, text in source():
                (out / name).write_text(text)
        except (ImportError, FileNotFoundError, subprocess.CalledProcessError) as error:
            missing += 1
            print(f"left out: {error}", file=sys.stderr)
    print(f"{len(list(out.rglob('*.html')))} pages, {len(list(out.rglob('*.svg')))} figures")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
