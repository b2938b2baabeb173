#pragma once

#include <string>
#include <vector>

namespace sluice::bench {

/// A corpus of the text suites.
struct Input {
  std::string name;
  std::string text;
};

/// Generated texts, and the real ones that this machine has. Made once.
[[nodiscard]] const std::vector<Input>& inputs();

void register_scan();
void register_text();
void register_check();
void register_json();
void register_pattern();
void register_images();
void register_png();
void register_svg();
void register_html();

}  // namespace sluice::bench
