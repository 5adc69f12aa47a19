package store_test

import (
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/tests/storetest"
)

func homeAt(id int, slug string) *content.Property {
	return &content.Property{
		Head:      content.Head{ID: id, Type: content.TypeProperty, Slug: slug, Status: content.StatusPublish, Link: "/properties/" + slug + "/"},
		Reference: "R" + strings.ToUpper(slug), Title: i18n.Text{"en": "Villa " + slug},
	}
}

func pageNamed(id int, slug, title string) *content.Page {
	return &content.Page{
		Head:  content.Head{ID: id, Type: content.TypePage, Slug: slug, Status: content.StatusPublish, Lang: "en", Link: "/" + slug + "/"},
		Title: title,
	}
}

func putAs(t *testing.T, s *store.Store, writer store.Writer, entities ...content.Entity) error {
	t.Helper()
	return s.Write(t.Context(), func(b *store.Batch) error {
		b.SetWriter(writer)
		for _, entity := range entities {
			if err := b.Put(entity); err != nil {
				return err
			}
		}
		return nil
	})
}

// Of two entities with the same link visitors saw one.
func TestALinkHasOneEntity(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	if err := putAs(t, s, store.Writer{}, homeAt(1, "alba"), pageNamed(2, "about", "About")); err != nil {
		t.Fatal(err)
	}
	for name, second := range map[string]content.Entity{"a home": homeAt(3, "alba"), "a page": pageNamed(4, "about", "About us")} {
		err := putAs(t, s, store.Writer{}, second)
		if !store.IsInvalid(err) {
			t.Errorf("%s: error %v, want a refusal", name, err)
		} else if text := err.Error(); strings.Count(text, "“") != 2 || !strings.Contains(text, "another slug") {
			t.Errorf("%s: %v, want both names and the remedy", name, err)
		}
	}
	if err := putAs(t, s, store.Writer{}, homeAt(5, "bella"), homeAt(6, "bella")); !store.IsInvalid(err) {
		t.Errorf("both in one batch: error %v", err)
	}
	draft := homeAt(7, "alba")
	draft.Status = content.StatusDraft
	if err := putAs(t, s, store.Writer{}, draft); err != nil {
		t.Errorf("a draft: %v", err)
	}
	if err := putAs(t, s, store.Writer{}, homeAt(1, "clara"), homeAt(8, "alba")); err != nil {
		t.Errorf("a link that becomes free in the same batch: %v", err)
	}
	// What a CMS publishes is its own to decide; a later change of another field is no second link.
	if err := putAs(t, s, store.Writer{Via: store.ViaReplica}, homeAt(9, "alba")); err != nil {
		t.Errorf("a replica: %v", err)
	}
	dearer := homeAt(9, "alba")
	dearer.Bedrooms = 5
	if err := putAs(t, s, store.Writer{}, dearer); err != nil {
		t.Errorf("another field of an entity with the same link: %v", err)
	}
}

// A redirect over a living page hid it.
func TestARedirectHidesNoPage(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	if err := putAs(t, s, store.Writer{}, pageNamed(2, "about", "About"), homeAt(1, "alba")); err != nil {
		t.Fatal(err)
	}
	redirect := func(from string, via string) error {
		return s.Write(t.Context(), func(b *store.Batch) error {
			b.SetWriter(store.Writer{Via: via})
			return b.PutRedirects(content.RedirectPair{From: from, To: "/properties/"})
		})
	}
	for _, from := range []string{"/about/", "/About", "/properties/alba/"} {
		if err := redirect(from, ""); !store.IsInvalid(err) || !strings.Contains(err.Error(), "“") {
			t.Errorf("from %s: error %v, want a refusal that names the page", from, err)
		}
	}
	for _, from := range []string{"/about-us/", "/about/?p=5", "/properties/alba/more/"} {
		if err := redirect(from, ""); err != nil {
			t.Errorf("from %s: %v", from, err)
		}
	}
	if err := redirect("/about/", store.ViaReplica); err != nil {
		t.Errorf("of a replica: %v", err)
	}
}
