#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "sluice/artifact.h"
#include "sluice/finding.h"

namespace sluice::policy {

/// What happens to text or bytes beyond a cap.
enum class Overflow : std::uint8_t { kReject, kTruncate };
/// Members of an object that the schema does not name.
enum class UnknownMembers : std::uint8_t {
  kAllow,  ///< as the schema itself says
  kReject,
  kDrop,  ///< left out while the value is written anew
};
/// What the text cleaner does with characters that a reader does not see as text.
enum class TextAction : std::uint8_t {
  kStrip,
  kEscape,  ///< written visibly
  kRefuse,  ///< withhold the artifact
};
enum class InvalidUtf8 : std::uint8_t { kReplace, kRefuse };
/// A line of an NDJSON stream that is not acceptable.
enum class BadLine : std::uint8_t { kReject, kPlaceholder };
/// The same key twice in one JSON object.
enum class DuplicateKeys : std::uint8_t {
  kReject,
  kFirst,  ///< the first member stays; only where the value is written anew
  kKeep,   ///< all stay and a finding says so; readers disagree about them
};
/// Numbers beyond 64 bits or a double.
enum class BigNumbers : std::uint8_t {
  kKeep,  ///< the digits stay as they are and a finding says so
  kReject,
  kNull,  ///< written as null; only where the value is written anew
};
/// NaN and Infinity, which JSON does not have.
enum class NonFinite : std::uint8_t {
  kReject,
  kNull,  ///< written as null; only where the value is written anew
};
/// Half of a surrogate pair as an escape in a JSON string.
enum class LoneSurrogates : std::uint8_t {
  kReject,
  kReplace,  ///< by U+FFFD; only where the value is written anew
};
/// Control characters in JSON strings that are not escaped.
enum class RawControls : std::uint8_t {
  kReject,
  kStrip,   ///< they go; only where the value is written anew
  kEscape,  ///< written as JSON wants them; only where the value is written anew
};
/// Bytes in JSON strings that are not UTF-8.
enum class JsonUtf8 : std::uint8_t {
  kReject,
  kReplace,  ///< by U+FFFD; only where the value is written anew
};
/// A byte order mark before a JSON value.
enum class ByteOrderMark : std::uint8_t { kStrip, kReject };
/// Keys that can change a JavaScript prototype.
enum class ProtoKeys : std::uint8_t {
  kReject,
  kDrop,  ///< the member goes; only where the value is written anew
  kKeep,  ///< the member stays and a finding says so
};
/// What an unwanted state of the execution asks for.
enum class ExecAction : std::uint8_t { kFlag, kQuarantine, kReject };
enum class StderrRule : std::uint8_t { kAllow, kFlag, kReject };
enum class SecretAction : std::uint8_t { kRedact, kQuarantine, kReject };
enum class PiiAction : std::uint8_t { kOff, kFlag, kRedact };
enum class InjectionAction : std::uint8_t { kFlag, kEnvelope, kQuarantine };
enum class UrlAction : std::uint8_t { kFlag, kDefang, kReject };

/// [limits]: for the run as a whole and for the work on each artifact.
struct LimitRules {
  std::uint64_t max_total_bytes = 500'000'000;
  std::uint64_t max_files = 1'000;
  Limits work;                                        ///< artifact, output, depth, nodes, string, line, hold, findings
  std::optional<std::chrono::milliseconds> deadline;  ///< wall time of one check; unset: none
  friend bool operator==(const LimitRules& a, const LimitRules& b) noexcept;
};

/// [exec]
struct ExecRules {
  /// Codes that pass; unset: any, and one other than 0 is flagged.
  std::optional<std::vector<std::int64_t>> exit_codes;
  ExecAction on_exit_code = ExecAction::kReject;   ///< a code outside `exit_codes`
  ExecAction on_unknown_exit = ExecAction::kFlag;  ///< no code; the loader makes it kQuarantine where exit_codes is set
  ExecAction on_error = ExecAction::kFlag;         ///< an error; the loader makes it kReject where exit_codes is set
  StderrRule stderr_rule = StderrRule::kAllow;     ///< a non-empty stderr
  friend bool operator==(const ExecRules&, const ExecRules&) = default;
};

/// [stdout] [stderr] [results] [files]: what one channel may let out.
struct ChannelRules {
  /// Media types that pass, by the names of media/types.inc (the loader replaces aliases): "text/plain", "image/*".
  /// Unset: every kind that sluice can check or clean. Empty: nothing.
  std::optional<std::vector<std::string>> types;
  std::optional<std::uint64_t> max_bytes;  ///< unset: only the limits of the run
  std::optional<std::uint64_t> max_lines;
  std::optional<std::uint64_t> max_line_bytes;
  Overflow on_overflow = Overflow::kReject;

  std::string schema;  ///< name of a JSON schema, resolved beside the policy; empty: none
  bool rebuild = false;
  UnknownMembers unknown_members = UnknownMembers::kAllow;
  bool fill_defaults = false;  ///< absent members get the schema's default; only where the value is written anew
  bool canonical = false;      ///< written in the form of RFC 8785
  bool ndjson = false;         ///< one JSON value a line or record; `schema` holds for each
  BadLine on_bad_line = BadLine::kReject;
  DuplicateKeys duplicate_keys = DuplicateKeys::kReject;
  BigNumbers big_numbers = BigNumbers::kKeep;
  NonFinite non_finite = NonFinite::kReject;
  LoneSurrogates lone_surrogates = LoneSurrogates::kReject;
  RawControls raw_controls = RawControls::kReject;
  JsonUtf8 json_utf8 = JsonUtf8::kReject;
  ByteOrderMark byte_order_mark = ByteOrderMark::kStrip;
  ProtoKeys proto_keys = ProtoKeys::kReject;

