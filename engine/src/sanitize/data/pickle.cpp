#include "sanitize/data/pickle.h"

#include <algorithm>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/inflate.h"
#include "core/checked.h"
#include "media/bytes_at.h"
#include "sanitize/data/pickle_text.h"
#include "sanitize/data/readable.h"

namespace sluice::sanitize {

namespace {

constexpr std::size_t kMaxNames = 64;  // reported one by one; more are counted together
constexpr std::uint64_t kFreeInflated = 1 << 20;
constexpr std::size_t kMinNested = 4;  // no shorter pickle imports anything

bool is_zlib(ByteView bytes) noexcept {
  return media::u8_at(bytes, 0) == 0x78 && media::be_at(bytes, 0, 2) % 31 == 0 && bytes.size() > 2;
}
bool is_gzip(ByteView bytes) noexcept { return media::has_at(bytes, 0, "\x1F\x8B"); }

const char* other_compression(ByteView bytes) noexcept {
  struct Magic {
    std::string_view bytes;
    const char* name;
  };
  static constexpr Magic kMagics[] = {{{"BZh", 3}, "bzip2"},
                                      {{"\xFD\x37zXZ", 5}, "xz"},
                                      {{"\x5D\0\0", 3}, "lzma"},
                                      {{"\x04\x22\x4D\x18", 4}, "lz4"},
                                      {{"\x28\xB5\x2F\xFD", 4}, "zstd"},
                                      {{"ZF", 2}, "an old joblib"}};
  for (const Magic& magic : kMagics) {
    if (media::has_at(bytes, 0, magic.bytes)) return magic.name;
  }
  return nullptr;
}

// Bytes that say that they are a pickle: PROTO and a protocol that exists.
bool has_protocol(ByteView bytes) noexcept {
  return bytes.size() >= kMinNested && media::u8_at(bytes, 0) == 0x80 && media::u8_at(bytes, 1) <= 5;
}

// One walk: collects what is told.
class Collector final : public PickleVisitor {
 public:
  struct Name {
    std::string module;
    std::string name;
    std::uint64_t offset = 0;
  };
  struct Text {
    std::string_view text;
    std::uint64_t begin = 0;
  };

  void on_global(std::string_view module, std::string_view name, const PickleName* listed,
                 std::uint64_t offset) override {
    if (listed == nullptr) unlisted.push_back({std::string(module), std::string(name), offset});
  }
  void on_text(std::string_view text, std::uint64_t begin, std::uint64_t) override {
    if (!text.empty()) texts.push_back({text, begin});
  }

  std::vector<Name> unlisted;
  std::vector<Text> texts;
};

class Judge {
 public:
  Judge(ByteView bytes, const PickleOptions& options, Job& job) : bytes_(bytes), options_(options), job_(job) {}

  Output run() {
    decide_by_consumer();
    ByteView stream = bytes_;
    if (!open(stream)) return {};
    walk_all(stream);
    report_names();
    if (!job_.budget.ok()) job_.findings.add_exhausted(job_.budget);
    if (is_refused_ || !job_.budget.ok() || job_.is_withheld()) return {};
    if (!scan()) return {};
    Output output;
    output.is_released = output.is_unchanged = true;
    return output;
  }

 private:
  void decide_by_consumer() {
    if (job_.consumer != Consumer::kStorage) {
      job_.findings.add(FindingCode::kActiveContent, Severity::kHigh, Decision::kReject,
                        "a pickle can run code where it is loaded; only storage may get one");
    } else if (!options_.may_release) {
      job_.findings.add(FindingCode::kActiveContent, Severity::kHigh, Decision::kQuarantine,
                        "a pickle; the policy does not say [pickles] allow = true");
    }
  }

