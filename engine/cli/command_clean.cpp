#include "cli/engine_loader.h"
#include "cli/exit_code.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/report.h"
#include "sluice/delivery.h"

namespace sluice::cli {

namespace {

Result<void> write_headers(const Verdict& verdict, const std::string& file_name, const std::string& path) {
  DeliveryOptions options;
  options.file_name = file_name;
  const Result<std::vector<Header>> headers = delivery_headers(verdict, options);
  if (!headers) return headers.error();
  std::string lines;
  for (const Header& header : *headers) lines += header.name + ": " + header.value + "\n";
  return write_output(path, as_bytes(lines));
}

}  // namespace

// One artifact made safe: `check` with the bytes on stdout and a report only where there is something to say.
int run_clean(const CheckCommand& command) {
  const std::string out = command.out_file.empty() ? "-" : command.out_file;
  Result<std::optional<Consumer>> consumer = consumer_option(command.consumer);
  if (!consumer) return fail(consumer.error());
  Result<Run> run = start_run(command.engine);
  if (!run) return fail(run.error());
  const std::string& input = command.inputs.front();
  const bool is_stdin = input == "-";
  Result<Channel> channel = channel_option(!command.channel.empty() ? command.channel : is_stdin ? "stdout" : "file");
  if (!channel) return fail(channel.error());

  Result<Bytes> bytes = read_input(input, run->engine().max_input_bytes(*channel));
  if (!bytes) return fail(bytes.error());
  Artifact artifact;
  artifact.info.channel = *channel;
  const std::size_t slash = input.rfind('/');
  artifact.info.name = is_stdin ? "" : slash == std::string::npos ? input : input.substr(slash + 1);
  artifact.info.declared_type = command.type;
  artifact.bytes = *bytes;
  CheckOptions options;
  options.consumer = consumer->value_or(run->engine().consumer());
  Checker checker(*run);
  const Verdict verdict = checker.check(artifact, options);
  if (const std::optional<ByteView> clean = verdict.released(*options.consumer)) {
    Result<void> written = write_output(out, *clean);
    if (!written) return fail(written.error());
    if (!command.headers_path.empty()) {
      Result<void> listed = write_headers(verdict, artifact.info.name, command.headers_path);
      if (!listed) return fail(listed.error());
    }
  }
  if (verdict.decision != Decision::kAllow || !command.report.report_path.empty() ||
      !command.report.audit_path.empty()) {
    Result<void> reported = write_report({&verdict}, command.report, out == "-");
    if (!reported) return fail(reported.error());
  }
  return exit_code_for(verdict.decision, true);
}

}  // namespace sluice::cli
