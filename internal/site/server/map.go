package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/maypok86/otter/v2"

	"estate/internal/site/compose"
	"estate/internal/site/resolve"
	"estate/internal/site/view"
)

// bodyCache holds bodies of responses by link. An entry is valid for one generation of the
// content.
type bodyCache struct {
	entries *otter.Cache[string, *bodyEntry]
}

type bodyEntry struct {
	generation uint64
	body       []byte
}

// Memory of the caches of maps, each a query for a thousand properties, and of feeds.
const (
	mapCacheBytes  = 8 << 20
	feedCacheBytes = 4 << 20
)

func newBodyCache(maxBytes uint64) *bodyCache {
	return &bodyCache{otter.Must(&otter.Options[string, *bodyEntry]{
		MaximumWeight: maxBytes,
		Weigher:       func(raw string, entry *bodyEntry) uint32 { return uint32(len(raw) + len(entry.body) + 64) },
	})}
}

// get returns the body of a link at a generation.
func (c *bodyCache) get(raw string, generation uint64) ([]byte, bool) {
	entry, known := c.entries.GetIfPresent(raw)
	if !known || entry.generation != generation {
		return nil, false
	}
	return entry.body, true
}

func (c *bodyCache) set(raw string, generation uint64, body []byte) {
	if len(raw) <= maxCachedLinkBytes {
		c.entries.Set(strings.Clone(raw), &bodyEntry{generation: generation, body: body})
	}
}

// serveMap sends the coordinates of the properties of a search as JSON. The site itself makes
// its addresses, so a link that would be redirected has no map.
func (s *Server) serveMap(w http.ResponseWriter, r *http.Request) error {
	raw := strings.TrimPrefix(rawLink(r), compose.MapPrefix)
	generation := s.parts.Generation()
	body, known := s.maps.get(raw, generation)
	if !known {
		coordinates, err := s.mapOf(r.Context(), raw)
		if err != nil {
			return err
		}
		if coordinates == nil {
			plainError(w, http.StatusNotFound, "There is no map of this address.")
			return nil
		}
		if body, err = json.Marshal(coordinates); err != nil {
			return fmt.Errorf("write map: %w", err)
		}
		s.maps.set(raw, generation, body)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-cache")
	s.setCacheable(h, s.surrogateOfMap())
	return s.writeCompressed(w, r, http.StatusOK, body)
}

// mapOf returns the map of a search, nil for any other link.
func (s *Server) mapOf(ctx context.Context, raw string) (*view.MapResponse, error) {
	found, err := s.parts.Redirects.Lookup(ctx, raw, s.parts.Source)
	if err != nil || found.Location != "" || found.Options[optionAuth] != "" {
		return nil, err
	}
	result, err := s.parts.Resolver.Resolve(ctx, resolve.Request{Link: found.Link})
	if err != nil {
		return nil, err
	}
	return s.parts.Composer.Map(ctx, result)
}
