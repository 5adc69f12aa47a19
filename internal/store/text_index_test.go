package store_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // changes a store as an older program left it

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/tests/storetest"
)

// titles are those of the properties 1, 2, 3 …; a later one is newer.
var titles = []string{
	"Villa with sea views",                    // 1
	"Ático en Málaga, junto al mar",           // 2
	"Sea-view villa in Marbella",              // 3
	"O'Brien's finca",                         // 4
	"Casa NEAR the golf AND the sea",          // 5
	"L’Hermitage: 100% “privé”",               // 6
	"Villas Marítimas \\ second_line",         // 7
	"Große Wohnung, Straße 12b, İstanbul кот", // 8
}

// searches are texts that visitors type, with the properties that they find, newest first.
var searches = []struct {
	text string
	want []int
}{
	{"villa", []int{7, 3, 1}},
	{"VILLA", []int{7, 3, 1}},
	{"vill", []int{7, 3, 1}},
	{"illa", nil}, // the beginnings of words only
	{"villas", []int{7}},
	{"sea villa", []int{3, 1}},
	{"villa sea", []int{3, 1}},
	{`"sea villa"`, nil},
	{`"sea view"`, []int{3, 1}},
	{"sea-view", []int{3, 1}},
	{"sea -marbella", []int{5, 1}},
	{"-villa -sea", []int{8, 6, 4, 2}},
	{"malaga", []int{2}},
	{"MÁLAGA atico", []int{2}},
	{"maritimas", []int{7}},
	{"obrien", nil},
	{"o'brien", []int{4}},
	{"o’brien", []int{4}},
	{"l'hermitage", []int{6}},
	{"hermitage", []int{6}},
	{"100%", []int{6}},
	{"100% prive", []int{6}},
	{"straße", []int{8}},
	{"12b", []int{8}},
	{"12", []int{8}},
	{"кот", []int{8}},
	{"istanbul", []int{8}},
	{"ref2004p", []int{4}},
	{"REF-2004-P", []int{4}},
	{"2004", []int{4}},
	{"second_line", []int{7}},
	{"villa & sea", []int{3, 1}},
	{"near and sea", []int{5}},
	{"villa OR casa", nil},
	{"golf NOT sea", nil},
	{"vill*", []int{7, 3, 1}},
	{"*", nil},
	{`"`, []int{8, 7, 6, 5, 4, 3, 2, 1}},
	{`""`, []int{8, 7, 6, 5, 4, 3, 2, 1}},
	{"-", nil},
	{"--", []int{8, 7, 6, 5, 4, 3, 2, 1}},
	{"()", nil},
	{"%", nil},
	{"_", nil},
	{`\`, nil},
	{`"villa`, []int{7, 3, 1}},
	{`villa"`, []int{7, 3, 1}},
	{"(villa", []int{7, 3, 1}},
	{"villa)", []int{7, 3, 1}},
	{"NEAR(sea golf)", nil},
	{"words:villa", nil},
	{"{words}", nil},
	{"^villa", []int{7, 3, 1}},
	{"villa + sea", []int{3, 1}},
	{"villa:*", []int{7, 3, 1}},
	{"sea <-> view", []int{3, 1}},
	{"!villa", []int{7, 3, 1}},
	{"villa | casa", nil},
	{"'; DROP TABLE entities; --", nil},
	{"villa\x00", []int{7, 3, 1}},
	{"\xff\xfe", []int{8, 7, 6, 5, 4, 3, 2, 1}},
}

func textProperty(id int, title string) *content.Property {
	p := testProperty(id)
	p.Title, p.Reference = i18n.Text{"en": title}, fmt.Sprintf("REF-%dP", 2000+id)
	return p
}

func openTitles(t *testing.T) *store.Store {
	s := storetest.Open(t, store.Config{})
	for i, title := range titles {
		storetest.Put(t, s, textProperty(i+1, title))
	}
	return s
}

func found(t *testing.T, s *store.Store, text string) []int {
	t.Helper()
	archive, err := s.List(t.Context(), "en", content.ListQuery{Endpoint: "properties", Search: text, Limit: 5000})
	if err != nil {
		t.Fatalf("search %q: %v", text, err)
	}
	var ids []int
	for _, item := range archive.Items {
		ids = append(ids, item.Ref().ID)
	}
	if archive.Total != len(ids) {
		t.Errorf("search %q: total %d of %d", text, archive.Total, len(ids))
	}
	return ids
}

// Every store finds the same, whatever a visitor types.
func TestTextSearchesFindTheBeginningsOfWords(t *testing.T) {
	s := openTitles(t)
	if !s.HasTextIndex() {
		t.Fatal("a new store has no text index")
	}
	for _, tt := range searches {
		if got := found(t, s, tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("search %q finds %v, want %v", tt.text, got, tt.want)
		}
	}
	for offset, want := range []int{7, 3, 1} {
		page, err := s.List(t.Context(), "en", content.ListQuery{Endpoint: "properties", Search: "villa", Limit: 1, Offset: offset})
		if err != nil || page.Total != 3 || len(page.Items) != 1 || page.Items[0].Ref().ID != want {
			t.Errorf("the page from %d has %v (%v), want %d of 3", offset, page, err, want)
		}
	}
	text := "sea"
	archive, err := s.Archive(t.Context(), "es", content.ArchiveQuery{Endpoint: "properties", Search: &text, PerPage: 2, Page: 2})
	if err != nil || archive.Total != 3 || archive.TotalPages != 2 || archive.Items[0].Ref().ID != 1 {
		t.Errorf("the second page of an archive: %v, %v", archive, err)
	}
}

// The index follows every change, and has no words of other types, drafts and rolled back batches.
func TestTextIndexFollowsChanges(t *testing.T) {
	s := openTitles(t)
	storetest.Put(t, s, textProperty(1, "Palace"))
	storetest.Remove(t, s, content.Ref{Type: content.TypeProperty, ID: 3})
	draft := textProperty(7, titles[6])
	draft.Status = content.StatusDraft
	storetest.Put(t, s, draft)
	_ = s.Write(t.Context(), func(b *store.Batch) error {
		if err := b.Put(textProperty(5, "Villa of nobody")); err != nil {
			return err
		}
		if err := b.Put(textProperty(5, "Villa of nobody else")); err != nil { // writes the first one
			return err
		}
		return fmt.Errorf("broken off")
	})
	page := &content.Page{Head: content.Head{ID: 4, Type: content.TypePage, Lang: "en", Slug: "a", Link: "/a/", Status: content.StatusPublish}, Title: "A villa"}
	storetest.Put(t, s, page)
	for text, want := range map[string][]int{"villa": nil, "palace": {1}, "sea": {5}, "nobody": nil} {
		if got := found(t, s, text); !slices.Equal(got, want) {
			t.Errorf("search %q finds %v, want %v", text, got, want)
		}
	}
	draft.Status = content.StatusPublish
	storetest.Put(t, s, draft)
	if got := found(t, s, "villa"); !slices.Equal(got, []int{7}) {
		t.Errorf("a published draft: found %v", got)
	}
}

// A store of an older program gets its index in the background, over any number of restarts;
// until then searches read the texts.
func TestOlderStoresGetATextIndex(t *testing.T) {
	const n = 1800
	cfg := storetest.Config(t)
	s := storetest.Open(t, cfg)
	fill(t, s, 1, n+1)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	driver, source, versions := "sqlite", (&url.URL{Scheme: "file", Path: cfg.Path}).String(), "goose_db_version"
	if storetest.OnPostgres() {
		driver, source, versions = "pgx", cfg.URL, "estate_schema"
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"DROP TABLE entity_texts", "DROP TABLE text_types", "DELETE FROM " + versions + " WHERE version_id >= 4", "DELETE FROM notes WHERE name = 'text_index'",
		"DROP TABLE versions", "DROP TABLE audit_log", "DROP TABLE answers", "DROP TABLE drafts", // of later migrations
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for restart := 0; ; restart++ {
		s, err := store.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		changed := testProperty(n - restart)
		changed.Title = i18n.Text{"en": fmt.Sprintf("Palace %d", restart)}
		storetest.Put(t, s, changed) // before its text is indexed, or after it
		if got := found(t, s, "palace"); len(got) != restart+1 {
			t.Errorf("start %d, index complete: %v: found %v", restart, s.HasTextIndex(), got)
		}
		for restart == 2 && !s.HasTextIndex() {
			time.Sleep(time.Millisecond)
		}
		if s.HasTextIndex() {
			if got := found(t, s, "marbella"); len(got) != n-restart-1 {
				t.Errorf("start %d: %d properties found, want %d", restart, len(got), n-restart-1)
			}
			if got := found(t, s, "palace"); len(got) != restart+1 {
				t.Errorf("start %d: found %v", restart, got)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if restart == 2 {
			break
		}
	}
}
