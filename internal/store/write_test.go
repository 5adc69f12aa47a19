package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/storetest"
)

func TestRedirectsToAddressesWithAUserDoNotApply(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	err := s.Write(t.Context(), func(b *store.Batch) error {
		return b.PutRedirects(content.RedirectPair{From: "/old/", To: "https://ann:hunter2@partner.test/"})
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Redirect(t.Context(), "/old/", content.FirstRedirect); !errors.Is(err, content.ErrNotFound) {
		t.Errorf("the redirect leads to %q (%v)", got.Location, err)
	}
}

func TestFailedBatchLeavesNothing(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	generation := s.Generation()
	broken := errors.New("broken off")
	notified := 0
	defer s.Subscribe(func(uint64) error { notified++; return nil })()
	err := s.Write(t.Context(), func(b *store.Batch) error {
		for id := range 1000 {
			if err := b.Put(testProperty(5000 + id)); err != nil {
				return err
			}
		}
		if err := b.PutSettings("en", &content.Settings{SiteTitle: "Changed"}); err != nil {
			return err
		}
		return broken
	})
	if !errors.Is(err, broken) {
		t.Fatalf("got %v, want the batch's own error", err)
	}
	if e := storetest.BySlug(t, s, "en", "properties", "villa-in-marbella-5000"); e != nil {
		t.Errorf("a property of the failed batch is there: %v", e.Ref())
	}
	if settings, _ := s.Settings(t.Context(), "en"); settings.SiteTitle != "Sample Homes" {
		t.Errorf("settings of the failed batch are there: %q", settings.SiteTitle)
	}
	if s.Generation() != generation || notified != 0 {
		t.Errorf("generation moved by %d and %d subscribers were notified", s.Generation()-generation, notified)
	}
}

func TestPanicInBatchLeavesStoreUsable(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	func() {
		defer func() { _ = recover() }()
		_ = s.Write(t.Context(), func(b *store.Batch) error { panic("bug") })
	}()
	storetest.Put(t, s, testProperty(5000))
	if storetest.BySlug(t, s, "en", "properties", "villa-in-marbella-5000") == nil {
		t.Error("the store does not write after a panic")
	}
}

func TestCancelledContextEndsBatch(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	ctx, cancel := context.WithCancel(t.Context())
	err := s.Write(ctx, func(b *store.Batch) error {
		for id := range 2000 {
			if id == 600 {
				cancel()
			}
			if err := b.Put(testProperty(id + 1)); err != nil {
				return err
			}
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's end", err)
	}
	if s.Generation() != 0 {
		t.Error("something was committed")
	}
}

func TestWriteIsVisibleAtOnce(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	s.UseSearcher(fixedSearcher{1001, 1003})
	list := func() *content.Property {
		listing, err := s.Properties(t.Context(), "en", search.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		return listing.Items[0]
	}
	before := list()
	changed := *before
	changed.Price.Amount, changed.Reference, changed.Slug, changed.Link = 7, "NEW-7P", "villa-verde", "/properties/villa-verde/"
	storetest.Put(t, s, &changed)
	if got := list().Price.Amount; got != 7 {
		t.Errorf("price %d after the change, want 7", got)
	}
	if storetest.BySlug(t, s, "en", "properties", "villa-azul") != nil || storetest.BySlug(t, s, "en", "properties", "villa-verde") == nil {
		t.Error("the property answers to its old slug, or not to its new one")
	}
	if _, err := s.Reference(t.Context(), "en", search.KindProperties, "ZR-1001P"); err == nil {
		t.Error("the old reference still leads to the home")
	}
	if _, err := s.Reference(t.Context(), "en", search.KindProperties, "new-7p"); err != nil {
		t.Error("the new reference leads nowhere")
	}
	changed.Status = content.StatusDraft
	storetest.Put(t, s, &changed)
	if list().ID == 1001 {
		t.Error("a property that became a draft is still listed")
	}
	if _, err := s.Reference(t.Context(), "en", search.KindProperties, "new-7p"); err == nil {
		t.Error("the reference of a draft leads somewhere")
	}
}

func TestUnchangedContentIsNotWritten(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	generation := s.Generation()
	err := s.Write(t.Context(), func(b *store.Batch) error {
		fixture := contenttest.Fixture()
		for _, entity := range fixture.Entities {
			if err := b.Put(entity); err != nil {
				return err
			}
		}
		for _, term := range fixture.Terms {
			if err := b.Put(term); err != nil {
				return err
			}
		}
		for ref, revision := range fixture.Revisions {
			if err := b.PutRevision(ref, revision); err != nil {
				return err
			}
		}
		return errors.Join(b.Put(fixture.Authors[0]), b.PutRedirects(fixture.Redirects...),
			b.PutInstagram(fixture.Instagram), b.PutSettings("en", fixture.Settings["en"]))
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Generation() != generation {
		t.Errorf("generation moved by %d although nothing changed", s.Generation()-generation)
	}
}

func TestLastPutOfABatchWins(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	first, second := testProperty(1), testProperty(1)
	first.Price.Amount, second.Price.Amount = 1, 2
	storetest.Put(t, s, first, second)
	if got := storetest.BySlug(t, s, "en", "properties", first.Slug).(*content.Property).Price.Amount; got != 2 {
		t.Errorf("price %d, want 2", got)
	}
	err := s.Write(t.Context(), func(b *store.Batch) error {
		return errors.Join(b.Delete(first.Ref()), b.Put(first), b.Delete(first.Ref()), b.Put(first))
	})
	if err != nil {
		t.Fatal(err)
	}
	if storetest.BySlug(t, s, "en", "properties", first.Slug) == nil {
		t.Error("deleted and put again, the property is missing")
	}
}

func TestDeletedContentIsWithdrawn(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	property := storetest.BySlug(t, s, "en", "properties", "sea-house")
	isWithdrawn := func(link string) bool {
		_, err := s.Withdrawn(t.Context(), link)
		if err != nil && !content.IsNotFound(err) {
			t.Fatal(err)
		}
		return err == nil
	}
	storetest.Remove(t, s, property.Ref())
	for _, link := range []string{"/properties/sea-house/", "/es/properties/casa-del-mar/"} {
		if !isWithdrawn(link) {
			t.Errorf("%s is not withdrawn", link)
		}
	}
	if isWithdrawn("/es/properties/sea-house/") {
		t.Error("a link that never was counts as withdrawn")
	}
	if e := storetest.BySlug(t, s, "es", "properties", "casa-del-mar"); e != nil {
		t.Error("the Spanish slug of the deleted property still answers")
	}
	storetest.Put(t, s, property)
	if isWithdrawn("/properties/sea-house/") || isWithdrawn("/es/properties/casa-del-mar/") {
		t.Error("published again, the property still counts as withdrawn")
	}
	trashed := *property.(*content.Property)
	trashed.Status = content.StatusTrash
	storetest.Put(t, s, &trashed)
	if !isWithdrawn("/properties/sea-house/") {
		t.Error("a property in the trash is not withdrawn")
	}
}

func TestFormerLinkLeadsToThePresentOne(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	rename := func(spanish string) {
		t.Helper()
		property := *storetest.BySlug(t, s, "en", "properties", "sea-house").(*content.Property)
		property.AlternativeLinks = map[i18n.Lang]string{"en": property.Link, "es": "/es/properties/" + spanish + "/"}
		storetest.Put(t, s, &property)
	}
	rename("casa-nueva")
	rename("casa-marina")
	for link, want := range map[string]string{
		"/es/properties/casa-del-mar/":     "/es/properties/casa-marina/",
		"/es/properties/casa-nueva/?utm=1": "/es/properties/casa-marina/?utm=1",
		"/es/properties/casa-marina/":      "",
		"/properties/sea-house/":           "",
	} {
		to, err := s.Redirect(t.Context(), link, content.FirstRedirect)
		if to.Location != want || want == "" && !content.IsNotFound(err) || want != "" && to.Status != 301 {
			t.Errorf("%s leads to %q with %d, %v; want %q", link, to.Location, to.Status, err, want)
		}
		if _, err := s.Withdrawn(t.Context(), link); !content.IsNotFound(err) {
			t.Errorf("%s is withdrawn: %v", link, err)
		}
	}
	rename("casa-del-mar") // the first link again
	if to, err := s.Redirect(t.Context(), "/es/properties/casa-del-mar/", content.FirstRedirect); !content.IsNotFound(err) {
		t.Errorf("the present link leads to %+v", to)
	}
	storetest.Remove(t, s, storetest.BySlug(t, s, "en", "properties", "sea-house").Ref())
	if _, err := s.Withdrawn(t.Context(), "/es/properties/casa-nueva/"); err != nil {
		t.Errorf("a former link of deleted content: %v, want withdrawn", err)
	}
}

func TestDraftsLeaveNoTraceWhenDeleted(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	storetest.Remove(t, s, content.Ref{Type: content.TypeProperty, ID: 1006})
	if _, err := s.Withdrawn(t.Context(), "/properties/villa-draft/"); err == nil {
		t.Error("the link of a deleted draft is known to visitors")
	}
}

func TestDeletingTermsAuthorsAndNothing(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	storetest.Remove(t, s, content.Ref{Type: "category", ID: 21})
	storetest.Remove(t, s, content.Ref{Type: content.TypeAuthor, ID: 2})
	storetest.Remove(t, s, content.Ref{Type: content.TypePost, ID: 4711})
	if storetest.BySlug(t, s, "en", "categories", "market") != nil || storetest.BySlug(t, s, "en", "users", "john-smith") != nil {
		t.Error("deleted term or author is still there")
	}
	if storetest.BySlug(t, s, "en", "categories", "living") == nil {
		t.Error("another term is missing")
	}
}

func TestTermsCountTheirPublishedPosts(t *testing.T) {
	s := storetest.Sample(t, store.Config{})
	count := func() int { return storetest.BySlug(t, s, "en", "categories", "market").(*content.Term).Count }
	if count() != 14 {
		t.Errorf("14 published posts counted as %d", count())
	}
	storetest.Remove(t, s, content.Ref{Type: content.TypePost, ID: 101})
	if count() != 13 {
		t.Errorf("13 published posts counted as %d", count())
	}
}

func TestInvalidContentIsRefusedWithItsRemedy(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	change := func(f func(*content.Property)) content.Entity {
		h := testProperty(1)
		f(h)
		return h
	}
	post := &content.Post{Head: content.Head{ID: 1, Type: "post", Slug: "x", Link: "/x/", Status: "publish"}}
	for want, entity := range map[string]content.Entity{
		`"id" must be`:          change(func(p *content.Property) { p.ID = 0 }),
		`"status" is ""; use`:   change(func(p *content.Property) { p.Status = "" }),
		`"slug" is missing`:     change(func(p *content.Property) { p.Slug = "" }),
		`"link" is missing`:     change(func(p *content.Property) { p.Link = "" }),
		`without the site's`:    change(func(p *content.Property) { p.Link = "https://cms.example.test/x/" }),
		`"type" is "post"`:      change(func(p *content.Property) { p.Type = "post" }),
		`carries all languages`: change(func(p *content.Property) { p.Lang = "en" }),
		`a post needs one of`:   post,
		`a taxonomy and a slug`: &content.Term{ID: 5, Taxonomy: "category"},
		`an id above 0 and a`:   &content.Author{Slug: "x"},
		`no entity that can be`: nil,
	} {
		err := s.Write(t.Context(), func(b *store.Batch) error { return b.Put(entity) })
		if !store.IsInvalid(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an invalid content error with %q", err, want)
		}
	}
	for _, pair := range []content.RedirectPair{{From: "x", To: "/y/"}, {From: "/x/", To: "/X"}, {From: "/x/", To: ""}, {From: "/x/", To: "/y/", Status: 200}} {
		err := s.Write(t.Context(), func(b *store.Batch) error { return b.PutRedirects(pair) })
		if !store.IsInvalid(err) {
			t.Errorf("redirect %+v gave %v", pair, err)
		}
	}
}

// TestReadersNeverSeeHalfABatch changes two properties together while readers list them,
// and asserts that a new generation shows nothing old.
func TestReadersNeverSeeHalfABatch(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	storetest.Put(t, s, testProperty(1), testProperty(2))
	s.UseSearcher(fixedSearcher{1, 2})
	const rounds = 30
	first := s.Generation()
	stop := make(chan struct{})
	var group sync.WaitGroup
	failures := make(chan error, 3)
	for range 3 {
		group.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				round := (s.Generation() - first) / 2 // two changes a round
				list, err := s.Properties(context.Background(), "en", search.Filter{})
				if err != nil {
					failures <- err
					return
				}
				for _, h := range list.Items {
					if uint64(h.Bedrooms) < round {
						failures <- fmt.Errorf("generation of round %d shows property %d of round %d", round, h.ID, h.Bedrooms)
						return
					}
				}
			}
		})
	}
	for round := 1; round <= rounds; round++ {
		one, two := testProperty(1), testProperty(2)
		one.Bedrooms, two.Bedrooms = round, round
		storetest.Put(t, s, one, two)
	}
	close(stop)
	group.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
}
