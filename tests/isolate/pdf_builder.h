#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::isolate::testing {

/// A small PDF: one page that shows a text, with additions at every place where something may hide.
struct PdfBuilder {
  std::string catalog;    ///< more entries of the catalog
  std::string page;       ///< more entries of the page
  std::string resources;  ///< more entries of its resources
  std::string content = "BT /F 12 Tf 20 50 Td (visible text) Tj ET";
  std::vector<std::string> objects;  ///< further objects, numbered from 6 on
  std::string trailer;               ///< more entries of the trailer
  std::string before;                ///< bytes before the header
  std::string after;                 ///< bytes after the end

  static std::string stream(std::string_view data, std::string_view entries = {}) {
    return "<< " + std::string(entries) + " /Length " + std::to_string(data.size()) + " >>\nstream\n" +
           std::string(data) + "\nendstream";
  }

  [[nodiscard]] std::string build() const {
    std::vector<std::string> all = {
        "<< /Type /Catalog /Pages 2 0 R " + catalog + " >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> " +
            resources + " >> " + page + " >>",
        stream(content),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    };
    all.insert(all.end(), objects.begin(), objects.end());
    std::string out = "%PDF-1.5\n";
    std::vector<std::size_t> offsets;
    for (std::size_t i = 0; i < all.size(); ++i) {
      offsets.push_back(out.size());
      out += std::to_string(i + 1) + " 0 obj\n" + all[i] + "\nendobj\n";
    }
    const std::size_t table = out.size();
    out += "xref\n0 " + std::to_string(all.size() + 1) + "\n0000000000 65535 f \n";
    for (const std::size_t offset : offsets) {
      char line[32];
      std::snprintf(line, sizeof line, "%010zu 00000 n \n", offset);
      out += line;
    }
    out += "trailer\n<< /Size " + std::to_string(all.size() + 1) + " /Root 1 0 R " + trailer + " >>\nstartxref\n" +
           std::to_string(table) + "\n%%EOF\n";
    return before + out + after;
  }

  /// The document with an incremental update that replaces an object.
  [[nodiscard]] std::string updated(unsigned number, const std::string& object) const {
    std::string out = build();
    const std::size_t previous = out.rfind("xref\n0 ");
    const std::size_t offset = out.size();
    out += std::to_string(number) + " 0 obj\n" + object + "\nendobj\n";
    const std::size_t table = out.size();
    char line[32];
    std::snprintf(line, sizeof line, "%010zu 00000 n \n", offset);
    return out + "xref\n" + std::to_string(number) + " 1\n" + line + "trailer\n<< /Size " +
           std::to_string(objects.size() + 6) + " /Root 1 0 R /Prev " + std::to_string(previous) + " >>\nstartxref\n" +
           std::to_string(table) + "\n%%EOF\n";
  }
};

}  // namespace sluice::isolate::testing
