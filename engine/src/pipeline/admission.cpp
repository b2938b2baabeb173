#include "pipeline/admission.h"

#include "path/name.h"

namespace sluice {

namespace pipeline {

Admitted admit(const ArtifactInfo& info, std::uint64_t bytes, Run::State& run) {
  Admitted admitted;
  if (info.channel == Channel::kFile && !info.name.empty()) {
    admitted.safe_name =
        path::check_name(as_bytes(info.name), path::NameOptions{}, admitted.name_findings, &run.scrubber);
    Findings collision(1);
    if (admitted.safe_name && !run.add_name(*admitted.safe_name, collision)) {
      admitted.collision = std::move(collision.listed().front());
    }
  }
  admitted.total_bytes = run.total_bytes.fetch_add(bytes) + bytes;
  if (info.channel == Channel::kFile) admitted.files = run.files.fetch_add(1) + 1;
  return admitted;
}

}  // namespace pipeline

Admission::Admission(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Admission::~Admission() = default;
Admission::Admission(Admission&&) noexcept = default;
Admission& Admission::operator=(Admission&&) noexcept = default;

Admission Run::admit(const ArtifactInfo& info, std::uint64_t bytes) noexcept {
  try {
    auto admission = std::make_unique<Admission::State>(*state_, info, bytes);
    admission->admitted = pipeline::admit(info, bytes, *state_);
    return Admission(std::move(admission));
  } catch (...) {
    // Only memory can be missing here. Without its state the check withholds.
    return Admission(nullptr);
  }
}

}  // namespace sluice
