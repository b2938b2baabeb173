#pragma once

#include "media/types.h"
#include "sluice/artifact.h"
#include "sluice/finding.h"

namespace sluice::pipeline {

/// Which checks and which cleaner an artifact gets.
enum class Kind : std::uint8_t {
  kEmpty,
  kText,
  kJson,
  kNdjson,
  kJsonSeq,
  kTable,
  kMarkdown,
  kLatex,
  kHtml,
  kPng,
  kSvg,
  kJpeg,
  kGif,
  kWebp,
  kNpy,
  kParquet,
  kPickle,  ///< of Python, joblib, dill: judged, never changed
  kSafetensors,
  kTorch,  ///< a pickle in torch's reading, or a zip that holds one
  kZip,
  kTar,
  kGzip,
  kZstd,
  kXz,
  kPdf,
  kChart,  ///< JSON that draws something: E2B's charts, Vega-Lite, Plotly
  kNotebook,
  kNeverReleased,  ///< runs in its reader by its nature, as a display bundle's JavaScript, widgets, Bokeh
  kNoCleaner,      ///< withheld: nothing here can make it safe for this consumer
};

/// Chooses the kind. Text is text for an agent and a terminal, but a spreadsheet reads cells in it and runs formulas;
/// Markdown loads images where it is rendered. LaTeX of a result is a formula that a renderer expands; a file of it is
/// a document's source, which is shown and never run here. O(1).
[[nodiscard]] Kind kind_of(media::MediaType type, Channel channel, Consumer consumer) noexcept;

}  // namespace sluice::pipeline
