package edit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
	"estate/internal/studio/edit"
	"estate/internal/tests/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

var (
	owner  = &account.User{ID: "u1", Name: "Olga", Lang: i18n.LangEN, Role: account.RoleOwner}
	editor = &account.User{ID: "u2", Name: "Eva", Lang: i18n.LangEN, Role: account.RoleEditor}
	agent  = &account.User{ID: "u3", Name: "Ana", Lang: i18n.LangES, Role: account.RoleAgent, Author: 7}
)

// office is a service on a store with three properties: 1 of agent 7, 2 of agent 8, and one of a feed.
type office struct {
	*edit.Service
	t     *testing.T
	store *store.Store
	now   time.Time
	keys  int
}

const fed = content.FirstFeedID + 3

func propertyRef(id int) content.Ref { return content.Ref{Type: content.TypeProperty, ID: id} }

func villa(id int) *content.Property {
	day := time.Date(2026, time.March, 1, 9, 0, 0, 0, time.UTC)
	slug := fmt.Sprint("villa-", id)
	return &content.Property{
		Head: content.Head{
			ID: id, Type: content.TypeProperty, Slug: slug, Status: content.StatusPublish, Date: day, Modified: day,
			Link: "/properties/" + slug + "/",
		},
		Reference: fmt.Sprintf("ZRE%dP", 1000+id), Title: i18n.Text{"en": "Villa by the sea", "es": "Villa junto al mar"},
		Description: i18n.Text{"en": "<p>A villa.</p>", "es": "<p>Una villa.</p>"},
		Price:       content.Price{Amount: 1_000_000, Currency: "EUR", Mode: content.PriceSale},
		Placing:     content.Placing{Offers: []int{3}, Types: []int{15}, City: 636},
		Energy:      &content.Energy{Status: "pending"},
		Featured:    &content.Image{URL: "/media/villa.jpg"},
		Private:     &content.Private{Note: "Keys at the office", Commission: &content.Commission{Value: 5}},
		Agent:       7,
	}
}

func start(t *testing.T) *office {
	t.Helper()
	return startWith(t, storetest.Open(t, store.Config{}), func(*edit.Config) {})
}

func startWith(t *testing.T, st *store.Store, change func(*edit.Config)) *office {
	t.Helper()
	o := &office{t: t, store: st, now: time.Date(2026, time.November, 26, 10, 0, 0, 0, time.UTC)}
	other, fromFeed := villa(2), villa(fed)
	other.Agent, fromFeed.Agent = 8, 0
	fromFeed.Origin = &content.Origin{System: "crm", Key: "k1"}
	storetest.Put(t, st, villa(1), other, fromFeed,
		&content.Author{ID: 7, Slug: "ana", Name: "Ana"}, &content.Author{ID: 8, Slug: "luis", Name: "Luis"})
	err := st.Write(t.Context(), func(b *store.Batch) error {
		text := i18n.Text{"en": "Homes", "es": "Casas"}
		en := &content.Settings{SiteTitle: "Agency", Tagline: text, Phone1: "+34 952 000 100", Address: "Street 1\nSpain"}
		es := &content.Settings{SiteTitle: "Agency", Tagline: text, Phone1: "+34 952 000 200", Address: "Calle 1\nEspaña"}
		return errors.Join(b.PutSettings("en", en), b.PutSettings("es", es))
	})
	if err != nil {
		t.Fatal(err)
	}
	sanitizer, err := sanitize.New(sanitize.Config{SiteURL: "https://www.example.test"})
	if err != nil {
		t.Fatal(err)
	}
	cfg := edit.Config{Store: st, Sanitizer: sanitizer, Now: func() time.Time { return o.now }}
	change(&cfg)
	if o.Service, err = edit.New(cfg); err != nil {
		t.Fatal(err)
	}
	return o
}

func set(path, from, to string) change.Change {
	return change.Change{Path: path, From: json.RawMessage(from), To: json.RawMessage(to)}
}

