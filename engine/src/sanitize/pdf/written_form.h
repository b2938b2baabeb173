#pragma once

#include <cstdint>
#include <string>

#include "core/budget.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Checks that a PDF is one that the worker writes, without believing the worker: a process that parses hostile files
/// may have been taken over by one.
///
/// Accepted is only this: the header of version 1.7; objects one after the other, each of generation 0, whose tokens
/// are those of PDF; streams of exactly the length that they say; one table of cross-references that names exactly
/// these objects at these places; a trailer with Size, Root and ID and nothing else; the end. Every key of every
/// dictionary is of the allow-list (isolate/pdf_schema.h), actions are GoTo, or URI with http, https or mailto, and no
/// name is written with escapes that spell plain letters. What the content of streams shows is not looked at.
///
/// @param budget  charged a step for every 16 bytes and a node for every object
/// @param fault   where it is not accepted: what is wrong, for the report
/// Complexity: O(n), memory for the offsets of the objects. Thread-safety: as `budget`.
[[nodiscard]] bool is_written_form(ByteView pdf, Budget& budget, std::string& fault);

}  // namespace sluice::sanitize
