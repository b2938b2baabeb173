#include "sanitize/xml/reader.h"

#include <expat.h>

#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <string>

#include "core/ascii.h"

namespace sluice::sanitize::xml {

namespace {

// Between a namespace and a name; no XML document can hold it.
constexpr char kSeparator = '\x01';
constexpr std::uint64_t kPollElements = 4096;
constexpr std::uint64_t kAttributesPerNode = 16;
// Against chosen collisions in expat's tables; else expat would ask the system for one at each parser.
constexpr unsigned long kHashSalt = 0x5EED51C3;

Name split(std::string_view qualified) noexcept {
  const std::size_t at = qualified.rfind(kSeparator);
  if (at == std::string_view::npos) return {{}, qualified};
  return {qualified.substr(0, at), qualified.substr(at + 1)};
}

bool is_utf8_name(std::string_view name) noexcept {
  return equals_ignoring_case(name, "utf-8") || equals_ignoring_case(name, "utf8") ||
         equals_ignoring_case(name, "us-ascii") || equals_ignoring_case(name, "ascii");
}

struct FreeParser {
  void operator()(XML_Parser parser) const noexcept { XML_ParserFree(parser); }
};

class Reader {
 public:
  Reader(ByteView document, const ReadLimits& limits, Budget& budget, Handler& handler)
      : document_(document), limits_(limits), budget_(budget), handler_(handler) {}

  ReadResult run() {
    if (document_.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
      return {ReadStatus::kSize, 0, "the document is too large"};
    }
    if (!budget_.charge(Budget::Kind::kSteps, document_.size())) return {ReadStatus::kBudget, 0, {}};
    std::string_view text = as_chars(document_);
    if (text.starts_with("\xFE\xFF") || text.starts_with("\xFF\xFE") ||
        (text.size() >= 2 && (text[0] == '\0' || text[1] == '\0'))) {
      return {ReadStatus::kEncoding, 0, "only UTF-8 is read"};
    }
    if (text.starts_with("\xEF\xBB\xBF")) base_ = 3;
    text.remove_prefix(base_);
    parser_.reset(XML_ParserCreateNS("UTF-8", kSeparator));
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_Parser parser = parser_.get();
    XML_SetHashSalt(parser, kHashSalt ^ static_cast<unsigned long>(reinterpret_cast<std::uintptr_t>(this)));
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, &start, &end);
    XML_SetCharacterDataHandler(parser, &text_run);
    XML_SetCommentHandler(parser, &comment);
    XML_SetProcessingInstructionHandler(parser, &instruction);
    XML_SetXmlDeclHandler(parser, &declaration);
    XML_SetStartDoctypeDeclHandler(parser, &doctype);
    XML_SetEntityDeclHandler(parser, &entity_declaration);
    XML_SetSkippedEntityHandler(parser, &skipped_entity);
    const XML_Status status = XML_Parse(parser, text.data(), static_cast<int>(text.size()), XML_TRUE);
    if (is_out_of_memory_) throw std::bad_alloc();
    if (!result_.ok()) return result_;
    if (status == XML_STATUS_OK) return result_;
    const XML_Error error = XML_GetErrorCode(parser);
    if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
    if (error == XML_ERROR_UNDEFINED_ENTITY) return {ReadStatus::kEntity, here(), "an entity that XML does not have"};
    const XML_LChar* const words = XML_ErrorString(error);
    return {ReadStatus::kMalformed, here(), words == nullptr ? "not well-formed" : words};
  }

 private:
  [[nodiscard]] std::uint64_t here() const noexcept {
    return base_ + static_cast<std::uint64_t>(XML_GetCurrentByteIndex(parser_.get()));
  }
  [[nodiscard]] std::uint64_t event_end() const noexcept {
    return here() + static_cast<std::uint64_t>(XML_GetCurrentByteCount(parser_.get()));
  }

  void stop(ReadStatus status, std::string_view detail = {}) noexcept {
    if (!result_.ok()) return;
    result_ = {status, here(), detail};
    XML_StopParser(parser_.get(), XML_FALSE);
  }

  // C code calls back: no exception may pass through it.
  template <typename Call>
  static void guarded(void* user, Call&& call) noexcept {
    Reader& reader = *static_cast<Reader*>(user);
    if (!reader.result_.ok()) return;  // expat may still finish what it is in
    try {
      call(reader);
    } catch (const std::bad_alloc&) {
      reader.is_out_of_memory_ = true;
      reader.stop(ReadStatus::kBudget);
    }
  }

