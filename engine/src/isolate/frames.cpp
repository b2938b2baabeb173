#include "isolate/frames.h"

#include <algorithm>

#include "core/checked.h"

namespace sluice::isolate {

namespace {

constexpr std::size_t kFixedResponseBytes = 4096;  // more than everything but strings and payload takes

template <typename T>
void put(Bytes& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    out.push_back(static_cast<std::byte>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xFFU));
  }
}

void put_bytes(Bytes& out, ByteView bytes) {
  put<std::uint64_t>(out, bytes.size());
  out.insert(out.end(), bytes.begin(), bytes.end());
}

void put_strings(Bytes& out, const std::vector<std::string>& strings) {
  put<std::uint32_t>(out, narrow<std::uint32_t>(strings.size()));
  for (const std::string& text : strings) {
    put<std::uint32_t>(out, narrow<std::uint32_t>(text.size()));
    const ByteView bytes = as_bytes(text);
    out.insert(out.end(), bytes.begin(), bytes.end());
  }
}

// Reads little-endian fields until one is missing or wrong; then everything read is 0 and `ok` stays false.
class Fields {
 public:
  explicit Fields(ByteView body) : body_(body) {}

  template <typename T>
  T take() noexcept {
    if (!is_ok_ || body_.size() - at_ < sizeof(T)) return fail<T>();
    std::uint64_t value = 0;
    for (std::size_t i = sizeof(T); i > 0; --i)
      value = (value << 8U) | std::to_integer<std::uint64_t>(body_[at_ + i - 1]);
    at_ += sizeof(T);
    return static_cast<T>(value);
  }

  // A number of `first` to `last`.
  template <typename T>
  T take_in(T first, T last) noexcept {
    const T value = take<T>();
    return value < first || value > last ? fail<T>() : value;
  }

  ByteView take_bytes(std::uint64_t length) noexcept {
    if (!is_ok_ || length > body_.size() - at_) {
      is_ok_ = false;
      return {};
    }
    const ByteView view = body_.subspan(at_, static_cast<std::size_t>(length));
    at_ += view.size();
    return view;
  }

  std::vector<std::string> take_strings() {
    std::vector<std::string> strings;
    const auto count = take_in<std::uint32_t>(0, kMaxStrings);
    for (std::uint32_t i = 0; i < count && is_ok_; ++i) {
      const ByteView text = take_bytes(take<std::uint32_t>());
      if (is_ok_) strings.emplace_back(as_chars(text));
    }
    return strings;
  }

  [[nodiscard]] bool is_ok() const noexcept { return is_ok_; }
  [[nodiscard]] bool is_at_end() const noexcept { return is_ok_ && at_ == body_.size(); }
  [[nodiscard]] Error error(const char* what) const {
    return Error{ErrorCode::kEncodingInvalid, std::string("the ") + what + " of a worker is malformed", at_};
  }
  template <typename T>
  T fail() noexcept {
    is_ok_ = false;
    return T{};
  }

 private:
  ByteView body_;
  std::size_t at_ = 0;
  bool is_ok_ = true;
};

}  // namespace

std::uint64_t Response::count(Note note) const noexcept {
  const auto found = std::find_if(notes.begin(), notes.end(), [note](const NoteCount& n) { return n.note == note; });
  return found == notes.end() ? 0 : found->count;
}

std::array<std::byte, kFrameHeaderBytes> frame_header(FrameType type, std::uint64_t body_bytes) noexcept {
  std::array<std::byte, kFrameHeaderBytes> header{};
  for (std::size_t i = 0; i < 4; ++i) {
    header[i] = static_cast<std::byte>((static_cast<std::uint32_t>(type) >> (8 * i)) & 0xFFU);
  }
  for (std::size_t i = 0; i < 8; ++i) header[4 + i] = static_cast<std::byte>((body_bytes >> (8 * i)) & 0xFFU);
  return header;
}

Result<std::uint64_t> read_frame_header(ByteView header, FrameType type, std::uint64_t max_body_bytes) {
  Fields fields(header);
  const auto magic = fields.take<std::uint32_t>();
  const auto length = fields.take<std::uint64_t>();
  if (!fields.is_at_end() || magic != static_cast<std::uint32_t>(type)) return fields.error("frame");
  if (length > max_body_bytes) {
    return Error{
        ErrorCode::kBudgetExhausted,
        "a worker wants to send " + std::to_string(length) + " bytes, allowed are " + std::to_string(max_body_bytes),
        0};
  }
  return length;
}

