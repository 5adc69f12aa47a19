package engine

import (
	"slices"
	"testing"

	"estate/internal/agency/feeds"
	"estate/internal/content"
)

// TestPropertiesOfAFormerFeedWaitForAPerson: a feed that is taken out of the configuration changes
// nothing by itself. A person keeps its properties or withdraws them, and the feed continues with the
// same numbers when it is configured again.
func TestPropertiesOfAFormerFeedWaitForAPerson(t *testing.T) {
	for _, withdraw := range []bool{false, true} {
		both := func(l *feeds.Listing) { l.References = []string{"REF-both"} }
		mls := &list{listings: append(villas(5), villa("both", both), villa("other", func(l *feeds.Listing) { l.Shared = true }))}
		crm := &list{listings: []feeds.Listing{villa("x", both)}}
		h := start(t, map[string]feeds.Source{"mls": mls, "portal": crm})
		h.run("mls")
		h.run("portal")
		p, both0 := h.byReference("REF-k001"), h.byReference("REF-both")
		if _, err := h.engine.Forget(t.Context(), "mls", withdraw); err == nil {
			t.Error("a configured feed is forgotten")
		}
		h.config.Feeds = h.config.Feeds[1:]
		h.open()
		h.full("portal")
		former, err := h.engine.Former(t.Context())
		if err != nil || !slices.Equal(former, []Former{{"mls", 6}}) || h.count() != 7 {
			t.Fatalf("former %+v, %v; %d properties", former, err, h.count())
		}
		if n, err := h.engine.Forget(t.Context(), "mls", withdraw); err != nil || n != 6 {
			t.Fatalf("%d, %v", n, err)
		}
		if former, err := h.engine.Former(t.Context()); err != nil || len(former) != 0 {
			t.Errorf("former %+v, %v", former, err)
		}
		if _, err := h.engine.Forget(t.Context(), "none", withdraw); err == nil {
			t.Error("an unknown feed is forgotten")
		}
		h.full("portal")
		want := 7
		if withdraw {
			want = 1 // the other feed continues what it has too
		}
		if now := h.byID(both0.ID); h.count() != want || now == nil || now.Link != both0.Link || now.Origin.System != "portal" {
			t.Fatalf("withdraw %v: %d properties, want %d; %+v", withdraw, h.count(), want, now)
		}
		if ref, err := h.store.Withdrawn(t.Context(), p.Link); (err == nil && ref.ID == p.ID) != withdraw {
			t.Errorf("withdraw %v: withdrawn %v, %v", withdraw, ref, err)
		}
		if other := h.byReference("REF-other"); !withdraw && (other == nil || other.Own()) {
			t.Errorf("another agency's property is own after its feed was forgotten: %+v", other)
		}
		// An editor's words stay, and the same feed continues.
		h.config.Feeds = append([]Feed{{Name: "mls", Source: mls, NoPictures: true}}, h.config.Feeds...)
		h.open()
		h.full("mls")
		now := h.byID(p.ID)
		if h.count() != 7 || now == nil || now.Link != p.Link || len(now.Locks) != 0 {
			t.Errorf("withdraw %v: %d properties, %+v", withdraw, h.count(), now)
		}
		if _, err := h.store.Withdrawn(t.Context(), p.Link); !content.IsNotFound(err) {
			t.Errorf("%s is still withdrawn: %v", p.Link, err)
		}
	}
}
