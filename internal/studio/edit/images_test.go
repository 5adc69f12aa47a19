package edit_test

import (
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/edit"
	"estate/internal/tests/storetest"
)

const kitchen = `{"id":500000001,"source_url":"/media/u/2026/0123456789ab-kitchen.jpg","width":1600,"height":1067,"color":"#aabbcc"`

func withLibrary(t *testing.T) *office {
	o := start(t)
	storetest.Put(t, o.store,
		&content.Media{
			Head:  content.Head{ID: 500_000_001, Type: content.TypeAttachment, Slug: "0123456789ab-kitchen", Status: content.StatusPublish},
			Title: i18n.Text{"en": "Kitchen"}, Mime: "image/jpeg",
			Image: content.Image{ID: 500_000_001, URL: "/media/u/2026/0123456789ab-kitchen.jpg", Width: 1600, Height: 1067, Color: "#aabbcc"},
		},
		&content.Media{
			Head:  content.Head{ID: 500_000_002, Type: content.TypeAttachment, Slug: "0123456789ab-sheet", Status: content.StatusPublish},
			Title: i18n.Text{"en": "Sheet"}, Mime: "application/pdf", Image: content.Image{ID: 500_000_002, URL: "/media/u/2026/0123456789ab-sheet.pdf"},
		})
	return o
}

func TestPicturesOfTheLibraryAreSaved(t *testing.T) {
	o := withLibrary(t)
	// The picture that the property had has no file in the library.
	list := `[` + kitchen + `,"label":"kitchen","alt":{"en":"Kitchen of Villa Alba","es":"Cocina de Villa Alba"},"focus":[0,0],"altered":true},{"source_url":"/media/villa.jpg"}]`
	o.save(editor, propertyRef(1), set("gallery", "null", list), set("featured_image", `{"source_url":"/media/villa.jpg"}`, kitchen+`}`),
		set("plans", "null", `[`+kitchen+`,"label":"plan"}]`), set("extra.pdf", "null", `"/media/u/2026/0123456789ab-sheet.pdf"`),
		set("extra.video", "null", `"https://www.youtube.com/watch?v=1"`),
		set("information_sheet.document", "null", `"/media/u/2026/0123456789ab-sheet.pdf"`))
	p := o.property(1)
	if len(p.Gallery) != 2 || p.Gallery[0].Focus == nil || *p.Gallery[0].Focus != [2]int{} || p.Gallery[0].Label != "kitchen" || !p.Gallery[0].Altered ||
		p.Gallery[0].Alt["es"] != "Cocina de Villa Alba" || p.Featured.ID != 500_000_001 || len(p.Plans) != 1 || p.Extra.PDF == "" {
		t.Errorf("saved %+v, %+v", p.Gallery, p.Featured)
	}
	// Another order is a change, the same list none.
	if saved := o.save(editor, propertyRef(1), set("gallery", list, list)); saved.Change != 0 {
		t.Errorf("the same list is change %d", saved.Change)
	}
	// A feed brings plans and the first picture with the others, so one lock keeps them all.
	locked := o.save(editor, propertyRef(fed), set("plans", "null", `[`+kitchen+`}]`), set("featured_image", `{"source_url":"/media/villa.jpg"}`, kitchen+`}`))
	if len(locked.Locked) != 1 || locked.Locked[0] != "gallery" {
		t.Errorf("locked %v", locked.Locked)
	}
}

func TestPicturesFromElsewhereAreRefused(t *testing.T) {
	o := withLibrary(t)
	long := make([]byte, 301)
	for i := range long {
		long[i] = 'a'
	}
	for name, test := range map[string]struct{ path, value, problems string }{
		"another host":        {"gallery", `[{"source_url":"https://elsewhere.test/a.jpg"}]`, "gallery.0"},
		"an invented file":    {"gallery", `[{"id":500000009,"source_url":"/media/u/2026/x.jpg"}]`, "gallery.0"},
		"another address":     {"gallery", `[{"id":500000001,"source_url":"/media/accounts.db","width":1600,"height":1067,"color":"#aabbcc"}]`, "gallery.0"},
		"another size":        {"gallery", `[{"id":500000001,"source_url":"/media/u/2026/0123456789ab-kitchen.jpg","width":1,"height":1067,"color":"#aabbcc"}]`, "gallery.0"},
		"a document":          {"featured_image", `{"id":500000002,"source_url":"/media/u/2026/0123456789ab-sheet.pdf"}`, "featured_image"},
		"an unknown label":    {"gallery", `[` + kitchen + `,"label":"dungeon"}]`, "gallery.0"},
		"a point outside":     {"gallery", `[` + kitchen + `,"focus":[50,101]}]`, "gallery.0"},
		"a long text":         {"gallery", `[` + kitchen + `,"alt":{"en":"` + string(long) + `"}}]`, "gallery.0.alt.en"},
		"a text in no tongue": {"gallery", `[` + kitchen + `,"alt":{"xx":"Kitchen"}}]`, "gallery.0.alt.xx"},
		"an invented sheet":   {"extra.pdf", `"/media/u/2026/none.pdf"`, "extra.pdf"},
		"a part of a name":    {"extra.pdf", `"/media/u/2026/0123456789ab"`, "extra.pdf"},
		"any name":            {"information_sheet.document", `"/media/_"`, "information_sheet.document"},
		"a script":            {"extra.video", `"javascript:alert(1)"`, "extra.video"},
	} {
		if test.path == "featured_image" {
			_, err := o.try(editor, propertyRef(1), set(test.path, `{"source_url":"/media/villa.jpg"}`, test.value))
			if got := problems(err); got != test.problems {
				t.Errorf("%s: problems of %q, %v; want %q", name, got, err, test.problems)
			}
			continue
		}
		_, err := o.try(editor, propertyRef(1), set(test.path, "null", test.value))
		if got := problems(err); got != test.problems {
			t.Errorf("%s: problems of %q, %v; want %q", name, got, err, test.problems)
		}
	}
}

func TestThumbnailsAreOfTheSiteOrOfTheProperty(t *testing.T) {
	o := startWith(t, storetest.Open(t, storetest.Config(t)), func(c *edit.Config) {
		c.Picture = func(image *content.Image) string { return "small " + image.URL }
	})
	found, err := o.Thumbnails(t.Context(), editor, propertyRef(1), []string{"/media/villa.jpg", "/media/new.jpg", "https://cms.test/private.jpg"})
	if err != nil || len(found) != 2 || found["/media/villa.jpg"] != "small /media/villa.jpg" {
		t.Errorf("thumbnails %v, %v", found, err)
	}
}
