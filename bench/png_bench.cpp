// The PNG cleaner against what no checker can do without: one CRC-32 pass over the file, one inflate of the pixels.
#include <benchmark/benchmark.h>
#include <zlib.h>

#include <memory>
#include <vector>

#include "core/findings.h"
#include "corpus.h"
#include "inputs.h"
#include "sanitize/alone_host.h"
#include "sanitize/image/png.h"
#include "subject.h"

namespace sluice::bench {

namespace {

const Bytef* zlib_bytes(ByteView bytes) { return reinterpret_cast<const Bytef*>(bytes.data()); }

std::size_t u32_at(ByteView bytes, std::size_t at) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8U | std::to_integer<std::size_t>(bytes[at + i]);
  return value;
}

// The payloads of the IDAT chunks, as the inflater is fed them.
std::vector<ByteView> pixel_chunks(ByteView png) {
  std::vector<ByteView> chunks;
  for (std::size_t at = 8; at + 12 <= png.size();) {
    const std::size_t size = u32_at(png, at);
    if (as_chars(png.subspan(at + 4, 4)) == "IDAT") chunks.push_back(png.subspan(at + 8, size));
    at += size + 12;
  }
  return chunks;
}

// @return the bytes that came out
std::size_t inflate_all(const std::vector<ByteView>& chunks, Bytes& out) {
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) fail("inflateInit");
  for (const ByteView chunk : chunks) {
    stream.next_in = const_cast<Bytef*>(zlib_bytes(chunk));
    stream.avail_in = static_cast<uInt>(chunk.size());
    do {
      stream.next_out = reinterpret_cast<Bytef*>(out.data());
      stream.avail_out = static_cast<uInt>(out.size());
      const int code = ::inflate(&stream, Z_NO_FLUSH);
      if (code == Z_STREAM_END) break;
      if (code != Z_OK && code != Z_BUF_ERROR) fail("inflate");
    } while (stream.avail_in > 0 || stream.avail_out == 0);
  }
  const std::size_t total = stream.total_out;
  ::inflateEnd(&stream);
  return total;
}

void run_crc(benchmark::State& state, const Bytes& png) {
  for (auto _ : state) benchmark::DoNotOptimize(::crc32(0, zlib_bytes(png), static_cast<uInt>(png.size())));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(png.size()));
}

void run_crc_inflate(benchmark::State& state, const Bytes& png) {
  const std::vector<ByteView> chunks = pixel_chunks(png);
  Bytes out(65'536);
  for (auto _ : state) {
    benchmark::DoNotOptimize(::crc32(0, zlib_bytes(png), static_cast<uInt>(png.size())));
    benchmark::DoNotOptimize(inflate_all(chunks, out));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(png.size()));
}

void run_inflate(benchmark::State& state, const Bytes& png) {
  const std::vector<ByteView> chunks = pixel_chunks(png);
  Bytes out(65'536);
  for (auto _ : state) benchmark::DoNotOptimize(inflate_all(chunks, out));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(png.size()));
}

void run_clean(benchmark::State& state, const Bytes& png) {
  for (auto _ : state) {
    Budget budget;
    static_cast<void>(budget.admit_input(png.size()));
    Findings findings;
    sanitize::AloneHost host;
    sanitize::Job job{findings, budget, host};
    if (!sanitize::clean_png(png, {}, job).is_released) state.SkipWithError("withheld");
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(png.size()));
}

}  // namespace

void register_png() {
  const auto png = std::make_shared<const Bytes>(png_image(1024, 768));
  const auto add = [&](const char* name, void (*run)(benchmark::State&, const Bytes&)) {
    benchmark::RegisterBenchmark(name, [png, run](benchmark::State& state) { run(state, *png); });
  };
  add("png/crc32/chart", &run_crc);
  add("png/inflate/chart", &run_inflate);
  add("png/crc32_inflate/chart", &run_crc_inflate);
  add("png/clean/chart", &run_clean);
}

}  // namespace sluice::bench
