package link

import (
	"strings"

	"estate/internal/content/i18n"
)

// Link is a parsed address of the site. The query is raw text.
type Link struct {
	// Route is the path without page/{n}/, with its final slash and its language prefix.
	Route string
	// Page is the page number; 1 when the link has none, 0 for page/0.
	Page int
	// Query maps raw keys to raw values; of a repeated key it has the last value. Links share it: it is
	// never changed.
	Query map[string]string
	// Hash is "" or begins with '#'.
	Hash string
	// Lang is the language of the prefix.
	Lang i18n.Lang
	// Path is Route without the language prefix. The permalink table matches it.
	Path string
}

// String is the link in normal form: parsing and printing it again changes nothing.
func (l Link) String() string {
	// In lower case a route may end in a page segment ("/blog/Page/1/"), which the
	// next Parse would cut: it is cut here.
	route, page, _ := cutPages(lower(l.Route), l.Page)
	return Stringify(Parts{Route: route, Page: page, Query: l.Query, Hash: l.Hash})
}

// QueryString is the query with its question mark, sorted by key, or "".
func (l Link) QueryString() string { return queryString(l.Query) }

// WithPage is the link of another page number of the same archive.
func (l Link) WithPage(n int) Link {
	l.Page = n
	return l
}

// WithQuery is the link with another query, which must not be changed any more.
func (l Link) WithQuery(query map[string]string) Link {
	l.Query = query
	return l
}

// WithHash is the link with another hash, "" or beginning with '#'.
func (l Link) WithHash(hash string) Link {
	l.Hash = hash
	return l
}

// InLang is the link with another language's prefix. A bare name has no language.
func (l Link) InLang(lang i18n.Lang) Link {
	if strings.HasPrefix(l.Path, "/") {
		l.Lang = lang
		l.Route = lang.Prefix() + l.Path
	}
	return l
}

// Canonical is the link without query and hash.
func (l Link) Canonical() Link {
	l.Query, l.Hash = nil, ""
	return l
}

// Segments are the parts of Path between slashes, without empty ones.
func (l Link) Segments() []string {
	return strings.FieldsFunc(l.Path, func(r rune) bool { return r == '/' })
}
