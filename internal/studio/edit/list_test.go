package edit_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/sanitize"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/edit"
	"estate/internal/tests/storetest"
)

func ids(list *edit.List) []int {
	var all []int
	for i := range list.Rows {
		all = append(all, list.Rows[i].Property.ID)
	}
	return all
}

func (o *office) list(user *account.User, q edit.Query) *edit.List {
	o.t.Helper()
	list, err := o.List(o.t.Context(), user, q)
	if err != nil {
		o.t.Fatal(err)
	}
	return list
}

func TestTheListIsSearchedAsOneTypes(t *testing.T) {
	o := start(t)
	draft, trashed := villa(4), villa(5)
	draft.Status, draft.Energy, draft.Price.Amount, draft.City = content.StatusDraft, nil, 2_000_000, 101
	draft.Types = nil // blocks; a missing energy label is a warning outside Andalusia
	draft.Title["es"], trashed.Status = "Ático en Málaga", content.StatusTrash
	term := &content.Term{ID: 101, Taxonomy: "s_location", Slug: "ojen", Name: i18n.Text{"en": "Ojén"}}
	storetest.Put(t, o.store, draft, trashed, term)
	for text, want := range map[string][]int{
		"1001": {1}, "zre1004p": {4}, "ATICO": {4}, "malaga atico": {4}, "ojen": {4}, "villa zre": {fed, 4, 2, 1}, "none": nil, "1005": nil,
	} {
		if got := ids(o.list(editor, edit.Query{Text: text})); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
	for name, test := range map[string]struct {
		user *account.User
		q    edit.Query
		want []int
	}{
		"mine":           {agent, edit.Query{Show: edit.ShowMine}, []int{4, 1}},
		"drafts":         {editor, edit.Query{Show: edit.ShowDrafts}, []int{4}},
		"findings":       {editor, edit.Query{Show: edit.ShowFindings}, []int{4}},
		"feed":           {editor, edit.Query{Show: edit.ShowFeed}, []int{fed}},
		"agent":          {editor, edit.Query{Agent: 8}, []int{2}},
		"dearest first":  {editor, edit.Query{Sort: edit.SortPriceDown}, []int{4, fed, 2, 1}},
		"by reference":   {editor, edit.Query{Sort: edit.SortReference}, []int{fed, 1, 2, 4}},
		"second page":    {editor, edit.Query{Size: 3, Page: 2}, []int{1}},
		"past the pages": {editor, edit.Query{Page: 9, Text: "1001"}, []int{1}},
	} {
		if got := ids(o.list(test.user, test.q)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	list := o.list(agent, edit.Query{})
	if list.Total != 4 || list.Shows[edit.ShowMine] != 2 || list.Shows[edit.ShowAll] != 4 || list.States[content.UnitAvailable] != 4 {
		t.Errorf("numbers %+v", list)
	}
	for _, row := range list.Rows {
		if own := row.Property.Agent == 7; row.May != own || (row.Property.Private != nil) != own {
			t.Errorf("property %d of agent %d: may %v, private %v", row.Property.ID, row.Property.Agent, row.May, row.Property.Private)
		}
		if row.Property.ID == 4 && (len(row.Findings) != 1 || row.Findings[0].Path != "s_type" || row.Findings[0].Text != "Falta el tipo de propiedad.") {
			t.Errorf("findings %+v", row.Findings)
		}
		if (row.Link == "") != (row.Property.Status != content.StatusPublish) {
			t.Errorf("property %d has the link %q", row.Property.ID, row.Link)
		}
	}
}

func TestASavedChangeIsInTheNextList(t *testing.T) {
	o := start(t)
	o.list(editor, edit.Query{})
	o.save(editor, propertyRef(1), set("availability", "null", `"sold"`), set("title.en", `"Villa by the sea"`, `"Casa Blanca"`))
	list := o.list(editor, edit.Query{Text: "blanca"})
	if len(list.Rows) != 1 || list.Rows[0].Property.State() != content.UnitSold || list.States[content.UnitSold] != 1 {
		t.Errorf("the list has %+v", list)
	}
	storetest.Remove(t, o.store, propertyRef(1))
	if list := o.list(editor, edit.Query{}); list.Total != 2 {
		t.Errorf("%d properties after one was deleted, want 2", list.Total)
	}
}

func TestAPageHasFifty(t *testing.T) {
	o := start(t)
	for id := 10; id < 110; id++ {
		p := villa(id)
		p.Modified = p.Modified.Add(time.Duration(id) * time.Second)
		storetest.Put(t, o.store, p)
	}
	list := o.list(editor, edit.Query{Page: 2})
	if len(list.Rows) != edit.PageSize || list.Pages != 3 || list.Total != 103 || list.Rows[0].Property.ID != 59 {
		t.Errorf("%d rows of %d on %d pages, the first is %d", len(list.Rows), list.Total, list.Pages, list.Rows[0].Property.ID)
	}
}

// BenchmarkList searches 20,000 properties.
func BenchmarkList(b *testing.B) {
	for _, text := range []string{"", "villa", "1234"} {
		b.Run(fmt.Sprintf("%q", text), func(b *testing.B) {
			o := bench(b)
			if _, err := o.List(b.Context(), editor, edit.Query{}); err != nil { // reads all properties
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := o.List(b.Context(), editor, edit.Query{Text: text, Page: 1}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func bench(b *testing.B) *edit.Service {
	b.Helper()
	st := storetest.Open(b, store.Config{})
	for from := 0; from < 20_000; from += 1000 {
		var batch []content.Entity
		for id := from + 1; id <= from+1000; id++ {
			batch = append(batch, villa(id))
		}
		storetest.Put(b, st, batch...)
	}
	sanitizer, err := sanitize.New(sanitize.Config{SiteURL: "https://www.example.test"})
	if err != nil {
		b.Fatal(err)
	}
	service, err := edit.New(edit.Config{Store: st, Sanitizer: sanitizer})
	if err != nil {
		b.Fatal(err)
	}
	return service
}
