// Notebooks that nobody here made, and the judgment of Jupyter's own library on what is written.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "pipeline/fixture.h"
#include "support/golden.h"
#include "support/temporary_folder.h"

namespace sluice::testing {
namespace {

constexpr const char* kType = "application/x-ipynb+json";

TEST(NotebookFiles, InstalledOnesLeaveAndStayAsTheyAre) {
  std::size_t files = 0;
  for (const char* root : {"/usr/lib/python3/dist-packages/matplotlib", "/usr/share/doc"}) {
    std::error_code error;
    auto it = std::filesystem::recursive_directory_iterator(
        root, std::filesystem::directory_options::skip_permission_denied, error);
    if (error) continue;
    for (const auto& entry : it) {
      if (entry.path().extension() != ".ipynb") continue;
      const std::string notebook = read_file(entry.path().string());
      if (notebook.find("\"worksheets\"") != std::string::npos) continue;
      SCOPED_TRACE(entry.path().string());
      Harness harness;
      const std::string once = harness.clean(notebook, Channel::kFile, "a.ipynb", kType);
      ASSERT_NE(once, "<withheld>");
      EXPECT_EQ(harness.clean(once, Channel::kFile, "b.ipynb", kType), once);
      ++files;
    }
  }
  if (files == 0) GTEST_SKIP() << "no notebooks are installed here";
}

TEST(NotebookFiles, AreValidToNbformat) {
  if (std::system("/usr/bin/python3 -c 'import nbformat' 2>/dev/null") != 0) {  // NOLINT: a test
    GTEST_SKIP() << "python3-nbformat is not installed";
  }
  const TemporaryFolder folder;
  Harness harness;
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_path("fuzz/seeds/notebook"))) {
    const std::string clean =
        harness.clean(read_file(entry.path().string()), Channel::kFile, "n" + std::to_string(count) + ".ipynb", kType);
    if (clean == "<withheld>") continue;
    std::ofstream(folder.path(std::to_string(count++) + ".ipynb"), std::ios::binary) << clean;
  }
  ASSERT_GE(count, 2U);
  const std::string command = "/usr/bin/python3 -c \"import glob, nbformat\nfor f in glob.glob('" + folder.path() +
                              "/*.ipynb'):\n    nbformat.validate(nbformat.read(f, as_version=4))\"";
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT: a test
}

}  // namespace
}  // namespace sluice::testing
