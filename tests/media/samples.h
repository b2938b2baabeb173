#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "media/types.h"

namespace sluice::media::testing {

/// A string literal with its NUL bytes.
template <std::size_t N>
std::string lit(const char (&text)[N]) {
  return std::string(text, N - 1);
}

inline std::string le(std::uint64_t value, unsigned width) {
  std::string out;
  for (unsigned i = 0; i < width; ++i) out += static_cast<char>((value >> (8 * i)) & 0xFFU);
  return out;
}

inline std::string be(std::uint64_t value, unsigned width) {
  std::string out = le(value, width);
  return std::string(out.rbegin(), out.rend());
}

/// A zip archive with stored entries. Sizes and offsets are right, checksums are 0: nothing here inflates it.
inline std::string zip_of(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string out;
  std::string directory;
  for (const auto& [name, data] : entries) {
    const std::string common =
        le(0, 4) + le(0, 4) + le(data.size(), 4) + le(data.size(), 4) + le(name.size(), 2) + le(0, 2);
    directory += lit("PK\x01\x02") + le(20, 2) + le(20, 2) + le(0, 4) + common + le(0, 2) + le(0, 2) + le(0, 2) +
                 le(0, 4) + le(out.size(), 4) + name;
    out += lit("PK\x03\x04") + le(20, 2) + le(0, 4) + common + name + data;
  }
  const std::size_t offset = out.size();
  return out + directory + lit("PK\x05\x06") + le(0, 4) + le(entries.size(), 2) + le(entries.size(), 2) +
         le(directory.size(), 4) + le(offset, 4) + le(0, 2);
}

/// A tar archive of one empty file.
inline std::string tar_of(const std::string& name) {
  std::string header(512, '\0');
  header.replace(0, name.size(), name);
  header.replace(100, 8, lit("0000644\0"));
  header.replace(124, 12, lit("00000000000\0"));
  header.replace(136, 12, lit("00000000000\0"));
  header.replace(148, 8, "        ");
  header[156] = '0';
  header.replace(257, 8,
                 lit("ustar\0"
                     "00"));
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  std::string octal;
  for (int shift = 15; shift >= 0; shift -= 3) octal += static_cast<char>('0' + ((sum >> shift) & 7U));
  header.replace(148, 8, octal + lit("\0 "));
  return header + std::string(1024, '\0');
}

inline std::string iso_media(const std::string& major, const std::string& compatible) {
  return be(16 + compatible.size(), 4) + "ftyp" + major + be(0, 4) + compatible + be(8, 4) + "mdat";
}

inline std::string riff(const std::string& form, const std::string& body) {
  return "RIFF" + le(4 + body.size(), 4) + form + body;
}

struct Sample {
  std::string name;
  MediaType type;
  std::string bytes;
};

/// One small file of every kind that is told by its bytes.
inline std::vector<Sample> samples() {
  using enum MediaType;
  const std::string kZeros(64, '\0');
  std::string pe = "MZ" + std::string(58, '\0') + le(64, 4) + lit("PE\0\0") + kZeros;
  std::string dos = "MZ" + le(80, 2) + le(2, 2) + le(0, 2) + le(4, 2) + std::string(100, '\0');
  std::string iso(0x8001, '\0');
  iso += "CD001" + kZeros;
  const std::string mp3_frame = lit("\xFF\xFB\x90\x00") + std::string(413, '\0');  // 128 kbit/s, 44.1 kHz: 417 bytes
  const std::string docx_types = "[Content_Types].xml";
  return {
      {"png", kPng, lit("\x89PNG\r\n\x1a\n\0\0\0\rIHDR") + kZeros},
      {"jpeg", kJpeg, lit("\xFF\xD8\xFF\xE0\0\x10JFIF\0")},
      {"gif 87", kGif, "GIF87a" + kZeros},
      {"gif 89", kGif, "GIF89a" + kZeros},
      {"webp", kWebp, riff("WEBP", "VP8 " + le(0, 4))},
      {"bmp", kBmp, "BM" + le(58, 4) + le(0, 4) + le(54, 4) + le(40, 4) + kZeros},
      {"tiff little", kTiff, lit("II*\0\x08\0\0\0")},
      {"tiff big", kTiff, lit("MM\0*\0\0\0\x08")},
      {"ico", kIco, lit("\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0") + le(40, 4) + le(22, 4) + kZeros},
      {"avif", kAvif, iso_media("avif", "mif1miaf")},
      {"avif by compatible brand", kAvif, iso_media("mif1", "avifmiaf")},
      {"heic", kHeic, iso_media("heic", "mif1")},
      {"heif", kHeic, iso_media("mif1", "heix")},
      {"mp4", kMp4, iso_media("isom", "mp42avc1")},
      {"jxl codestream", kJxl, lit("\xFF\x0A\xFA\x7F\x01\x90")},
      {"jxl container", kJxl, lit("\0\0\0\x0CJXL \r\n\x87\n") + kZeros},
      {"jp2", kJp2, lit("\0\0\0\x0CjP  \r\n\x87\n") + kZeros},
      {"psd", kPsd, lit("8BPS\0\x01") + kZeros},
      {"ppm", kPnm, "P6\n2 2\n255\n" + std::string(12, '\x01')},
      {"pgm text", kPnm, "P2\n1 1\n9\n3\n"},
      {"mp3 tag", kMp3, lit("ID3\x03\0\0\0\0\0\x0A") + kZeros},
      {"mp3 frames", kMp3, mp3_frame + mp3_frame},
      {"ogg", kOgg, lit("OggS\0\x02") + kZeros},
      {"flac", kFlac, lit("fLaC\0\0\0\x22") + kZeros},
      {"wav", kWav, riff("WAVE", "fmt " + le(16, 4) + std::string(16, '\0'))},
      {"avi", kAvi, riff("AVI ", "LIST" + le(0, 4))},
      {"matroska", kMatroska, lit("\x1A\x45\xDF\xA3\x9F\x42\x86\x81")},
      {"midi", kMidi, lit("MThd\0\0\0\x06\0\0\0\x01\0\x60")},
      {"aiff", kAiff, "FORM" + be(4, 4) + "AIFFCOMM" + kZeros},
      {"woff", kWoff, lit("wOFF\0\x01\0\0") + kZeros},
      {"woff2", kWoff2, lit("wOF2\0\x01\0\0") + kZeros},
      {"ttf", kTtf, lit("\0\x01\0\0\0\x0A\0\x80\0\x03\0\x20OS/2") + kZeros},
      {"otf", kOtf, lit("OTTO\0\x0B\0\x80") + kZeros},
      {"pdf", kPdf, "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n"},
      {"pdf after junk", kPdf, lit("\0\0\0\0%PDF-1.4\n%%EOF")},
      {"pdf after text", kPdf, "# hello\n%PDF-1.4\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n"},
      {"postscript", kPostscript, "%!PS-Adobe-3.0\n"},
      {"rtf", kRtf, "{\\rtf1 hello}"},
      {"ole", kOle, lit("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") + kZeros},
      {"zip", kZip, zip_of({{"a.txt", "hello"}})},
      {"empty zip", kZip, zip_of({})},
      {"docx", kDocx, zip_of({{docx_types, "<Types/>"}, {"word/document.xml", "<w/>"}})},
      {"xlsx", kXlsx, zip_of({{docx_types, "<Types/>"}, {"xl/workbook.xml", "<w/>"}})},
      {"pptx", kPptx, zip_of({{docx_types, "<Types/>"}, {"ppt/presentation.xml", "<p/>"}})},
      {"docm", kMacroOffice, zip_of({{docx_types, "x"}, {"word/document.xml", "x"}, {"word/vbaProject.bin", "x"}})},
      {"xlsm with old macros", kMacroOffice, zip_of({{docx_types, "x"}, {"xl/macrosheets/sheet1.xml", "x"}})},
      {"odt", kOdf, zip_of({{"mimetype", "application/vnd.oasis.opendocument.text"}, {"content.xml", "x"}})},
      {"epub", kEpub, zip_of({{"mimetype", "application/epub+zip"}, {"META-INF/container.xml", "x"}})},
      {"jar", kJar, zip_of({{"META-INF/MANIFEST.MF", "x"}, {"A.class", "x"}})},
      {"apk", kApk, zip_of({{"AndroidManifest.xml", "x"}, {"classes.dex", "x"}})},
      {"npz", kNpz, zip_of({{"a.npy", "x"}, {"b.npy", "x"}})},
      {"torch", kTorch, zip_of({{"model/data.pkl", "x"}, {"model/version", "3"}})},
      {"gzip", kGzip, lit("\x1F\x8B\x08\0\0\0\0\0\0\x03\x03\0\0\0\0\0\0\0\0\0")},
      {"zstd", kZstd, lit("\x28\xB5\x2F\xFD\x04\0\x01\0\0")},
      {"xz", kXz,
       lit("\xFD"
           "7zXZ\0\0\x04")},
      {"lzma", kXz, lit("\x5D\0\0\x80\0") + le(100, 8) + kZeros},
      {"bzip2", kBzip2, lit("BZh9\x31\x41\x59\x26\x53\x59") + kZeros},
      {"lz4", kLz4, lit("\x04\x22\x4D\x18\x64\x40\xA7")},
      {"compress", kCompress, lit("\x1F\x9D\x90\x01\x02")},
      {"7z", kSevenZip, lit("7z\xBC\xAF\x27\x1C\0\x04") + le(0, 4) + le(0, 8) + le(0, 8) + le(0, 4)},
      {"rar", kRar, lit("Rar!\x1A\x07\x01\0")},
      {"tar", kTar, tar_of("a.txt")},
      {"cpio newc", kCpio, "070701" + std::string(104, '0') + lit("a\0\0\0")},
      {"ar", kAr, lit("!<arch>\na.o/            0           0     0     644     4         `\n\0\0\0\0")},
      {"deb", kDeb, lit("!<arch>\ndebian-binary   0           0     0     100644  4         `\n2.0\n")},
      {"rpm", kRpm, lit("\xED\xAB\xEE\xDB\x03\0") + kZeros},
      {"cab", kCab, lit("MSCF\0\0\0\0") + kZeros},
      {"iso", kIso, iso},
      {"elf", kElf,
       lit("\x7F"
           "ELF\x02\x01\x01\0") +
           kZeros},
      {"pe", kPe, pe},
      {"dos", kPe, dos},
      {"mach-o", kMachO, lit("\xCF\xFA\xED\xFE\x07\0\0\x01") + kZeros},
      {"fat mach-o", kMachO, lit("\xCA\xFE\xBA\xBE\0\0\0\x02") + kZeros},
      {"class", kClass, lit("\xCA\xFE\xBA\xBE\0\0\0\x41\0\x1D") + kZeros},
      {"wasm", kWasm, lit("\0asm\x01\0\0\0")},
      {"dex", kDex, lit("dex\n035\0") + kZeros},
      {"pyc", kPyc, lit("\xA7\x0D\r\n\0\0\0\0") + le(0, 8) + lit("\xE3\0\0\0\0\0\0\0")},
      {"python 2 pyc", kPyc, lit("\x03\xF3\r\n\0\0\0\0c\0\0\0\0\0\0\0\0")},
      {"lua bytecode", kLuac, lit("\x1BLuaS\0\x19\x93")},
      {"llvm", kLlvm, lit("BC\xC0\xDE\x35\x14\0\0")},
      {"lnk", kLnk, lit("L\0\0\0\x01\x14\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46") + kZeros},
      {"chm", kChm, lit("ITSF\x03\0\0\0\x60\0\0\0")},
      {"swf", kSwf, lit("CWS\x0A\x10\0\0\0") + kZeros},
      {"npy", kNpy, lit("\x93NUMPY\x01\0v\0{'descr': '<f8'}")},
      {"hdf5", kHdf5, lit("\x89HDF\r\n\x1a\n") + kZeros},
      {"hdf5 after a user block", kHdf5, std::string(512, '\x01') + lit("\x89HDF\r\n\x1a\n") + kZeros},
      {"netcdf", kNetcdf, lit("CDF\x01\0\0\0\0")},
      {"parquet", kParquet, "PAR1" + std::string(16, '\0') + "PAR1"},
      {"arrow", kArrow, lit("ARROW1\0\0") + kZeros + "ARROW1"},
      {"feather 1", kArrow, "FEA1" + kZeros + "FEA1"},
      {"avro", kAvro,
       lit("Obj\x01\x04\x16"
           "avro.schema")},
      {"orc", kOrc, "ORC" + kZeros + lit("\x08\x03\x10\x02ORC\x06")},
      {"sqlite", kSqlite, lit("SQLite format 3\0\x10\0\x01\x01") + kZeros},
      {"safetensors", kSafetensors, le(2, 8) + "{}"},
      {"gguf", kGguf, "GGUF" + le(3, 4) + kZeros},
      {"matlab", kMatlab, "MATLAB 5.0 MAT-file, Platform: GLNXA64" + std::string(90, ' ') + kZeros},
      {"terminfo", kTerminfo, lit("\x1A\x01\x1C\0\x10\0\x0F\0") + kZeros},
      {"gettext", kMo, lit("\xDE\x12\x04\x95\0\0\0\0") + kZeros},
      {"pickle 4", kPickle,
       lit("\x80\x04\x95\x05\0\0\0\0\0\0\0\x8C\x01"
           "a\x94.")},
      {"pickle 2", kPickle, lit("\x80\x02}q\0.")},
      {"pickle 2, a string first", kPickle, lit("\x80\x02S'os'\nq\0.")},
      {"pickle that says protocol 0", kPickle, lit("\x80\0cos\nsystem\n(S'id'\ntR.")},
      {"pickle that says its protocol twice", kPickle, lit("\x80\x04\x80\x04N.")},
      {"pickle 0 global and a newline", kPickle, "cos\nsystem\n(S'true'\ntR.\n"},
      {"pickle 0 global", kPickle, "cos\nsystem\n(S'true'\ntR."},
      {"pickle 0 mark first", kPickle, "(cos\nsystem\nS'true'\no."},
      {"pickle 0 list", kPickle, "(lp0\nI1\na."},
      // Text.
      {"plain", kText, "Hello, world.\nSecond line here\n"},
      {"html doctype", kHtml, "<!DOCTYPE html><html><body>x</body></html>"},
      {"html upper case", kHtml, "\n  <ScRiPt>alert(1)</ScRiPt>"},
      {"html after a comment", kHtml, "<!-- x --><table><tr><td>1</td></tr></table>"},
      {"html after a mark", kHtml, "\xEF\xBB\xBF<div>x</div>"},
      {"html in UTF-16", kHtml, lit("\xFF\xFE<\0p\0>\0x\0<\0/\0p\0>\0")},
      {"xhtml", kHtml, "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"></html>"},
      {"svg", kSvg, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"},
      {"svg with prolog", kSvg, "<?xml version='1.0'?>\n<!-- made -->\n<!DOCTYPE svg PUBLIC 'a' 'b'>\n<svg></svg>"},
      {"svg with prefix", kSvg, "<s:svg xmlns:s=\"http://www.w3.org/2000/svg\"/>"},
      {"svg after a subset", kSvg, "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]><svg/>"},
      {"xml", kXml, "<?xml version=\"1.0\"?>\n<report><a/></report>"},
      {"xml without prolog", kXml, "<report><a>1</a></report>"},
      {"php", kPhp, "<?php echo 1;"},
      {"json object", kJson, "{\"a\": [1, 2.5e3, true, null, \"x\\n\"]}\n"},
      {"json array", kJson, "[1, 2]"},
      {"json with NaN", kJson, "{\"a\": NaN}"},
      {"notebook", kNotebook, "{\"cells\": [], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}"},
      {"ndjson", kNdjson, "{\"a\": 1}\n{\"a\": 2}\n"},
      {"csv", kCsv, "name,age,city\nada,36,london\n"},
      {"csv with quotes", kCsv, "a,b,c\n\"x,\ny\",2,3\n"},
      {"csv semicolon", kCsv, "a;b;c\n1;2;3\n"},
      {"tsv", kTsv, "a\tb\tc\n1\t2\t3\n"},
      {"shell", kShell, "#!/bin/sh\nexit 0\n"},
      {"python by env", kPython, "#!/usr/bin/env -S python3 -u\nprint(1)\n"},
      {"node", kJavascript, "#!/usr/bin/env node\n"},
      {"other interpreter", kScript, "#!/usr/bin/awk -f\n"},
      {"pem", kPem,
       "-----BEGIN "
       "CERTIFICATE-----\nAAAA\n"},
      {"diff", kDiff, "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"},
      {"icalendar", kCalendar, "BEGIN:VCALENDAR\nVERSION:2.0\n"},
      {"webvtt", kSubtitles, "WEBVTT\n\n00:00 --> 00:01\nhi\n"},
      {"utf-16 text", kText, lit("\xFF\xFEh\0i\0")},
      {"utf-32 text", kText, lit("\xFF\xFE\0\0h\0\0\0i\0\0\0")},
      {"latin-1 text", kText, "caf\xE9 au lait, s'il vous pla\xEEt"},
      {"terminal output", kText, "\x1b[31mred\x1b[0m \x07\n"},
      {"one NUL in text", kText, std::string("this is a line of output") + '\0' + "and the rest of it"},
      {"empty", kEmpty, ""},
      {"unknown binary", kUnknown, lit("\x01\x02\x03\x04\0\0\0\xF0\x9F\x01\x01\0")},
  };
}

}  // namespace sluice::media::testing
