package compose_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/compose"
	"estate/internal/site/view"
	"estate/internal/store"
)

const seaPicture = `{"source_url":"/media/sea","width":2000,"height":1200,"alt":{"en":"The sea","es":"El mar"}}`

// blocks are the fields of each layout.
func blocks(t func(en, es string) string) map[string]string {
	film := `"title":"` + t("A morning", "Una mañana") + `","text":"` + t("Forty seconds", "Cuarenta segundos") + `"`
	return map[string]string{
		"about":             `{"title":"35","html":"<p>35</p>","picture":` + seaPicture + `,"figures":[{"value":"35+","label":"` + t("years", "años") + `"}]}`,
		"banner":            `{"title":"` + t("Selling?", "¿Vende?") + `","picture":` + seaPicture + `,"film":"/films/coast.mp4"}`,
		"blog-archive":      `{"show_categories":true,"show_tags":true}`,
		"blog-section":      `{"title":"Blog","limit":2}`,
		"column-text":       `{"title":"` + t("How", "Cómo") + `","columns":["<p>1</p>","<p>2</p>","<p>3</p>"]}`,
		"contact":           `{"title":"` + t("Our office", "Nuestra oficina") + `"}`,
		"content":           `{"html":"<p>` + t("Text", "Texto") + `</p>"}`,
		"description":       `{"title":"` + t("About here", "Sobre esto") + `","html":"<p>` + strings.Repeat(t("A long text. ", "Un texto largo. "), 60) + `</p>","lines":4}`,
		"development":       `{"id":2001}`,
		"favorites":         `{"title":"` + t("Yours", "Lo suyo") + `","text":"` + t("Saved here", "Guardado aquí") + `"}`,
		"gallery":           `{"title":"` + t("Views", "Vistas") + `","pictures":[` + strings.Repeat(seaPicture+",", 4) + seaPicture + `]}`,
		"gutemberg":         `{"html":"<h2 class=\"wp-block-heading\">` + t("Blocks", "Bloques") + `</h2><div class=\"wp-block-columns\"><div class=\"wp-block-column\"><p>1</p></div><div class=\"wp-block-column\"><p>2</p></div></div><figure class=\"wp-block-table\"><table><tbody><tr><td>1</td></tr></tbody></table></figure>"}`,
		"home":              `{"claim":"` + t("By the sea", "Junto al mar") + `","picture":` + seaPicture + `,"search":true}`,
		"iframe":            `{"title":"` + t("The way", "El camino") + `","url":"https://player.vimeo.com/video/123456","ratio":"4/3","poster":` + seaPicture + `}`,
		"image":             `{"picture":` + seaPicture + `,"caption":"` + t("The sea", "El mar") + `"}`,
		"info":              `{"title":"` + t("At a glance", "De un vistazo") + `","items":[{"icon":"plane","label":"` + t("Airport", "Aeropuerto") + `","value":"40 min"},{"icon":"ufo","label":"` + t("Sea", "Mar") + `","value":"200 m"}]}`,
		"intro":             `{"title":"` + t("Found", "Encontrada") + `"}`,
		"link":              `{"title":"` + t("Talk?", "¿Hablamos?") + `","links":[{"text":"E-mail","link":"mailto:info@example.test"}]}`,
		"locations":         `{"title":"` + t("Where", "Dónde") + `","tiles":[{"location":7001}]}`,
		"page":              `{"title":"` + t("Plainly", "Sin más") + `","html":"<p>` + t("Page", "Página") + `</p>"}`,
		"page-error":        `{"search":true,"homes":{"filter":{"limit":3}}}`,
		"post":              `{"id":` + t("701", "702") + `}`,
		"posts":             `{"title":"` + t("Read", "Lea") + `","ids":[` + t("701", "702") + `,99999]}`,
		"properties":        `{"title":"` + t("Chosen", "Elegidas") + `","homes":{"ids":[1001,1002]}}`,
		"property":          `{"id":1001}`,
		"property-archive":  `{"filter":{"s_type":15,"sort":"price_low","limit":5},"search":true}`,
		"property-carousel": `{"title":"` + t("Newest", "Nuevas") + `","homes":{"filter":{"limit":3}}}`,
		"property-custom":   `{"filter":{"s_type":15,"limit":2}}`,
		"reviews":           `{"title":"` + t("Reviews", "Reseñas") + `","items":[{"text":"` + t("Well done.", "Bien hecho.") + `","name":"Ana"},{"text":"…"}]}`,
		"services":          `{"title":"` + t("Services", "Servicios") + `","text":"` + t("Four of them", "Son cuatro") + `","items":[{"title":"` + t("Buy", "Comprar") + `","text":"…"}]}`,
		"shortlinks":        `{"links":[{"text":"Villas","link":"/for-sale/villas/marbella/"}]}`,
		"slider":            `{"title":"` + t("Sold", "Vendidas") + `","seconds":1,"slides":[{"picture":` + seaPicture + `,"title":"1","link":"/properties/"},{"picture":` + seaPicture + `},{"picture":null,"title":"-"}]}`,
		"tab":               `{"title":"` + t("Steps", "Pasos") + `","tabs":[{"id":"one","title":"1","html":"<p>1</p>"},{"id":"one","title":"2","html":"<p>2</p>"},{"id":"gallery","title":"3","html":"<p>3</p>"},{"id":"not an id","title":"4","html":"<p>4</p>"}]}`,
		"team":              `{"title":"` + t("Our team", "El equipo") + `","items":[{"name":"Ana Gómez","text":"` + t("Sales", "Ventas") + `","languages":"` + t("English", "Inglés") + `","areas":"Elviria","picture":` + seaPicture + `},{"name":"Luis"},{"text":"-"}]}`,
		"video":             `{` + film + `,"url":"https://youtu.be/dQw4w9WgXcQ","poster":` + seaPicture + `}`,
		"video-list":        `{"title":"` + t("Films", "Películas") + `","videos":[{` + film + `,"url":"/films/coast.webm"},{` + film + `,"url":"https://films.elsewhere.test/7"},{` + film + `,"url":"javascript:alert(1)"}]}`,
	}
}

