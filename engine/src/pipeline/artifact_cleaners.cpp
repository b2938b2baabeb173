#include "pipeline/artifact_cleaners.h"

#include <algorithm>

#include "core/reserve.h"
#include "media/bytes_at.h"
#include "media/structure.h"
#include "pipeline/artifact_rules.h"
#include "pipeline/chart_stage.h"
#include "pipeline/envelope.h"
#include "pipeline/json_stage.h"
#include "pipeline/members.h"
#include "pipeline/ndjson_pipe.h"
#include "pipeline/output_rescan.h"
#include "pipeline/text_pipe.h"
#include "sanitize/archive/compressed.h"
#include "sanitize/archive/tar.h"
#include "sanitize/archive/zip.h"
#include "sanitize/csv/table.h"
#include "sanitize/data/npy.h"
#include "sanitize/data/parquet.h"
#include "sanitize/data/pickle.h"
#include "sanitize/data/safetensors.h"
#include "sanitize/html/clean_html.h"
#include "sanitize/image/image.h"
#include "sanitize/image_strict/reencode.h"
#include "sanitize/job.h"
#include "sanitize/latex/latex.h"
#include "sanitize/markdown/markdown.h"
#include "sanitize/notebook/notebook.h"
#include "sanitize/pdf/clean_pdf.h"
#include "sanitize/source/source.h"
#include "sanitize/svg/svg.h"

namespace sluice::pipeline {

namespace {

constexpr std::size_t kTextBlockBytes = 64 * 1024;

// Collects clean text; holds no copy while the text is its own input.
class BorrowingSink final : public TextSink {
 public:
  explicit BorrowingSink(ByteView input) : input_(input) {}
  void put(ByteView clean, bool is_identity) override {
    if (is_borrowed_ && is_identity) {
      prefix_ += clean.size();
      return;
    }
    if (is_borrowed_) {
      is_borrowed_ = false;
      const ByteView same = input_.first(prefix_);
      reserve_large(bytes_, input_.size() + input_.size() / 16);
      bytes_.assign(same.begin(), same.end());
    }
    bytes_.insert(bytes_.end(), clean.begin(), clean.end());
  }
  [[nodiscard]] Cleaned take() {
    // Text that was removed at the end never arrives here.
    if (is_borrowed_ && prefix_ < input_.size()) {
      const ByteView same = input_.first(prefix_);
      return {false, Bytes(same.begin(), same.end())};
    }
    return {is_borrowed_, std::move(bytes_)};
  }

