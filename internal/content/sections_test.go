package content

import (
	"encoding/json"
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
}
