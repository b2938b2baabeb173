#include "sluice/delivery.h"

#include "fixture.h"

namespace sluice {
namespace {

std::string value_of(const std::vector<Header>& headers, std::string_view name) {
  for (const Header& header : headers) {
    if (header.name == name) return header.value;
  }
  return "<none>";
}

std::vector<Header> headers_for(std::string_view type, const DeliveryOptions& options = {}) {
  Result<std::vector<Header>> headers = delivery_headers(type, options);
  EXPECT_TRUE(headers.ok());
  return headers ? *headers : std::vector<Header>{};
}

TEST(Delivery, EveryTypeGetsTheStrictHeaders) {
  struct Case {
    std::string_view type;
    std::string_view served;
    bool is_inline;
  };
  const Case cases[] = {
      {"text/plain", "text/plain; charset=utf-8", true},
      {"text/x-python", "text/plain; charset=utf-8", true},
      {"text/javascript", "text/plain; charset=utf-8", true},
      {"application/json", "application/json; charset=utf-8", true},
      {"text/html", "text/html; charset=utf-8", true},
      {"image/svg+xml", "image/svg+xml; charset=utf-8", true},
      {"image/png", "image/png", true},
      {"image/x-png", "image/png", true},
      {"text/csv", "text/csv; charset=utf-8", false},
      {"text/markdown", "text/markdown; charset=utf-8", false},
      {"application/pdf", "application/pdf", false},
      {"application/zip", "application/zip", false},
      {"application/x-elf", "application/octet-stream", false},
      {"application/x-sh; charset=utf-7", "text/plain; charset=utf-8", true},
      {"made/up", "application/octet-stream", false},
      {"", "application/octet-stream", false},
      {"text/html\r\nSet-Cookie: a=b", "application/octet-stream", false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.type));
    const std::vector<Header> headers = headers_for(c.type);
    EXPECT_EQ(value_of(headers, "Content-Type"), c.served);
    EXPECT_EQ(value_of(headers, "Content-Disposition"), c.is_inline ? "inline" : "attachment");
    EXPECT_EQ(value_of(headers, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(value_of(headers, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(value_of(headers, "Content-Security-Policy"),
              "default-src 'none'; img-src data: blob:; style-src 'unsafe-inline'; sandbox");
  }
}

// CVE-2026-45303, CVE-2026-26193: the pair undoes the sandbox.
TEST(Delivery, ScriptsNeverComeWithTheOriginOfThePage) {
  for (const DeliveryTier tier : {DeliveryTier::kStatic, DeliveryTier::kInteractive}) {
    for (const std::string_view type : {"text/html", "image/svg+xml", "text/plain", "application/pdf", "made/up"}) {
      const std::string policy = value_of(headers_for(type, {.tier = tier}), "Content-Security-Policy");
      EXPECT_EQ(policy.find("allow-same-origin"), std::string::npos);
      EXPECT_NE(policy.find("sandbox"), std::string::npos);
      const bool has_scripts = tier == DeliveryTier::kInteractive && type == "text/html";
      EXPECT_EQ(policy.find("allow-scripts") != std::string::npos, has_scripts) << type;
    }
  }
}

TEST(Delivery, NamesAreSafeInHeaders) {
  const std::pair<std::string, std::string> cases[] = {
      {"report.csv", "attachment; filename=\"report.csv\"; filename*=UTF-8''report.csv"},
      {"../../etc/passwd", "attachment; filename=\"passwd\"; filename*=UTF-8''passwd"},
      {"..\\x.csv", "attachment; filename=\"x.csv\"; filename*=UTF-8''x.csv"},
      {"a\"; filename=\"b.exe", "attachment; filename=\"a__ filename__b.exe\"; filename*=UTF-8''a__%20filename__b.exe"},
      {"a\r\nSet-Cookie: x", "attachment; filename=\"a__Set-Cookie_ x\"; filename*=UTF-8''a__Set-Cookie_%20x"},
      {"gr\xC3\xBC\xC3\x9F.csv", "attachment; filename=\"gr__.csv\"; filename*=UTF-8''gr%C3%BC%C3%9F.csv"},
      {"a\xE2\x80\xAEvsc.exe", "attachment; filename=\"a_vsc.exe\"; filename*=UTF-8''a_vsc.exe"},
      {"a\xFF.csv", "attachment; filename=\"a_.csv\"; filename*=UTF-8''a_.csv"},
      {".htaccess", "attachment; filename=\"htaccess\"; filename*=UTF-8''htaccess"},
      {"a.exe. .", "attachment; filename=\"a.exe\"; filename*=UTF-8''a.exe"},
      {"///", "attachment"},
      {"", "attachment"},
  };
  for (const auto& [name, expected] : cases) {
    EXPECT_EQ(value_of(headers_for("text/csv", {.file_name = name}), "Content-Disposition"), expected);
  }
  const std::string longest(10'000, 'x');
  EXPECT_LT(value_of(headers_for("text/csv", {.file_name = longest}), "Content-Disposition").size(), 500U);
  EXPECT_EQ(value_of(headers_for("text/plain", {.is_always_attached = true}), "Content-Disposition"), "attachment");
}

TEST(Delivery, WithheldVerdictsHaveNoHeaders) {
  testing::Harness harness;
  const Verdict withheld = harness.check(std::string("\x7f"
                                                     "ELF\x02\x01\x01",
                                                     7),
                                         Channel::kFile, "a.so");
  ASSERT_FALSE(withheld.is_released());
  const Result<std::vector<Header>> none = delivery_headers(withheld);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kInvalidArgument);
  const Verdict released = harness.check("hello\n");
  EXPECT_TRUE(delivery_headers(released).ok());
}

}  // namespace
}  // namespace sluice
