package server

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"estate/internal/site/document"
)

// newTheme is the theme of the documents. The address of an icon of the agency changes with it: browsers keep it without end.
func newTheme(cfg *Config) document.Theme {
	theme := document.Theme{Style: cfg.Brand.Style(), Color: cfg.Brand.Palette().Bark}
	if cfg.Icon != nil {
		sum := sha256.Sum256(cfg.Icon)
		theme.IconVersion = hex.EncodeToString(sum[:4])
	}
	return theme
}

// icons serves the agency's icon under the names of all icons, else the built-in ones.
func (s *Server) icons() http.Handler {
	if s.cfg.Icon == nil {
		return s.assets
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "public, max-age=86400")
		writeBody(w, r, http.StatusOK, s.cfg.Icon)
	})
}