// everything is a page with one section of every layout, in both languages.
func everything() []content.Entity {
	layouts := content.Layouts()
	slices.Sort(layouts)
	links := map[i18n.Lang]string{i18n.LangEN: "/everything/", i18n.LangES: "/es/todo/"}
	page := func(id int, lang i18n.Lang, slug, title string, t func(en, es string) string) *content.Page {
		at := time.Date(2024, time.March, 2, 12, 0, 0, 0, time.UTC)
		p := &content.Page{
			Head: content.Head{
				ID: id, Type: content.TypePage, Slug: slug, Status: content.StatusPublish, Date: at, Modified: at,
				Lang: lang, Link: links[lang], AlternativeLinks: links,
			},
			Title: title,
		}
		fieldsOf := blocks(t)
		for _, layout := range layouts {
			p.Sections = append(p.Sections, content.Section{Layout: layout, Fields: fields(fieldsOf[layout])})
		}
		return p
	}
	return []content.Entity{
		page(681, i18n.LangEN, "everything", "Everything", func(en, _ string) string { return en }),
		page(682, i18n.LangES, "todo", "Todo", func(_, es string) string { return es }),
	}
}

func TestEveryLayoutBecomesItsOwnSection(t *testing.T) {
	h := newHarness(t, nil)
	layouts := content.Layouts()
	slices.Sort(layouts)
	for _, link := range []string{"/everything/", "/es/todo/"} {
		if got, want := kinds(h.view(t, link)), strings.Join(layouts, " "); got != want {
			t.Errorf("%s has the sections\n%s, want\n%s", link, got, want)
		}
	}
}

