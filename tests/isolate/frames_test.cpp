#include "isolate/frames.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice::isolate {
namespace {

Response sample() {
  Response response;
  response.id = 7;
  response.status = Status::kDone;
  response.notes = {{Note::kActive, 2}, {Note::kLinks, 1}};
  response.texts = {"a", "", std::string("\0\xFF", 2)};
  response.urls = {"https://example.com"};
  response.payload = to_bytes("payload");
  return response;
}

TEST(Frames, WhatIsEncodedDecodes) {
  EXPECT_EQ(*decode_response(encode_response(sample())), sample());
  Request request;
  request.id = 9;
  request.kind = JobKind::kWebp;
  request.keeps_links = false;
  request.limits.max_pages = 3;
  request.payload = to_bytes("image");
  EXPECT_EQ(*decode_request(encode_request(request)), request);
  const Greeting greeting{true, false, 7};
  EXPECT_EQ(*decode_greeting(encode_greeting(greeting)), greeting);
}

TEST(Frames, EveryPrefixAndEveryExtraByteIsRefused) {
  Bytes body = encode_response(sample());
  for (std::size_t n = 0; n < body.size(); ++n) {
    EXPECT_FALSE(decode_response(ByteView(body).first(n)).ok()) << n;
  }
  body.push_back(std::byte{0});
  EXPECT_FALSE(decode_response(body).ok());
}

TEST(Frames, WhatIsOutOfRangeIsRefused) {
  const Bytes good = encode_response(sample());
  struct Case {
    const char* name;
    std::size_t at;
    unsigned char value;
  };
  for (const Case& c :
       {Case{"an unknown status", 4, kLastStatus + 1}, Case{"too many notes", 5, 255},
        Case{"an unknown note", 6, kLastNote + 1}, Case{"note 0", 6, 0}, Case{"the same note twice", 15, 1},
        Case{"texts that are not there", 27, 255}, Case{"a payload without success", 4, 1}}) {
    SCOPED_TRACE(c.name);
    Bytes bad = good;
    bad[c.at] = static_cast<std::byte>(c.value);
    EXPECT_FALSE(decode_response(bad).ok());
  }
  EXPECT_TRUE(decode_response(good).ok());
}

TEST(Frames, HeadersAreChecked) {
  const auto header = frame_header(FrameType::kResponse, 100);
  EXPECT_EQ(*read_frame_header(header, FrameType::kResponse, 100), 100U);
  EXPECT_EQ(read_frame_header(header, FrameType::kResponse, 99).error().code, ErrorCode::kBudgetExhausted);
  EXPECT_EQ(read_frame_header(header, FrameType::kRequest, 100).error().code, ErrorCode::kEncodingInvalid);
  EXPECT_FALSE(read_frame_header(ByteView(header).first(11), FrameType::kResponse, 100).ok());
}

TEST(Frames, AResponseNeverAsksForMoreMemoryThanItHas) {
  // A count of a million strings in a body of a few bytes.
  Bytes body = encode_response({});
  body.resize(6);
  for (const int byte : {0x40, 0x42, 0x0F, 0x00}) body.push_back(static_cast<std::byte>(byte));
  EXPECT_FALSE(decode_response(body).ok());
}

}  // namespace
}  // namespace sluice::isolate
