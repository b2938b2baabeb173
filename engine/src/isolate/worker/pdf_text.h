#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "isolate/worker/pdf_job.h"

namespace sluice::isolate {

/// What the codes of a font stand for, where the font says it.
struct FontReading {
  std::size_t code_bytes = 1;
  std::map<std::uint32_t, std::string> characters;  ///< UTF-8 by code; empty: the codes are taken as they are
};

/// Reads the map of a ToUnicode stream; what does not follow the form is left out.
[[nodiscard]] std::map<std::uint32_t, std::string> read_to_unicode(std::string_view cmap);

/// Writes a content stream anew: known operators with their operands, one a line, no comments; collects the text it
/// shows. Operators that are not known go with their operands.
/// @param fonts  by resource name, without the slash
[[nodiscard]] std::string rewrite_content(std::string_view content, const std::map<std::string, FontReading>& fonts,
                                          PdfJob& job);

}  // namespace sluice::isolate
