package store_test

import (
	"runtime"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/tests/storetest"
)

func TestHeadsWalkEveryPublishedEntityOnce(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	for id := range 25 {
		h := testProperty(6000 + id)
		if id == 3 {
			h.Status = content.StatusDraft
		}
		if id == 5 {
			h.AlternativeLinks = map[i18n.Lang]string{i18n.LangEN: h.Link, i18n.LangES: "/es/properties/otra/"}
		}
		storetest.Put(t, s, h)
	}
	groups, err := s.Published(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range groups {
		seen := map[int]content.Head{}
		for skip := 0; skip < group.Count; skip += 7 {
			heads, err := s.Heads(t.Context(), group.Type, group.Lang, skip, 7)
			if err != nil {
				t.Fatal(err)
			}
			for _, head := range heads {
				if _, twice := seen[head.ID]; twice {
					t.Errorf("%s %d came twice", group.Type, head.ID)
				}
				seen[head.ID] = head
			}
		}
		if len(seen) != group.Count {
			t.Errorf("%s %q: %d heads, counted %d", group.Type, group.Lang, len(seen), group.Count)
		}
		if group.Type != content.TypeProperty {
			continue
		}
		if _, shown := seen[6003]; shown {
			t.Error("a draft is among what is published")
		}
		if head := seen[6005]; head.LinkIn(i18n.LangES) != "/es/properties/otra/" {
			t.Errorf("Spanish link %q, want the alternative one", head.LinkIn(i18n.LangES))
		}
		want := testProperty(6001)
		if head := seen[6001]; head.LinkIn(i18n.LangES) != want.LinkIn(i18n.LangES) || !head.Modified.Equal(want.Modified) {
			t.Errorf("head %+v, want link and time of %+v", head, want.Head)
		}
	}
}

// TestHeadsReadNoDocuments lists properties with long texts: the list may not hold or copy them.
func TestHeadsReadNoDocuments(t *testing.T) {
	const properties, text = 200, 64 << 10
	s := storetest.Open(t, store.Config{})
	for id := range properties {
		p := testProperty(6000 + id)
		p.Description = i18n.Text{i18n.LangEN: strings.Repeat("A villa. ", text/9)}
		storetest.Put(t, s, p)
	}
	read := func() {
		heads, err := s.Heads(t.Context(), content.TypeProperty, "", 0, properties)
		if err != nil || len(heads) != properties {
			t.Fatalf("%d heads, want %d: %v", len(heads), properties, err)
		}
	}
	read()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read()
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / properties; each > text/4 {
		t.Errorf("%d bytes are allocated for each head; a document has %d", each, text)
	}
}
