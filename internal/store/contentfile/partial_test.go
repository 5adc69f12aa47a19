package contentfile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/store/contentfile"
	"estate/internal/tests/storetest"
)

const header = `{"kind":"estate","version":1}` + "\n"

// whole is a store with settings, a home, a page and a redirect.
func whole(t *testing.T) *store.Store {
	t.Helper()
	s := storetest.Open(t, store.Config{})
	report := importAll(t, s, []byte(header+
		`{"kind":"settings","lang":"en","data":{"site_title":"Agency","phone_1":"+34 952 000 000","menus":{"main":{"items":[{"link":"about"}]}}}}`+"\n"+
		`{"kind":"property","data":{"id":5,"type":"properties","slug":"villa","status":"publish","link":"/properties/villa/","reference":"R5","title":{"en":"Villa","es":"Villa ES"},`+
		`"price":{"amount":500000,"mode":"sale"},"features":["Pool","Garden"],"bedrooms":4,"acf":{}}}`+"\n"+
		`{"kind":"page","data":{"id":9,"type":"page","slug":"about","status":"publish","lang":"en","link":"/about/","title":"About"}}`+"\n"+
		`{"kind":"redirect","data":{"from":"/old/","to":"/about/"}}`+"\n"), contentfile.ImportOptions{})
	// "acf" is no field of a property: the line is refused, and told why.
	if len(report.Problems) != 1 || report.Imported != 3 {
		t.Fatalf("report %+v", report)
	}
	importAll(t, s, []byte(header+
		`{"kind":"property","data":{"id":5,"type":"properties","slug":"villa","status":"publish","link":"/properties/villa/","reference":"R5","title":{"en":"Villa","es":"Villa ES"},`+
		`"price":{"amount":500000,"mode":"sale"},"features":["Pool","Garden"],"bedrooms":4}}`+"\n"), contentfile.ImportOptions{Strict: true})
	return s
}

func home(t *testing.T, s *store.Store) *content.Property {
	t.Helper()
	entity, err := s.ByID(t.Context(), i18n.LangEN, "properties", 5, "")
	if err != nil {
		t.Fatal(err)
	}
	return entity.(*content.Property)
}

