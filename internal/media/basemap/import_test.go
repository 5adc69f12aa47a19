package basemap

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/media/basemap/mvt"
	"estate/internal/media/basemap/pmtiles"
)

// extract is a small archive of the Protomaps basemap: one street of Marbella.
func extract(t *testing.T, change func(h *pmtiles.Header, m *pmtiles.Metadata, layer *string)) string {
	t.Helper()
	h := pmtiles.Header{MinZoom: 0, MaxZoom: 14, West: -4.91, South: 36.50, East: -4.88, North: 36.52}
	m := pmtiles.Metadata{Name: "extract", Attribution: `<a href="https://protomaps.com">Protomaps</a> © <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>`}
	layer := "roads"
	if change != nil {
		change(&h, &m, &layer)
	}
	var tiles []pmtiles.Tile
	for z := h.MinZoom; z <= h.MaxZoom; z++ {
		x, y := uint32(7968)>>(14-z), uint32(6399)>>(14-z)
		tiles = append(tiles, pmtiles.Tile{Z: z, X: x, Y: y, Data: mvt.Encode(mvt.Tile{
			{Name: layer, Features: []mvt.Feature{{Type: mvt.TypeLine, Tags: []mvt.Tag{{Key: "kind", Value: "major_road"}, {Key: "name", Value: "Avenida Ricardo Soriano"}}, Parts: [][]mvt.Point{{{X: 0, Y: 2000}, {X: 4096, Y: 2100}}}}}},
		})})
	}
	var file bytes.Buffer
	if err := pmtiles.Write(&file, h, m, tiles); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "extract.pmtiles")
	if err := os.WriteFile(path, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func layersAt(t *testing.T, m *Map, z uint8, x, y uint32) mvt.Tile {
	t.Helper()
	tile, err := m.Tile(m.Hash(), z, x, y)
	if err != nil || tile == nil {
		t.Fatalf("tile %d/%d/%d: %v, %v", z, x, y, tile, err)
	}
	data, err := tile.Data()
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := mvt.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

func TestStreetsAppearWhereAnExtractIsImported(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "map")
	now := time.Now()
	m, err := New(Config{Folder: folder, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	before := m.Hash()
	if layersAt(t, m, 14, 7968, 6399).Layer("roads") != nil {
		t.Fatal("the built-in map has streets")
	}
	report, err := Import(folder, extract(t, nil), "")
	if err != nil {
		t.Fatal(err)
	}
	if report.Tiles != 15 || report.MaxZoom != 14 || report.Credit != "Protomaps © OpenStreetMap" {
		t.Errorf("report %+v", report)
	}
	// A running site notices the import when it is asked for a style.
	now = now.Add(2 * reloadAfter)
	var style struct {
		Sources map[string]struct {
			MaxZoom     int    `json:"maxzoom"`
			Attribution string `json:"attribution"`
		} `json:"sources"`
		Layers []struct {
			SourceLayer string `json:"source-layer"`
		} `json:"layers"`
	}
	if err := json.Unmarshal(m.Style(i18n.LangES), &style); err != nil {
		t.Fatal(err)
	}
	source := style.Sources["basemap"]
	if source.MaxZoom != 14 || !strings.HasPrefix(source.Attribution, `Protomaps <a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>`) {
		t.Errorf("source %+v", source)
	}
	drawn := map[string]bool{}
	for _, layer := range style.Layers {
		drawn[layer.SourceLayer] = true
	}
	for _, layer := range []string{"earth", "water", "roads", "places", "landuse", "buildings", "boundaries", "transit", "pois", "districts"} {
		if !drawn[layer] {
			t.Errorf("the style does not draw the layer %s", layer)
		}
	}
	roads := layersAt(t, m, 14, 7968, 6399).Layer("roads")
	if roads == nil || roads.Features[0].Text("name") != "Avenida Ricardo Soriano" {
		t.Errorf("the tile of the street has %+v", roads)
	}
	if layersAt(t, m, 11, 995, 801).Layer("earth") == nil && layersAt(t, m, 11, 995, 800).Layer("earth") == nil {
		t.Error("beyond the extract the built-in map is missing")
	}
	if tile, err := m.Tile(before, 14, 7968, 6399); tile == nil || err != nil {
		t.Errorf("a page that is open loses its tiles: %v", err)
	}
	// A second import replaces the first; its own credit wins.
	if _, err := Import(folder, extract(t, func(_ *pmtiles.Header, m *pmtiles.Metadata, _ *string) { m.Attribution = "" }), "Agency <b> © OpenStreetMap contributors"); err != nil {
		t.Fatal(err)
	}
	second, err := New(Config{Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	if credit := second.current.Load().archives[0].credit; !strings.HasPrefix(credit, "Agency &lt;b&gt; <a href=") {
		t.Errorf("credit %q", credit)
	}
	if files, _ := filepath.Glob(folder + "/*.pmtiles"); len(files) != 1 {
		t.Errorf("archives %v, want one", files)
	}
	if n, err := Remove(folder); n != 1 || err != nil {
		t.Errorf("removed %d, %v", n, err)
	}
}

func TestWrongImportsChangeNothing(t *testing.T) {
	folder := t.TempDir()
	for name, tt := range map[string]struct {
		change func(*pmtiles.Header, *pmtiles.Metadata, *string)
		want   error
	}{
		"without streets":          {func(h *pmtiles.Header, _ *pmtiles.Metadata, _ *string) { h.MaxZoom = 8 }, errCoarse},
		"of another schema":        {func(_ *pmtiles.Header, _ *pmtiles.Metadata, l *string) { *l = "transportation" }, errSchema},
		"without an attribution":   {func(_ *pmtiles.Header, m *pmtiles.Metadata, _ *string) { m.Attribution = "" }, errNoCredit},
		"with bounds of no extent": {func(h *pmtiles.Header, _ *pmtiles.Metadata, _ *string) { h.East = h.West }, pmtiles.ErrDamaged},
	} {
		if _, err := Import(folder, extract(t, tt.change), ""); !errors.Is(err, tt.want) {
			t.Errorf("a file %s: %v, want %v", name, err, tt.want)
		}
	}
	whole, err := os.ReadFile(extract(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	short := filepath.Join(t.TempDir(), "short.pmtiles")
	if err := os.WriteFile(short, whole[:len(whole)-40], 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(folder, short, ""); !errors.Is(err, pmtiles.ErrDamaged) {
		t.Errorf("a file that is cut off: %v", err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 0 {
		t.Errorf("%d files in the folder", len(entries))
	}
}
