package seo

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"estate/internal/content/i18n"
)

func page() Page {
	return Page{
		Site: "Zero", SiteURL: "https://www.example.test", Lang: i18n.LangES, Title: "T", Description: "<p>d</p>",
		Canonical:  "/es/a/",
		Alternates: map[i18n.Lang]string{i18n.LangEN: "/a/", i18n.LangES: "/es/a/"},
	}
}

func TestHeadLinksAreAbsolute(t *testing.T) {
	head := page().Head()
	if head.Canonical != "https://www.example.test/es/a/" {
		t.Errorf("canonical = %q", head.Canonical)
	}
	want := [][2]string{{"en", "https://www.example.test/a/"}, {"es", "https://www.example.test/es/a/"}, {"x-default", "https://www.example.test/a/"}}
	for i, alternate := range head.Alternates {
		if got := [2]string{alternate.HrefLang, alternate.Href}; got != want[i] {
			t.Errorf("alternate %d = %v, want %v", i, got, want[i])
		}
	}
	if len(head.Alternates) != len(want) {
		t.Errorf("got %d alternates, want %d", len(head.Alternates), len(want))
	}
}

func TestAPageOfOneLanguageHasNoAlternates(t *testing.T) {
	p := page()
	p.Alternates = map[i18n.Lang]string{i18n.LangES: "/es/a/"}
	if got := p.Head().Alternates; len(got) != 0 {
		t.Errorf("got %v, want none", got)
	}
}

func TestMetaTagsOfSocialNetworks(t *testing.T) {
	p := page()
	p.Kind, p.Image, p.Minutes = "article", "/media/a.jpg", 4
	p.Published = time.Date(2026, 3, 14, 10, 0, 0, 0, time.UTC)
	got := map[string]string{}
	for _, meta := range p.Head().Meta {
		got[meta.Name+meta.Property] = meta.Content
	}
	for key, want := range map[string]string{
		"og:locale": "es_ES", "og:locale:alternate": "en_GB", "og:type": "article", "og:title": "T", "og:description": "d",
		"og:url": "https://www.example.test/es/a/", "og:image": "https://www.example.test/media/a.jpg",
		"twitter:card": "summary_large_image", "twitter:label1": "Tiempo de lectura", "twitter:data1": "4 minutos",
		"article:published_time": "2026-03-14T10:00:00Z",
	} {
		if got[key] != want {
			t.Errorf("%s = %q, want %q", key, got[key], want)
		}
	}
}

func TestListingHasThePrice(t *testing.T) {
	base := Listing{Name: "Villa", URL: "https://www.example.test/properties/a/", Kind: "House", Agency: Agency{Name: "Zero", URL: "https://www.example.test"}}
	tests := []struct {
		name   string
		change func(*Listing)
		want   []string
		not    string
	}{
		{"sale", func(l *Listing) { l.Price = 1250000 }, []string{`"price":"1250000"`, `"priceCurrency":"EUR"`, "InStock"}, "unitCode"},
		{"rent", func(l *Listing) { l.Price, l.Unit = 1500, "MON" }, []string{`"unitCode":"MON"`, `"price":"1500"`}, ""},
		{"range", func(l *Listing) { l.Price, l.PriceTo = 400000, 900000 }, []string{`"lowPrice":"400000"`, `"highPrice":"900000"`, "AggregateOffer"}, ""},
		{"on ask", func(*Listing) {}, []string{"InStock"}, "price"},
		{"sold", func(l *Listing) { l.Sold = true }, []string{"SoldOut"}, "InStock"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := base
			tt.change(&l)
			got := string(l.LD())
			if !json.Valid([]byte(got)) {
				t.Fatalf("no JSON: %s", got)
			}
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("got %s\nwant it to hold %s", got, want)
				}
			}
			if tt.not != "" && strings.Contains(got, tt.not) {
				t.Errorf("got %s\nwant it without %s", got, tt.not)
			}
		})
	}
}

func TestItemListHasAbsoluteAddresses(t *testing.T) {
	links := []string{"/es/villa/?a=1", "/a\"b/", "https://example.org/<x>/", "/é/"}
	var got struct {
		Type     string `json:"@type"`
		Count    int    `json:"numberOfItems"`
		Elements []struct {
			Position int    `json:"position"`
			URL      string `json:"url"`
		} `json:"itemListElement"`
	}
	if err := json.Unmarshal(ItemList("https://www.example.com", links, 25, 30), &got); err != nil {
		t.Fatal(err)
	}
	if got.Type != "ItemList" || got.Count != 30 || len(got.Elements) != len(links) {
		t.Fatalf("the list is %+v", got)
	}
	want := []string{"https://www.example.com/es/villa/?a=1", "https://www.example.com/a\"b/", "https://example.org/<x>/", "https://www.example.com/é/"}
	for i, element := range got.Elements {
		if element.Position != 25+i || element.URL != want[i] {
			t.Errorf("element %d is %+v, want %s", i, element, want[i])
		}
	}
}
