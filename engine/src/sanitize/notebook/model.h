#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/document.h"
#include "sanitize/projection.h"

namespace sluice::sanitize::notebook {

/// A text that the scan may change: what it says, or which leaf of the projection it is.
struct Text {
  std::string text;
  std::optional<std::uint32_t> leaf;
};

/// One representation of an output, or an attachment, as it is written.
struct Representation {
  enum class Form : std::uint8_t { kLines, kString, kJson };
  Form form = Form::kLines;
  std::string text;  ///< lines of text, base64, or JSON
};

using Bundle = std::map<std::string, Representation>;

struct CellOutput {
  enum class Kind : std::uint8_t { kStream, kDisplay, kResult, kError };
  Kind kind = Kind::kStream;
  bool is_stderr = false;
  std::string text;  ///< of a stream; the traceback of an error, joined by newlines
  Text error_name;
  Text error_value;
  std::optional<std::int64_t> execution_count;
  Bundle data;
};

struct Cell {
  enum class Kind : std::uint8_t { kCode, kMarkdown, kRaw };
  Kind kind = Kind::kCode;
  Text id;  ///< empty: one is made up
  Text source;
  std::optional<std::int64_t> execution_count;
  std::vector<CellOutput> outputs;
  std::vector<std::pair<Text, Bundle>> attachments;
};

/// Who runs the notebook; members without a text are not written.
struct Metadata {
  Text kernel_name;
  Text kernel_display_name;
  Text kernel_language;
  Text language_name;
  Text language_version;
};

struct Notebook {
  Metadata metadata;
  std::vector<Cell> cells;
};

/// Writes a notebook as Jupyter does. @param texts  what the scan wants in place of leaves
[[nodiscard]] std::string write_notebook(const Notebook& notebook, const LeafTexts& texts);

/// A JSON value as text, on one line. O(n), no recursion.
[[nodiscard]] std::string value_text(const json::Value& value);

/// The text of a multi-line string: a string, or an array of strings that are read as one.
/// @return nothing where it is neither
[[nodiscard]] std::optional<std::string> multiline_text(const json::Value& value);

}  // namespace sluice::sanitize::notebook
