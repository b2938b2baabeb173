#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "sluice/bytes.h"

namespace sluice::bench {

/// Texts that anyone can make again: the same bytes on every machine. `bytes` is the least size; whole lines follow.
[[nodiscard]] std::string code_like(std::size_t bytes);
[[nodiscard]] std::string prose(std::size_t bytes);
/// Log lines that are full of keys, ids, addresses and hex: many first-stage hits, and one real token in 500 lines.
[[nodiscard]] std::string dense_log(std::size_t bytes);
/// A JSON array of records that fits `report_schema`.
[[nodiscard]] std::string json_report(std::size_t bytes);
[[nodiscard]] std::string report_schema();
/// A PNG of `width` x `height` RGB pixels, a gradient with noise, as charts and screenshots compress.
[[nodiscard]] Bytes png_image(unsigned width, unsigned height);

/// Every .py below /usr/lib/python3*, in the order of their paths, up to `max_bytes`; nothing where there is less than
/// 1 MB of them.
[[nodiscard]] std::optional<std::string> python_library(std::size_t max_bytes);
/// Text files below /usr/share/doc, unpacked ones only. As above.
[[nodiscard]] std::optional<std::string> system_docs(std::size_t max_bytes);

}  // namespace sluice::bench
