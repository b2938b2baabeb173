// Property: cleaning never crashes and the default budget suffices for every input. What is released is a fixed point;
// another parser (gumbo, in both modes of documents) sees in it no element, attribute or namespace that is not on the
// allow-list, no URL of another scheme, and a tree whose serialization is the output itself.
// Input: one byte of flags (1: for a browser, 2: the optional elements are added, 4: the scan changes a word), then the
// document. Cap: 64 KiB (html.options).
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../tests/support/html_host.h"
#include "../tests/support/html_oracle.h"

namespace {

using namespace sluice;  // NOLINT: one small file

void require(bool holds, const char* what, const std::string& html) {
  if (holds) return;
  std::fprintf(stderr, "%s: %s\n", what, html.c_str());
  __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view html(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Consumer consumer = (data[0] & 1U) != 0 ? Consumer::kBrowser : Consumer::kAgent;
  sanitize::HtmlOptions options;
  if ((data[0] & 2U) != 0) {
    using sanitize::html::Element;
    options.added = {Element::kDetails, Element::kSummary, Element::kCenter, Element::kTt, Element::kBig};
  }
  const std::string_view secret = (data[0] & 4U) != 0 ? "e" : "";
  const testing::HtmlOutcome first = testing::clean_page(html, consumer, options, secret);
  require(first.html.empty() || first.output.is_released, "withheld with bytes", first.html);
  if (!first.output.is_released) {
    require(first.findings.decision() >= Decision::kQuarantine, "withheld without a finding", "");
    require(!first.findings.has(FindingCode::kOutOfMemoryFinding), "out of memory", "");
    return 0;
  }
  require(first.findings.decision() <= Decision::kSanitize, "released against a finding", first.html);
  require(first.output.is_unchanged || first.findings.decision() == Decision::kSanitize, "changed without a word",
          first.html);
  for (const char* const doctype : {"<!DOCTYPE html>", ""}) {
    const testing::HtmlReading reading = testing::read_with_gumbo(first.html, doctype);
    require(reading.problem.empty(), reading.problem.c_str(), first.html);
    require(reading.serialized == first.html, "read back as", reading.serialized + "\nnot as\n" + first.html);
  }
  const testing::HtmlOutcome second = testing::clean_page(first.html, consumer, options);
  require(second.output.is_released && second.html == first.html, "changes again to",
          second.html + "\nfrom\n" + first.html);
  return 0;
}
