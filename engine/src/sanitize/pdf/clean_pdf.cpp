#include "sanitize/pdf/clean_pdf.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "isolate/frames.h"
#include "sanitize/native_worker.h"
#include "sanitize/pdf/readable_text.h"
#include "sanitize/pdf/written_form.h"

namespace sluice::sanitize {

namespace {

using isolate::Note;
using isolate::Response;
using isolate::Status;

constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::string_view kEnd = "%%EOF";

class PdfCleaner {
 public:
  PdfCleaner(ByteView pdf, const PdfLimits& limits, Job& job) : pdf_(pdf), limits_(limits), job_(job) {}

  Output run() {
    Output output;
    if (!job_.budget.poll() || !job_.budget.charge(Budget::Kind::kSteps, pdf_.size() / kBytesPerStep + 1)) {
      job_.findings.add_exhausted(job_.budget);
      return output;
    }
    if (!cut_trailer()) {
      refuse(FindingCode::kMalformed, "the document has no end");
      return output;
    }
    std::optional<Response> response = ask(true);
    if (!response) return output;
    if (has_refused_host(*response)) {
      response = ask(false);
      if (!response) return output;
      report(FindingCode::kMarkupUrl, Severity::kMedium, response->count(Note::kLinks), "links were dropped");
    } else {
      report(FindingCode::kMarkupUrl, Severity::kMedium, response->count(Note::kLinks),
             "links of other schemes than http, https and mailto were dropped");
    }
    if (!take_texts(*response) || job_.is_withheld()) return output;
    report_dropped(*response);
    if (!check(response->payload)) return output;
    output.is_released = true;
    output.is_unchanged = std::equal(pdf_.begin(), pdf_.end(), response->payload.begin(), response->payload.end());
    if (!output.is_unchanged) output.bytes = std::move(response->payload);
    return output;
  }

