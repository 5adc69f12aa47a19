package compose_test

import (
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/compose"
	"estate/internal/site/view"
	"estate/internal/store"
)

// unreadablePictures finds a picture to be unreadable while the site runs.
type unreadablePictures struct {
	fakePictures
	found string // its address, "" before
}

func (p *unreadablePictures) Picture(image *content.Image, alt string) *view.Picture {
	if p.found != "" && image.URL == p.found {
		return nil
	}
	return p.fakePictures.Picture(image, alt)
}

func (p *unreadablePictures) UnreadableCount() uint64 { return uint64(min(len(p.found), 1)) }

func TestACardDropsAPictureThatBecameUnreadable(t *testing.T) {
	h, pictures := newHarness(t, nil), &unreadablePictures{}
	var err error
	h.composer, err = compose.New(compose.Config{
		SiteURL: siteURL, Now: func() time.Time { return today }, Log: slog.New(slog.DiscardHandler),
	}, h.store, pictures)
	if err != nil {
		t.Fatal(err)
	}
	card := h.firstCard(t)
	address, found := strings.CutSuffix(card.Picture.Src, "-960.jpg")
	if !found {
		t.Fatalf("the card has the picture %s", card.Picture.Src)
	}
	pictures.found = address
	if now := h.firstCard(t).Picture; now != nil && now.Src == card.Picture.Src {
		t.Error("the card still has the unreadable picture")
	}
}

func TestACardFollowsItsProperty(t *testing.T) {
	h := newHarness(t, nil)
	card := h.firstCard(t)
	property, err := h.store.ByID(t.Context(), i18n.LangEN, "properties", card.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	changed := *property.(*content.Property)
	changed.Title = both("Another title", "Otro título")
	h.write(t, func(b *store.Batch) error { return b.Put(&changed) })
	if now := h.firstCard(t); now.Title != "Another title" {
		t.Errorf("the card has the title %q", now.Title)
	}
}

func TestACardFollowsTheNamesOfPlaces(t *testing.T) {
	now := today
	h := newHarness(t, func(cfg *compose.Config) { cfg.Now = func() time.Time { return now } })
	before := h.firstCard(t).Place
	terms, err := h.store.Terms(t.Context(), i18n.LangEN, "s_location")
	if err != nil {
		t.Fatal(err)
	}
	h.write(t, func(b *store.Batch) error {
		for _, term := range terms {
			renamed := *term
			renamed.Name = both("New "+term.Name.In(i18n.LangEN), "")
			if err := b.PutTerm(&renamed); err != nil {
				return err
			}
		}
		return nil
	})
	now = now.Add(time.Minute) // the option lists are loaded again
	if place := h.firstCard(t).Place; !strings.Contains(place, "New ") {
		t.Errorf("the card has the place %q, before %q", place, before)
	}
}

func (h *harness) write(t *testing.T, change func(*store.Batch) error) {
	t.Helper()
	if err := h.store.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
}

// firstCard is the first card of all properties.
func (h *harness) firstCard(t *testing.T) *view.Card {
	t.Helper()
	return find[*view.PropertyArchiveSection](t, h.view(t, "/properties/")).Cards[0]
}

func TestACardOfTheMapLeavesThatOfTheListUnchanged(t *testing.T) {
	h := newHarness(t, nil)
	onMap := find[*view.PropertyArchiveSection](t, h.view(t, "/properties/?map=on")).Cards
	if !slices.ContainsFunc(onMap, func(card *view.Card) bool { return card.Spot != nil }) {
		t.Fatal("no card of the map has a position")
	}
	for _, card := range find[*view.PropertyArchiveSection](t, h.view(t, "/properties/")).Cards {
		if card.Spot != nil {
			t.Errorf("the card of %s in the list has the position %v", card.Reference, *card.Spot)
		}
	}
}
