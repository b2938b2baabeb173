#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace sluice::testing {

/// True when the binary was started with --update-golden: expectations are written instead of compared.
inline bool& golden_update_mode() {
  static bool mode = false;
  return mode;
}

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// A path inside the source tree.
inline std::string source_path(const std::string& relative) { return std::string(SLUICE_SOURCE_DIR) + "/" + relative; }

/// Compares `actual` with the file tests/golden/<name>; run the binary with --update-golden to accept a change.
inline void expect_golden(const std::string& name, const std::string& actual) {
  const std::string path = source_path("tests/golden/" + name);
  if (golden_update_mode()) {
    std::ofstream(path, std::ios::binary) << actual;
    return;
  }
  EXPECT_EQ(read_file(path), actual) << "golden file " << path << "; --update-golden accepts the new text";
}

/// The folder of development data (recordings, test suites), or nothing. Where CI is set it must exist.
inline std::optional<std::string> test_data_dir() {
  const char* dir = std::getenv("SLUICE_TEST_DATA");
  if (dir != nullptr && *dir != '\0') return std::string(dir);
  const char* ci = std::getenv("CI");
  if (ci != nullptr && *ci != '\0') ADD_FAILURE() << "SLUICE_TEST_DATA must be set in CI";
  return std::nullopt;
}

}  // namespace sluice::testing

/// Skips the test with a message where the development data is not there.
#define SLUICE_NEED_TEST_DATA(variable)                                                   \
  const std::optional<std::string> variable##_opt = sluice::testing::test_data_dir();     \
  if (!variable##_opt) GTEST_SKIP() << "set SLUICE_TEST_DATA to the folder of test data"; \
  const std::string& variable = *variable##_opt
