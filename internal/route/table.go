package route

import (
	"strings"

	"estate/internal/i18n"
	"estate/internal/link"
)

// Table tells what links mean. It never changes once built.
type Table struct {
	rows   []row
	folder string // of the site: "/" or "/web/"
	home   map[i18n.Lang]string
	bases  []base
	// postsPage are the paths that list posts, per language.
	postsPage map[i18n.Lang][]string
}

// NewTable compiles the table. A bad pattern is an error that names it.
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

// Resolve tells what a link means: at most one rewrite, then the first row that fits.
func (t *Table) Resolve(l link.Link) Target {
	l = t.localize(l)
	path, rewrite, taken := t.rewrite(l)
	target := Target{Link: l, Rewrite: rewrite}
	if !taken {
		return target
	}
	asked := question{path: path, segments: split(path), link: l}
	for _, r := range t.rows {
		if params, ok := r.match(asked); ok {
			return r.target(target, params, asked.segments)
		}
	}
	return target
}

// IsResults reports whether a link shows search results, so that its query holds filters.
func (t *Table) IsResults(l link.Link) bool {
	switch t.Resolve(l).Kind {
	case KindPropertySearch, KindDevelopmentSearch, KindCity, KindListing:
		return true
	}
	return false
}

// question is a link as the rows see it, after the rewrite.
type question struct {
	path     string
	segments []string
	link     link.Link
}

func (q question) text() string {
	return link.Stringify(link.Parts{Route: q.path, Page: q.link.Page, Query: q.link.Query, Hash: q.link.Hash})
}

func (r row) match(asked question) (params map[string]string, ok bool) {
	switch {
	case r.query != nil:
		return map[string]string{}, r.query(asked.link.Query)
	case r.link != nil:
		return r.matchExpression(asked.text())
	case !strings.HasPrefix(asked.path, "/"):
		return nil, false
	}
	segments := asked.segments
	if r.handler == HandlerAny {
		// The last row takes every path, those that end in several slashes too.
		segments = split("/" + strings.Trim(asked.path, "/"))
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

// target completes a target with what the row and its captures say.
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
