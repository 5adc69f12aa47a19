package edit_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
	"estate/internal/studio/edit"
	"estate/internal/tests/storetest"
)

func (o *office) create(user *account.User, t content.Type, request edit.CreateRequest) content.Ref {
	o.t.Helper()
	o.keys++
	request.Key = fmt.Sprint("new", o.keys)
	created, err := o.Create(o.t.Context(), user, t, request)
	if err != nil {
		o.t.Fatal(err)
	}
	return content.Ref{Type: t, ID: created.ID}
}

// complete gives a new draft what its publication needs.
func (o *office) complete(user *account.User, ref content.Ref) {
	o.t.Helper()
	p := o.property(ref.ID)
	p.Gallery = []content.Image{{URL: "/media/villa.jpg"}}
	storetest.Put(o.t, o.store, p)
	o.save(user, ref, set("title", "null", `{"en":"Villa in Marbella","es":"Villa en Marbella"}`),
		set("description", "null", `{"en":"<p>A villa.</p>","es":"<p>Una villa.</p>"}`), set("s_type", "null", "[15]"), set("s_city", "null", "636"),
		set("price.amount", "null", "900000"), set("energy.status", "null", `"pending"`))
}

func TestANewHomeHasTheNextReferenceAndAnIDOfTheStudio(t *testing.T) {
	o := start(t)
	rent := villa(4)
	rent.Placing.Offers, rent.Reference = []int{10}, "ZR0099G"
	trashed := villa(5)
	trashed.Reference, trashed.Status = "ZRE1003P", content.StatusTrash
	storetest.Put(t, o.store, rent, trashed)
	for _, test := range []struct {
		offer     int
		reference string
		mode      content.PriceMode
	}{
		{3, "ZRE1004P", content.PriceSale}, // 1003 is in the trash
		{3, "ZRE1005P", content.PriceSale},
		{10, "ZR0100G", content.PriceMonth},
		{12, "ZRE1006P", content.PriceWeek}, // none of the offer: as the others
	} {
		ref := o.create(agent, content.TypeProperty, edit.CreateRequest{Offer: test.offer})
		p := o.property(ref.ID)
		if p.Reference != test.reference || p.Price.Mode != test.mode || p.Status != content.StatusDraft || p.Agent != 7 ||
			p.ID < content.FirstStudioID || p.ID >= content.FirstFeedID || !slices.Equal(p.Offers, []int{test.offer}) {
			t.Errorf("offer %d: %+v", test.offer, p)
		}
	}
	lines, err := o.Log(t.Context(), agent, edit.LogQuery{})
	if err != nil || len(lines) != 4 || lines[0].Action != edit.ActionCreate || !lines[0].MayUndo {
		t.Fatalf("log %+v, %v", lines, err)
	}
	made := lines[0].Ref
	o.undo(agent, lines[0].Seq)
	if got := o.property(made.ID).Status; got != content.StatusTrash {
		t.Errorf("a creation that is undone has the status %q", got)
	}
}

