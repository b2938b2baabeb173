#pragma once

#include <map>
#include <string>
#include <vector>

#include "isolate/frames.h"
#include "isolate/worker/refused.h"

namespace sluice::isolate {

/// What the cleaning of one document collects and may spend.
class PdfJob {
 public:
  PdfJob(const JobLimits& limits, bool keeps_links) : limits_(limits), keeps_links_(keeps_links) {}

  void note(Note note, std::uint64_t count = 1) { notes_[note] += count; }
  void charge_object() {
    if (++objects_ > limits_.max_objects) throw Refused{Status::kTooLarge, Note::kObjects};
  }
  void charge_decoded(std::uint64_t bytes) {
    decoded_ += bytes;
    if (decoded_ > limits_.max_decoded_bytes) throw Refused{Status::kTooLarge, Note::kStreams};
  }
  [[nodiscard]] std::uint64_t decoded_left() const { return limits_.max_decoded_bytes - decoded_; }

  void add_text(std::string text) {
    if (text.empty()) return;
    text_bytes_ += text.size();
    if (text_bytes_ > limits_.max_text_bytes || texts_.size() >= kMaxStrings) {
      throw Refused{Status::kTooLarge, Note::kTexts};
    }
    texts_.push_back(std::move(text));
  }
  void add_url(std::string url) {
    add_text(url);
    if (urls_.size() >= kMaxStrings) throw Refused{Status::kTooLarge, Note::kTexts};
    urls_.push_back(std::move(url));
  }

  [[nodiscard]] const JobLimits& limits() const { return limits_; }
  [[nodiscard]] bool keeps_links() const { return keeps_links_; }
  [[nodiscard]] Response take() {
    Response response;
    for (const auto& [note, count] : notes_) response.notes.push_back({note, count});
    response.texts = std::move(texts_);
    response.urls = std::move(urls_);
    return response;
  }

 private:
  JobLimits limits_;
  bool keeps_links_;
  std::map<Note, std::uint64_t> notes_;
  std::vector<std::string> texts_;
  std::vector<std::string> urls_;
  std::uint64_t objects_ = 0;
  std::uint64_t decoded_ = 0;
  std::uint64_t text_bytes_ = 0;
};

}  // namespace sluice::isolate
