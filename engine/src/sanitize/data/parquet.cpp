#include "sanitize/data/parquet.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "codec/base64.h"
#include "core/checked.h"
#include "core/reserve.h"
#include "media/bytes_at.h"
#include "sanitize/data/parquet_footer.h"
#include "sanitize/data/readable.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kMagic = "PAR1";
constexpr std::uint64_t kTailBytes = 8;  // length of the footer and the magic
constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::int64_t kLastCodec = 7;
constexpr std::int16_t kKeyValues = 5;
constexpr std::uint64_t kFreeBytes = 64 * 1024;

// What makes a reader import or build a class by its name: pyarrow's pickled extension types (CVE-2023-47248), Avro's
// Java classes (CVE-2025-30065), the extension types of Ray, extension types at all.
constexpr std::array<std::string_view, 8> kClassMarks{"py_extension_type", "ARROW:extension:",   "java-class",
                                                      "java-key-class",    "java-element-class", "ray.data",
                                                      "ray.air",           "cloudpickle"};

// Sizes of one page, from its header.
class PageHeader final : public ThriftVisitor {
 public:
  const char* on_event(const std::vector<std::int16_t>& path, const ThriftEvent& event) override {
    if (path.size() == 1 && path[0] == 2) uncompressed = event.number;
    if (path.size() == 1 && path[0] == 3) compressed = event.number;
    return nullptr;
  }
  std::int64_t uncompressed = -1;
  std::int64_t compressed = -1;
};

class ParquetCleaner {
 public:
  ParquetCleaner(ByteView file, const ParquetOptions& options, Job& job) : file_(file), options_(options), job_(job) {}

  Output run() {
    if (!options_.may_release) {
      refuse(FindingCode::kCleanerUnavailable,
             "its pages are not searched for secrets; storage gets it where the policy lists the type");
    }
    if (!job_.budget.charge(Budget::Kind::kSteps, 1 + file_.size() / kBytesPerStep) || !job_.budget.poll()) {
      exhausted();
      return {};
    }
    if (!read() || !check_metadata() || !check_chunks() || job_.is_withheld() || !scan()) return {};
    return write();
  }