func TestNewHomesOfTwoNodesHaveTheirOwnReferences(t *testing.T) {
	o := start(t)
	var group sync.WaitGroup
	for i := range 6 {
		group.Go(func() {
			if _, err := o.Create(t.Context(), owner, content.TypeProperty, edit.CreateRequest{Offer: 3, Key: fmt.Sprint("c", i)}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	seen := map[string]bool{}
	_, err := o.store.AllProperties(t.Context(), func(p *content.Property) error {
		if seen[p.Reference] {
			t.Errorf("the reference %s is given twice", p.Reference)
		}
		seen[p.Reference] = true
		return nil
	})
	if err != nil || len(seen) != 9 {
		t.Errorf("%d references, %v", len(seen), err)
	}
}

func TestACopyHasNothingThatIsTrueOfOneHomeOnly(t *testing.T) {
	o := start(t)
	p := villa(1)
	p.Locks, p.Badges, p.Availability = []string{"price"}, []content.Badge{content.BadgeSold, content.BadgeExclusive}, content.UnitSold
	p.Registration, p.CadastralReference, p.Origin = "VFT/MA/1", "12345678901234567890", &content.Origin{System: "crm", Key: "k", Shared: true}
	p.InformationSheet = &content.InformationSheet{Date: "2026-01-01"}
	storetest.Put(t, o.store, p)
	got := o.property(o.create(editor, content.TypeProperty, edit.CreateRequest{Copy: 1, Offer: 3}).ID)
	if got.Reference != "ZRE1003P" || got.Slug == p.Slug || got.Link == p.Link || got.Status != content.StatusDraft || got.Locks != nil ||
		got.Registration != "" || got.CadastralReference != "" || got.InformationSheet != nil || got.State() != content.UnitAvailable ||
		got.Origin == nil || got.Origin.System != "" || !got.Origin.Shared || !got.Date.IsZero() {
		t.Errorf("the copy is %+v", got)
	}
	if got.Title["es"] != p.Title["es"] || got.Price.Amount != p.Price.Amount || got.Featured == nil || got.Agent != 7 ||
		!slices.Equal(got.Badges, []content.Badge{content.BadgeExclusive}) || got.Private.Commission != nil {
		t.Errorf("the copy of an editor has %+v, private %+v", got, got.Private)
	}
	for _, user := range []*account.User{agent, {ID: "u9", Role: account.RoleAgent, Lang: "en"}} {
		if _, err := o.Create(t.Context(), user, content.TypeProperty, edit.CreateRequest{Copy: 2, Key: "x"}); !errors.Is(err, edit.ErrForbidden) {
			t.Errorf("agent %d copies the home of another one: %v", user.Author, err)
		}
	}
	if _, err := o.Create(t.Context(), owner, content.TypeProperty, edit.CreateRequest{Copy: 4711, Key: "y"}); !errors.Is(err, edit.ErrNotFound) {
		t.Errorf("a copy of nothing: %v", err)
	}
	if _, err := o.Create(t.Context(), owner, "pages", edit.CreateRequest{Key: "z"}); !errors.Is(err, edit.ErrNotFound) {
		t.Errorf("a new page: %v", err)
	}
	if _, err := o.Create(t.Context(), owner, content.TypeProperty, edit.CreateRequest{Offer: 999, Key: "o"}); problems(err) != "offer" {
		t.Errorf("an unknown offer: %v", err)
	}
}

func TestTheFirstPublicationGivesTheLinksOfTheTitles(t *testing.T) {
	o := start(t)
	ref := o.create(agent, content.TypeProperty, edit.CreateRequest{Offer: 3})
	_, err := o.try(agent, ref, set("status", `"draft"`, `"publish"`))
	if got := problems(err); got != "s_type price.amount title.en description.en gallery s_city" {
		t.Errorf("an empty draft is refused for %q", got)
	}
	o.complete(agent, ref)
	saved := o.save(agent, ref, set("status", `"draft"`, `"publish"`))
	p := o.property(ref.ID)
	want := map[i18n.Lang]string{"en": "/properties/villa-in-marbella-zre1003p/", "es": "/es/properties/villa-en-marbella-zre1003p/"}
	if p.Slug != "villa-in-marbella-zre1003p" || p.LinkIn("en") != want["en"] || p.LinkIn("es") != want["es"] || p.Date.IsZero() {
		t.Errorf("slug %q, links %v, published %v", p.Slug, p.AlternativeLinks, p.Date)
	}
	o.undo(agent, saved.Change)
	if again := o.property(ref.ID); again.Status != content.StatusDraft || again.Slug != fmt.Sprintf("draft-%d", ref.ID) || !again.Date.IsZero() {
		t.Errorf("undone: %+v", again.Head)
	}
	other := villa(9)
	other.Slug, other.Link = p.Slug, want["en"]
	storetest.Put(t, o.store, other)
	o.save(agent, ref, set("status", `"draft"`, `"publish"`))
	if again := o.property(ref.ID); again.Slug != p.Slug+"-2" {
		t.Errorf("the slug of another home is given again: %q", again.Slug)
	}
	renamed := set("slug", `"`+p.Slug+`-2"`, `"villa-alba"`)
	if _, err := o.try(agent, ref, renamed); problems(err) != "slug" || !strings.Contains(fmt.Sprint(err), "confirm") {
		t.Errorf("a new slug is not asked for: %v", err)
	}
	if _, err := o.Save(t.Context(), agent, ref, edit.Request{Changes: []change.Change{renamed}, Key: "slug", Confirmed: true}); err != nil {
		t.Fatal(err)
	}
	if p := o.property(ref.ID); p.LinkIn("en") != "/properties/villa-alba/" || p.LinkIn("es") != want["es"] {
		t.Errorf("links %v", p.AlternativeLinks)
	}
	if _, err := o.try(agent, ref, set("slug", `"villa-alba"`, `"Villa Alba/../x"`)); problems(err) != "slug" {
		t.Errorf("a slug with other characters: %v", err)
	}
}

func TestTheTrash(t *testing.T) {
	o := start(t)
	before := o.document(propertyRef(1))
	saved, err := o.Trash(t.Context(), agent, propertyRef(1), "t1")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := o.Trash(t.Context(), agent, propertyRef(1), "t1"); err != nil || again.Change != saved.Change {
		t.Errorf("repeated: %+v, %v", again, err)
	}
	if _, err := o.Trash(t.Context(), agent, propertyRef(2), "t2"); !errors.Is(err, edit.ErrForbidden) {
		t.Errorf("the home of another agent: %v", err)
	}
	if _, err := o.try(owner, propertyRef(1), set("bedrooms", "0", "3")); !errors.Is(err, edit.ErrNotFound) {
		t.Errorf("a change in the trash: %v", err)
	}
	if got := ids(o.list(editor, edit.Query{Show: edit.ShowTrash})); !slices.Equal(got, []int{1}) {
		t.Errorf("in the trash: %v", got)
	}
	if got := o.list(editor, edit.Query{}); slices.Contains(ids(got), 1) || got.Shows[edit.ShowTrash] != 1 {
		t.Errorf("the list has %v, %v", ids(got), got.Shows)
	}
	o.undo(agent, saved.Change)
	if got := o.document(propertyRef(1)); got != before {
		t.Errorf("undone:\n%s\nwant\n%s", got, before)
	}
	if _, err := o.Trash(t.Context(), agent, propertyRef(1), "t3"); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Restore(t.Context(), agent, propertyRef(1), "r1"); err != nil || o.property(1).Status != content.StatusDraft {
		t.Errorf("restored: %v, %q", err, o.property(1).Status)
	}
	if _, err := o.Restore(t.Context(), agent, propertyRef(1), "r2"); !errors.Is(err, edit.ErrNotFound) {
		t.Errorf("restored twice: %v", err)
	}
	if _, err := o.Trash(t.Context(), owner, propertyRef(fed), "t4"); err != nil || !o.property(fed).Locked("status") {
		t.Errorf("a feed brings back what is in the trash: %v", err)
	}
}

func TestADevelopmentIsEdited(t *testing.T) {
	o := start(t)
	of := func(id int) *content.Development {
		return &content.Development{
			Head: content.Head{
				ID: id, Type: content.TypeDevelopment, Slug: fmt.Sprint("hills-", id), Status: content.StatusPublish, Date: o.now,
				Modified: o.now, Link: fmt.Sprintf("/developments/hills-%d/", id),
			},
			Reference: "D1", Title: i18n.Text{"en": "The Hills"}, Description: i18n.Text{"en": "<p>Hills.</p>"}, Featured: &content.Image{URL: "/a.jpg"},
			Price: content.PriceRange{From: 400_000, Unknown: true}, Placing: content.Placing{City: 636}, Agent: 7,
		}
	}
	storetest.Put(t, o.store, of(50), of(content.FirstFeedID+50))
	ref := content.Ref{Type: content.TypeDevelopment, ID: 50}
	before := o.document(ref)
	units := `[{"name":"1A","type":{"en":"Flat"},"beds":2,"price":400000,"availability":"available"}]`
	saved := o.save(agent, ref, set("units", "null", units), set("phases", "null", `[{"en":"Phase 1","es":"Fase 1"}]`), set("price.from", "400000", "420000"))
	entity, _, err := o.store.Stored(t.Context(), ref)
	if d := entity.(*content.Development); err != nil || len(d.Units) != 1 || d.Units[0].Price != 400_000 || d.Price.Unknown || d.Phases[0]["es"] != "Fase 1" {
		t.Errorf("saved: %+v, %v", d, err)
	}
	o.undo(agent, saved.Change)
	if got := o.document(ref); got != before {
		t.Errorf("undone:\n%s\nwant\n%s", got, before)
	}
	for path, value := range map[string]string{
		"units": `[{"name":"1A","type":{},"price":-1,"availability":"available"}]`, "units.0.price": "5", "phases": `[{"xx":"?"}]`, "gallery": `null`,
		"price.unknown": "false", "title": "null",
	} {
		stored, err := o.Read(t.Context(), owner, ref)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.try(owner, ref, set(path, valueAt(t, stored.Doc, path), value)); err != nil && !strings.HasPrefix(problems(err), path[:5]) ||
			err == nil && path != "gallery" {
			t.Errorf("%s: %v", path, err)
		}
	}
	other := &account.User{ID: "u8", Role: account.RoleAgent, Author: 8, Lang: "en"}
	if _, err := o.try(other, ref, set("delivery.en", "null", `"2027"`)); !errors.Is(err, edit.ErrForbidden) {
		t.Errorf("another agent: %v", err)
	}
	fed := content.Ref{Type: content.TypeDevelopment, ID: content.FirstFeedID + 50}
	if _, err := o.try(owner, fed, set("title.en", `"The Hills"`, `"Hills"`)); problems(err) != "title.en" {
		t.Errorf("a field that the next run of a feed takes back: %v", err)
	}
	o.save(owner, fed, set("units", "null", units))
	document, err := o.Read(t.Context(), owner, ref)
	if err != nil || len(document.Checks) == 0 || document.Checks[0].Level != "warns" {
		t.Errorf("checks %+v, %v", document.Checks, err)
	}
}

func TestReplicaModeMakesNoHomes(t *testing.T) {
	o := startWith(t, storetest.Open(t, store.Config{}), func(cfg *edit.Config) { cfg.Mode, cfg.CMSURL = edit.ModeReplica, "https://cms.example.test" })
	_, err := o.Create(t.Context(), owner, content.TypeProperty, edit.CreateRequest{Key: "k"})
	if _, ok := errors.AsType[*edit.ReadOnlyError](err); !ok {
		t.Errorf("created: %v", err)
	}
}

// valueAt is the value at a path of a document.
func valueAt(t *testing.T, doc, path string) string {
	t.Helper()
	d, err := change.Parse(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(d.Value(path))
}

func TestPicturesAreOfTheSite(t *testing.T) {
	o := start(t)
	p := villa(1)
	p.Gallery = []content.Image{{URL: "https://cms.example.test/old.jpg"}}
	file := &content.Media{
		Head: content.Head{ID: content.FirstStudioID, Type: content.TypeAttachment, Slug: "a", Status: content.StatusPublish}, Mime: "image/jpeg",
		Image: content.Image{URL: "/media/u/2026/a.jpg", Width: 4096, Height: 2730},
	}
	storetest.Put(t, o.store, p, file)
	cover := `{"id":500000000,"source_url":"/media/u/2026/a.jpg","width":4096,"height":2730}`
	list := `[{"id":500000000,"source_url":"/media/u/2026/a.jpg","width":4096,"height":2730,"alt":{"es":"Cocina"},"label":"kitchen","focus":[50,20]},` +
		`{"source_url":"https://cms.example.test/old.jpg"}]`
	o.save(agent, propertyRef(1), set("gallery", `[{"source_url":"https://cms.example.test/old.jpg"}]`, list),
		set("featured_image", `{"source_url":"/media/villa.jpg"}`, cover))
	for name, picture := range map[string]string{
		"another host": `{"source_url":"https://evil.example/a.jpg"}`, "a script": `{"source_url":"javascript:alert(1)"}`,
		"another folder": `{"source_url":"/media/../data/a.jpg"}`, "an unknown label": `{"source_url":"/media/a.jpg","label":"dungeon"}`,
		"a colour": `{"source_url":"/media/a.jpg","color":"red;x"}`, "a focus": `{"source_url":"/media/a.jpg","focus":[101,0]}`,
		"no address": `{"width":5}`, "a size": `{"source_url":"/media/a.jpg","width":-1}`,
	} {
		if _, err := o.try(agent, propertyRef(1), set("gallery", list, "["+picture+"]")); !strings.HasPrefix(problems(err), "gallery.0") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := o.try(agent, propertyRef(1), set("gallery", list, "null"), set("featured_image", cover, "null")); problems(err) != "gallery" {
		t.Errorf("a published home loses all pictures: %v", err)
	}
}
