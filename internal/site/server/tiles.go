package server

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/media/basemap"
	"estate/internal/site/limits"
)

const (
	// styleCache is short: the style names the archives of the tiles. The ETag makes a
	// revalidation cheap.
	styleCache = "public, max-age=300"
	// immutable is for addresses that contain a hash of what they answer.
	immutable = "public, max-age=31536000, immutable"
)

// serveMapStyle sends the style of the map in a language: style.json with the site's own
// tiles, service.json with those of the configured service.
func (s *Server) serveMapStyle(w http.ResponseWriter, r *http.Request) error {
	lang := i18n.Lang(r.PathValue("lng"))
	var (
		style []byte
		err   error
	)
	switch r.PathValue("file") {
	case "style.json":
		style = s.parts.Basemap.Style(lang)
	case "service.json":
		style, err = s.parts.Basemap.ServiceStyle(lang)
	}
	if err != nil {
		return err
	}
	if style == nil {
		plainError(w, http.StatusNotFound, "There is no such map style.")
		return nil
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", styleCache)
	return s.writeWithETag(w, r, style)
}

// serveTile sends a vector tile. Its address contains the hash of the archives, so browsers
// keep it without end. Open sea is an empty tile.
func (s *Server) serveTile(w http.ResponseWriter, r *http.Request) error {
	zoom, x, y, ok := tilePosition(r)
	if !ok {
		plainError(w, http.StatusNotFound, "There is no such tile.")
		return nil
	}
	tile, err := s.parts.Basemap.Tile(r.PathValue("hash"), zoom, x, y)
	if err != nil {
		return fmt.Errorf("read tile %s: %w", loggedPath(r.URL.Path), err)
	}
	if tile == nil {
		plainError(w, http.StatusNotFound, "There is no such tile.")
		return nil
	}
	if tile.Cut() {
		admitted, request, end, ok := s.limits.Admit(w, r, limits.Page)
		if !ok {
			return nil
		}
		defer end()
		w, r = admitted, request
	}
	h := w.Header()
	h.Set("Content-Type", "application/vnd.mapbox-vector-tile")
	h.Set("X-Robots-Tag", "noindex")
	if acceptsGzip(r) {
		if packed := tile.Gzip(); packed != nil {
			h.Set("Cache-Control", immutable)
			h["Vary"] = varyEncoding
			h.Set("Content-Encoding", "gzip")
			writeBody(w, r, http.StatusOK, packed)
			return nil
		}
	}
	data, err := tile.Data()
	if err != nil {
		return fmt.Errorf("read tile %s: %w", loggedPath(r.URL.Path), err)
	}
	h.Set("Cache-Control", immutable)
	return s.writeCompressed(w, r, http.StatusOK, data)
}

// stillCache lets browsers keep a still image of the map for a day: a new extract may
// change it.
const stillCache = "public, max-age=86400"

// serveStill sends a still image of the map around a position: {lat},{lng}.svg for an exact one,
// {lat},{lng},area.svg for the area of a public one; ,small before .svg for a phone.
func (s *Server) serveStill(w http.ResponseWriter, r *http.Request) error {
	name, isSVG := strings.CutSuffix(r.PathValue("at"), ".svg")
	name, isSmall := strings.CutSuffix(name, ",small")
	name, isArea := strings.CutSuffix(name, ",area")
	first, second, _ := strings.Cut(name, ",")
	lat, errLat := strconv.ParseFloat(first, 64)
	lng, errLng := strconv.ParseFloat(second, 64)
	lang := i18n.Lang(r.PathValue("lng"))
	// The negated form refuses NaN too.
	if !isSVG || errLat != nil || errLng != nil || !(lat >= -85 && lat <= 85 && lng >= -180 && lng <= 180) ||
		!slices.Contains(i18n.Filled, lang) {
		plainError(w, http.StatusNotFound, "There is no such image.")
		return nil
	}
	still := basemap.Still{Lat: lat, Lng: lng, Lang: lang, Small: isSmall}
	if isArea {
		still.RadiusKm = content.PublicRadiusKm
	}
	image, err := s.parts.Basemap.Still(still)
	if err != nil {
		return fmt.Errorf("make still image %s: %w", loggedPath(r.URL.Path), err)
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Cache-Control", stillCache)
	h.Set("X-Robots-Tag", "noindex")
	return s.writeWithETag(w, r, image)
}

func tilePosition(r *http.Request) (zoom uint8, x, y uint32, ok bool) {
	last, isTile := strings.CutSuffix(r.PathValue("y"), ".mvt")
	z, errZ := strconv.ParseUint(r.PathValue("z"), 10, 8)
	column, errX := strconv.ParseUint(r.PathValue("x"), 10, 32)
	row, errY := strconv.ParseUint(last, 10, 32)
	return uint8(z), uint32(column), uint32(row), isTile && errZ == nil && errX == nil && errY == nil
}
