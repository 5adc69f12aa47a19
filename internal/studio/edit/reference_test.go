package edit_test

import (
	"errors"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/studio/edit"
	"estate/internal/tests/storetest"
)

// The site finds a home by its reference, so two must not have the same one, whatever their status.
func TestAReferenceOfAnotherHomeIsRefused(t *testing.T) {
	o := start(t)
	draft, trashed := villa(4), villa(5)
	draft.Status, draft.Title = content.StatusDraft, i18n.Text{"en": "A draft", "es": "Un borrador"}
	trashed.Status, trashed.Title = content.StatusTrash, i18n.Text{"en": "Old house", "es": "Casa antigua"}
	development := &content.Development{
		Head:      content.Head{ID: 6, Type: content.TypeDevelopment, Slug: "hills", Status: content.StatusPublish, Link: "/developments/hills/"},
		Reference: "DEV 6", Title: i18n.Text{"en": "The Hills", "es": "Las Colinas"},
	}
	storetest.Put(t, o.store, draft, trashed, development)
	for reference, want := range map[string]string{
		"ZRE1002P": "Villa by the sea", " zre 1002 p": "Villa by the sea", "zre1004p": "A draft", "ZRE1005P": "the trash", "dev6": "The Hills",
	} {
		_, err := o.try(owner, propertyRef(1), set("reference", `"ZRE1001P"`, `"`+reference+`"`))
		invalid, ok := errors.AsType[*edit.InvalidError](err)
		if !ok || invalid.Fields[0].Path != "reference" || !strings.Contains(invalid.Fields[0].Text, want) {
			t.Errorf("%q: %v, want a problem that names %q", reference, err, want)
		}
	}
	if _, err := o.try(agent, propertyRef(1), set("reference", `"ZRE1001P"`, `"dev6"`)); !strings.Contains(text(err), "Las Colinas") {
		t.Errorf("in Spanish: %q", text(err))
	}
	saved := o.save(owner, propertyRef(1), set("reference", `"ZRE1001P"`, `"ZRE 1001P"`)) // its own
	o.undo(owner, saved.Change)
	freed := o.save(owner, propertyRef(1), set("reference", `"ZRE1001P"`, `"ZRE2001P"`))
	o.save(owner, propertyRef(2), set("reference", `"ZRE1002P"`, `"ZRE1001P"`))
	if _, err := o.Undo(t.Context(), owner, freed.Change, "back"); !strings.Contains(text(err), "Villa by the sea") {
		t.Errorf("an undo gives a reference twice: %v", err)
	}
}

// text is the text of the first problem of an error, "" for another error.
func text(err error) string {
	if invalid, ok := errors.AsType[*edit.InvalidError](err); ok {
		return invalid.Fields[0].Text
	}
	return ""
}
