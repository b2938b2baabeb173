#include "sanitize/xml/reader.h"

namespace sluice::sanitize::xml {
namespace {

// Writes down what it is told.
class Recorder final : public Handler {
 public:
  bool on_start(const StartTag& tag) override {
    text += "<" + qualified(tag.name);
    for (const Attribute& attribute : tag.attributes) {
      text += " " + qualified(attribute.name) + "=[" + std::string(attribute.value) + "]";
    }
    text += ">";
    places.push_back(document.substr(tag.begin, tag.end - tag.begin));
    return stop_at.empty() || tag.name.local != stop_at;
  }
  bool on_end(std::uint64_t /*begin*/, std::uint64_t /*end*/) override {
    text += "</>";
    return true;
  }
  bool on_text(std::string_view piece, std::uint64_t begin, std::uint64_t end) override {
    text += piece;
    last_text = document.substr(begin, end - begin);
    return true;
  }
  bool on_doctype(const Doctype& doctype) override {
    text += "(" + std::string(doctype.name) + "|" + std::string(doctype.public_id) + "|" +
            std::string(doctype.system_id) + ")";
    return takes_doctype;
  }
  void on_comment(std::uint64_t /*begin*/) override { text += "(comment)"; }
  void on_instruction(std::string_view target, std::uint64_t /*begin*/) override {
    text += "(" + std::string(target) + "?)";
  }

  static std::string qualified(const Name& name) {
    return name.uri.empty() ? std::string(name.local) : "{" + std::string(name.uri) + "}" + std::string(name.local);
  }

