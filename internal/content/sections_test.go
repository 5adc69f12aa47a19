package content

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestEveryLayoutOfTheSpecificationHasFields(t *testing.T) {
	layouts := specifiedLayouts(t)
	if got := Layouts(); !slices.Equal(got, layouts) {
		t.Errorf("layouts are %v, want those of specification §2.2.19: %v", got, layouts)
	}
	for _, layout := range layouts {
		fields, err := Section{Layout: layout, Fields: json.RawMessage(`{}`)}.Decode()
		if err != nil || fields == nil {
			t.Errorf("%s: Decode() = %v, %v; want empty fields", layout, fields, err)
		}
	}
}

// specifiedLayouts reads the names of the sections from docs/specification.md.
func specifiedLayouts(t *testing.T) []string {
	t.Helper()
	rules, err := os.ReadFile("../../docs/specification.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rule, _ := strings.Cut(string(rules), "\n| 2.2.19 | Sections that load on demand: ")
	list, _, found := strings.Cut(rule, ". |")
	layouts := strings.Split(list, ", ")
	if !found || len(layouts) < 34 {
		t.Fatalf("specification §2.2.19 lists %d sections, want at least 34", len(layouts))
	}
	return layouts
}

func TestDecodeSection(t *testing.T) {
	banner, err := Section{Layout: "banner", Fields: json.RawMessage(`{"title":"Sell","call":{"text":"Go","link":"/contact/"}}`)}.Decode()
	if err != nil {
		t.Fatal(err)
	}
	if got := banner.(*BannerFields); got.Title != "Sell" || got.Call == nil || got.Call.Link != "/contact/" {
		t.Errorf("banner = %+v, want its title and call", got)
	}
	if fields, err := (Section{Layout: "carousel-3d"}).Decode(); fields != nil || err != nil {
		t.Errorf("an unknown layout gives %v, %v; want nothing", fields, err)
	}
	if fields, err := (Section{Layout: "intro"}).Decode(); err != nil || fields == nil {
		t.Errorf("a section without fields gives %v, %v; want empty fields", fields, err)
	}
	if _, err := (Section{Layout: "intro", Fields: json.RawMessage(`{"title":7}`)}).Decode(); err == nil {
		t.Error("a title that is a number is taken; want an error")
	}
	fields, err := Section{Layout: "blog-section", Fields: json.RawMessage(`{"limit":"many","title":"Read"}`)}.Decode()
	if read, _ := fields.(*BlogSectionFields); err == nil || read == nil || read.Title != "Read" || read.Limit != 0 {
		t.Errorf("one wrong field gives %+v, %v; want the others, and an error", fields, err)
	}
	if fields, err := (Section{Layout: "intro", Fields: json.RawMessage(`{"title":`)}).Decode(); fields != nil || err == nil {
		t.Errorf("half of an object gives %v, %v; want an error alone", fields, err)
	}
}

func TestTheGuideForEditorsNamesEverySectionAndField(t *testing.T) {
	guide, err := os.ReadFile("../../docs/sections.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(guide)) {
		if cells := strings.Split(line, " | "); len(cells) >= 6 {
			rows[strings.Trim(cells[0], "| `")] = cells[2]
		}
	}
	for layout, shape := range fieldTypes {
		row, ok := rows[layout]
		if !ok {
			t.Errorf("docs/sections.md has no row for %s", layout)
			continue
		}
		for i := range shape.NumField() {
			name, _, _ := strings.Cut(shape.Field(i).Tag.Get("json"), ",")
			if !strings.Contains(row, "`"+name+"`") {
				t.Errorf("docs/sections.md does not name the field %s of %s", name, layout)
			}
		}
		if got, want := strings.Count(row, "`")/2, shape.NumField(); got != want {
			t.Errorf("docs/sections.md names %d fields of %s, want %d", got, layout, want)
		}
	}
}
