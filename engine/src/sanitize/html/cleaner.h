#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sanitize/html/attributes.h"
#include "sanitize/html/clean_html.h"
#include "sanitize/html/fragment.h"
#include "sanitize/html/leaf_record.h"
#include "sanitize/html/style_rules.h"
#include "sanitize/html/tally.h"
#include "sanitize/html/tokenizer.h"
#include "sanitize/html/writer.h"

namespace sluice::sanitize::html {

/// One run of clean_html() over checked UTF-8: tokens in, the fragment and its leaves out. Not thread-safe.
class Cleaner {
 public:
  Cleaner(std::string_view input, const HtmlOptions& options, Job& job);

  /// Reads the input to its end. @return false where the document is withheld; the finding is added, or the budget is
  /// exhausted
  bool run();

  [[nodiscard]] Writer& out() noexcept { return out_; }
  [[nodiscard]] LeafRecord& leaves() noexcept { return leaves_; }
  [[nodiscard]] const Tally& tally() const noexcept { return tally_; }
  [[nodiscard]] bool was_repaired() const noexcept { return fragment_.was_repaired(); }
  /// True where scripts make the content, so that what is left says nothing.
  [[nodiscard]] bool is_interactive() const noexcept;

 private:
  // What the attributes of the element at hand came to.
  struct Attributes {
    std::string_view id;
    std::string_view classes;
    std::string_view style;
    std::string_view alt;
    std::string_view src;
    bool is_hidden = false;
    std::uint64_t seen = 0;  // bit of each name: the first one wins
  };

  bool refuse(FindingCode code, std::string detail);
  bool start_tag(const Token& token);
  bool keep(const Token& token);
  bool text(const Token& token);
  void write_text(std::string_view text, std::size_t source);
  void write_note(const std::string& note, std::size_t source);
  [[nodiscard]] std::string_view without_oddities(std::string_view text);

  bool skip(const Token& token);
  bool skip_raw(Element element, std::size_t begin);
  bool skip_content(Element element, bool is_foreign);
  bool set_text_mode(Element element, std::string_view name);

  bool read_attributes(const Token& token, Attributes& found);
  bool read_attribute(Element element, const Attribute& attribute, const AttributeInfo& info, Attributes& found);
  void put_attribute(std::string_view name, std::string_view value);
  void put_text_attribute(std::string_view name, std::string_view value, std::size_t source);
  void put_link(std::string_view name, std::string_view value, std::size_t source);
  bool put_style(Element element, const Attributes& found, Look& look, bool& is_hidden, std::size_t source);
  bool image(const Token& token);
  [[nodiscard]] std::string put_image_source(std::string_view raw, std::size_t source);
  [[nodiscard]] std::string put_image_data(std::string_view url, std::size_t source);
  void note_handlers(const Token& token);
  void note_dropped(const Attribute& attribute, AttributeName name, std::size_t offset);

  [[nodiscard]] std::size_t offset_of(std::string_view view) const noexcept {
    return static_cast<std::size_t>(view.data() - input_.data());
  }
  [[nodiscard]] bool is_kept(Element element) const noexcept;

  std::string_view input_;
  const HtmlOptions& options_;
  Job& job_;
  Tokenizer tokenizer_;
  Writer out_;
  Fragment fragment_;
  LeafRecord leaves_;
  Tally tally_;
  StyleRules styles_;
  Writer attributes_{0};  // of the element at hand, as they are written
  std::string scratch_;
  std::string value_;
  std::string text_;
  std::size_t pre_end_ = 0;    // where the last `<pre>` ends in the output
  bool is_after_pre_ = false;  // the token before was `<pre>`: browsers drop a line end that follows
  std::uint32_t images_ = 0;
  std::uint64_t visible_bytes_ = 0;
  bool has_chart_ = false;  // an element that scripts of a known chart library fill
};

}  // namespace sluice::sanitize::html
