#include "sluice/output_folder.h"

#include "core/guard.h"
#include "path/output_names.h"
#include "path/place.h"
#include "pipeline/task_id.h"

namespace sluice {

struct OutputFolder::State {
  explicit State(path::Placement placement_in) : placement(std::move(placement_in)) {}
  path::Placement placement;
};

OutputFolder::OutputFolder(std::unique_ptr<State> state) : state_(std::move(state)) {}
OutputFolder::~OutputFolder() = default;
OutputFolder::OutputFolder(OutputFolder&&) noexcept = default;
OutputFolder& OutputFolder::operator=(OutputFolder&&) noexcept = default;

Result<OutputFolder> OutputFolder::open(const std::string& path, const std::string& task_id) noexcept {
  return guarded("while opening an output folder", [&]() -> Result<OutputFolder> {
    Result<void> checked = pipeline::check_task_id(task_id);
    if (!checked) return std::move(checked).error();
    path::PlacementOptions options;
    options.task_folder = task_id;
    Result<path::Placement> placement = path::Placement::open(path, options);
    if (!placement) return std::move(placement).error();
    return OutputFolder(std::make_unique<State>(std::move(*placement)));
  });
}

Result<std::vector<std::string>> OutputFolder::choose_names(const std::vector<std::string>& wanted) noexcept {
  return guarded("while choosing the names of outputs",
                 [&]() -> Result<std::vector<std::string>> { return path::choose_output_names(wanted); });
}

Result<std::string> OutputFolder::write(std::string_view name, ByteView bytes) noexcept {
  return guarded("while writing an output", [&]() -> Result<std::string> {
    Result<void> written = state_->placement.write(name, bytes);
    if (!written) return std::move(written).error();
    return state_->placement.folder() + "/" + std::string(name);
  });
}

}  // namespace sluice