func (o *office) try(user *account.User, ref content.Ref, changes ...change.Change) (*edit.Saved, error) {
	o.keys++
	return o.Save(context.Background(), user, ref, edit.Request{Changes: changes, Key: fmt.Sprint("k", o.keys)})
}

func (o *office) save(user *account.User, ref content.Ref, changes ...change.Change) *edit.Saved {
	o.t.Helper()
	saved, err := o.try(user, ref, changes...)
	if err != nil || len(saved.Conflicts) > 0 {
		o.t.Fatalf("%s: %+v: %+v, %v", user.Name, changes, saved, err)
	}
	return saved
}

func (o *office) undo(user *account.User, seq int64) *edit.Saved {
	o.t.Helper()
	o.keys++
	saved, err := o.Undo(context.Background(), user, seq, fmt.Sprint("k", o.keys))
	if err != nil {
		o.t.Fatal(err)
	}
	return saved
}

func (o *office) property(id int) *content.Property {
	o.t.Helper()
	entity, _, err := o.store.Stored(context.Background(), propertyRef(id))
	if err != nil || entity == nil {
		o.t.Fatal(entity, err)
	}
	return entity.(*content.Property)
}

// document is what the store keeps of an entity, byte for byte.
func (o *office) document(ref content.Ref) (doc string) {
	o.t.Helper()
	err := o.store.Write(context.Background(), func(b *store.Batch) (err error) {
		doc, err = b.Document(ref)
		return err
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return doc
}

func problems(err error) string {
	var list []edit.FieldProblem
	if invalid, ok := errors.AsType[*edit.InvalidError](err); ok {
		list = invalid.Fields
	}
	if confirm, ok := errors.AsType[*edit.ConfirmError](err); ok {
		list = confirm.Guards
	}
	var paths []string
	for _, p := range list {
		if p.Text == "" || strings.HasPrefix(p.Text, "studio.") {
			paths = append(paths, "without a text: "+p.Text)
		}
		paths = append(paths, p.Path)
	}
	return strings.Join(paths, " ")
}

func TestASavedChangeIsInTheStoreTheLogAndTheVersions(t *testing.T) {
	o := start(t)
	saved := o.save(editor, propertyRef(1), set("price.amount", "1000000", "950000"), set("title.es", `"Villa junto al mar"`, `"Villa"`),
		set("bedrooms", "null", "0"))
	if !slices.Equal(saved.Paths, []string{"price.amount", "title.es"}) || saved.Change == 0 || len(saved.Locked) > 0 {
		t.Errorf("saved %+v", saved)
	}
	p := o.property(1)
	if p.Price.Amount != 950_000 || p.Title["es"] != "Villa" || p.Title["en"] != "Villa by the sea" || !p.Modified.Equal(o.now) {
		t.Errorf("the store has %+v, %v, %v", p.Price, p.Title, p.Modified)
	}
	document, err := o.Read(t.Context(), editor, propertyRef(1))
	if err != nil || document.Version != saved.Version {
		t.Errorf("the next form has version %v, %v; the answer %v", document, err, saved.Version)
	}
	log, err := o.Log(t.Context(), owner, edit.LogQuery{})
	if err != nil || len(log) != 1 || log[0].By != "Eva" || log[0].UserID != "u2" || log[0].Name != "ZRE1001P · Villa by the sea" ||
		len(log[0].Changes) != 2 || !log[0].MayUndo {
		t.Errorf("log %+v, %v", log, err)
	}
	versions, err := o.store.Versions(t.Context(), propertyRef(1))
	if err != nil || len(versions) != 1 || versions[0].Writer != (store.Writer{By: "Eva", Via: "studio"}) {
		t.Errorf("versions %+v, %v", versions, err)
	}
}

func TestTwoEditorsOfOneProperty(t *testing.T) {
	o := start(t)
	o.save(owner, propertyRef(1), set("price.amount", "1000000", "990000"))
	o.now = o.now.Add(time.Minute)
	// The second editor has the form of before: another field is saved, the same one is a question.
	saved, err := o.try(editor, propertyRef(1), set("price.amount", "1000000", "980000"), set("bedrooms", "0", "4"))
	if err != nil || !slices.Equal(saved.Paths, []string{"bedrooms"}) || len(saved.Conflicts) != 1 {
		t.Fatalf("saved %+v, %v", saved, err)
	}
	c := saved.Conflicts[0]
	if c.Path != "price.amount" || c.By != "Olga" || string(c.Now) != "990000" || string(c.To) != "980000" || c.At.IsZero() {
		t.Errorf("conflict %+v", c)
	}
	if p := o.property(1); p.Price.Amount != 990_000 || p.Bedrooms != 4 {
		t.Errorf("the store has %d, %d bedrooms", p.Price.Amount, p.Bedrooms)
	}
	// "Mine" is the change with the present value.
	o.save(editor, propertyRef(1), set("price.amount", "990000", "980000"))
	// Both have chosen the same value: nothing to ask.
	if saved := o.save(owner, propertyRef(1), set("bedrooms", "3", "4")); saved.Change != 0 || len(saved.Paths) > 0 {
		t.Errorf("an equal value is saved: %+v", saved)
	}
}

func TestARepeatedCallGetsItsFirstAnswer(t *testing.T) {
	o := start(t)
	request := edit.Request{Changes: []change.Change{set("price.amount", "1000000", "950000")}, Key: "one"}
	first, err := o.Save(t.Context(), editor, propertyRef(1), request)
	if err != nil {
		t.Fatal(err)
	}
	o.save(owner, propertyRef(1), set("price.amount", "950000", "940000"))
	again, err := o.Save(t.Context(), editor, propertyRef(1), request)
	if err != nil || again.Change != first.Change || len(again.Conflicts) > 0 {
		t.Errorf("the repeated call answers %+v, %v; want %+v", again, err, first)
	}
	if p := o.property(1); p.Price.Amount != 940_000 {
		t.Errorf("the repeated call has written %d", p.Price.Amount)
	}
	if _, err := o.Save(t.Context(), owner, propertyRef(1), request); err != nil {
		t.Error("the key of another user is not free:", err)
	}
	request.Changes[0].To = json.RawMessage("1")
	if _, err := o.Save(t.Context(), editor, propertyRef(1), request); !errors.Is(err, edit.ErrKeyReused) {
		t.Errorf("another request with the same key: %v", err)
	}
	undone, err := o.Undo(t.Context(), owner, first.Change, "two")
	if err != nil || len(undone.Conflicts) != 1 {
		t.Errorf("undo of a value that was changed since: %+v, %v", undone, err)
	}
	if again, err := o.Undo(t.Context(), owner, first.Change, "two"); err != nil || len(again.Conflicts) != 1 {
		t.Errorf("the repeated undo answers %+v, %v", again, err)
	}
}

func TestUndoRestoresTheBytes(t *testing.T) {
	for _, id := range []int{1, fed} {
		o := start(t)
		before := o.document(propertyRef(id))
		saved := o.save(owner, propertyRef(id), set("price.amount", "1000000", "950000"), set("energy.consumption", "", `"B"`),
			set("availability", "null", `"sold"`), set("location", "null", `{"lat":36.5,"lng":-4.9}`), set("costs.ibi", "0", "900"),
			set("private.note", `"Keys at the office"`, "null"))
		after := o.document(propertyRef(id))
		o.now = o.now.Add(time.Minute)
		undone := o.undo(editor, saved.Change)
		if got := o.document(propertyRef(id)); got != before || len(undone.Paths) != 6 {
			t.Errorf("undo of %v gives\n%s, want\n%s", undone.Paths, got, before)
		}
		o.now = o.now.Add(time.Minute)
		o.undo(editor, undone.Change)
		if got := o.document(propertyRef(id)); got != after {
			t.Errorf("undo of the undo gives\n%s, want\n%s", got, after)
		}
	}
}

func TestUndoKeepsWhatOthersChangedSince(t *testing.T) {
	o := start(t)
	saved := o.save(owner, propertyRef(fed), set("price.amount", "1000000", "950000"), set("price.previous", "0", "1000000"),
		set("bedrooms", "0", "3"))
	o.now = o.now.Add(time.Minute)
	o.save(editor, propertyRef(fed), set("price.amount", "950000", "940000"))
	o.now = o.now.Add(time.Minute)
	undone := o.undo(owner, saved.Change)
	p := o.property(fed)
	if len(undone.Conflicts) != 1 || undone.Conflicts[0].By != "Eva" || p.Price.Amount != 940_000 || p.Price.Previous != 0 || p.Bedrooms != 0 {
		t.Errorf("%+v; the store has %+v and %d bedrooms", undone, p.Price, p.Bedrooms)
	}
	if !slices.Equal(p.Locks, []string{"price"}) {
		t.Errorf("locks %v: the price that a person has typed stays locked, the bedrooms do not", p.Locks)
	}
	if !p.Modified.Equal(o.now) {
		t.Errorf("modified %v", p.Modified)
	}
}

func TestAFieldOfAFeedIsLockedByItsFirstChange(t *testing.T) {
	o := start(t)
	saved := o.save(editor, propertyRef(fed), set("price.amount", "1000000", "950000"), set("title.en", `"Villa by the sea"`, `"Villa"`))
	if !slices.Equal(saved.Locked, []string{"price", "title"}) {
		t.Errorf("locked %v", saved.Locked)
	}
	again := o.save(editor, propertyRef(fed), set("price.amount", "950000", "940000"))
	if len(again.Locked) > 0 {
		t.Errorf("locked again: %v", again.Locked)
	}
	if p := o.property(fed); !slices.Equal(p.Locks, []string{"price", "title"}) {
		t.Errorf("locks %v", p.Locks)
	}
}

func TestOnlyWhatVisitorsSeeRenewsAProperty(t *testing.T) {
	o := start(t)
	before := o.property(1).Modified
	o.save(owner, propertyRef(1), set("private.note", `"Keys at the office"`, `"Keys with the owner"`))
	if got := o.property(1).Modified; !got.Equal(before) {
		t.Errorf("a private note renews the property: %v", got)
	}
	o.save(owner, propertyRef(1), set("bedrooms", "0", "4"))
	if got := o.property(1).Modified; !got.Equal(o.now) {
		t.Errorf("a public field does not renew it: %v", got)
	}
}

func TestRolesByEntityAndField(t *testing.T) {
	agencyRef := edit.SettingsRef
	for _, test := range []struct {
		name      string
		ref       content.Ref
		change    change.Change
		ownerMay  bool
		editorMay bool
		agentMay  bool
	}{
		{"price of a property of agent 7", propertyRef(1), set("price.amount", "1000000", "999000"), true, true, true},
		{"state", propertyRef(1), set("availability", "null", `"reserved"`), true, true, true},
		{"note", propertyRef(1), set("private.note", `"Keys at the office"`, `"x"`), true, true, true},
		{"commission", propertyRef(1), set("private.commission.value", "5", "3"), true, false, false},
		{"all private fields", propertyRef(1), set("private", `{"note":"Keys at the office","commission":{"value":5}}`, "null"), true, false, false},
		{"agent", propertyRef(1), set("agent", "7", "8"), true, true, false},
		{"locks", propertyRef(1), set("locks", "null", `["price"]`), true, true, false},
		{"price of another agent's property", propertyRef(2), set("price.amount", "1000000", "999000"), true, true, false},
		{"telephone of the agency", agencyRef, set("phone_1", `"+34 952 000 100"`, `"+34 952 000 300"`), true, false, false},
	} {
		for _, one := range []struct {
			user *account.User
			may  bool
		}{{owner, test.ownerMay}, {editor, test.editorMay}, {agent, test.agentMay}} {
			o := start(t)
			_, err := o.try(one.user, test.ref, test.change)
			if one.may && err != nil || !one.may && !errors.Is(err, edit.ErrForbidden) {
				t.Errorf("%s by %s: %v, allowed %v", test.name, one.user.Role, err, one.may)
			}
		}
	}
}

func TestPrivateFieldsAreShownToWhomTheyConcern(t *testing.T) {
	o := start(t)
	stranger := &account.User{ID: "u4", Name: "Luis", Lang: i18n.LangEN, Role: account.RoleAgent, Author: 8}
	o.save(owner, propertyRef(1), set("private.commission.value", "5", "3"), set("bedrooms", "0", "2"))
	for _, test := range []struct {
		user       *account.User
		note, rate bool
		changes    int
	}{{owner, true, true, 2}, {editor, true, false, 1}, {agent, true, false, 1}, {stranger, false, false, -1}} {
		document, err := o.Read(t.Context(), test.user, propertyRef(1))
		if err != nil {
			t.Fatal(err)
		}
		if note := strings.Contains(document.Doc, "Keys at"); note != test.note {
			t.Errorf("%s reads the note: %v", test.user.Name, note)
		}
		if rate := strings.Contains(document.Doc, "commission"); rate != test.rate {
			t.Errorf("%s reads the commission: %v", test.user.Name, rate)
		}
		log, err := o.Log(t.Context(), test.user, edit.LogQuery{Ref: propertyRef(1)})
		if err != nil {
			t.Fatal(err)
		}
		changes := -1
		if len(log) > 0 {
			changes = len(log[0].Changes)
		}
		if changes != test.changes {
			t.Errorf("%s reads %d changes in the log, want %d", test.user.Name, changes, test.changes)
		}
	}
	if _, err := o.Read(t.Context(), agent, edit.SettingsRef); !errors.Is(err, edit.ErrForbidden) {
		t.Error("an agent reads the settings:", err)
	}
}

func TestGuardsAskBeforeAPriceJumps(t *testing.T) {
	for _, test := range []struct {
		name    string
		change  change.Change
		guarded string
	}{
		{"30 % down", set("price.amount", "1000000", "700000"), ""},
		{"more than 30 % down", set("price.amount", "1000000", "699999"), "price.amount"},
		{"a digit too many", set("price.amount", "1000000", "10000000"), "price.amount"},
		{"on ask", set("price.on_ask", "false", "true"), "price.on_ask"},
	} {
		o := start(t)
		request := edit.Request{Changes: []change.Change{test.change}, Key: "g"}
		_, err := o.Save(t.Context(), editor, propertyRef(1), request)
		if got := problems(err); got != test.guarded || test.guarded == "" && err != nil {
			t.Errorf("%s: guards %q, %v", test.name, got, err)
		}
		request.Confirmed = true
		if test.guarded != "" {
			if saved, err := o.Save(t.Context(), editor, propertyRef(1), request); err != nil || saved.Change == 0 {
				t.Errorf("%s: confirmed with the same key: %+v, %v", test.name, saved, err)
			}
		}
	}
}

func TestHostileValuesAreRefusedWithTheirPath(t *testing.T) {
	o := start(t)
	before := o.document(propertyRef(1))
	for name, c := range map[string]change.Change{
		"prototype":            set("__proto__", "null", `{"a":1}`),
		"prototype of a text":  set("title.__proto__", "null", `"x"`),
		"constructor":          set("constructor.prototype", "null", "1"),
		"unknown field":        set("price.secret", "null", "1"),
		"unknown inner field":  set("energy", `{"status":"pending"}`, `{"status":"pending","evil":1}`),
		"field of the head":    set("id", "1", "2"),
		"link":                 set("link", `"/properties/villa-1/"`, `"/"`),
		"alternative links":    set("alternative_links.en", "null", `"//evil.example/"`),
		"origin":               set("source.system", "null", `"x"`),
		"pictures":             set("featured_image.source_url", `"/media/villa.jpg"`, `"https://evil.example/x.jpg"`),
		"embeds":               set("htmls", "null", `["<script>alert(1)</script>"]`),
		"index of a list":      set("s_offer.0", "3", "5"),
		"text for a number":    set("price.amount", "1000000", `"950000"`),
		"fraction":             set("price.amount", "1000000", "1.5"),
		"huge number":          set("price.amount", "1000000", "1e400"),
		"negative price":       set("price.amount", "1000000", "-5"),
		"list for a text":      set("title.en", `"Villa by the sea"`, `["x"]`),
		"object for a text":    set("reference", `"ZRE1001P"`, `{"a":1}`),
		"other language":       set("title.xx", "null", `"x"`),
		"control characters":   set("title.en", `"Villa by the sea"`, `"a\u0000b"`),
		"line break":           set("title.en", `"Villa by the sea"`, `"a\nb"`),
		"text turned around":   set("title.en", `"Villa by the sea"`, `"a\u202eb"`),
		"long title":           set("title.en", `"Villa by the sea"`, `"`+strings.Repeat("é", 201)+`"`),
		"unknown state":        set("availability", "null", `"gone"`),
		"unknown offer":        set("s_offer", "[3]", "[999999]"),
		"unknown place":        set("s_city", "636", "999999"),
		"unknown agent":        set("agent", "7", "999"),
		"script as an address": set("extra.virtual_tour", "null", `"javascript:alert(1)"`),
		"address with a user":  set("extra.virtual_tour", "null", `"https://a:b@evil.example/"`),
		"markup in a feature":  set("features", "null", `["<b>x</b>"]`),
		"trash":                set("status", `"publish"`, `"trash"`),
		"empty reference":      set("reference", `"ZRE1001P"`, `""`),
		"deep value":           set("features", "null", strings.Repeat("[", 40)+strings.Repeat("]", 40)),
	} {
		_, err := o.try(owner, propertyRef(1), c)
		if got := problems(err); !strings.HasPrefix(got, strings.Split(c.Path, ".")[0]) {
			t.Errorf("%s (%s): problems %q, %v", name, c.Path, got, err)
		}
	}
	if o.document(propertyRef(1)) != before {
		t.Error("a refused change has changed the property")
	}
	for _, ref := range []content.Ref{propertyRef(99), propertyRef(-1), {Type: "users", ID: 1}, {Type: content.TypeAuthor, ID: 7}, {Type: "settings/en"}} {
		if _, err := o.try(owner, ref, set("title.en", "null", `"x"`)); !errors.Is(err, edit.ErrNotFound) {
			t.Errorf("%v: %v, want not found", ref, err)
		}
	}
	if _, err := o.Undo(t.Context(), owner, 4711, "x"); !errors.Is(err, edit.ErrNotFound) {
		t.Errorf("undo of no change: %v", err)
	}
}

func TestMarkupIsSanitizedBeforeItIsStored(t *testing.T) {
	o := start(t)
	o.save(editor, propertyRef(1), set("description.en", `"<p>A villa.</p>"`, `"<p onclick=\"x()\">New</p><script>alert(1)</script>"`))
	if got := o.property(1).Description["en"]; got != "<p>New</p>" {
		t.Errorf("stored %q", got)
	}
}

func TestSettingsAreOneDocumentForAllLanguages(t *testing.T) {
	o := start(t)
	document, err := o.Read(t.Context(), editor, edit.SettingsRef)
	if err != nil || document.May || !strings.Contains(document.Doc, `"address":{"en":"Street 1\nSpain","es":"Calle 1\nEspaña"}`) {
		t.Errorf("an editor reads %+v, %v", document, err)
	}
	before := []string{o.document(store.SettingsRef("en")), o.document(store.SettingsRef("es"))}
	saved := o.save(owner, edit.SettingsRef, set("phone_1", `"+34 952 000 100"`, `"+34 952 111 111"`), set("tagline.es", `"Casas"`, `"Villas"`),
		set("address.es", `"Calle 1\nEspaña"`, `"Calle 2\nEspaña"`), set("years", "0", "35"))
	for lang, address := range map[i18n.Lang]string{"en": "Street 1\nSpain", "es": "Calle 2\nEspaña"} {
		s, err := o.store.Settings(t.Context(), lang)
		if err != nil || s.Phone1 != "+34 952 111 111" || s.Tagline["es"] != "Villas" || s.Tagline["en"] != "Homes" || s.Address != address || s.Years != 35 {
			t.Errorf("%s: %+v, %v", lang, s, err)
		}
	}
	if document, err := o.Read(t.Context(), owner, edit.SettingsRef); err != nil || document.Version != saved.Version || !document.May {
		t.Errorf("the next form has %+v, %v; want version %s", document, err, saved.Version)
	}
	// The languages had different numbers for what they share: undo brings back each.
	o.undo(owner, saved.Change)
	if after := []string{o.document(store.SettingsRef("en")), o.document(store.SettingsRef("es"))}; !slices.Equal(before, after) {
		t.Errorf("undo gives\n%v, want\n%v", after, before)
	}
	for path, to := range map[string]string{
		"phone_1": `"call me"`, "mail_1": `"a@b\nBcc: x@y.example"`, "logo_light": `"javascript:alert(1)"`, "agents": "-1", "menus": `{"main":{"items":[{"link":"/x/"}]}}`, "site_title": `""`,
		"social": `[{"name":"x","url":"ftp://x.example"}]`, "tagline": `{"fr":"x"}`, "hours": `"x"`, "buying_costs": `"x"`,
	} {
		d, _ := change.Parse(mustRead(t, o))
		_, err := o.try(owner, edit.SettingsRef, change.Change{Path: path, From: d.Value(path), To: json.RawMessage(to)})
		if got := problems(err); !strings.HasPrefix(got, path) {
			t.Errorf("%s = %s: problems %q, %v", path, to, got, err)
		}
	}
}

func mustRead(t *testing.T, o *office) string {
	t.Helper()
	document, err := o.Read(t.Context(), owner, edit.SettingsRef)
	if err != nil {
		t.Fatal(err)
	}
	return document.Doc
}

func TestModes(t *testing.T) {
	st := storetest.Open(t, store.Config{})
	o := startWith(t, st, func(cfg *edit.Config) { cfg.Mode, cfg.CMSURL = edit.ModeReplica, "https://cms.example.test/blog/" })
	for ref, may := range map[content.Ref]bool{propertyRef(1): false, propertyRef(fed): true, edit.SettingsRef: false} {
		path, from, to := "bedrooms", "0", "3"
		if ref == edit.SettingsRef {
			path, from, to = "years", "0", "3"
		}
		_, err := o.try(owner, ref, set(path, from, to))
		readOnly, refused := errors.AsType[*edit.ReadOnlyError](err)
		if may == refused || may && err != nil {
			t.Errorf("%v: %v, allowed %v", ref, err, may)
		}
		if refused && !strings.HasPrefix(readOnly.URL, "https://cms.example.test/blog/wp-admin/") {
			t.Errorf("%v is edited at %q", ref, readOnly.URL)
		}
	}
	sanitizer, _ := sanitize.New(sanitize.Config{SiteURL: "https://www.example.test"})
	live, err := edit.New(edit.Config{Mode: edit.ModeLive, Sanitizer: sanitizer, CMSURL: "https://cms.example.test"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = live.Save(t.Context(), owner, propertyRef(1), edit.Request{Key: "k", Changes: []change.Change{set("bedrooms", "0", "3")}})
	if _, refused := errors.AsType[*edit.ReadOnlyError](err); !refused {
		t.Error("live mode saves:", err)
	}
	if list, err := live.List(t.Context(), owner, edit.Query{}); err != nil || len(list.Rows) > 0 {
		t.Error("list of live mode:", list, err)
	}
}