 private:
  ByteView input_;
  std::size_t prefix_ = 0;
  bool is_borrowed_ = true;
  Bytes bytes_;
};

Cleaned clean_text(ByteView bytes, CheckContext& context) {
  TextPipe pipe(context, text_limits_for(context.rules), bytes);
  BorrowingSink sink(bytes);
  for (std::size_t at = 0; at < bytes.size() && context.budget.poll(); at += kTextBlockBytes) {
    pipe.feed(bytes.subspan(at, std::min(kTextBlockBytes, bytes.size() - at)), context, sink);
  }
  if (!context.budget.ok()) {
    context.findings.add_exhausted(context.budget);
    return {};
  }
  pipe.finish(context, sink);
  return sink.take();
}

Cleaned clean_records(ByteView bytes, json::Framing framing, CheckContext& context) {
  NdjsonPipe pipe(framing, context.schema(), context);
  BorrowingSink sink(bytes);
  pipe.feed(bytes, context, sink);
  if (context.is_withheld()) return {};
  pipe.finish(context, sink);
  return sink.take();
}

isolate::Worker* worker_of(CheckContext& context) {
  return context.scratch.worker ? &*context.scratch.worker : nullptr;
}

// What a cleaner of sanitize/ made, as the pipeline takes it. Text that leaves is scanned once more, as it leaves.
enum class Written : std::uint8_t { kText, kBinary };

template <typename Clean>
Cleaned run_cleaner(ByteView bytes, Written written, CheckContext& context, Clean&& clean) {
  Members members(context, bytes);
  sanitize::Job job{context.findings, context.budget, members, context.consumer, worker_of(context)};
  sanitize::Output output = std::forward<Clean>(clean)(job);
  if (!output.is_released) context.findings.raise(Decision::kQuarantine);
  if (context.is_withheld()) return {};
  if (written == Written::kText) rescan(output.is_unchanged ? bytes : ByteView(output.bytes), context);
  return {output.is_unchanged, std::move(output.bytes)};
}

Cleaned clean_svg(ByteView bytes, CheckContext& context) {
  return run_cleaner(bytes, Written::kText, context,
                     [&](sanitize::Job& job) { return sanitize::clean_svg(bytes, sanitize::SvgLimits{}, job); });
}

Cleaned clean_html(ByteView bytes, CheckContext& context) {
  sanitize::HtmlOptions options;
  for (const std::string& tag : context.engine.policy.html.add_tags) {
    options.added.push_back(sanitize::html::find_element(tag));
  }
  return run_cleaner(bytes, Written::kText, context,
                     [&](sanitize::Job& job) { return sanitize::clean_html(bytes, options, job); });
}

Cleaned clean_image(media::MediaType type, ByteView bytes, CheckContext& context) {
  media::StructureOptions options;
  options.cleaner_trims = true;
  media::check_structure(type, bytes, options, context.findings, context.budget);
  return run_cleaner(bytes, Written::kBinary, context, [&](sanitize::Job& job) {
    return sanitize::clean_image(type, bytes, sanitize::ImageLimits{}, job);
  });
}

Cleaned clean_pickle(sanitize::PickleDialect dialect, ByteView bytes, CheckContext& context) {
  sanitize::PickleOptions options;
  options.dialect = dialect;
  options.may_release = context.engine.policy.pickles.allow;
  return run_cleaner(bytes, Written::kBinary, context,
                     [&](sanitize::Job& job) { return sanitize::clean_pickle(bytes, options, job); });
}

// Nobody reads Parquet on the way to storage, and who lists it by its name knows that its pages are not searched.
Cleaned clean_parquet(const Sniff& sniff, ByteView bytes, CheckContext& context) {
  sanitize::ParquetOptions options;
  const auto& types = context.rules.types;
  options.may_release = context.consumer == Consumer::kStorage && types &&
                        std::find(types->begin(), types->end(), sniff.media_type) != types->end();
  return run_cleaner(bytes, Written::kBinary, context,
                     [&](sanitize::Job& job) { return sanitize::clean_parquet(bytes, options, job); });
}

Cleaned clean_npy(ByteView bytes, CheckContext& context) {
  return run_cleaner(bytes, Written::kBinary, context,
                     [&](sanitize::Job& job) { return sanitize::clean_npy(bytes, sanitize::NpyLimits{}, job); });
}

Cleaned clean_safetensors(ByteView bytes, CheckContext& context) {
  return run_cleaner(bytes, Written::kBinary, context, [&](sanitize::Job& job) {
    return sanitize::clean_safetensors(bytes, sanitize::SafetensorsLimits{}, job);
  });
}

// A torch file is one pickle stream in the old form, and a zip with a pickle inside in the new one.
Cleaned clean_torch(ByteView bytes, CheckContext& context) {
  if (!media::has_at(bytes, 0, "PK")) return clean_pickle(sanitize::PickleDialect::kTorch, bytes, context);
  context.findings.add(FindingCode::kCleanerUnavailable, Severity::kMedium, Decision::kQuarantine,
                       "a torch file in a zip");
  return {};
}

sanitize::ArchiveOptions archive_options(const Sniff& sniff, const CheckContext& context) {
  const policy::ArchiveRules& rules = context.engine.policy.archives;
  sanitize::ArchiveOptions options;
  options.max_entries = rules.max_entries;
  options.max_member_bytes = rules.max_member_bytes;
  switch (rules.repack) {
    case policy::Repack::kWhenChanged: options.repack = sanitize::Repack::kWhenChanged; break;
    case policy::Repack::kAlways: options.repack = sanitize::Repack::kAlways; break;
    case policy::Repack::kNever: options.repack = sanitize::Repack::kNever; break;
  }
  options.release_members = context.rules.release_members;
  options.name = sniff.file_name;
  return options;
}

Cleaned clean_archive(const Sniff& sniff, ByteView bytes, CheckContext& context) {
  media::StructureOptions structure;
  structure.cleaner_trims = true;
  structure.holds_files = true;
  media::check_structure(sniff.type, bytes, structure, context.findings, context.budget);
  const sanitize::ArchiveOptions options = archive_options(sniff, context);
  return run_cleaner(bytes, Written::kBinary, context, [&](sanitize::Job& job) {
    switch (sniff.kind) {
      case Kind::kTar: return sanitize::clean_tar(bytes, options, job);
      case Kind::kGzip: return sanitize::clean_compressed(bytes, sanitize::Compression::kGzip, options, job);
      case Kind::kZstd: return sanitize::clean_compressed(bytes, sanitize::Compression::kZstd, options, job);
      case Kind::kXz: return sanitize::clean_compressed(bytes, sanitize::Compression::kXz, options, job);
      default: return sanitize::clean_zip(bytes, options, job);
    }
  });
}

Cleaned clean_pdf(ByteView bytes, CheckContext& context) {
  media::StructureOptions options;
  options.cleaner_trims = true;
  media::check_structure(media::MediaType::kPdf, bytes, options, context.findings, context.budget);
  if (context.is_withheld()) return {};
  return run_cleaner(bytes, Written::kBinary, context,
                     [&](sanitize::Job& job) { return sanitize::clean_pdf(bytes, sanitize::PdfLimits{}, job); });
}

// Cleans an image; where the policy wants its pixels encoded anew, that is done to what was cleaned, and cleaned again.
Cleaned strict_image(media::MediaType type, ByteView bytes, CheckContext& context) {
  Cleaned cleaned = clean_image(type, bytes, context);
  if (context.is_withheld() || !context.engine.policy.images.reencode) return cleaned;
  const ByteView fast = cleaned.is_unchanged ? bytes : ByteView(cleaned.bytes);
  Cleaned fresh = run_cleaner(fast, Written::kBinary, context,
                              [&](sanitize::Job& job) { return sanitize::reencode_image(type, fast, job); });
  if (context.is_withheld()) return {};
  context.budget.credit_work(fresh.bytes.size());
  Cleaned checked = clean_image(type, fresh.bytes, context);
  return checked.is_unchanged ? std::move(fresh) : std::move(checked);
}

Cleaned clean_notebook(ByteView bytes, CheckContext& context) {
  sanitize::NotebookOptions options;
  options.parse = json_parse_policy(context);
  return run_cleaner(bytes, Written::kText, context,
                     [&](sanitize::Job& job) { return sanitize::clean_notebook(bytes, options, job); });
}

Cleaned clean_kind(const Sniff& sniff, ByteView bytes, CheckContext& context) {
  switch (sniff.kind) {
    case Kind::kEmpty: return {};
    case Kind::kText:
      if (media::type_info(sniff.type).is_source) {
        const bool is_python = sniff.type == media::MediaType::kPython;
        sanitize::check_source(bytes, is_python, context.findings, context.budget);
        if (context.is_withheld()) return {};
      }
      return clean_text(bytes, context);
    case Kind::kJson: return check_json(bytes, context.schema(), context);
    case Kind::kNdjson: return clean_records(bytes, json::Framing::kLines, context);
    case Kind::kJsonSeq: return clean_records(bytes, json::Framing::kRecords, context);
    case Kind::kSvg: return clean_svg(bytes, context);
    case Kind::kPng: return strict_image(media::MediaType::kPng, bytes, context);
    case Kind::kJpeg: return strict_image(media::MediaType::kJpeg, bytes, context);
    case Kind::kGif: return clean_image(media::MediaType::kGif, bytes, context);
    case Kind::kWebp: return strict_image(media::MediaType::kWebp, bytes, context);
    case Kind::kNpy: return clean_npy(bytes, context);
    case Kind::kParquet: return clean_parquet(sniff, bytes, context);
    case Kind::kPickle: return clean_pickle(sanitize::PickleDialect::kPlain, bytes, context);
    case Kind::kSafetensors: return clean_safetensors(bytes, context);
    case Kind::kTorch: return clean_torch(bytes, context);
    case Kind::kTable:
      return run_cleaner(bytes, Written::kText, context, [&](sanitize::Job& job) {
        const sanitize::TableOptions options{.is_tab_separated = sniff.type == media::MediaType::kTsv};
        return sanitize::clean_table(bytes, options, sanitize::TableLimits{}, job);
      });
    case Kind::kMarkdown:
      return run_cleaner(bytes, Written::kText, context, [&](sanitize::Job& job) {
        return sanitize::clean_markdown(bytes, sanitize::MarkdownLimits{}, job);
      });
    case Kind::kZip:
    case Kind::kTar:
    case Kind::kGzip:
    case Kind::kZstd:
    case Kind::kXz: return clean_archive(sniff, bytes, context);
    case Kind::kPdf: return clean_pdf(bytes, context);
    case Kind::kChart: return clean_chart(sniff.type, bytes, context);
    case Kind::kNotebook: return clean_notebook(bytes, context);
    case Kind::kLatex:
      return run_cleaner(bytes, Written::kText, context, [&](sanitize::Job& job) {
        return sanitize::clean_latex(bytes, sanitize::LatexLimits{}, job);
      });
    case Kind::kHtml: return clean_html(bytes, context);
    case Kind::kNeverReleased:
    case Kind::kNoCleaner: break;
  }
  context.findings.raise(Decision::kQuarantine);
  return {};
}

}  // namespace

Cleaned clean_artifact(const Sniff& sniff, ByteView bytes, CheckContext& context) {
  Cleaned cleaned = clean_kind(sniff, bytes, context);
  if (wants_envelope(sniff.kind, context) && !context.is_withheld()) wrap(cleaned, bytes, context);
  return cleaned;
}

}  // namespace sluice::pipeline
