package server

import (
	"context"
	"net/http"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/platform/httpheader"
	"estate/internal/site/limits"
	"estate/internal/site/sitemap"
	"estate/internal/site/view"
)

func (s *Server) newSitemap() *sitemap.Sitemap {
	return sitemap.New(sitemap.Config{
		SiteURL: s.cfg.SiteURL, Archives: s.archiveLinks, Taxonomies: s.cfg.Taxonomies, Source: s.parts.Source, Links: s.parts.Links,
		Languages: s.parts.Languages, Generation: s.parts.Generation, Page: s.pageOf, Timeout: s.cfg.PageTimeout, Now: s.cfg.Now, Log: s.log,
	})
}

// pageOf returns the View of a link, nil for a redirect.
func (s *Server) pageOf(ctx context.Context, raw string) (*view.View, error) {
	result, err := s.resolveLink(ctx, raw, content.FirstRedirect)
	if err != nil || result.page == nil {
		return nil, err
	}
	return result.page.View, nil
}

// archiveLinks are the links of a language that are lists.
func (s *Server) archiveLinks(lang i18n.Lang) []string {
	links := []string{lang.Prefix() + "/", lang.Prefix() + "/properties/", lang.Prefix() + "/developments/", s.blog(lang)}
	for _, path := range s.cfg.Archives {
		links = append(links, link.Join(lang.Prefix(), path))
	}
	return links
}

// blog is the link of the list of posts.
func (s *Server) blog(lang i18n.Lang) string { return link.Join(lang.Prefix(), s.cfg.Blog.In(lang)) }

// serveSitemap sends the index or one file. What is cached costs a client nothing.
func (s *Server) serveSitemap(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimPrefix(r.URL.Path, sitemap.Folder) // that of the index is its path
	if file := s.sitemap.Cached(name); file != nil && acceptsGzip(r) {
		return s.writeSitemap(w, r, file)
	}
	w, r, end, ok := s.limits.Admit(w, r, limits.OfSitemap(r))
	if !ok {
		return nil
	}
	defer end()
	file, err := s.sitemap.File(r.Context(), name)
	switch {
	case err != nil:
		return err
	case file == nil:
		plainError(w, http.StatusNotFound, "There is no such part of the sitemap.")
		return nil
	}
	return s.writeSitemap(w, r, file)
}

// writeSitemap sends a file. A client without gzip gets it uncompressed, in small parts.
func (s *Server) writeSitemap(w http.ResponseWriter, r *http.Request, file *sitemap.File) error {
	h := w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=3600")
	h["Vary"] = varyEncoding
	h["Etag"] = []string{file.ETag}
	switch {
	case httpheader.MatchesETag(r.Header, file.ETag):
		w.WriteHeader(http.StatusNotModified)
		return nil
	case acceptsGzip(r):
		h["Content-Encoding"] = encodingValues["gzip"]
		writeBody(w, r, http.StatusOK, file.Gzip)
		return nil
	case r.Method == http.MethodHead:
		w.WriteHeader(http.StatusOK)
		return nil
	}
	if _, err := file.WriteTo(w); err != nil && r.Context().Err() == nil {
		s.log.DebugContext(r.Context(), "response was cut off", "path", loggedPath(r.URL.Path), "err", err)
	}
	return nil
}
