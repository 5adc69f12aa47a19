package wordpress

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

func decodeOne(t *testing.T, lang i18n.Lang, body string) content.Entity {
	t.Helper()
	client, err := New(Config{SiteURL: "https://www.example.test", CMSURL: "https://cms.example.test"})
	if err != nil {
		t.Fatal(err)
	}
	found, err := client.Decode(lang, []byte(body))
	if err != nil || len(found) != 1 {
		t.Fatalf("got %v, error %v, want one entity", found, err)
	}
	return found[0]
}

// The agency's plugin sends the fields beside acf.
func TestPropertyOfTheAgencyPlugin(t *testing.T) {
	got := decodeOne(t, i18n.LangES, `{
		"id": 1001, "slug": "villa-aloha", "link": "https://cms.example.test/es/properties/villa-aloha/", "status": "publish",
		"date": "2025-01-02T03:04:05", "modified": "2025-02-03T04:05:06", "type": "properties", "title": {"rendered": "Villa Aloha"},
		"acf": {"title_en": "Villa Aloha", "title_es": "Villa Aloha", "description_en": "<p>Sun &amp; sea</p>", "subtitle_es": "Vistas"},
		"promo_name": "Sol", "reference": "ZEN-201P",
		"featured_image": {"source_url": "/media/a.jpg", "alt": {"en": "Pool", "es": "Piscina"}, "width": 1600, "height": 900},
		"gallery": [{"source_url": "/media/b.jpg", "width": 800, "height": 600}], "htmls": ["<iframe></iframe>"],
		"alternative_links": {"en": "https://cms.example.test/properties/villa-aloha/", "es": "https://cms.example.test/es/properties/villa-aloha/"},
		"extra": {"video": "https://video.example.test/1", "pdf": ""},
		"price": {"amount": 1250000, "currency": "EUR", "mode": "sale", "on_ask": false, "previous": 1350000},
		"bedrooms": 4, "bathrooms": 3, "plot_size": 1200, "built_size": 320, "terrace_size": 80, "badges": ["new", "exclusive", "odd"],
		"features": ["pool", "garage"], "s_offer": [3], "s_type": [15], "s_province": 636, "s_city": 701, "s_subarea": 0,
		"s_category": [201], "collections": ["beachfront"], "location": {"lat": "36.5", "lng": -4.9, "precision": "area"},
		"energy": {"consumption": "C", "consumption_value": 90.5, "status": "rated"}, "registration_number": "VFT/1",
		"agent": 4, "development": {"id": 77}
	}`).(*content.Property)
	want := &content.Property{
		Head: content.Head{
			ID: 1001, Type: "properties", Slug: "villa-aloha", Status: "publish", Date: got.Date, Modified: got.Modified,
			Link: "/properties/villa-aloha/", // the Spanish link is derived from it
		},
		Reference: "ZEN-201P", Title: i18n.Text{"en": "Villa Aloha", "es": "Villa Aloha"}, Subtitle: i18n.Text{"es": "Vistas"},
		Description: i18n.Text{"en": "<p>Sun &amp; sea</p>"}, PromoName: "Sol",
		Featured: &content.Image{URL: "/media/a.jpg", Width: 1600, Height: 900, Alt: i18n.Text{"en": "Pool", "es": "Piscina"}},
		Gallery:  []content.Image{{URL: "/media/b.jpg", Width: 800, Height: 600}}, HTMLs: []content.UnsafeHTML{"<iframe></iframe>"},
		Extra:    content.Extra{Video: "https://video.example.test/1"},
		Price:    content.Price{Amount: 1250000, Currency: "EUR", Mode: content.PriceSale, Previous: 1350000},
		Bedrooms: 4, Bathrooms: 3, PlotSize: 1200, BuiltSize: 320, TerraceSize: 80,
		Badges: []content.Badge{content.BadgeNew, content.BadgeExclusive}, Features: []string{"pool", "garage"},
		Placing: content.Placing{
			Offers: []int{3}, Types: []int{15}, Province: 636, City: 701, Categories: []int{201}, Collections: []string{"beachfront"},
		},
		Location:     &content.GeoPoint{Lat: 36.5, Lng: -4.9, Precision: "area"},
		Energy:       &content.Energy{Consumption: "C", ConsumptionValue: 90.5, Status: "rated"},
		Registration: "VFT/1", Agent: 4, UnitsOf: 77,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDevelopment(t *testing.T) {
	got := decodeOne(t, i18n.LangEN, `{
		"id": 5, "type": "developments", "slug": "luna", "link": "https://cms.example.test/developments/luna/",
		"acf": {"title_en": "Luna"}, "price": {"from": 500000, "to": "900000"}, "s_categories": [{"term_id": 59}],
		"units": [{"name": "A1", "type": {"en": "Flat", "es": "Piso"}, "beds": "2", "price": "500.000 €", "availability": "Reserved"}, {"name": "A2"}],
		"delivery": {"en": "2027", "es": "2027"}, "phases": [{"en": "Phase 1", "es": "Fase 1"}, "Phase 2"]
	}`).(*content.Development)
	if got.Price != (content.PriceRange{From: 500000, To: 900000}) || !cmp.Equal(got.Categories, []int{59}) {
		t.Errorf("price %+v, categories %v", got.Price, got.Categories)
	}
	wantUnits := []content.Unit{
		{Name: "A1", Type: i18n.Text{"en": "Flat", "es": "Piso"}, Beds: 2, Price: 500000, Availability: content.UnitReserved},
		{Name: "A2", Availability: content.UnitAvailable},
	}
	if diff := cmp.Diff(wantUnits, got.Units); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]i18n.Text{{"en": "Phase 1", "es": "Fase 1"}, {"en": "Phase 2"}}, got.Phases); diff != "" {
		t.Errorf("phases (-want +got):\n%s", diff)
	}
	if got.LinkIn(i18n.LangES) != "/es/developments/luna/" {
		t.Errorf("Spanish link = %q", got.LinkIn(i18n.LangES))
	}
}

