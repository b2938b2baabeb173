#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "core/budget.h"
#include "sanitize/data/pickle_names.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Whose pickle it is.
enum class PickleDialect : std::uint8_t {
  kPlain,  ///< read by pickle.load, joblib, dill
  kTorch,  ///< read by torch.load: tensors refer to their storages by persistent ids of one fixed form
};

/// What a walk tells on its way.
class PickleVisitor {
 public:
  PickleVisitor() = default;
  PickleVisitor(const PickleVisitor&) = delete;
  PickleVisitor& operator=(const PickleVisitor&) = delete;
  virtual ~PickleVisitor() = default;

  /// Loading would import this.
  /// @param listed  its entry on the allow-list, or null where it is not on it
  /// @param offset  of the opcode
  virtual void on_global(std::string_view module, std::string_view name, const PickleName* listed,
                         std::uint64_t offset) = 0;
  /// A string or bytes object, decoded. Lives as long as the input and the `decoded` of the walk.
  virtual void on_text(std::string_view text, std::uint64_t begin, std::uint64_t end) = 0;
};

/// Why a walk ended.
enum class PickleFault : std::uint8_t {
  kNone,       ///< at the STOP of the pickle
  kNotPickle,  ///< no reader of pickles reads on from there
  kRefused,    ///< what stands there is not judged here: its effect depends on more than these bytes
  kBudget,
};

struct PickleWalk {
  PickleFault fault = PickleFault::kNone;
  std::uint64_t end = 0;  ///< one past the STOP, or where the fault is
  const char* why = "";   ///< of the fault; a literal
  std::uint64_t opcodes = 0;
};

/// Walks one pickle of protocols 0 to 5 from its first opcode to its STOP, without building or importing anything: a
/// stack, marks and a memo of what is text, what is a name and what is neither, enough to know exactly which names
/// loading would import and what it would call.
///
/// Refused: extension codes, persistent ids other than those of torch in its dialect, buffers from outside of the
/// stream, a name that is not two texts of the stream, a call of anything but a name, a change made to a name.
/// A name that is not on the list is only told: the walk goes on, so that all of them are known.
///
/// @param bytes    the pickle, and what may follow it
/// @param decoded  keeps texts that had to be decoded; at most as many bytes as the input has
/// @param budget   charged a node for each opcode and a step for 16 bytes
/// Complexity: O(n log n) for memos with holes, else O(n). No recursion. Thread-safety: as its arguments.
/// Source: CPython's Modules/_pickle.c for what each opcode asks of the stack.
[[nodiscard]] PickleWalk walk_pickle(ByteView bytes, PickleDialect dialect, PickleVisitor& visitor,
                                     std::deque<std::string>& decoded, Budget& budget);

}  // namespace sluice::sanitize
