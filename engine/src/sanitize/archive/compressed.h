#pragma once

#include <cstdint>

#include "sanitize/archive/options.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// One file or stream, compressed.
enum class Compression : std::uint8_t {
  kGzip,  ///< RFC 1952
  kZstd,  ///< RFC 8878, windows of at most 8 MiB, no dictionaries
  kXz,    ///< the .xz format, decoders of at most 80 MiB
};

/// Cleans a compressed file: unpacks it, checks what comes out as an artifact of its own (a tar in most cases), and
/// compresses it anew.
///
/// The content is called like the file without its extension (`a.tar.gz`, `a.tgz`: `a.tar`), so that this extension
/// counts as a claim; names inside the file are not read. Kept: the content. Dropped where it is written anew, with
/// archive.repacked: names, comments, times, extra fields, skippable frames, padding between streams, and the borders
/// of several streams. Withheld: what is no such file, is cut off, or has bytes behind its end (media.malformed,
/// media.trailing_data); a wrong checksum or size (archive.checksum); a coding that is not read here (archive.method);
/// more than a member may have or the budget allows (archive.ratio); withheld content. As it came leaves, with
/// Repack::kWhenChanged, only one stream without any of these but a time, with clean content.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param bytes  the whole file, any bytes
/// Complexity: O(n + inflated); the content is in memory, and the output. Thread-safety: as `job`.
[[nodiscard]] Output clean_compressed(ByteView bytes, Compression compression, const ArchiveOptions& options,
                                      Job& job) noexcept;

}  // namespace sluice::sanitize
