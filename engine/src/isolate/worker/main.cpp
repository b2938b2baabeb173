// sluice-worker: parses native formats for the library, locked in. It is started by the library, never by a person.
#include <unistd.h>

#include "isolate/worker/images.h"
#include "isolate/worker/pdf.h"
#include "isolate/worker/serve.h"

namespace {

using namespace sluice::isolate;  // NOLINT: one small file

bool run_job(const Request& request, Response& response) {
  switch (request.kind) {
    case JobKind::kPdf: response = clean_pdf(request.payload, request.limits, request.keeps_links); return true;
    case JobKind::kPng:
    case JobKind::kJpeg:
    case JobKind::kWebp: response = reencode(request.kind, request.payload, request.limits); return true;
    case JobKind::kTest: break;
  }
  return false;
}

// Whatever the libraries load or look up at their first use.
void warm_up() {
  warm_up_pdf();
  warm_up_images();
}

}  // namespace

// No destructors at the end: they would need what is locked out by then.
int main() { _exit(serve(warm_up, run_job)); }
