"""Providers of models and tools around them."""
from random import Random

from . import keys
from .shapes import (Format, alnum, bytes64, hexes, known, letters, lower, named, one, run, seq, upper, uuid, word64)

MARKER = "T3Blbk" + "FJ"


def openai(rng: Random) -> str:
    """Keys of a project, a service account or an organization, and the older ones of a user."""
    if rng.random() < 0.25:
        return "s" + "k-" + alnum(20)(rng) + MARKER + alnum(20)(rng)
    side = word64(74 if rng.random() < 0.7 else 58)
    return "s" + "k-" + rng.choice(["proj-", "svcacct-", "admin-"]) + side(rng) + MARKER + side(rng)


def mapbox(rng: Random) -> str:
    claims = {"u": rng.choice(["acme", "northwind", "fleet-maps"]), "a": "c" + lower(24)(rng)}
    return "s" + "k." + keys.url64(keys.json_bytes(claims)) + "." + word64(22)(rng)


FORMATS: list[Format] = [
    known("openai-api-key", "OPENAI_API_KEY", openai),
    known("anthropic-api-key", "ANTHROPIC_API_KEY CLAUDE_API_KEY", "s", "k-ant-api03-", word64(93), "AA",
          header="x-api-key: {}"),
    known("anthropic-admin-api-key", "ANTHROPIC_ADMIN_KEY", "s", "k-ant-admin01-", word64(93), "AA",
          header="x-api-key: {}"),
    known("gcp-gemini-api", "GEMINI_API_KEY", "AI", "zaSy", word64(33), host="generativelanguage.googleapis.com",
          header="x-goog-api-key: {}"),
    known("huggingface-access-token", "HF_TOKEN HUGGING_FACE_HUB_TOKEN", "h", "f_", letters(34), host="huggingface.co"),
    known("huggingface-organization-api-token", "HF_ORG_TOKEN", "api", "_org_", letters(34), memory=True,
          host="huggingface.co"),
    known("groq-api-key", "GROQ_API_KEY", "gs", "k_", alnum(52)),
    known("replicate-api-token", "REPLICATE_API_TOKEN", "r", "8_", alnum(37)),
    known("openrouter-api-key", "OPENROUTER_API_KEY", "s", "k-or-v1-", hexes(64), host="openrouter.ai"),
    known("perplexity-api-key", "PERPLEXITY_API_KEY PPLX_API_KEY", "pp", "lx-", alnum(48), memory=True,
          host="api.perplexity.ai"),
    known("xai-api-key", "XAI_API_KEY", "xa", "i-", alnum(80), host="api.x.ai"),
    named("deepseek-api-key", "DEEPSEEK_API_KEY", "s", "k-", hexes(32), host="api.deepseek.com"),
    named("kimi-api-key", "KIMI_API_KEY MOONSHOT_API_KEY", "s", "k-", alnum(48), memory=True, host="api.moonshot.cn"),
    named("mistral-api-key", "MISTRAL_API_KEY", alnum(32), host="api.mistral.ai"),
    named("cohere-api-token", "COHERE_API_KEY", alnum(40)),
    known("cerebras-api-key", "CEREBRAS_API_KEY", "cs", "k-", lower(48), memory=True, host="api.cerebras.ai"),
    known("nvidia-api-key", "NVIDIA_API_KEY NGC_API_KEY", "nv", "api-", word64(64), memory=True,
          host="integrate.api.nvidia.com"),
    named("togetherai-api-key", "TOGETHER_API_KEY TOGETHERAI_API_KEY", one(hexes(64), seq("tgp", "_v1_", word64(43))),
          memory=True, host="api.together.xyz"),
    named("stability-ai-api-key", "STABILITY_API_KEY", "s", "k-", alnum(48), host="api.stability.ai"),
    known("elevenlabs-api-key", "ELEVENLABS_API_KEY ELEVEN_API_KEY", "s", "k_", hexes(48), memory=True, needs_name=True,
          header="xi-api-key: {}", host="api.elevenlabs.io"),
    named("assemblyai-api-key", "ASSEMBLYAI_API_KEY", hexes(32), header="Authorization: {}"),
    named("deepgram-api-key", "DEEPGRAM_API_KEY", hexes(40), header="Authorization: Token {}"),
    named("zai-api-key", "ZAI_API_KEY ZHIPUAI_API_KEY", hexes(32), ".", alnum(16), memory=True, host="api.z.ai"),
    named("ollama-api-key", "OLLAMA_API_KEY", hexes(32), ".", word64(24), memory=True, host="ollama.com"),
    known("pinecone-api-key.1", "PINECONE_API_KEY", "pc", "sk_", alnum(6), "_", alnum(63), memory=True,
          header="Api-Key: {}", host="api.pinecone.io"),
    named("pinecone-api-key.2", "PINECONE_API_KEY", uuid, header="Api-Key: {}", host="api.pinecone.io"),
    known("langchain-langsmith-personal-access-token", "LANGSMITH_API_KEY LANGCHAIN_API_KEY", "ls", "v2_pt_", hexes(32),
          "_", hexes(10), header="x-api-key: {}", host="api.smith.langchain.com"),
    known("langchain-langsmith-service-key", "LANGSMITH_API_KEY LANGCHAIN_API_KEY", "ls", "v2_sk_", hexes(32), "_",
          hexes(10), header="x-api-key: {}", host="api.smith.langchain.com"),
    named("weights-and-biases-api-key", "WANDB_API_KEY", hexes(40), host="api.wandb.ai"),
    known("weights-and-biases-api-key-v1", "WANDB_API_KEY", "wan", "db_v1_", alnum(27), "_", alnum(49), memory=True,
          host="api.wandb.ai"),
    known("cursor-api-key", "CURSOR_API_KEY", "ke", "y_", hexes(64), memory=True, needs_name=True,
          host="api.cursor.com"),
    known("devin-service-user-token", "DEVIN_API_KEY", "co", "g_", lower(52), memory=True, host="api.devin.ai"),
    named("privateai-api-token", "PRIVATEAI_API_KEY PRIVATE_AI_API_KEY", lower(32), memory=True,
          host="api.private-ai.com", header="x-api-key: {}"),
    known("runpod-api-key.1", "RUNPOD_API_KEY", "rp", "a_", upper(40), lower(6), memory=True, host="api.runpod.io"),
    known("apify-api-token", "APIFY_TOKEN APIFY_API_TOKEN", "apify", "_api_", alnum(36), memory=True),
    known("brave-search-api-key", "BRAVE_API_KEY BRAVE_SEARCH_API_KEY", "BS", "A", word64(28), memory=True,
          needs_name=True, header="X-Subscription-Token: {}", host="api.search.brave.com"),
    known("databento-api-key", "DATABENTO_API_KEY", "d", "b-", alnum(29), host="hist.databento.com"),
    named("rapidapi-access-token", "RAPIDAPI_KEY RAPIDAPI_API_KEY", hexes(10), "ms", "h", hexes(15), "p1", hexes(5),
          "jsn", hexes(12), memory=True, header="X-RapidAPI-Key: {}", host="weather.p.rapidapi.com"),
    known("posthog-personal-api-key", "POSTHOG_PERSONAL_API_KEY", "ph", "x_", alnum(43, 47), host="us.posthog.com"),
    known("posthog-project-api-key", "POSTHOG_API_KEY NEXT_PUBLIC_POSTHOG_KEY", "ph", "c_", alnum(43),
          kind="identifier", host="us.i.posthog.com"),
    named("amplitude-secret-key", "AMPLITUDE_SECRET_KEY", hexes(32), host="amplitude.com"),
    known("segment-public-api-token.1", "SEGMENT_PUBLIC_API_TOKEN", "sg", "p_", alnum(64), memory=True,
          host="api.segmentapis.com"),
    named("openweather-api-key", "OPENWEATHER_API_KEY OPENWEATHERMAP_API_KEY", hexes(32), host="api.openweathermap.org",
          header="x-api-key: {}"),
    named("weatherstack-api-key.1", "WEATHERSTACK_API_KEY WEATHERSTACK_ACCESS_KEY", hexes(32),
          host="api.weatherstack.com", header="x-api-key: {}"),
    named("datagov-api-key", "DATA_GOV_API_KEY DATAGOV_API_KEY", alnum(40), host="api.data.gov",
          header="X-Api-Key: {}"),
    named("nytimes-access-token", "NYTIMES_API_KEY", alnum(32), host="api.nytimes.com", header="api-key: {}"),
    named("tableau-personal-access-token.1", "TABLEAU_PAT_SECRET TABLEAU_TOKEN_VALUE", bytes64(16), ":", alnum(32),
          companion="tableau-personal-access-token-name.1", host="acme.online.tableau.com",
          header="X-Tableau-Auth: {}"),
    named("tableau-personal-access-token-name.1", "TABLEAU_PAT_NAME TABLEAU_TOKEN_NAME",
          one("etl-refresh", "ci-publish"), kind="identifier", companion="tableau-server-host.1"),
    named("tableau-server-host.1", "TABLEAU_SERVER TABLEAU_SERVER_URL", "https://",
          one("10ay", "eu-west-1a", "prod-useast-b"), ".online.table", "au.com", kind="identifier"),
    named("looker-client-id", "LOOKERSDK_CLIENT_ID LOOKER_CLIENT_ID", lower(20), kind="identifier"),
    named("looker-client-secret", "LOOKERSDK_CLIENT_SECRET LOOKER_CLIENT_SECRET", lower(24),
          companion="looker-client-id", host="acme.cloud.looker.com"),
    known("mapbox-api-token", "MAPBOX_SECRET_TOKEN MAPBOX_ACCESS_TOKEN", mapbox),
    named("flickr-access-token", "FLICKR_API_KEY FLICKR_ACCESS_TOKEN", hexes(32), host="api.flickr.com"),
    named("generic-api-key", "INTERNAL_API_KEY SERVICE_API_KEY PARTNER_SECRET", one(alnum(32), hexes(40), word64(48)),
          host="partner.example.net", header="X-Api-Key: {}"),
    named("algolia-api-key", "ALGOLIA_ADMIN_KEY ALGOLIA_API_KEY", hexes(32), header="X-Algolia-API-Key: {}",
          host="abc123-dsn.algolia.net"),
    known("contentful-delivery-api-token", "CONTENTFUL_DELIVERY_TOKEN CONTENTFUL_ACCESS_TOKEN", word64(43),
          needs_name=True, host="cdn.contentful.com"),
    known("adafruit-api-key", "ADAFRUIT_IO_KEY ADAFRUIT_AIO_KEY", "ai", "o_", alnum(28), host="io.adafruit.com",
          header="X-AIO-Key: {}"),
    named("cloudinary-cloud-name", "CLOUDINARY_CLOUD_NAME", "d", lower(8), kind="identifier"),
    named("cloudinary-api-key", "CLOUDINARY_API_KEY", run("123456789", 15), kind="identifier",
          companion="cloudinary-api-secret"),
    named("cloudinary-api-secret", "CLOUDINARY_API_SECRET", word64(27), companion="cloudinary-cloud-name"),
    known("adobe-client-secret", "ADOBE_CLIENT_SECRET", "p8", "e-", word64(32), companion="adobe-client-id",
          host="ims-na1.adobelogin.com"),
    named("adobe-client-id", "ADOBE_CLIENT_ID", hexes(32), kind="identifier"),
    known("frameio-api-token", "FRAMEIO_TOKEN", "fio", "-u-", word64(64), host="api.frame.io"),
]
