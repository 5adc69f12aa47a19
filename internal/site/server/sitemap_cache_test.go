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
)

// countedProperties counts the files that are read.
type countedProperties struct {
	manyProperties
	parts int
}

func (c *countedProperties) Heads(ctx context.Context, t content.Type, lang i18n.Lang, skip, limit int) ([]content.Head, error) {
	if skip%linksPerFile == 0 {
		c.parts++
	}
	return c.manyProperties.Heads(ctx, t, lang, skip, limit)
}

// newSitemapServer has a list of files, and properties behind it.
func newSitemapServer(count int) (s *Server, links *countedProperties, generation *uint64) {
	links, generation = &countedProperties{manyProperties: manyProperties{count: count}}, new(uint64)
	*generation = 1
	s = &Server{cfg: Config{SiteURL: "https://www.example.test"}}
	s.cfg.fillDefaults()
	s.log = s.cfg.Log
	s.parts.Links = links
	s.parts.Generation = func() uint64 { return *generation }
	s.sitemap.finished = newSitemapCache()
	s.setLimits()
	s.listSitemap()
	return s, links, generation
}

// listSitemap makes the list of files at the present generation.
func (s *Server) listSitemap() {
	links := s.parts.Links.(*countedProperties)
	s.sitemap.files = filesOf(content.Published{Type: content.TypeProperty, Count: links.count}, false)
	s.sitemap.generation, s.sitemap.until = s.parts.Generation(), s.cfg.Now().Add(indexLifetime)
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
	if links.parts != 1 {
		t.Errorf("the properties were read %d times, want once", links.parts)
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
	s.listSitemap()
	if got := s.getSitemap(file, "gzip", etag); got.Code != http.StatusOK || links.parts != 2 {
		t.Errorf("after a change of content: status %d and %d reads, want the new file", got.Code, links.parts)
	}
	if got := s.getSitemap("/sitemap/none-en-1.xml", "gzip", ""); got.Code != http.StatusNotFound {
		t.Errorf("unknown file: status %d, want 404", got.Code)
	}
}

func TestCacheOfSitemapsHasABound(t *testing.T) {
	cache := newSitemapCache()
	for n := range 100 {
		cache.entries.Set(fmt.Sprintf("properties-en-%d.xml", n), &finishedSitemap{gzip: make([]byte, 1<<20)})
	}
	cache.entries.CleanUp()
	if got := cache.entries.WeightedSize(); got > sitemapCacheBytes {
		t.Errorf("100 files of 1 MB: the cache keeps %d MB, want at most %d", got>>20, sitemapCacheBytes>>20)
	}
}
