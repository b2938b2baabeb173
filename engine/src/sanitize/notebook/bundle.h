#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/document.h"
#include "sanitize/job.h"
#include "sanitize/notebook/model.h"

namespace sluice::sanitize::notebook {

/// Checks the representations of outputs and attachments, each as an artifact of its kind.
class BundleReader {
 public:
  explicit BundleReader(Job& job) : job_(job) {}

  /// Reads the representations of one output. What does not pass is named in its text/plain.
  /// @param path  of the output, for reports: "cells/2/outputs/0"
  [[nodiscard]] Bundle read(const json::Value& data, const std::string& path, std::uint64_t source_begin);

  /// Reads the images of one attachment; what does not pass is left out, which the host reports.
  [[nodiscard]] Bundle read_attachment(const json::Value& data, const std::string& path, std::uint64_t source_begin);

  /// Checks a text as a member. @return what is to be written: the text, or what stands in its place
  [[nodiscard]] std::string read_text(std::string text, std::string_view type, const std::string& path,
                                      std::uint64_t source_begin, bool* is_released = nullptr);

  /// Adds the findings of representations that are never shown.
  void report() const;

 private:
  struct Seen {
    bool is_released = false;
    std::string type;  ///< canonical where it is not the declared one
    Representation representation;
  };
  [[nodiscard]] Seen check(std::string_view type, const json::Value& value, const std::string& path,
                           std::uint64_t source_begin);

  Job& job_;
  std::uint64_t never_shown_ = 0;
  ReportText first_never_shown_;
};

}  // namespace sluice::sanitize::notebook
