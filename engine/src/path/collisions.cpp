#include "path/collisions.h"

#include <optional>

#include "path/unicode.h"

namespace sluice::path {

std::string collision_key(std::string_view safe_name) { return fold(safe_name); }

bool Collisions::add(std::string_view safe_name, Findings& findings, const SecretScrubber* scrubber) {
  const auto collide = [&](const char* what, const std::string& earlier) {
    Location where;
    where.layer = Layer::kName;
    findings.add(FindingCode::kPathCollision, Severity::kHigh, Decision::kReject,
                 engine_text(std::string(what) + ": " + report_text(as_bytes(earlier), scrubber).str()),
                 std::move(where));
    return false;
  };
  // The folders first, then the file; nothing is remembered before all of them fit.
  for (std::size_t slash = safe_name.find('/'); slash != std::string_view::npos;
       slash = safe_name.find('/', slash + 1)) {
    const std::string_view folder = safe_name.substr(0, slash);
    const auto found = entries_.find(fold(folder));
    if (found == entries_.end()) continue;
    if (found->second.is_file) return collide("needs as a folder what is a file", found->second.spelling);
    if (found->second.spelling != folder) return collide("a folder is written in two ways", found->second.spelling);
  }
  const auto found = entries_.find(fold(safe_name));
  if (found != entries_.end()) {
    if (!found->second.is_file) return collide("is a folder already", found->second.spelling);
    return collide(
        found->second.spelling == safe_name ? "the name was used before" : "the same but for case or normalization",
        found->second.spelling);
  }
  for (std::size_t slash = safe_name.find('/'); slash != std::string_view::npos;
       slash = safe_name.find('/', slash + 1)) {
    const std::string_view folder = safe_name.substr(0, slash);
    entries_.emplace(fold(folder), Entry{std::string(folder), false});
  }
  entries_.emplace(fold(safe_name), Entry{std::string(safe_name), true});
  ++files_;
  return true;
}

}  // namespace sluice::path
