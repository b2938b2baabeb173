#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "sluice/artifact.h"
#include "sluice/bytes.h"
#include "sluice/export.h"
#include "sluice/report_text.h"
#include "sluice/result.h"
#include "sluice/sink.h"
#include "sluice/verdict.h"

namespace sluice {

/// A value that the host handed to the sandbox and that must not come back.
struct KnownSecret {
  std::string name;   ///< how reports call it; not secret
  std::string value;  ///< at least 8 bytes; the engine keeps its own wiped copy
};

/// What an engine is built from. Everything is copied; nothing is read from the environment.
struct LoadOptions {
  /// The policy as text (TOML, or JSON where the first byte is `{`). Empty means the built-in default.
  std::string policy;
  /// How errors call the policy text, and the folder beside which schemas are looked up, for example "dir/p.toml".
  std::string policy_path;
  /// Returns the bytes of a schema that the policy names, for a channel or among `schemas`; unset means files beside
  /// `policy_path`.
  std::function<Result<std::string>(const std::string& name)> schema_resolver;
  /// Rule packs as texts; empty means the installed packs that the policy names.
  struct PackText {
    std::string name;
    std::string text;
  };
  std::vector<PackText> packs;
  /// Folder of the installed rule packs; empty means the one this library was installed with.
  std::string rules_dir;
  /// Folder of the user cache of compiled rules, for `packs` and `rules_dir`; empty means none. It is made where it is
  /// missing, and used only where nobody but this user and root can change it. Engine::rule_cache() says what became of
  /// it.
  std::string cache_dir;
  /// The program that reads native formats (PDF, image codecs) in a process of its own; empty means the one this
  /// library was installed with. Where it cannot start, what needs it is withheld.
  std::string worker_path;
  std::vector<KnownSecret> known_secrets;
  /// Key of the fingerprints and marks; empty means a random one for each run.
  Bytes fingerprint_key;
  /// Set only by developers who scan their own files: boundary, checksum and placeholder filters may drop findings.
  /// Comments in the files may let a value stand, too: `sluice:allow` (also `sluice:allow(rule-id, ...)`) or
  /// `gitleaks:allow` on the line, `sluice:allow-next-line` on the one before. A stream does not look for them.
  bool is_trusted_source = false;
  /// Only with is_trusted_source: which rules to leave out in which files, as engine/docs/trusted_source.md says
  /// (TOML), and how errors call it. Never taken from the files that are checked.
  std::string ignore_list;
  std::string ignore_list_path;
  /// Only with is_trusted_source and without fingerprint_key: findings that stand, as sluice/baseline.h wrote them.
  std::string baseline;
  std::string baseline_path;
  /// Digests of input and output in each verdict.
  bool with_digests = true;
};

struct RuleInfo {
  std::string id;
  std::string title;
  std::string pack;
  std::string severity;
};

/// What became of the user cache of compiled rules. No fault of the cache fails a load: the packs are compiled then.
struct RuleCacheReport {
  enum class Use : std::uint8_t {
    kOff,         ///< no folder was named, or the packs are those that the library carries
    kTaken,       ///< the rules came from the cache
    kWritten,     ///< they were compiled, and the next load finds them
    kNotWritten,  ///< they were compiled, and the notes say why the cache does not hold them
  };
  Use use = Use::kOff;
  std::string path;                ///< of the file in the cache; empty where the folder is refused
  std::vector<std::string> notes;  ///< what was refused or could not be written, for the host's log
};

/// A policy and its rule packs, compiled. Immutable; share one among all threads.
class SLUICE_API Engine {
 public:
  /// Compiles a policy and the packs it names.
  ///
  /// @return the engine, or
  ///         - kConfigSyntax, kConfigInvalid   the policy; the message has file, line, column, key, found, allowed
  ///         - kNotFound, kIo                  a pack or a schema
  ///         - kRuleInvalid, kPatternInvalid   a pack
  ///         - kSchemaInvalid, kSchemaUnsupported, kSchemaRefUnresolved, kSchemaTooLarge   a schema
  ///         - kSecretInvalid                  a known secret
  ///         - kInvalidArgument                a short key, exceptions without is_trusted_source, a key and a baseline
  /// Complexity: linear in packs and schemas; 400 rules take some ms where the library or the cache holds them, else
  /// 0.2 s.
  /// Thread-safety: safe to call concurrently. Example: engine/examples/check_bytes.cpp
  [[nodiscard]] static Result<std::shared_ptr<const Engine>> load(const LoadOptions& options) noexcept;

  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  [[nodiscard]] const std::string& policy_name() const noexcept;
  /// The consumer that the policy names.
  [[nodiscard]] Consumer consumer() const noexcept;
  [[nodiscard]] std::vector<RuleInfo> rules() const;
  [[nodiscard]] const RuleCacheReport& rule_cache() const noexcept;
  /// The most bytes that an artifact of `channel` may have; readers need not read further than one byte more.
  [[nodiscard]] std::uint64_t max_input_bytes(Channel channel) const noexcept;
  /// What the policy lets out, in sentences for a person, with the outputs that stay free-form.
  [[nodiscard]] std::string explain_policy() const;

  /// For the engine's own parts.
  struct State;
  [[nodiscard]] const State& state() const noexcept { return *state_; }

