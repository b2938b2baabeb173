#include "media/signatures.h"

#include <algorithm>
#include <iterator>

#include "core/checked.h"
#include "media/bytes_at.h"

namespace sluice::media {

namespace {

// Magic bytes at a fixed offset that need no more looking.
struct Magic {
  std::uint16_t offset;
  std::string_view bytes;
  MediaType type;
  std::string_view evidence;
};

template <std::size_t N>
constexpr std::string_view lit(const char (&text)[N]) {
  return {text, N - 1};
}

constexpr Magic kMagics[] = {
    {0, lit("\x89PNG\r\n\x1a\n"), MediaType::kPng, "PNG signature"},
    {0, lit("\xFF\xD8\xFF"), MediaType::kJpeg, "JPEG start of image"},
    {0, lit("GIF87a"), MediaType::kGif, "GIF87a"},
    {0, lit("GIF89a"), MediaType::kGif, "GIF89a"},
    {0, lit("II*\0"), MediaType::kTiff, "TIFF little-endian header"},
    {0, lit("MM\0*"), MediaType::kTiff, "TIFF big-endian header"},
    {0, lit("II+\0"), MediaType::kTiff, "BigTIFF little-endian header"},
    {0, lit("MM\0+"), MediaType::kTiff, "BigTIFF big-endian header"},
    {0, lit("8BPS\0"), MediaType::kPsd, "Photoshop header"},
    {0, lit("\xFF\x0A"), MediaType::kJxl, "JPEG XL codestream"},
    {0, lit("\0\0\0\x0CJXL \r\n\x87\n"), MediaType::kJxl, "JPEG XL container"},
    {0, lit("\0\0\0\x0CjP  \r\n\x87\n"), MediaType::kJp2, "JPEG 2000 container"},
    {0, lit("\xFF\x4F\xFF\x51"), MediaType::kJp2, "JPEG 2000 codestream"},
    {0, lit("%PDF-"), MediaType::kPdf, "PDF header"},
    {0, lit("%!PS"), MediaType::kPostscript, "PostScript header"},
    {0, lit("\xC5\xD0\xD3\xC6"), MediaType::kPostscript, "DOS EPS header"},
    {0, lit("{\\rtf"), MediaType::kRtf, "RTF header"},
    {0, lit("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), MediaType::kOle, "OLE2 compound file"},
    {0, lit("\x1F\x8B\x08"), MediaType::kGzip, "gzip header"},
    {0, lit("\x28\xB5\x2F\xFD"), MediaType::kZstd, "zstd frame"},
    {0,
     lit("\xFD"
         "7zXZ\0"),
     MediaType::kXz, "xz stream header"},
    {0, lit("\x04\x22\x4D\x18"), MediaType::kLz4, "lz4 frame"},
    {0, lit("\x1F\x9D"), MediaType::kCompress, "compress header"},
    {0, lit("7z\xBC\xAF\x27\x1C"), MediaType::kSevenZip, "7z signature"},
    {0, lit("Rar!\x1A\x07"), MediaType::kRar, "RAR signature"},
    {0, lit("070701"), MediaType::kCpio, "cpio newc header"},
    {0, lit("070702"), MediaType::kCpio, "cpio crc header"},
    {0, lit("070707"), MediaType::kCpio, "cpio odc header"},
    {0, lit("\xC7\x71"), MediaType::kCpio, "cpio binary header"},
    {0, lit("!<arch>\ndebian-binary"), MediaType::kDeb, "ar archive with debian-binary"},
    {0, lit("!<arch>\n"), MediaType::kAr, "ar archive"},
    {0, lit("!<thin>\n"), MediaType::kAr, "thin ar archive"},
    {0, lit("\xED\xAB\xEE\xDB"), MediaType::kRpm, "RPM lead"},
    {0, lit("MSCF\0\0\0\0"), MediaType::kCab, "cabinet header"},
    {0,
     lit("\x7F"
         "ELF"),
     MediaType::kElf, "ELF header"},
    {0, lit("\xFE\xED\xFA\xCE"), MediaType::kMachO, "Mach-O header"},
    {0, lit("\xFE\xED\xFA\xCF"), MediaType::kMachO, "Mach-O 64-bit header"},
    {0, lit("\xCE\xFA\xED\xFE"), MediaType::kMachO, "Mach-O little-endian header"},
    {0, lit("\xCF\xFA\xED\xFE"), MediaType::kMachO, "Mach-O 64-bit little-endian header"},
    {0, lit("\0asm"), MediaType::kWasm, "WebAssembly module"},
    {0, lit("dex\n"), MediaType::kDex, "Dalvik executable"},
    {0, lit("\x1BLua"), MediaType::kLuac, "Lua bytecode"},
    {0, lit("BC\xC0\xDE"), MediaType::kLlvm, "LLVM bitcode"},
    {0, lit("L\0\0\0\x01\x14\x02\0\0\0\0\0\xC0\0\0\0\0\0\0\x46"), MediaType::kLnk, "shell link header"},
    {0, lit("ITSF\x03\0\0\0"), MediaType::kChm, "compiled HTML help"},
    {0, lit("FWS"), MediaType::kSwf, "Flash header"},
    {0, lit("CWS"), MediaType::kSwf, "Flash header"},
    {0, lit("ZWS"), MediaType::kSwf, "Flash header"},
    {0, lit("\x93NUMPY"), MediaType::kNpy, "npy header"},
    {0, lit("ARROW1\0\0"), MediaType::kArrow, "Arrow file header"},
    {0, lit("FEA1"), MediaType::kArrow, "Feather version 1"},
    {0, lit("Obj\x01"), MediaType::kAvro, "Avro container"},
    {0, lit("SQLite format 3\0"), MediaType::kSqlite, "SQLite header"},
    {0, lit("GGUF"), MediaType::kGguf, "GGUF header"},
    {0, lit("MATLAB 5.0 MAT-file"), MediaType::kMatlab, "MAT-file header"},
    {0, lit("\x1A\x01"), MediaType::kTerminfo, "terminfo entry"},
    {0, lit("\x1E\x02"), MediaType::kTerminfo, "terminfo entry, wide numbers"},
    {0, lit("\xDE\x12\x04\x95"), MediaType::kMo, "gettext catalog"},
    {0, lit("\x95\x04\x12\xDE"), MediaType::kMo, "gettext catalog, big-endian"},
    {0, lit("ID3"), MediaType::kMp3, "ID3 tag"},
    {0, lit("OggS\0"), MediaType::kOgg, "Ogg page"},
    {0, lit("fLaC"), MediaType::kFlac, "FLAC marker"},
    {0, lit("\x1A\x45\xDF\xA3"), MediaType::kMatroska, "EBML header"},
    {0, lit("MThd\0\0\0\x06"), MediaType::kMidi, "MIDI header"},
    {0, lit("wOFF"), MediaType::kWoff, "WOFF header"},
    {0, lit("wOF2"), MediaType::kWoff2, "WOFF2 header"},
    {0, lit("OTTO\0"), MediaType::kOtf, "OpenType header"},
    {0, lit("ttcf\0"), MediaType::kTtf, "TrueType collection"},
    {0, lit("true\0"), MediaType::kTtf, "TrueType header"},
    {0, lit("CDF\x01"), MediaType::kNetcdf, "NetCDF classic header"},
    {0, lit("CDF\x02"), MediaType::kNetcdf, "NetCDF 64-bit header"},
    {0, lit("CDF\x05"), MediaType::kNetcdf, "NetCDF 64-bit data header"},
    {0, lit("\x89HDF\r\n\x1a\n"), MediaType::kHdf5, "HDF5 superblock"},
    {0x8001, lit("CD001"), MediaType::kIso, "ISO 9660 volume descriptor"},
};

using Probe = std::optional<Match>;

Probe probe_riff(ByteView b) noexcept {
  if (!has_at(b, 0, "RIFF")) return std::nullopt;
  if (has_at(b, 8, "WEBP")) return Match{MediaType::kWebp, "RIFF WEBP"};
  if (has_at(b, 8, "WAVE")) return Match{MediaType::kWav, "RIFF WAVE"};
  if (has_at(b, 8, "AVI ")) return Match{MediaType::kAvi, "RIFF AVI"};
  return std::nullopt;
}

Probe probe_iff(ByteView b) noexcept {
  if (has_at(b, 0, "FORM") && (has_at(b, 8, "AIFF") || has_at(b, 8, "AIFC"))) {
    return Match{MediaType::kAiff, "IFF AIFF"};
  }
  return std::nullopt;
}

// ISO base media: the brands, major and compatible, tell pictures from films.
Probe probe_iso_media(ByteView b) noexcept {
  if (!has_at(b, 4, "ftyp")) return std::nullopt;
  constexpr std::uint64_t kMajorAt = 8;
  constexpr std::uint64_t kMaxBrandBytes = 256;
  const std::uint64_t end = std::min<std::uint64_t>({be_at(b, 0, 4), b.size(), kMaxBrandBytes});
  bool is_heic = has_at(b, kMajorAt, "mif1") || has_at(b, kMajorAt, "msf1");
  for (std::uint64_t at = kMajorAt; at + 4 <= end; at += at == kMajorAt ? 8 : 4) {  // a version follows the major brand
    if (has_at(b, at, "avif") || has_at(b, at, "avis")) return Match{MediaType::kAvif, "ftyp brand avif"};
    for (const std::string_view brand : {"heic", "heix", "hevc", "hevx", "heim", "heis"}) {
      is_heic |= has_at(b, at, brand);
    }
  }
  if (is_heic) return Match{MediaType::kHeic, "ftyp brand of HEIF"};
  return Match{MediaType::kMp4, "ISO base media ftyp"};
}

Probe probe_bmp(ByteView b) noexcept {
  if (!has_at(b, 0, "BM")) return std::nullopt;
  const std::uint64_t header = le_at(b, 14, 4);
  const bool is_header = header == 12 || header == 16 || header == 40 || header == 52 || header == 56 || header == 64 ||
                         header == 108 || header == 124;
  if (is_header && le_at(b, 10, 4) >= 14 + header) return Match{MediaType::kBmp, "BMP header"};
  return std::nullopt;
}

Probe probe_ico(ByteView b) noexcept {
  const std::uint64_t kind = le_at(b, 2, 2);
  const std::uint64_t count = le_at(b, 4, 2);
  if (!has_at(b, 0, lit("\0\0")) || (kind != 1 && kind != 2) || count == 0 || count > 256) return std::nullopt;
  const std::uint64_t directory_end = 6 + 16 * count;
  if (!has_room(b, 0, directory_end) || u8_at(b, 9) != 0) return std::nullopt;
  const std::uint64_t image = le_at(b, 18, 4);
  if (image < directory_end || image >= b.size()) return std::nullopt;
  return Match{MediaType::kIco, "icon directory"};
}

Probe probe_pnm(ByteView b) noexcept {
  const std::uint8_t digit = u8_at(b, 1);
  if (u8_at(b, 0) != 'P' || digit < '1' || digit > '7') return std::nullopt;
  const std::uint8_t next = u8_at(b, 2);
  const std::uint8_t after = u8_at(b, 3);
  if (next != '\n' && next != ' ' && next != '\r' && next != '\t') return std::nullopt;
  if ((after >= '0' && after <= '9') || after == '#' || (digit == '7' && after == 'W')) {
    return Match{MediaType::kPnm, "netpbm header"};
  }
  return std::nullopt;
}

Probe probe_bzip2(ByteView b) noexcept {
  const std::uint8_t level = u8_at(b, 3);
  if (!has_at(b, 0, "BZh") || level < '1' || level > '9') return std::nullopt;
  if (has_at(b, 4, "\x31\x41\x59\x26\x53\x59") || has_at(b, 4, "\x17\x72\x45\x38\x50\x90")) {
    return Match{MediaType::kBzip2, "bzip2 block"};
  }
  return std::nullopt;
}

Probe probe_lzma(ByteView b) noexcept {
  // Properties 0x5D, a dictionary of a power of two, then an unknown or a small size.
  if (!has_at(b, 0, lit("\x5D\0\0")) || b.size() < 18) return std::nullopt;
  const std::uint64_t size = le_at(b, 5, 8);
  if (size == ~std::uint64_t{0} || size < (std::uint64_t{1} << 38U)) return Match{MediaType::kXz, "lzma header"};
  return std::nullopt;
}

Probe probe_mz(ByteView b) noexcept {
  if (!has_at(b, 0, "MZ")) return std::nullopt;
  const std::uint64_t header = le_at(b, 0x3C, 4);
  if (has_at(b, header, lit("PE\0\0"))) return Match{MediaType::kPe, "MZ and PE headers"};
  // A DOS program has at least its own 28-byte header, whose size field cannot be 0.
  if (b.size() >= 64 && le_at(b, 8, 2) >= 2 && le_at(b, 8, 2) < 0x1000 && le_at(b, 2, 2) < 512) {
    return Match{MediaType::kPe, "DOS MZ header"};
  }
  return std::nullopt;
}

// Java classes and fat Mach-O files share their magic: a class has a version of at least 45 where a fat file counts
// its architectures.
Probe probe_cafebabe(ByteView b) noexcept {
  if (!has_at(b, 0, "\xCA\xFE\xBA\xBE")) return std::nullopt;
  const std::uint64_t value = be_at(b, 4, 4);
  if (value < 43) return Match{MediaType::kMachO, "fat Mach-O header"};
  return Match{MediaType::kClass, "Java class file"};
}

Probe probe_pyc(ByteView b) noexcept {
  // A 16-bit version number, CR LF, flags of 0 to 3, then a marshalled code object (with or without its reference
  // bit). Version numbers are 3000 to 3999, or 62xxx of Python 2 with 8 bytes of header.
  if (!has_at(b, 2, "\r\n")) return std::nullopt;
  const std::uint64_t version = le_at(b, 0, 2);
  const bool is_new = version >= 3390 && version < 4000 && le_at(b, 4, 4) <= 3;
  const auto is_code = [&](std::uint64_t at) { return (u8_at(b, at) & 0x7FU) == 'c' && has_room(b, at, 8); };
  if (is_new && is_code(16)) return Match{MediaType::kPyc, "Python bytecode"};
  if (version >= 3000 && version < 3390 && (is_code(12) || is_code(8))) {
    return Match{MediaType::kPyc, "Python bytecode"};
  }
  if (version >= 50'000 && version < 63'000 && is_code(8)) return Match{MediaType::kPyc, "Python 2 bytecode"};
  return std::nullopt;
}

// Any opcode of any protocol: what a pickle begins with is the choice of whoever made it.
bool is_pickle_opcode(std::uint8_t op) noexcept {
  if (op >= 0x80) return op <= 0x98;
  return std::string_view("(.012FIJKLMNPQRSTUVXabcd}eghijl]opqrstu)GBC").find(static_cast<char>(op)) !=
         std::string_view::npos;
}

Probe probe_pickle(ByteView b) noexcept {
  const std::uint8_t protocol = u8_at(b, 1);
  if (u8_at(b, 0) == 0x80 && protocol <= 5 && b.size() >= 4) {
    if (protocol >= 4 && u8_at(b, 2) == 0x95 && le_at(b, 3, 8) <= b.size()) {
      return Match{MediaType::kPickle, "pickle with a frame"};
    }
    if (is_pickle_opcode(u8_at(b, 2))) return Match{MediaType::kPickle, "pickle protocol byte"};
  }
  // Protocols 0 and 1 are text: `cmodule\nname\n` (or `imodule\nname\n` after a mark) and a STOP as the last byte
  // that is no blank.
  const std::string_view text = as_chars(b.first(std::min<std::size_t>(b.size(), 512)));
  const std::string_view tail = as_chars(b.last(std::min<std::size_t>(b.size(), 64)));
  const std::size_t last = tail.find_last_not_of(" \t\r\n");
  if (text.size() < 4 || last == std::string_view::npos || tail[last] != '.') return std::nullopt;
  std::string_view rest = text;
  while (!rest.empty() && (rest.front() == '(' || rest.front() == ']' || rest.front() == '}')) rest.remove_prefix(1);
  if (rest.empty()) return std::nullopt;
  if (rest.size() < text.size() && (rest.front() == 'l' || rest.front() == 'd')) {
    // (lp0\n or (dp0\n
    if (rest.size() > 3 && rest[1] == 'p' && rest[2] >= '0' && rest[2] <= '9') {
      return Match{MediaType::kPickle, "pickle protocol 0 container"};
    }
    return std::nullopt;
  }
  const bool has_mark = rest.size() < text.size();
  if (rest.front() != 'c' && rest.front() != 'i') return std::nullopt;
  rest.remove_prefix(1);
  for (int part = 0; part < 2; ++part) {
    const auto is_ident = [](char c) {
      return c == '_' || c == '.' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_ident);
    if (end == rest.begin() || end == rest.end() || *end != '\n') return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.begin()) + 1);
  }
  // What can follow a global: a mark, a memo, a tuple, the call; after a leading mark also an argument.
  const std::string_view followers = has_mark ? "(pq)tR.XSVIKo" : "(pq)tR.X";
  if (rest.empty() || followers.find(rest.front()) == std::string_view::npos) return std::nullopt;
  return Match{MediaType::kPickle, "pickle protocol 0 global"};
}

Probe probe_safetensors(ByteView b) noexcept {
  const std::uint64_t header = le_at(b, 0, 8);
  if (header < 2 || header > 100'000'000 || !has_room(b, 8, header)) return std::nullopt;
  if (u8_at(b, 8) != '{' || (u8_at(b, 9) != '"' && u8_at(b, 9) != '}')) return std::nullopt;
  return Match{MediaType::kSafetensors, "safetensors header"};
}

Probe probe_parquet(ByteView b) noexcept {
  if (b.size() < 12) return std::nullopt;
  for (const std::string_view magic : {"PAR1", "PARE"}) {
    if (has_at(b, 0, magic) && has_at(b, b.size() - 4, magic)) return Match{MediaType::kParquet, "PAR1 at both ends"};
  }
  if (has_at(b, 0, "PAR1")) return Match{MediaType::kParquet, "PAR1 at the start only"};
  return std::nullopt;
}

Probe probe_orc(ByteView b) noexcept {
  if (!has_at(b, 0, "ORC") || b.size() < 8) return std::nullopt;
  const std::uint8_t postscript = u8_at(b, b.size() - 1);
  if (b.size() > std::size_t{postscript} + 1 && has_at(b, b.size() - 4, "ORC"))
    return Match{MediaType::kOrc, "ORC tail"};
  return std::nullopt;
}

Probe probe_hdf5_user_block(ByteView b) noexcept {
  for (const std::uint64_t at : {512U, 1024U, 2048U, 4096U}) {
    if (has_at(b, at, "\x89HDF\r\n\x1a\n")) return Match{MediaType::kHdf5, "HDF5 superblock after a user block"};
  }
  return std::nullopt;
}

// Two MPEG audio frame headers that agree, the second where the first says it is.
Probe probe_mp3(ByteView b) noexcept {
  constexpr std::uint16_t kRates1[16] = {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0};
  constexpr std::uint16_t kRates2[16] = {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0};
  constexpr std::uint32_t kSamples[4] = {44'100, 48'000, 32'000, 0};
  const std::uint8_t b1 = u8_at(b, 1);
  if (u8_at(b, 0) != 0xFF || (b1 & 0xE6U) != 0xE2U || (b1 & 0x18U) == 0x08U) return std::nullopt;  // layer III
  const bool is_v1 = (b1 & 0x18U) == 0x18U;
  const std::uint8_t b2 = u8_at(b, 2);
  const std::uint32_t rate = (is_v1 ? kRates1 : kRates2)[b2 >> 4U];
  std::uint32_t samples = kSamples[(b2 >> 2U) & 3U];
  if (!is_v1) samples /= (b1 & 0x18U) == 0x10U ? 2 : 4;
  if (rate == 0 || samples == 0) return std::nullopt;
  const std::uint64_t length = (is_v1 ? 144'000U : 72'000U) * std::uint64_t{rate} / samples + ((b2 >> 1U) & 1U);
  if (u8_at(b, length) == 0xFF && u8_at(b, length + 1) == b1) return Match{MediaType::kMp3, "two MPEG audio frames"};
  return std::nullopt;
}

Probe probe_truetype(ByteView b) noexcept {
  const std::uint64_t tables = be_at(b, 4, 2);
  if (!has_at(b, 0, lit("\0\x01\0\0")) || tables == 0 || tables > 64) return std::nullopt;
  for (std::uint64_t i = 12; i < 16; ++i) {  // the tag of the first table is printable
    if (u8_at(b, i) < 0x20 || u8_at(b, i) > 0x7E) return std::nullopt;
  }
  return Match{MediaType::kTtf, "TrueType header"};
}

Probe probe_zip(ByteView b) noexcept {
  if (has_at(b, 0, lit("PK\x03\x04")) || has_at(b, 0, lit("PK\x05\x06"))) return match_zip(b);
  if (has_at(b, 0, lit("PK\x07\x08PK\x03\x04"))) return match_zip(b.subspan(4));
  return std::nullopt;
}

Probe probe_tar(ByteView b) noexcept {
  if (is_tar_header(b)) return Match{MediaType::kTar, "tar header checksum"};
  return std::nullopt;
}

constexpr Probe (*kProbes[])(ByteView) noexcept = {
    probe_zip,         probe_riff, probe_iff,    probe_iso_media,       probe_bmp, probe_ico, probe_bzip2,    probe_mz,
    probe_cafebabe,    probe_pyc,  probe_pickle, probe_parquet,         probe_orc, probe_mp3, probe_truetype, probe_pnm,
    probe_safetensors, probe_lzma, probe_tar,    probe_hdf5_user_block,
};

}  // namespace

bool is_tar_header(ByteView b) noexcept {
  constexpr std::uint64_t kBlock = 512;
  constexpr std::uint64_t kChecksumAt = 148;
  if (!has_room(b, 0, kBlock) || u8_at(b, 0) == 0) return false;
  std::uint64_t stored = 0;
  int digits = 0;
  for (std::uint64_t i = kChecksumAt; i < kChecksumAt + 8; ++i) {
    const std::uint8_t c = u8_at(b, i);
    if (c >= '0' && c <= '7') {
      stored = stored * 8 + (c - '0');
      ++digits;
    } else if (c != ' ' && c != 0) {
      return false;
    }
  }
  if (digits == 0) return false;
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < kBlock; ++i) {
    sum += i >= kChecksumAt && i < kChecksumAt + 8 ? std::uint64_t{' '} : u8_at(b, i);
  }
  return sum == stored;
}

std::optional<Match> match_signature(ByteView bytes) noexcept {
  if (bytes.size() < 2) return std::nullopt;
  for (const Magic& magic : kMagics) {
    // The first byte refuses nearly all of them without a call.
    if (u8_at(bytes, magic.offset) != static_cast<std::uint8_t>(magic.bytes[0])) continue;
    if (has_at(bytes, magic.offset, magic.bytes)) return Match{magic.type, magic.evidence};
  }
  for (const auto& probe : kProbes) {
    if (const Probe match = probe(bytes)) return match;
  }
  return std::nullopt;
}

}  // namespace sluice::media
