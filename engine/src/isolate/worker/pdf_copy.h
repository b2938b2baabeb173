#pragma once

#include <deque>
#include <map>
#include <string>

#include "isolate/pdf_schema.h"
#include "isolate/worker/pdf_job.h"
#include "isolate/worker/pdf_text.h"
#include "isolate/worker/qpdf_types.h"

namespace sluice::isolate {

/// Copies what the allow-list names from one document into another. Objects that others refer to are copied once for
/// each type they are used as, from a work list and not by recursion.
class PdfCopier {
 public:
  PdfCopier(QPDF& from, QPDF& to, PdfJob& job) : from_(from), to_(to), job_(job) {}

  /// Copies the pages in their order, and the catalog.
  void copy_document(const std::vector<QPDFObjectHandle>& pages);

 private:
  struct Pending {
    QPDFObjectHandle source;
    QPDFObjectHandle target;
    PdfType type;
  };

  // Each returns a null object where nothing stays.
  QPDFObjectHandle copy(QPDFObjectHandle source, PdfType type, unsigned depth);
  QPDFObjectHandle copy_scalars(QPDFObjectHandle source, unsigned depth);
  QPDFObjectHandle copy_scalar(QPDFObjectHandle source);
  QPDFObjectHandle copy_destination(QPDFObjectHandle source, unsigned depth);
  QPDFObjectHandle copy_action(QPDFObjectHandle source, unsigned depth);
  QPDFObjectHandle copy_color_space(QPDFObjectHandle source, unsigned depth);
  QPDFObjectHandle copy_map(QPDFObjectHandle source, PdfType element, unsigned depth);
  QPDFObjectHandle copy_array(QPDFObjectHandle source, PdfType element, unsigned depth);
  QPDFObjectHandle copy_pairs(QPDFObjectHandle source, PdfType element, unsigned depth);
  QPDFObjectHandle copy_contents(QPDFObjectHandle source, QPDFObjectHandle resources);
  // A dictionary or stream: the object that stands for it, filled now or from the work list.
  QPDFObjectHandle refer(QPDFObjectHandle source, PdfType type, unsigned depth);
  void fill(const Pending& pending, unsigned depth);
  void fill_keys(QPDFObjectHandle source, QPDFObjectHandle target, PdfType type, unsigned depth);
  void fill_stream(QPDFObjectHandle source, QPDFObjectHandle target, PdfType type);
  void finish_annotations(QPDFObjectHandle page);
  void note_dropped(const std::string& key);
  std::map<std::string, FontReading> fonts_of(QPDFObjectHandle resources);
  void work_off();

  QPDF& from_;
  QPDF& to_;
  PdfJob& job_;
  std::map<QPDFObjGen, QPDFObjectHandle> pages_;
  std::map<std::pair<QPDFObjGen, PdfType>, QPDFObjectHandle> copied_;
  std::map<QPDFObjGen, FontReading> readings_;
  std::deque<Pending> pending_;
};

}  // namespace sluice::isolate
