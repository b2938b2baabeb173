#include "authoring/reference_engine.h"

#include "sluice/report_text.h"

namespace sluice::authoring {

namespace {

using Reply = ReferenceProcess::Reply;

std::string seconds(std::chrono::milliseconds time) {
  return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + " s" : std::to_string(time.count()) + " ms";
}

// The rest of the line after the word, or empty where it is another word.
std::string_view after(std::string_view line, std::string_view word) {
  if (line.substr(0, word.size()) != word || line.size() <= word.size() || line[word.size()] != ' ') return {};
  return line.substr(word.size() + 1);
}

// Of the schema, which is no artifact: shown whole, but never as control bytes.
std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c < ' ' || c > '~') c = '?';
  }
  return out;
}

std::string failure_of(const Reply& reply, std::chrono::milliseconds timeout) {
  switch (reply.kind) {
    case Reply::Kind::kTimedOut: return "the reference did not answer within " + seconds(timeout);
    case Reply::Kind::kEnded: return "the reference crashed: " + reply.text;
    case Reply::Kind::kLine: break;
  }
  const std::string_view error = after(reply.text, "error");
  if (!error.empty()) return "the reference failed: " + report_text(as_bytes(error), nullptr).str();
  return "the reference answered what is no answer: " + report_text(as_bytes(reply.text), nullptr).str();
}

}  // namespace

Result<void> ReferenceEngine::load(std::chrono::milliseconds timeout) {
  Result<void> started = process_.start(program_);
  if (!started) return started;
  const Reply reply = process_.ask("schema", as_bytes(schema_), timeout);
  if (reply.kind == Reply::Kind::kLine && reply.text == "ready") return {};
  const std::string_view why = reply.kind == Reply::Kind::kLine ? after(reply.text, "refused") : std::string_view();
  return Error{ErrorCode::kSchemaUnsupported, schema_path_ + ": the reference engine cannot judge by this schema: " +
                                                  (why.empty() ? failure_of(reply, timeout) : printable(why))};
}

Result<ReferenceAnswer> ReferenceEngine::judge(ByteView instance, std::chrono::milliseconds timeout) {
  if (!process_.is_running()) {
    Result<void> loaded = load(timeout);
    if (!loaded) return std::move(loaded).error();
  }
  const Reply reply = process_.ask("instance", instance, timeout);
  if (reply.kind == Reply::Kind::kLine && reply.text == "valid") {
    return ReferenceAnswer{ReferenceAnswer::Kind::kValid, ""};
  }
  if (reply.kind == Reply::Kind::kLine && reply.text == "invalid") {
    return ReferenceAnswer{ReferenceAnswer::Kind::kInvalid, ""};
  }
  return ReferenceAnswer{ReferenceAnswer::Kind::kUnknown, failure_of(reply, timeout)};
}

}  // namespace sluice::authoring
