#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sluice/bytes.h"

namespace sluice::pipeline {

/// The host of a URL as it is spelled, lower case, without user information and port; empty where there is none or it
/// is spelled in a way that readers may take differently.
[[nodiscard]] std::string url_host(ByteView url);

/// True where `host` is one of `domains` ("example.com" is that host, "*.example.com" every host below it).
[[nodiscard]] bool is_allowed_host(std::string_view host, const std::vector<std::string>& domains) noexcept;

}  // namespace sluice::pipeline
