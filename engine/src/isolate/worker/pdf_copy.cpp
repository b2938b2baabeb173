#include "isolate/worker/pdf_copy.h"

// This must come first of qpdf.
#include "isolate/worker/qpdf_types.h"

#include <algorithm>
#include <set>
#include <utility>

#include "isolate/worker/pdf_streams.h"

namespace sluice::isolate {

namespace {

constexpr unsigned kMaxDepth = 40;           // arrays in arrays, dictionaries that are written inside others
constexpr std::size_t kMinScannedName = 12;  // a shorter name holds no secret
constexpr int kMaxPageSide = 200'000;        // units of 1/72 inch; readers stop at 14,400

std::string bare(const std::string& name) { return name.empty() ? name : name.substr(1); }

// qpdf keeps a stray number sign of a name as a null byte and writes it back; readers differ in what it means.
void check_name(const std::string& name) {
  if (name.find('\0') != std::string::npos) throw Refused{Status::kMalformed, Note::kOther};
}

bool is_in(const std::set<std::string>& words, const std::string& word) { return words.count(word) != 0; }

}  // namespace

void PdfCopier::note_dropped(const std::string& key) {
  static const std::set<std::string> kActive = {"/AA",
                                                "/OpenAction",
                                                "/JavaScript",
                                                "/JS",
                                                "/Launch",
                                                "/AcroForm",
                                                "/XFA",
                                                "/A",
                                                "/PA",
                                                "/URI",
                                                "/Rendition",
                                                "/RichMedia",
                                                "/Movie",
                                                "/Sound",
                                                "/3DD",
                                                "/3DV",
                                                "/MM",
                                                "/Trans",
                                                "/Collection",
                                                "/Requirements",
                                                "/Extensions",
                                                "/RichMediaContent",
                                                "/RichMediaSettings",
                                                "/Win",
                                                "/Perms",
                                                "/Legal",
                                                "/Renditions",
                                                "/Templates",
                                                "/PresSteps",
                                                "/SubmitForm",
                                                "/ImportData",
                                                "/URLS",
                                                "/IDS"};
  static const std::set<std::string> kEmbedded = {"/EmbeddedFiles", "/AF", "/EF", "/FS", "/RF", "/F", "/FFilter"};
  static const std::set<std::string> kMetadata = {"/Metadata", "/PieceInfo", "/Info", "/LastModified", "/Thumb",
                                                  "/Version",  "/M",         "/NM",   "/CreationDate", "/T"};
  static const std::set<std::string> kStructure = {"/StructTreeRoot", "/StructParents", "/StructParent", "/MarkInfo",
                                                   "/Tabs"};
  job_.note(is_in(kActive, key)      ? Note::kActive
            : is_in(kEmbedded, key)  ? Note::kEmbedded
            : is_in(kMetadata, key)  ? Note::kMetadata
            : is_in(kStructure, key) ? Note::kStructure
                                     : Note::kOther);
}

QPDFObjectHandle PdfCopier::copy_scalar(QPDFObjectHandle source) {
  job_.charge_object();
  if (source.isName()) {
    const std::string name = source.getName();
    check_name(name);
    if (name.size() > kMinScannedName) job_.add_text(bare(name));
    return QPDFObjectHandle::newName(name);
  }
  if (source.isString()) {
    job_.add_text(source.getUTF8Value());
    return QPDFObjectHandle::newString(source.getStringValue());
  }
  if (source.isBool()) return QPDFObjectHandle::newBool(source.getBoolValue());
  if (source.isInteger()) return QPDFObjectHandle::newInteger(source.getIntValue());
  if (source.isReal()) return QPDFObjectHandle::newReal(source.getRealValue());
  return QPDFObjectHandle::newNull();
}

QPDFObjectHandle PdfCopier::copy_scalars(QPDFObjectHandle source, unsigned depth) {
  if (!source.isArray()) return copy_scalar(source);
  job_.charge_object();
  QPDFObjectHandle out = QPDFObjectHandle::newArray();
  if (depth > kMaxDepth) return out;
  for (QPDFObjectHandle item : source.aitems()) out.appendItem(copy_scalars(item, depth + 1));
  return out;
}

QPDFObjectHandle PdfCopier::copy_destination(QPDFObjectHandle source, unsigned depth) {
  if (!source.isArray())
    return source.isName() || source.isString() ? copy_scalar(source) : QPDFObjectHandle::newNull();
  const int size = source.getArrayNItems();
  if (size < 2) return QPDFObjectHandle::newNull();
  QPDFObjectHandle page = source.getArrayItem(0);
  const auto found = page.isIndirect() ? pages_.find(page.getObjGen()) : pages_.end();
  // A page by its number is one of another document.
  if (found == pages_.end()) return QPDFObjectHandle::newNull();
  QPDFObjectHandle out = QPDFObjectHandle::newArray();
  out.appendItem(found->second);
  for (int i = 1; i < size; ++i) out.appendItem(copy_scalars(source.getArrayItem(i), depth + 1));
  return out;
}

QPDFObjectHandle PdfCopier::copy_action(QPDFObjectHandle source, unsigned depth) {
  const QPDFObjectHandle nothing = QPDFObjectHandle::newNull();
  if (!source.isDictionary() || !source.getKey("/S").isName()) return nothing;
  const std::string kind = source.getKey("/S").getName();
  QPDFObjectHandle out = QPDFObjectHandle::newDictionary();
  out.replaceKey("/S", QPDFObjectHandle::newName(kind));
  if (source.hasKey("/Next")) job_.note(Note::kActive);
  if (kind == "/GoTo") {
    QPDFObjectHandle target = copy_destination(source.getKey("/D"), depth + 1);
    if (target.isNull()) return nothing;
    out.replaceKey("/D", target);
    return out;
  }
  if (kind == "/URI" && source.getKey("/URI").isString()) {
    const std::string url = source.getKey("/URI").getStringValue();
    if (is_pdf_link(url) && job_.keeps_links()) {
      job_.add_url(url);
      out.replaceKey("/URI", QPDFObjectHandle::newString(url));
      return out;
    }
    job_.note(Note::kLinks);
    return nothing;
  }
  job_.note(Note::kActive);
  return nothing;
}

QPDFObjectHandle PdfCopier::copy_color_space(QPDFObjectHandle source, unsigned depth) {
  if (source.isName()) return copy_scalar(source);
  if (!source.isArray() || source.getArrayNItems() < 1 || !source.getArrayItem(0).isName() || depth > kMaxDepth) {
    return QPDFObjectHandle::newNull();
  }
  const std::string family = source.getArrayItem(0).getName();
  // What follows the name; a type of the allow-list each.
  std::vector<PdfType> parts;
  if (family == "/ICCBased") parts = {PdfType::kProfile};
  if (family == "/Indexed" || family == "/I") parts = {PdfType::kColorSpace, PdfType::kScalar, PdfType::kLookup};
  if (family == "/Separation") parts = {PdfType::kScalar, PdfType::kColorSpace, PdfType::kFunction};
  if (family == "/DeviceN") parts = {PdfType::kScalars, PdfType::kColorSpace, PdfType::kFunction};
  if (family == "/Pattern") parts = {PdfType::kColorSpace};
  if (family == "/CalGray" || family == "/CalRGB" || family == "/Lab") parts = {PdfType::kCalibration};
  QPDFObjectHandle out = QPDFObjectHandle::newArray();
  out.appendItem(copy_scalar(source.getArrayItem(0)));
  const int size = source.getArrayNItems();
  for (int i = 1; i < size && static_cast<std::size_t>(i) <= parts.size(); ++i) {
    QPDFObjectHandle item = source.getArrayItem(i);
    const PdfType type = parts[static_cast<std::size_t>(i) - 1];
    const bool is_text = type == PdfType::kLookup && item.isString();
    // The colors of a palette are no text.
    out.appendItem(is_text ? QPDFObjectHandle::newString(item.getStringValue()) : copy(item, type, depth + 1));
  }
  return out;
}

QPDFObjectHandle PdfCopier::copy_map(QPDFObjectHandle source, PdfType element, unsigned depth) {
  if (!source.isDictionary()) return QPDFObjectHandle::newNull();
  QPDFObjectHandle out = QPDFObjectHandle::newDictionary();
  for (const auto& [key, value] : source.ditems()) {
    check_name(key);
    if (key.size() > kMinScannedName) job_.add_text(bare(key));
    QPDFObjectHandle copied = copy(value, element, depth + 1);
    if (!copied.isNull()) out.replaceKey(key, copied);
  }
  return out;
}

QPDFObjectHandle PdfCopier::copy_array(QPDFObjectHandle source, PdfType element, unsigned depth) {
  if (!source.isArray()) return QPDFObjectHandle::newNull();
  QPDFObjectHandle out = QPDFObjectHandle::newArray();
  for (QPDFObjectHandle item : source.aitems()) {
    if (element == PdfType::kAnnotation) {
      QPDFObjectHandle subtype = item.isDictionary() ? item.getKey("/Subtype") : QPDFObjectHandle::newNull();
      const std::string name = subtype.isName() ? bare(subtype.getName()) : std::string();
      if (!is_pdf_annotation(name)) {
        job_.note(name == "FileAttachment" ? Note::kEmbedded : name == "Popup" ? Note::kOther : Note::kActive);
        continue;
      }
    }
    QPDFObjectHandle copied = copy(item, element, depth + 1);
    if (!copied.isNull()) out.appendItem(copied);
  }
  return out;
}

QPDFObjectHandle PdfCopier::copy_pairs(QPDFObjectHandle source, PdfType element, unsigned depth) {
  if (!source.isArray()) return QPDFObjectHandle::newNull();
  QPDFObjectHandle out = QPDFObjectHandle::newArray();
  const int size = source.getArrayNItems();
  for (int i = 0; i + 1 < size; i += 2) {
    QPDFObjectHandle value = copy(source.getArrayItem(i + 1), element, depth + 1);
    if (value.isNull()) continue;
    out.appendItem(copy_scalar(source.getArrayItem(i)));
    out.appendItem(value);
  }
  return out;
}

QPDFObjectHandle PdfCopier::copy(QPDFObjectHandle source, PdfType type, unsigned depth) {
  job_.charge_object();
  if (depth > kMaxDepth) throw Refused{Status::kTooLarge, Note::kObjects};
  const PdfTypeInfo info = pdf_type_info(type);
  switch (info.shape) {
    case PdfShape::kScalar: return copy_scalar(source);
    case PdfShape::kScalars: return copy_scalars(source, depth);
    case PdfShape::kDestination: return copy_destination(source, depth);
    case PdfShape::kDestinationOr:
      if (!source.isDictionary()) return copy_destination(source, depth);
      break;
    case PdfShape::kAction: return copy_action(source, depth);
    case PdfShape::kTuple: return copy_color_space(source, depth);
    case PdfShape::kMap: return copy_map(source, info.element, depth);
    case PdfShape::kArray: return copy_array(source, info.element, depth);
    case PdfShape::kPairs: return copy_pairs(source, info.element, depth);
    case PdfShape::kOneOrArray:
      return source.isArray() ? copy_array(source, info.element, depth) : copy(source, info.element, depth + 1);
    case PdfShape::kScalarOr:
      return source.isDictionary() || source.isStream() ? copy(source, info.element, depth + 1) : copy_scalar(source);
    case PdfShape::kScalarsOr:
      return source.isStream() ? copy(source, info.element, depth + 1) : copy_scalars(source, depth);
    case PdfShape::kStreamOrMap:
      return source.isStream() ? copy(source, info.element, depth + 1) : copy_map(source, info.element, depth);
    case PdfShape::kDict:
      if (!source.isDictionary()) return QPDFObjectHandle::newNull();
      break;
    case PdfShape::kStream:
      if (!source.isStream()) return QPDFObjectHandle::newNull();
      break;
    case PdfShape::kDictOrStream:
      if (!source.isDictionary() && !source.isStream()) return QPDFObjectHandle::newNull();
      break;
  }
  return refer(source, type, depth);
}

QPDFObjectHandle PdfCopier::refer(QPDFObjectHandle source, PdfType type, unsigned depth) {
  if (!source.isIndirect()) {
    Pending now{source, QPDFObjectHandle::newDictionary(), type};
    fill(now, depth);
    return now.target;
  }
  // A page is a page and nothing else.
  if (pages_.count(source.getObjGen()) != 0) return QPDFObjectHandle::newNull();
  const auto key = std::make_pair(source.getObjGen(), type);
  if (const auto found = copied_.find(key); found != copied_.end()) return found->second;
  QPDFObjectHandle target =
      source.isStream() ? to_.newStream() : to_.makeIndirectObject(QPDFObjectHandle::newDictionary());
  copied_.emplace(key, target);
  pending_.push_back({source, target, type});
  return target;
}

void PdfCopier::fill(const Pending& pending, unsigned depth) {
  QPDFObjectHandle source = pending.source;
  QPDFObjectHandle target = pending.target;
  if (!source.isStream()) {
    fill_keys(source, target, pending.type, depth);
    return;
  }
  fill_keys(source.getDict(), target.getDict(), pending.type, depth);
  fill_stream(source, target, pending.type);
}

void PdfCopier::fill_keys(QPDFObjectHandle source, QPDFObjectHandle target, PdfType type, unsigned depth) {
  static const std::set<std::string> kCoding = {"/Length", "/Filter", "/DecodeParms", "/DL"};
  for (const auto& [key, value] : source.ditems()) {
    if (is_in(kCoding, key) || (type == PdfType::kPage && key == "/Parent")) continue;
    if (type == PdfType::kCatalog && key == "/Pages") continue;  // written anew
    if (type == PdfType::kPage && key == "/Contents") continue;  // with the resources, below
    const std::optional<PdfType> held = pdf_key(type, bare(key));
    if (!held) {
      note_dropped(key);
      continue;
    }
    QPDFObjectHandle copied = copy(value, *held, depth + 1);
    if (!copied.isNull()) target.replaceKey(key, copied);
  }
}

void PdfCopier::fill_stream(QPDFObjectHandle source, QPDFObjectHandle target, PdfType type) {
  PdfStream stream = read_stream(from_, source, job_);
  QPDFObjectHandle subtype = source.getDict().getKey("/Subtype");
  const bool is_image = type == PdfType::kXObject && subtype.isName() && subtype.getName() == "/Image";
  if (!stream.filter.isNull() && !is_image) throw Refused{Status::kMalformed, Note::kCoding};
  if (is_image) {
    check_image(source.getDict(), job_);
  } else if (type == PdfType::kXObject || type == PdfType::kContent || type == PdfType::kPattern) {
    stream.data = rewrite_content(stream.data, fonts_of(source.getDict().getKey("/Resources")), job_);
  }
  target.replaceStreamData(stream.data, stream.filter, stream.parameters);
}

QPDFObjectHandle PdfCopier::copy_contents(QPDFObjectHandle source, QPDFObjectHandle resources) {
  std::string content;
  const auto add = [&](QPDFObjectHandle part) {
    if (!part.isStream()) return;
    PdfStream stream = read_stream(from_, part, job_);
    if (!stream.filter.isNull()) throw Refused{Status::kMalformed, Note::kCoding};
    content += stream.data;
    content += '\n';
  };
  if (source.isArray()) {
    for (QPDFObjectHandle part : source.aitems()) {
      job_.charge_object();
      add(part);
    }
  } else {
    add(source);
  }
  QPDFObjectHandle out = to_.newStream(rewrite_content(content, fonts_of(resources), job_));
  return out;
}

std::map<std::string, FontReading> PdfCopier::fonts_of(QPDFObjectHandle resources) {
  std::map<std::string, FontReading> fonts;
  if (!resources.isDictionary() || !resources.getKey("/Font").isDictionary()) return fonts;
  for (const auto& [name, font] : resources.getKey("/Font").ditems()) {
    QPDFObjectHandle handle = font;
    job_.charge_object();
    if (!handle.isDictionary()) continue;
    const QPDFObjGen id = handle.getObjGen();
    if (const auto found = readings_.find(id); handle.isIndirect() && found != readings_.end()) {
      fonts[bare(name)] = found->second;
      continue;
    }
    FontReading reading;
    QPDFObjectHandle subtype = handle.getKey("/Subtype");
    if (subtype.isName() && subtype.getName() == "/Type0") reading.code_bytes = 2;
    QPDFObjectHandle map = handle.getKey("/ToUnicode");
    if (map.isStream()) reading.characters = read_to_unicode(read_stream(from_, map, job_).data);
    if (handle.isIndirect()) readings_[id] = reading;
    fonts[bare(name)] = std::move(reading);
  }
  return fonts;
}

// Annotations that are no longer good for anything: links that lead nowhere.
void PdfCopier::finish_annotations(QPDFObjectHandle page) {
  QPDFObjectHandle annotations = page.getKey("/Annots");
  if (!annotations.isArray()) return;
  QPDFObjectHandle kept = QPDFObjectHandle::newArray();
  for (QPDFObjectHandle annotation : annotations.aitems()) {
    const bool is_link = annotation.getKey("/Subtype").getName() == "/Link";
    if (!is_link) annotation.removeKey("/A");
    if (is_link && !annotation.hasKey("/A") && !annotation.hasKey("/Dest")) continue;
    kept.appendItem(annotation);
  }
  if (kept.getArrayNItems() == 0) {
    page.removeKey("/Annots");
  } else {
    page.replaceKey("/Annots", kept);
  }
}

void PdfCopier::work_off() {
  while (!pending_.empty()) {
    const Pending next = pending_.front();
    pending_.pop_front();
    fill(next, 0);
  }
}

void PdfCopier::copy_document(const std::vector<QPDFObjectHandle>& pages) {
  if (pages.size() > job_.limits().max_pages) throw Refused{Status::kTooLarge, Note::kPages};
  for (QPDFObjectHandle page : pages) {
    QPDFObjectHandle target = to_.makeIndirectObject(QPDFObjectHandle::newDictionary());
    if (!pages_.emplace(page.getObjGen(), target).second) throw Refused{Status::kMalformed, Note::kPages};
  }
  std::vector<QPDFObjectHandle> targets;
  for (QPDFObjectHandle page : pages) {
    QPDFObjectHandle target = pages_.at(page.getObjGen());
    fill_keys(page, target, PdfType::kPage, 0);
    target.replaceKey("/Type", QPDFObjectHandle::newName("/Page"));
    check_page_size(target.getKey("/MediaBox"), kMaxPageSide);
    if (page.hasKey("/Contents")) {
      target.replaceKey("/Contents", copy_contents(page.getKey("/Contents"), page.getKey("/Resources")));
    }
    work_off();
    targets.push_back(target);
  }
  fill_keys(from_.getRoot(), to_.getRoot(), PdfType::kCatalog, 0);
  work_off();
  for (QPDFObjectHandle& target : targets) {
    finish_annotations(target);
    to_.addPage(target, false);
  }
}

}  // namespace sluice::isolate
