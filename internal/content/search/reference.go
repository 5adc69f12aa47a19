package search

import "strings"

var referenceSigns = strings.NewReplacer("\x00", "", "\n", " ")

// FoldReference returns an agency reference in the form in which references are
// compared: lower case, without space at its ends, invalid UTF-8, zero bytes and
// line feeds.
func FoldReference(reference string) string {
	return strings.ToLower(strings.TrimSpace(referenceSigns.Replace(strings.ToValidUTF8(reference, ""))))
}
