// Notebooks: what stays of cells, outputs and metadata, and what stands in the place of the rest.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/base64.h"
#include "pipeline/fixture.h"
#include "sanitize/png_builder.h"

namespace sluice::testing {
namespace {

constexpr const char* kType = "application/x-ipynb+json";

std::string notebook_of(const std::string& cells, const std::string& metadata = "{}") {
  return R"({"cells":[)" + cells + R"(],"metadata":)" + metadata + R"(,"nbformat":4,"nbformat_minor":5})";
}

std::string code_cell(const std::string& source, const std::string& outputs = {}) {
  return R"({"cell_type":"code","execution_count":1,"id":"a","metadata":{},"outputs":[)" + outputs + R"(],"source":)" +
         source + "}";
}

std::string display_of(const std::string& data) {
  return R"({"output_type":"display_data","data":{)" + data + R"(},"metadata":{}})";
}

std::string codes_of(const Verdict& verdict) {
  std::string out;
  for (const Finding& finding : verdict.findings) {
    out +=
        std::string(finding_name(finding.code)) + " " + finding.where.pointer.str() + " " + finding.detail.str() + "; ";
  }
  return out;
}

class Notebooks : public ::testing::Test {
 protected:
  // The clean notebook without white space; checks that it is a fixed point.
  std::string clean(const std::string& notebook) {
    verdict_ = harness_.check(notebook, Channel::kFile, name(), kType);
    const std::optional<ByteView> released = verdict_.released(harness_.engine().consumer());
    if (!released) return "<withheld>";
    const std::string once = to_string(*released);
    const Verdict again = harness_.check(once, Channel::kFile, name(), kType);
    const std::optional<ByteView> twice = again.released(harness_.engine().consumer());
    EXPECT_TRUE(twice.has_value()) << codes_of(again) << once;
    if (twice) {
      EXPECT_EQ(to_string(*twice), once);
    }
    return compact(once);
  }

  static std::string compact(const std::string& text) {
    std::string out;
    bool is_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (is_string && c == '\\') {
        out += c;
        out += text[++i];
        continue;
      }
      if (c == '"') is_string = !is_string;
      if (is_string || (c != ' ' && c != '\n')) out += c;
    }
    return out;
  }

  std::string name() { return "n" + std::to_string(++count_) + ".ipynb"; }
  bool has(FindingCode code) const { return has_code(verdict_, code); }