  static void XMLCALL start(void* user, const XML_Char* name, const XML_Char** attributes) noexcept {
    guarded(user, [&](Reader& reader) { reader.on_start(name, attributes); });
  }
  static void XMLCALL end(void* user, const XML_Char* /*name*/) noexcept {
    guarded(user, [](Reader& reader) {
      --reader.depth_;
      if (!reader.handler_.on_end(reader.here(), reader.event_end())) reader.stop(ReadStatus::kStopped);
    });
  }
  static void XMLCALL text_run(void* user, const XML_Char* text, int size) noexcept {
    guarded(user, [&](Reader& reader) {
      const std::string_view run(text, static_cast<std::size_t>(size));
      if (!reader.handler_.on_text(run, reader.here(), reader.event_end())) reader.stop(ReadStatus::kStopped);
    });
  }
  static void XMLCALL comment(void* user, const XML_Char* /*text*/) noexcept {
    guarded(user, [](Reader& reader) { reader.handler_.on_comment(reader.here()); });
  }
  static void XMLCALL instruction(void* user, const XML_Char* target, const XML_Char* /*data*/) noexcept {
    guarded(user, [&](Reader& reader) { reader.handler_.on_instruction(target, reader.here()); });
  }
  static void XMLCALL declaration(void* user, const XML_Char* version, const XML_Char* encoding,
                                  int /*standalone*/) noexcept {
    guarded(user, [&](Reader& reader) {
      if (version != nullptr && std::string_view(version) != "1.0") {
        reader.stop(ReadStatus::kMalformed, "a version of XML other than 1.0");
      } else if (encoding != nullptr && !is_utf8_name(encoding)) {
        reader.stop(ReadStatus::kEncoding, "only UTF-8 is read");
      }
    });
  }
  static void XMLCALL doctype(void* user, const XML_Char* name, const XML_Char* system_id, const XML_Char* public_id,
                              int has_internal_subset) noexcept {
    guarded(user, [&](Reader& reader) {
      if (has_internal_subset != 0) {
        reader.stop(ReadStatus::kDoctype, "it has a subset of its own");
        return;
      }
      const auto view = [](const XML_Char* text) {
        return text == nullptr ? std::string_view() : std::string_view(text);
      };
      if (!reader.handler_.on_doctype({view(name), view(public_id), view(system_id), reader.here()})) {
        reader.stop(ReadStatus::kDoctype, "it is not one that is known here");
      }
    });
  }
  static void XMLCALL entity_declaration(void* user, const XML_Char*, int, const XML_Char*, int, const XML_Char*,
                                         const XML_Char*, const XML_Char*, const XML_Char*) noexcept {
    guarded(user, [](Reader& reader) { reader.stop(ReadStatus::kDoctype, "it declares an entity"); });
  }
  // Where a DOCTYPE names an external subset expat takes unknown entities for its, and passes over them.
  static void XMLCALL skipped_entity(void* user, const XML_Char*, int) noexcept {
    guarded(user, [](Reader& reader) { reader.stop(ReadStatus::kEntity, "an entity that XML does not have"); });
  }

  void on_start(const XML_Char* name, const XML_Char** attributes) {
    if (++depth_ > limits_.max_depth) return stop(ReadStatus::kDepth, "elements are nested too deeply");
    if (++elements_ > limits_.max_elements) return stop(ReadStatus::kSize, "too many elements");
    attributes_.clear();
    for (const XML_Char** at = attributes; *at != nullptr; at += 2) {
      if (attributes_.size() == limits_.max_attributes) return stop(ReadStatus::kSize, "too many attributes");
      const std::string_view value(at[1]);
      if (value.size() > limits_.max_attribute_bytes) return stop(ReadStatus::kSize, "an attribute is too long");
      attributes_.push_back({split(at[0]), value});
    }
    if (!budget_.charge(Budget::Kind::kNodes, 1 + attributes_.size() / kAttributesPerNode) ||
        (elements_ % kPollElements == 0 && !budget_.poll())) {
      return stop(ReadStatus::kBudget);
    }
    if (!handler_.on_start({split(name), attributes_, here(), event_end()})) stop(ReadStatus::kStopped);
  }

  ByteView document_;
  const ReadLimits& limits_;
  Budget& budget_;
  Handler& handler_;
  std::unique_ptr<XML_ParserStruct, FreeParser> parser_;
  std::size_t base_ = 0;  // bytes before what expat gets
  std::uint64_t depth_ = 0;
  std::uint64_t elements_ = 0;
  std::vector<Attribute> attributes_;
  ReadResult result_;
  bool is_out_of_memory_ = false;
};

}  // namespace

ReadResult read(ByteView document, const ReadLimits& limits, Budget& budget, Handler& handler) {
  return Reader(document, limits, budget, handler).run();
}

void add_finding(const ReadResult& result, const Budget& budget, Findings& findings) {
  FindingCode code = FindingCode::kMalformed;
  switch (result.status) {
    case ReadStatus::kOk:
    case ReadStatus::kStopped: return;
    case ReadStatus::kBudget: findings.add_exhausted(budget); return;
    case ReadStatus::kMalformed:
    case ReadStatus::kEntity:
    case ReadStatus::kEncoding: break;
    case ReadStatus::kDoctype: code = FindingCode::kMarkupDoctype; break;
    case ReadStatus::kDepth: code = FindingCode::kMarkupDepth; break;
    case ReadStatus::kSize: code = FindingCode::kMarkupSize; break;
  }
  Location where;
  where.begin = where.end = result.offset;
  findings.add(code, Severity::kMedium, Decision::kQuarantine,
               engine_text("XML at offset " + std::to_string(result.offset) + ": " + std::string(result.detail)),
               std::move(where));
}

}  // namespace sluice::sanitize::xml
