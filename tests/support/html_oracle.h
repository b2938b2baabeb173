#pragma once

#include <gumbo.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "sanitize/html/attributes.h"
#include "sanitize/html/elements.h"

namespace sluice::testing {

/// What another parser (gumbo) makes of a cleaned fragment.
struct HtmlReading {
  std::string problem;     ///< the first element, attribute or node that must not be there; empty where there is none
  std::string serialized;  ///< its tree, written in our way
  std::string text;        ///< all text
};

namespace html_oracle {

inline void escape(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default:
        if (text.substr(i, 2) == "\xC2\xA0") {
          out += "&nbsp;";
          ++i;
        } else {
          out += text[i];
        }
    }
  }
}

inline std::string tag_name(const GumboElement& element) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece piece = element.original_tag;
  gumbo_tag_from_original_text(&piece);
  return {piece.data, piece.length};
}

inline bool is_void(std::string_view name) {
  const sanitize::html::ElementInfo& info = sanitize::html::element_info(sanitize::html::find_element(name));
  return info.is(sanitize::html::traits::kVoid);
}

inline bool is_allowed_element(std::string_view name) {
  using sanitize::html::Fate;
  const sanitize::html::Element element = sanitize::html::find_element(name);
  const Fate fate = sanitize::html::element_info(element).fate;
  return element != sanitize::html::Element::kUnknown && (fate == Fate::kKeep || fate == Fate::kOptional) &&
         sanitize::html::element_info(element).name == name;
}

inline bool is_allowed_attribute(std::string_view element, std::string_view name) {
  using sanitize::html::AttributeRule;
  const auto found = sanitize::html::find_attribute(sanitize::html::pack_name(name));
  const sanitize::html::AttributeInfo& info = sanitize::html::attribute_info(found);
  if (found == sanitize::html::AttributeName::kUnknown || info.name != name) return false;
  switch (info.rule) {
    case AttributeRule::kNever:
    case AttributeRule::kLoads:
    case AttributeRule::kId:
    case AttributeRule::kHidden: return false;
    default: return sanitize::html::is_at_home(info.home, sanitize::html::find_element(element));
  }
}

/// URLs in our output are absolute and of four schemes.
inline bool is_allowed_value(std::string_view name, std::string_view value) {
  const auto begins = [&](std::string_view prefix) { return value.substr(0, prefix.size()) == prefix; };
  if (name == "href" || name == "cite") return begins("http://") || begins("https://") || begins("mailto:");
  if (name == "src") {
    return begins("http://") || begins("https://") || begins("data:image/png;base64,") ||
           begins("data:image/jpeg;base64,") || begins("data:image/gif;base64,") || begins("data:image/webp;base64,");
  }
  if (name != "style") return true;
  for (const std::string_view word :
       {"url", "expression", "@", "\\", "var(", "position", "z-index", "image", "<", "/*"}) {
    if (value.find(word) != std::string_view::npos) return false;
  }
  return true;
}

}  // namespace html_oracle

/// Parses `fragment` inside a div of a page with gumbo. @param doctype  "" for quirks mode
inline HtmlReading read_with_gumbo(std::string_view fragment, std::string_view doctype = "<!DOCTYPE html>") {
  using namespace html_oracle;  // NOLINT
  const std::string page =
      std::string(doctype) + "<html><head></head><body><div>" + std::string(fragment) + "</div></body></html>";
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  GumboOutput* const output = gumbo_parse_with_options(&options, page.data(), page.size());
  HtmlReading reading;
  const auto object = [&](const std::string& what) {
    if (reading.problem.empty()) reading.problem = what;
  };
  // The body and, in it, the one div.
  const GumboNode* body = nullptr;
  const GumboVector& roots = output->root->v.element.children;
  for (unsigned i = 0; i < roots.length; ++i) {
    const auto* const node = static_cast<const GumboNode*>(roots.data[i]);
    if (node->type == GUMBO_NODE_ELEMENT && node->v.element.tag == GUMBO_TAG_BODY) body = node;
  }
  const GumboNode* div = nullptr;
  if (body != nullptr && body->v.element.children.length == 1) {
    div = static_cast<const GumboNode*>(body->v.element.children.data[0]);
  }
  if (div == nullptr || div->type != GUMBO_NODE_ELEMENT || div->v.element.tag != GUMBO_TAG_DIV) {
    object("the fragment leaves its place");
    gumbo_destroy_output(&options, output);
    return reading;
  }
  struct Frame {
    const GumboNode* node;
    unsigned next;
  };
  std::vector<Frame> stack{{div, 0}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const GumboElement& parent = frame.node->v.element;
    if (frame.next == parent.children.length) {
      const std::string name = tag_name(parent);
      stack.pop_back();
      if (!stack.empty() && !is_void(name)) reading.serialized += "</" + name + ">";
      continue;
    }
    const auto* const child = static_cast<const GumboNode*>(parent.children.data[frame.next++]);
    if (child->type == GUMBO_NODE_TEXT || child->type == GUMBO_NODE_WHITESPACE) {
      const std::string_view text = child->v.text.text;
      reading.text += text;
      if (tag_name(parent) == "pre" && frame.next == 1 && text.substr(0, 1) == "\n") reading.serialized += '\n';
      escape(text, reading.serialized);
      continue;
    }
    if (child->type != GUMBO_NODE_ELEMENT) {
      object("a node of type " + std::to_string(child->type));
      continue;
    }
    const GumboElement& element = child->v.element;
    const std::string name = tag_name(element);
    if (element.tag_namespace != GUMBO_NAMESPACE_HTML) object("<" + name + "> is foreign");
    if (!is_allowed_element(name)) object("<" + name + ">");
    reading.serialized += "<" + name;
    for (unsigned i = 0; i < element.attributes.length; ++i) {
      const auto* const attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
      if (!is_allowed_attribute(name, attribute->name)) object("<" + name + " " + attribute->name + ">");
      if (!is_allowed_value(attribute->name, attribute->value)) {
        object(std::string(attribute->name) + "=" + attribute->value);
      }
      reading.serialized += " " + std::string(attribute->name) + "=\"";
      escape(attribute->value, reading.serialized);
      reading.serialized += "\"";
    }
    reading.serialized += ">";
    stack.push_back({child, 0});
  }
  gumbo_destroy_output(&options, output);
  return reading;
}

}  // namespace sluice::testing
