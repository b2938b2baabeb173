#include "sanitize/archive/compressed.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "core/ascii.h"
#include "sanitize/archive/repacked.h"
#include "sanitize/archive/unpack.h"

namespace sluice::sanitize {

namespace {

struct Ending {
  std::string_view from;
  std::string_view to;
};
constexpr std::array<Ending, 11> kEndings{{{".tgz", ".tar"},
                                           {".txz", ".tar"},
                                           {".tzst", ".tar"},
                                           {".svgz", ".svg"},
                                           {".emz", ".emf"},
                                           {".gz", ""},
                                           {".zst", ""},
                                           {".zstd", ""},
                                           {".xz", ""},
                                           {".z", ""},
                                           {".gzip", ""}}};

// What the file is called once it is unpacked; empty where its name says nothing.
std::string content_name(std::string_view name) {
  const std::string lower = ascii_lower(name);
  for (const Ending& ending : kEndings) {
    if (!lower.ends_with(ending.from)) continue;
    return std::string(name.substr(0, name.size() - ending.from.size())) + std::string(ending.to);
  }
  return {};
}

Unpacked unpack(ByteView bytes, Compression compression, std::uint64_t max_bytes, Budget& budget) {
  switch (compression) {
    case Compression::kGzip: return unpack_gzip(bytes, max_bytes, budget);
    case Compression::kZstd: return unpack_zstd(bytes, max_bytes, budget);
    case Compression::kXz: return unpack_xz(bytes, max_bytes, budget);
  }
  return {};
}

Bytes pack(ByteView content, Compression compression) {
  switch (compression) {
    case Compression::kGzip: return pack_gzip(content);
    case Compression::kZstd: return pack_zstd(content);
    case Compression::kXz: return pack_xz(content);
  }
  return {};
}

Output clean(ByteView bytes, Compression compression, const ArchiveOptions& options, Job& job) {
  const Unpacked unpacked = unpack(bytes, compression, options.max_member_bytes, job.budget);
  if (!unpacked.is_whole) {
    job.findings.add_exhausted(job.budget);
    if (!job.budget.ok()) return {};
    Location where;
    where.begin = where.end = unpacked.at;
    job.findings.add(unpacked.problem, Severity::kHigh, Decision::kQuarantine, engine_text(unpacked.detail),
                     std::move(where));
    return {};
  }
  const std::string name = content_name(options.name);
  MemberInfo info;
  info.name = name.empty() ? std::string_view("content") : std::string_view(name);
  info.is_file = !name.empty();
  const Member member = job.host.check_member(info, unpacked.bytes);
  if (!member.is_released || job.is_withheld() || !job.budget.ok()) return {};
  const bool has_changes = unpacked.has_extras || !member.is_unchanged;
  if (!has_changes && options.repack != Repack::kAlways) return {true, true, {}};
  if (options.repack == Repack::kNever) {
    add_repack_refused(job);
    return {};
  }
  Output output;
  output.bytes = pack(member.is_unchanged ? ByteView(unpacked.bytes) : ByteView(member.bytes), compression);
  if (!job.budget.charge(Budget::Kind::kOutputBytes, output.bytes.size())) {
    job.findings.add_exhausted(job.budget);
    return {};
  }
  output.is_released = true;
  if (std::equal(output.bytes.begin(), output.bytes.end(), bytes.begin(), bytes.end())) {
    output.is_unchanged = true;
    output.bytes.clear();
    return output;
  }
  Repacked repacked;
  repacked.count("name, comment or border of streams", unpacked.has_extras ? 1 : 0);
  repacked.report(job);
  return output;
}

}  // namespace

Output clean_compressed(ByteView bytes, Compression compression, const ArchiveOptions& options, Job& job) noexcept {
  try {
    return clean(bytes, compression, options, job);
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
