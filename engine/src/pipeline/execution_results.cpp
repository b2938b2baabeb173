#include "pipeline/execution_results.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "codec/base64.h"
#include "pipeline/json_spans.h"
#include "sanitize/representations.h"

namespace sluice::pipeline {

namespace {

enum class Form { kText, kBase64, kJson };

struct Representation {
  std::string_view key;
  std::string_view type;
  Form form;
};

// The members of a result that E2B's server knows, with the media type that each stands for.
constexpr std::array kRepresentations = {
    Representation{"text", "text/plain", Form::kText},
    Representation{"html", "text/html", Form::kText},
    Representation{"markdown", "text/markdown", Form::kText},
    Representation{"svg", "image/svg+xml", Form::kText},
    Representation{"png", "image/png", Form::kBase64},
    Representation{"jpeg", "image/jpeg", Form::kBase64},
    Representation{"pdf", "application/pdf", Form::kBase64},
    Representation{"latex", "text/latex", Form::kText},
    Representation{"json", "application/json", Form::kJson},
    Representation{"javascript", "application/javascript", Form::kText},
    Representation{"data", "application/json", Form::kJson},
    Representation{"chart", "application/vnd.e2b.chart.v1+json", Form::kJson},
};

const Representation* find_representation(std::string_view key) noexcept {
  const auto found = std::find_if(kRepresentations.begin(), kRepresentations.end(),
                                  [&](const Representation& r) { return r.key == key; });
  return found == kRepresentations.end() ? nullptr : &*found;
}

bool looks_like_container(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

class ResultReader {
 public:
  ResultReader(ExecutionReader& reader, const ResultForm& form, std::uint32_t index,
               const ExecutionReader::Place& place)
      : reader_(reader), form_(form), index_(index), place_(place) {}

  void run(const json::Value& object, ByteView text) {
    read_main(object);
    const std::vector<ByteView> texts = member_texts(text);
    std::size_t at = 0;
    std::vector<std::string_view> seen;
    for (const json::Member member : object.members()) {
      const ByteView raw = at < texts.size() ? texts[at] : ByteView{};
      ++at;
      const std::string_view key = member.key.text();
      if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
        violation("result: member " + reader_.quote(key) + " again; the first one counts", true);
        continue;
      }
      // Only the few known members are worth remembering: unknown ones all become artifacts anyway.
      if (is_known(key)) seen.push_back(key);
      if (!read_member(member, raw)) return;
    }
  }

 private:
  static bool is_known(std::string_view key) noexcept {
    return key == "type" || key == "extra" || key == "is_main_result" || find_representation(key) != nullptr;
  }

  // Looked for first, since every artifact of the result carries it.
  void read_main(const json::Value& object) {
    json::Value value;
    if (!object.find("is_main_result", value)) {
      if (form_.is_stream) violation("result: is_main_result is missing", false);
      return;
    }
    if (value.kind() != json::Kind::kBool) {
      violation("result: is_main_result is " + std::string(kind_words(value.kind())) + ", expected a boolean", false);
      return;
    }
    is_main_ = value.as_bool();
  }

  bool read_member(const json::Member& member, ByteView raw) {
    const std::string_view key = member.key.text();
    if (key == "is_main_result" || (form_.is_stream && key == "type")) return true;
    if (key == "extra") return read_extra(member.value, raw);
    const Representation* known = find_representation(key);
    if (known == nullptr) {
      violation("result: unknown member " + reader_.quote(key), false);
      return add_other(std::string(key), {}, member.value, raw);
    }
    if (member.value.is_null()) return true;  // absent
    const std::string name(known->key);
    const std::string type(known->type);
    if (known->form == Form::kJson) {
      const bool is_text = form_.is_json_string_text && key == "json" && member.value.is_string() &&
                           looks_like_container(member.value.text());
      return add_artifact(reader_, Channel::kResult, name, type, is_text ? member.value.text() : as_chars(raw), index_,
                          is_main_);
    }
    if (!member.value.is_string()) {
      violation("result: " + name + " is " + std::string(kind_words(member.value.kind())) + ", expected a string",
                false);
      return add_artifact(reader_, Channel::kResult, name, type, as_chars(raw), index_, is_main_, false);
    }
    if (known->form == Form::kText) {
      return add_artifact(reader_, Channel::kResult, name, type, member.value.text(), index_, is_main_);
    }
    return add_base64_artifact(reader_, Channel::kResult, name, type, member.value.text(), index_, is_main_, place_);
  }

  bool read_extra(const json::Value& value, ByteView raw) {
    if (value.is_null()) return true;
    if (!value.is_object()) {
      violation("result: extra is " + std::string(kind_words(value.kind())) + ", expected an object", false);
      return add_artifact(reader_, Channel::kResult, "extra", {}, as_chars(raw), index_, is_main_, false);
    }
    const std::vector<ByteView> texts = member_texts(raw);
    std::size_t at = 0;
    std::string first;
    for (const json::Member member : value.members()) {
      const ByteView text = at < texts.size() ? texts[at] : ByteView{};
      ++at;
      const std::string key(member.key.text());
      if (!add_extra(key, member.value, text)) return false;
      if (at == 1) first = key;
    }
    // Not a violation: whether the types may leave is the policy's to say.
    if (at > 0) {
      reader_.note(FindingCode::kResultUnknown, "representations of other types, the first is " + reader_.quote(first),
                   place_, at);
    }
    return true;
  }

  // What the kernel showed beyond the types that E2B knows: GIF and WebP as base64, charts as JSON.
  bool add_extra(const std::string& type, const json::Value& value, ByteView raw) {
    const std::optional<sanitize::ShownForm> form = sanitize::find_shown_type(type);
    if (!form || (form != sanitize::ShownForm::kJson && !value.is_string())) return add_other(type, type, value, raw);
    switch (*form) {
      case sanitize::ShownForm::kText: break;
      case sanitize::ShownForm::kJson:
        return add_artifact(reader_, Channel::kResult, type, type, as_chars(raw), index_, is_main_);
      case sanitize::ShownForm::kBase64:
        return add_base64_artifact(reader_, Channel::kResult, type, type, value.text(), index_, is_main_, place_);
    }
    return add_other(type, type, value, raw);
  }

  // A representation of a type that nobody knows: the string itself, or the JSON text of anything else.
  bool add_other(std::string name, std::string type, const json::Value& value, ByteView raw) {
    const std::string_view text = value.is_string() ? value.text() : as_chars(raw);
    return add_artifact(reader_, Channel::kResult, std::move(name), std::move(type), text, index_, is_main_);
  }

  void violation(const std::string& what, bool is_lost) { reader_.report(form_.violation, what, place_, is_lost); }

  ExecutionReader& reader_;
  const ResultForm& form_;
  std::uint32_t index_;
  const ExecutionReader::Place& place_;
  bool is_main_ = false;
};

}  // namespace

void read_result(ExecutionReader& reader, const json::Value& object, ByteView text, const ResultForm& form,
                 std::uint32_t index, const ExecutionReader::Place& place) {
  ResultReader(reader, form, index, place).run(object, text);
}

bool add_artifact(ExecutionReader& reader, Channel channel, std::string name, std::string declared_type,
                  std::string_view text, std::uint32_t index, bool is_main_result, bool is_decoded) {
  if (!reader.charge_output(text.size())) return false;
  ParsedArtifact artifact;
  artifact.channel = channel;
  artifact.name = std::move(name);
  artifact.declared_type = std::move(declared_type);
  artifact.bytes = to_bytes(text);
  artifact.index = index;
  artifact.is_main_result = is_main_result;
  artifact.is_decoded = is_decoded;
  reader.run().artifacts.push_back(std::move(artifact));
  return true;
}

bool add_base64_artifact(ExecutionReader& reader, Channel channel, std::string name, std::string declared_type,
                         std::string_view text, std::uint32_t index, bool is_main_result,
                         const ExecutionReader::Place& place) {
  const codec::Base64Options options{codec::Base64Alphabet::kStandard, codec::Base64Padding::kRequired,
                                     codec::Base64Whitespace::kLineBreaks};
  Result<Bytes> decoded = codec::decode_base64(as_bytes(text), options, reader.budget());
  if (!decoded.ok()) {
    if (!reader.may_go_on()) return false;
    reader.report(FindingCode::kResultEncoding, reader.quote(name) + ": " + decoded.error().message, place, false);
    return add_artifact(reader, channel, std::move(name), std::move(declared_type), text, index, is_main_result, false);
  }
  ParsedArtifact artifact;
  artifact.channel = channel;
  artifact.name = std::move(name);
  artifact.declared_type = std::move(declared_type);
  artifact.bytes = *std::move(decoded);
  artifact.index = index;
  artifact.is_main_result = is_main_result;
  reader.run().artifacts.push_back(std::move(artifact));
  return true;
}

}  // namespace sluice::pipeline
