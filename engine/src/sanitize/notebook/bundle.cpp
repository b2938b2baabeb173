#include "sanitize/notebook/bundle.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "codec/base64.h"
#include "sanitize/representations.h"

namespace sluice::sanitize::notebook {

namespace {

void add_line(std::string& text, const std::string& line) {
  if (!text.empty() && text.back() != '\n') text += '\n';
  text += line;
}

}  // namespace

Bundle BundleReader::read(const json::Value& data, const std::string& path, std::uint64_t source_begin) {
  Bundle bundle;
  if (!data.is_object()) {
    bundle["text/plain"].text = withheld_note("the output", WithheldWhy::kNotPassed);
    return bundle;
  }
  std::string notes;
  for (const json::Member member : data.members()) {
    const std::string_view type = member.key.text();
    const std::string shown = report_text(as_bytes(type), job_.host.scrubber()).str();
    if (!find_shown_type(type)) {
      if (never_shown_++ == 0) first_never_shown_ = report_text(as_bytes(type), job_.host.scrubber());
      add_line(notes, withheld_note(shown, WithheldWhy::kNeverShown));
      continue;
    }
    Seen seen = check(type, member.value, path, source_begin);
    if (!seen.is_released || !bundle.emplace(seen.type, std::move(seen.representation)).second) {
      add_line(notes, withheld_note(shown, WithheldWhy::kNotPassed));
    }
  }
  if (!notes.empty()) add_line(bundle["text/plain"].text, notes);
  return bundle;
}

Bundle BundleReader::read_attachment(const json::Value& data, const std::string& path, std::uint64_t source_begin) {
  Bundle bundle;
  if (!data.is_object()) return bundle;
  for (const json::Member member : data.members()) {
    const std::string_view type = member.key.text();
    if (!type.starts_with("image/") || !find_shown_type(type)) {
      if (never_shown_++ == 0) first_never_shown_ = report_text(as_bytes(type), job_.host.scrubber());
      continue;
    }
    Seen seen = check(type, member.value, path, source_begin);
    if (seen.is_released) bundle.emplace(seen.type, std::move(seen.representation));
  }
  return bundle;
}

BundleReader::Seen BundleReader::check(std::string_view type, const json::Value& value, const std::string& path,
                                       std::uint64_t source_begin) {
  Seen seen;
  seen.type = std::string(type);
  const ShownForm form = *find_shown_type(type);
  std::optional<std::string> text;
  if (form == ShownForm::kJson) {
    text = value_text(value);
  } else {
    text = multiline_text(value);
  }
  if (!text) return seen;
  Bytes decoded;
  if (form == ShownForm::kBase64) {
    const codec::Base64Options options{codec::Base64Alphabet::kStandard, codec::Base64Padding::kRequired,
                                       codec::Base64Whitespace::kLineBreaks};
    Result<Bytes> result = codec::decode_base64(as_bytes(*text), options, job_.budget);
    if (!result || result->empty()) return seen;
    decoded = std::move(*result);
  } else if (text->empty()) {
    seen.is_released = true;
    return seen;
  }
  const ByteView bytes = form == ShownForm::kBase64 ? ByteView(decoded) : as_bytes(*text);
  const std::string name = path + "/" + std::string(type);
  MemberInfo info;
  info.name = name;
  info.declared_type = type;
  info.can_be_left_out = true;
  info.source_begin = source_begin;
  Member member = job_.host.check_member(info, bytes);
  if (!member.is_released) return seen;
  if (media::find_type(type) != member.type) {
    // Readers go by the name of the type: only what is an image in either case may get its true one.
    if (!media::type_info(member.type).is_image || !find_shown_type(media::type_name(member.type))) return seen;
    seen.type = std::string(media::type_name(member.type));
  }
  seen.is_released = true;
  const ByteView clean = member.is_unchanged ? bytes : ByteView(member.bytes);
  if (form == ShownForm::kBase64) {
    seen.representation.form = Representation::Form::kString;
    seen.representation.text = codec::encode_base64(clean);
  } else {
    if (form == ShownForm::kJson) seen.representation.form = Representation::Form::kJson;
    seen.representation.text = std::string(as_chars(clean));
  }
  return seen;
}

std::string BundleReader::read_text(std::string text, std::string_view type, const std::string& path,
                                    std::uint64_t source_begin, bool* is_released) {
  if (is_released != nullptr) *is_released = true;
  if (text.empty()) return text;
  MemberInfo info;
  info.name = path;
  info.declared_type = type;
  info.can_be_left_out = true;
  info.source_begin = source_begin;
  const Member member = job_.host.check_member(info, as_bytes(text));
  if (!member.is_released || media::find_type(type) != member.type) {
    if (is_released != nullptr) *is_released = false;
    return withheld_note(type, WithheldWhy::kNotPassed);
  }
  return member.is_unchanged ? text : std::string(as_chars(ByteView(member.bytes)));
}

void BundleReader::report() const {
  if (never_shown_ == 0) return;
  Finding finding;
  finding.code = FindingCode::kBundleType;
  finding.severity = Severity::kMedium;
  finding.effect = Decision::kSanitize;
  finding.count = never_shown_;
  finding.detail = engine_text("the first is " + first_never_shown_.str());
  job_.findings.add(std::move(finding));
}

}  // namespace sluice::sanitize::notebook
