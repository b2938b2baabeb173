#pragma once

#include <string>

#include "isolate/worker/pdf_job.h"
#include "isolate/worker/qpdf_types.h"

namespace sluice::isolate {

/// The data of a stream without the codings that are undone here.
struct PdfStream {
  std::string data;
  QPDFObjectHandle filter = QPDFObjectHandle::newNull();  ///< the coding that stays: that of an image
  QPDFObjectHandle parameters = QPDFObjectHandle::newNull();
};

/// Decodes a stream within what the job may decode. Flate, LZW, ASCII and run-length codings are undone; JPEG (stripped
/// of its metadata) and fax codings stay; others and damaged data are refused.
[[nodiscard]] PdfStream read_stream(QPDF& document, QPDFObjectHandle stream, PdfJob& job);

/// Refuses images of too many pixels.
void check_image(QPDFObjectHandle dictionary, PdfJob& job);

/// Refuses a page whose box is no box, or one with a longer side.
void check_page_size(QPDFObjectHandle box, int max_side);

}  // namespace sluice::isolate
