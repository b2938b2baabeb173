#include "sanitize/csv/table.h"

#include "sanitize/csv/formula.h"
#include "sanitize/csv/table_reader.h"
#include "support/plain_host.h"

namespace sluice::sanitize {
namespace {

using testing::Cleaning;
using testing::PlainHost;

struct Conditions {
  TableOptions options;
  TableLimits limits;
  Limits work;
  std::string secret;
};

Cleaning clean(std::string_view text, const Conditions& run = {}) {
  PlainHost host;
  host.secret = run.secret;
  return testing::clean_with(
      text, host, run.work, [&](ByteView bytes, Job& job) { return clean_table(bytes, run.options, run.limits, job); });
}

std::vector<std::vector<std::string>> rows_of(std::string_view text, char separator) {
  std::vector<std::vector<std::string>> rows(1);
  TableReader reader(text, separator);
  Cell cell;
  while (reader.next(cell)) {
    rows.back().emplace_back(cell.text);
    if (cell.is_row_end) rows.emplace_back();
  }
  rows.pop_back();
  return rows;
}

TEST(Table, WritesEachTableInItsOwnDialectWithEveryCellQuoted) {
  struct Case {
    const char* name;
    std::string_view in;
    std::string_view out;
  };
  const Case cases[] = {
      {"comma", "a,b\n1,2\n", "\"a\",\"b\"\r\n\"1\",\"2\"\r\n"},
      {"no last line end", "a,b\n1,2", "\"a\",\"b\"\r\n\"1\",\"2\"\r\n"},
      {"semicolon", "a;b\n1,5;2,5\n", "\"a\";\"b\"\r\n\"1,5\";\"2,5\"\r\n"},
      {"tab", "a\tb\n1\t2\n", "\"a\"\t\"b\"\r\n\"1\"\t\"2\"\r\n"},
      {"pipe becomes comma", "a|b\n1|2\n", "\"a\",\"b\"\r\n\"1\",\"2\"\r\n"},
      {"one column", "a\nb\n", "\"a\"\r\n\"b\"\r\n"},
      {"quotes stay", "\"say \"\"x\"\"\",b\n", "\"say \"\"x\"\"\",\"b\"\r\n"},
      {"a quote inside of a plain cell", "5\" disk,b\n", "\"5\"\" disk\",\"b\"\r\n"},
      {"line end in a cell", "\"a\r\nb\",c\r\n", "\"a\nb\",\"c\"\r\n"},
      {"carriage returns end rows", "a,b\rc,d\r", "\"a\",\"b\"\r\n\"c\",\"d\"\r\n"},
      {"empty cells", ",\n,\n", "\"\",\"\"\r\n\"\",\"\"\r\n"},
      {"empty rows", "a,b\n\nc,d\n", "\"a\",\"b\"\r\n\"\"\r\n\"c\",\"d\"\r\n"},
      {"separators in quotes are text", "\"a;b\",c\n\"d;e\",f\n", "\"a;b\",\"c\"\r\n\"d;e\",\"f\"\r\n"},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "a,b\n",
       "\"a\",\"b\"\r\n"},
      {"sep line", "sep=;\na;b\n", "\"a\";\"b\"\r\n"},
      {"quoted sep line", "\"sep=;\"\r\na;b\r\n", "\"a\";\"b\"\r\n"},
      {"a cell that says sep", "sep=ab,c\n", "\"'sep=ab\",\"c\"\r\n"},
      {"bytes that are not UTF-8", "a\xFF,b\n", "\"a\xEF\xBF\xBD\",\"b\"\r\n"},
      {"NUL", std::string_view("a\0,\0=b\n", 7), "\"a\",\"'=b\"\r\n"},
      {"text behind a quote", "\"a\"b,c\n\"d\",e\n", "\"ab\",\"c\"\r\n\"d\",\"e\"\r\n"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Cleaning cleaning = clean(c.in);
    ASSERT_TRUE(cleaning.is_released) << cleaning.codes();
    EXPECT_EQ(cleaning.text, c.out);
    const Cleaning again = clean(cleaning.text);
    EXPECT_EQ(again.text, cleaning.text);
    EXPECT_EQ(again.findings.decision(), Decision::kAllow) << again.codes();
  }
}

TEST(Table, TabSeparatedTextIsWrittenWithTabs) {
  Conditions run;
  run.options.is_tab_separated = true;
  EXPECT_EQ(clean("a,b\nc,d\n", run).text, "\"a\"\t\"b\"\r\n\"c\"\t\"d\"\r\n");
  EXPECT_EQ(clean("a\n", run).text, "\"a\"\r\n");
}

TEST(Table, NeutralizesWhatSpreadsheetsRun) {
  struct Case {
    std::string_view cell;
    std::string_view out;
  };
  const Case cases[] = {
      {"=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"},
      {"=1+1", "'=1+1"},
      {"+1+1", "'+1+1"},
      {"-1+1", "'-1+1"},
      {"@SUM(A1)", "'@SUM(A1)"},
      {"\t=1", "'\t'=1"},
      {"\tx", "'\tx"},
      {"\n=1", "'\n'=1"},
      {std::string_view("\0=1", 3), std::string_view("'\0=1", 4)},
      {"\xEF\xBC\x9D"
       "1+1",
       "'\xEF\xBC\x9D"
       "1+1"},
      {"\xEF\xBC\x8B"
       "1",
       "'\xEF\xBC\x8B"
       "1"},
      {"\xEF\xBC\x8D"
       "1",
       "'\xEF\xBC\x8D"
       "1"},
      {"\xEF\xBC\xA0"
       "A",
       "'\xEF\xBC\xA0"
       "A"},
      {"\xE2\x88\x92"
       "1+1",
       "'\xE2\x88\x92"
       "1+1"},
      {"  =1", "'  =1"},
      {"\xC2\xA0=1", "'\xC2\xA0=1"},
      {"\xE3\x80\x80=1", "'\xE3\x80\x80=1"},
      {"\"=1", "'\"=1"},
      {"\" \"=1", "'\" \"=1"},
      {"|cmd", "'|cmd"},
      {"cmd|' /C calc'!A0", "'cmd|' /C calc'!A0"},
      {"DDE|x!y", "'DDE|x!y"},
      {"a;=1+1", "a;'=1+1"},
      {"a\n=1+1", "a\n'=1+1"},
      {"a\t+1+1", "a\t'+1+1"},
      {"a; \"-1+1", "a;' \"-1+1"},
      {"-5;3", "'-5;3"},
      {"-(1)", "'-(1)"},
      {"-1e", "'-1e"},
      {"+12x", "'+12x"},
      {"-$", "'-$"},
      {"-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"},
      // Not formulas.
      {"-5", "-5"},
      {"-1.5e3", "-1.5e3"},
      {"+12", "+12"},
      {"-1,234.50", "-1,234.50"},
      {"-$5.00", "-$5.00"},
      {"-\xE2\x82\xAC"
       "5",
       "-\xE2\x82\xAC"
       "5"},
      {"-5%", "-5%"},
      {"-inf", "-inf"},
      {"-", "-"},
      {"--", "--"},
      {" -5 ", " -5 "},
      {"a=1", "a=1"},
      {"a, -b", "a, -b"},
      {"x@example.com", "x@example.com"},
      {"'=1", "'=1"},
      {"a|b", "a|b"},
      {"a;-5", "a;-5"},
      {"", ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.cell));
    std::string out;
    EXPECT_EQ(neutralize_formula(c.cell, ',', out), c.cell != c.out);
    EXPECT_EQ(out, c.out);
    std::string again;
    EXPECT_FALSE(neutralize_formula(out, ',', again));
    EXPECT_EQ(again, out);
  }
}

TEST(Table, FormulasAreCountedInOneFinding) {
  const Cleaning cleaning = clean("a,=1\n=2,-3\n");
  ASSERT_TRUE(cleaning.is_released);
  EXPECT_EQ(cleaning.text, "\"a\",\"'=1\"\r\n\"'=2\",\"-3\"\r\n");
  ASSERT_EQ(cleaning.findings.listed().size(), 1U) << cleaning.codes();
  EXPECT_EQ(cleaning.findings.listed()[0].code, FindingCode::kTableFormula);
  EXPECT_EQ(cleaning.findings.listed()[0].count, 2U);
  EXPECT_EQ(cleaning.findings.listed()[0].where.begin, 2U);
  EXPECT_EQ(cleaning.findings.decision(), Decision::kSanitize);
}

TEST(Table, WithholdsWhatContradictsItselfOrIsTooLarge) {
  Conditions small;
  small.limits = {3, 4, 5};
  struct Case {
    const char* name;
    std::string in;
    FindingCode code;
  };
  const Case cases[] = {
      {"quotes do not close", "a,\"b\nc,d\n", FindingCode::kTableShape},
      {"sep line against the rows", "sep=;\na,b\nc,d\n", FindingCode::kTableShape},
      {"sep line with an odd separator", "sep=x\naxb\n", FindingCode::kTableShape},
      {"UTF-16",
       std::string("\xFF\xFE"
                   "a\0,\0b\0",
                   8),
       FindingCode::kUtf16},
      {"rows", "a\nb\nc\nd\n", FindingCode::kTableSize},
      {"columns", "1,2,3,4,5\n", FindingCode::kTableSize},
      {"a long cell", "abcdef\n", FindingCode::kTableSize},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Cleaning cleaning = clean(c.in, small);
    EXPECT_FALSE(cleaning.is_released);
    EXPECT_TRUE(cleaning.findings.has(c.code)) << cleaning.codes();
    EXPECT_EQ(cleaning.findings.decision(), Decision::kQuarantine);
  }
  EXPECT_TRUE(clean("a,b,c,d\ne\nf\n", small).is_released);
  EXPECT_TRUE(clean("abcd\xC3\xA4\n", small).is_released) << "characters count, not bytes";
  EXPECT_FALSE(clean("abcd\xF0\x9F\x98\x80\n", small).is_released) << "two units of UTF-16";
}

TEST(Table, RaggedRowsAreReportedAndPass) {
  const Cleaning cleaning = clean("a,b\nc\nd,e,f\n");
  ASSERT_TRUE(cleaning.is_released);
  ASSERT_EQ(cleaning.findings.listed().size(), 1U);
  EXPECT_EQ(cleaning.findings.listed()[0].code, FindingCode::kTableShape);
  EXPECT_EQ(cleaning.findings.listed()[0].count, 2U);
  EXPECT_EQ(cleaning.findings.decision(), Decision::kAllow);
}

TEST(Table, SecretsAreFoundAcrossCells) {
  Conditions run;
  run.secret = "hunter2hunter2";
  EXPECT_EQ(clean("k,hunter2hunter2\n", run).text, "\"k\",\"[gone]\"\r\n");
  EXPECT_EQ(clean("hunter2,hunter2\n", run).text, "\"[gone]\",\"[gone]\"\r\n");
  EXPECT_EQ(clean("hunter2\nhunter2\n", run).text, "\"[gone]\"\r\n\"[gone]\"\r\n");
}

TEST(Table, EveryTruncationIsHandledAndIsAFixedPoint) {
  const std::string whole =
      "\xEF\xBB\xBFsep=,\r\nname,\"va\"\"l;=ue\",=x\r\n\"multi\nline\",-5,\"+a\"\r\n\xF0\x9F\x98\x80,|x,\"\"\r\n";
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const Cleaning cleaning = clean(std::string_view(whole).substr(0, size));
    if (!cleaning.is_released) {
      EXPECT_GE(cleaning.findings.decision(), Decision::kQuarantine);
      continue;
    }
    const Cleaning again = clean(cleaning.text);
    ASSERT_TRUE(again.is_released) << size;
    EXPECT_EQ(again.text, cleaning.text) << size;
  }
}

