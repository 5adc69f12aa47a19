package restapi

import (
	"bytes"
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"estate/internal/content"
)

// TestQueryIsReadAsPHPDoes: what no strict parser would take must not vanish,
// or a filter that was meant would filter nothing.
func TestQueryIsReadAsPHPDoes(t *testing.T) {
	for raw, want := range map[string]map[string]given{
		"":               {},
		"a=1&a=2":        {"a": {text: "2"}},
		"a[]=1&a[]=2":    {"a": {list: []string{"1", "2"}, isList: true}},
		"a[0]=1&a[9]=2":  {"a": {list: []string{"1", "2"}, isList: true}},
		"a=1&a[]=2":      {"a": {list: []string{"2"}, isList: true}},
		"a[]=1&a=2":      {"a": {text: "2"}},
		"slug=market-%":  {"slug": {text: "market-%"}},
		"slug=%zz%4":     {"slug": {text: "%zz%4"}},
		"a=%C3%A9+%2B":   {"a": {text: "é +"}},
		"a=%FF":          {"a": {text: "\uFFFD"}},
		"a&b=&=c&&[]=d":  {"a": {}, "b": {}},
		"a=b=c":          {"a": {text: "b=c"}},
		"%5F%66ields=id": {"_fields": {text: "id"}},
	} {
		got := parseQuery(raw)
		if len(got.values) != len(want) {
			t.Errorf("%s: %v, want %v", raw, got.values, want)
		}
		for name, value := range want {
			g := got.values[name]
			if g.text != value.text || g.isList != value.isList || len(g.list) != len(value.list) {
				t.Errorf("%s: %s = %+v, want %+v", raw, name, g, value)
			}
		}
	}
}

func TestIntegersAreReadAsPHPDoes(t *testing.T) {
	for text, want := range map[string]int{
		"1": 1, " 1": 1, "1.0": 1, "1e2": 100, "-3": -3, "99999999999999999999": 1 << 52, "1e999": 1 << 52,
	} {
		if got, ok := integer(text); !ok || got != want {
			t.Errorf("integer(%q) = %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "x", "1.5", "0x10", "1_000", "inf", "nan", "1 2", "--1"} {
		if got, ok := integer(text); ok {
			t.Errorf("integer(%q) = %d, want none", text, got)
		}
	}
}

// FuzzParameters reads any query for every route, and writes it with
// another page: that must be read as the same list.
func FuzzParameters(f *testing.F) {
	for _, seed := range []string{
		"page=2&per_page=5&_embed=false", "include=1,2&exclude[]=3&slug=a%20b", "after=2024-01-01T00:00:00Z&before=x",
		"_fields=id,title.rendered,a..b&_embed=author", "s_offer=3&operator=slug&price_to=99999999999999999999",
		"categories=abc&orderby=price&status=draft,publish", "a[b][c]=1&page[]=2&%5b%5d=%00", "sticky=maybe&offset=-9",
	} {
		f.Add(seed)
	}
	api, err := New(Config{SiteURL: "https://www.example.test", ShowHiddenPrices: true}, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if len(raw) > maxQueryBytes {
			return
		}
		q := parseQuery(raw)
		fields, embeds := parseFields(q), parseEmbeds(q)
		_ = fields.filter(object{{"id", 1}, {"title", rendered("x")}})
		_ = embeds.wants("author")
		for _, r := range api.routes {
			in, fault := read(r.params, q, time.UTC)
			if fault != nil {
				var body bytes.Buffer
				if err := encode(&body, fault.body()); err != nil || !json.Valid(body.Bytes()) {
					t.Fatalf("%q: error body %q: %v", raw, body.String(), err)
				}
				continue
			}
			limit := 100
			if r.pattern == "/estate/v1/ids" { // numbers alone, no entities
				limit = 1000
			}
			if perPage, limited := in.ints["per_page"]; limited && (perPage < 1 || perPage > limit) {
				t.Fatalf("%q: per_page %d", raw, perPage)
			}
			if limit > 100 {
				continue
			}
			for _, postType := range api.postTypes {
				if listed := listQuery(postType, in); listed.Limit > 100 || len(listed.IDs) > maxIDs {
					t.Fatalf("%q asks for %+v", raw, listed)
				}
			}
			again := parseQuery(q.withPage("7", r.params))
			if again.text("page") != strconv.Itoa(7) {
				t.Fatalf("%q: page 7 is %q", raw, q.withPage("7", r.params))
			}
			if _, fault := read(r.params, again, time.UTC); fault != nil {
				t.Fatalf("%q: its neighbour %q is refused: %v", raw, q.withPage("7", r.params), fault)
			}
		}
	})
}

// FuzzPaths routes any path.
func FuzzPaths(f *testing.F) {
	for _, seed := range []string{"/wp-json/wp/v2/posts/1/revisions", "/es/wp-json", "/wp-json/wp/v2/types/%00", "//wp-json//", "/wp-json/{id}/{type}"} {
		f.Add(seed)
	}
	api, err := New(Config{SiteURL: "https://www.example.test/a"}, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, path string) {
		if _, below, ok := api.cut(path); ok {
			if route, args := api.match(below); route != nil && args.id() < 0 {
				t.Fatalf("%q has the id %d", path, args.id())
			}
		}
	})
}

// FuzzSections reads any stored fields of a section.
func FuzzSections(f *testing.F) {
	f.Add(`{"title":"x","picture":{"source_url":"/media/a.jpg"},"acf_fc_layout":"y"}`)
	f.Add(`[[[[`)
	f.Add(`{"a":1e999,"b":{"c":[null,true,"\u0000"]}}`)
	f.Fuzz(func(t *testing.T, fields string) {
		shaped := sections([]content.Section{{Layout: "intro", Fields: json.RawMessage(fields)}})
		var body bytes.Buffer
		if err := encode(&body, shaped); err != nil || !json.Valid(body.Bytes()) {
			t.Fatalf("%q gives %q: %v", fields, body.String(), err)
		}
	})
}
