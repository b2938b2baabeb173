#pragma once

#include <array>
#include <string_view>

namespace sluice::scan {

// The words by which sluice speaks in the bytes it releases. Writers take them from here and the scanner looks for all
// of them in the input, so that none can be added to the one and forgotten in the other.

/// How every mark begins.
inline constexpr std::string_view kMarkPrefix = "[redacted:";
/// How the note begins that ends a text which was cut.
inline constexpr std::string_view kTruncatedNote = "[truncated: ";
/// How the note begins that ends a line which was cut.
inline constexpr std::string_view kLineCutNote = "[line cut: ";
/// How the last line of a stream begins that was stopped.
inline constexpr std::string_view kStoppedNote = "[withheld from here on: ";
/// How the lines begin that wrap text for an agent where the policy asks for an envelope.
inline constexpr std::string_view kEnvelopeNote = "[untrusted output ";
/// What stands in NDJSON for a line that was withheld: an object with this key alone.
inline constexpr std::string_view kPlaceholderKey = "sluice_withheld";
inline constexpr std::string_view kPlaceholderLine = R"({"sluice_withheld":)";

/// What no input may say in our name. Each begins with a bracket, which is what gets rewritten.
inline constexpr std::array kReservedPrefixes = {kMarkPrefix,  kTruncatedNote, kLineCutNote,
                                                 kStoppedNote, kEnvelopeNote,  kPlaceholderLine};

}  // namespace sluice::scan
