package engine

import (
	"maps"
	"slices"
	"testing"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/store"
)

// An office names the agent of a home in its spreadsheet.
func TestTheAgentOfAListingIsAPersonOfTheSite(t *testing.T) {
	source := &list{}
	for key, agent := range map[string]string{
		"mail": "Elena@agency.example", "name": "ELENA  vidal", "slug": "elena-vidal", "two": "Juan Ruiz", "nobody": "Pedro", "none": "",
	} {
		source.listings = append(source.listings, villa(key, func(l *feeds.Listing) { l.Agent = agent }))
	}
	h := start(t, map[string]feeds.Source{"office": source})
	people := []*content.Author{
		{ID: 7, Slug: "elena-vidal", Name: "Elena Vidal", Mail: "elena@agency.example", Link: "/author/elena-vidal/"},
		{ID: 8, Slug: "juan-ruiz", Name: "Juan Ruiz", Link: "/author/juan-ruiz/"},
		{ID: 9, Slug: "juan-ruiz-2", Name: "Juan Ruiz", Link: "/author/juan-ruiz-2/"},
	}
	err := h.store.Write(t.Context(), func(b *store.Batch) error {
		for _, person := range people {
			if err := b.PutAuthor(person); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	report := h.run("office")
	for key, id := range map[string]int{"mail": 7, "name": 7, "slug": 7, "two": 0, "nobody": 0, "none": 0} {
		if got := h.byReference("REF-" + key).Agent; got != id {
			t.Errorf("%s: agent %d, want %d", key, got, id)
		}
	}
	if words := slices.Sorted(maps.Keys(report.Unknown["agent"])); !slices.Equal(words, []string{"Juan Ruiz", "Pedro"}) {
		t.Errorf("unknown agents %q", words)
	}

	// Without the column the agent is the editor's; with a new person every listing is read again.
	edited := *h.byReference("REF-none")
	edited.Agent = 8
	h.put(&edited)
	err = h.store.Write(t.Context(), func(b *store.Batch) error {
		return b.PutAuthor(&content.Author{ID: 10, Slug: "pedro", Name: "Pedro", Link: "/author/pedro/"})
	})
	if err != nil {
		t.Fatal(err)
	}
	h.run("office")
	if none, nobody := h.byReference("REF-none").Agent, h.byReference("REF-nobody").Agent; none != 8 || nobody != 10 {
		t.Errorf("agents %d and %d, want that of the editor (8) and the new one (10)", none, nobody)
	}
}
