package link

import (
	"maps"
	"strings"

	"estate/internal/i18n"
)

// Link is an address inside the site, taken apart. The query is kept as raw text.
type Link struct {
	// Route is the path without page/{n}/, with its final slash and its language prefix.
	Route string
	// Page is the page number; 1 when the link names none, 0 when it says page/0.
	Page int
	// Query maps raw keys to raw values; the last of a repeated key won.
	Query map[string]string
	// Hash is "" or begins with '#'.
	Hash string
	// Lang is the language that the prefix selects.
	Lang i18n.Lang
	// Path is Route without the language prefix: what the permalink table matches.
	Path string
}

// String prints the link in normal form: parsing the text and printing it again
// changes nothing.
func (l Link) String() string {
	// A route may itself end in a page segment once it is lower-cased
	// ("/blog/Page/1/"): settled here, or the text would change when read again.
	route, page, _ := settlePage(lower(l.Route), l.Page)
	return Stringify(Parts{Route: route, Page: page, Query: l.Query, Hash: l.Hash})
}

// QueryString is the query with its question mark, sorted by key, or "".
func (l Link) QueryString() string { return queryString(l.Query) }

// WithPage is the link of another page number of the same archive.
func (l Link) WithPage(n int) Link {
	l.Query = maps.Clone(l.Query)
	l.Page = n
	return l
}

// WithQuery is the link with another query, which is copied.
func (l Link) WithQuery(query map[string]string) Link {
	l.Query = maps.Clone(query)
	return l
}

// WithHash is the link with another hash, "" or beginning with '#'.
func (l Link) WithHash(hash string) Link {
	l.Query = maps.Clone(l.Query)
	l.Hash = hash
	return l
}

// InLang is the link with another language's prefix. A bare name has no language.
func (l Link) InLang(lang i18n.Lang) Link {
	l.Query = maps.Clone(l.Query)
	if strings.HasPrefix(l.Path, "/") {
		l.Lang = lang
		l.Route = lang.Prefix() + l.Path
	}
	return l
}

// Canonical is the link without query and hash: the page that filters and
// campaigns decorate.
func (l Link) Canonical() Link {
	l.Query, l.Hash = nil, ""
	return l
}

// Segments are the parts of Path between slashes, empty ones left out.
func (l Link) Segments() []string {
	return strings.FieldsFunc(l.Path, func(r rune) bool { return r == '/' })
}