  bool refuse(FindingCode code, std::uint64_t at, std::string detail) {
    Location where;
    where.begin = where.end = at;
    job_.findings.add(code, Severity::kHigh, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
    is_refused_ = true;
    return false;
  }

  // Takes the compression off, where there is one that is read here.
  bool open(ByteView& stream) {
    if (!is_zlib(bytes_) && !is_gzip(bytes_)) {
      const char* const other = other_compression(bytes_);
      if (other == nullptr) return true;
      return refuse(FindingCode::kPickleStream, 0, std::string("compressed in a way that is not read here: ") + other);
    }
    is_inflated_ = true;
    const std::uint64_t cap = std::min(
        options_.limits.max_inflated,
        saturating_add(kFreeInflated, saturating_mul<std::uint64_t>(bytes_.size(), options_.limits.max_ratio)));
    switch (codec::inflate_whole(bytes_, cap, job_.budget, inflated_)) {
      case codec::InflateStatus::kOk: break;
      case codec::InflateStatus::kCorrupt:
        return refuse(FindingCode::kPickleStream, 0, "the compressed stream is damaged, or bytes follow it");
      case codec::InflateStatus::kTooLong:
        return refuse(FindingCode::kPickleStream, 0, "it inflates to more than " + std::to_string(cap) + " bytes");
      case codec::InflateStatus::kBudget: job_.findings.add_exhausted(job_.budget); return false;
    }
    job_.budget.credit_work(inflated_.size());
    stream = inflated_;
    return true;
  }

  // One pickle after the other to the last byte, then what their strings hold.
  void walk_all(ByteView stream) {
    if (stream.empty()) refuse(FindingCode::kPickleStream, 0, "there is no pickle");
    std::uint64_t at = 0;
    while (at < stream.size()) {
      Collector told;
      const PickleWalk walk =
          walk_pickle(stream.subspan(static_cast<std::size_t>(at)), options_.dialect, told, decoded_, job_.budget);
      take(told, at, 0);
      if (walk.fault == PickleFault::kBudget) return;
      if (walk.fault != PickleFault::kNone) {
        refuse(FindingCode::kPickleStream, at + walk.end,
               std::string(walk.why) + ", at byte " + std::to_string(at + walk.end));
        break;
      }
      at += walk.end;
    }
    while (!nested_.empty() && job_.budget.ok()) {
      const Nested next = nested_.back();
      nested_.pop_back();
      walk_nested(next);
    }
  }

  struct Nested {
    std::string_view text;
    std::uint64_t begin = 0;
    std::uint64_t depth = 0;
  };

  // Keeps the texts for the scan and notes those that may be pickles.
  void take(const Collector& told, std::uint64_t base, std::uint64_t depth) {
    for (const Collector::Name& name : told.unlisted) add_name(name, base);
    for (const Collector::Text& text : told.texts) {
      texts_.push_back({text.text, base + text.begin});
      if (text.text.size() >= kMinNested) nested_.push_back({text.text, base + text.begin, depth + 1});
    }
  }

  void walk_nested(const Nested& nested) {
    std::string_view text = nested.text;
    // Protocols 0 to 2 write bytes as Latin-1 text, in which PROTO takes two bytes.
    if (text.starts_with("\xC2\x80")) {
      std::optional<std::string> bytes = latin1_bytes(text);
      if (bytes) {
        decoded_.push_back(std::move(*bytes));
        text = decoded_.back();
      }
    }
    const bool says_so = has_protocol(as_bytes(text));
    // Without PROTO nothing but a STOP tells a pickle from a text.
    if (!says_so && text.find('.') == std::string_view::npos) return;
    Collector told;
    const PickleWalk walk = walk_pickle(as_bytes(text), options_.dialect, told, decoded_, job_.budget);
    if (walk.fault == PickleFault::kBudget) return;
    const bool is_walked = walk.fault == PickleFault::kNone;
    if (!is_walked && !says_so) return;
    // Data may begin like a pickle by chance; it is one where it imports, or asks for what is not judged.
    if (!is_walked && told.unlisted.empty() && walk.fault == PickleFault::kNotPickle) return;
    if (!is_walked && walk.fault == PickleFault::kRefused) {
      refuse_nested(nested, std::string("in a pickle inside of a string: ") + walk.why);
    }
    if (nested.depth > options_.limits.max_nesting) {
      refuse_nested(nested, "pickles inside of strings are nested too deeply");
      return;
    }
    for (Collector::Name& name : told.unlisted) name.offset = 0;
    for (Collector::Text& inner : told.texts) inner.begin = 0;
    take(told, nested.begin, nested.depth);
  }

  // The first says enough.
  void refuse_nested(const Nested& nested, std::string detail) {
    if (!has_bad_nested_) refuse(FindingCode::kPickleStream, nested.begin, std::move(detail));
    has_bad_nested_ = true;
  }

  void add_name(const Collector::Name& name, std::uint64_t base) {
    is_refused_ = true;
    const auto key = std::make_pair(name.module, name.name);
    const auto found = names_.find(key);
    if (found != names_.end()) {
      ++found->second.count;
    } else if (names_.size() < kMaxNames) {
      names_.emplace(key, Seen{1, base + name.offset});
    } else {
      ++other_names_;
    }
  }

  void report_names() {
    for (const auto& [name, seen] : names_) {
      Finding finding;
      finding.code = FindingCode::kPickleGlobal;
      finding.severity = Severity::kHigh;
      finding.effect = Decision::kQuarantine;
      finding.count = seen.count;
      finding.where.begin = finding.where.end = seen.begin;
      finding.detail = report_text(as_bytes(name.first + "." + name.second), job_.host.scrubber());
      job_.findings.add(std::move(finding));
    }
    if (other_names_ == 0) return;
    Finding finding;
    finding.code = FindingCode::kPickleGlobal;
    finding.severity = Severity::kHigh;
    finding.effect = Decision::kQuarantine;
    finding.count = other_names_;
    finding.detail = "other names";
    job_.findings.add(std::move(finding));
  }

  // Nothing inside of a pickle can be replaced, so that what the scan would change withholds it.
  bool scan() {
    TextProjection projection;
    for (const Collector::Text& text : texts_) {
      add_text_or_readable(text.text, is_inflated_ ? 0 : text.begin, projection);
    }
    const LeafTexts changed = job_.host.scan(projection);
    if (!job_.budget.ok()) job_.findings.add_exhausted(job_.budget);
    if (job_.is_withheld() || !job_.budget.ok()) return false;
    if (changed.empty()) return true;
    return refuse(FindingCode::kCleanerUnavailable, 0, "text inside of a pickle cannot be replaced");
  }

  struct Seen {
    std::uint64_t count = 0;
    std::uint64_t begin = 0;
  };

  ByteView bytes_;
  const PickleOptions& options_;
  Job& job_;
  Bytes inflated_;
  bool is_inflated_ = false;
  bool is_refused_ = false;
  bool has_bad_nested_ = false;
  std::deque<std::string> decoded_;
  std::vector<Collector::Text> texts_;
  std::vector<Nested> nested_;
  std::map<std::pair<std::string, std::string>, Seen> names_;
  std::uint64_t other_names_ = 0;
};

}  // namespace

Output clean_pickle(ByteView bytes, const PickleOptions& options, Job& job) noexcept {
  try {
    return Judge(bytes, options, job).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize
