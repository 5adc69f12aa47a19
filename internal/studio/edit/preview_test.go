package edit_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
	"estate/internal/studio/edit"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/storetest"
)

func TestAPreviewBelongsToItsSession(t *testing.T) {
	o := start(t)
	changes := []change.Change{set("phone_1", `"+34 952 000 100"`, `"+34 952 111 111"`), set("tagline.es", `"Casas"`, `"Villas"`)}
	put := func(token string, changes ...change.Change) error {
		return o.PutPreview(t.Context(), owner, "s1", token, edit.SettingsRef, changes, "/")
	}
	generation := o.store.Generation()
	if err := put("t1", changes...); err != nil {
		t.Fatal(err)
	}
	source, link, err := o.Preview(t.Context(), owner, "s1", "t1")
	if err != nil || link != "/" {
		t.Fatal(link, err)
	}
	for _, lang := range i18n.Filled {
		shown, err := source.Settings(t.Context(), lang)
		if err != nil || shown.Phone1 != "+34 952 111 111" || shown.Tagline["es"] != "Villas" || shown.Tagline["en"] != "Homes" {
			t.Errorf("%s: the preview has %+v, %v", lang, shown, err)
		}
		if stored, _ := o.store.Settings(t.Context(), lang); stored.Phone1 == shown.Phone1 || stored.Tagline["es"] != "Casas" {
			t.Errorf("%s: the preview is in the store: %+v", lang, stored)
		}
	}
	if o.store.Generation() != generation {
		t.Error("a preview moves the generation")
	}
	refused := func(name, session, token string) {
		t.Helper()
		if _, _, err := o.Preview(t.Context(), owner, session, token); !errors.Is(err, edit.ErrNotFound) {
			t.Errorf("%s opens the preview: %v", name, err)
		}
	}
	refused("another session", "s2", "t1")
	refused("another token", "s1", "t2")
	refused("no token", "s1", "")
	if err := put("t3"); err != nil {
		t.Fatal(err)
	}
	refused("the address of a replaced preview", "s1", "t1")
	o.now = o.now.Add(31 * time.Minute)
	refused("an address after 30 minutes", "s1", "t3")
	if got := problems(put("t4", set("phone_1", "null", `"call me"`))); got != "phone_1" {
		t.Errorf("a value that cannot be saved: %q", got)
	}
	for _, user := range []*account.User{editor, agent} {
		if err := o.PutPreview(t.Context(), user, "s3", "t", edit.SettingsRef, changes, "/"); !errors.Is(err, edit.ErrForbidden) {
			t.Errorf("%s makes a preview of the settings: %v", user.Role, err)
		}
	}
}

// A preview shows a property as it would be, unpublished too, and only there.
func TestAPreviewShowsAPropertyWithItsChanges(t *testing.T) {
	o := start(t)
	stored := *o.property(2)
	stored.Status, stored.Date = content.StatusDraft, time.Time{}
	storetest.Put(t, o.store, &stored)
	o.store.UseSearcher(contenttest.NewScan([]content.Entity{o.property(1), o.property(fed)}))
	before := o.document(propertyRef(2))
	changes := []change.Change{
		set("title.en", "null", `"Casa Alba"`), set("price.amount", "null", `"1.250.00"`), set("bedrooms", "null", "100000"),
		set("bathrooms", "null", "3"), set("description.en", "null", `"<p>A<script>alert(1)</script></p>"`),
	}
	show := func(user *account.User, link string) content.Source {
		t.Helper()
		if err := o.PutPreview(t.Context(), user, "s1", "t1", propertyRef(2), changes, link); err != nil {
			t.Fatal(err)
		}
		source, _, err := o.Preview(t.Context(), user, "s1", "t1")
		if err != nil {
			t.Fatal(err)
		}
		return source
	}
	source := show(editor, stored.Link)
	found, err := source.BySlug(t.Context(), i18n.LangEN, "properties", "villa-2")
	if err != nil || len(found) != 1 {
		t.Fatalf("found %v, %v", found, err)
	}
	p := found[0].(*content.Property)
	if p.Title["en"] != "Casa Alba" || p.Bathrooms != 3 || p.Bedrooms != 0 || p.Price.Amount != 1_000_000 || p.Status != content.StatusPublish ||
		p.Description["en"] != "<p>A</p>" {
		t.Errorf("the preview has %+v", p)
	}
	listed := func(source content.Source) (ids []int) {
		listing, err := source.Properties(t.Context(), i18n.LangEN, search.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range listing.Items {
			ids = append(ids, p.ID)
		}
		return ids
	}
	if ids := listed(source); slices.Contains(ids, 2) {
		t.Errorf("the page of a draft lists it among others: %v", ids)
	}
	if ids := listed(show(editor, "/properties/")); len(ids) == 0 || ids[0] != 2 {
		t.Errorf("a list shows its card at %v, want it first", ids)
	}
	if o.document(propertyRef(2)) != before {
		t.Error("a preview changes the content")
	}
	if err := o.PutPreview(t.Context(), agent, "s1", "t1", propertyRef(2), nil, stored.Link); !errors.Is(err, edit.ErrForbidden) {
		t.Errorf("an agent makes a preview of another agent's property: %v", err)
	}
}
