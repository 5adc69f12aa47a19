package content

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestEveryLayoutOfTheSpecificationHasFields(t *testing.T) {
	layouts := []string{
		"about", "banner", "blog-archive", "blog-section", "column-text", "contact", "content", "description",
		"development", "favorites", "gallery", "gutemberg", "home", "iframe", "image", "info", "intro", "link",
		"locations", "page", "page-error", "post", "posts", "properties", "property", "property-archive",
		"property-carousel", "property-custom", "services", "shortlinks", "slider", "tab", "video", "video-list",
	}
	if got := len(Layouts()); got != len(layouts) {
		t.Errorf("%d layouts, want %d", got, len(layouts))
	}
	for _, layout := range layouts {
		fields, err := Section{Layout: layout, Fields: json.RawMessage(`{}`)}.Decode()
		if err != nil || fields == nil {
			t.Errorf("%s: Decode() = %v, %v; want empty fields", layout, fields, err)
		}
	}
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
