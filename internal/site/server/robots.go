package server

import (
	"net/http"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/site/compose"
	"estate/internal/site/sitemap"
)

// serveRobots names the sitemap and excludes crawlers from data and from combinations of
// filters, whose number has no limit. Results with one filter are allowed: pages link to them,
// and they have "noindex, follow" and a canonical link.
func (s *Server) serveRobots(w http.ResponseWriter, r *http.Request) error {
	var b strings.Builder
	b.WriteString("User-agent: *\nDisallow: " + viewPrefix + "/\nDisallow: " + compose.MapPrefix + "/\nDisallow: " + suggestPrefix + "/\n")
	if s.parts.Studio != nil && s.cfg.StudioHost == "" {
		b.WriteString("Disallow: " + studioPath + "\n")
	}
	for _, lang := range i18n.Filled {
		b.WriteString("Disallow: " + lang.Prefix() + "/favorites/\nDisallow: " + lang.Prefix() + compose.ViewingPath + "\n")
	}
	for _, key := range []string{"s_", "price_"} {
		b.WriteString("Disallow: /*?*" + key + "*&\n")
	}
	b.WriteString("Disallow: /*?*sort_by=\n\nSitemap: " + s.cfg.SiteURL + sitemap.Index + "\n")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	writeBody(w, r, http.StatusOK, []byte(b.String()))
	return nil
}
