// Documents that other programs made.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "isolate/worker/pdf.h"
#include "support/golden.h"

namespace sluice::isolate {
namespace {

std::vector<std::string> documents() {
  std::vector<std::string> paths;
  for (const char* folder : {"/usr/share/doc", "/usr/share/matplotlib", "/usr/share/R", "/usr/lib/R/library"}) {
    std::error_code error;
    std::filesystem::recursive_directory_iterator walk(
        folder, std::filesystem::directory_options::skip_permission_denied, error);
    for (; !error && walk != std::filesystem::recursive_directory_iterator(); walk.increment(error)) {
      if (walk->path().extension() == ".pdf" && walk->is_regular_file(error)) paths.push_back(walk->path().string());
    }
  }
  return paths;
}

TEST(PdfFiles, ThoseOfThisMachineAreCleanedToAFixedPoint) {
  const std::vector<std::string> paths = documents();
  if (paths.empty()) GTEST_SKIP() << "no package with PDF files is installed here";
  std::size_t refused = 0;
  for (const std::string& path : paths) {
    SCOPED_TRACE(path);
    const std::string bytes = sluice::testing::read_file(path);
    const Response response = clean_pdf(as_bytes(bytes), {}, true);
    if (response.status != Status::kDone) {
      ++refused;
      continue;
    }
    const Response again = clean_pdf(response.payload, {}, true);
    EXPECT_EQ(again.status, Status::kDone);
    EXPECT_TRUE(again.payload == response.payload);
    EXPECT_TRUE(again.notes.empty());
    EXPECT_EQ(again.texts, response.texts);
  }
  EXPECT_LE(refused * 20, paths.size()) << refused << " of " << paths.size() << " refused";
}

}  // namespace
}  // namespace sluice::isolate