  std::string document;
  std::string text;
  std::string stop_at;
  std::string last_text;
  bool takes_doctype = false;
  std::vector<std::string> places;
};

ReadResult read_all(const std::string& document, Recorder& recorder, const ReadLimits& limits = {},
                    const Limits& work = {}) {
  Budget budget(work);
  EXPECT_TRUE(budget.admit_input(document.size()));
  recorder.document = document;
  return read(as_bytes(document), limits, budget, recorder);
}

TEST(XmlReader, TellsWhatADocumentHolds) {
  struct Case {
    const char* document;
    const char* expected;
  };
  const Case cases[] = {
      {"<a/>", "<a></>"},
      {"<?xml version='1.0' encoding='UTF-8'?>\n<a b='1'>x&amp;y&#65;<![CDATA[<z>]]></a>\n", "<a b=[1]>x&yA<z></>"},
      {"\xEF\xBB\xBF<a>\xC3\xA9</a>", "<a>\xC3\xA9</>"},
      {"<a xmlns='u:a' xmlns:p='u:p' p:x='1' y='2'><p:b xmlns=''><c/></p:b></a>",
       "<{u:a}a {u:p}x=[1] y=[2]><{u:p}b><c></></></>"},
      {"<a xml:space='preserve'/>", "<a {http://www.w3.org/XML/1998/namespace}space=[preserve]></>"},
      {"<a><!-- x --><?php y?></a><!-- z -->", "<a>(comment)(php?)</>(comment)"},
      {"<a b='1\n2&#10;3'/>", "<a b=[1 2\n3]></>"},
      {"<a>1\r\n2</a>", "<a>1\n2</>"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.document);
    Recorder recorder;
    const ReadResult result = read_all(c.document, recorder);
    EXPECT_TRUE(result.ok()) << result.detail;
    EXPECT_EQ(recorder.text, c.expected);
  }
}

TEST(XmlReader, RefusesWhatIsNotPlainXml) {
  struct Case {
    std::string document;
    ReadStatus status;
  };
  const Case cases[] = {
      {"", ReadStatus::kMalformed},
      {"text", ReadStatus::kMalformed},
      {"<a>", ReadStatus::kMalformed},
      {"<a></b>", ReadStatus::kMalformed},
      {"<a/><b/>", ReadStatus::kMalformed},
      {"<a b='1' b='2'/>", ReadStatus::kMalformed},
      {"<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", ReadStatus::kMalformed},
      {"<p:a/>", ReadStatus::kMalformed},
      {"<a b=1/>", ReadStatus::kMalformed},
      {"<a b='<'/>", ReadStatus::kMalformed},
      {"<a>\xFF</a>", ReadStatus::kMalformed},
      {"<a>\xC0\xBC</a>", ReadStatus::kMalformed},
      {"<a>\xED\xA0\x80</a>", ReadStatus::kMalformed},
      {"<a>&#0;</a>", ReadStatus::kMalformed},
      {std::string("<a>\0</a>", 8), ReadStatus::kMalformed},
      {"<a>&#xD800;</a>", ReadStatus::kMalformed},
      {"<a>\x01</a>", ReadStatus::kMalformed},
      {"<a>]]></a>", ReadStatus::kMalformed},
      {" <?xml version='1.0'?><a/>", ReadStatus::kMalformed},
      {"<?xml version='1.1'?><a/>", ReadStatus::kMalformed},
      {"<a>&nbsp;</a>", ReadStatus::kEntity},
      {"<a b='&x;'/>", ReadStatus::kEntity},
      {"<?xml version='1.0' encoding='ISO-8859-1'?><a/>", ReadStatus::kEncoding},
      {"<?xml version='1.0' encoding='UTF-7'?><a/>", ReadStatus::kEncoding},
      {"<?xml version='1.0' encoding='UTF-16'?><a/>", ReadStatus::kEncoding},
      {std::string("\xFF\xFE<\0a\0/\0>\0", 10), ReadStatus::kEncoding},
      {std::string("\xFE\xFF\0<\0a\0/\0>", 10), ReadStatus::kEncoding},
      {std::string("<\0a\0/\0>\0", 8), ReadStatus::kEncoding},
      {std::string("\0<\0a\0/\0>", 8), ReadStatus::kEncoding},
      {"<!DOCTYPE a><a/>", ReadStatus::kDoctype},
      {"<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", ReadStatus::kDoctype},
      {"<!DOCTYPE a PUBLIC 'x' 'y'><a/>", ReadStatus::kDoctype},
      {"<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", ReadStatus::kDoctype},
      {"<!DOCTYPE a [<!ENTITY % x SYSTEM 'y'> %x;]><a/>", ReadStatus::kDoctype},
      {"<!DOCTYPE a []><a/>", ReadStatus::kDoctype},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.document);
    Recorder recorder;
    EXPECT_EQ(read_all(c.document, recorder).status, c.status);
  }
}

TEST(XmlReader, ADoctypeThatIsAllowedDefinesNothing) {
  Recorder recorder;
  recorder.takes_doctype = true;
  EXPECT_TRUE(read_all("<!DOCTYPE a PUBLIC 'x' 'y'><a/>", recorder).ok());
  EXPECT_EQ(recorder.text, "(a|x|y)<a></>");
  for (const char* document : {"<!DOCTYPE a PUBLIC 'x' 'y'><a>&b;</a>", "<!DOCTYPE a PUBLIC 'x' 'y' []><a/>",
                               "<!DOCTYPE a PUBLIC 'x' 'y' [<!ATTLIST a b CDATA 'c'>]><a/>"}) {
    Recorder other;
    other.takes_doctype = true;
    EXPECT_FALSE(read_all(document, other).ok()) << document;
  }
}

TEST(XmlReader, PlacesCountInTheDocument) {
  Recorder recorder;
  EXPECT_TRUE(read_all("\xEF\xBB\xBF<?xml version='1.0'?><a x='&amp;'>text<b/></a>", recorder).ok());
  EXPECT_EQ(recorder.places, (std::vector<std::string>{"<a x='&amp;'>", "<b/>"}));
  EXPECT_EQ(recorder.last_text, "text");
  Recorder broken;
  EXPECT_EQ(read_all("\xEF\xBB\xBF<a><b></a>", broken).offset, 11U);
}

TEST(XmlReader, HasLimits) {
  std::string deep;
  for (int i = 0; i < 129; ++i) deep += "<a>";
  Recorder recorder;
  EXPECT_EQ(read_all(deep, recorder).status, ReadStatus::kDepth);
  std::string many = "<a";
  for (int i = 0; i < 257; ++i) many += " a" + std::to_string(i) + "=''";
  EXPECT_EQ(read_all(many + "/>", recorder).status, ReadStatus::kSize);
  ReadLimits limits;
  limits.max_elements = 2;
  EXPECT_TRUE(read_all("<a><b/></a>", recorder, limits).ok());
  EXPECT_EQ(read_all("<a><b/><b/></a>", recorder, limits).status, ReadStatus::kSize);
  limits.max_attribute_bytes = 3;
  EXPECT_TRUE(read_all("<a b='123'/>", recorder, limits).ok());
  EXPECT_EQ(read_all("<a b='1234'/>", recorder, limits).status, ReadStatus::kSize);
  Limits work;
  work.max_nodes = 2;
  EXPECT_EQ(read_all("<a><b/><b/></a>", recorder, {}, work).status, ReadStatus::kBudget);
}

TEST(XmlReader, TheHandlerStopsIt) {
  Recorder recorder;
  recorder.stop_at = "b";
  const ReadResult result = read_all("<a><b x='1'><c/></b><d/></a>", recorder);
  EXPECT_EQ(result.status, ReadStatus::kStopped);
  EXPECT_EQ(result.offset, 3U);
  EXPECT_EQ(recorder.text, "<a><b x=[1]>");
}

class Throwing final : public Handler {
 public:
  bool on_start(const StartTag&) override { throw std::bad_alloc(); }
  bool on_end(std::uint64_t, std::uint64_t) override { return true; }
  bool on_text(std::string_view, std::uint64_t, std::uint64_t) override { return true; }
};

TEST(XmlReader, PassesOnThatMemoryRanOut) {
  Throwing handler;
  Budget budget;
  EXPECT_THROW(static_cast<void>(read(as_bytes("<a/>"), {}, budget, handler)), std::bad_alloc);
}

TEST(XmlReader, FindingsSayWhy) {
  struct Case {
    const char* document;
    FindingCode code;
  };
  for (const Case& c : {Case{"<a>", FindingCode::kMalformed}, Case{"<!DOCTYPE a><a/>", FindingCode::kMarkupDoctype}}) {
    Recorder recorder;
    Findings findings;
    add_finding(read_all(c.document, recorder), Budget{}, findings);
    EXPECT_TRUE(findings.has(c.code));
    EXPECT_EQ(findings.decision(), Decision::kQuarantine);
  }
}

}  // namespace
}  // namespace sluice::sanitize::xml
