package resolve

import (
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

func TestKnownContentHasOneAddress(t *testing.T) {
	guide := post(60, "guide", "/guide/")
	guide.AlternativeLinks = map[i18n.Lang]string{i18n.LangEN: "/guide/", i18n.LangES: "/es/guia/"}
	atNumber := post(61, "numbered", "/archives/61/")
	english := post(62, "english", "/english/")
	house := &content.Property{Head: content.Head{ID: 63, Type: content.TypeProperty, Slug: "sea-house", Link: "/properties/sea-house/", Status: content.StatusPublish, AlternativeLinks: map[i18n.Lang]string{
		i18n.LangEN: "/properties/sea-house/", i18n.LangES: "/es/properties/casa-del-mar/",
	}}}
	about := page(64, "about", "/about/", i18n.LangEN)
	about.AlternativeLinks = map[i18n.Lang]string{i18n.LangEN: "/about/", i18n.LangES: "/es/nosotros/"}
	nosotros := page(65, "nosotros", "/es/nosotros/", i18n.LangES)
	unpublished := page(66, "team", "/team/", i18n.LangEN)
	unpublished.AlternativeLinks = map[i18n.Lang]string{i18n.LangEN: "/team/", i18n.LangES: "/es/equipo/"}
	plan := &content.Media{Head: content.Head{ID: 67, Type: content.TypeAttachment, Slug: "floor-plan", Link: "/floor-plan/", Status: content.StatusPublish}}
	tests := []struct {
		name, link string
		status     int
		location   string
	}{
		{"the English slug of a property", "/es/properties/sea-house/?a=1", 301, "/es/properties/casa-del-mar/?a=1"},
		{"the English slug of a page", "/es/about/", 301, "/es/nosotros/"},
		{"the English slug of a page whose translation is a draft", "/es/team/", 404, ""},
		{"the English slug of a page without translation", "/es/english/", 404, ""},
		{"a post by its number", "/archives/60/", 301, "/guide/"},
		{"in the other language", "/es/archives/60/?a=1", 301, "/es/guia/?a=1"},
		{"a post without translation", "/es/archives/62/", 301, "/english/"},
		{"a post at its number", "/archives/61/", 200, ""},
		{"an unknown number", "/archives/99/", 404, ""},
		{"a picture below the number of a post", "/archives/60/floor-plan/", 301, "/floor-plan/"},
		{"a picture below a dated post", "/2024/05/07/guide/floor-plan/", 301, "/floor-plan/"},
		{"an unknown picture below a number", "/archives/60/cellar/", 404, ""},
		{"a dated link", "/2024/05/07/guide/", 301, "/guide/"},
		{"a dated link without a day", "/2024/05/guide/", 301, "/guide/"},
		{"a dated link of nothing", "/2024/05/07/nothing/", 404, ""},
		{"a post below another path", "/blog/old/guide/", 404, ""},
		{"the slug of the home page", "/home/", 301, "/"},
		{"the slug of the home page with a query", "/home/?ref=1", 301, "/?ref=1"},
		{"the Spanish slug", "/es/inicio/", 301, "/es/"},
		{"the Spanish slug without a prefix", "/inicio/", 301, "/es/"},
		{"the English slug with a prefix", "/es/home/", 301, "/es/"},
		{"the root", "/", 200, ""},
	}
	for _, home := range []string{"/", "/home/"} { // the CMS may give the front page a link of its own
		source := &fakeSource{published: map[string][]content.Entity{
			"posts":      {guide, atNumber, english},
			"properties": {house}, "media": {plan},
			"pages": {about, nosotros, unpublished, page(1, "home", home, i18n.LangEN), page(2, "inicio", "/es/", i18n.LangES)},
		}}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				result := resolved(t, source, tt.link, "")
				location := ""
				if result.Redirect != nil {
					location = result.Redirect.Location
				}
				if result.Status != tt.status || location != tt.location {
					t.Errorf("%s: status %d, location %q; want %d %q", tt.link, result.Status, location, tt.status, tt.location)
				}
			})
		}
	}
}