func settings(t *testing.T, s *store.Store) *content.Settings {
	t.Helper()
	got, err := s.Settings(t.Context(), i18n.LangEN)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// An office that changes a price names the home by its number alone.
func TestALineMayNameNoType(t *testing.T) {
	s := whole(t)
	importAll(t, s, []byte(header+`{"kind":"property","data":{"id":5,"bedrooms":3}}`+"\n"), contentfile.ImportOptions{Strict: true})
	if p := home(t, s); p.Bedrooms != 3 || p.Reference != "R5" || p.Price.Amount != 500_000 {
		t.Errorf("%+v, want three bedrooms and the rest as it was", p)
	}
}

// A line with a new telephone number removed the name and the menu.
func TestFieldsThatALineDoesNotNameStay(t *testing.T) {
	s := whole(t)
	importAll(t, s, []byte(header+`{"kind":"settings","lang":"en","data":{"phone_1":"+34 600 000 000"}}`+"\n"+
		`{"kind":"property","data":{"id":5,"type":"properties","price":{"amount":450000},"title":{"es":"Casa"},"features":["Sauna"],"bedrooms":null}}`), contentfile.ImportOptions{})
	if got := settings(t, s); got.Phone1 != "+34 600 000 000" || got.SiteTitle != "Agency" || len(got.Menus["main"].Items) != 1 {
		t.Errorf("settings %+v", got)
	}
	p := home(t, s)
	if p.Price.Amount != 450_000 || p.Price.Mode != content.PriceSale || p.Title["en"] != "Villa" || p.Title["es"] != "Casa" || p.Reference != "R5" ||
		strings.Join(p.Features, ",") != "Sauna" || p.Bedrooms != 0 {
		t.Errorf("home %+v", p)
	}
	importAll(t, s, []byte(header+`{"kind":"settings","lang":"en","data":{"phone_1":"+34 600 000 001"}}`), contentfile.ImportOptions{Replace: true})
	if got := settings(t, s); got.Phone1 != "+34 600 000 001" || got.SiteTitle != "" || len(got.Menus) != 0 {
		t.Errorf("replaced: %+v", got)
	}
}

func TestADryRunTellsTheDifferencesAndChangesNothing(t *testing.T) {
	s := whole(t)
	generation := s.Generation()
	var told []string
	report := importAll(t, s, []byte(header+`{"kind":"property","data":{"id":5,"type":"properties","price":{"amount":450000}}}`+"\n"+
		`{"kind":"delete","type":"page","id":9}`+"\n"+`{"kind":"redirect","data":{"from":"/new/","to":"/about/"}}`+"\n"+`{"kind":"redirect","data":{"from":"/properties/villa/","to":"/new/"}}`+"\n"+`{"kind":"settings","lang":"en","data":{"phone_1":"+34 952 000 000"}}`),
		contentfile.ImportOptions{DryRun: true, Changed: func(what string, changes []contentfile.FieldChange) {
			for _, c := range changes {
				to := c.To
				if len(to) > 10 {
					to = "…"
				}
				told = append(told, what+" "+c.Path+" "+to)
			}
		}})
	want := "properties 5 price.amount 450000|page 9  |redirect from /new/  …"
	if got := strings.Join(told, "|"); got != want || report.Imported != 4 || len(report.Problems) != 1 {
		t.Errorf("told %s, want %s; report %+v", got, want, report)
	}
	if s.Generation() != generation || home(t, s).Price.Amount != 500_000 || storetest.BySlug(t, s, "en", "pages", "about") == nil {
		t.Error("a dry run has changed something")
	}
}

func TestALineDeletes(t *testing.T) {
	s := whole(t)
	report := importAll(t, s, []byte(header+`{"kind":"delete","type":"page","id":9}`+"\n"+`{"kind":"delete","link":"/old/"}`+"\n"+`{"kind":"delete","type":"page","id":99}`), contentfile.ImportOptions{})
	if report.Imported != 2 || len(report.Problems) != 1 || !strings.Contains(report.Problems[0].String(), "page 99 does not exist") {
		t.Errorf("report %+v", report)
	}
	if storetest.BySlug(t, s, "en", "pages", "about") != nil {
		t.Error("the page is still there")
	}
	if redirects, err := s.Redirects(t.Context()); err != nil || len(redirects) != 0 {
		t.Errorf("redirects %v, %v", redirects, err)
	}
}

func TestAllMistakesOfALineComeAtOnceWithARightForm(t *testing.T) {
	s := storetest.Open(t, store.Config{})
	report := importAll(t, s, []byte(header+`{"kind":"property","data":{"id":"5","bedroms":3,"price":{"amount":"much"},"date":"yesterday","features":"Pool","title":{"en":7}}}`), contentfile.ImportOptions{Name: "f.jsonl"})
	var got []string
	for _, p := range report.Problems {
		got = append(got, p.String())
	}
	for _, want := range []string{
		`f.jsonl:2: unknown field "bedroms"; correct its spelling or remove it`, `f.jsonl:2: field "id" holds a string; it wants a value of type int, such as 3`,
		`field "price.amount" holds a string`, `field "date" holds "yesterday"; it wants a value of type date, such as "2026-11-26"`,
		`field "features" holds a string; it wants a value of type array`, `field "title.en" holds a number; it wants a value of type string, such as "text"`,
	} {
		if text := strings.Join(got, "\n"); !strings.Contains(text, want) {
			t.Errorf("no problem says %s:\n%s", want, text)
		}
	}
	if len(got) != 6 {
		t.Errorf("%d problems, want 6", len(got))
	}
	importAll(t, whole(t), []byte(header+`{"kind":"property","data":{"id":5,"type":"properties","date":"2026-11-26"}}`), contentfile.ImportOptions{Strict: true})
}

func TestTheLastImportIsUndone(t *testing.T) {
	s := whole(t)
	if err := s.Write(t.Context(), func(b *store.Batch) error { return b.PutRedirects(content.RedirectPair{From: "/kept/", To: "/about/"}) }); err != nil {
		t.Fatal(err)
	}
	before := export(t, s, contentfile.ExportOptions{Format: contentfile.FormatLines})
	importAll(t, s, []byte(header+`{"kind":"settings","lang":"en","data":{"phone_1":"+34 600 000 000"}}`+"\n"+
		`{"kind":"property","data":{"id":5,"type":"properties","bedrooms":9}}`+"\n"+`{"kind":"delete","type":"page","id":9}`+"\n"+`{"kind":"delete","link":"/kept/"}`+"\n"+
		`{"kind":"term","data":{"id":21,"taxonomy":"category","slug":"market","name":{"en":"Market"},"lang":"en"}}`+"\n"+
		`{"kind":"post","data":{"id":30,"type":"post","slug":"news","status":"publish","lang":"en","link":"/news/","title":"News"}}`+"\n"+
		`{"kind":"redirect","data":{"from":"/old/","to":"/news/"}}`), contentfile.ImportOptions{Strict: true})
	done, err := s.Undo(t.Context())
	if err != nil || done.Restored != 5 || done.Deleted != 2 || len(done.Kept) != 0 {
		t.Fatalf("undone %+v, %v", done, err)
	}
	after := export(t, s, contentfile.ExportOptions{Format: contentfile.FormatLines})
	// The link of the deleted post stays known as withdrawn.
	if lines := bytes.Split(bytes.TrimSpace(after), []byte("\n")); !bytes.HasPrefix(after, bytes.TrimSpace(before)) || len(lines) != bytes.Count(before, []byte("\n"))+1 {
		t.Errorf("after the undo:\n%s\nwant\n%s", after, before)
	}
}

// An import that is undone is no edit: the property leaves with its feed.
func TestAnUndoneImportIsNoEdit(t *testing.T) {
	s := whole(t)
	edited := func() (is bool) {
		err := s.Write(t.Context(), func(b *store.Batch) (err error) {
			is, err = b.IsEdited(content.Ref{Type: content.TypeProperty, ID: 5})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	if edited() {
		t.Error("the import that created the property is an edit")
	}
	importAll(t, s, []byte(header+`{"kind":"property","data":{"id":5,"type":"properties","bedrooms":9}}`), contentfile.ImportOptions{})
	if !edited() {
		t.Error("an import is no edit")
	}
	if _, err := s.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
	if edited() {
		t.Error("an import that is undone is an edit")
	}
}

func TestAnUndoKeepsWhatSomebodyHasChangedSince(t *testing.T) {
	s := whole(t)
	importAll(t, s, []byte(header+`{"kind":"property","data":{"id":5,"type":"properties","bedrooms":9}}`), contentfile.ImportOptions{})
	importAll(t, s, []byte(header+`{"kind":"property","data":{"id":5,"type":"properties","bedrooms":8}}`), contentfile.ImportOptions{})
	for _, want := range []int{9, 4} { // the last import first, then the one before it
		if _, err := s.Undo(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := home(t, s).Bedrooms; got != want {
			t.Errorf("%d bedrooms after the undo, want %d", got, want)
		}
	}
	importAll(t, s, []byte(header+`{"kind":"property","data":{"id":5,"type":"properties","bedrooms":9}}`), contentfile.ImportOptions{})
	edited := home(t, s)
	copied := *edited
	copied.Bathrooms = 7
	if err := s.Write(t.Context(), func(b *store.Batch) error { b.SetWriter(store.Writer{By: "Ana"}); return b.Put(&copied) }); err != nil {
		t.Fatal(err)
	}
	done, err := s.Undo(t.Context())
	if err != nil || len(done.Kept) != 1 || home(t, s).Bathrooms != 7 || home(t, s).Bedrooms != 9 {
		t.Errorf("undone %+v, %v; %d bathrooms", done, err, home(t, s).Bathrooms)
	}
}

func TestNothingToUndo(t *testing.T) {
	if _, err := storetest.Open(t, store.Config{}).Undo(t.Context()); !errors.Is(err, store.ErrNothingToUndo) {
		t.Errorf("error %v", err)
	}
}

func TestTheSchemaHasEveryKindAndField(t *testing.T) {
	var b bytes.Buffer
	if err := contentfile.WriteSchema(&b); err != nil {
		t.Fatal(err)
	}
	var schema struct {
		OneOf []map[string]any          `json:"oneOf"`
		Defs  map[string]map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(b.Bytes(), &schema); err != nil {
		t.Fatal(err)
	}
	if len(schema.OneOf) != 15 {
		t.Errorf("%d kinds, want the header and 14", len(schema.OneOf))
	}
	fields, _ := schema.Defs["content_Property"]["properties"].(map[string]any)
	for _, name := range []string{"id", "slug", "price", "bedrooms", "title", "s_city"} {
		if fields[name] == nil {
			t.Errorf("the schema of a property has no %s", name)
		}
	}
}
