package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/sitemap"
	"estate/internal/site/view"
)

// properties counts how often they are read.
type properties struct {
	count int
	reads int
}

func (p *properties) Published(context.Context) ([]content.Published, error) {
	return []content.Published{{Type: content.TypeProperty, Count: p.count}}, nil
}

func (p *properties) Heads(_ context.Context, t content.Type, lang i18n.Lang, skip, limit int) ([]content.Head, error) {
	if skip == 0 {
		p.reads++
	}
	var heads []content.Head
	for id := skip; id < min(skip+limit, p.count); id++ {
		heads = append(heads, content.Head{ID: id, Type: t, Lang: lang, Link: fmt.Sprintf("/properties/villa-%d/", id)})
	}
	return heads, nil
}

// noLists is a source without terms, authors and options.
type noLists struct{ content.Source }

func (noLists) Archive(context.Context, i18n.Lang, content.ArchiveQuery) (*content.Archive, error) {
	return &content.Archive{}, nil
}

func (noLists) Terms(context.Context, i18n.Lang, string) ([]*content.Term, error) { return nil, nil }

// newSitemapServer has a sitemap of properties only.
func newSitemapServer(count int) (s *Server, links *properties, generation *uint64) {
	links, generation = &properties{count: count}, new(uint64(1))
	s = &Server{cfg: Config{SiteURL: "https://www.example.test"}}
	s.cfg.fillDefaults()
	s.log = s.cfg.Log
	s.sitemap = sitemap.New(sitemap.Config{
		SiteURL: s.cfg.SiteURL, Source: noLists{}, Links: links, Archives: func(i18n.Lang) []string { return nil },
		Page:       func(context.Context, string) (*view.View, error) { return nil, nil },
		Generation: func() uint64 { return *generation }, Now: s.cfg.Now, Log: s.log,
	})
	s.setLimits(false)
	return s, links, generation
}

func (s *Server) getSitemap(path, encoding, etag string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", encoding)
	if etag != "" {
		r.Header.Set("If-None-Match", etag)
	}
	answer := httptest.NewRecorder()
	s.handler(s.serveSitemap).ServeHTTP(answer, r)
	return answer
}

func TestSitemapIsReadOnceForAllClients(t *testing.T) {
	s, links, generation := newSitemapServer(2_000)
	const file = "/sitemap/properties-es-1.xml"
	first := s.getSitemap(file, "gzip", "")
	etag := first.Header().Get("ETag")
	if first.Code != http.StatusOK || first.Header().Get("Content-Encoding") != "gzip" || etag == "" {
		t.Fatalf("status %d, headers %v; want gzip and an ETag", first.Code, first.Header())
	}
	for n := range 1_000 { // more than the tokens of a client
		if again := s.getSitemap(file, "gzip", ""); again.Code != http.StatusOK || !bytes.Equal(again.Body.Bytes(), first.Body.Bytes()) {
			t.Fatalf("request %d: status %d, or another file", n+2, again.Code)
		}
	}
	if links.reads != 1 {
		t.Errorf("the properties were read %d times, want once", links.reads)
	}
	if got := s.getSitemap(file, "gzip", etag); got.Code != http.StatusNotModified || got.Body.Len() > 0 {
		t.Errorf("known file: status %d with %d bytes, want 304", got.Code, got.Body.Len())
	}
	z, err := gzip.NewReader(first.Body)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if plain := s.getSitemap(file, "", ""); !bytes.Equal(plain.Body.Bytes(), unpacked) || plain.Header().Get("Content-Encoding") != "" {
		t.Error("a client without gzip gets another file")
	}
	links.count, *generation = 1_999, 2
	if got := s.getSitemap(file, "gzip", etag); got.Code != http.StatusOK || links.reads != 2 {
		t.Errorf("after a change of content: status %d and %d reads, want the new file", got.Code, links.reads)
	}
	if got := s.getSitemap("/sitemap/none-en-1.xml", "gzip", ""); got.Code != http.StatusNotFound {
		t.Errorf("unknown file: status %d, want 404", got.Code)
	}
}
