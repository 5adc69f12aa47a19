package store

import (
	"net/url"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"

	"estate/internal/link"
)

// fold takes case and accents off a text and squeezes its white space, so that
// texts compare as visitors expect in any database.
func fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	space := false
	for _, r := range norm.NFKD.String(strings.ToValidUTF8(text, "")) {
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case unicode.IsSpace(r) || r == 0:
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// plain is the text of markup, without tags, comments and scripts.
func plain(markup string) string {
	if !strings.ContainsAny(markup, "<&") {
		return markup
	}
	var b strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(markup))
	hidden := false
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return b.String()
		case html.StartTagToken:
			name, _ := tokens.TagName()
			hidden = string(name) == "script" || string(name) == "style"
			b.WriteByte(' ')
		case html.EndTagToken, html.SelfClosingTagToken:
			hidden = false
			b.WriteByte(' ')
		case html.TextToken:
			if !hidden {
				b.Write(tokens.Text())
			}
		}
	}
}

// foldSlug makes a slug comparable: links carry it escaped and in any case.
func foldSlug(slug string) string {
	if unescaped, err := url.PathUnescape(slug); err == nil {
		slug = unescaped
	}
	// No database but SQLite takes a zero byte in a text.
	return strings.ToLower(strings.ReplaceAll(strings.ToValidUTF8(slug, "\uFFFD"), "\x00", "\uFFFD"))
}

// foldReference makes an agency reference comparable.
func foldReference(reference string) string {
	return strings.ToLower(strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(reference, ""), "\x00", "")))
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
