package edit_test

import (
	"errors"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
	"estate/internal/studio/edit"
)

func (o *office) putDraft(user *account.User, id int, seen string, changes ...change.Change) *edit.Draft {
	o.t.Helper()
	draft, err := o.PutDraft(o.t.Context(), user, propertyRef(id), changes, seen)
	if err != nil {
		o.t.Fatalf("%s: %+v: %v", user.Name, changes, err)
	}
	return draft
}

func (o *office) draft(user *account.User, id int) *edit.Draft {
	o.t.Helper()
	draft, err := o.Draft(o.t.Context(), user, propertyRef(id))
	if err != nil {
		o.t.Fatal(err)
	}
	return draft
}

func pathsOfDraft(d *edit.Draft) string {
	var paths []string
	for _, c := range d.Changes {
		paths = append(paths, c.Path)
	}
	return strings.Join(paths, " ")
}

// Nothing of a draft is on the site, and no cached page is checked again because somebody types.
func TestADraftChangesNothingOfTheSite(t *testing.T) {
	o := start(t)
	before, generation := o.document(propertyRef(1)), o.store.Generation()
	first := o.putDraft(agent, 1, "", set("title.en", `"Villa by the sea"`, `"Casa Alba"`))
	if first.By != "Ana" || !first.At.Equal(o.now) || first.Version == "" {
		t.Errorf("the draft is %+v", first)
	}
	second := o.putDraft(editor, 1, first.Version, set("title.en", `"Villa by the sea"`, `"Casa Alba"`), set("bedrooms", "null", `4`))
	if got := o.draft(owner, 1); got.By != "Eva" || got.Version != second.Version || pathsOfDraft(got) != "title.en bedrooms" {
		t.Errorf("the draft of two people is %+v", got)
	}
	if o.document(propertyRef(1)) != before || o.store.Generation() != generation {
		t.Error("a draft changes the content")
	}
	if rows := o.list(owner, edit.Query{Text: "casa alba"}).Rows; len(rows) != 1 || rows[0].Property.ID != 1 || rows[0].DraftBy != "Eva" {
		t.Errorf("a search for the title of the draft finds %+v", rows)
	}
	if list := o.list(owner, edit.Query{Show: edit.ShowDrafts}); list.Total != 1 || list.Shows[edit.ShowDrafts] != 1 {
		t.Errorf("%d properties with drafts, counted %d, want 1", list.Total, list.Shows[edit.ShowDrafts])
	}
	o.putDraft(editor, 1, second.Version)
	if got := o.draft(owner, 1); len(got.Changes) > 0 || got.Version != "" {
		t.Errorf("a discarded draft is %+v", got)
	}
}

// Two browsers do not take each other's draft away: who has not seen the present one is told so.
func TestADraftThatHasChangedIsNotOverwritten(t *testing.T) {
	o := start(t)
	first := o.putDraft(owner, 1, "", set("bedrooms", "null", "4"))
	o.putDraft(editor, 1, first.Version, set("bedrooms", "null", "5"))
	for name, seen := range map[string]string{"the first one": first.Version, "none": ""} {
		if _, err := o.PutDraft(t.Context(), owner, propertyRef(1), nil, seen); !errors.Is(err, edit.ErrDraftChanged) {
			t.Errorf("who has seen %s overwrites the draft: %v", name, err)
		}
	}
	if got := o.draft(owner, 1); pathsOfDraft(got) != "bedrooms" || string(got.Changes[0].To) != "5" {
		t.Errorf("the draft is %+v", got)
	}
}

