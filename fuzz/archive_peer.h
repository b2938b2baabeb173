#pragma once

// How libarchive reads an archive, and a host for cleaners that stands in for the pipeline.

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <clocale>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/findings.h"
#include "sanitize/job.h"

namespace sluice::peer {

/// Files of an archive by name.
using Files = std::map<std::string, std::string>;

/// @return nothing where libarchive stops with an error or sees something else than files and folders
inline std::optional<Files> read_with_libarchive(const std::string& bytes) {
  static const bool has_utf8 = std::setlocale(LC_CTYPE, "C.UTF-8") != nullptr;
  static_cast<void>(has_utf8);
  struct Close {
    void operator()(archive* a) const { archive_read_free(a); }
  };
  const std::unique_ptr<archive, Close> reader(archive_read_new());
  archive_read_support_format_zip_seekable(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_filter_none(reader.get());
  Files files;
  if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) return std::nullopt;
  archive_entry* entry = nullptr;
  int code = ARCHIVE_OK;
  while ((code = archive_read_next_header(reader.get(), &entry)) == ARCHIVE_OK) {
    const auto type = archive_entry_filetype(entry);
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr || (type != AE_IFREG && type != AE_IFDIR)) return std::nullopt;
    if (type == AE_IFDIR) continue;
    std::string content;
    char buffer[4096];
    la_ssize_t length = 0;
    while ((length = archive_read_data(reader.get(), buffer, sizeof(buffer))) > 0) {
      content.append(buffer, static_cast<std::size_t>(length));
    }
    if (length < 0) return std::nullopt;
    if (!files.emplace(name, std::move(content)).second) return std::nullopt;
  }
  return code == ARCHIVE_EOF ? std::optional<Files>(std::move(files)) : std::nullopt;
}

/// Remembers the members that it is shown. One that holds "bad" is withheld, one that holds "dirty" is changed.
class PeerHost final : public sanitize::MemberHost {
 public:
  explicit PeerHost(Findings& findings) : findings_(findings) {}
  sanitize::LeafTexts scan(const sanitize::TextProjection&) override { return {}; }
  bool allows_url(sanitize::UrlUse, std::string_view) override { return false; }
  [[nodiscard]] const SecretScrubber* scrubber() const noexcept override { return nullptr; }
  sanitize::Member check_member(const sanitize::MemberInfo& info, ByteView bytes) override {
    sanitize::Member member;
    std::string text = to_string(bytes);
    if (text.find("bad") != std::string::npos) {
      findings_.add(FindingCode::kExecutable, Severity::kHigh,
                    info.can_be_left_out ? Decision::kSanitize : Decision::kQuarantine);
      return member;
    }
    member.is_released = true;
    member.is_unchanged = true;
    if (const std::size_t at = text.find("dirty"); at != std::string::npos) {
      while (text.find("dirty") != std::string::npos) text.replace(text.find("dirty"), 5, "clean");
      member.is_unchanged = false;
      member.bytes = to_bytes(text);
    }
    files[std::string(info.name)] = std::move(text);
    return member;
  }

  Files files;

 private:
  Findings& findings_;
};

}  // namespace sluice::peer
