#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/checked.h"
#include "crypto/digest.h"
#include "json/writer.h"
#include "sluice/verdict.h"
#include "verdict/forms.h"

namespace sluice::verdict {

/// All JSON of this module is ASCII and may stand inside a page.
inline constexpr json::EscapeOptions kJsonEscapes{.html = true, .ascii = true};

// Every member is always there; what is not known is null, so that a reader needs no second case.

inline void text_or_null(json::Writer& w, std::string_view name, std::string_view text) {
  w.key(name);
  if (text.empty()) {
    w.null();
  } else {
    w.string(printable(text));
  }
}

inline void number_or_null(json::Writer& w, std::string_view name, std::optional<std::uint64_t> number) {
  w.key(name);
  if (number) {
    w.unsigned_integer(*number);
  } else {
    w.null();
  }
}

inline void digest_or_null(json::Writer& w, std::string_view name, const std::optional<Sha256Digest>& digest) {
  text_or_null(w, name, digest ? to_hex(std::span<const std::uint8_t>(*digest)) : std::string());
}

inline void timings_member(json::Writer& w, const Timings& timings) {
  w.key("timings_ns");
  w.begin_object();
  w.member("sniff", timings.sniff_ns);
  w.member("text", timings.text_ns);
  w.member("json", timings.json_ns);
  w.member("scan", timings.scan_ns);
  w.member("rescan", timings.rescan_ns);
  w.member("total", timings.total_ns);
  w.end_object();
}

/// Whose verdict it is, of what, and the decision: the first members of reports and audit records alike.
inline void subject_members(json::Writer& w, const Verdict& v) {
  w.member("task_id", printable(v.task_id));
  w.member("channel", channel_name(v.channel));
  w.member("name", printable(v.name.str()));
  text_or_null(w, "declared_type", v.declared_type.str());
  text_or_null(w, "media_type", v.media_type);
  w.member("decision", decision_name(v.decision));
}

/// How far the check and the release came.
inline void extent_members(json::Writer& w, const Verdict& v) {
  w.member("complete", v.is_complete);
  w.member("truncated", v.is_truncated);
  w.member("input_bytes", v.input_bytes);
  w.member("output_bytes", v.output_bytes);
  w.member("released_bytes", v.released_bytes);
  number_or_null(w, "stopped_at", v.stopped_at);
  digest_or_null(w, "input_sha256", v.input_digest);
  digest_or_null(w, "output_sha256", v.output_digest);
}

inline void not_listed_member(json::Writer& w, const Verdict& verdict) {
  // Two names may look the same once they are printable, and a key must not repeat.
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [rule, count] : verdict.findings_not_listed) {
    std::uint64_t& sum = counts[printable(rule)];
    sum = saturating_add(sum, count);
  }
  w.key("findings_not_listed");
  w.begin_object();
  for (const auto& [rule, count] : counts) w.member(rule, count);
  w.end_object();
}

}  // namespace sluice::verdict