// A draft lies for days while a feed and colleagues go on: what they change stays, and publishing asks for the paths only
// that both have changed.
func TestADraftLeavesWhatOthersPublish(t *testing.T) {
	o := start(t)
	changes := []change.Change{
		set("title.en", `"Villa by the sea"`, `"Casa Alba"`), set("price.amount", "1000000", "980000"), set("bedrooms", "null", "4"),
	}
	o.putDraft(editor, fed, "", changes...)
	o.now = o.now.AddDate(0, 0, 2)
	if err := o.store.Write(t.Context(), func(b *store.Batch) error {
		b.SetWriter(store.Writer{Via: store.ViaFeed("crm")})
		p := *o.property(fed)
		p.Price.Amount, p.Bathrooms = 950_000, 3
		return b.Put(&p)
	}); err != nil {
		t.Fatal(err)
	}
	saved, err := o.try(editor, propertyRef(fed), changes...)
	if err != nil || len(saved.Conflicts) != 1 || saved.Conflicts[0].Path != "price.amount" || saved.Conflicts[0].By != "crm" {
		t.Fatalf("published: %+v, %v", saved, err)
	}
	p := o.property(fed)
	if p.Title["en"] != "Casa Alba" || p.Bedrooms != 4 || p.Bathrooms != 3 || p.Price.Amount != 950_000 {
		t.Errorf("published: %q, %d bedrooms, %d bathrooms, %d", p.Title["en"], p.Bedrooms, p.Bathrooms, p.Price.Amount)
	}
	if got := pathsOfDraft(o.draft(editor, fed)); got != "price.amount" {
		t.Errorf("in the draft are %q, want the price that is not decided", got)
	}
	o.save(editor, propertyRef(fed), set("price.amount", "950000", "980000"))
	if got := o.draft(editor, fed); got.Version != "" {
		t.Errorf("after all is published the draft is %+v", got)
	}
}

func TestWhoMayWriteADraft(t *testing.T) {
	o := start(t)
	put := func(user *account.User, id int, changes ...change.Change) error {
		_, err := o.PutDraft(t.Context(), user, propertyRef(id), changes, "")
		return err
	}
	note := set("private.commission.note", "null", `"secret"`)
	for name, err := range map[string]error{
		"another agent's property": put(agent, 2, set("bedrooms", "null", "4")),
		"commission":               put(agent, 1, note),
	} {
		if !errors.Is(err, edit.ErrForbidden) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := o.Draft(t.Context(), agent, propertyRef(2)); !errors.Is(err, edit.ErrForbidden) {
		t.Errorf("an agent reads the draft of another agent's property: %v", err)
	}
	if err := put(owner, 99, note); !errors.Is(err, edit.ErrNotFound) {
		t.Errorf("an unknown property: %v", err)
	}
	if got := problems(put(owner, 1, set("modified", "null", `"2020-01-01T00:00:00Z"`))); got != "modified" {
		t.Errorf("a field that is no one's: %q", got)
	}
	if got := problems(put(owner, 1, set("Title", "null", `"x"`))); got != "Title" {
		t.Errorf("a malformed path: %q", got)
	}
	// An agent's draft keeps what only the owner sees of it.
	o.putDraft(owner, 1, "", note)
	o.putDraft(agent, 1, o.draft(agent, 1).Version, set("bedrooms", "null", "4"))
	if got := pathsOfDraft(o.draft(agent, 1)); got != "bedrooms" {
		t.Errorf("an agent sees %q", got)
	}
	if got := pathsOfDraft(o.draft(owner, 1)); got != "bedrooms private.commission.note" {
		t.Errorf("the owner sees %q", got)
	}
	o.putDraft(editor, 2, "", set("description.en", "null", `"<p>A<script>alert(1)</script></p>"`))
	if got := string(o.draft(editor, 2).Changes[0].To); strings.Contains(got, "script") {
		t.Errorf("the draft has %s", got)
	}
}

func TestADraftGoesWithItsProperty(t *testing.T) {
	o := start(t)
	o.putDraft(owner, 1, "", set("bedrooms", "null", "4"))
	if err := o.store.Write(t.Context(), func(b *store.Batch) error { return b.Delete(propertyRef(1)) }); err != nil {
		t.Fatal(err)
	}
	if drafts, err := o.store.Drafts(t.Context(), content.TypeProperty); err != nil || len(drafts) > 0 {
		t.Errorf("drafts of a deleted property: %v, %v", drafts, err)
	}
}
