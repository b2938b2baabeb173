#include <gtest/gtest.h>

#include <string_view>

#include "support/golden.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--update-golden") sluice::testing::golden_update_mode() = true;
  }
  return RUN_ALL_TESTS();
}
