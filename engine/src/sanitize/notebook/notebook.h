#pragma once

#include <cstdint>

#include "json/parser.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

struct NotebookOptions {
  json::ParsePolicy parse;             ///< how the JSON is read
  std::uint64_t max_cells = 10'000;    ///< more than any person scrolls through
  std::uint64_t max_outputs = 50'000;  ///< of all cells
};

/// Cleans a Jupyter notebook of format 4 and writes it anew as format 4.5.
///
/// Sources are one text to the scan; Markdown, attachments and every representation of every output are members, each
/// checked as its kind. What does not pass is replaced by a line of text that says so. Of the metadata only the names
/// of kernel and language stay: no trust flags, no state of widgets.
/// @param bytes  the notebook, any bytes; the budget has admitted them
/// @return the notebook as Jupyter writes it (indented by 1, sorted members); withheld where it is no notebook of
///         format 4, with findings json.*, notebook.state, bundle.type and those of its members
/// Complexity: O(n), no recursion. Thread-safety: as its job. Source: nbformat 4.5; Jupyter's security model.
[[nodiscard]] Output clean_notebook(ByteView bytes, const NotebookOptions& options, Job& job) noexcept;

}  // namespace sluice::sanitize
