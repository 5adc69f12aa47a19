package store

import (
	"net/url"
	"strings"

	"estate/internal/link"
)

// foldSlug makes a slug comparable: links carry it escaped and in any case.
func foldSlug(slug string) string {
	if unescaped, err := url.PathUnescape(slug); err == nil {
		slug = unescaped
	}
	// No database but SQLite takes a zero byte in a text.
	return strings.ToLower(strings.ReplaceAll(strings.ToValidUTF8(slug, "\uFFFD"), "\x00", "\uFFFD"))
}

// foldLink makes a stored link comparable with a visitor's: normal form without
// fragment, and its path unescaped. What is no link stays as it is.
func foldLink(text string) string {
	parsed, err := link.Parse(text)
	if err != nil {
		return text
	}
	page := link.Stringify(link.Parts{Route: "/" + strings.TrimLeft(parsed.Route, "/"), Page: parsed.Page})
	return foldSlug(page) + parsed.QueryString()
}
