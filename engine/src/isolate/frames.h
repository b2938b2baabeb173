#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::isolate {

/// What a worker is asked to do. The numbers are part of the protocol between a library and its own worker; both are
/// installed together, and a worker of another version does not answer the greeting.
enum class JobKind : std::uint8_t {
  kPdf = 1,  ///< cleans a PDF
  kPng = 2,  ///< decodes an image and encodes its pixels anew
  kJpeg = 3,
  kWebp = 4,
  kTest = 200,  ///< only the program that tests misbehavior knows it
};

/// How a job ended.
enum class Status : std::uint8_t {
  kDone = 0,       ///< there is a payload
  kMalformed = 1,  ///< the input does not follow its format
  kEncrypted = 2,
  kTooLarge = 3,     ///< a limit of the request was reached; the note says which
  kUnsupported = 4,  ///< a coding or a layer that is refused here; the note says which
};
inline constexpr std::uint8_t kLastStatus = 4;

/// What a job saw, each at most once in a response, with how often.
enum class Note : std::uint8_t {
  kActive = 1,    ///< actions, scripts, forms, media
  kEmbedded = 2,  ///< files inside
  kMetadata = 3,
  kRevisions = 4,    ///< an earlier revision
  kOther = 5,        ///< keys that are not on the allow-list
  kLinks = 6,        ///< links that were dropped for their scheme, or because the request asks for it
  kHiddenLayer = 7,  ///< with kUnsupported
  kCoding = 8,       ///< with kUnsupported: a stream or image coding
  kPages = 9,        ///< with kTooLarge
  kObjects = 10,     ///< with kTooLarge
  kStreams = 11,     ///< with kTooLarge: streams decode to too much
  kPixels = 12,      ///< with kTooLarge
  kTexts = 13,       ///< with kTooLarge: more text than may be scanned
  kOutput = 14,      ///< with kTooLarge
  kStructure = 15,   ///< the tags that tell the reading order
};
inline constexpr std::uint8_t kLastNote = 15;

/// What a job may spend. All of it is checked again by the host where it can be told from the response.
struct JobLimits {
  std::uint64_t max_output_bytes = 200'000'000;
  std::uint64_t max_decoded_bytes = 400'000'000;  ///< streams of one document, inflated
  std::uint64_t max_text_bytes = 32'000'000;      ///< what comes back for the scan
  std::uint64_t max_objects = 500'000;
  std::uint64_t max_pages = 10'000;
  std::uint64_t max_pixels = 64'000'000;
  friend bool operator==(const JobLimits&, const JobLimits&) = default;
};

struct Request {
  std::uint32_t id = 0;  ///< comes back in the response
  JobKind kind = JobKind::kPdf;
  bool keeps_links = true;  ///< PDF: links to http, https and mailto stay
  JobLimits limits;
  Bytes payload;
  friend bool operator==(const Request&, const Request&) = default;
};

struct NoteCount {
  Note note = Note::kActive;
  std::uint64_t count = 0;
  friend bool operator==(const NoteCount&, const NoteCount&) = default;
};

struct Response {
  std::uint32_t id = 0;
  Status status = Status::kMalformed;
  std::vector<NoteCount> notes;    ///< ascending, each note at most once
  std::vector<std::string> texts;  ///< texts of the input for the host to scan; any bytes
  std::vector<std::string> urls;   ///< where links lead; any bytes
  Bytes payload;                   ///< only with kDone
  [[nodiscard]] std::uint64_t count(Note note) const noexcept;
  friend bool operator==(const Response&, const Response&) = default;
};

/// What a worker says of itself before it serves: which walls stand.
struct Greeting {
  bool has_seccomp = false;
  bool has_limits = false;        ///< rlimits
  std::uint8_t landlock_abi = 0;  ///< 0: this kernel has none
  friend bool operator==(const Greeting&, const Greeting&) = default;
};

/// A frame is its magic, the length of its body, and the body.
inline constexpr std::size_t kFrameHeaderBytes = 12;
enum class FrameType : std::uint32_t {
  kGreeting = 0x31475753,  // "SWG1"
  kRequest = 0x31515753,   // "SWQ1"
  kResponse = 0x31525753,  // "SWR1"
};
/// Most texts and URLs of one response.
inline constexpr std::uint32_t kMaxStrings = 1'000'000;

[[nodiscard]] std::array<std::byte, kFrameHeaderBytes> frame_header(FrameType type, std::uint64_t body_bytes) noexcept;

/// Reads a header that the other side wrote.
/// @return the length of the body, or kEncodingInvalid where it is not of this type, kBudgetExhausted where it is
/// longer
///         than `max_body_bytes`
[[nodiscard]] Result<std::uint64_t> read_frame_header(ByteView header, FrameType type, std::uint64_t max_body_bytes);

/// Bodies. What encode writes, decode reads back; both throw only std::bad_alloc.
[[nodiscard]] Bytes encode_greeting(const Greeting& greeting);
[[nodiscard]] Bytes encode_request(const Request& request);
[[nodiscard]] Bytes encode_response(const Response& response);

/// Reads bodies that the other side wrote: every length, count and enumerator is checked, nothing is allocated that the
/// body does not hold, and there is one spelling of each value.
/// @return the value, or kEncodingInvalid with the offset of what is wrong
/// Complexity: O(n). Thread-safety: safe to call concurrently.
[[nodiscard]] Result<Greeting> decode_greeting(ByteView body);
[[nodiscard]] Result<Request> decode_request(ByteView body);
[[nodiscard]] Result<Response> decode_response(ByteView body);

/// The longest body of a response to a request with these limits.
[[nodiscard]] std::uint64_t max_response_bytes(const JobLimits& limits) noexcept;

}  // namespace sluice::isolate