TEST(Table, WorkIsLinearInTheInput) {
  const std::string_view shapes[] = {",", "\"", "\"\"", "\n", ";|\t,", "a;=1|", "\"a\"b", "|", ";+1|-1\t@", "=,"};
  for (const std::string_view shape : shapes) {
    SCOPED_TRACE(std::string(shape));
    std::string text;
    while (text.size() < 20'000) text += shape;
    const Cleaning once = clean(text);
    const Cleaning twice = clean(text + text);
    EXPECT_LE(once.steps, 9 * text.size());
    EXPECT_LE(twice.steps, 2 * once.steps + 100);
    EXPECT_LE(twice.nodes, 2 * once.nodes + 100);
  }
}

TEST(Table, ASmallerBudgetNeverReleasesWhatALargerWithheld) {
  const std::string text = "a,b\n=1,\"c\nd\"\n-5,x\n";
  bool was_released = false;
  for (std::uint64_t nodes = 0; nodes < 12; ++nodes) {
    Conditions run;
    run.work.max_nodes = nodes;
    const bool is_released = clean(text, run).is_released;
    EXPECT_TRUE(is_released || !was_released) << nodes;
    was_released = was_released || is_released;
  }
  EXPECT_TRUE(was_released);
}

TEST(Table, OtherReadersFindNoFormulaEither) {
  // Rows as every dialect cuts them: no part begins with what runs.
  const std::string_view inputs[] = {"a,\"b;=1\"\nc,d\n", "a,\"b\n=1\"\nc,d\n",       "a,\"\"\"x\n=1\"\nb,\";=2\"\n",
                                     "a;\"b,=1\"\nc;d\n", "a,\"b\t=1\"\nc,\"|=2\"\n", "x\n\"\"\";=1\"\n"};
  for (const std::string_view input : inputs) {
    const Cleaning cleaning = clean(input);
    ASSERT_TRUE(cleaning.is_released) << input << cleaning.codes();
    for (const char separator : {',', ';', '\t', '|'}) {
      for (const auto& row : rows_of(cleaning.text, separator)) {
        for (const std::string& cell : row) {
          const std::size_t start = cell.find_first_not_of(" \"");
          if (start == std::string::npos) continue;
          EXPECT_TRUE(cell[start] != '=' || is_plain_number(cell))
              << cleaning.text << " as " << separator << ": " << cell;
        }
      }
    }
  }
}

}  // namespace
}  // namespace sluice::sanitize
