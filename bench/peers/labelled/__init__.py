"""Parts of the labelled corpus: shapes of secrets, decoys, and the files they are planted in."""
