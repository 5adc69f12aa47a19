package server

import (
	"net/http"

	"estate/internal/content"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
)

// WritePreview answers a link with the document that another resolver and composer make of it. No cache sees it, and its
// scripts do not run: it measures no visit and asks for no consent. A page of the same origin may frame it.
func (s *Server) WritePreview(
	w http.ResponseWriter, r *http.Request, source content.Source, resolver *resolve.Resolver, composer *compose.Composer, link string,
) error {
	found, err := s.parts.Redirects.Lookup(r.Context(), link, source)
	if err != nil {
		return err
	}
	result, err := resolver.Resolve(r.Context(), resolve.Request{Link: found.Link})
	if err != nil {
		return err
	}
	if found.Location != "" || result.Redirect != nil {
		result = resolver.Refuse(found.Link)
	}
	page, err := composer.Encode(r.Context(), result)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", contentSecurityPolicy(&s.cfg, s.vite != nil)+"; sandbox allow-same-origin")
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	w.Header()["Content-Type"] = typeHTML
	setPrivate(w.Header())
	d := s.documentOf(r.Context(), page)
	d.Files.Boot, d.Files.Script, d.Files.Before = "", "", nil
	writeBody(w, r, page.View.Status, d.Bytes())
	return nil
}