 private:
  bool exhausted() {
    job_.findings.add_exhausted(job_.budget);
    return false;
  }
  bool refuse(FindingCode code, std::string detail) {
    job_.findings.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)));
    return false;
  }
  bool bad_layout(std::string detail) { return refuse(FindingCode::kDataLayout, std::move(detail)); }

  bool read() {
    if (media::has_at(file_, 0, "PARE")) return refuse(FindingCode::kCleanerUnavailable, "its footer is encrypted");
    if (file_.size() < kMagic.size() + kTailBytes || !media::has_at(file_, 0, kMagic) ||
        !media::has_at(file_, file_.size() - kMagic.size(), kMagic)) {
      return bad_layout("PAR1 is not at both ends");
    }
    footer_end_ = file_.size() - kTailBytes;
    const std::uint64_t length = media::le_at(file_, footer_end_, 4);
    if (length > footer_end_ - kMagic.size()) return bad_layout("the footer is longer than the file");
    footer_begin_ = footer_end_ - length;
    const ThriftWalk walk = read_parquet_footer(file_, footer_begin_, footer_end_, footer_, job_.budget);
    if (walk.is_exhausted) return exhausted();
    if (!walk.is_whole) {
      return bad_layout("the footer: " + std::string(walk.why) + ", at byte " + std::to_string(walk.end));
    }
    if (footer_.is_encrypted) return refuse(FindingCode::kCleanerUnavailable, "it is encrypted");
    return true;
  }

  static bool names_class(std::string_view text) noexcept {
    return std::any_of(kClassMarks.begin(), kClassMarks.end(),
                       [&](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
  }

  bool check_metadata() {
    for (const auto& [key, value] : footer_.metadata) {
      bool is_class = names_class(key) || names_class(value);
      if (key == "ARROW:schema") {
        const Result<Bytes> schema = codec::decode_base64(as_bytes(value), {}, job_.budget);
        if (!job_.budget.ok()) return exhausted();
        if (!schema) return refuse(FindingCode::kDataMetadata, "ARROW:schema is not base64");
        is_class = is_class || names_class(as_chars(*schema));
      }
      if (is_class) {
        return refuse(FindingCode::kDataMetadata,
                      "metadata names a class: " + report_text(as_bytes(key), job_.host.scrubber()).str());
      }
    }
    return true;
  }

  // Notes that [begin, begin + length) is used. False where it does not lie between the magic and the footer.
  bool cover(std::int64_t begin, std::int64_t length, const char* what) {
    if (begin < static_cast<std::int64_t>(kMagic.size()) || length < 0 ||
        static_cast<std::uint64_t>(begin) > footer_begin_ ||
        static_cast<std::uint64_t>(length) > footer_begin_ - static_cast<std::uint64_t>(begin)) {
      return bad_layout(std::string(what) + " lies outside of the data");
    }
    spans_.emplace_back(static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(begin + length));
    return true;
  }

  [[nodiscard]] bool is_too_dense(std::int64_t compressed, std::int64_t uncompressed) const noexcept {
    if (compressed < 0 || uncompressed < 0) return true;
    return static_cast<std::uint64_t>(uncompressed) >
           saturating_add(kFreeBytes, saturating_mul(static_cast<std::uint64_t>(compressed), options_.max_ratio));
  }

  bool check_chunks() {
    for (const ParquetChunk& chunk : footer_.chunks) {
      if (chunk.has_file_path) return refuse(FindingCode::kDataExternal, "a column lies in another file");
      if (chunk.is_encrypted) return refuse(FindingCode::kCleanerUnavailable, "a column is encrypted");
      if (chunk.has_metadata) return refuse(FindingCode::kDataMetadata, "a column has metadata of its own");
      if (chunk.codec < 0 || chunk.codec > kLastCodec) return bad_layout("a column has an unknown codec");
      if (chunk.index_page >= 0) return bad_layout("a column has an index page, which no writer makes");
      if (is_too_dense(chunk.compressed_bytes, chunk.uncompressed_bytes)) {
        return bad_layout("a column inflates to more than its limit");
      }
      const bool has_dictionary = chunk.dictionary_page > 0;
      if (has_dictionary && chunk.dictionary_page >= chunk.data_page) {
        return bad_layout("a dictionary does not come before its column");
      }
      const std::int64_t begin = has_dictionary ? chunk.dictionary_page : chunk.data_page;
      if (!cover(begin, chunk.compressed_bytes, "a column") || !check_pages(begin, chunk)) return false;
      if (chunk.offset_index >= 0 && !cover(chunk.offset_index, chunk.offset_index_bytes, "an index")) return false;
      if (chunk.column_index >= 0 && !cover(chunk.column_index, chunk.column_index_bytes, "an index")) return false;
      if (chunk.bloom_filter >= 0 && !cover(chunk.bloom_filter, chunk.bloom_filter_bytes, "a Bloom filter"))
        return false;
    }
    return check_cover();
  }

  bool check_pages(std::int64_t begin, const ParquetChunk& chunk) {
    auto at = static_cast<std::uint64_t>(begin);
    const std::uint64_t end = at + static_cast<std::uint64_t>(chunk.compressed_bytes);
    const ByteView bytes = file_.first(static_cast<std::size_t>(end));
    while (at < end) {
      PageHeader page;
      const ThriftWalk walk = walk_thrift(bytes, at, page, job_.budget);
      if (walk.is_exhausted) return exhausted();
      if (!walk.is_whole) return bad_layout("the header of a page: " + std::string(walk.why));
      if (page.compressed < 0 || static_cast<std::uint64_t>(page.compressed) > end - walk.end) {
        return bad_layout("a page is longer than its column");
      }
      if (is_too_dense(page.compressed, page.uncompressed)) return bad_layout("a page inflates to more than its limit");
      at = walk.end + static_cast<std::uint64_t>(page.compressed);
    }
    return true;
  }

  // Between the magic and the footer every byte belongs to one thing, or is a zero that aligns.
  bool check_cover() {
    std::sort(spans_.begin(), spans_.end());
    std::uint64_t at = kMagic.size();
    spans_.emplace_back(footer_begin_, footer_begin_);
    for (const auto& [begin, end] : spans_) {
      if (begin < at) return bad_layout("two columns, indexes or filters overlap");
      const ByteView gap = file_.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(begin - at));
      if (std::any_of(gap.begin(), gap.end(), [](std::byte b) { return b != std::byte{0}; })) {
        return bad_layout("bytes at " + std::to_string(at) + " belong to no column");
      }
      at = end;
    }
    return true;
  }

  bool scan() {
    TextProjection projection;
    for (const ParquetText& text : footer_.texts) add_text_or_readable(text.text, text.begin, projection);
    add_readable(file_.first(static_cast<std::size_t>(footer_begin_)), 0, projection);
    const LeafTexts changed = job_.host.scan(projection);
    if (!job_.budget.ok()) return exhausted();
    if (job_.is_withheld()) return false;
    if (changed.empty()) return true;
    return refuse(FindingCode::kCleanerUnavailable, "text inside of the file cannot be replaced");
  }

  Output write() {
    Output output;
    output.is_released = true;
    const bool has_metadata = std::any_of(footer_.fields.begin(), footer_.fields.end(),
                                          [](const ParquetFooter::Field& f) { return f.number == kKeyValues; });
    if (!has_metadata) {
      output.is_unchanged = true;
      return output;
    }
    if (!job_.budget.charge(Budget::Kind::kOutputBytes, file_.size())) {
      exhausted();
      return {};
    }
    Finding finding;
    finding.code = FindingCode::kDataMetadata;
    finding.severity = Severity::kLow;
    finding.effect = Decision::kSanitize;
    finding.count = std::max<std::uint64_t>(footer_.metadata.size(), 1);
    finding.detail = "key-value metadata was dropped";
    job_.findings.add(std::move(finding));
    Bytes& out = output.bytes;
    reserve_large(out, file_.size());
    const auto copy = [&](std::uint64_t begin, std::uint64_t end) {
      const ByteView part = file_.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
      out.insert(out.end(), part.begin(), part.end());
    };
    copy(0, footer_begin_);
    std::int16_t previous = 0;
    for (const ParquetFooter::Field& field : footer_.fields) {
      if (field.number == kKeyValues) continue;
      put_thrift_field(out, previous, field.number, field.type);
      copy(field.begin, field.end);
      previous = field.number;
    }
    out.push_back(std::byte{0});
    const std::uint64_t length = out.size() - footer_begin_;
    for (unsigned i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>((length >> (8 * i)) & 0xFFU));
    const ByteView magic = as_bytes(kMagic);
    out.insert(out.end(), magic.begin(), magic.end());
    return output;
  }

  ByteView file_;
  const ParquetOptions& options_;
  Job& job_;
  std::uint64_t footer_begin_ = 0;
  std::uint64_t footer_end_ = 0;
  ParquetFooter footer_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spans_;
};

}  // namespace

Output clean_parquet(ByteView bytes, const ParquetOptions& options, Job& job) noexcept {
  try {
    return ParquetCleaner(bytes, options, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
