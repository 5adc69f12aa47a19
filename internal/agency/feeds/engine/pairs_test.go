package engine

import (
	"strconv"
	"strings"
	"testing"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// at is a listing at a place, for a price and of a size that few have.
func at(lat float64, price int) func(*feeds.Listing) {
	return func(l *feeds.Listing) { l.Point, l.Price = &feeds.Point{Lat: lat, Lng: -4.88}, price }
}

// twoFeeds has one property in both feeds under other references, and one of its own in each.
func twoFeeds(t *testing.T, change ...func(*Config)) (h *harness, crm, mls *list) {
	t.Helper()
	crm = &list{listings: []feeds.Listing{villa("a", at(36.51, 1_000_000)), villa("other", at(36.6, 500_000))}}
	mls = &list{listings: []feeds.Listing{villa("b", at(36.511, 1_005_000), func(l *feeds.Listing) { l.Shared = true }), villa("far", at(37, 700_000))}}
	h = start(t, map[string]feeds.Source{"crm": crm, "mls": mls}, change...)
	h.run("crm")
	h.run("mls")
	return h, crm, mls
}

// full runs a feed and reads everything.
func (h *harness) full(name string) Report {
	h.t.Helper()
	report, err := h.engine.Run(h.t.Context(), name, Options{Full: true})
	if err != nil {
		h.t.Fatal(err)
	}
	return report
}

func (h *harness) proposals() []Proposal {
	h.t.Helper()
	list, err := h.engine.Proposals(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

func (h *harness) join(keep, other string) string {
	h.t.Helper()
	message, err := h.engine.Join(h.t.Context(), keep, other)
	if err != nil {
		h.t.Fatal(err)
	}
	return message
}

func (h *harness) byID(id int) *content.Property {
	h.t.Helper()
	entity, err := h.store.ByID(h.t.Context(), i18n.LangEN, "properties", id, "")
	if content.IsNotFound(err) {
		return nil
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return entity.(*content.Property)
}

// leadsTo checks where the former links of a property lead, "" for nowhere.
func (h *harness) leadsTo(former, now *content.Property) {
	h.t.Helper()
	for _, lang := range i18n.Filled {
		want := ""
		if now != nil {
			want = now.LinkIn(lang)
		}
		to, err := h.store.Redirect(h.t.Context(), former.LinkIn(lang), content.FirstRedirect)
		if err != nil && !content.IsNotFound(err) {
			h.t.Fatal(err)
		}
		if to.Location != want || want != "" && to.Status != 301 {
			h.t.Errorf("%s leads to %q with %d, want %q", former.LinkIn(lang), to.Location, to.Status, want)
		}
	}
}

func TestLikePropertiesAreProposedUntilAPersonDecides(t *testing.T) {
	h, crm, mls := twoFeeds(t)
	a, b := h.byReference("REF-a"), h.byReference("REF-b")
	check := func() {
		t.Helper()
		list := h.proposals()
		if len(list) != 1 {
			t.Fatalf("%d proposals: %+v", len(list), list)
		}
		p := list[0]
		if p.Keep.ID != a.ID || p.Other.ID != b.ID || p.Keep.Feed != "crm" || p.Other.Feed != "mls" || !p.Other.Shared || p.Keep.Link != a.Link || p.Metres != 111 ||
			p.Why != "111 m apart; 1,000,000 and 1,005,000 €; both 300 m²; 4 bedrooms each" || p.Since.IsZero() {
			t.Errorf("%+v", p)
		}
	}
	check()
	since := h.proposals()[0].Since
	for range 2 { // neither runs nor a restart forget it
		h.full("crm")
		h.full("mls")
		h.open()
		check()
	}
	if !h.proposals()[0].Since.Equal(since) {
		t.Errorf("since %v, want %v", h.proposals()[0].Since, since)
	}
	if _, err := h.engine.KeepApart(t.Context(), "REF-b", strconv.Itoa(a.ID)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if list := h.proposals(); len(list) != 0 {
			t.Errorf("proposed after the decision: %+v", list)
		}
		crm.listings[0].Price += 1000
		mls.listings[0].Price += 1000
		h.open()
		h.full("crm")
		h.full("mls")
	}
	if h.count() != 4 {
		t.Errorf("%d properties, want 4", h.count())
	}
}

func TestOnlyLikePropertiesOfDifferentSystemsAreProposed(t *testing.T) {
	like := func(change ...func(*feeds.Listing)) feeds.Listing {
		return villa("b", append([]func(*feeds.Listing){at(36.511, 1_005_000)}, change...)...)
	}
	mark := func(digit string) func(*feeds.Listing) {
		return func(l *feeds.Listing) { l.Cadastral = strings.Repeat(digit, 20) }
	}
	for name, tt := range map[string]struct {
		b    feeds.Listing
		want int
	}{
		"alike":                        {like(), 1},
		"another number of bedrooms":   {like(func(l *feeds.Listing) { l.Bedrooms = 5 }), 0},
		"another price":                {like(func(l *feeds.Listing) { l.Price = 1_030_000 }), 0},
		"another size":                 {like(func(l *feeds.Listing) { l.Built = 330 }), 0},
		"far away":                     {like(at(36.53, 1_005_000)), 0},
		"to let":                       {like(func(l *feeds.Listing) { l.Mode = feeds.ModeMonth }), 0},
		"another cadastral reference":  {like(mark("2")), 0},
		"the same reference, far away": {like(at(36.9, 2_000_000), func(l *feeds.Listing) { l.References = []string{"ref-A"} }), 1},
	} {
		t.Run(name, func(t *testing.T) {
			crm, mls := &list{listings: []feeds.Listing{villa("a", at(36.51, 1_000_000), mark("1")), villa("near", at(36.51, 1_000_000))}}, &list{listings: []feeds.Listing{tt.b}}
			crm.listings[1].Bedrooms = 9
			h := start(t, map[string]feeds.Source{"crm": crm, "mls": mls})
			h.run("crm")
			h.run("mls")
			if list := h.proposals(); len(list) != tt.want {
				t.Errorf("%+v, want %d", list, tt.want)
			}
		})
	}
}

// TestAPropertyHasOneProposalInEachSystem: in a building all flats are alike.
func TestAPropertyHasOneProposalInEachSystem(t *testing.T) {
	crm, mls := &list{}, &list{}
	for n := range 6 {
		crm.listings = append(crm.listings, villa("a"+strconv.Itoa(n), at(36.51, 1_000_000+1000*n)))
		mls.listings = append(mls.listings, villa("b"+strconv.Itoa(n), at(36.51, 1_000_000+1000*n)))
	}
	h := start(t, map[string]feeds.Source{"crm": crm, "mls": mls})
	h.run("crm")
	h.run("mls")
	list := h.proposals()
	if len(list) != 6 {
		t.Fatalf("%d proposals, want 6: %+v", len(list), list)
	}
	for _, p := range list {
		if p.Keep.Price != p.Other.Price {
			t.Errorf("%s is proposed with %s", p.Keep.Reference, p.Other.Reference)
		}
	}
}

func TestJoinedPropertiesAreOneForLife(t *testing.T) {
	h, crm, mls := twoFeeds(t)
	a, b := h.byReference("REF-a"), h.byReference("REF-b")
	if message := h.join("REF-a", strconv.Itoa(b.ID)); !strings.Contains(message, "the feed crm writes it") || !strings.Contains(message, "keep-apart") {
		t.Errorf("message %q", message)
	}
	one := func(owner string, price int) {
		t.Helper()
		now := h.byID(a.ID)
		if h.count() != 3 || now == nil || now.Link != a.Link || now.Origin.System != owner || now.Price.Amount != price || !now.Date.Equal(a.Date) {
			t.Fatalf("%d properties, %+v; want 3 and one of %s for %d", h.count(), now, owner, price)
		}
		h.leadsTo(b, now)
		if len(h.proposals()) != 0 {
			t.Errorf("proposed: %+v", h.proposals())
		}
	}
	one("crm", 1_000_000)
	for range 2 { // runs and a restart
		crm.listings[0].Price++
		mls.listings[0].Price++
		h.open()
		h.run("crm")
		h.full("mls")
		h.full("crm")
	}
	one("crm", 1_000_002)
	if joined, err := h.engine.Joined(t.Context()); err != nil || len(joined) != 1 || joined[0].Keep.ID != a.ID || joined[0].Other.ID != b.ID {
		t.Errorf("joined %+v, %v", joined, err)
	}
	// The feed that writes it gives it up, and has it again: the number and the link stay.
	listing := crm.listings[0]
	crm.listings = crm.listings[1:]
	h.run("crm")
	h.full("mls")
	one("mls", 1_005_002)
	crm.listings = append(crm.listings, listing)
	h.full("crm")
	h.full("mls")
	one("mls", 1_005_002)
	// Both give it up, and one has it again.
	mlsListing := mls.listings[0]
	crm.listings, mls.listings = crm.listings[:1], mls.listings[1:]
	h.run("crm")
	h.run("mls")
	if h.count() != 2 || h.byID(a.ID) != nil {
		t.Fatalf("%d properties, want 2", h.count())
	}
	h.leadsTo(b, nil)
	if ref, err := h.store.Withdrawn(t.Context(), b.Link); err != nil || ref.ID != a.ID {
		t.Errorf("the link of the joined one: %v, %v; want 410", ref, err)
	}
	mls.listings = append(mls.listings, mlsListing)
	h.run("mls")
	one("mls", 1_005_002)
	crm.listings = append(crm.listings, listing)
	h.run("crm")
	one("mls", 1_005_002)
}

// TestAnOwnListingWritesAJoinedProperty: what another agency shares must not hide that the
// property is the agency's own.
func TestAnOwnListingWritesAJoinedProperty(t *testing.T) {
	h, _, mls := twoFeeds(t)
	a, b := h.byReference("REF-a"), h.byReference("REF-b")
	if message := h.join("REF-b", "REF-a"); !strings.Contains(message, "the feed crm writes it") {
		t.Errorf("message %q", message)
	}
	if asked, err := h.engine.takeAsk(t.Context(), "crm"); err != nil || !asked.Full {
		t.Errorf("no run of the feed is requested: %+v, %v", asked, err)
	}
	h.full("mls")
	h.full("crm")
	now := h.byID(b.ID)
	if h.count() != 3 || now.Link != b.Link || now.Origin.System != "crm" || !now.Own() || now.Price.Amount != 1_000_000 {
		t.Errorf("%d properties, %+v", h.count(), now)
	}
	h.leadsTo(a, now)
	mls.listings = mls.listings[1:]
	h.run("mls")
	if h.byID(b.ID) == nil {
		t.Error("the property is removed with the listing that does not write it")
	}
}

func TestAJoinIsUndone(t *testing.T) {
	for _, takenOver := range []bool{false, true} {
		h, _, _ := twoFeeds(t)
		keep, other := h.byReference("REF-a"), h.byReference("REF-b")
		if takenOver {
			keep, other = other, keep
		}
		h.join(strconv.Itoa(keep.ID), strconv.Itoa(other.ID))
		h.full("crm")
		h.full("mls")
		if _, err := h.engine.Join(t.Context(), "REF-other", strconv.Itoa(other.ID)); err == nil || !strings.Contains(err.Error(), "is joined with") {
			t.Errorf("a property that is joined is joined again: %v", err)
		}
		if _, err := h.engine.KeepApart(t.Context(), strconv.Itoa(keep.ID), strconv.Itoa(other.ID)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			h.full("crm")
			h.full("mls")
		}
		for _, before := range []*content.Property{keep, other} {
			now := h.byID(before.ID)
			if now == nil || now.Link != before.Link || now.Reference != before.Reference || now.Origin.System != before.Origin.System || now.Price.Amount != before.Price.Amount || !now.Date.Equal(before.Date) {
				t.Errorf("taken over %v: %s is %+v", takenOver, before.Reference, now)
			}
			h.leadsTo(before, nil)
		}
		if h.count() != 4 || len(h.proposals()) != 0 {
			t.Errorf("%d properties, want 4; proposed %+v", h.count(), h.proposals())
		}
	}
}

func TestAPropertyOfNoFeedStaysWhenItIsJoined(t *testing.T) {
	written := &content.Property{
		Head:      content.Head{ID: 12, Type: content.TypeProperty, Slug: "our-villa", Link: "/properties/our-villa/", Status: content.StatusPublish},
		Reference: "OURS", Title: i18n.Text{"en": "Our villa"}, Price: content.Price{Amount: 1_010_000}, Bedrooms: 4, BuiltSize: 300,
		Location: &content.GeoPoint{Lat: 36.51, Lng: -4.881}, Placing: content.Placing{Offers: []int{3}},
	}
	for _, adopt := range []bool{true, false} {
		crm := &list{listings: []feeds.Listing{villa("a", at(36.51, 1_000_000)), villa("other")}}
		h := start(t, map[string]feeds.Source{"crm": crm}, func(c *Config) { c.Adopt = adopt })
		h.put(written)
		h.run("crm")
		a := h.byReference("REF-a")
		if list := h.proposals(); len(list) != 1 || list[0].Keep.ID != 12 || list[0].Keep.Feed != "" || list[0].Other.ID != a.ID {
			t.Fatalf("adopt %v: %+v", adopt, list)
		}
		if _, err := h.engine.Join(t.Context(), "REF-a", "OURS"); err == nil || !strings.Contains(err.Error(), "estate feeds join 12 ") {
			t.Errorf("the property of no feed is joined away: %v", err)
		}
		h.join("OURS", "REF-a")
		for range 2 {
			h.full("crm")
		}
		now := h.byID(12)
		if h.count() != 2 || now.Title[i18n.LangEN] != "Our villa" || now.Link != "/properties/our-villa/" || (now.Price.Amount == 1_000_000) != adopt {
			t.Errorf("adopt %v: %d properties, %+v", adopt, h.count(), now)
		}
		h.leadsTo(a, now)
		if adopt {
			continue
		}
		// WordPress gives it up: the property of the feed is there again, under its own number and link.
		if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Delete(now.Ref()) }); err != nil {
			t.Fatal(err)
		}
		h.full("crm")
		if back := h.byID(a.ID); h.count() != 2 || back == nil || back.Link != a.Link {
			t.Errorf("after WordPress has given it up: %d properties, %+v", h.count(), back)
		}
	}
}

// TestJoinsOfJoinedPropertiesLeadToTheLast: one redirect leads to the property that stays, and no
// listing of the others makes a property of its own.
func TestJoinsOfJoinedPropertiesLeadToTheLast(t *testing.T) {
	sources := map[string]feeds.Source{}
	for _, name := range []string{"a", "b", "c"} {
		sources[name] = &list{listings: []feeds.Listing{villa(name), villa("one-" + name)}}
	}
	sources["d"] = &list{listings: []feeds.Listing{villa("d", func(l *feeds.Listing) { l.References = []string{"REF-b"} }), villa("one-d")}} // is b
	h := start(t, sources)
	all := func() {
		for _, name := range sortedKeys(sources) {
			h.full(name)
		}
	}
	all()
	a, b, c := h.byReference("REF-a"), h.byReference("REF-b"), h.byReference("REF-c")
	h.join("REF-a", "REF-b")
	all()
	h.join("REF-c", "REF-a")
	all()
	if now := h.byID(c.ID); h.count() != 5 || now == nil || now.Origin.System != "c" {
		t.Fatalf("%d properties, %+v", h.count(), now)
	}
	h.leadsTo(a, c)
	h.leadsTo(b, c)
	if _, err := h.engine.KeepApart(t.Context(), strconv.Itoa(c.ID), strconv.Itoa(b.ID)); err != nil {
		t.Fatal(err)
	}
	h.full("b")
	all()
	if now := h.byID(b.ID); h.count() != 6 || now == nil || now.Link != b.Link || now.Origin.System != "b" {
		t.Errorf("%d properties, %+v", h.count(), now)
	}
	h.leadsTo(a, c)
}

func TestWrongDecisionsChangeNothing(t *testing.T) {
	h, _, _ := twoFeeds(t)
	generation := h.store.Generation()
	for _, tt := range [][3]string{
		{"REF-a", "REF-a", "are the same property"}, {"REF-a", "none", `"none"`}, {"", "REF-a", "no published property"}, {"REF-a", "REF-other", "both come from the feed crm"},
	} {
		if _, err := h.engine.Join(t.Context(), tt[0], tt[1]); err == nil || !strings.Contains(err.Error(), tt[2]) {
			t.Errorf("join %q %q: %v", tt[0], tt[1], err)
		}
	}
	if _, err := h.engine.KeepApart(t.Context(), "REF-a", "REF-a"); err == nil {
		t.Error("a property is kept apart from itself")
	}
	if h.store.Generation() != generation || h.count() != 4 || len(h.proposals()) != 1 {
		t.Error("a wrong decision has changed something")
	}
}
