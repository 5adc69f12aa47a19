package compose_test

import (
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/view"
	"estate/internal/store"
)

func TestArchivesLeadToTheirTranslation(t *testing.T) {
	h := newHarness(t, nil)
	at := time.Date(2019, 5, 4, 12, 0, 0, 0, time.UTC)
	only := &content.Post{
		Head:  content.Head{ID: 7702, Type: content.TypePost, Slug: "only", Status: content.StatusPublish, Date: at, Modified: at, Lang: i18n.LangES, Link: "/es/only/"},
		Title: "Solo en español",
	}
	if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(only) }); err != nil {
		t.Fatal(err)
	}
	for link, want := range map[string]string{
		"/es/2025/":             "/2025/",
		"/2025/":                "/es/2025/",
		"/es/2025/06/":          "/2025/06/",
		"/es/2019/05/":          "/blog/", // no post in English on these days
		"/blog/?s=villa":        "/es/blog/?s=villa",
		"/es/blog/?s=dos+casas": "/blog/?s=dos+casas",
		"/blog/":                "/es/blog/",
	} {
		v := h.view(t, link)
		for _, choice := range v.Languages {
			if !choice.Current && choice.Href != want {
				t.Errorf("the switcher of %s leads to %s, want %s", link, choice.Href, want)
			}
			if status := h.view(t, choice.Href).Status; status != 200 {
				t.Errorf("%s leads to %s, which answers %d", link, choice.Href, status)
			}
		}
	}
}

func TestBlogHasTheAgencysTitleAndText(t *testing.T) {
	h := newHarness(t, nil)
	at := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	page := &content.Page{
		Head:  content.Head{ID: 7701, Type: content.TypePage, Slug: "blog", Status: content.StatusPublish, Date: at, Modified: at, Lang: i18n.LangEN, Link: "/blog/"},
		Title: "Letters from the &amp; strait", Content: "<p>Every second Sunday.</p>",
		Fields: content.PageFields{Subtitle: "Wind and houses", Description: "What we write."},
	}
	put := func(p *content.Page) {
		t.Helper()
		if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(p) }); err != nil {
			t.Fatal(err)
		}
	}
	put(page)
	v := h.view(t, "/blog/")
	if v.Header.Title != "Letters from the & strait" || v.Header.Subtitle != "Wind and houses" || v.Head.Description != "What we write." {
		t.Errorf("header %+v, description %q", v.Header, v.Head.Description)
	}
	first, ok := v.Content[0].(*view.PageSection)
	if !ok || string(first.HTML.String()) != "<p>Every second Sunday.</p>" {
		t.Errorf("first section %+v, want the text of the page", v.Content[0])
	}
	if v := h.view(t, "/blog/?s=coast"); len(v.Content) != 1 {
		t.Errorf("a search has %d sections, want the posts only", len(v.Content))
	}
	if title := h.view(t, "/es/blog/").Header.Title; title != "Lea sobre la Costa del Sol" {
		t.Errorf("title %q in the language without a page", title)
	}
	named := *page
	named.Title = "BLOG"
	put(&named)
	if title := h.view(t, "/blog/").Header.Title; title != "Read about Costa del Sol" {
		t.Errorf("title %q of a page that is called Blog", title)
	}
}