// TestEverySectionIsComplete finds what the schema cannot generate: the builder here, the React
// component, and the row in docs/sections.md that make generate writes.
func TestEverySectionIsComplete(t *testing.T) {
	guide, err := os.ReadFile("../../../docs/sections.md")
	if err != nil {
		t.Fatal(err)
	}
	built := strings.Fields(kinds(newHarness(t, nil).view(t, "/everything/")))
	for _, kind := range content.Layouts() {
		if !slices.Contains(built, kind) {
			t.Errorf("%s: no builder makes the section from the fields in this file", kind)
		}
		if _, err := os.Stat("../../../web/src/sections/" + kind + "/" + kind + ".tsx"); err != nil {
			t.Errorf("%s: no React component: %v", kind, err)
		}
		if !bytes.Contains(guide, []byte("\n| `"+kind+"` | ")) {
			t.Errorf("%s: no row in docs/sections.md; run make generate", kind)
		}
	}
}

// composed makes the View of a page with these sections.
func composed(t *testing.T, h *harness, sections ...content.Section) *view.View {
	t.Helper()
	page := everything()[0].(*content.Page)
	page.Sections = sections
	if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(page) }); err != nil {
		t.Fatal(err)
	}
	return h.view(t, "/everything/")
}

func TestSectionWithInvalidFieldsIsLeftOut(t *testing.T) {
	tests := []struct{ name, layout, fields string }{
		{"a gallery without pictures", "gallery", `{"title":"x","pictures":[]}`},
		{"a gallery of pictures without address", "gallery", `{"pictures":[{"width":10}]}`},
		{"pictures that are no list", "gallery", `{"pictures":"many"}`},
		{"a slider without a picture", "slider", `{"slides":[{"title":"x"},{"picture":null}]}`},
		{"tabs without texts", "tab", `{"tabs":[{"id":"a","title":"A","html":" <script>x</script> "}]}`},
		{"facts without values", "info", `{"items":[{"icon":"bed","label":"Beds"}]}`},
		{"a film without an address", "video", `{"title":"x"}`},
		{"a film that is a script", "video", `{"title":"x","url":"javascript:alert(1)"}`},
		{"a film that is data", "video", `{"title":"x","url":"data:text/html,x"}`},
		{"films none of which opens", "video-list", `{"videos":[{"url":"x"},{"url":""}]}`},
		{"a frame without a name", "iframe", `{"url":"https://maps.example.test/"}`},
		{"a frame that is a script", "iframe", `{"title":"x","url":"javascript:alert(1)"}`},
		{"no articles chosen", "posts", `{"ids":[]}`},
		{"articles that are gone", "posts", `{"ids":[123456]}`},
		{"a description of nothing", "description", `{"html":"<style>p{}</style>"}`},
		{"blocks of nothing", "gutemberg", `{"html":"<!-- wp:x /-->"}`},
		{"a title that is a list", "intro", `{"title":["x"]}`},
		{"an id that is a text", "property", `{"id":"first"}`},
	}
	h := newHarness(t, nil)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := composed(t, h,
				content.Section{Layout: tt.layout, Fields: fields(tt.fields)},
				content.Section{Layout: "content", Fields: fields(`{"html":"<p>alive</p>"}`)},
			)
			if got := kinds(v); got != "content" {
				t.Errorf("sections %q, want the text alone", got)
			}
		})
	}
}

// requiredFields are the fields in bold type in docs/sections.md.
func requiredFields(t *testing.T) map[string][]string {
	t.Helper()
	guide, err := os.ReadFile("../../../docs/sections.md")
	if err != nil {
		t.Fatal(err)
	}
	bold := regexp.MustCompile("\\*\\*`([a-z_]+)`\\*\\*")
	required := map[string][]string{}
	for line := range strings.Lines(string(guide)) {
		cells := strings.Split(line, " | ")
		if len(cells) < 6 {
			continue
		}
		for _, found := range bold.FindAllStringSubmatch(cells[2], -1) {
			required[strings.Trim(cells[0], "| `")] = append(required[strings.Trim(cells[0], "| `")], found[1])
		}
	}
	return required
}

