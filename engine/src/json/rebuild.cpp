#include "json/rebuild.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <new>

#include "core/guard.h"
#include "json/edited_keys.h"
#include "json/number_text.h"
#include "json/output_block.h"
#include "json/parser.h"
#include "json/string_text.h"

namespace sluice::json {

namespace {

template <bool kHtml>
class Rebuilder {
 public:
  Rebuilder(const Document& document, const RebuildOptions& options, Budget& budget)
      : document_(document), options_(options), budget_(budget), block_(budget, document.source().size() + 16) {}

  Result<Bytes> run() {
    const bool is_plain = options_.editor == nullptr && options_.indent == 0 && options_.added_members.empty();
    char* at = is_plain ? write_tree<true>(block_.begin(), document_.root(), nullptr, 0)
                        : write_tree<false>(block_.begin(), document_.root(), options_.editor, 0);
    if (at != nullptr && options_.end_with_newline) *at++ = '\n';
    if (at != nullptr) at = block_.flush(at);
    if (at == nullptr) {
      return Error{ErrorCode::kBudgetExhausted,
                   "the rebuilt JSON exceeds the budget of " +
                       std::string(Budget::kind_name(budget_.exhausted().value_or(Budget::Kind::kOutputBytes))),
                   0};
    }
    return block_.take();
  }

 private:
  struct Level {
    std::uint32_t container;
    bool is_object;
  };

  // Writes a value with everything inside, in the order of the tape. Null where the budget ran out.
  // Calls itself once at most, for a member that is added, which belongs to another document.
  // `kPlain`: without editor, indents and added members, which is what most documents need.
  template <bool kPlain>
  char* write_tree(char* at, const Value& root, StringEditor* editor, std::size_t base) {
    const Tape tape = root.tape();
    std::size_t depth = base;
    std::uint32_t id = root.id();
    std::uint32_t next_dropped = base == 0 ? next_dropped_member(0) : UINT32_MAX;
    bool is_in_object = false;
    bool needs_comma = false;
    bool follows_string = false;
    while (true) {
      if (block_.is_full(at) && (at = block_.flush(at)) == nullptr) return nullptr;
      char letter = Value(tape, id).letter();
      if (letter == '}' || letter == ']') {
        if (!kPlain && (at = end_container(at, letter, depth, base, needs_comma)) == nullptr) return nullptr;
        *at++ = letter;
        ++id;
        if (--depth == base) return at;
        is_in_object = levels_[depth - 1].is_object;
        needs_comma = true;
        follows_string = false;
        continue;
      }
      if (id >= next_dropped && is_in_object) [[unlikely]] {
        next_dropped = next_dropped_member(id);
        if (next_dropped == id) {
          id = Value(tape, id + 1).next_id();
          continue;
        }
      }
      *at = ',';
      at += needs_comma ? 1 : 0;
      needs_comma = true;
      if (!kPlain && depth > base && (at = new_line(at, depth)) == nullptr) return nullptr;
      if (is_in_object) {
        const Value key(tape, id);
        at = kPlain || editor == nullptr ? string(at, key.text()) : edited_key(at, key, *editor, depth);
        if (at == nullptr) return nullptr;
        *at++ = ':';
        if (!kPlain && options_.indent != 0) *at++ = ' ';
        letter = Value(tape, ++id).letter();
      }
      const Value value(tape, id);
      switch (letter) {
        case '{':
        case '[':
          *at++ = letter;
          if (depth == levels_.size()) return nullptr;  // no parser of ours nests as deep
          is_in_object = letter == '{';
          levels_[depth++] = {id, is_in_object};
          needs_comma = false;
          follows_string = false;
          ++id;
          continue;
        case '"':
          if (kPlain || editor == nullptr) {
            at = string(at, value.text());
          } else {
            const bool is_adjacent = follows_string && !is_in_object;
            at = edited_value(at, Leaf{value.text(), false, is_adjacent ? Join::kAdjacent : Join::kBreak, id}, *editor);
          }
          if (at == nullptr) return nullptr;
          break;
        case 'l': at = std::to_chars(at, at + kMaxNumberBytes, value.as_int()).ptr; break;
        case 'u': at = std::to_chars(at, at + kMaxNumberBytes, value.as_uint()).ptr; break;
        case 'd': at = write_double(at, value.as_double()); break;
        case 'Z':
          if ((at = block_.append(at, value.text())) == nullptr) return nullptr;
          break;
        default: at = write_word(at, letter);
      }
      follows_string = letter == '"';
      id = value.next_id();
      if (depth == base) return at;
    }
  }

