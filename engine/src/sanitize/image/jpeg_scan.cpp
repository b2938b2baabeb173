#include "sanitize/image/jpeg_scan.h"

#include <algorithm>
#include <bit>

#include "media/bytes_at.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint32_t kMaxDcBits = 11;  // of 8-bit samples (T.81, tables F.1 and F.2)
constexpr std::uint32_t kMaxAcBits = 10;
constexpr std::uint64_t kBlocksPerStep = 8;
constexpr std::uint8_t kRestart0 = 0xD0;

class ScanWalker {
 public:
  ScanWalker(ByteView bytes, std::uint64_t at, const JpegTables& tables, const JpegScan& scan, JpegFrame& frame,
             Budget& budget)
      : bytes_(bytes), bits_(bytes, at), tables_(tables), scan_(scan), frame_(frame), budget_(budget) {}

  JpegScanEnd run() {
    const bool is_single = scan_.parts == 1;
    const JpegComponent& only = frame_.component[scan_.part[0].component];
    const std::uint64_t across = is_single ? only.blocks_across : frame_.mcus_across;
    const std::uint64_t down = is_single ? only.blocks_down : frame_.mcus_down;
    std::uint64_t blocks = 1;  // of a unit
    if (!is_single) {
      blocks = 0;
      for (std::uint8_t i = 0; i < scan_.parts; ++i) {
        const JpegComponent& component = frame_.component[scan_.part[i].component];
        blocks += std::uint64_t{component.across} * component.down;
      }
    }
    if (!prepare(across * down)) return stop();
    std::uint64_t to_restart = tables_.restart_interval;
    std::uint64_t unit = 0;
    for (std::uint64_t row = 0; row < down; ++row) {
      if (!budget_.charge(Budget::Kind::kSteps, across * blocks / kBlocksPerStep + 1)) return stop();
      if (row % 16 == 0 && !budget_.poll()) return stop();
      for (std::uint64_t column = 0; column < across; ++column, ++unit) {
        if (tables_.restart_interval != 0) {
          if (to_restart == 0) {
            if (!restart()) return stop();
            to_restart = tables_.restart_interval;
          }
          --to_restart;
        }
        if (!(is_single ? block(scan_.part[0], unit) : interleaved())) return stop();
      }
    }
    if (run_left_ != 0) {
      wrong_ = "a run of blocks is longer than the scan";
      return stop();
    }
    return {true, bits_.position(), {}};
  }

 private:
  JpegScanEnd stop() const { return {false, bits_.position(), wrong_}; }

  // Refinement has to know which coefficients are not zero; only scans that leave bits for later record it.
  bool prepare(std::uint64_t blocks) {
    if (!frame_.is_progressive || scan_.first == 0 || scan_.low == 0) return true;
    JpegComponent& component = frame_.component[scan_.part[0].component];
    if (!component.nonzero.empty()) return true;
    if (!budget_.charge(Budget::Kind::kSteps, blocks / kBlocksPerStep)) return false;
    component.nonzero.resize(static_cast<std::size_t>(blocks));
    return true;
  }

  bool restart() {
    if (run_left_ != 0) return fail("a run of blocks is longer than its restart interval");
    const std::uint64_t at = bits_.position();
    if (media::u8_at(bytes_, at) != 0xFF || media::u8_at(bytes_, at + 1) != kRestart0 + next_restart_) {
      return fail("a restart marker is missing or out of order");
    }
    next_restart_ = (next_restart_ + 1) % 8;
    bits_ = JpegBits(bytes_, at + 2);
    return true;
  }

  bool interleaved() {
    for (std::uint8_t i = 0; i < scan_.parts; ++i) {
      const JpegComponent& component = frame_.component[scan_.part[i].component];
      for (unsigned n = unsigned{component.across} * component.down; n > 0; --n) {
        if (!block(scan_.part[i], 0)) return false;
      }
    }
    return true;
  }

  bool block(const JpegScanPart& part, std::uint64_t index) {
    bool is_good = false;
    if (!frame_.is_progressive) {
      is_good = sequential(part);
    } else if (scan_.first == 0) {
      is_good = scan_.high == 0 ? mean(part) : skip_bit();
    } else if (scan_.high == 0) {
      is_good = first_bits(part, index);
    } else {
      is_good = refine(part, index);
    }
    if (bits_.is_short()) return fail("the data of a scan ends before its blocks do");
    return is_good;
  }

  bool skip_bit() {
    static_cast<void>(bits_.take(1));
    return true;
  }

  bool mean(const JpegScanPart& part) {
    bits_.fill();
    const std::uint32_t length = tables_.dc[part.dc].take(bits_);
    if (length > kMaxDcBits) return fail("a code for a mean is not in its table, or too large");
    bits_.skip(length);
    return true;
  }

