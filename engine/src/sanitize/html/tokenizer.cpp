#include "sanitize/html/tokenizer.h"

#include <algorithm>
#include <cstring>

#include "core/ascii.h"
#include "sanitize/html/entities.h"

namespace sluice::sanitize::html {

namespace {

constexpr std::size_t kPollBytes = 64 * 1024;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// What a byte means where text, names or values end.
enum Mark : std::uint8_t {
  kTextStop = 1,   // < & CR NUL
  kNameStop = 2,   // white space / >
  kAttrStop = 4,   // white space / > =
  kSpace = 8,      // white space
  kBareStop = 16,  // white space >
  kValueOdd = 32,  // & CR NUL: what a value needs decoding for
};

constexpr std::array<std::uint8_t, 256> make_marks() {
  std::array<std::uint8_t, 256> marks{};
  const auto add = [&marks](char c, unsigned bits) {
    std::uint8_t& mark = marks[static_cast<unsigned char>(c)];
    mark = static_cast<std::uint8_t>(mark | bits);
  };
  for (const char c : {'<', '&', '\r', '\0'}) add(c, kTextStop);
  for (const char c : {'&', '\r', '\0'}) add(c, kValueOdd);
  for (const char c : {' ', '\t', '\n', '\f', '\r'}) add(c, kSpace | kNameStop | kAttrStop | kBareStop);
  for (const char c : {'/', '>'}) add(c, kNameStop | kAttrStop);
  add('=', kAttrStop);
  add('>', kBareStop);
  return marks;
}

constexpr std::array<std::uint8_t, 256> kMarks = make_marks();

std::uint8_t mark_of(char c) noexcept { return kMarks[static_cast<unsigned char>(c)]; }

bool is_letter(char c) noexcept {
  const char lower = ascii_lower(c);
  return lower >= 'a' && lower <= 'z';
}

// Scans to a byte with one of `bits`, packing what is passed.
struct PackedScan {
  const char* end = nullptr;
  PackedName name;
};

PackedScan scan_name(const char* at, const char* end, unsigned bits) noexcept {
  PackedScan scan;
  std::uint64_t word = 0;
  const char* const begin = at;
  for (; at != end && (mark_of(*at) & bits) == 0; ++at) {
    if (at - begin == 8) {
      scan.name.first = word;
      word = 0;
    }
    word = word << 8U | packed_byte(*at);
  }
  if (at - begin <= 8) {
    scan.name.first = word;
  } else {
    scan.name.second = word;
  }
  if (static_cast<std::size_t>(at - begin) > kMaxPackedName) scan.name = kTooLong;
  scan.end = at;
  return scan;
}

const char* skip_space(const char* at, const char* end) noexcept {
  while (at != end && (mark_of(*at) & kSpace) != 0) ++at;
  return at;
}

// The bytes of the line end that begins with the CR at `at`.
std::size_t line_end_bytes(std::string_view text, std::size_t at) noexcept {
  return at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
}

template <bool kDecodes>
std::string_view decode(std::string_view raw, std::string& scratch) {
  const auto is_odd = [](char c) { return (mark_of(c) & kValueOdd) != 0 && (kDecodes || c != '&'); };
  const auto first = std::find_if(raw.begin(), raw.end(), is_odd);
  if (first == raw.end()) return raw;
  scratch.clear();
  std::size_t copied = 0;
  for (std::size_t at = static_cast<std::size_t>(first - raw.begin()); at < raw.size();) {
    if (!is_odd(raw[at])) {
      ++at;
      continue;
    }
    scratch.append(raw.substr(copied, at - copied));
    if (raw[at] == '\r') {
      scratch.push_back('\n');
      at += line_end_bytes(raw, at);
    } else if (raw[at] == '\0') {
      scratch.append(kReplacement);
      ++at;
    } else {
      const std::size_t read = decode_reference(raw.substr(at), ReferencePlace::kAttribute, scratch);
      if (read == 0) scratch.push_back('&');
      at += std::max<std::size_t>(read, 1);
    }
    copied = at;
  }
  scratch.append(raw.substr(copied));
  return scratch;
}

}  // namespace

std::string_view decode_attribute(std::string_view raw, std::string& scratch) { return decode<true>(raw, scratch); }

std::string_view decode_raw(std::string_view raw, std::string& scratch) { return decode<false>(raw, scratch); }

bool Tokenizer::pay() {
  if (at_ - paid_ < kPollBytes && at_ < input_.size()) return true;
  const std::size_t due = at_ - paid_;
  paid_ = at_;
  return budget_.charge(Budget::Kind::kSteps, due) && budget_.poll();
}

void Tokenizer::set_range(TokenKind kind, std::size_t begin, std::size_t end) noexcept {
  token_.kind = kind;
  token_.begin = begin;
  token_.end = end;
}

const Token& Tokenizer::next() {
  if (!pay() || at_ >= input_.size()) {
    at_ = input_.size();
    set_range(TokenKind::kEnd, at_, at_);
    return token_;
  }
  switch (mode_) {
    case TextMode::kData: read_data(); break;
    case TextMode::kRcdata: read_rcdata(); break;
    case TextMode::kRawtext: read_raw(find_end_tag(at_)); break;
    case TextMode::kScript: read_raw(find_script_end()); break;
    case TextMode::kPlaintext: read_raw(input_.size()); break;
    case TextMode::kCdata: read_cdata(); break;
  }
  return token_;
}

void Tokenizer::flush(std::size_t from, std::size_t to) {
  if (!uses_scratch_) scratch_.clear();
  uses_scratch_ = true;
  scratch_.append(input_.substr(from, to - from));
}

// Ends the text token at `end`.
void Tokenizer::finish_text(std::size_t begin, std::size_t end) {
  if (uses_scratch_) {
    scratch_.append(input_.substr(copied_, end - copied_));
    token_.text = scratch_;
  } else {
    token_.text = input_.substr(begin, end - begin);
  }
  set_range(TokenKind::kText, begin, end);
}

void Tokenizer::read_data() {
  std::size_t begin = at_;
  const char* const base = input_.data();
  const std::size_t size = input_.size();
  uses_scratch_ = false;
  copied_ = at_;
  token_.has_oddities = false;
  while (at_ < size) {
    while (at_ < size && (mark_of(base[at_]) & kTextStop) == 0) ++at_;
    if (at_ == size) break;
    const char c = base[at_];
    if (c == '<') {
      const char next = at_ + 1 < size ? base[at_ + 1] : '\0';
      const bool is_markup = is_letter(next) || next == '!' || next == '?' || (next == '/' && at_ + 2 < size);
      if (!is_markup) {
        ++at_;
        continue;
      }
      if (at_ != begin) break;
      if (read_markup()) return;
      begin = copied_ = at_;
    } else if (c == '&') {
      flush(copied_, at_);
      const std::size_t before = scratch_.size();
      const std::size_t read = decode_reference(input_.substr(at_), ReferencePlace::kText, scratch_);
      copied_ = at_ + read;
      at_ += std::max<std::size_t>(read, 1);
      if (read != 0 && scratch_[before] == '\r') token_.has_oddities = true;
    } else if (c == '\r') {
      flush(copied_, at_);
      scratch_.push_back('\n');
      at_ += line_end_bytes(input_, at_);
      copied_ = at_;
    } else {
      token_.has_oddities = true;
      ++at_;
    }
  }
  if (begin == size) {
    set_range(TokenKind::kEnd, size, size);
    return;
  }
  finish_text(begin, at_);
}

void Tokenizer::read_cdata() {
  const std::size_t begin = at_;
  const std::size_t end = std::min(input_.find("]]>", at_), input_.size());
  uses_scratch_ = false;
  copied_ = at_;
  token_.has_oddities = false;
  for (; at_ < end; ++at_) {
    if (input_[at_] == '\0') token_.has_oddities = true;
    if (input_[at_] != '\r') continue;
    flush(copied_, at_);
    scratch_.push_back('\n');
    copied_ = at_ + line_end_bytes(input_, at_);
    at_ = copied_ - 1;
  }
  finish_text(begin, end);
  at_ = std::min(end + 3, input_.size());
  mode_ = TextMode::kData;
}

void Tokenizer::read_rcdata() {
  const std::size_t end = find_end_tag(at_);
  const std::size_t begin = at_;
  uses_scratch_ = false;
  copied_ = at_;
  token_.has_oddities = false;
  while (at_ < end) {
    const char c = input_[at_];
    if (c == '&') {
      flush(copied_, at_);
      const std::size_t read = decode_reference(input_.substr(at_, end - at_), ReferencePlace::kText, scratch_);
      copied_ = at_ + read;
      at_ += std::max<std::size_t>(read, 1);
    } else if (c == '\r') {
      flush(copied_, at_);
      scratch_.push_back('\n');
      at_ += line_end_bytes(input_, at_);
      copied_ = at_;
    } else if (c == '\0') {
      flush(copied_, at_);
      scratch_.append(kReplacement);
      copied_ = ++at_;
    } else {
      ++at_;
    }
  }
  if (end > begin) {
    finish_text(begin, end);
    return;
  }
  read_raw(end);
}

// Reads the text up to `text_end`, or, where the cursor is there, the end tag.
void Tokenizer::read_raw(std::size_t text_end) {
  if (at_ == text_end) {
    mode_ = TextMode::kData;
    read_data();
    return;
  }
  uses_scratch_ = false;
  token_.has_oddities = false;
  token_.text = decode_raw(input_.substr(at_, text_end - at_), scratch_);
  set_range(TokenKind::kText, at_, text_end);
  at_ = text_end;
}

bool Tokenizer::is_end_tag(std::size_t at, std::string_view name) const noexcept {
  const std::string_view rest = input_.substr(at);
  return !name.empty() && rest.size() > name.size() && equals_ignoring_case(rest.substr(0, name.size()), name) &&
         (mark_of(rest[name.size()]) & kNameStop) != 0;
}

// Where the end tag that closes raw text begins, or the end of the input.
std::size_t Tokenizer::find_end_tag(std::size_t from) const noexcept {
  for (std::size_t at = from;; at += 2) {
    at = input_.find("</", at);
    if (at == std::string_view::npos) return input_.size();
    if (is_end_tag(at + 2, end_name_)) return at;
  }
}

// As find_end_tag(), for scripts: "<!--<script>" hides one end tag until "-->".
std::size_t Tokenizer::find_script_end() const noexcept {
  enum class Escape : std::uint8_t { kNone, kSingle, kDouble };
  Escape escape = Escape::kNone;
  std::size_t dashes = 0;  // in a row before the cursor, where escaped
  for (std::size_t at = at_; at < input_.size();) {
    const char c = input_[at];
    if (c == '<') {
      dashes = 0;
      if (escape == Escape::kNone && input_.substr(at).starts_with("<!--")) {
        escape = Escape::kSingle;
        dashes = 2;
        at += 4;
        continue;
      }
      const bool is_end = at + 1 < input_.size() && input_[at + 1] == '/';
      if (is_end && escape != Escape::kDouble && is_end_tag(at + 2, end_name_)) return at;
      if (is_end && escape == Escape::kDouble && is_end_tag(at + 2, "script")) escape = Escape::kSingle;
      if (!is_end && escape == Escape::kSingle && is_end_tag(at + 1, "script")) escape = Escape::kDouble;
      ++at;
    } else if (c == '>' && dashes >= 2) {
      escape = Escape::kNone;
      dashes = 0;
      ++at;
    } else {
      dashes = c == '-' && escape != Escape::kNone ? dashes + 1 : 0;
      ++at;
    }
  }
  return input_.size();
}

// Reads what begins with '<' at the cursor. @return false where no token came of it; the cursor is behind it
bool Tokenizer::read_markup() {
  const std::size_t begin = at_;
  const char next = input_[begin + 1];
  if (is_letter(next)) {
    read_tag(TokenKind::kStartTag, begin + 1);
    return true;
  }
  if (next == '/') {
    const char first = input_[begin + 2];
    if (is_letter(first)) {
      read_tag(TokenKind::kEndTag, begin + 2);
      return true;
    }
    if (first == '>') {
      at_ = begin + 3;
      return false;
    }
    read_bogus(begin + 2);
    return true;
  }
  if (next == '?') {
    read_bogus(begin + 1);
    return true;
  }
  const std::string_view rest = input_.substr(begin + 2);
  if (rest.starts_with("--")) {
    read_comment(begin + 4);
  } else if (starts_with_ignoring_case(rest, "doctype")) {
    read_bogus(begin + 9);
    token_.kind = TokenKind::kDoctype;
  } else if (is_foreign_ && rest.starts_with("[CDATA[")) {
    at_ = begin + 9;
    read_cdata();
  } else {
    read_bogus(begin + 2);
  }
  return true;
}

void Tokenizer::read_bogus(std::size_t content) {
  const std::size_t close = input_.find('>', content);
  const std::size_t end = std::min(close, input_.size());
  token_.text = input_.substr(content, end - content);
  set_range(TokenKind::kComment, at_, close == std::string_view::npos ? end : end + 1);
  at_ = token_.end;
}

void Tokenizer::read_comment(std::size_t content) {
  const std::string_view rest = input_.substr(content);
  std::size_t length = rest.size();
  std::size_t consumed = rest.size();
  bool is_closed = false;
  for (std::size_t at = rest.find('>'); at != std::string_view::npos; at = rest.find('>', at + 1)) {
    const std::string_view before = rest.substr(0, at);
    std::size_t mark = 0;
    if (before.ends_with("--")) {
      mark = 2;
    } else if (before.ends_with("--!")) {
      mark = 3;
    } else if (before.empty() || before == "-") {
      mark = before.size();
    } else {
      continue;
    }
    is_closed = true;
    length = at - mark;
    consumed = at + 1;
    break;
  }
  if (!is_closed) {
    // The end of the input closes it, wherever its end mark broke off.
    for (const std::string_view mark : {"--!", "--", "-"}) {
      if (!rest.ends_with(mark)) continue;
      length -= mark.size();
      break;
    }
  }
  token_.text = rest.substr(0, length);
  set_range(TokenKind::kComment, at_, content + consumed);
  at_ = token_.end;
}

void Tokenizer::read_tag(TokenKind kind, std::size_t name_begin) {
  const std::size_t begin = at_;
  const char* const base = input_.data();
  const char* const end = base + input_.size();
  const PackedScan name = scan_name(base + name_begin, end, kNameStop);
  token_.element = find_element(name.name);
  token_.name = input_.substr(name_begin, static_cast<std::size_t>(name.end - base) - name_begin);
  token_.is_self_closing = false;
  token_.attribute_count = 0;
  const char* at = name.end;
  bool is_whole = false;
  while (at != end) {
    const char c = *at;
    if (c == '>') {
      ++at;
      is_whole = true;
      break;
    }
    if ((mark_of(c) & kSpace) != 0) {
      ++at;
      continue;
    }
    if (c == '/') {
      ++at;
      if (at != end && *at == '>') {
        token_.is_self_closing = true;
        ++at;
        is_whole = true;
        break;
      }
      continue;
    }
    Attribute attribute;
    const char* const attribute_begin = at;
    // A '=' in front is part of the name.
    PackedScan scan = scan_name(c == '=' ? at + 1 : at, end, kAttrStop);
    if (c == '=') scan.name = kTooLong;
    attribute.packed = scan.name;
    attribute.name = std::string_view(attribute_begin, static_cast<std::size_t>(scan.end - attribute_begin));
    at = skip_space(scan.end, end);
    if (at != end && *at == '=') {
      at = skip_space(at + 1, end);
      if (at == end) break;
      if (*at == '"' || *at == '\'') {
        const char quote = *at;
        ++at;
        const char* const value = at;
        at = static_cast<const char*>(std::memchr(at, quote, static_cast<std::size_t>(end - at)));
        if (at == nullptr) {
          at = end;
          break;
        }
        attribute.value = std::string_view(value, static_cast<std::size_t>(at - value));
        ++at;
      } else {
        const char* const value = at;
        while (at != end && (mark_of(*at) & kBareStop) == 0) ++at;
        attribute.value = std::string_view(value, static_cast<std::size_t>(at - value));
      }
    }
    if (token_.attribute_count < kStoredAttributes) attributes_[token_.attribute_count] = attribute;
    ++token_.attribute_count;
  }
  at_ = static_cast<std::size_t>(at - base);
  if (!is_whole) {
    at_ = input_.size();
    set_range(TokenKind::kEnd, at_, at_);
    return;
  }
  token_.attributes = std::span(attributes_).first(std::min(token_.attribute_count, kStoredAttributes));
  set_range(kind, begin, at_);
}

}  // namespace sluice::sanitize::html
