// Property: a name that check_name() returns is relative, has no empty, `.` or `..` component, no separator but `/`, no
// control character, is not a device, and passes a second check unchanged and without a finding that refuses; a name is
// returned exactly where nothing asks for quarantine; extensions and collisions take any such name, and a name collides
// with itself. Oracle: plain string checks. Input: first byte options, rest the name. Cap: 4 KiB (fuzz/path.options).
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "path/collisions.h"
#include "path/extension.h"
#include "path/name.h"

namespace {

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void check_component(const std::string& component) {
  require(!component.empty() && component != "." && component != "..");
  require(component.size() <= 255);
  require(component.back() != '.' && component.back() != ' ');
  std::string base = component.substr(0, component.find('.'));
  std::transform(base.begin(), base.end(), base.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  for (const char* device : {"con", "prn", "aux", "nul", "com1", "lpt9"}) require(base != device);
}

void check_accepted(const std::string& name) {
  require(!name.empty() && name.size() <= 1024 && name.front() != '/');
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    require(byte >= 0x20 && byte != 0x7F && c != '\\' && c != ':');
  }
  std::size_t begin = 0;
  while (true) {
    const std::size_t slash = name.find('/', begin);
    check_component(name.substr(begin, slash == std::string::npos ? slash : slash - begin));
    if (slash == std::string::npos) return;
    begin = slash + 1;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  sluice::path::NameOptions options;
  options.is_hidden_allowed = (data[0] & 1U) != 0;
  options.is_leading_dash_allowed = (data[0] & 2U) != 0;
  options.is_reserved_allowed = (data[0] & 4U) != 0;
  const std::string raw(reinterpret_cast<const char*>(data) + 1, size - 1);
  sluice::Findings findings;
  const std::optional<std::string> name = sluice::path::check_name(sluice::as_bytes(raw), options, findings, nullptr);
  require(name.has_value() == (findings.decision() < sluice::Decision::kQuarantine));
  if (!name) return 0;
  check_accepted(*name);
  sluice::Findings again;
  const std::optional<std::string> second = sluice::path::check_name(sluice::as_bytes(*name), options, again, nullptr);
  require(second == name);
  (void)sluice::path::check_extension(*name, {"json", "tar.gz"}, findings, nullptr);
  sluice::path::Collisions collisions;
  sluice::Findings colliding;
  require(collisions.add(*name, colliding, nullptr));
  require(!collisions.add(*name, colliding, nullptr));
  return 0;
}
