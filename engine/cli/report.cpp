#include "cli/report.h"

#include <unistd.h>

#include <cstdio>

#include "cli/audit_log.h"
#include "cli/files.h"
#include "sluice/render.h"

namespace sluice::cli {

namespace {

Result<ReportFormat> parse_format(const std::string& name) {
  if (name == "text") return ReportFormat::kText;
  if (name == "json") return ReportFormat::kJson;
  if (name == "jsonl") return ReportFormat::kJsonl;
  if (name == "sarif") return ReportFormat::kSarif;
  return Error{ErrorCode::kInvalidArgument, "unknown format; use text, json, jsonl or sarif", 0};
}

}  // namespace

Result<void> write_report(const std::vector<const Verdict*>& verdicts, const ReportOptions& options,
                          bool stdout_has_bytes) {
  const int descriptor = stdout_has_bytes ? STDERR_FILENO : STDOUT_FILENO;
  Result<ReportFormat> format = parse_format(options.format);
  if (!format) return std::move(format).error();
  RenderOptions render_options;
  render_options.format = *format;
  render_options.with_timings = options.with_timings;
  render_options.with_color =
      options.report_path.empty() && *format == ReportFormat::kText && ::isatty(descriptor) == 1;
  const std::string text = render(verdicts, render_options);
  Result<void> written = options.report_path.empty() ? write_all(descriptor, as_bytes(text))
                                                     : write_output(options.report_path, as_bytes(text));
  if (!written) return written;
  return append_audit(verdicts, options);
}

void tell_renamed(std::size_t index, const Verdict& verdict, const std::string& path) noexcept {
  const std::string_view name = verdict.name.empty() ? channel_name(verdict.channel) : verdict.name.str();
  std::fprintf(stderr, "sluice: artifact %zu, %.*s, was written as %s\n", index + 1, static_cast<int>(name.size()),
               name.data(), path.c_str());
}

}  // namespace sluice::cli
