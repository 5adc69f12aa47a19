package edit_test

import (
	"errors"
	"testing"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
	"estate/internal/studio/edit"
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
