#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "authoring/reference_text.h"
#include "sluice/bytes.h"

namespace sluice::bench {

using authoring::code_like;
using authoring::dense_log;
using authoring::json_report;
using authoring::prose;

/// What `json_report` fits.
[[nodiscard]] std::string report_schema();
/// A PNG of `width` x `height` RGB pixels, a gradient with noise, as charts and screenshots compress.
[[nodiscard]] Bytes png_image(unsigned width, unsigned height);

/// Every .py below /usr/lib/python3*, in the order of their paths, up to `max_bytes`; nothing where there is less than
/// 1 MB of them.
[[nodiscard]] std::optional<std::string> python_library(std::size_t max_bytes);
/// Text files below /usr/share/doc, unpacked ones only. As above.
[[nodiscard]] std::optional<std::string> system_docs(std::size_t max_bytes);

}  // namespace sluice::bench
