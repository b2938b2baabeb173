#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "cli/engine_loader.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/report.h"

namespace sluice::cli {

namespace {

constexpr std::size_t kReadBytes = 64 * 1024;
constexpr std::uint64_t kProgressStep = 64 * 1024 * 1024;

}  // namespace

int run_filter(const FilterCommand& command) {
  Result<Channel> channel = channel_option(command.channel);
  if (!channel) return fail(channel.error());
  Result<std::optional<Consumer>> consumer = consumer_option(command.consumer);
  if (!consumer) return fail(consumer.error());
  Result<Run> run = start_run(command.engine);
  if (!run) return fail(run.error());

  Checker checker(*run);
  StdoutSink sink;
  ArtifactInfo info;
  info.channel = *channel;
  info.declared_type = command.type;
  CheckOptions options;
  options.consumer = *consumer;
  options.require_final = command.require_final;
  Result<Stream> stream = checker.open_stream(info, sink, options);
  if (!stream) return fail(stream.error());

  const bool has_progress = ::isatty(STDERR_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 0;
  std::vector<std::byte> buffer(kReadBytes);
  std::uint64_t total = 0;
  std::uint64_t next_progress = kProgressStep;
  bool has_input_error = false;
  bool has_sink_error = false;
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      std::fprintf(stderr, "sluice: cannot read stdin: %s\n", std::strerror(errno));
      has_input_error = true;
      break;
    }
    total += static_cast<std::uint64_t>(got);
    if (has_progress && total >= next_progress) {
      std::fprintf(stderr, "\r%llu MB", static_cast<unsigned long long>(total / 1'000'000));
      next_progress += kProgressStep;
    }
    Result<void> written = stream->write({buffer.data(), static_cast<std::size_t>(got)});
    if (!written) {
      // The verdict says why; only a sink that refuses bytes is an error of input and output.
      has_sink_error = written.error().code == ErrorCode::kSinkFailed;
      if (has_sink_error) std::fprintf(stderr, "sluice: %s\n", written.error().message.c_str());
      break;
    }
  }
  if (has_progress && total >= kProgressStep) std::fprintf(stderr, "\r\x1b[K");
  // A cut input must not be released as if it were whole, so that a stream is not finished after a read error.
  if (has_input_error) return kExitIo;
  const Verdict verdict = stream->finish();
  const bool is_sink_finding =
      std::any_of(verdict.findings.begin(), verdict.findings.end(),
                  [](const Finding& finding) { return finding.code == FindingCode::kSinkError; });
  if (verdict.decision != Decision::kAllow || !command.report.report_path.empty() ||
      !command.report.audit_path.empty()) {
    Result<void> reported = write_report({&verdict}, command.report, true);
    if (!reported) return fail(reported.error());
  }
  if (has_sink_error || is_sink_finding) return kExitIo;
  return exit_code_for(verdict.decision, true);
}

}  // namespace sluice::cli
