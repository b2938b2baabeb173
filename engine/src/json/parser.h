#pragma once

#include <cstdint>
#include <memory>

#include "core/budget.h"
#include "core/findings.h"
#include "json/document.h"
#include "sluice/bytes.h"
#include "sluice/report_text.h"
#include "sluice/result.h"

namespace sluice::json {

/// Hard cap of nesting whatever the budget allows, so that what walks a document may rely on it.
inline constexpr std::uint64_t kMaxDepth = 1024;

/// The longest text of one document: simdjson counts bytes in 32 bits. The policy's own caps are far below.
inline constexpr std::uint64_t kMaxDocumentBytes = 0xFFFFFFFF;

/// What to do with something that readers of JSON disagree about.
enum class OnAnomaly : std::uint8_t {
  kReject,  ///< the document is refused
  kDrop,    ///< the document is taken without it (what takes its place is said at each field)
  kKeep,    ///< taken as it is; the finding says so
};

struct ParsePolicy {
  OnAnomaly duplicate_key = OnAnomaly::kReject;  ///< drop: the first member stays, later ones go
  OnAnomaly big_number = OnAnomaly::kKeep;       ///< keep: as text, exactly; drop: null
  OnAnomaly non_finite = OnAnomaly::kReject;     ///< drop: null; keep is not possible and rejects
  OnAnomaly surrogate = OnAnomaly::kReject;      ///< drop: U+FFFD; keep is not possible and rejects
  OnAnomaly invalid_utf8 = OnAnomaly::kReject;   ///< drop: U+FFFD for each bad byte; keep rejects
  OnAnomaly control = OnAnomaly::kReject;        ///< raw control characters in strings: drop: they go; keep: stay
  OnAnomaly byte_order_mark = OnAnomaly::kDrop;  ///< keep drops too: no reader needs it
  /// `__proto__`, and `constructor` or `prototype` holding an object. Drop: the member goes.
  OnAnomaly proto_key = OnAnomaly::kReject;
  /// Finds secrets in what findings quote.
  const SecretScrubber* scrubber = nullptr;
};

/// Parses JSON strictly after RFC 8259 with the findings of this engine. One for each thread; keeps its buffers.
///
/// simdjson reads documents that nothing is to be said about; everything else, and every error, goes through a slower
/// strict parser of our own that knows each place exactly.
class Parser {
 public:
  Parser();
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  /// Parses one value and nothing after it.
  ///
  /// @param text      any bytes; must stay alive as long as the document's positions are used
  /// @param budget    has admitted the bytes (`admit_input`); charged nodes and steps, asked for depth and string
  /// length
  /// @param findings  gets everything seen, each with offset, line and column
  /// @return the document, valid until the next call, or
  ///         - kJsonInvalid      not JSON, or something that the policy rejects; `Error::offset` is the first place
  ///         - kBudgetExhausted  nodes, depth, string or key length, steps, or longer than kMaxDocumentBytes (no byte
  ///           of such a text is read)
  ///         - kOutOfMemory
  ///         In each of these cases a finding that withholds was added.
  /// Complexity: O(n); memory about 3 n, kept for the next call.
  /// Thread-safety: not thread-safe.
  [[nodiscard]] Result<Document> parse(ByteView text, const ParsePolicy& policy, Budget& budget,
                                       Findings& findings) noexcept;

  /// The same through the strict parser alone: the reference of tests and fuzzers, and for texts that need exact
  /// positions of everything.
  [[nodiscard]] Result<Document> parse_strict(ByteView text, const ParsePolicy& policy, Budget& budget,
                                              Findings& findings) noexcept;

  /// True where the last document was read by simdjson.
  [[nodiscard]] bool used_fast_path() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::json
