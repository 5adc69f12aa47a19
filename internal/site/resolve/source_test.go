package resolve

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/search"
	"estate/internal/site/route"
)

// fakeSource is a source in memory that records every call.
type fakeSource struct {
	content.Source // nil: a call of a method that is missing below panics

	published  map[string][]content.Entity // by endpoint
	terms      map[string][]*content.Term
	properties []*content.Property
	archive    func(content.ArchiveQuery) (*content.Archive, error)
	revision   *content.Revision
	edited     content.Entity // what ByID returns with a credential, nil for the published one
	redirect   *content.Redirect
	withdrawn  *content.Ref
	failure    error

	mu     sync.Mutex
	calls  []string
	filter search.Filter
}

func (s *fakeSource) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, fmt.Sprintf(format, args...))
}

func (s *fakeSource) BySlug(_ context.Context, _ i18n.Lang, endpoint, slug string) ([]content.Entity, error) {
	s.note("%s?slug=%s", endpoint, slug)
	var found []content.Entity
	for _, entity := range s.published[endpoint] {
		if slugOf(entity) == slug {
			found = append(found, entity)
		}
	}
	return found, s.failure
}

func slugOf(entity content.Entity) string {
	switch e := entity.(type) {
	case *content.Post:
		return e.Slug
	case *content.Page:
		return e.Slug
	case *content.Property:
		return e.Slug
	case *content.Media:
		return e.Slug
	case *content.Term:
		return e.Slug
	case *content.Author:
		return e.Slug
	}
	return ""
}

func (s *fakeSource) ByID(_ context.Context, _ i18n.Lang, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	s.note("%s/%d %s", endpoint, id, auth)
	if auth != "" && s.edited != nil {
		return s.edited, nil
	}
	for _, entity := range s.published[endpoint] {
		if entity.Ref().ID == id {
			return entity, nil
		}
	}
	return nil, content.FromStatus(404, "Not Found")
}

func (s *fakeSource) Revision(_ context.Context, _ i18n.Lang, endpoint string, id int, auth content.Credential) (*content.Revision, error) {
	s.note("%s/%d/revisions %s", endpoint, id, auth)
	if s.revision == nil {
		return nil, content.ErrNoRevision
	}
	return s.revision, nil
}

func (s *fakeSource) Archive(_ context.Context, _ i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	s.note("%s page %d %s=%d author=%d", q.Endpoint, q.Page, q.Taxonomy, q.Term, q.Author)
	if s.archive != nil {
		return s.archive(q)
	}
	items := s.published[q.Endpoint]
	if q.Page > 1 {
		items = nil
	}
	return &content.Archive{Items: items, Total: len(s.published[q.Endpoint]), TotalPages: 1}, nil
}

func (s *fakeSource) Properties(_ context.Context, _ i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	s.note("properties page %d", f.Page)
	s.filter = f
	if f.Page > 1 {
		return &content.Listing[*content.Property]{}, nil
	}
	return &content.Listing[*content.Property]{Items: s.properties, Total: len(s.properties), TotalPages: 1}, nil
}

func (s *fakeSource) Terms(_ context.Context, _ i18n.Lang, taxonomy string) ([]*content.Term, error) {
	s.note("terms of %s", taxonomy)
	return s.terms[taxonomy], nil
}

func (s *fakeSource) Author(_ context.Context, _ i18n.Lang, id int) (*content.Author, error) {
	s.note("author %d", id)
	return &content.Author{ID: id}, nil
}

func (s *fakeSource) Redirect(_ context.Context, link string, _ content.RedirectDepth) (content.Redirect, error) {
	s.note("redirect %s", link)
	if s.redirect == nil {
		return content.Redirect{}, content.ErrNotFound
	}
	return *s.redirect, nil
}

func (s *fakeSource) Withdrawn(context.Context, string) (content.Ref, error) {
	if s.withdrawn == nil {
		return content.Ref{}, content.ErrNotFound
	}
	return *s.withdrawn, nil
}

// places are a province with two cities; the name of one differs from its slug.
func places() map[string][]*content.Term {
	return map[string][]*content.Term{search.KeyLocation: {
		{ID: 636, Slug: "marbella", Name: i18n.Text{"en": "Marbella"}},
		{ID: 701, Slug: "marbella-golden-mile", Name: i18n.Text{"en": "Golden Mile"}, Parent: 636},
		{ID: 702, Slug: "elviria", Name: i18n.Text{"en": "Elviria"}, Parent: 636},
	}}
}

func post(id int, slug, siteLink string) *content.Post {
	return &content.Post{Head: content.Head{ID: id, Type: content.TypePost, Slug: slug, Link: siteLink, Lang: i18n.LangEN}, Title: slug}
}

func page(id int, slug, siteLink string, lang i18n.Lang) *content.Page {
	return &content.Page{Head: content.Head{ID: id, Type: content.TypePage, Slug: slug, Link: siteLink, Lang: lang}}
}

func property(id int, slug string) *content.Property {
	return &content.Property{Head: content.Head{ID: id, Type: content.TypeProperty, Slug: slug, Link: "/properties/" + slug + "/"}}
}

func newResolver(t *testing.T, config Config, source content.Source) *Resolver {
	t.Helper()
	table, err := route.NewTable(route.Agency())
	if err != nil {
		t.Fatal(err)
	}
	config.Homepage = true
	resolver, err := New(config, source, table)
	if err != nil {
		t.Fatal(err)
	}
	return resolver
}

func parsed(t *testing.T, raw string) link.Link {
	t.Helper()
	l, err := link.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func resolved(t *testing.T, source content.Source, raw string, auth content.Credential) *Result {
	t.Helper()
	result, err := newResolver(t, Config{}, source).Resolve(t.Context(), Request{Link: parsed(t, raw), Auth: auth})
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return result
}

func (s *fakeSource) wasCalled(call string) bool { return slices.Contains(s.calls, call) }
