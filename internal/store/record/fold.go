package record

import (
	"net/url"
	"strings"

	"estate/internal/content/link"
)

// FoldSlug returns a slug as it is compared: unescaped, in lower case.
func FoldSlug(slug string) string {
	if unescaped, err := url.PathUnescape(slug); err == nil {
		slug = unescaped
	}
	// No database but SQLite takes a zero byte in a text.
	return strings.ToLower(strings.ReplaceAll(strings.ToValidUTF8(slug, "\uFFFD"), "\x00", "\uFFFD"))
}

// FoldLink returns a link as it is compared: in normal form, without fragment, its path
// unescaped. A text that is no link stays as it is.
func FoldLink(text string) string {
	parsed, err := link.Parse(text)
	if err != nil {
		return text
	}
	page := link.Stringify(link.Parts{Route: "/" + strings.TrimLeft(parsed.Route, "/"), Page: parsed.Page})
	return FoldSlug(page) + parsed.QueryString()
}
