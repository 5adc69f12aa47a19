package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"estate/internal/content/i18n"
	"estate/internal/media/basemap/mvt"
)

// mapStyle is the part of a map style that the tests read.
type mapStyle struct {
	Sources map[string]struct {
		Tiles       []string `json:"tiles"`
		MaxZoom     int      `json:"maxzoom"`
		Attribution string   `json:"attribution"`
	} `json:"sources"`
	Layers []struct {
		SourceLayer string `json:"source-layer"`
	} `json:"layers"`
}

func styleOf(t *testing.T, text string) mapStyle {
	t.Helper()
	var style mapStyle
	if err := json.Unmarshal([]byte(text), &style); err != nil {
		t.Fatal(err)
	}
	return style
}

func TestTheMapIsServedByTheSite(t *testing.T) {
	_, server := startSite(t, nil)
	for _, lang := range i18n.Filled {
		response, text := get(t, server, "/_tiles/"+string(lang)+"/style.json")
		style := styleOf(t, text)
		if response.StatusCode != http.StatusOK || len(style.Layers) == 0 || !strings.Contains(text, `"name:`+string(lang)+`"`) {
			t.Fatalf("%s: status %d, %d layers", lang, response.StatusCode, len(style.Layers))
		}
		if again := getUnlessCurrent(t, server, "/_tiles/"+string(lang)+"/style.json", response); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s: status %d for a known ETag", lang, again.StatusCode)
		}
		// Nothing is asked of another host; a credit may link to one.
		for name, source := range style.Sources {
			for _, address := range source.Tiles {
				if !strings.HasPrefix(address, "/_tiles/") {
					t.Errorf("%s: source %s asks %s", lang, name, address)
				}
			}
			if !strings.Contains(source.Attribution, "OpenStreetMap contributors") {
				t.Errorf("%s: source %s has the credit %q", lang, name, source.Attribution)
			}
		}
		if strings.Contains(text, "glyphs") || strings.Contains(text, "sprite") {
			t.Errorf("%s: the style asks for glyphs or sprites", lang)
		}
	}
	_, text := get(t, server, "/_tiles/en/style.json")
	address := styleOf(t, text).Sources["basemap"].Tiles[0]
	tile := func(z, x, y int) string {
		return strings.NewReplacer("{z}", fmt.Sprint(z), "{x}", fmt.Sprint(x), "{y}", fmt.Sprint(y)).Replace(address)
	}
	response, body := get(t, server, tile(11, 995, 800)) // Nueva Andalucía
	decoded, err := mvt.Decode([]byte(body))
	if err != nil || response.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
		t.Fatalf("tile: %v, cache %q", err, response.Header.Get("Cache-Control"))
	}
	for _, layer := range []string{"earth", "districts", "places"} {
		if decoded.Layer(layer) == nil {
			t.Errorf("the tile of Nueva Andalucía lacks the layer %s", layer)
		}
	}
	// London has no tile of its own at this zoom: it is cut out of a coarser one.
	response, body = get(t, server, tile(10, 511, 340))
	if decoded, err := mvt.Decode([]byte(body)); err != nil || response.StatusCode != http.StatusOK || decoded.Layer("earth") == nil {
		t.Errorf("London: status %d, %v", response.StatusCode, err)
	}
	for _, missing := range []string{"/_tiles/fr/style.json", "/_tiles/en/service.json", "/_tiles/en/other.json", "/_tiles/000000000000/0/0/0.mvt", tile(2, 4, 0), tile(40, 0, 0), tile(3, 1, 1) + "x", "/_tiles/", "/_tiles/a/b/c/d/e"} {
		if response, _ := get(t, server, missing); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", missing, response.StatusCode)
		}
	}
}

func TestAPropertyHasAStillImageOfTheMap(t *testing.T) {
	app, server := startSite(t, nil)
	property := publishedProperty(t, app.store)
	for _, lang := range i18n.Filled {
		_, body := get(t, server, "/_view"+lang.Prefix()+"/properties/"+property.Slug+"/")
		_, rest, _ := strings.Cut(body, `"image":"/_tiles/`)
		address, _, found := strings.Cut(rest, `"`)
		if !found {
			t.Fatalf("%s: the view of %s has no still image", lang, property.Slug)
		}
		response, image := get(t, server, "/_tiles/"+address)
		if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(image, "<svg ") || !strings.Contains(image, "© OpenStreetMap contributors") {
			t.Errorf("%s: status %d, %s", address, response.StatusCode, clipped(image))
		}
	}
	_, image := get(t, server, "/_tiles/es/place/36.51,-4.95,area.svg")
	if !strings.Contains(image, ">Puerto Banús</text>") || !strings.Contains(image, "<circle") {
		t.Errorf("Nueva Andalucía: %s", clipped(image))
	}
	if _, small := get(t, server, "/_tiles/es/place/36.51,-4.95,area,small.svg"); !strings.Contains(small, `viewBox="0 0 420 288"`) ||
		!strings.Contains(small, `font-size="15"`) || !strings.Contains(small, "<circle") {
		t.Errorf("the image for phones: %s", clipped(small))
	}
	for _, wrong := range []string{"NaN,1.svg", "1.svg", "91,0.svg", "36.5,-4.9.png", "a,b,area.svg"} {
		if response, _ := get(t, server, "/_tiles/en/place/"+wrong); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", wrong, response.StatusCode)
		}
	}
}
