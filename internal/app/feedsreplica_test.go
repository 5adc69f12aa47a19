package app

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/feeds/engine"
	"estate/internal/app/config"
	"estate/internal/cms/replica"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// TestAFeedAndAReplicaShareAStore: neither deletes or changes what the other one owns, and a property
// that both have is WordPress's as a whole until WordPress gives it up.
func TestAFeedAndAReplicaShareAStore(t *testing.T) {
	c := newCMS(t)
	var own *content.Property // of WordPress, in the feed too
	err := c.app.store.PublishedProperties(t.Context(), func(p *content.Property) error {
		if own == nil && p.Price.Mode == content.PriceSale && !p.Price.OnAsk {
			own = p
		}
		return nil
	})
	if err != nil || own == nil {
		t.Fatalf("no property: %v", err)
	}
	feed := filepath.Join(t.TempDir(), "feed.xml")
	save := func(n int) {
		t.Helper()
		both := fmt.Sprintf(`<property><id>both</id><date>2026-03-01 10:00:00</date><ref>%s</ref><price>123</price><price_freq>sale</price_freq><type>Villa</type><town>Benahavis</town><province>Malaga</province><desc><en>Words of the feed.</en></desc></property>`, own.Reference)
		if err := os.WriteFile(feed, []byte(strings.Replace(kyeroFeed(n), "</root>", both+"</root>", 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save(5)
	app, server := startReplica(t, c, func(s *config.Settings) {
		s.Feeds = []config.Feed{{Name: "crm", Kind: config.FeedKyero, Address: feed}}
	})
	eventually(t, "the first sync is complete", app.replica.Ready)
	ids := func() (wordPress, feeds int) {
		t.Helper()
		stamps, err := app.store.Stamps(t.Context(), content.TypeProperty)
		if err != nil {
			t.Fatal(err)
		}
		for _, stamp := range stamps {
			if stamp.ID >= content.FirstFeedID {
				feeds++
			} else {
				wordPress++
			}
		}
		return wordPress, feeds
	}
	run := func() engine.Report {
		t.Helper()
		report, err := app.feeds.Run(t.Context(), "crm", engine.Options{Full: true})
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	reconcile := func() {
		t.Helper()
		before := app.replica.Status().ReconciledAt
		app.replica.RequestReconcile()
		eventually(t, "everything is compared", func() bool { return app.replica.Status().ReconciledAt.After(before) })
	}
	all, _ := ids()
	if r := run(); r.Added != 5 || r.Linked != 1 {
		t.Fatalf("%+v", r)
	}
	stored, err := app.store.ByID(t.Context(), i18n.LangEN, "properties", own.ID, "")
	if err != nil || stored.(*content.Property).Price.Amount != own.Price.Amount || strings.Contains(stored.(*content.Property).Description[i18n.LangEN], "Words of the feed") {
		t.Errorf("the feed has written a property of WordPress: %v", err)
	}

	app.replica.Notify(replica.Notice{Type: "properties", ID: content.FirstFeedID + 1}) // a forged or mistaken one
	reconcile()
	if w, f := ids(); w != all || f != 5 {
		t.Errorf("after a full sync: %d properties of WordPress and %d of the feed, want %d and 5", w, f, all)
	}
	if len(app.replica.Status().Alarms) != 0 {
		t.Errorf("the replica sees properties of the feed as missing: %+v", app.replica.Status().Alarms)
	}
	save(4)
	if r := run(); r.Removed != 1 {
		t.Errorf("%+v", r)
	}
	if w, f := ids(); w != all || f != 4 {
		t.Errorf("after a removal in the feed: %d and %d, want %d and 4", w, f, all)
	}

	// WordPress gives the property up: the feed continues it as its own.
	write(t, c.app.store, func(b *store.Batch) error { return b.Delete(own.Ref()) })
	app.replica.RequestReconcile()
	eventually(t, "the property is deleted", func() bool { w, _ := ids(); return w == all-1 })
	if r := run(); r.Added != 1 || r.Linked != 0 {
		t.Errorf("%+v", r)
	}
	if w, f := ids(); w != all-1 || f != 5 {
		t.Errorf("after WordPress has given it up: %d and %d, want %d and 5", w, f, all-1)
	}
	if response, _ := get(t, server, "/properties/villa-in-benahavis-ky-7001/"); response.StatusCode != http.StatusOK {
		t.Errorf("a page of the feed: %d", response.StatusCode)
	}
}

// TestAReplicaOfAnEstateWithFeeds copies the properties of its feeds once, follows their changes and
// their end, and leaves those of its own feeds, also where both have the same numbers.
func TestAReplicaOfAnEstateWithFeeds(t *testing.T) {
	c := newCMS(t)
	model := publishedProperty(t, c.app.store)
	theirs := func(n int, price int) *content.Property {
		p := *model
		p.ID, p.Slug, p.Reference = content.FirstFeedID+n, fmt.Sprintf("of-their-feed-%d", n), fmt.Sprintf("THEIRS-%d", n)
		p.Link, p.AlternativeLinks = "/properties/"+p.Slug+"/", nil
		p.Price.Amount, p.Modified = price, time.Now().UTC().Truncate(time.Second)
		return &p
	}
	write(t, c.app.store, func(b *store.Batch) error { return b.Put(theirs(7, 800_000)) })
	feed := filepath.Join(t.TempDir(), "feed.xml")
	if err := os.WriteFile(feed, []byte(kyeroFeed(2)), 0o600); err != nil {
		t.Fatal(err)
	}
	app, _ := startReplica(t, c, func(s *config.Settings) {
		s.Feeds = []config.Feed{{Name: "crm", Kind: config.FeedKyero, Address: feed}}
	})
	eventually(t, "the first sync is complete", app.replica.Ready)
	reconcile := func() {
		t.Helper()
		before := app.replica.Status().ReconciledAt
		app.replica.RequestReconcile()
		eventually(t, "everything is compared", func() bool { return app.replica.Status().ReconciledAt.After(before) })
	}
	priceOf := func(id int) int {
		t.Helper()
		entity, err := app.store.ByID(t.Context(), i18n.LangEN, "properties", id, "")
		if content.IsNotFound(err) {
			return 0
		}
		if err != nil {
			t.Fatal(err)
		}
		return entity.(*content.Property).Price.Amount
	}
	if got := priceOf(content.FirstFeedID + 7); got != 800_000 {
		t.Fatalf("the property of the feed of the CMS is here for %d", got)
	}
	if r, err := app.feeds.Run(t.Context(), "crm", engine.Options{}); err != nil || r.Added != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	ours := content.FirstFeedID + 8 // after those of the CMS
	if priceOf(ours) != 900_000 {
		t.Fatalf("the property of our feed is not %d", ours)
	}
	reconcile()
	generation := app.store.Generation()
	reconcile()
	if after := app.store.Generation(); after != generation {
		t.Errorf("a comparison without changes writes: generation %d → %d", generation, after)
	}
	write(t, c.app.store, func(b *store.Batch) error {
		if err := b.Put(theirs(8, 1)); err != nil { // the number of ours
			return err
		}
		return b.Put(theirs(7, 700_000))
	})
	eventually(t, "the change is here", func() bool { return priceOf(content.FirstFeedID+7) == 700_000 })
	reconcile()
	if priceOf(ours) != 900_000 {
		t.Error("the replica writes a property of a feed of this site")
	}
	write(t, c.app.store, func(b *store.Batch) error { return b.Delete(theirs(7, 0).Ref()) })
	reconcile()
	eventually(t, "the property is deleted here too", func() bool { return priceOf(content.FirstFeedID+7) == 0 })
	if priceOf(ours) != 900_000 {
		t.Error("the replica deletes a property of a feed of this site")
	}
}
