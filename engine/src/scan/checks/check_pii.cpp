// Numbers of persons that carry their own check: cards (ISO/IEC 7812-1) and IBAN (ISO 13616).

#include <array>

#include "scan/checks/internal.h"

namespace sluice::scan::checks {
namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

std::string digits_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_digit(c)) out.push_back(c);
  }
  return out;
}

int luhn_sum(std::string_view digits) noexcept {
  int sum = 0;
  bool is_doubled = false;
  for (std::size_t i = digits.size(); i-- > 0;) {
    int digit = digits[i] - '0';
    if (is_doubled) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
    is_doubled = !is_doubled;
  }
  return sum;
}

/// Whether an issuer uses numbers of this beginning and length.
bool is_issued(std::string_view digits) noexcept {
  const auto prefix = [&](std::size_t length) {
    int value = 0;
    for (std::size_t i = 0; i < length && i < digits.size(); ++i) value = value * 10 + (digits[i] - '0');
    return value;
  };
  const std::size_t length = digits.size();
  const int two = prefix(2);
  const int four = prefix(4);
  if (digits.front() == '4') return length == 13 || length == 16 || length == 19;                  // Visa
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return length == 16;             // Mastercard
  if (two == 34 || two == 37) return length == 15;                                                 // Amex
  if (four == 6011 || two == 64 || two == 65) return length >= 16 && length <= 19;                 // Discover
  if (two == 35) return four >= 3528 && four <= 3589 && length >= 16 && length <= 19;              // JCB
  if (two == 36 || two == 38 || two == 39 || (four >= 3000 && four <= 3059)) return length == 14;  // Diners
  if (two == 62) return length >= 16 && length <= 19;                                              // UnionPay
  return false;
}

struct IbanLength {
  char country[3];
  std::uint8_t length;
};

// SWIFT's IBAN registry, the countries with a fixed length.
constexpr std::array kIbanLengths = {
    IbanLength{"AD", 24}, IbanLength{"AE", 23}, IbanLength{"AL", 28}, IbanLength{"AT", 20}, IbanLength{"AZ", 28},
    IbanLength{"BA", 20}, IbanLength{"BE", 16}, IbanLength{"BG", 22}, IbanLength{"BH", 22}, IbanLength{"BR", 29},
    IbanLength{"BY", 28}, IbanLength{"CH", 21}, IbanLength{"CR", 22}, IbanLength{"CY", 28}, IbanLength{"CZ", 24},
    IbanLength{"DE", 22}, IbanLength{"DK", 18}, IbanLength{"DO", 28}, IbanLength{"EE", 20}, IbanLength{"EG", 29},
    IbanLength{"ES", 24}, IbanLength{"FI", 18}, IbanLength{"FO", 18}, IbanLength{"FR", 27}, IbanLength{"GB", 22},
    IbanLength{"GE", 22}, IbanLength{"GI", 23}, IbanLength{"GL", 18}, IbanLength{"GR", 27}, IbanLength{"GT", 28},
    IbanLength{"HR", 21}, IbanLength{"HU", 28}, IbanLength{"IE", 22}, IbanLength{"IL", 23}, IbanLength{"IQ", 23},
    IbanLength{"IS", 26}, IbanLength{"IT", 27}, IbanLength{"JO", 30}, IbanLength{"KW", 30}, IbanLength{"KZ", 20},
    IbanLength{"LB", 28}, IbanLength{"LI", 21}, IbanLength{"LT", 20}, IbanLength{"LU", 20}, IbanLength{"LV", 21},
    IbanLength{"MC", 27}, IbanLength{"MD", 24}, IbanLength{"ME", 22}, IbanLength{"MK", 19}, IbanLength{"MR", 27},
    IbanLength{"MT", 31}, IbanLength{"MU", 30}, IbanLength{"NL", 18}, IbanLength{"NO", 15}, IbanLength{"PK", 24},
    IbanLength{"PL", 28}, IbanLength{"PS", 29}, IbanLength{"PT", 25}, IbanLength{"QA", 29}, IbanLength{"RO", 24},
    IbanLength{"RS", 22}, IbanLength{"SA", 24}, IbanLength{"SE", 24}, IbanLength{"SI", 19}, IbanLength{"SK", 24},
    IbanLength{"SM", 27}, IbanLength{"TN", 24}, IbanLength{"TR", 26}, IbanLength{"UA", 29}, IbanLength{"VG", 24},
    IbanLength{"XK", 20},
};

/// Rest modulo 97 of the number that the letters and digits spell; letters count 10 to 35.
int iban_rest(std::string_view text) noexcept {
  int rest = 0;
  for (const char c : text) {
    if (is_digit(c)) {
      rest = (rest * 10 + (c - '0')) % 97;
    } else {
      rest = (rest * 100 + (c - 'A' + 10)) % 97;
    }
  }
  return rest;
}

}  // namespace

CheckResult check_luhn(std::string_view text) {
  const std::string digits = digits_of(text);
  if (digits.size() < 12 || digits.size() > 19) return CheckResult::kFail;
  if (digits.find_first_not_of(digits.front()) == std::string::npos) return CheckResult::kFail;
  return luhn_sum(digits) % 10 == 0 && is_issued(digits) ? CheckResult::kPass : CheckResult::kFail;
}

std::optional<std::string> complete_luhn(std::string_view head) {
  const std::string digits = digits_of(head);
  if (digits.empty()) return std::nullopt;
  return std::string(1, static_cast<char>('0' + (10 - luhn_sum(digits + '0') % 10) % 10));
}

CheckResult check_iban(std::string_view text) {
  std::string compact;
  for (const char c : text) {
    if (is_digit(c) || (c >= 'A' && c <= 'Z')) {
      compact.push_back(c);
    } else if (c >= 'a' && c <= 'z') {
      compact.push_back(static_cast<char>(c - 32));
    } else if (c != ' ') {
      return CheckResult::kFail;
    }
  }
  if (compact.size() < 15) return CheckResult::kFail;
  for (const IbanLength& entry : kIbanLengths) {
    if (!compact.starts_with(entry.country)) continue;
    if (compact.size() != entry.length) return CheckResult::kFail;
    return iban_rest(compact.substr(4) + compact.substr(0, 4)) == 1 ? CheckResult::kPass : CheckResult::kFail;
  }
  return CheckResult::kFail;
}

}  // namespace sluice::scan::checks
