#include "isolate/worker/pdf.h"

// This must come first of qpdf.
#include "isolate/worker/qpdf_types.h"

#include <exception>
#include <memory>
#include <new>
#include <qpdf/Buffer.hh>
#include <qpdf/QPDFExc.hh>
#include <qpdf/QPDFLogger.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFWriter.hh>
#include <set>
#include <string_view>

#include "isolate/worker/pdf_copy.h"
#include "isolate/worker/pdf_job.h"

namespace sluice::isolate {

namespace {

// What shows in a reader that shows everything and hides in one that obeys would be two documents.
bool has_hidden_layer(QPDFObjectHandle root) {
  QPDFObjectHandle properties = root.getKey("/OCProperties");
  if (!properties.isDictionary()) return false;
  const auto hides = [](QPDFObjectHandle configuration) {
    if (!configuration.isDictionary()) return false;
    QPDFObjectHandle base = configuration.getKey("/BaseState");
    if (base.isName() && base.getName() == "/OFF") return true;
    QPDFObjectHandle off = configuration.getKey("/OFF");
    // Usage of a view or a printout can hide as well.
    QPDFObjectHandle automatic = configuration.getKey("/AS");
    return (off.isArray() && off.getArrayNItems() > 0) || (automatic.isArray() && automatic.getArrayNItems() > 0);
  };
  return hides(properties.getKey("/D"));
}

void note_document(QPDF& document, PdfJob& job) {
  QPDFObjectHandle trailer = document.getTrailer();
  if (trailer.hasKey("/Info")) job.note(Note::kMetadata);
  // A linearized file has two parts from the start.
  if (trailer.hasKey("/Prev") && !document.isLinearized()) job.note(Note::kRevisions);
}

Bytes write(QPDF& document, const JobLimits& limits) {
  QPDFWriter writer(document);
  writer.setOutputMemory();
  writer.setObjectStreamMode(qpdf_o_disable);
  writer.setStaticID(true);
  writer.setSuppressOriginalObjectIDs(true);
  writer.setCompressStreams(true);
  writer.setDecodeLevel(qpdf_dl_none);
  writer.forcePDFVersion("1.7");
  writer.write();
  const std::shared_ptr<Buffer> buffer = writer.getBufferSharedPointer();
  if (buffer->getSize() > limits.max_output_bytes) throw Refused{Status::kTooLarge, Note::kOutput};
  const auto* data = reinterpret_cast<const std::byte*>(buffer->getBuffer());
  return {data, data + buffer->getSize()};
}

void quiet(QPDF& document) {
  document.setSuppressWarnings(true);
  document.setLogger(QPDFLogger::create());
  document.getLogger()->setInfo(document.getLogger()->discard());
  document.getLogger()->setWarn(document.getLogger()->discard());
  document.getLogger()->setError(document.getLogger()->discard());
}

Bytes clean(ByteView pdf, PdfJob& job) {
  QPDF source;
  quiet(source);
  source.setAttemptRecovery(false);
  source.processMemoryFile("document", reinterpret_cast<const char*>(pdf.data()), pdf.size());
  if (source.isEncrypted()) throw Refused{Status::kEncrypted, Note::kOther};
  if (source.getObjectCount() > job.limits().max_objects) throw Refused{Status::kTooLarge, Note::kObjects};
  if (!source.getRoot().isDictionary()) throw Refused{Status::kMalformed, Note::kOther};
  if (has_hidden_layer(source.getRoot())) throw Refused{Status::kUnsupported, Note::kHiddenLayer};
  note_document(source, job);
  QPDFPageDocumentHelper pages(source);
  pages.pushInheritedAttributesToPage();
  QPDF target;
  quiet(target);
  target.emptyPDF();
  PdfCopier(source, target, job).copy_document(source.getAllPages());
  return write(target, job.limits());
}

}  // namespace

Response clean_pdf(ByteView pdf, const JobLimits& limits, bool keeps_links) {
  PdfJob job(limits, keeps_links);
  Response refused;
  try {
    Bytes clean_bytes = clean(pdf, job);
    Response response = job.take();
    response.status = Status::kDone;
    response.payload = std::move(clean_bytes);
    return response;
  } catch (const Refused& reason) {
    refused.status = reason.status;
    refused.notes = {{reason.note, 1}};
  } catch (const QPDFExc& error) {
    refused.status = error.getErrorCode() == qpdf_e_password ? Status::kEncrypted : Status::kMalformed;
  } catch (const std::bad_alloc&) {
    throw;  // the process ends; memory that another document fragmented is not to be trusted to
  } catch (const std::exception&) {
    refused.status = Status::kMalformed;
  }
  return refused;
}

void warm_up_pdf() {
  QPDF document;
  quiet(document);
  document.emptyPDF();
  QPDFObjectHandle page = document.makeIndirectObject(
      QPDFObjectHandle::parse("<< /Type /Page /MediaBox [0 0 9 9] /Resources << /Font << /F << /Type /Font /Subtype "
                              "/Type1 /BaseFont /X >> >> >> >>"));
  page.replaceKey("/Contents", document.newStream("BT /F 9 Tf (warm) Tj ET"));
  document.addPage(page, false);
  static_cast<void>(clean_pdf(write(document, {}), {}, true));
}

}  // namespace sluice::isolate
