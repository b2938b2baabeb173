#include "sanitize/image_strict/reencode.h"

#include <optional>
#include <utility>

#include "sanitize/image_strict/dimensions.h"
#include "sanitize/native_worker.h"

namespace sluice::sanitize {

namespace {

using isolate::JobKind;
using isolate::Note;
using isolate::Status;

std::optional<JobKind> kind_of(media::MediaType type) noexcept {
  switch (type) {
    case media::MediaType::kPng: return JobKind::kPng;
    case media::MediaType::kJpeg: return JobKind::kJpeg;
    case media::MediaType::kWebp: return JobKind::kWebp;
    default: return std::nullopt;
  }
}

void report_refusal(const isolate::Response& response, Job& job) {
  const auto refuse = [&](FindingCode code, ReportText detail) {
    job.findings.add(code, Severity::kMedium, Decision::kQuarantine, std::move(detail));
  };
  switch (response.status) {
    case Status::kUnsupported: return refuse(FindingCode::kImageUnsupported, "it cannot be encoded anew");
    case Status::kTooLarge: return refuse(FindingCode::kImageDimensions, "too large to be encoded anew");
    default: return refuse(FindingCode::kMalformed, "the pixels do not decode");
  }
}

Output reencode(JobKind kind, media::MediaType type, ByteView image, Job& job) {
  isolate::Request request;
  request.kind = kind;
  request.limits.max_output_bytes = job.budget.left(Budget::Kind::kOutputBytes);
  request.payload.assign(image.begin(), image.end());
  std::optional<isolate::Response> response = ask_worker(request, job);
  if (!response) return {};
  if (response->status != Status::kDone) {
    report_refusal(*response, job);
    return {};
  }
  const std::optional<Dimensions> before = image_dimensions(type, image);
  if (!before || image_dimensions(type, response->payload) != before) {
    add_worker_finding("the image that came back has another size", job);
    return {};
  }
  if (!job.budget.charge(Budget::Kind::kOutputBytes, response->payload.size())) {
    job.findings.add_exhausted(job.budget);
    return {};
  }
  job.findings.add(FindingCode::kImageReencoded, Severity::kInfo, Decision::kSanitize);
  Output output;
  output.is_released = true;
  output.bytes = std::move(response->payload);
  return output;
}

}  // namespace

bool can_reencode(media::MediaType type) noexcept { return kind_of(type).has_value(); }

Output reencode_image(media::MediaType type, ByteView image, Job& job) noexcept {
  try {
    const std::optional<JobKind> kind = kind_of(type);
    if (kind) return reencode(*kind, type, image, job);
    job.findings.add(FindingCode::kImageUnsupported, Severity::kMedium, Decision::kQuarantine,
                     "images of this type cannot be encoded anew");
  } catch (...) {
    job.findings.add_out_of_memory();
  }
  return {};
}

}  // namespace sluice::sanitize
