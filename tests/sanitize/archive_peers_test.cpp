// Archives of other programs, and what other programs read in ours: libarchive, Python's zipfile and tarfile, zip, tar.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "../fuzz/archive_peer.h"
#include "archive_builders.h"
#include "archive_host.h"
#include "support/temporary_folder.h"

namespace sluice::sanitize {
namespace {

namespace fs = std::filesystem;
using testing::ArchiveOutcome;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void write_file(const fs::path& path, std::string_view bytes) { std::ofstream(path, std::ios::binary) << bytes; }

// True where the command ends well, with its output.
bool run(const std::string& command, std::string& output) {
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return false;
  char buffer[4096];
  std::size_t length = 0;
  output.clear();
  while ((length = std::fread(buffer, 1, sizeof(buffer), pipe)) > 0) output.append(buffer, length);
  return ::pclose(pipe) == 0;
}

// Names, sizes and checksums as Python sees them.
constexpr const char* kPythonReader = R"(import sys, tarfile, zipfile, zlib
path = sys.argv[1]
if zipfile.is_zipfile(path):
    archive = zipfile.ZipFile(path)
    assert archive.testzip() is None
    files = [(i.filename, archive.read(i)) for i in archive.infolist() if not i.is_dir()]
else:
    archive = tarfile.open(path, 'r:')
    files = [(m.name, archive.extractfile(m).read()) for m in archive.getmembers() if m.isreg()]
for name, data in sorted(files):
    sys.stdout.buffer.write(('%s %d %d\n' % (name, len(data), zlib.crc32(data))).encode())
)";

std::string described(const std::map<std::string, std::string>& files) {
  std::string out;
  for (const auto& [name, content] : files) {
    out += name + " " + std::to_string(content.size()) + " " + std::to_string(sluice::testing::crc_of(content)) + "\n";
  }
  return out;
}

// Makes the archive by a command in a folder with some files, cleans it in both ways, and compares what others read.
void check_made_by(const std::string& command, const std::string& file) {
  SCOPED_TRACE(command);
  const sluice::testing::TemporaryFolder folder;
  const fs::path root = folder.path();
  fs::create_directories(root / "in" / "deep" / "er");
  write_file(root / "in" / "a.txt", "some text, some text, some text\n");
  write_file(root / "in" / "deep" / "\xc3\xa4.csv", "1,2\n");
  write_file(root / "in" / "deep" / "er" / (std::string(120, 'n') + ".txt"), "long\n");
  write_file(root / "in" / "empty", "");
  write_file(root / "in" / "random", std::string(70'000, 'r') + "dirty");
  std::string said;
  if (!run("cd '" + (root / "in").string() + "' && " + command, said)) {
    ASSERT_EQ(std::getenv("CI"), nullptr) << said;
    GTEST_SKIP() << "could not run it here: " << said;
  }
  const std::string bytes = read_file(root / "in" / file);
  const bool is_zip = bytes.starts_with("PK");
  for (const Repack repack : {Repack::kWhenChanged, Repack::kAlways}) {
    ArchiveOptions options;
    options.repack = repack;
    const ArchiveOutcome outcome = is_zip ? testing::run_zip(bytes, options) : testing::run_tar(bytes, options);
    ASSERT_TRUE(outcome.output.is_released) << outcome.codes();
    EXPECT_EQ(outcome.contents.size(), 5U);
    ASSERT_FALSE(outcome.output.is_unchanged) << "one of its files is cleaned";
    const std::string clean = to_string(outcome.output.bytes);
    const ArchiveOutcome again = is_zip ? testing::run_zip(clean, options) : testing::run_tar(clean, options);
    EXPECT_TRUE(again.output.is_unchanged) << again.codes();
    const std::optional<peer::Files> files = peer::read_with_libarchive(clean);
    ASSERT_TRUE(files.has_value());
    EXPECT_EQ(*files, again.contents);
    write_file(root / "clean", clean);
    write_file(root / "reader.py", kPythonReader);
    ASSERT_TRUE(run("python3 '" + (root / "reader.py").string() + "' '" + (root / "clean").string() + "'", said))
        << said;
    EXPECT_EQ(said, described(again.contents));
  }
}

TEST(ArchivePeers, InfoZip) {
  check_made_by("zip -qr out.zip .", "out.zip");
  check_made_by("zip -qr0 -z out.zip . </dev/null", "out.zip");
}

TEST(ArchivePeers, InfoZipToAPipe) { check_made_by("zip -qr - . > ../out.zip && mv ../out.zip .", "out.zip"); }

TEST(ArchivePeers, GnuTar) {
  for (const char* format : {"gnu", "oldgnu", "pax", "posix"}) {
    check_made_by(std::string("tar -cf ../out.tar --format=") + format + " . && mv ../out.tar .", "out.tar");
  }
}

TEST(ArchivePeers, PythonZip) {
  const std::string head =
      "python3 -c \"import os, zipfile, shutil; shutil.make_archive('../out', 'zip')\" && mv ../out.zip .";
  check_made_by(head, "out.zip");
}

TEST(ArchivePeers, PythonTar) {
  for (const char* format : {"PAX", "GNU"}) {
    check_made_by(std::string("python3 -c \"import tarfile; t = tarfile.open('../out.tar', 'w', format=tarfile.") +
                      format + "_FORMAT); t.add('.'); t.close()\" && mv ../out.tar .",
                  "out.tar");
  }
}

}  // namespace
}  // namespace sluice::sanitize