func TestSectionWithoutARequiredFieldIsLeftOut(t *testing.T) {
	h := newHarness(t, nil)
	whole := blocks(func(en, _ string) string { return en })
	tested := 0
	for layout, names := range requiredFields(t) {
		for _, name := range names {
			for _, nothing := range []string{"", `""`, "null", "[]", "{}", "false"} {
				var all map[string]json.RawMessage
				if err := json.Unmarshal([]byte(whole[layout]), &all); err != nil {
					t.Fatal(err)
				}
				delete(all, name)
				if nothing != "" {
					all[name] = json.RawMessage(nothing)
				}
				if nothing == "{}" && (name == "filter" || layout == "property-custom") {
					continue // an empty filter is a choice too
				}
				text, err := json.Marshal(all)
				if err != nil {
					t.Fatal(err)
				}
				v := composed(t, h, content.Section{Layout: layout, Fields: text}, content.Section{Layout: "content", Fields: fields(`{"html":"<p>alive</p>"}`)})
				if got := kinds(v); got != "content" {
					t.Errorf("%s with %s as %q: sections %q, want the text alone", layout, name, nothing, got)
				}
				tested++
			}
		}
	}
	if tested < 150 {
		t.Errorf("%d cases: docs/sections.md names too few required fields", tested)
	}
}

// threats are addresses and markup that could run a script.
var threats = regexp.MustCompile(`"(href|src|embed|film|action|poster|avif|webp|jpeg)":"(javascript|data):|"(html|title|text|label)":"[^"]*(\\u003c|<)script`)

func TestHostileFieldsDoNotBreakThePage(t *testing.T) {
	h := newHarness(t, nil)
	hostile := []string{
		"null", "true", "7", "-1", "1e300", `""`, `"javascript:alert(1)"`, `"<script>alert(1)</script>"`, "[]", "{}", "[null]", "[[]]", `[{"x":1}]`,
		`{"source_url":"javascript:alert(1)","width":-5,"height":99999999}`, `"` + strings.Repeat("ñ", 10_000) + `"`, `"\u0000\u202e"`, `[999999999]`,
	}
	alive := content.Section{Layout: "content", Fields: fields(`{"html":"<p>alive</p>"}`)}
	for layout, text := range blocks(func(en, _ string) string { return en }) {
		var all map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &all); err != nil {
			t.Fatal(err)
		}
		for name, own := range all {
			var sections []content.Section
			for _, value := range hostile {
				all[name] = json.RawMessage(value)
				changed, err := json.Marshal(all)
				if err != nil {
					t.Fatal(err)
				}
				sections = append(sections, content.Section{Layout: layout, Fields: changed})
			}
			all[name] = own
			v := composed(t, h, append(sections, alive)...)
			printed, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			if got := kinds(v); v.Status != 200 || !strings.HasSuffix(got, "content") {
				t.Errorf("%s, %s: status %d with %q", layout, name, v.Status, got)
			}
			if threat := threats.Find(printed); threat != nil {
				t.Errorf("%s, %s: the View has %s", layout, name, threat)
			}
		}
	}
}

