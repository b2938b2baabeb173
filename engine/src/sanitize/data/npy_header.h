#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::sanitize {

/// The header of a npy file, read.
struct NpyHeader {
  std::string descr;             ///< of the elements, in the form that we write
  std::uint64_t item_bytes = 0;  ///< of one element
  bool is_fortran = false;       ///< columns first
  std::vector<std::uint64_t> shape;
  std::uint64_t data_bytes = 0;    ///< item_bytes times every side
  std::vector<std::string> names;  ///< of fields, and their titles
  bool has_objects = false;        ///< elements are pickles: nothing else of this header counts then
};

/// Reads the Python literal of a header: a dict of descr, fortran_order and shape and nothing else. A grammar of its
/// own, not Python's: strings without escapes, numbers in decimal digits, lists and tuples where numpy has them.
///
/// @param text      checked UTF-8
/// @param why       gets a literal that says what is wrong
/// @return false where the header is not acceptable. Complexity: O(n). No recursion. Throws std::bad_alloc.
/// Source: numpy's NEP 1 and doc/neps for versions 2 and 3, numpy/lib/format.py for what is written.
[[nodiscard]] bool read_npy_header(std::string_view text, NpyHeader& header, const char*& why);

/// The literal that we write for a header: the keys in order, the spelling of numpy. O(n).
[[nodiscard]] std::string npy_literal(const NpyHeader& header);

}  // namespace sluice::sanitize
