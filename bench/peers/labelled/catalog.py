"""All formats, and which of them are held out."""
import hashlib

from . import formats_ai, formats_cloud, formats_code, formats_documents, formats_saas
from .shapes import Format

FORMATS: dict[str, Format] = {
    format.id: format for table in (formats_code, formats_cloud, formats_ai, formats_saas, formats_documents)
    for format in table.FORMATS}
# Formats with an offline check or a published prefix that the public catalogs do not list.
EXTRAS = {"azure-common-key", "azure-devops-pat", "google-oauth-client-secret", "kubeconfig-client-key",
          "nuget-api-key", "payment-card"}
PARTS = formats_documents.PARTS


def is_held_out(format_id: str) -> bool:
    """A third, chosen by the id alone: the choice stays when formats are added, and no one picks what is held out."""
    return hashlib.sha256(("held out: " + format_id).encode()).digest()[0] % 3 == 0


def kind_of(format_id: str) -> str:
    return PARTS.get(format_id) or FORMATS[format_id].kind
