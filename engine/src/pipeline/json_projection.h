#pragma once

#include <string>
#include <vector>

#include "json/document.h"
#include "json/rebuild.h"
#include "pipeline/leaf_hazards.h"
#include "pipeline/leaf_pieces.h"
#include "scan/redact.h"
#include "sluice/bytes.h"

namespace sluice::pipeline {

/// The strings and keys of a JSON document as one text to scan, with the way back to each of them.
///
/// Two readings exist. `kApart` looks like JSON written with decoded strings (`"key": "value"`), so that rules that
/// want a name beside its value see both. `kJoined` holds only strings that follow one another in an array, without
/// anything between them, so that a secret cut in pieces is whole again.
class JsonProjection {
 public:
  enum class Reading : std::uint8_t { kApart, kJoined };

  JsonProjection(const json::Document& document, Reading reading);

  [[nodiscard]] ByteView text() const noexcept { return text_; }
  /// Whether strings follow one another in an array, so that the other reading has a text.
  [[nodiscard]] bool has_runs() const noexcept { return has_runs_; }
  /// The string or key that holds view byte `offset`, or the next one. Tape id 0 where there is none.
  [[nodiscard]] std::uint32_t leaf_at(std::uint64_t offset) const noexcept;

  using Leaf = sanitize::LeafSpan;
  [[nodiscard]] const std::vector<Leaf>& leaves() const noexcept { return leaves_; }

 private:
  Bytes text_;
  std::vector<Leaf> leaves_;
  bool has_runs_ = false;
};

/// What is written in place of parts of strings and keys. Collects the edits of all readings of one document.
class LeafEdits final : public json::StringEditor {
 public:
  /// Cuts each edit of a projection into the leaves it touches. Edits are ordered.
  void add(const JsonProjection& projection, const std::vector<scan::Edit>& edits) {
    pieces_.add(projection.leaves(), edits, LeafPieces::Marks::kEverywhere);
  }
  /// Puts `text` before what the string or key `id` holds.
  void insert_before(std::uint32_t id, std::string text) { pieces_.insert_before(id, std::move(text)); }
  /// Strings with hidden characters are cleaned after their edits. @param hazards  outlives the edits
  void clean_hazards(const LeafHazards* hazards) noexcept { hazards_ = hazards; }
  [[nodiscard]] bool empty() const noexcept { return pieces_.empty() && (hazards_ == nullptr || hazards_->empty()); }
  [[nodiscard]] bool edit(const json::Leaf& leaf, std::string& out) override;

 private:
  LeafPieces pieces_;
  const LeafHazards* hazards_ = nullptr;
};

}  // namespace sluice::pipeline