  // What comes before the closing bracket.
  char* end_container(char* at, char letter, std::size_t depth, std::size_t base, bool needs_comma) {
    if (base == 0 && letter == '}') {
      if (!options_.added_members.empty() && (at = write_added(at, depth, needs_comma)) == nullptr) return nullptr;
      keys_.close(depth);
    }
    return needs_comma ? new_line(at, depth - 1) : at;
  }

  char* string(char* at, std::string_view text) { return write_string<kHtml>(block_, at, text); }

  // What an editor gives may end inside of a character.
  char* edited_string(char* at, std::string_view text) {
    escaped_.clear();
    append_quoted(escaped_, text, EscapeOptions{kHtml, false});
    return block_.append(at, escaped_);
  }

  char* edited_value(char* at, const Leaf& leaf, StringEditor& editor) {
    edited_.clear();
    return editor.edit(leaf, edited_) ? edited_string(at, edited_) : string(at, leaf.text);
  }

  char* edited_key(char* at, const Value& key, StringEditor& editor, std::size_t depth) {
    edited_.clear();
    if (!editor.edit(Leaf{key.text(), true, Join::kBreak, key.id()}, edited_)) return string(at, key.text());
    if (!options_.disambiguate_edited_keys) return edited_string(at, edited_);
    const Value object = document_.at(levels_[depth - 1].container);
    return edited_string(at, keys_.unique(object, depth, key, edited_));
  }

  // The object at `depth` ends: what was added to it follows its own members.
  char* write_added(char* at, std::size_t depth, bool& needs_comma) {
    const std::uint32_t object = levels_[depth - 1].container;
    const auto end = options_.added_members.end();
    auto added = std::lower_bound(options_.added_members.begin(), end, object,
                                  [](const AddedMember& member, std::uint32_t id) { return member.object < id; });
    for (; added != end && added->object == object; ++added) {
      if (needs_comma) *at++ = ',';
      needs_comma = true;
      if ((at = new_line(at, depth)) == nullptr || (at = string(at, added->key)) == nullptr) return nullptr;
      *at++ = ':';
      if (options_.indent != 0) *at++ = ' ';
      if ((at = write_tree<false>(at, added->value, nullptr, depth)) == nullptr) return nullptr;
      if (block_.is_full(at) && (at = block_.flush(at)) == nullptr) return nullptr;
    }
    return at;
  }

  // The first dropped member from `id` on.
  std::uint32_t next_dropped_member(std::uint32_t id) {
    const auto& dropped = options_.dropped_members;
    while (dropped_index_ < dropped.size() && dropped[dropped_index_] < id) ++dropped_index_;
    return dropped_index_ < dropped.size() ? dropped[dropped_index_] : UINT32_MAX;
  }

  char* new_line(char* at, std::size_t depth) {
    if (options_.indent == 0) [[likely]]
      return at;
    *at++ = '\n';
    for (std::size_t left = depth * options_.indent; left > 0;) {
      const std::size_t size = std::min<std::size_t>(left, kShortString);
      std::memset(at, ' ', size);
      at += size;
      left -= size;
      if (block_.is_full(at) && (at = block_.flush(at)) == nullptr) return nullptr;
    }
    return at;
  }

  const Document& document_;
  const RebuildOptions& options_;
  Budget& budget_;
  OutputBlock block_;
  std::size_t dropped_index_ = 0;
  EditedKeys keys_;
  std::string edited_;
  std::string escaped_;
  std::array<Level, 2 * kMaxDepth> levels_;  // of the document, then of a member that is added; not filled
};

template <bool kHtml>
Result<Bytes> run(const Document& document, const RebuildOptions& options, Budget& budget) {
  return Rebuilder<kHtml>(document, options, budget).run();
}

}  // namespace

Result<Bytes> rebuild(const Document& document, const RebuildOptions& options, Budget& budget) noexcept {
  try {
    return options.escape_html ? run<true>(document, options, budget) : run<false>(document, options, budget);
  } catch (const std::bad_alloc&) {
    return error_without_throwing(ErrorCode::kOutOfMemory, "memory ran out while writing JSON");
  }
}

}  // namespace sluice::json