  bool sequential(const JpegScanPart& part) {
    if (!mean(part)) return false;
    const JpegHuffman& table = tables_.ac[part.ac];
    for (unsigned k = 1; k < kJpegCoefficients; ++k) {
      bits_.fill();
      const std::uint32_t symbol = table.take(bits_);
      const std::uint32_t length = symbol & 0xFU;
      if (symbol > 0xFF || length > kMaxAcBits)
        return fail("a code for a coefficient is not in its table, or too large");
      if (length == 0 && symbol != 0xF0) {
        if (symbol != 0) return fail("a code for a coefficient has no meaning here");
        return true;  // end of block
      }
      bits_.skip(length);
      k += symbol >> 4U;
      if (k >= kJpegCoefficients) return fail("a run of coefficients leaves its block");
    }
    return true;
  }

  // The number of blocks from this one on that hold nothing more. False where the code has no meaning.
  bool take_run(std::uint32_t log) {
    if (log > 14) return fail("a run of blocks has an impossible length");
    run_left_ = (std::uint32_t{1} << log) + bits_.take(log);
    return true;
  }

  bool first_bits(const JpegScanPart& part, std::uint64_t index) {
    if (run_left_ > 0) {
      --run_left_;
      return true;
    }
    const JpegHuffman& table = tables_.ac[part.ac];
    std::uint64_t nonzero = 0;
    for (unsigned k = scan_.first; k <= scan_.last; ++k) {
      bits_.fill();
      const std::uint32_t symbol = table.take(bits_);
      const std::uint32_t length = symbol & 0xFU;
      if (symbol > 0xFF || (length != 0 && length + scan_.low > kMaxAcBits)) {
        return fail("a code for a coefficient is not in its table, or too large");
      }
      if (length == 0 && symbol != 0xF0) {
        if (!take_run(symbol >> 4U)) return false;
        --run_left_;
        break;
      }
      bits_.skip(length);
      k += symbol >> 4U;
      if (k > scan_.last) return fail("a run of coefficients leaves its band");
      if (length != 0) nonzero |= std::uint64_t{1} << k;
    }
    remember(part, index, nonzero);
    return true;
  }

  // Of coefficients that are not zero yet each has one more bit; those that become so are named by codes.
  bool refine(const JpegScanPart& part, std::uint64_t index) {
    const std::uint64_t known = known_of(part, index);
    std::uint64_t become = 0;
    unsigned k = scan_.first;
    if (run_left_ == 0) {
      const JpegHuffman& table = tables_.ac[part.ac];
      for (; k <= scan_.last; ++k) {
        bits_.fill();
        const std::uint32_t symbol = table.take(bits_);
        std::uint32_t zeros = symbol >> 4U;
        const std::uint32_t length = symbol & 0xFU;
        if (symbol > 0xFF || length > 1) return fail("a code for a coefficient is not in its table, or too large");
        if (length == 1) {
          bits_.skip(1);  // its sign
        } else if (zeros != 15) {
          if (!take_run(zeros)) return false;
          break;
        }
        for (; k <= scan_.last; ++k) {
          if ((known >> k & 1U) != 0) {
            static_cast<void>(bits_.take(1));
          } else if (zeros-- == 0) {
            break;
          }
        }
        if (k > scan_.last) return fail("a run of coefficients leaves its band");
        if (length == 1) become |= std::uint64_t{1} << k;
      }
    }
    if (run_left_ > 0) {
      if (k <= scan_.last) bits_.skip_many(static_cast<std::uint64_t>(std::popcount(known & band(k, scan_.last))));
      --run_left_;
    }
    remember(part, index, become);
    return true;
  }

  static std::uint64_t band(unsigned first, unsigned last) noexcept {
    return (~std::uint64_t{0} >> (63U - last)) & (~std::uint64_t{0} << first);
  }
  [[nodiscard]] std::uint64_t known_of(const JpegScanPart& part, std::uint64_t index) const {
    const std::vector<std::uint64_t>& nonzero = frame_.component[part.component].nonzero;
    return nonzero.empty() ? 0 : nonzero[static_cast<std::size_t>(index)];
  }
  void remember(const JpegScanPart& part, std::uint64_t index, std::uint64_t coefficients) {
    std::vector<std::uint64_t>& nonzero = frame_.component[part.component].nonzero;
    if (!nonzero.empty() && coefficients != 0) nonzero[static_cast<std::size_t>(index)] |= coefficients;
  }

  bool fail(std::string_view wrong) {
    if (wrong_.empty()) wrong_ = wrong;
    return false;
  }

  ByteView bytes_;
  JpegBits bits_;
  const JpegTables& tables_;
  const JpegScan& scan_;
  JpegFrame& frame_;
  Budget& budget_;
  std::uint32_t run_left_ = 0;  // blocks
  unsigned next_restart_ = 0;
  std::string_view wrong_;
};

}  // namespace

JpegScanEnd walk_scan(ByteView bytes, std::uint64_t at, const JpegTables& tables, const JpegScan& scan,
                      JpegFrame& frame, Budget& budget) {
  return ScanWalker(bytes, at, tables, scan, frame, budget).run();
}

}  // namespace sluice::sanitize
