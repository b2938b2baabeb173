#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/findings.h"
#include "json/document.h"
#include "json/keys.h"
#include "json/parser.h"
#include "sluice/result.h"

namespace sluice::json {

/// Members or elements that a word of the tape can count.
inline constexpr std::uint64_t kTapeCountMask = 0xFFFFFF;

[[nodiscard]] inline std::uint64_t make_tape_word(char letter, std::uint64_t payload) noexcept {
  return (static_cast<std::uint64_t>(static_cast<unsigned char>(letter)) << 56U) | payload;
}

/// Memory of a document that our own parser wrote: the tape of document.h, with the place of each word.
struct StrictTree {
  std::vector<std::uint64_t> words;
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint8_t> strings;
  std::size_t string_bytes = 0;  // used of `strings`
  std::uint64_t nodes = 0;
  bool was_changed = false;

  [[nodiscard]] Tape tape() const noexcept { return {words.data(), strings.data()}; }
};

/// One strict parse: RFC 8259 and nothing else, each oddity reported with its place. Explicit stack.
class StrictParser {
 public:
  StrictParser(ByteView text, const ParsePolicy& policy, Budget& budget, Findings& findings, KeyChecker& keys,
               StrictTree& tree)
      : source_(text),
        text_(as_chars(text)),
        policy_(policy),
        budget_(budget),
        findings_(findings),
        keys_(keys),
        tree_(tree) {}

  [[nodiscard]] Result<void> run();

 private:
  struct Frame {
    bool is_object = false;
    std::uint32_t id = 0;
    std::uint64_t count = 0;
    std::uint32_t key_id = 0;          // of the member that is open; 1 before its key was read
    std::size_t key_string_bytes = 0;  // `string_bytes` before its key
    ProtoKey proto = ProtoKey::kNo;
    bool is_dropping = false;  // the open member goes when it is complete
  };

  // Each returns false where parsing cannot go on; `error_` says why.
  bool document();
  bool value();
  bool open(bool is_object);
  bool close();
  bool key();
  bool end_of_value(bool& is_done);
  bool string(std::uint64_t max_bytes, FindingCode too_long);
  bool escape();
  bool unicode_escape();
  bool multibyte();
  bool number();
  bool literal();
  bool count_node();
  bool settle_duplicates(const Frame& frame);
  bool remove_members(std::uint32_t object_id, const std::vector<std::uint32_t>& keys);

  void skip_space() noexcept;
  [[nodiscard]] bool is_comment_here() const noexcept;
  [[nodiscard]] bool at_end() const noexcept { return at_ >= text_.size(); }
  void push(char letter, std::uint64_t payload, std::size_t offset);
  void push_raw(std::uint64_t word, std::size_t offset);
  void reserve_string(std::size_t bytes);
  void put(char c) { tree_.strings[tree_.string_bytes++] = static_cast<std::uint8_t>(c); }
  void put_utf8(std::uint32_t code_point);
  std::size_t begin_string();
  void end_string(std::size_t begin);

  bool syntax(std::size_t offset, std::string message);
  // What stands here is not what has to: says what was expected, what was found, and what a comment is.
  bool unexpected(std::string expected);
  bool fail(FindingCode code, ErrorCode error, std::size_t offset, std::string message);
  // Reports an oddity; returns whether it stays (kKeep). A rejected document is parsed on, to say everything.
  bool report(FindingCode code, OnAnomaly action, std::size_t offset, std::size_t end, std::string message);
  bool report(FindingCode code, OnAnomaly action, std::size_t offset, std::size_t end, std::string message,
              std::string pointer);
  [[nodiscard]] bool lists_next(FindingCode code) const noexcept;
  [[nodiscard]] Location place(std::size_t offset, std::size_t end, const std::string& pointer);
  // JSON pointer of what is being read.
  [[nodiscard]] std::string pointer_here() const;
  [[nodiscard]] std::string quote(std::string_view raw) const;
  [[nodiscard]] std::string found_here() const;
  void report_uncounted();

  ByteView source_;
  std::string_view text_;
  const ParsePolicy& policy_;
  Budget& budget_;
  Findings& findings_;
  KeyChecker& keys_;
  StrictTree& tree_;
  std::vector<Frame> stack_;
  std::size_t at_ = 0;
  Error error_;
  bool is_rejected_ = false;
  std::map<FindingCode, std::uint64_t> reported_;
  // The newline before the place that was reported last, so that ascending places cost one pass.
  std::size_t line_begin_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace sluice::json
