// Property: whatever a worker sends, the host's reader gives an error or a response that is within the body it read,
// and encoding that response gives the same bytes again (one spelling of each value); requests and greetings likewise.
// Input: one byte that chooses the reader, then the body. Cap: 64 KiB (worker_frames.options).
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "isolate/frames.h"

namespace {

using namespace sluice;           // NOLINT: one small file
using namespace sluice::isolate;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

bool is_same(const Bytes& written, ByteView body) {
  return written.size() == body.size() && std::equal(written.begin(), written.end(), body.begin());
}

void read_response(ByteView body) {
  const Result<Response> response = decode_response(body);
  if (!response) return;
  require(response->payload.size() <= body.size());
  require(response->texts.size() <= body.size() && response->urls.size() <= body.size());
  require(response->status == Status::kDone || response->payload.empty());
  require(is_same(encode_response(*response), body));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const ByteView body(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  switch (data[0] % 4) {
    case 0: read_response(body); break;
    case 1: {
      const Result<Request> request = decode_request(body);
      if (request) require(is_same(encode_request(*request), body));
      break;
    }
    case 2: {
      const Result<Greeting> greeting = decode_greeting(body);
      if (greeting) require(is_same(encode_greeting(*greeting), body));
      break;
    }
    default: {
      const Result<std::uint64_t> length = read_frame_header(body, FrameType::kResponse, 1000);
      if (length) require(*length <= 1000 && body.size() == kFrameHeaderBytes);
      break;
    }
  }
  return 0;
}
