package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/maypok86/otter/v2"

	"estate/internal/compose"
	"estate/internal/resolve"
	"estate/internal/view"
)

// mapCache holds maps by link: each is a query for a thousand properties.
type mapCache struct {
	entries *otter.Cache[string, *mapEntry]
}

type mapEntry struct {
	generation uint64
	body       []byte
}

// mapCacheBytes bounds the memory of the cache.
const mapCacheBytes = 8 << 20

func newMapCache() *mapCache {
	return &mapCache{otter.Must(&otter.Options[string, *mapEntry]{
		MaximumWeight: mapCacheBytes,
		Weigher:       func(raw string, entry *mapEntry) uint32 { return uint32(len(raw) + len(entry.body) + 64) },
	})}
}

// serveMap sends the coordinates of the properties of a search as JSON. The site itself makes
// its addresses, so a link that would be redirected has no map.
func (s *Server) serveMap(w http.ResponseWriter, r *http.Request) error {
	raw := strings.TrimPrefix(rawLink(r), compose.MapPrefix)
	generation := s.parts.Generation()
	entry, known := s.maps.entries.GetIfPresent(raw)
	if !known || entry.generation != generation {
		coordinates, err := s.mapOf(r.Context(), raw)
		if err != nil {
			return err
		}
		if coordinates == nil {
			plainError(w, http.StatusNotFound, "There is no map of this address.")
			return nil
		}
		body, err := json.Marshal(coordinates)
		if err != nil {
			return fmt.Errorf("write map: %w", err)
		}
		entry = &mapEntry{generation: generation, body: body}
		if len(raw) <= maxCachedLinkBytes {
			s.maps.entries.Set(strings.Clone(raw), entry)
		}
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "no-cache")
	return s.writeCompressed(w, r, http.StatusOK, entry.body)
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
