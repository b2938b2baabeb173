#pragma once

#include <array>
#include <string_view>

#include "config/reader.h"
#include "policy/policy.h"

/// The words of a policy file and what they mean: one table for the loader, `explain` and the tests.
namespace sluice::policy::words {

using config::Choice;

inline constexpr std::array<Choice<Consumer>, 5> kConsumer{{{"agent", Consumer::kAgent},
                                                            {"browser", Consumer::kBrowser},
                                                            {"terminal", Consumer::kTerminal},
                                                            {"spreadsheet", Consumer::kSpreadsheet},
                                                            {"storage", Consumer::kStorage}}};
inline constexpr std::array<Choice<Overflow>, 2> kOverflow{
    {{"reject", Overflow::kReject}, {"truncate", Overflow::kTruncate}}};
inline constexpr std::array<Choice<UnknownMembers>, 3> kUnknownMembers{
    {{"allow", UnknownMembers::kAllow}, {"reject", UnknownMembers::kReject}, {"drop", UnknownMembers::kDrop}}};
inline constexpr std::array<Choice<TextAction>, 3> kTextAction{
    {{"strip", TextAction::kStrip}, {"escape", TextAction::kEscape}, {"refuse", TextAction::kRefuse}}};
inline constexpr std::array<Choice<InvalidUtf8>, 2> kInvalidUtf8{
    {{"replace", InvalidUtf8::kReplace}, {"refuse", InvalidUtf8::kRefuse}}};
inline constexpr std::array<Choice<BadLine>, 2> kBadLine{
    {{"reject", BadLine::kReject}, {"placeholder", BadLine::kPlaceholder}}};
inline constexpr std::array<Choice<DuplicateKeys>, 3> kDuplicateKeys{
    {{"reject", DuplicateKeys::kReject}, {"first", DuplicateKeys::kFirst}, {"keep", DuplicateKeys::kKeep}}};
inline constexpr std::array<Choice<BigNumbers>, 3> kBigNumbers{
    {{"keep", BigNumbers::kKeep}, {"reject", BigNumbers::kReject}, {"null", BigNumbers::kNull}}};
inline constexpr std::array<Choice<NonFinite>, 2> kNonFinite{
    {{"reject", NonFinite::kReject}, {"null", NonFinite::kNull}}};
inline constexpr std::array<Choice<LoneSurrogates>, 2> kLoneSurrogates{
    {{"reject", LoneSurrogates::kReject}, {"replace", LoneSurrogates::kReplace}}};
inline constexpr std::array<Choice<RawControls>, 3> kRawControls{
    {{"reject", RawControls::kReject}, {"strip", RawControls::kStrip}, {"escape", RawControls::kEscape}}};
inline constexpr std::array<Choice<JsonUtf8>, 2> kJsonUtf8{
    {{"reject", JsonUtf8::kReject}, {"replace", JsonUtf8::kReplace}}};
inline constexpr std::array<Choice<ByteOrderMark>, 2> kByteOrderMark{
    {{"strip", ByteOrderMark::kStrip}, {"reject", ByteOrderMark::kReject}}};
inline constexpr std::array<Choice<ProtoKeys>, 3> kProtoKeys{
    {{"reject", ProtoKeys::kReject}, {"drop", ProtoKeys::kDrop}, {"keep", ProtoKeys::kKeep}}};
inline constexpr std::array<Choice<ExecAction>, 3> kExecAction{
    {{"flag", ExecAction::kFlag}, {"quarantine", ExecAction::kQuarantine}, {"reject", ExecAction::kReject}}};
inline constexpr std::array<Choice<StderrRule>, 3> kStderrRule{
    {{"allow", StderrRule::kAllow}, {"flag", StderrRule::kFlag}, {"reject", StderrRule::kReject}}};
inline constexpr std::array<Choice<SecretAction>, 3> kSecretAction{
    {{"redact", SecretAction::kRedact}, {"quarantine", SecretAction::kQuarantine}, {"reject", SecretAction::kReject}}};
inline constexpr std::array<Choice<PiiAction>, 3> kPiiAction{
    {{"off", PiiAction::kOff}, {"flag", PiiAction::kFlag}, {"redact", PiiAction::kRedact}}};
inline constexpr std::array<Choice<InjectionAction>, 3> kInjectionAction{
    {{"flag", InjectionAction::kFlag},
     {"envelope", InjectionAction::kEnvelope},
     {"quarantine", InjectionAction::kQuarantine}}};
inline constexpr std::array<Choice<UrlAction>, 3> kUrlAction{
    {{"flag", UrlAction::kFlag}, {"defang", UrlAction::kDefang}, {"reject", UrlAction::kReject}}};
inline constexpr std::array<Choice<Repack>, 3> kRepack{
    {{"when_changed", Repack::kWhenChanged}, {"always", Repack::kAlways}, {"never", Repack::kNever}}};

}  // namespace sluice::policy::words
