#include "pipeline/envelope.h"

#include <utility>

#include "scan/notes.h"

namespace sluice::pipeline {

bool wants_envelope(Kind kind, const CheckContext& context) noexcept {
  return context.engine.policy.injection.action == policy::InjectionAction::kEnvelope && context.nesting == 0 &&
         context.consumer == Consumer::kAgent && (kind == Kind::kText || kind == Kind::kMarkdown);
}

Envelope envelope_of(const CheckContext& context) {
  const std::string start = std::string(scan::kEnvelopeNote) + context.run.envelope_nonce;
  return {start + ": begin]\n", start + ": end]\n"};
}

void wrap(Cleaned& cleaned, ByteView input, const CheckContext& context) {
  const Envelope envelope = envelope_of(context);
  const ByteView text = cleaned.is_unchanged ? input : ByteView(cleaned.bytes);
  Bytes out;
  out.reserve(text.size() + envelope.begin.size() + envelope.end.size() + 1);
  const auto put = [&out](ByteView bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); };
  put(as_bytes(envelope.begin));
  put(text);
  if (!text.empty() && text.back() != std::byte{'\n'}) out.push_back(std::byte{'\n'});
  put(as_bytes(envelope.end));
  cleaned.bytes = std::move(out);
  cleaned.is_unchanged = false;
}

}  // namespace sluice::pipeline
