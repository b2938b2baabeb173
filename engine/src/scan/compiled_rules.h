#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/secret_bytes.h"
#include "rules/pack.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::scan {

/// A value that the host handed to the sandbox; at least 8 bytes.
struct KnownValue {
  std::string name;
  SecretBytes value;
};

/// How the first stage is built. Every choice finds the same matches.
enum class FirstStage : std::uint8_t {
  kLiterals,
  kWithNextByte,  ///< each literal with the byte that must follow it
};

struct CompileOptions {
  /// Boundary, check, entropy and placeholder filters may drop findings of every rule. Only for developers who scan
  /// their own files: a sandbox chooses its bytes and would switch rules off.
  bool is_trusted_source = false;
  /// Text that imitates a mark or a note of ours (scan/notes.h) is a match of its own.
  bool find_forged_marks = true;
  /// Off only in tests and measurements; the matches are the same.
  bool use_byte_checks = true;
  /// Regular expressions are compiled at their first use. Only for packs whose patterns were tried before: the error of
  /// a pattern would show as an incomplete scan, not here.
  bool defers_patterns = false;
  FirstStage first_stage = FirstStage::kWithNextByte;
  std::span<const KnownValue> known_secrets;
};

/// What compiling made, for reports and benchmarks.
struct CompileStats {
  std::size_t rules = 0;
  std::size_t rules_planned = 0;       ///< their patterns were taken apart here, not when the library was built
  std::size_t databases_compiled = 0;  ///< first-stage databases that were not prepared; known secrets have their own
  std::size_t anchors = 0;             ///< different literals of the first stage
  std::size_t plans = 0;               ///< (anchor, way to confirm) pairs
  std::size_t plans_without_check = 0;
  std::size_t database_bytes = 0;
  std::size_t shortest_anchor = 0;
  std::uint64_t max_lead = 0;     ///< from the first byte a match may alter to the end of its anchor
  std::uint64_t max_context = 0;  ///< bytes before the end of an anchor that confirm may read
  std::uint64_t max_tail = 0;     ///< bytes after the begin of an anchor that confirm may read
  std::uint64_t max_window = 0;   ///< bytes, from the first to the last, that one match can depend on
};

class PreparedRules;

/// Rule packs ready to scan: one literal database, byte checks, confirming patterns. Immutable; share one among all
/// threads and give each its own Scratch.
class CompiledRules {
 public:
  /// Compiles rule packs and known secrets.
  ///
  /// @param packs  kept alive by the result
  /// @return the rules, or
  ///         - kRuleInvalid      a rule without an anchor in every alternative of its pattern, two rules with one id
  ///         - kPatternInvalid   a pattern outside the accepted subset (regex_tree.h); the message names rule and
  ///         offset
  ///         - kPatternTooLarge  a pattern that needs too much memory
  ///         - kSecretInvalid    a known secret shorter than 8 bytes
  /// Complexity: about 0.2 ms a rule. Thread-safety: safe to call concurrently.
  [[nodiscard]] static Result<std::shared_ptr<const CompiledRules>> compile(
      std::span<const std::shared_ptr<const rules::RulePack>> packs, const CompileOptions& options = {});

  /// The same from packs that were prepared when the library was built: the patterns stay deferred, and a database is
  /// compiled only for a selection of packs (or a Hyperscan) that none was prepared for.
  ///
  /// @param pack_names  in the order in which `compile` would get them; nothing of `prepared` is kept
  /// @return the rules, or kNotFound (no such pack), kInternal (`prepared` is damaged), else as `compile`
  /// Complexity: about 4 us a rule. Thread-safety: safe to call concurrently.
  [[nodiscard]] static Result<std::shared_ptr<const CompiledRules>> from_prepared(
      const PreparedRules& prepared, std::span<const std::string> pack_names, const CompileOptions& options = {});

  ~CompiledRules();
  CompiledRules(const CompiledRules&) = delete;
  CompiledRules& operator=(const CompiledRules&) = delete;

  [[nodiscard]] std::size_t rule_count() const noexcept;
  [[nodiscard]] const rules::Rule& rule(std::size_t index) const noexcept;
  /// The pack that rule `index` came from.
  [[nodiscard]] const rules::RulePack& pack_of(std::size_t index) const noexcept;
  /// The name of known secret `index`, as the host gave it.
  [[nodiscard]] const std::string& known_secret_name(std::size_t index) const noexcept;
  [[nodiscard]] const CompileStats& stats() const noexcept;
  /// Regular expressions that were compiled so far: all of them, or those that a scan has needed. O(plans).
  [[nodiscard]] std::size_t compiled_patterns() const noexcept;

  /// For the scanners.
  struct State;
  [[nodiscard]] const State& state() const noexcept { return *state_; }

 private:
  explicit CompiledRules(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

/// What one thread needs to scan. Not thread-safe; scanners borrow it during each call, so several may share one.
class Scratch {
 public:
  /// @return the scratch, or kOutOfMemory
  [[nodiscard]] static Result<Scratch> create(std::shared_ptr<const CompiledRules> rules);
  ~Scratch();
  Scratch(Scratch&&) noexcept;
  Scratch& operator=(Scratch&&) noexcept;

  struct State;
  [[nodiscard]] State& state() noexcept { return *state_; }
  [[nodiscard]] const std::shared_ptr<const CompiledRules>& rules() const noexcept;

 private:
  explicit Scratch(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sluice::scan