// A page has one language. Its sections keep the texts of that language, lose empty values, and
// have decoded images and numbers.
func TestSectionsHaveTheLanguageOfThePage(t *testing.T) {
	page := decodeOne(t, i18n.LangES, `{"id": 1, "type": "page", "slug": "p", "link": "https://cms.example.test/es/p/", "acf": {"sections": [
		{"acf_fc_layout": "about", "title_en": "About", "title_es": "Sobre", "html_en": "<p>Hi</p>", "html_es": "",
		 "picture": {"ID": 3, "url": "https://cms.example.test/a.jpg", "width": 10, "height": 5, "alt": "Casa", "sizes": {}},
		 "figures": [{"value": "35+", "label_en": "years", "label_es": "años"}], "call": false},
		{"acf_fc_layout": "properties", "title_es": "Casas", "homes": {"ids": ["1001", "1007"]}},
		{"acf_fc_layout": ""}, false
	]}}`).(*content.Page)
	if len(page.Sections) != 2 {
		t.Fatalf("got %d sections, want 2", len(page.Sections))
	}
	fields, err := page.Sections[0].Decode()
	if err != nil {
		t.Fatal(err)
	}
	about := fields.(*content.AboutFields)
	if about.Title != "Sobre" || about.HTML != "<p>Hi</p>" || about.Figures[0].Label != "años" || about.Call != nil {
		t.Errorf("got %+v, want Spanish with the English text where Spanish is empty", about)
	}
	if about.Picture == nil || about.Picture.URL != "https://cms.example.test/a.jpg" || about.Picture.Alt["es"] != "Casa" {
		t.Errorf("picture = %+v", about.Picture)
	}
	var properties struct{ Homes struct{ IDs []int } }
	if err := json.Unmarshal(page.Sections[1].Fields, &properties); err != nil {
		t.Errorf("numbers sent as text are not decoded: %v in %s", err, page.Sections[1].Fields)
	}
}

func TestNumbers(t *testing.T) {
	tests := map[string]int{
		`"1002.50"`: 1002, `"1.250.000 €"`: 1250000, `"1,250,000"`: 1250000, `"95000"`: 95000, `" 3"`: 3, `220`: 220,
		`"220 m²"`: 220, `false`: 0, `""`: 0, `"on ask"`: 0, `1e300`: 0, `"12,5"`: 12, `"1.250,75"`: 1250,
	}
	for text, want := range tests {
		n, _, err := parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := n.integer(); got != want {
			t.Errorf("%s = %d, want %d", text, got, want)
		}
	}
}

