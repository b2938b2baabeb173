// The HTML cleaner against the parser that others build on: gumbo's parse alone, without the walk, the checks and the
// writing that a cleaner needs. The host scans nothing: the scan has benchmarks of its own.
#include <benchmark/benchmark.h>
#include <gumbo.h>

#include <memory>
#include <string>

#include "core/findings.h"
#include "corpus.h"
#include "inputs.h"
#include "sanitize/html/clean_html.h"
#include "sanitize/html/tokenizer.h"
#include "subject.h"

namespace sluice::bench {

namespace {

class NoHost final : public sanitize::MemberHost {
 public:
  sanitize::LeafTexts scan(const sanitize::TextProjection& /*projection*/) override { return {}; }
  sanitize::Member check_member(const sanitize::MemberInfo& /*info*/, ByteView /*bytes*/) override { return {}; }
  bool allows_url(sanitize::UrlUse /*use*/, std::string_view /*url*/) override { return true; }
  [[nodiscard]] const SecretScrubber* scrubber() const noexcept override { return nullptr; }
};

// What DataFrame.to_html() writes.
std::string dataframe(std::size_t rows) {
  std::string html =
      "<div>\n<style scoped>\n    .dataframe tbody tr th {\n        vertical-align: top;\n    }\n</style>\n"
      "<table border=\"1\" class=\"dataframe\">\n  <thead>\n    <tr style=\"text-align: right;\">\n      <th></th>\n";
  for (int i = 0; i < 6; ++i) html += "      <th>column_" + std::to_string(i) + "</th>\n";
  html += "    </tr>\n  </thead>\n  <tbody>\n";
  for (std::size_t row = 0; row < rows; ++row) {
    html += "    <tr>\n      <th>" + std::to_string(row) + "</th>\n";
    for (std::size_t i = 0; i < 6; ++i)
      html += "      <td>" + std::to_string((row * 7919 + i * 104'729) % 1'000'000) + ".25</td>\n";
    html += "    </tr>\n";
  }
  return html + "  </tbody>\n</table>\n</div>";
}

// What Styler.to_html() writes.
std::string styler(std::size_t rows) {
  std::string style = "<style type=\"text/css\">\n";
  std::string body = "</style>\n<table id=\"T_0a1b2\">\n  <tbody>\n";
  for (std::size_t row = 0; row < rows; ++row) {
    body += "    <tr>\n      <th id=\"T_0a1b2_level0_row" + std::to_string(row) + "\" class=\"row_heading level0 row" +
            std::to_string(row) + "\" >" + std::to_string(row) + "</th>\n";
    for (std::size_t column = 0; column < 4; ++column) {
      const std::string place = "row" + std::to_string(row) + "_col" + std::to_string(column);
      style += "#T_0a1b2_" + place + " {\n  background-color: #0000" + std::to_string(10 + row % 80) +
               ";\n  color: #f1f1f1;\n}\n";
      body += "      <td id=\"T_0a1b2_" + place + "\" class=\"data row" + std::to_string(row) + " col" +
              std::to_string(column) + "\" >" + std::to_string(row * column) + "</td>\n";
    }
    body += "    </tr>\n";
  }
  return style + body + "  </tbody>\n</table>\n";
}

std::string page(std::size_t bytes) {
  const std::string text = prose(bytes);
  std::string html = "<!DOCTYPE html><html><head><title>A page</title></head><body><h1>A page</h1>\n";
  for (std::size_t at = 0, n = 0; at < text.size(); at += 600, ++n) {
    html += "<p>" + text.substr(at, 200) + " <b>" + text.substr(at + 200, 20) + "</b> <a href=\"https://example.com/" +
            std::to_string(n) + "\">" + text.substr(at + 220, 30) + "</a> " + text.substr(at + 250, 350) + "</p>\n";
  }
  return html + "</body></html>";
}

void run_clean(benchmark::State& state, const std::string& html) {
  for (auto _ : state) {
    Budget budget;
    static_cast<void>(budget.admit_input(html.size()));
    Findings findings;
    NoHost host;
    sanitize::Job job{findings, budget, host, Consumer::kBrowser};
    const sanitize::Output output = sanitize::clean_html(as_bytes(html), {}, job);
    if (!output.is_released) state.SkipWithError("withheld");
    benchmark::DoNotOptimize(output.bytes.data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(html.size()));
}

void run_tokens(benchmark::State& state, const std::string& html) {
  for (auto _ : state) {
    Budget budget;
    static_cast<void>(budget.admit_input(html.size()));
    sanitize::html::Tokenizer tokenizer(html, budget);
    std::size_t tokens = 0;
    while (tokenizer.next().kind != sanitize::html::TokenKind::kEnd) ++tokens;
    benchmark::DoNotOptimize(tokens);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(html.size()));
}

void run_gumbo(benchmark::State& state, const std::string& html) {
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  for (auto _ : state) {
    GumboOutput* const output = gumbo_parse_with_options(&options, html.data(), html.size());
    benchmark::DoNotOptimize(output->root);
    gumbo_destroy_output(&options, output);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(html.size()));
}

}  // namespace

void register_html() {
  const auto add = [](const std::string& name, std::string html, void (*run)(benchmark::State&, const std::string&)) {
    const auto input = std::make_shared<const std::string>(std::move(html));
    benchmark::RegisterBenchmark(name.c_str(), [input, run](benchmark::State& state) { run(state, *input); });
  };
  struct Document {
    const char* name;
    std::string html;
  };
  for (const Document& document : {Document{"dataframe", dataframe(5'000)}, Document{"styler", styler(2'000)},
                                   Document{"page", page(1'000'000)}}) {
    add(std::string("html/gumbo_parse/") + document.name, document.html, &run_gumbo);
    add(std::string("html/tokens/") + document.name, document.html, &run_tokens);
    add(std::string("html/clean/") + document.name, document.html, &run_clean);
  }
}

}  // namespace sluice::bench