 private:
  void refuse(FindingCode code, std::string detail) {
    job_.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)));
  }

  void report(FindingCode code, Severity severity, std::uint64_t count, std::string detail) {
    if (count == 0) return;
    Finding finding;
    finding.code = code;
    finding.severity = severity;
    finding.effect = Decision::kSanitize;
    finding.count = count;
    finding.detail = engine_text(std::move(detail));
    job_.findings.add(std::move(finding));
  }

  // Readers look for the end backwards; what follows the last one is no part of the document.
  bool cut_trailer() {
    const std::string_view text = as_chars(pdf_);
    const std::size_t end = text.rfind(kEnd);
    if (end == std::string_view::npos) return false;
    std::size_t last = end + kEnd.size();
    if (last < text.size() && text[last] == '\r') ++last;
    if (last < text.size() && text[last] == '\n') ++last;
    const std::string_view rest = text.substr(last);
    document_ = pdf_.first(last);
    if (rest.find_first_not_of(std::string_view(" \r\n\t\0", 5)) == std::string_view::npos) return true;
    Finding finding;
    finding.code = FindingCode::kTrailingData;
    finding.severity = Severity::kMedium;
    finding.effect = Decision::kSanitize;
    finding.where.begin = last;
    finding.where.end = text.size();
    finding.detail = engine_text(std::to_string(rest.size()) + " bytes after the end were dropped");
    job_.findings.add(std::move(finding));
    return true;
  }

  // What the worker made of the document; nothing where the check ends here, with its finding.
  std::optional<Response> ask(bool keeps_links) {
    isolate::Request request;
    request.kind = isolate::JobKind::kPdf;
    request.keeps_links = keeps_links;
    request.limits.max_output_bytes = job_.budget.left(Budget::Kind::kOutputBytes);
    request.limits.max_decoded_bytes = limits_.max_decoded_bytes;
    request.limits.max_text_bytes = limits_.max_text_bytes;
    request.limits.max_objects = std::min(limits_.max_objects, job_.budget.left(Budget::Kind::kNodes));
    request.limits.max_pages = limits_.max_pages;
    request.limits.max_pixels = limits_.max_pixels;
    request.payload.assign(document_.begin(), document_.end());
    std::optional<Response> response = ask_worker(request, job_);
    if (!response) return std::nullopt;
    if (response->status != Status::kDone) {
      report_refusal(*response);
      return std::nullopt;
    }
    return response;
  }

  void report_refusal(const Response& response) {
    switch (response.status) {
      case Status::kEncrypted: return refuse(FindingCode::kPdfEncrypted, {});
      case Status::kUnsupported:
        if (response.count(Note::kHiddenLayer) > 0) return refuse(FindingCode::kPdfHiddenLayer, {});
        return refuse(FindingCode::kImageUnsupported, "a stream is JBIG2, JPEG 2000, encrypted or in another file");
      case Status::kTooLarge:
        if (response.count(Note::kPixels) > 0) return refuse(FindingCode::kImageDimensions, "an image of the document");
        if (response.count(Note::kStreams) > 0) return refuse(FindingCode::kPdfPages, "its streams decode to too much");
        if (response.count(Note::kTexts) > 0) return refuse(FindingCode::kPdfPages, "it has too much text to scan");
        if (response.count(Note::kOutput) > 0) return refuse(FindingCode::kPdfPages, "written anew it is too long");
        if (response.count(Note::kObjects) > 0) return refuse(FindingCode::kPdfPages, "too many objects");
        return refuse(FindingCode::kPdfPages, "too many pages, or one too large");
      default: return refuse(FindingCode::kMalformed, "the document is damaged");
    }
  }

  bool has_refused_host(const Response& response) {
    return std::any_of(response.urls.begin(), response.urls.end(), [&](const std::string& url) {
      const bool is_mail = url.size() > 6 && (url[0] == 'm' || url[0] == 'M');
      return !is_mail && !job_.host.allows_url(UrlUse::kLink, url);
    });
  }

  // Scans the texts. They cannot be edited inside of a font's encoding, so a secret withholds.
  bool take_texts(const Response& response) {
    TextProjection projection;
    for (const std::string& text : response.texts) {
      if (!job_.budget.charge(Budget::Kind::kNodes, 1)) {
        job_.findings.add_exhausted(job_.budget);
        return false;
      }
      const std::string readable = readable_text(text);
      if (!readable.empty()) projection.add(Join::kBreak, readable, 0, pdf_.size());
    }
    if (job_.host.scan(projection).empty()) return true;
    refuse(FindingCode::kCleanerUnavailable, "text inside of a PDF cannot be redacted");
    return false;
  }

  void report_dropped(const Response& response) {
    report(FindingCode::kPdfActive, Severity::kHigh, response.count(Note::kActive), {});
    report(FindingCode::kPdfEmbedded, Severity::kHigh, response.count(Note::kEmbedded), {});
    report(FindingCode::kPdfRevisions, Severity::kMedium, response.count(Note::kRevisions), {});
    report(FindingCode::kPdfMetadata, Severity::kLow, response.count(Note::kMetadata), "descriptions");
    report(FindingCode::kPdfMetadata, Severity::kLow, response.count(Note::kStructure), "tags");
    report(FindingCode::kPdfMetadata, Severity::kLow, response.count(Note::kOther),
           "entries that are not on the allow-list");
  }

  bool check(const Bytes& written) {
    std::string fault;
    if (!job_.budget.charge(Budget::Kind::kOutputBytes, written.size()) ||
        !is_written_form(written, job_.budget, fault)) {
      if (!job_.budget.ok()) {
        job_.findings.add_exhausted(job_.budget);
      } else {
        add_worker_finding("what came back is not accepted: " + fault, job_);
      }
      return false;
    }
    return true;
  }

  ByteView pdf_;
  ByteView document_;  // up to its end
  const PdfLimits& limits_;
  Job& job_;
};

}  // namespace

Output clean_pdf(ByteView pdf, const PdfLimits& limits, Job& job) noexcept {
  try {
    return PdfCleaner(pdf, limits, job).run();
  } catch (...) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
