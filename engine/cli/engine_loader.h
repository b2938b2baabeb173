#pragma once

#include <memory>

#include "cli/options.h"
#include "sluice/engine.h"

namespace sluice::cli {

/// Loads the engine that the options name: policy file, packs, key, and the known secrets from the environment, which
/// only the commands read.
[[nodiscard]] Result<std::shared_ptr<const Engine>> load_engine(const EngineOptions& options);

/// Loads the engine and starts the run of the task.
[[nodiscard]] Result<Run> start_run(const EngineOptions& options);

/// Parses names of consumers and channels; an unknown one names what is allowed.
[[nodiscard]] Result<std::optional<Consumer>> consumer_option(const std::string& name);
[[nodiscard]] Result<Channel> channel_option(const std::string& name);

}  // namespace sluice::cli
