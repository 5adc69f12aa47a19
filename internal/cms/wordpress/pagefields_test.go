package wordpress

import (
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

func TestFieldsOfPagesAndPosts(t *testing.T) {
	for _, kind := range []string{"page", "post"} {
		for name, image := range map[string]string{"address": `"https://cms.example.test/wp-content/uploads/bay.jpg"`, "object": `{"url": "https://cms.example.test/wp-content/uploads/bay.jpg"}`} {
			t.Run(kind+", header image as "+name, func(t *testing.T) {
				entity := decodeOne(t, i18n.LangEN, `{"id": 7, "type": "`+kind+`", "slug": "a", "link": "https://cms.example.test/a/",
					"date": "2025-06-01T10:00:00", "title": {"rendered": "Rendered &amp; escaped"},
					"acf": {"title": "Own title", "subtitle": "Own subtitle", "header_type": "hero", "header_image": `+image+`, "search_bar": true}}`)
				var fields content.PageFields
				var title string
				var head *content.Head
				switch e := entity.(type) {
				case *content.Page:
					fields, title, head = e.Fields, e.Title, &e.Head
				case *content.Post:
					fields, title, head = e.Fields, e.Title, &e.Head
				default:
					t.Fatalf("got %T", entity)
				}
				if fields.Title != "Own title" || fields.Subtitle != "Own subtitle" || fields.HeaderType != "hero" || !fields.HideSearch {
					t.Errorf("fields = %+v", fields)
				}
				if fields.HeaderImage == nil || !strings.HasSuffix(fields.HeaderImage.URL, "/wp-content/uploads/bay.jpg") {
					t.Errorf("header image = %+v", fields.HeaderImage)
				}
				if title != "Rendered &amp; escaped" && title != "Rendered & escaped" || head.Date.Format("2006-01-02") != "2025-06-01" {
					t.Errorf("title %q, date %s", title, head.Date)
				}
			})
		}
	}
}

func TestAlternativeLinksGiveAPropertyAnotherSlug(t *testing.T) {
	decode := func(alternatives string) *content.Property {
		return decodeOne(t, i18n.LangEN, `{"id": 1, "type": "properties", "slug": "sea-villa", "link": "https://cms.example.test/properties/sea-villa/",
			"alternative_links": `+alternatives+`}`).(*content.Property)
	}
	for alternatives, want := range map[string]string{
		`{}`: "/es/properties/sea-villa/", `{"es": "https://cms.example.test/es/properties/villa-del-mar/"}`: "/es/properties/villa-del-mar/",
	} {
		if got := decode(alternatives).LinkIn(i18n.LangES); got != want {
			t.Errorf("alternative links %s: Spanish link %q, want %q", alternatives, got, want)
		}
	}
}