func TestPlainTexts(t *testing.T) {
	tests := map[string]string{
		`{"rendered":"Caf&eacute; &#8211; <em>Sol</em> &amp; mar"}`: "Café – Sol & mar",
		`"a < b and c"`:   "a < b and c",
		`"1 &lt; 2"`:      "1 < 2",
		`"open <b"`:       "open",
		`{"rendered":{}}`: "",
	}
	for text, want := range tests {
		n, _, err := parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := n.plain(); got != want {
			t.Errorf("%s = %q, want %q", text, got, want)
		}
	}
}

func TestLocationsByDepth(t *testing.T) {
	tests := []struct {
		name, body              string
		province, city, subarea int
	}{
		{"parents before order", `{"acf":{"s_location":[{"term_id":760,"parent":702},{"term_id":702,"parent":636},{"term_id":636,"parent":0}]}}`, 636, 702, 760},
		{"bare ids in order", `{"tax_s_location":[636,706]}`, 636, 706, 0},
		{"cycle of parents", `{"acf":{"s_location":[{"term_id":1,"parent":2},{"term_id":2,"parent":1}]}}`, 0, 0, 2},
		{"nothing", `{"acf":{"s_location":false}}`, 0, 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n, _, err := parse([]byte(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			if p, c, s := locations(n); p != tt.province || c != tt.city || s != tt.subarea {
				t.Errorf("got %d, %d, %d; want %d, %d, %d", p, c, s, tt.province, tt.city, tt.subarea)
			}
		})
	}
}

func TestSearchPanelFlag(t *testing.T) {
	tests := map[string]bool{
		`{"search_bar": true}`: true, `{"search_bar": false}`: false, `{"search_bar": "1"}`: true, `[]`: false,
		`{"hide_search": false, "search_bar": true}`: false, `{"hide_search": true}`: true,
	}
	for acf, want := range tests {
		page := decodeOne(t, i18n.LangEN, `{"id": 1, "type": "page", "slug": "p", "link": "https://cms.example.test/p/", "acf": `+acf+`}`).(*content.Page)
		if page.Fields.HideSearch != want {
			t.Errorf("%s hides the search panel: %v, want %v", acf, page.Fields.HideSearch, want)
		}
	}
}

func TestRenderedTitleStandsAfterThePromotionalName(t *testing.T) {
	for _, c := range []struct{ name, acf, promo, want string }{
		{"title of the fields", `{"title_es": "Villa del golf"}`, "Sol", "Villa del golf"},
		{"promotional name", `{}`, "Sol", "Sol"},
		{"promotional name before a title in English", `{"title_en": "Golf villa"}`, "Sol", "Sol"},
		{"rendered title", `{}`, "", "Villa 1001"},
	} {
		for _, kind := range []string{"properties", "developments"} {
			entity := decodeOne(t, i18n.LangES, `{"id": 7, "slug": "a", "link": "/es/a/", "status": "publish", "type": "`+kind+`",
				"title": {"rendered": "Villa 1001"}, "acf": `+c.acf+`, "promo_name": "`+c.promo+`", "reference": "ZR1001P"}`)
			titled, ok := entity.(interface{ TitleIn(lang i18n.Lang) string })
			if !ok {
				t.Fatalf("%s: got %T", kind, entity)
			}
			if got := titled.TitleIn(i18n.LangES); got != c.want {
				t.Errorf("%s of %s: %q, want %q", c.name, kind, got, c.want)
			}
		}
	}
}

func TestProtectedContentIsNotDecoded(t *testing.T) {
	for _, kind := range []string{"post", "page", "properties", "developments"} {
		t.Run(kind, func(t *testing.T) {
			entity := decodeOne(t, i18n.LangEN, `{"id": 7, "slug": "a", "link": "/a/", "status": "publish", "type": "`+kind+`", "title": {"rendered": "Protected: Offer"},
				"content": {"rendered": "SECRET", "protected": true}, "excerpt": {"rendered": "SECRET", "protected": true},
				"promo_name": "SECRET", "acf": {"description": "SECRET", "description_en": "SECRET", "subtitle_en": "SECRET", "sections": [{"acf_fc_layout": "text", "text": "SECRET"}]},
				"gallery": [{"source_url": "/SECRET.jpg"}], "featured_image": {"source_url": "/SECRET.jpg"}}`)
			doc, err := json.Marshal(entity)
			if err != nil || strings.Contains(string(doc), "SECRET") || !strings.Contains(string(doc), `"protected":true`) || !strings.Contains(string(doc), "Offer") {
				t.Errorf("%s, %v; want the title only", doc, err)
			}
		})
	}
}