  Harness harness_;
  Verdict verdict_;
  int count_ = 0;
};

TEST_F(Notebooks, OrdinaryOne) {
  const std::string cells =
      code_cell(R"(["import math\n","math.pi"])",
                R"({"name":"stdout","output_type":"stream","text":["1\n","2\n"]},)"
                R"({"data":{"text/plain":["3.14"]},"execution_count":1,"metadata":{},"output_type":"execute_result"},)"
                R"({"ename":"E","evalue":"v","output_type":"error","traceback":["a","b"]})");
  const std::string metadata =
      R"({"kernelspec":{"display_name":"Python 3","language":"python","name":"python3"},"language_info":{"name":"python","version":"3.11"}})";
  EXPECT_EQ(clean(notebook_of(cells, metadata)), notebook_of(cells, metadata)) << codes_of(verdict_);
  EXPECT_EQ(verdict_.media_type, kType);
}

TEST_F(Notebooks, AsJupyterWritesItNothingChanges) {
  const std::string notebook =
      "{\n \"cells\": [\n  {\n   \"cell_type\": \"code\",\n   \"execution_count\": null,\n   \"id\": \"ab-1\",\n"
      "   \"metadata\": {},\n   \"outputs\": [],\n   \"source\": [\n    \"1 + 1\"\n   ]\n  }\n ],\n"
      " \"metadata\": {},\n \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n";
  EXPECT_EQ(harness_.clean(notebook, Channel::kFile, name(), kType), notebook);
  EXPECT_EQ(harness_.check(notebook, Channel::kFile, name(), kType).decision, Decision::kAllow);
}

TEST_F(Notebooks, StateGoes) {
  const std::string cell =
      R"({"cell_type":"code","execution_count":null,"id":"a","metadata":{"trusted":true,"tags":["x"]},"outputs":[],"source":[],"x":1})";
  const std::string text =
      clean(notebook_of(cell, R"({"widgets":{"application/vnd.jupyter.widget-state+json":{}},"signature":"x",)"
                              R"("language_info":{"name":"python","codemirror_mode":{"name":"ipython"}}})"));
  for (const char* gone : {"trusted", "tags", "widgets", "signature", "codemirror_mode", "\"x\""}) {
    EXPECT_EQ(text.find(gone), std::string::npos) << gone << text;
  }
  EXPECT_TRUE(has(FindingCode::kNotebookState));
  EXPECT_NE(text.find(R"("language_info":{"name":"python"})"), std::string::npos) << text;
}

TEST_F(Notebooks, WhatIsNotShownIsReplacedByANote) {
  const std::string text = clean(notebook_of(code_cell(
      R"("x")",
      display_of(R"("application/javascript":"alert(1);","application/vnd.jupyter.widget-view+json":{"model_id":"1"},)"
                 R"("text/html; charset=utf-7":"+ADw-script","text/plain":"plain")"))));
  EXPECT_EQ(text.find("alert"), std::string::npos) << text;
  EXPECT_EQ(text.find("model_id"), std::string::npos);
  EXPECT_EQ(text.find("+ADw"), std::string::npos);
  EXPECT_NE(text.find(R"("text/plain":["plain\n","(withheld: application/javascript, a type that is never shown)\n")"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("widget-view"), std::string::npos) << text;
  EXPECT_TRUE(has(FindingCode::kBundleType));
}

// Whatever cleaner there is for a page, nothing of it that runs is left, and its absence shows.
TEST_F(Notebooks, ActiveMarkupInOutputsAndMarkdown) {
  for (const char* html : {"<script>alert(1)</script>", "<select><iframe></select><img src=x onerror=alert(1)>",
                           "<p><style><!--</style><img src=x onerror=alert(1)>--></p>"}) {
    SCOPED_TRACE(html);
    const std::string cells = code_cell(R"("x")", display_of(R"("text/html":")" + std::string(html) + R"(")")) +
                              R"(,{"cell_type":"markdown","id":"m","metadata":{},"source":")" + html + R"("})";
    const std::string text = clean(notebook_of(cells));
    ASSERT_NE(text, "<withheld>") << codes_of(verdict_);
    for (const char* bad : {"<script", "<img src=x", "<iframe"}) {
      EXPECT_EQ(text.find(bad), std::string::npos) << text;
    }
  }
}

// CVE-2026-39378: a path in Markdown never becomes a file of the host.
TEST_F(Notebooks, PathsOfMarkdownAreNeverRead) {
  const std::string text =
      clean(notebook_of(R"({"cell_type":"markdown","id":"m","metadata":{},"source":"![x](../../etc/passwd) "})"));
  EXPECT_EQ(text.find("root:"), std::string::npos) << text;
  EXPECT_EQ(text.find("](../../etc/passwd)"), std::string::npos) << text;
}

TEST_F(Notebooks, RawCellsAreNotPastedIntoPages) {
  const std::string text =
      clean(notebook_of(R"({"cell_type":"raw","id":"r","metadata":{"format":"text/html"},"source":"<b>"})"));
  EXPECT_NE(text.find(R"("metadata":{"format":"text/plain","raw_mimetype":"text/plain"})"), std::string::npos) << text;
}

TEST_F(Notebooks, ImagesAreCheckedAsImages) {
  const std::string png = sanitize::testing::Builder{}.build();
  const auto with = [&](const std::string& type, const std::string& bytes) {
    return notebook_of(
        code_cell("\"x\"", display_of("\"" + type + "\":\"" + codec::encode_base64(as_bytes(bytes)) + "\\n\"")));
  };
  const std::string good = "\"image/png\":\"" + codec::encode_base64(as_bytes(png)) + "\"";
  EXPECT_NE(clean(with("image/png", png)).find(good), std::string::npos) << codes_of(verdict_);
  EXPECT_NE(clean(with("image/png", png + "trailer")).find(good), std::string::npos) << codes_of(verdict_);
  // A PNG that is called a JPEG is shown as what it is.
  EXPECT_NE(clean(with("image/jpeg", png)).find(good), std::string::npos) << codes_of(verdict_);
  const std::string text = clean(with("image/png", png.substr(0, 30)));
  EXPECT_NE(text.find("(withheld: image/png, it did not pass the check)"), std::string::npos) << text;
  EXPECT_TRUE(has(FindingCode::kMemberDropped));
  const std::string page = clean(with("image/png", "<html><script>x</script></html>"));
  EXPECT_NE(page.find("(withheld: image/png"), std::string::npos) << page;
  const std::string loose = clean(notebook_of(code_cell("\"x\"", display_of(R"("image/png":"iVBO Rw0K")"))));
  EXPECT_NE(loose.find("(withheld: image/png"), std::string::npos) << loose;
}

TEST_F(Notebooks, JsonAndChartsAreCheckedAsThat) {
  const std::string text = clean(notebook_of(code_cell(
      "\"x\"", display_of(R"("application/json":{"a":[1,2.5,null,true,"s",{}]},)"
                          R"("application/vnd.plotly.v1+json":{"data":[{"x":[1]}],"config":{"a":1}},)"
                          R"("application/vnd.vegalite.v5+json":{"data":{"url":"http://a"},"mark":"bar"})"))));
  EXPECT_NE(text.find(R"("application/json":{"a":[1,2.5,null,true,"s",{}]})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("application/vnd.plotly.v1+json":{"data":[{"x":[1]}]})"), std::string::npos) << text;
  EXPECT_EQ(text.find("http://a"), std::string::npos) << text;
  EXPECT_NE(text.find("(withheld: application/vnd.vegalite.v5+json"), std::string::npos) << text;
}

TEST_F(Notebooks, ASecretCutOverLinesOrOutputsIsFound) {
  const std::string secret = github_token();
  const std::string head = secret.substr(0, 17);
  const std::string tail = secret.substr(17);
  const auto has_secret = [&](const std::string& text) {
    return text.find(head) != std::string::npos || text.find(tail) != std::string::npos;
  };
  const std::string source = clean(notebook_of(code_cell("[\"t = '" + head + "\",\"" + tail + "'\\n\",\"x\"]")));
  EXPECT_FALSE(has_secret(source)) << source;
  EXPECT_NE(source.find("[redacted:"), std::string::npos) << source;
  const auto stream = [](const std::string& text) {
    return R"({"name":"stdout","output_type":"stream","text":[")" + text + "\"]}";
  };
  const std::string streams = clean(notebook_of(code_cell("\"x\"", stream(head) + "," + stream(tail + "\\n"))));
  EXPECT_FALSE(has_secret(streams)) << streams;
  const std::string lines = clean(notebook_of(
      code_cell("\"x\"", R"({"name":"stdout","output_type":"stream","text":[")" + head + R"(",")" + tail + R"("]})")));
  EXPECT_FALSE(has_secret(lines)) << lines;
  const std::string traceback =
      clean(notebook_of(code_cell("\"x\"", R"({"output_type":"error","ename":"E","evalue":"at )" + secret +
                                               R"(","traceback":["a )" + secret + R"("]})")));
  EXPECT_FALSE(has_secret(traceback)) << traceback;
  const std::string id = clean(notebook_of(
      R"({"cell_type":"code","execution_count":null,"id":")" + secret + R"(","metadata":{},"outputs":[],"source":[]})",
      R"({"kernelspec":{"name":")" + secret + R"(","display_name":"a"}})"));
  EXPECT_FALSE(has_secret(id)) << id;
}

TEST_F(Notebooks, IdsAreGivenAndToldApart) {
  const std::string cell = R"({"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":[],"id":)";
  const std::string text =
      clean(notebook_of(cell + R"("b"},)" + cell + R"("b"},)" + cell + R"("no id!"},)" + cell + "5}"));
  for (const char* id : {R"("id":"b")", R"("id":"cell-1")", R"("id":"cell-2")", R"("id":"cell-3")"}) {
    EXPECT_NE(text.find(id), std::string::npos) << text;
  }
  EXPECT_EQ(text.find("no id"), std::string::npos);
}

TEST_F(Notebooks, AttachmentsOfMarkdown) {
  const std::string png = codec::encode_base64(as_bytes(sanitize::testing::Builder{}.build()));
  const std::string text = clean(notebook_of(
      R"({"attachments":{"image.png":{"image/png":")" + png + R"("},"../up.png":{"image/png":")" + png +
      R"("},"x.js":{"application/javascript":"alert(1);"}},"cell_type":"markdown","id":"m","metadata":{},"source":"text"})"));
  EXPECT_EQ(text.find("../up"), std::string::npos) << text;
  EXPECT_EQ(text.find("alert"), std::string::npos) << text;
}

TEST_F(Notebooks, CellsAndOutputsOfUnknownKindsLeaveANote) {
  const std::string text =
      clean(notebook_of(R"({"cell_type":"heading","source":"a"},5,{"cell_type":"code","source":{"a":1}},)" +
                        code_cell("\"x\"", R"({"output_type":"pyout","text":"y"},7)")));
  EXPECT_NE(text.find("(withheld: a cell"), std::string::npos) << text;
  EXPECT_NE(text.find("(withheld: an output"), std::string::npos) << text;
}

TEST_F(Notebooks, WhatIsNoNotebookOfFormat4IsWithheld) {
  for (const char* notebook :
       {R"({"cells":[],"metadata":{},"nbformat":3,"nbformat_minor":0})", R"({"worksheets":[],"nbformat":3})",
        R"({"cells":{},"metadata":{},"nbformat":4,"nbformat_minor":5})", R"({"cells":[],"nbformat":"4"})", "[]", "{}",
        R"({"cells":[],"cells":[],"nbformat":4})"}) {
    SCOPED_TRACE(notebook);
    EXPECT_EQ(clean(notebook), "<withheld>");
  }
}

TEST_F(Notebooks, EveryTruncationIsWithheld) {
  const std::string notebook = notebook_of(code_cell("[\"a\"]", display_of(R"("text/plain":"x")")));
  for (std::size_t size = 1; size < notebook.size(); size += 3) {
    EXPECT_EQ(clean(notebook.substr(0, size)), "<withheld>") << size;
  }
}

TEST_F(Notebooks, ASmallerLimitNeverReleasesMore) {
  const std::string notebook = notebook_of(code_cell("[\"a\"]", display_of(R"("application/json":[1,2,3])")));
  bool was_released = false;
  for (const int nodes : {1, 5, 10, 20, 40, 80}) {
    Harness small("format = 1\nname = \"t\"\n[limits]\nnodes = " + std::to_string(nodes) + "\n");
    const bool is_released = small.check(notebook, Channel::kFile, "a.ipynb", kType).is_released();
    EXPECT_TRUE(is_released || !was_released) << nodes;
    was_released = is_released;
  }
  EXPECT_TRUE(was_released);
}

}  // namespace
}  // namespace sluice::testing