func TestFilmsAreOwnFilesFramesOrLinks(t *testing.T) {
	h := newHarness(t, func(c *compose.Config) { c.MediaHosts = []string{"media.example.test"} })
	tests := []struct {
		url  string
		want view.Video
	}{
		{"https://www.youtube.com/watch?v=dQw4w9WgXcQ", view.Video{Embed: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", Host: "www.youtube-nocookie.com"}},
		{"/films/coast.mp4", view.Video{Embed: "/films/coast.mp4", Own: true}},
		{"https://media.example.test/a.webm", view.Video{Embed: "https://media.example.test/a.webm", Own: true}},
		{"https://other.example.test/a.mp4", view.Video{Embed: "https://other.example.test/a.mp4", Host: "other.example.test", Away: true}},
		{"https://me:secret@other.example.test/a", view.Video{Embed: "https://other.example.test/a", Host: "other.example.test", Away: true}},
	}
	for _, tt := range tests {
		t.Run(tt.url, func(t *testing.T) {
			section := content.Section{Layout: "video", Fields: fields(`{"title":"x","url":"` + tt.url + `"}`)}
			tt.want.Title = "x"
			if got := find[*view.VideoSection](t, composed(t, h, section)).Video; got != tt.want {
				t.Errorf("got %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestOnlyOwnFilmsPlayByThemselves(t *testing.T) {
	var log bytes.Buffer
	h := newHarness(t, func(c *compose.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	film := func(address string) string {
		section := content.Section{Layout: "banner", Fields: fields(`{"title":"x","film":"` + address + `"}`)}
		return find[*view.BannerSection](t, composed(t, h, section)).Film
	}
	if got := film("/films/coast.mp4"); got != "/films/coast.mp4" {
		t.Errorf("the own film became %q", got)
	}
	for _, address := range []string{"https://cdn.elsewhere.test/a.mp4", "//cdn.elsewhere.test/a.mp4", "/films/coast.html", "javascript:x.mp4"} {
		if got := film(address); got != "" {
			t.Errorf("%s became %q, want no film", address, got)
		}
	}
	if !strings.Contains(log.String(), "film left out") {
		t.Error("the log has no warning about the films that were left out")
	}
}

func TestOnlyListedHostsAreFramed(t *testing.T) {
	h := newHarness(t, func(c *compose.Config) { c.FrameHosts = []string{"maps.example.test"} })
	tests := []struct {
		fields string
		want   view.IframeSection
	}{
		{`{"title":"x","url":"http://maps.example.test/a"}`, view.IframeSection{Href: "https://maps.example.test/a", Host: "maps.example.test", Ratio: "16 / 9"}},
		{`{"title":"x","url":"https://maps.example.test/a","ratio":"4:3"}`, view.IframeSection{Href: "https://maps.example.test/a", Host: "maps.example.test", Ratio: "4 / 3"}},
		{`{"title":"x","url":"https://tours.elsewhere.test/a","ratio":"1;color:red"}`, view.IframeSection{Href: "https://tours.elsewhere.test/a", Host: "tours.elsewhere.test", Away: true, Ratio: "16 / 9"}},
	}
	for _, tt := range tests {
		t.Run(tt.fields, func(t *testing.T) {
			tt.want.Kind, tt.want.Title = view.SectionIframe, "x"
			got := find[*view.IframeSection](t, composed(t, h, content.Section{Layout: "iframe", Fields: fields(tt.fields)}))
			if *got != tt.want {
				t.Errorf("got %+v\nwant %+v", *got, tt.want)
			}
		})
	}
}

func TestTabsHaveUniqueIDs(t *testing.T) {
	h := newHarness(t, nil)
	section := content.Section{Layout: "tab", Fields: fields(blocks(func(en, _ string) string { return en })["tab"])}
	v := composed(t, h, section, section)
	var got []string
	for _, s := range v.Content {
		for _, tab := range s.(*view.TabSection).Tabs {
			got = append(got, tab.ID)
		}
	}
	want := []string{"one", "one-2", "gallery-2", "tab", "one-3", "one-4", "gallery-3", "tab-2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSavedSearchesHaveTitleCountAndLink(t *testing.T) {
	h := newHarness(t, nil)
	custom := func(fieldsOf string) *view.PropertyCustomSection {
		return find[*view.PropertyCustomSection](t, composed(t, h, content.Section{Layout: "property-custom", Fields: fields(fieldsOf)}))
	}
	villas := custom(`{"filter":{"s_type":15,"s_location":636,"limit":1}}`)
	if villas.Title != "Exclusive Villas" || len(villas.Cards) != 1 || villas.Summary == "" {
		t.Errorf("got %q, %q with %d cards", villas.Title, villas.Summary, len(villas.Cards))
	}
	if villas.More == nil || villas.More.Href != "/properties/?s_province=636&s_type=15" {
		t.Errorf("leads to %+v, want the whole search", villas.More)
	}
	if own := custom(`{"title":"Ours","filter":{},"more":{"text":"Rent","link":"/for-rent/"}}`); own.Title != "Ours" || own.More.Href != "/for-rent/" {
		t.Errorf("the editor's title or link is lost: %+v", own)
	}
	none := custom(`{"title":"Castles","filter":{"s_type":15,"s_offer":10,"s_category":201}}`)
	if none.Empty != "No results found! Try another search" || none.More == nil || none.More.Href != "/properties/" {
		t.Errorf("an empty search says %q and leads to %+v", none.Empty, none.More)
	}
}

func TestOnlyLongDescriptionsFold(t *testing.T) {
	h := newHarness(t, nil)
	for text, want := range map[string]bool{"Short.": false, strings.Repeat("A long text. ", 80): true} {
		section := content.Section{Layout: "description", Fields: fields(`{"html":"<p>` + text + `</p>"}`)}
		if got := find[*view.DescriptionSection](t, composed(t, h, section)); got.Long != want || got.Lines != 6 {
			t.Errorf("%d characters: long = %v in %d lines, want %v in 6", len(text), got.Long, got.Lines, want)
		}
	}
}

func TestListOnAPageHasTheFilterOfItsBlock(t *testing.T) {
	h := newHarness(t, nil)
	list := content.Section{Layout: "property-archive", Fields: fields(`{"filter":{"collections":["beachfront"],"s_category":201,"sort":"price_low","limit":2}}`)}
	archive := find[*view.PropertyArchiveSection](t, composed(t, h, list))
	if archive.Total != 1 || archive.Sort.Value != "price_low" {
		t.Errorf("got %d properties sorted by %q, want the one of the collection, cheapest first", archive.Total, archive.Sort.Value)
	}
}

func TestPageHasOneH1(t *testing.T) {
	h := newHarness(t, nil)
	if opening := find[*view.HomeSection](t, h.view(t, "/everything/")); !opening.Inner {
		t.Error("an opening below a page's own header claims the h1")
	}
	if opening := find[*view.HomeSection](t, h.view(t, "/")); opening.Inner {
		t.Error("the opening of home has no h1")
	}
}

func TestFilmsAndToursOfAPropertyAreShownOrLogged(t *testing.T) {
	var log bytes.Buffer
	h := newHarness(t, func(c *compose.Config) {
		c.FrameHosts, c.Log = []string{"my.matterport.com"}, slog.New(slog.NewTextHandler(&log, nil))
	})
	found, err := h.store.BySlug(t.Context(), i18n.LangEN, "properties", "villa-sold")
	if err != nil {
		t.Fatal(err)
	}
	property := *found[0].(*content.Property)
	property.Extra.Video = "https://films.elsewhere.test/7"
	property.HTMLs = []content.UnsafeHTML{
		`<video src="/films/coast.mp4"></video>`,
		`<iframe src="https://my.matterport.com/show/?m=a1"></iframe>`,
		`<a href="https://tours.elsewhere.test/a">Walk through</a>`,
		`<script src="https://tours.elsewhere.test/x.js"></script>`,
	}
	if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(&property) }); err != nil {
		t.Fatal(err)
	}
	v := h.view(t, "/properties/villa-sold/")
	section := find[*view.PropertySection](t, v)
	want := []view.Video{
		{Title: section.Title, Embed: "https://films.elsewhere.test/7", Host: "films.elsewhere.test", Away: true},
		{Title: section.Title, Embed: "/films/coast.mp4", Own: true},
		{Title: section.Title, Embed: "https://my.matterport.com/show/?m=a1", Host: "my.matterport.com", Tour: true},
		{Title: "Walk through", Embed: "https://tours.elsewhere.test/a", Host: "tours.elsewhere.test", Tour: true, Away: true},
	}
	if !slices.Equal(section.Videos, want) {
		t.Errorf("got  %+v\nwant %+v", section.Videos, want)
	}
	if !v.Header.Property.Video {
		t.Error("the header has no link to the films")
	}
	if !strings.Contains(log.String(), "film or tour left out") || !strings.Contains(log.String(), "x.js") {
		t.Errorf("the log does not name the tour that was left out:\n%s", log.String())
	}
}