Bytes encode_greeting(const Greeting& greeting) {
  Bytes out;
  put<std::uint8_t>(out, greeting.has_seccomp ? 1 : 0);
  put<std::uint8_t>(out, greeting.has_limits ? 1 : 0);
  put<std::uint8_t>(out, greeting.landlock_abi);
  return out;
}

Bytes encode_request(const Request& request) {
  Bytes out;
  out.reserve(request.payload.size() + 128);
  put(out, request.id);
  put<std::uint8_t>(out, static_cast<std::uint8_t>(request.kind));
  put<std::uint8_t>(out, request.keeps_links ? 1 : 0);
  const JobLimits& limits = request.limits;
  for (const std::uint64_t limit : {limits.max_output_bytes, limits.max_decoded_bytes, limits.max_text_bytes,
                                    limits.max_objects, limits.max_pages, limits.max_pixels}) {
    put(out, limit);
  }
  put_bytes(out, request.payload);
  return out;
}

Bytes encode_response(const Response& response) {
  Bytes out;
  out.reserve(response.payload.size() + 128);
  put(out, response.id);
  put<std::uint8_t>(out, static_cast<std::uint8_t>(response.status));
  put<std::uint8_t>(out, narrow<std::uint8_t>(response.notes.size()));
  for (const NoteCount& note : response.notes) {
    put<std::uint8_t>(out, static_cast<std::uint8_t>(note.note));
    put(out, note.count);
  }
  put_strings(out, response.texts);
  put_strings(out, response.urls);
  put_bytes(out, response.payload);
  return out;
}

Result<Greeting> decode_greeting(ByteView body) {
  Fields fields(body);
  Greeting greeting;
  greeting.has_seccomp = fields.take_in<std::uint8_t>(0, 1) == 1;
  greeting.has_limits = fields.take_in<std::uint8_t>(0, 1) == 1;
  greeting.landlock_abi = fields.take<std::uint8_t>();
  if (!fields.is_at_end()) return fields.error("greeting");
  return greeting;
}

Result<Request> decode_request(ByteView body) {
  Fields fields(body);
  Request request;
  request.id = fields.take<std::uint32_t>();
  request.kind = static_cast<JobKind>(fields.take<std::uint8_t>());
  request.keeps_links = fields.take_in<std::uint8_t>(0, 1) == 1;
  JobLimits& limits = request.limits;
  for (std::uint64_t* limit : {&limits.max_output_bytes, &limits.max_decoded_bytes, &limits.max_text_bytes,
                               &limits.max_objects, &limits.max_pages, &limits.max_pixels}) {
    *limit = fields.take<std::uint64_t>();
  }
  const ByteView payload = fields.take_bytes(fields.take<std::uint64_t>());
  if (!fields.is_at_end()) return fields.error("request");
  request.payload.assign(payload.begin(), payload.end());
  return request;
}

Result<Response> decode_response(ByteView body) {
  Fields fields(body);
  Response response;
  response.id = fields.take<std::uint32_t>();
  response.status = static_cast<Status>(fields.take_in<std::uint8_t>(0, kLastStatus));
  const auto note_count = fields.take_in<std::uint8_t>(0, kLastNote);
  std::uint8_t last = 0;
  for (std::uint8_t i = 0; i < note_count && fields.is_ok(); ++i) {
    const auto note = fields.take_in<std::uint8_t>(static_cast<std::uint8_t>(last + 1), kLastNote);
    const auto count = fields.take<std::uint64_t>();
    last = note;
    response.notes.push_back({static_cast<Note>(note), count});
  }
  response.texts = fields.take_strings();
  response.urls = fields.take_strings();
  const ByteView payload = fields.take_bytes(fields.take<std::uint64_t>());
  if (!fields.is_at_end() || (response.status != Status::kDone && !payload.empty())) return fields.error("response");
  response.payload.assign(payload.begin(), payload.end());
  return response;
}

std::uint64_t max_response_bytes(const JobLimits& limits) noexcept {
  const std::uint64_t strings = saturating_add<std::uint64_t>(limits.max_text_bytes, 8ULL * kMaxStrings);
  return saturating_add(saturating_add(limits.max_output_bytes, strings), std::uint64_t{kFixedResponseBytes});
}

}  // namespace sluice::isolate
