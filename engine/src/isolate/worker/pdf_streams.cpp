#include "isolate/worker/pdf_streams.h"

// This must come first of qpdf.
#include "isolate/worker/qpdf_types.h"

#include <cmath>
#include <memory>
#include <qpdf/Buffer.hh>
#include <qpdf/Pipeline.hh>
#include <set>
#include <stdexcept>
#include <vector>

#include "isolate/worker/jpeg_segments.h"

namespace sluice::isolate {

namespace {

// Collects up to a number of bytes; past it the decoder is stopped by an exception.
class Collector final : public Pipeline {
 public:
  Collector(std::string& out, std::uint64_t max_bytes) : Pipeline("collector", nullptr), out_(out), max_(max_bytes) {}
  void write(unsigned char const* data, std::size_t length) override {
    if (length > max_ - out_.size()) {
      is_full_ = true;
      throw std::runtime_error("too much");
    }
    out_.append(reinterpret_cast<const char*>(data), length);
  }
  void finish() override {}
  [[nodiscard]] bool is_full() const { return is_full_; }

 private:
  std::string& out_;
  std::uint64_t max_;
  bool is_full_ = false;
};

std::string decode(QPDFObjectHandle stream, PdfJob& job) {
  std::string out;
  Collector collector(out, job.decoded_left());
  bool is_filtered = false;
  bool is_good = false;
  try {
    is_good = stream.pipeStreamData(&collector, &is_filtered, 0, qpdf_dl_specialized, true, false);
  } catch (const std::exception&) {
    if (!collector.is_full()) throw;
  }
  if (collector.is_full()) throw Refused{Status::kTooLarge, Note::kStreams};
  if (!is_good) throw Refused{Status::kMalformed, Note::kStreams};
  QPDFObjectHandle filter = stream.getDict().getKey("/Filter");
  const bool has_filter = !filter.isNull() && !(filter.isArray() && filter.getArrayNItems() == 0);
  if (!is_filtered && has_filter) {
    throw Refused{Status::kUnsupported, Note::kCoding};
  }
  job.charge_decoded(out.size());
  return out;
}

QPDFObjectHandle plain_parameters(QPDFObjectHandle source, const std::set<std::string>& keys) {
  QPDFObjectHandle out = QPDFObjectHandle::newDictionary();
  if (!source.isDictionary()) return QPDFObjectHandle::newNull();
  for (const auto& [key, value] : source.ditems()) {
    QPDFObjectHandle item = value;
    if (keys.count(key) == 0) continue;
    if (item.isInteger()) out.replaceKey(key, QPDFObjectHandle::newInteger(item.getIntValue()));
    if (item.isBool()) out.replaceKey(key, QPDFObjectHandle::newBool(item.getBoolValue()));
  }
  return out.getKeys().empty() ? QPDFObjectHandle::newNull() : out;
}

}  // namespace

PdfStream read_stream(QPDF& document, QPDFObjectHandle stream, PdfJob& job) {
  static const std::set<std::string> kFaxKeys = {
      "/K",         "/Columns",          "/Rows",       "/BlackIs1",
      "/EndOfLine", "/EncodedByteAlign", "/EndOfBlock", "/DamagedRowsBeforeError"};
  QPDFObjectHandle dictionary = stream.getDict();
  // Data that lies in another file.
  if (dictionary.hasKey("/F")) throw Refused{Status::kUnsupported, Note::kCoding};
  QPDFObjectHandle filter = dictionary.getKey("/Filter");
  QPDFObjectHandle parameters = dictionary.getKey("/DecodeParms");
  std::vector<QPDFObjectHandle> filters;
  if (filter.isName()) filters.push_back(filter);
  if (filter.isArray()) filters = filter.getArrayAsVector();
  std::string last;
  for (QPDFObjectHandle& item : filters) {
    if (!item.isName()) throw Refused{Status::kMalformed, Note::kCoding};
    last = item.getName();
    if (last == "/JBIG2Decode" || last == "/JPXDecode" || last == "/Crypt") {
      throw Refused{Status::kUnsupported, Note::kCoding};
    }
  }
  const bool is_jpeg = last == "/DCTDecode" || last == "/DCT";
  const bool is_fax = last == "/CCITTFaxDecode" || last == "/CCF";
  PdfStream out;
  if (!is_jpeg && !is_fax) {
    out.data = decode(stream, job);
    return out;
  }
  // The codings around it are undone through a stream that has only them.
  QPDFObjectHandle outer_filters = QPDFObjectHandle::newArray();
  QPDFObjectHandle outer_parameters = QPDFObjectHandle::newArray();
  const auto parameters_of = [&](std::size_t i) {
    return parameters.isArray() ? parameters.getArrayItem(static_cast<int>(i))
           : i == 0             ? parameters
                                : QPDFObjectHandle::newNull();
  };
  for (std::size_t i = 0; i + 1 < filters.size(); ++i) {
    outer_filters.appendItem(filters[i]);
    outer_parameters.appendItem(parameters_of(i));
  }
  const std::shared_ptr<Buffer> raw = stream.getRawStreamData();
  QPDFObjectHandle outer = document.newStream();
  outer.replaceStreamData(raw, outer_filters, outer_parameters);
  out.data = decode(outer, job);
  QPDFObjectHandle own = parameters_of(filters.size() - 1);
  if (is_fax) {
    out.filter = QPDFObjectHandle::newName("/CCITTFaxDecode");
    out.parameters = plain_parameters(own, kFaxKeys);
    return out;
  }
  const std::optional<Bytes> jpeg = bare_jpeg(as_bytes(out.data));
  if (!jpeg) throw Refused{Status::kMalformed, Note::kCoding};
  out.data = to_string(*jpeg);
  out.filter = QPDFObjectHandle::newName("/DCTDecode");
  out.parameters = plain_parameters(own, {"/ColorTransform"});
  return out;
}

void check_image(QPDFObjectHandle dictionary, PdfJob& job) {
  QPDFObjectHandle width = dictionary.getKey("/Width");
  QPDFObjectHandle height = dictionary.getKey("/Height");
  if (!width.isInteger() || !height.isInteger() || width.getIntValue() < 1 || height.getIntValue() < 1) {
    throw Refused{Status::kMalformed, Note::kPixels};
  }
  const auto w = static_cast<std::uint64_t>(width.getIntValue());
  const auto h = static_cast<std::uint64_t>(height.getIntValue());
  if (w > job.limits().max_pixels || h > job.limits().max_pixels / w) throw Refused{Status::kTooLarge, Note::kPixels};
}

void check_page_size(QPDFObjectHandle box, int max_side) {
  if (!box.isArray() || box.getArrayNItems() != 4) throw Refused{Status::kMalformed, Note::kPages};
  double sides[4] = {};
  for (int i = 0; i < 4; ++i) {
    if (!box.getArrayItem(i).isNumber()) throw Refused{Status::kMalformed, Note::kPages};
    sides[i] = box.getArrayItem(i).getNumericValue();
  }
  const double width = std::abs(sides[2] - sides[0]);
  const double height = std::abs(sides[3] - sides[1]);
  if (!(width <= max_side && height <= max_side)) throw Refused{Status::kTooLarge, Note::kPages};
}

}  // namespace sluice::isolate
