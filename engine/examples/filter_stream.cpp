// Cleans a stream while it arrives: nothing leaves that a later byte could still change.
#include <cstdio>
#include <string>

#include "sluice/sluice.h"

namespace {

struct StringSink final : sluice::Sink {
  sluice::Result<void> write(sluice::ByteView bytes) noexcept override {
    text += sluice::as_chars(bytes);
    return {};
  }
  std::string text;
};

}  // namespace

int main() {
  sluice::Result<std::shared_ptr<const sluice::Engine>> engine = sluice::Engine::load({});
  if (!engine) return 2;
  sluice::Result<sluice::Run> run = sluice::Run::start(*engine);
  if (!run) return 2;
  sluice::Checker checker(*run);

  StringSink sink;
  sluice::ArtifactInfo info;
  info.channel = sluice::Channel::kStdout;
  sluice::Result<sluice::Stream> stream = checker.open_stream(info, sink);
  if (!stream) return 2;

  // A token that is split over two writes, put together here so that this file holds none.
  const std::string token = std::string("ghp") + "_" + "SYNTHETICbody0123456789abcdefg" + "3p2TTq";
  if (!stream->write(sluice::as_bytes("token: " + token.substr(0, 20)))) return 1;
  if (!stream->write(sluice::as_bytes(token.substr(20) + "\nbye\n"))) return 1;
  const sluice::Verdict verdict = stream->finish();

  std::printf("decision: %s\n%s", std::string(sluice::decision_name(verdict.decision)).c_str(), sink.text.c_str());
  const bool is_clean = sink.text.find(token.substr(4, 16)) == std::string::npos;
  return verdict.is_released() && is_clean && sink.text.ends_with("\nbye\n") ? 0 : 1;
}
