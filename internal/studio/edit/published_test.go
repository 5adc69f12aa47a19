package edit_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/audit"
	"estate/internal/store"
	"estate/internal/studio/change"
	"estate/internal/studio/edit"
	"estate/internal/tests/storetest"
)

// lawful are the values that a random writer gives a field of a property in Andalusia.
var lawful = map[string][]string{
	"title.en": {`"Villa"`, "null"}, "title.es": {`"Villa"`, "null"}, "title": {"null", `{"en":"Villa"}`},
	"description": {"null", `{"es":"<p>Una villa.</p>"}`}, "price.amount": {"null", "900000"}, "price.on_ask": {"true", "false"},
	"price": {"null", `{"amount":5}`}, "s_offer": {"[3]", "[10]", "[12]", "[3,12]", "null"}, "s_type": {"[15]", "[45]", "null"},
	"s_city": {"636", "null"}, "gallery": {"null", `[{"source_url":"/media/a.jpg"}]`}, "featured_image": {"null", `{"source_url":"/media/a.jpg"}`},
	"energy": {"null", `{"status":"pending"}`}, "energy.status": {`"exempt"`, "null"}, "energy.consumption": {`"B"`, "null"},
	"information_sheet": {"null", `{"date":"2026-01-31"}`}, "registration_number": {`"VFT/MA/1"`, "null"}, "country": {`"PT"`, "null"},
	"availability": {`"sold"`, `"available"`, "null"}, "status": {`"publish"`, `"publish"`, `"publish"`, `"draft"`}, "source.shared": {"true", "false"},
	"badges": {`["sold"]`, "null"}, "bedrooms": {"3", "4"},
}

// Whatever people change, take back, throw away and restore: what is published has what the law and an offer require.
func TestNoPublishedHomeFailsTheCheck(t *testing.T) {
	law := audit.Law{Andalusia: true}
	catalog := search.NewCatalog(search.Lists{})
	published, refused := 0, 0
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 47))
		o := startWith(t, storetest.Open(t, store.Config{}), func(cfg *edit.Config) { cfg.Law = law })
		p := villa(1)
		p.InformationSheet, p.Registration = &content.InformationSheet{Date: "2026-01-31"}, "VFT/MA/1"
		storetest.Put(t, o.store, p)
		var done []int64
		for step := range 150 {
			saved, err := o.anything(r, done, fmt.Sprint("r", step))
			if err == nil && saved.Change > 0 {
				done = append(done, saved.Change)
			}
			if _, isInvalid := errors.AsType[*edit.InvalidError](err); isInvalid {
				refused++
			} else if err != nil && !errors.Is(err, edit.ErrNotFound) {
				t.Fatal(err)
			}
			now := o.property(1)
			if now.Status != content.StatusPublish {
				continue
			}
			published++
			missing := audit.MissingOf(now, catalog, i18n.Filled, law)
			if i := slices.IndexFunc(missing, func(m audit.Missing) bool { return m.Level == audit.Blocks }); i >= 0 {
				t.Fatalf("seed %d, step %d: published without %s", seed, step, missing[i].Path)
			}
		}
	}
	if published < 100 || refused < 50 {
		t.Errorf("only %d states were published and %d changes refused", published, refused)
	}
}

// anything is one random act on property 1.
func (o *office) anything(r *rand.Rand, done []int64, key string) (*edit.Saved, error) {
	ctx := o.t.Context()
	isInTrash := o.property(1).Status == content.StatusTrash
	switch n := r.IntN(30); {
	case n == 0 && !isInTrash:
		return o.Trash(ctx, owner, propertyRef(1), key)
	case n < 10 && isInTrash:
		return o.Restore(ctx, owner, propertyRef(1), key)
	case n < 10 && len(done) > 0:
		return o.Undo(ctx, owner, done[r.IntN(len(done))], key)
	}
	d, err := change.Parse(o.document(propertyRef(1)))
	if err != nil {
		o.t.Fatal(err)
	}
	paths := []string{"bedrooms"}
	for path := range lawful {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	var changes []change.Change
	for range 1 + r.IntN(6) {
		path := paths[r.IntN(len(paths))]
		values := lawful[path]
		next := append(slices.Clone(changes), set(path, string(d.Value(path)), values[r.IntN(len(values))]))
		if change.Check(next) == nil {
			changes = next
		}
	}
	return o.Save(ctx, owner, propertyRef(1), edit.Request{Changes: changes, Key: key, Confirmed: true})
}

// What the form marks as required is what a check can ask for, and the other way round.
func TestRequiredFieldsAreThoseOfTheChecks(t *testing.T) {
	offers := []int{3, 12}
	for _, test := range []struct {
		form    *content.Form
		missing []audit.Missing
	}{
		{
			&content.PropertyForm,
			audit.MissingOf(&content.Property{Placing: content.Placing{Offers: offers}}, search.NewCatalog(search.Lists{}), i18n.Filled, audit.Law{Andalusia: true}),
		},
		{&content.DevelopmentForm, audit.MissingOfDevelopment(&content.Development{}, i18n.Filled)},
	} {
		blocks := map[string]bool{"s_offer": test.form.Type == content.TypeProperty} // the property has some, for the law
		for _, m := range test.missing {
			if m.Level == audit.Blocks {
				blocks[test.form.Field(m.Path).Path] = true
			}
		}
		for _, field := range test.form.Fields() {
			if required := field.Required == content.OnPublish; required != blocks[field.Path] {
				t.Errorf("%s: %s is required: %v, and blocks: %v", test.form.Type, field.Path, required, blocks[field.Path])
			}
		}
	}
}
