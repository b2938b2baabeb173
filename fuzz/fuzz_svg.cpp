// Property: cleaning never crashes, and the default steps suffice; what is withheld has no bytes and at least
// quarantine; what is released is well-formed, holds elements of the SVG namespace and attributes of an own list alone,
// and cleaning it again changes nothing. Oracle: libxml2 and expat read the same elements, attributes and text in it.
// Input: one byte that chooses the consumer, then the drawing. Cap: 64 KiB (svg.options).
#include <expat.h>
#include <libxml/parser.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/findings.h"
#include "media/types.h"
#include "sanitize/svg/svg.h"
#include "sluice/bytes.h"

namespace {

using namespace sluice;            // NOLINT: one small file
using namespace sluice::sanitize;  // NOLINT

constexpr std::string_view kSvg = "http://www.w3.org/2000/svg";
constexpr std::string_view kXml = "http://www.w3.org/XML/1998/namespace";
constexpr char kSeparator = '\x01';

void require(bool holds) {
  if (!holds) __builtin_trap();
}

class Host final : public MemberHost {
 public:
  LeafTexts scan(const TextProjection&) override { return {}; }
  Member check_member(const MemberInfo&, ByteView bytes) override {
    Member member;
    member.is_released = member.is_unchanged = as_chars(bytes).starts_with("\x89PNG");
    if (member.is_released) member.type = media::MediaType::kPng;
    return member;
  }
  bool allows_url(UrlUse, std::string_view) override { return false; }
  const SecretScrubber* scrubber() const noexcept override { return nullptr; }
};

struct Cleaned {
  bool is_released = false;
  bool is_unchanged = false;
  std::string svg;
};

Cleaned clean(std::string_view svg, Consumer consumer) {
  Findings findings;
  Budget budget;
  require(budget.admit_input(svg.size()));
  Host host;
  Job job{findings, budget, host, consumer};
  const Output output = clean_svg(as_bytes(svg), {}, job);
  require(budget.ok());
  require(output.is_released == (findings.decision() <= Decision::kSanitize));
  require(output.is_released || output.bytes.empty());
  require(findings.listed().size() < 256);
  return {output.is_released, output.is_unchanged, output.is_unchanged ? std::string(svg) : to_string(output.bytes)};
}

void require_element(std::string_view name) {
  for (const std::string_view dropped :
       {"script", "foreignObject", "set", "animate", "iframe", "feImage", "a", "handler", "listener", "animateMotion",
        "animateTransform", "metadata", "font"}) {
    require(name != dropped);
  }
}

void require_attribute(std::string_view uri, std::string_view name, std::string_view value) {
  require(uri.empty() || (uri == kXml && (name == "space" || name == "lang")));
  require(!name.starts_with("on") && name != "base");
  if (name == "href") require(value.starts_with("#") || value.starts_with("data:image/"));
  if (name == "aria-label") return;
  require(value.find("javascript:") == std::string_view::npos || name == "id" || name == "class" || name == "href");
  for (std::size_t at = value.find("url("); at != std::string_view::npos; at = value.find("url(", at + 1)) {
    require(value.substr(at, 5) == "url(#");
  }
}

// What a parser sees, in one form.
struct Trace {
  std::string text;
  void start(std::string_view uri, std::string_view name) {
    require(uri == kSvg);
    require_element(name);
    text += "<" + std::string(name);
  }
  void attribute(std::string_view uri, std::string_view name, std::string_view value) {
    require_attribute(uri, name, value);
    text += "|" + std::string(uri) + " " + std::string(name) + "=" + std::string(value);
  }
};

std::string_view view(const xmlChar* text, std::size_t size) { return {reinterpret_cast<const char*>(text), size}; }
std::string_view view(const xmlChar* text) {
  return text == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(text));
}

std::string read_with_libxml(const std::string& svg) {
  Trace trace;
  xmlSAXHandler handler{};
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = [](void* user, const xmlChar* name, const xmlChar*, const xmlChar* uri, int, const xmlChar**,
                              int count, int, const xmlChar** attributes) {
    Trace& seen = *static_cast<Trace*>(user);
    seen.start(view(uri), view(name));
    for (int i = 0; i < count; ++i, attributes += 5) {
      seen.attribute(view(attributes[2]), view(attributes[0]),
                     view(attributes[3], static_cast<std::size_t>(attributes[4] - attributes[3])));
    }
    seen.text += ">";
  };
  handler.endElementNs = [](void* user, const xmlChar*, const xmlChar*, const xmlChar*) {
    static_cast<Trace*>(user)->text += "</>";
  };
  handler.characters = [](void* user, const xmlChar* text, int size) {
    static_cast<Trace*>(user)->text += view(text, static_cast<std::size_t>(size));
  };
  handler.comment = [](void*, const xmlChar*) { require(false); };
  handler.processingInstruction = [](void*, const xmlChar*, const xmlChar*) { require(false); };
  handler.internalSubset = [](void*, const xmlChar*, const xmlChar*, const xmlChar*) { require(false); };
  handler.cdataBlock = [](void*, const xmlChar*, int) { require(false); };
  handler.getEntity = [](void*, const xmlChar* name) { return xmlGetPredefinedEntity(name); };
  require(xmlSAXUserParseMemory(&handler, &trace, svg.data(), static_cast<int>(svg.size())) == 0);
  return trace.text;
}

std::string read_with_expat(const std::string& svg) {
  Trace trace;
  XML_Parser parser = XML_ParserCreateNS("UTF-8", kSeparator);
  XML_SetUserData(parser, &trace);
  XML_SetElementHandler(
      parser,
      [](void* user, const XML_Char* name, const XML_Char** attributes) {
        const auto split = [](std::string_view whole) {
          const std::size_t at = whole.rfind(kSeparator);
          return at == std::string_view::npos ? std::pair(std::string_view(), whole)
                                              : std::pair(whole.substr(0, at), whole.substr(at + 1));
        };
        Trace& seen = *static_cast<Trace*>(user);
        const auto [uri, local] = split(name);
        seen.start(uri, local);
        for (; *attributes != nullptr; attributes += 2) {
          const auto [space, attribute] = split(attributes[0]);
          seen.attribute(space, attribute, attributes[1]);
        }
        seen.text += ">";
      },
      [](void* user, const XML_Char*) { static_cast<Trace*>(user)->text += "</>"; });
  XML_SetCharacterDataHandler(parser, [](void* user, const XML_Char* text, int size) {
    static_cast<Trace*>(user)->text.append(text, static_cast<std::size_t>(size));
  });
  require(XML_Parse(parser, svg.data(), static_cast<int>(svg.size()), XML_TRUE) == XML_STATUS_OK);
  XML_ParserFree(parser);
  return trace.text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const Consumer consumer = data[0] == 'b' ? Consumer::kBrowser : Consumer::kAgent;
  const Cleaned once = clean({reinterpret_cast<const char*>(data) + 1, size - 1}, consumer);
  if (!once.is_released) return 0;
  require(read_with_libxml(once.svg) == read_with_expat(once.svg));
  const Cleaned again = clean(once.svg, consumer);
  require(again.is_released && again.is_unchanged);
  return 0;
}
