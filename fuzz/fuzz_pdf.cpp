// Property: whatever the document, the worker's cleaner ends; what it writes is accepted by the host's independent
// check of the written form; cleaning it again gives the same bytes and finds nothing; and read back with qpdf, no
// object of it has an active or describing key, nor an action other than GoTo and URI.
// Input: the file.
// Cap: 64 KiB (pdf.options).
#include <cstddef>
#include <cstdint>
#include <string>

#include "isolate/worker/pdf.h"
#include "isolate/worker/qpdf_types.h"
#include "sanitize/pdf/written_form.h"

namespace {

using namespace sluice;           // NOLINT: one small file
using namespace sluice::isolate;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

JobLimits small_limits() {
  JobLimits limits;
  limits.max_output_bytes = 4'000'000;
  limits.max_decoded_bytes = 4'000'000;
  limits.max_text_bytes = 4'000'000;
  limits.max_objects = 20'000;
  limits.max_pages = 200;
  return limits;
}

void require_inert(ByteView pdf) {
  QPDF document;
  document.setSuppressWarnings(true);
  document.setAttemptRecovery(false);
  document.processMemoryFile("output", reinterpret_cast<const char*>(pdf.data()), pdf.size());
  for (QPDFObjectHandle object : document.getAllObjects()) {
    QPDFObjectHandle keys = object.isStream() ? object.getDict() : object;
    if (!keys.isDictionary()) continue;
    // Maps of resources are written inside others, so each of these objects has keys of the format.
    for (const char* key : {"/AA", "/OpenAction", "/JavaScript", "/JS", "/AcroForm", "/XFA", "/EmbeddedFiles", "/EF",
                            "/AF", "/Metadata", "/PieceInfo", "/OCProperties", "/Encrypt"}) {
      require(!keys.hasKey(key));
    }
    QPDFObjectHandle action = keys.getKey("/A");
    if (action.isDictionary()) {
      const std::string kind = action.getKey("/S").getName();
      require(kind == "/GoTo" || kind == "/URI");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView bytes(reinterpret_cast<const std::byte*>(data), size);
  const Response response = clean_pdf(bytes, small_limits(), true);
  if (response.status != Status::kDone) {
    require(response.payload.empty());
    return 0;
  }
  Budget budget;
  require(budget.admit_input(response.payload.size()));
  std::string fault;
  require(sanitize::is_written_form(response.payload, budget, fault));
  JobLimits more;  // what is written anew may be longer
  const Response again = clean_pdf(response.payload, more, true);
  require(again.status == Status::kDone && again.payload == response.payload && again.notes.empty());
  require_inert(response.payload);
  return 0;
}
