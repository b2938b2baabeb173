// Reports against other secret scanners where the answer is a text: each row is named after the report, and is cleaned
// as a whole and in a stream cut at every place.
#include "reported.h"

namespace sluice {
namespace {

using testing::goes;
using testing::Piece;
using testing::stays;

struct Row {
  const char* report;
  std::vector<Piece> pieces;
};

class ReportedTexts : public ::testing::TestWithParam<Row> {};

std::string row_name(const ::testing::TestParamInfo<Row>& info) { return info.param.report; }

TEST_P(ReportedTexts, AreCleaned) {
  testing::Harness harness;
  testing::expect_left(harness, testing::assemble(GetParam().pieces, 11));
}

// The header of a JWT, and a claim set.
const std::string kJwt = std::string("eyJ0eXAiOiJKV1Qi") + "LCJhbGciOiJSUzI1NiJ9";
const std::string kClaims = std::string("eyJpc3MiOiIx") + "MjM0NSIsImV4cCI6MX0";

INSTANTIATE_TEST_SUITE_P(
    Secrets, ReportedTexts,
    ::testing::Values(
        Row{"llm_guard_305_two_tokens_on_one_line",
            {stays("a "), goes({"sk-", "proj-", "{base64url:58}", "T3Blbk", "FJ", "{base64url:58}"}), stays(" b "),
             goes({"ghp", "_", "{base62:36}"}), stays(" c\n")}},
        Row{"eliza_15356_basic_credential_of_700_characters",
            {stays("Authorization: Basic "), goes({"{base64:700}", "=="}), stays("\nend\n")}},
        Row{"elizaos_15356_bearer_token_of_600_characters",
            {stays("Authorization: Bearer "), goes({"{base62:600}"}), stays("\nend\n")}},
        Row{"gitleaks_2198_pronounceable_password_with_hook",
            {stays("password = \""), goes({"hookedcaterpillarwalkspastninegreenlanternsbesidethe", "riverquay"}),
             stays("\"\n")}},
        Row{"betterleaks_261_pronounceable_password_with_hook_in_json",
            {stays("{\"password\": \""), goes({"myhookedcaterpillarwalkspastninegreenlanternsbesideriver", "quay"}),
             stays("\"}\n")}},
        Row{"trufflehog_1953_uuid_that_holds_0_9",
            {stays("pinecone_api_key="), goes({"5b1c7e20", "-9d4f-4a60-9b3e-7c81f2a4d6e5"}), stays("\n")}},
        Row{"detect_secrets_958_installation_token_with_a_jwt",
            {stays("t="), goes({"ghs", "_", "{digits:7}", "_", kJwt, ".", kClaims, ".", "{base64url:86}"}),
             stays("\n")}},
        Row{"gh_aw_firewall_3785_nothing_after_the_first_dot_is_left",
            {stays("Token: "), goes({"ghs", "_", "{digits:6}", "_", kJwt, ".", kClaims, ".", "{base64url:342}"}),
             stays(".\n")}},
        Row{"ironclaw_6689_token_between_underscores", {stays("x_"), goes({"ghp", "_", "{base62:36}"}), stays("_y\n")}},
        Row{"trivy_10046_token_inside_a_word", {stays("my_"), goes({"hf", "_", "{base62:34}"}), stays("_x\n")}},
        Row{"trufflehog_2771_padding_of_a_session_token",
            {stays("AWS_SESSION_TOKEN="), goes({"{base64:300}", "=="}), stays("\n")}},
        Row{"trufflehog_1537_credentials_in_an_address",
            {stays("postgresql://app:"), goes({"{base62:16}"}), stays("@db.example/x\n")}},
        Row{"gcp_private_key_with_escaped_line_ends",
            {stays("{\"private_key\": \""),
             goes({"-----BEGIN PRIV", "ATE KEY-----\\n", "{base64:64}", "\\n", "{base64:64}", "\\n-----END PRIV",
                   "ATE KEY-----"}),
             stays("\\n\"}\n")}}),
    row_name);

INSTANTIATE_TEST_SUITE_P(
    OrdinaryText, ReportedTexts,
    ::testing::Values(
        Row{"hermes_agent_33801_setting_with_a_number", {stays("MAX_TOKENS=100\n")}},
        Row{"hermes_agent_39001_template_reference",
            {stays("password: ${{ secrets.DB_PASSWORD }}\ntoken: ${{ secrets.X }}\n")}},
        Row{"hermes_agent_39001_short_test_value", {stays("{\"apiKey\": \"test\", \"token\": \"test\"}\n")}},
        Row{"litellm_39879_tag_that_holds_sk", {stays("<task-notification>done</task-notification>\n")}},
        Row{"kingfisher_176_action_pinned_to_a_hash",
            {stays({"uses: actions/checkout@", "{hex:40}", " # needs the github token\n"})}},
        Row{"kingfisher_246_ids_of_xmp_metadata",
            {stays({"<xmp:CreatorTool>Adobe InDesign</xmp:CreatorTool>\n<xmpMM:DocumentID>xmp.did:", "{hex:32}",
                    "</xmpMM:DocumentID>\n<xmpMM:InstanceID>adobe:docid:indd:", "{hex:32}", "</xmpMM:InstanceID>\n"})}},
        Row{"ibm_detect_secrets_146_integrity_of_a_lock_file",
            {stays({"\"integrity\": \"sha512-", "{base64:86}", "==\"\n"})}},
        Row{"yelp_detect_secrets_693_camel_case",
            {stays("const secretKeyProviderFactory = createSecretKeyProviderFactory(options);\n")}},
        Row{"yelp_detect_secrets_250_uuid", {stays({"request_id: ", "{uuid:36}", "\n"})}},
        Row{"gitleaks_877_code_that_reads_a_secret",
            {stays("api_key = os.environ[\"API_KEY\"]\npassword = get_password(user)\n")}},
        Row{"gitleaks_1219_code_that_passes_one_on",
            {stays("client = Client(api_key=settings.api_key, token=self.token)\n")}},
        Row{"gitleaks_1321_documentation",
            {stays("Set the password with --password, or export API_KEY=<your-key>.\n")}},
        Row{"gitleaks_1728_types", {stays("password: string;\ntoken: Optional[str] = None\nsecret: bytes\n")}},
        Row{"masks", {stays("password=********\napi_key=xxxxxxxxxxxxxxxxxxxxxxxx\n")}},
        Row{"commit", {stays({"commit ", "{hex:40}", "\nAuthor: A <a@b.example>\n"})}},
        Row{"image_digest", {stays({"image: registry.example/app@sha256:", "{hex:64}", "\n"})}},
        Row{"public_key", {stays({"ssh-ed25519 ", "AAAAC3NzaC1lZDI1NTE5AAAAI", "{base64:43}", " me@host\n"})}},
        Row{"certificate", {stays({"-----BEGIN CERTIFICATE-----\n", "{pem:4}", "\n-----END CERTIFICATE-----\n"})}},
        Row{"counted_tokens", {stays("tokens: 1234, total_tokens=5678, prompt_tokens: 90\n")}},
        Row{"picture_in_an_address", {stays({"data:image/png;base64,iVBORw0KGgo", "{base64:200}", "\n"})}}),
    row_name);

}  // namespace
}  // namespace sluice
