package route

import (
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

// Table maps links to targets. It is immutable.
type Table struct {
	rows   []row
	folder string // of the site: "/" or "/web/"
	home   map[i18n.Lang]string
	bases  []base
	// postsPage are the paths of the list of posts, per language.
	postsPage map[i18n.Lang][]string
}

// NewTable compiles the table. Its error names every invalid setting and pattern.
func NewTable(c Config) (*Table, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	rows, err := c.rows()
	if err != nil {
		return nil, err
	}
	t := &Table{rows: rows}
	t.prepareRewrites(c)
	return t, nil
}

// Resolve finds the target of a link: at most one rewrite, then the first row that
// matches.
func (t *Table) Resolve(l link.Link) Target {
	l = t.localize(l)
	path, rewrite, enabled := t.rewrite(l)
	target := Target{Link: l, Rewrite: rewrite}
	if !enabled {
		return target
	}
	in := matchInput{path: path, segments: split(path), link: l}
	for _, r := range t.rows {
		if params, ok := r.match(in); ok {
			return r.target(target, params, in.segments)
		}
	}
	return target
}

// HomeOf is the language whose home page has the path of a link as its own, and that path
// without the site's folder, "" for none. The language of the link comes first.
func (t *Table) HomeOf(l link.Link) (lang i18n.Lang, path string) {
	l = t.localize(l)
	for _, lang := range append([]i18n.Lang{l.Lang}, i18n.Filled...) {
		if home := t.home[lang]; home != "" && home != "/" && strings.EqualFold(l.Path, link.Join(t.folder, home)) {
			return lang, home
		}
	}
	return l.Lang, ""
}

// IsResults reports whether a link shows search results, so that its query has filters.
func (t *Table) IsResults(l link.Link) bool {
	switch t.Resolve(l).Kind {
	case KindPropertySearch, KindDevelopmentSearch, KindCity, KindListing:
		return true
	}
	return false
}

// matchInput is a link after the rewrite.
type matchInput struct {
	path     string
	segments []string
	link     link.Link
}

func (in matchInput) text() string {
	return link.Stringify(link.Parts{Route: in.path, Page: in.link.Page, Query: in.link.Query, Hash: in.link.Hash})
}

func (r row) match(in matchInput) (params map[string]string, ok bool) {
	switch {
	case r.query != nil:
		return map[string]string{}, r.query(in.link.Query)
	case r.link != nil:
		return r.matchExpression(in.text())
	case !strings.HasPrefix(in.path, "/"):
		return nil, false
	}
	segments := in.segments
	if r.handler == HandlerAny {
		// The last row matches every path, those with several final slashes too.
		segments = split("/" + strings.Trim(in.path, "/"))
	}
	for _, p := range r.patterns {
		if params, ok := p.match(segments); ok {
			return params, true
		}
	}
	return nil, false
}

func (r row) matchExpression(text string) (params map[string]string, ok bool) {
	found := r.link.FindStringSubmatchIndex(text)
	if found == nil {
		return nil, false
	}
	params = map[string]string{}
	for i, name := range r.link.SubexpNames() {
		if name != "" && found[2*i] >= 0 {
			params[name] = text[found[2*i]:found[2*i+1]]
		}
	}
	return params, true
}

// target completes a target with the values of the row and its captures.
func (r row) target(t Target, params map[string]string, segments []string) Target {
	t.Kind, t.Handler, t.Params = r.kind, r.handler, params
	t.Endpoints, t.Taxonomy = r.endpoints, r.taxonomy
	t.Slug = params["slug"]
	if r.slug != nil {
		t.Slug = r.slug(segments)
	}
	if t.Rewrite == rewriteHome && t.Kind == KindSingle {
		t.Kind = KindHome
		if r.handler == HandlerAny {
			t.Endpoints = pages
		}
	}
	return t
}
