package engine

import (
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

func TestAPictureBesideTheFileIsCopiedWithItsText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "01.jpg")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := jpeg.Encode(file, image.NewRGBA(image.Rect(0, 0, 30, 20)), nil); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	source := &list{listings: []feeds.Listing{villa("a", func(l *feeds.Listing) {
		l.Pictures = []feeds.Picture{{URL: "photos/a/01.jpg?1-1", File: path, Alt: i18n.Text{i18n.LangEN: "The villa"}}, {URL: "photos/a/02.jpg?1-1", File: path + ".away"}}
		l.Badges, l.Street, l.Visibility = []content.Badge{content.BadgeExclusive}, "Calle Mayor", content.AddressStreet
	})}}
	h := start(t, map[string]feeds.Source{"office": source}, func(c *Config) { c.Feeds[0].NoPictures = false })
	report := h.run("office")
	p := h.byReference("REF-a")
	if p == nil || len(p.Gallery) != 1 || p.Gallery[0].Alt[i18n.LangEN] != "The villa" || p.Gallery[0].Width != 30 || p.Featured == nil {
		t.Fatalf("property %+v, problems %+v", p, report.Problems)
	}
	if len(p.Badges) != 1 || p.Badges[0] != content.BadgeExclusive || p.Address == nil || p.Address.Visibility != content.AddressStreet {
		t.Errorf("badges %v, address %+v", p.Badges, p.Address)
	}
	if len(report.Problems) != 1 || report.Problems[0].Field != "picture 2" {
		t.Errorf("problems %+v, want one of the picture that is away", report.Problems)
	}

	// A feed without texts leaves those of an editor.
	edited := *p
	edited.Gallery = []content.Image{p.Gallery[0]}
	edited.Gallery[0].Alt = i18n.Text{i18n.LangEN: "The editor's words"}
	if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(&edited) }); err != nil {
		t.Fatal(err)
	}
	source.listings[0].Pictures = []feeds.Picture{{URL: "photos/a/01.jpg?1-1", File: path}}
	source.listings[0].Price = 900_000
	h.run("office")
	if p = h.byReference("REF-a"); p.Price.Amount != 900_000 || len(p.Gallery) != 1 || p.Gallery[0].Alt[i18n.LangEN] != "The editor's words" {
		t.Errorf("price %+v, gallery %+v", p.Price, p.Gallery)
	}
}
