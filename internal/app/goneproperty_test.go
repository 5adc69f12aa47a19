package app

import (
	"encoding/json"
	"testing"

	"estate/internal/content"
	"estate/internal/site/view"
	"estate/internal/store"
)

// A villa that was sold leads to villas, not to the garage next to it.
func TestADeletedHomeOffersHomesOfItsType(t *testing.T) {
	app, server := startSite(t, nil)
	err := app.store.Write(t.Context(), func(b *store.Batch) error {
		return b.Delete(content.Ref{Type: content.TypeProperty, ID: 1041})
	})
	if err != nil {
		t.Fatal(err)
	}
	_, body := get(t, server, "/_view/properties/las-brisas-villa-lakeside/")
	var page struct {
		View struct {
			Status  int
			Content []struct{ Cards []view.Card }
		}
	}
	if err := json.Unmarshal([]byte(body), &page); err != nil {
		t.Fatal(err)
	}
	if page.View.Status != 410 || len(page.View.Content) == 0 || len(page.View.Content[0].Cards) < 3 {
		t.Fatalf("%d %.300s", page.View.Status, body)
	}
	for _, card := range page.View.Content[0].Cards {
		home, err := app.store.ByID(t.Context(), "en", "properties", card.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		if types := home.(*content.Property).Types; len(types) == 0 || types[0] != 15 {
			t.Errorf("%s has the types %v, want a villa (15)", card.Title, types)
		}
	}
}
