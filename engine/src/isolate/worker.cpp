#include "isolate/worker.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>

// The build says where the program is installed; a plain syntax check of this file need not.
#ifndef SLUICE_WORKER_FROM_BIN
#define SLUICE_WORKER_FROM_BIN "../libexec/sluice"
#define SLUICE_WORKER_FROM_LIB "../libexec/sluice"
#define SLUICE_WORKER_INSTALLED "/usr/local/libexec/sluice"
#endif

namespace sluice::isolate {

namespace fs = std::filesystem;

Result<Response> Worker::call(Request& request, Budget& budget) {
  using Clock = std::chrono::steady_clock;
  if (process_ && (jobs_ >= options_.max_jobs || busy_ >= options_.max_busy)) process_.reset();
  if (!process_) {
    Result<WorkerProcess> started = WorkerProcess::start(program_, options_.process, budget);
    if (!started) return std::move(started).error();
    process_.emplace(std::move(*started));
    jobs_ = 0;
    busy_ = {};
  }
  const Clock::time_point begin = Clock::now();
  Result<Response> response = process_->call(request, budget);
  busy_ += Clock::now() - begin;
  ++jobs_;
  if (!response) process_.reset();
  return response;
}

std::string installed_worker() {
  constexpr const char* kName = "sluice-worker";
  std::error_code error;
  const auto is_there = [&](const fs::path& path) { return !path.empty() && fs::is_regular_file(path, error); };
  const fs::path program_folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  // Where the code of this function was loaded from: the shared library, or again the program.
  fs::path library_folder;
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&installed_worker), &info) != 0 && info.dli_fname != nullptr) {
    library_folder = fs::path(info.dli_fname).parent_path();
  }
  for (const fs::path& path : {program_folder / kName, program_folder / SLUICE_WORKER_FROM_BIN / kName,
                               library_folder / kName, library_folder / SLUICE_WORKER_FROM_LIB / kName}) {
    // A name relative to the working folder is not a place that was chosen by whoever installed the library.
    if (path.is_absolute() && is_there(path)) return path.lexically_normal().string();
  }
  return (fs::path(SLUICE_WORKER_INSTALLED) / kName).string();
}

}  // namespace sluice::isolate