 private:
  explicit Engine(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

struct RunOptions {
  std::string task_id;  ///< `[A-Za-z0-9._-]{1,64}`, not starting with a dot; empty means a generated one
};

struct CheckOptions {
  std::optional<Consumer> consumer;  ///< unset means the policy's
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::stop_token stop;
  bool require_final = false;  ///< streams: release nothing before `finish()`
};

/// The place of one artifact in the order of its run, from Run::admit(). Move-only. It is used up by one check, and
/// given up where it is destroyed without one.
class SLUICE_API Admission {
 public:
  ~Admission();
  Admission(Admission&&) noexcept;
  Admission& operator=(Admission&&) noexcept;

  /// For the engine's own parts.
  struct State;
  [[nodiscard]] const State* state() const noexcept { return state_.get(); }

 private:
  friend class Run;
  explicit Admission(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

/// The artifacts of one task together: shared budget, one mark per secret, name collisions. Thread-safe.
class SLUICE_API Run {
 public:
  /// @return the run, or kInvalidArgument for a bad task id
  [[nodiscard]] static Result<Run> start(std::shared_ptr<const Engine> engine, RunOptions options = {}) noexcept;
  ~Run();
  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;

  [[nodiscard]] const Engine& engine() const noexcept;
  [[nodiscard]] const std::string& task_id() const noexcept;
  /// Finds secrets in what else is reported of the task, for report_text(). Thread-safe.
  [[nodiscard]] const SecretScrubber& scrubber() const noexcept;

  /// Counts an artifact and takes its name before it is checked, so that threads may check the artifacts of a run in
  /// any order and at the same time: each verdict is the one that checking them one by one, in the order of admit(),
  /// gives. Artifacts that are checked without an admission count when their check begins.
  ///
  /// @param info   as in the artifact
  /// @param bytes  its size; for one that was read up to a limit, what was read
  /// @return its place. Without memory for one the check of it withholds.
  [[nodiscard]] Admission admit(const ArtifactInfo& info, std::uint64_t bytes) noexcept;

  struct State;
  [[nodiscard]] State& state() noexcept { return *state_; }

 private:
  explicit Run(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// One artifact that arrives in pieces. Move-only. Destroyed without `finish()` it releases nothing more.
///
/// Not thread-safe; a stream borrows its checker's scratch during each call, so two streams of one checker may be
/// open together on one thread.
class SLUICE_API Stream {
 public:
  /// When clean bytes reach the sink.
  enum class Mode : std::uint8_t {
    kImmediate,  ///< as soon as no later byte can change them
    kSpooled,    ///< all of them in `finish()`, because a condition of the policy needs the whole artifact
  };
  ~Stream();
  Stream(Stream&&) noexcept;
  Stream& operator=(Stream&&) noexcept;

  [[nodiscard]] Mode mode() const noexcept;
  /// Takes the next bytes, of any length, split anywhere.
  /// @return nothing, or kSinkFailed (sticky), kClosed, kDeadlineExceeded, kStopped
  [[nodiscard]] Result<void> write(ByteView bytes) noexcept;
  /// Ends the artifact, releases what is left where the policy allows it, and says why.
  /// The verdict holds no bytes: they went to the sink.
  [[nodiscard]] Verdict finish() noexcept;

  /// For the engine's own parts.
  struct State;

 private:
  friend class Checker;
  explicit Stream(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// A run's per-thread state: scratch and parser buffers. Not thread-safe; make one for each thread.
class SLUICE_API Checker {
 public:
  explicit Checker(Run& run) noexcept;  ///< `run` must outlive the checker
  ~Checker();
  Checker(Checker&&) noexcept;
  Checker& operator=(Checker&&) noexcept;

  /// Checks one artifact. Whatever goes wrong is a finding of a withheld verdict.
  ///
  /// @param artifact  its bytes must outlive the verdict
  /// Complexity: linear in the bytes, inside the policy's budgets. Example: engine/examples/check_bytes.cpp
  [[nodiscard]] Verdict check(const Artifact& artifact, const CheckOptions& options = {}) noexcept;

  /// Checks one artifact at the place it has in the run.
  ///
  /// What it takes from the others of the run is theirs that were admitted earlier. An artifact that holds something
  /// like a mark waits until the earlier ones were checked or given up, or its deadline passes, or it is stopped; so
  /// one thread checks its artifacts in the order of their places.
  /// @param admission  of this artifact; that of another one withholds
  [[nodiscard]] Verdict check(const Artifact& artifact, Admission admission, const CheckOptions& options = {}) noexcept;

  /// Opens a stream that writes clean bytes to `sink`, which must outlive it, as must this checker.
  /// @return the stream, or kInvalidArgument (the path of a file artifact is refused, for example)
  /// Example: engine/examples/filter_stream.cpp
  [[nodiscard]] Result<Stream> open_stream(const ArtifactInfo& info, Sink& sink,
                                           const CheckOptions& options = {}) noexcept;

  /// For the engine's own parts.
  struct State;
  [[nodiscard]] State& state() noexcept { return *state_; }
  [[nodiscard]] bool has_state() const noexcept { return state_ != nullptr; }

 private:
  std::unique_ptr<State> state_;
};

}  // namespace sluice