  TextAction controls = TextAction::kStrip;   ///< C0, C1, DEL, escape sequences, NUL
  TextAction bidi = TextAction::kStrip;       ///< bidirectional controls
  TextAction invisible = TextAction::kStrip;  ///< zero-width, tag characters, variation-selector data
  InvalidUtf8 invalid_utf8 = InvalidUtf8::kReplace;
  bool keep_colors = false;  ///< SGR colors stay where the consumer is a terminal

  std::optional<std::vector<std::string>> allow;       ///< files only: globs of names; unset: any safe name
  std::optional<std::vector<std::string>> extensions;  ///< files only: without dot, lower case; unset: any
  bool release_members = false;  ///< results and files only: good members leave although another is withheld

  /// True where `media_type` (lower case, without parameters) is one of `types`, or types is unset. O(types).
  [[nodiscard]] bool allows_type(std::string_view media_type) const noexcept;
  friend bool operator==(const ChannelRules&, const ChannelRules&) = default;
};

/// [secrets]
struct SecretRules {
  std::vector<std::string> packs{"core"};
  SecretAction action = SecretAction::kRedact;
  std::vector<std::string> known_from_env;  ///< names of variables; the commands read them, the library never does
  friend bool operator==(const SecretRules&, const SecretRules&) = default;
};

/// [pii]
struct PiiRules {
  std::vector<std::string> packs{"pii"};
  PiiAction action = PiiAction::kOff;
  friend bool operator==(const PiiRules&, const PiiRules&) = default;
};

/// [injection]
struct InjectionRules {
  std::vector<std::string> packs{"injection"};
  InjectionAction action = InjectionAction::kFlag;
  friend bool operator==(const InjectionRules&, const InjectionRules&) = default;
};

/// [urls]
struct UrlRules {
  /// Hosts, lower case: "example.com" is that host alone, "*.example.com" every host below it.
  std::vector<std::string> domains;
  UrlAction action = UrlAction::kFlag;
  friend bool operator==(const UrlRules&, const UrlRules&) = default;
};

/// [pickles]
struct PickleRules {
  /// Storage gets pickles that import nothing but names known to be data. No other consumer ever gets one.
  bool allow = false;
  friend bool operator==(const PickleRules&, const PickleRules&) = default;
};

/// Whether an archive leaves as it came or written anew.
enum class Repack : std::uint8_t {
  kWhenChanged,  ///< written anew where a member was changed or left out, or where something beside the members would
                 ///< go
  kAlways,       ///< written anew in any case, without times, owners and permissions
  kNever,        ///< withheld where it would have to be written anew
};

/// [archives]; `total` and `ratio` are Limits::max_inflated_bytes and max_inflate_ratio.
struct ArchiveRules {
  std::uint64_t max_entries = 10'000;
  std::uint64_t max_member_bytes = 100'000'000;  ///< inflated; it is kept in memory
  Repack repack = Repack::kWhenChanged;
  friend bool operator==(const ArchiveRules&, const ArchiveRules&) = default;
};

/// [images]
struct ImageRules {
  bool reencode = false;  ///< pixels are decoded and encoded anew, in a process of its own
  friend bool operator==(const ImageRules&, const ImageRules&) = default;
};

/// [html]
struct HtmlRules {
  std::vector<std::string> add_tags;  ///< elements that are kept beside those that always are
  friend bool operator==(const HtmlRules&, const HtmlRules&) = default;
};

/// [sandbox]: read by sluice-e2b, never by the engine.
struct SandboxRules {
  std::vector<std::string> tools;
  std::vector<std::string> egress_domains;  ///< spelled as in UrlRules
  std::vector<std::string> env;             ///< names of variables that are handed in
  std::chrono::milliseconds lifetime{300'000};
  std::chrono::milliseconds command_timeout{60'000};
  friend bool operator==(const SandboxRules&, const SandboxRules&) = default;
};

/// What one task may let out. A default-constructed policy is the built-in default.
struct Policy {
  std::string name = "default";
  Consumer consumer = Consumer::kAgent;
  std::vector<std::string> schemas;  ///< names of JSON schemas that those of the channels may refer to
  LimitRules limits;
  ExecRules exec;
  ChannelRules out;      ///< [stdout]
  ChannelRules err;      ///< [stderr]; also the text of an execution's error
  ChannelRules results;  ///< [results]
  ChannelRules files;    ///< [files]
  SecretRules secrets;
  PiiRules pii;
  InjectionRules injection;
  UrlRules urls;
  PickleRules pickles;
  ImageRules images;
  HtmlRules html;
  std::vector<std::string> approval_always_for;  ///< media types that wait for a person, spelled as ChannelRules::types
  ArchiveRules archives;
  SandboxRules sandbox;

  /// The rules of a channel; those of stderr for `exec`.
  [[nodiscard]] const ChannelRules& channel(Channel channel) const noexcept;
  friend bool operator==(const Policy&, const Policy&) = default;
};

/// True where `pattern` ("image/png", "image/*") covers `media_type`.
[[nodiscard]] bool matches_type(std::string_view pattern, std::string_view media_type) noexcept;

/// True for the media types that hold JSON: application/json, any +json, and the NDJSON names.
[[nodiscard]] bool is_json_type(std::string_view media_type) noexcept;

/// The built-in default.
[[nodiscard]] Policy default_policy();

}  // namespace sluice::policy
