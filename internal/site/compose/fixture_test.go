package compose_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/view"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

// fakePictures makes addresses of renditions, but no files.
type fakePictures struct{}

func (fakePictures) Picture(image *content.Image, alt string) *view.Picture {
	if strings.HasPrefix(image.URL, "javascript:") {
		return nil // no such source
	}
	if image == nil || image.URL == "" || image.Width == 0 {
		return nil
	}
	return &view.Picture{
		Src: image.URL + "-960.jpg", Widths: []int{480, 960, 1600},
		Width: image.Width, Height: image.Height, Alt: alt, Color: "#d9d0c3",
	}
}

func (fakePictures) OGImage(image *content.Image) string { return image.URL + "-1200.jpg" }

func (fakePictures) Logo(image *content.Image) string {
	if _, file, ok := strings.Cut(image.URL, "/wp-content/uploads/"); ok {
		return "/media/r/" + file + "-480.webp"
	}
	return image.URL
}

func (fakePictures) FileAddress(address string) string {
	if _, file, ok := strings.Cut(address, "/wp-content/uploads/"); ok {
		return "/media/r/" + file
	}
	if strings.HasPrefix(address, "/media/") {
		return address
	}
	return ""
}

// today is the date of the tests.
var today = time.Date(2026, time.March, 14, 9, 0, 0, 0, time.UTC)

// harness has all steps of a request: table, resolver, store, composer.
type harness struct {
	table    *route.Table
	resolver *resolve.Resolver
	composer *compose.Composer
	store    *store.Store
}

func newHarness(t testing.TB, change func(*compose.Config)) *harness {
	t.Helper()
	st, err := store.Open(t.Context(), store.Config{
		Path: filepath.Join(t.TempDir(), "estate.db"), SiteURL: siteURL, Authorize: contenttest.Authorize,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	agency := agencyContent()
	if err := st.Write(t.Context(), func(b *store.Batch) error { return agency.Write(b) }); err != nil {
		t.Fatal(err)
	}
	st.UseSearcher(contenttest.NewScan(agency.Entities))
	h := &harness{store: st}
	if h.table, err = route.NewTable(route.Agency()); err != nil {
		t.Fatal(err)
	}
	if h.resolver, err = resolve.New(resolve.Config{Homepage: true}, st, h.table); err != nil {
		t.Fatal(err)
	}
	cfg := compose.Config{
		SiteURL: siteURL, Build: "test", Prefetch: "in-view", WhatsApp: "+34 600 000 001",
		Brochure: compose.Brochure{
			Template: "https://brochures.example.test/{agency}/{client}/{type}/{reference}.pdf?lang={language}",
			AgencyID: "77", ReportType: "3", ClientID: "9",
		},
		Now: func() time.Time { return today },
		Log: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&cfg)
	}
	if h.composer, err = compose.New(cfg, st, fakePictures{}); err != nil {
		t.Fatal(err)
	}
	return h
}

const siteURL = "https://www.example.test"

// view resolves and composes a link, as the server does.
func (h *harness) view(t testing.TB, raw string) *view.View {
	t.Helper()
	parsed, err := link.Parse(raw)
	if err != nil {
		t.Fatalf("parse %s: %v", raw, err)
	}
	result, err := h.resolver.Resolve(t.Context(), resolve.Request{Link: parsed})
	if err != nil {
		t.Fatalf("resolve %s: %v", raw, err)
	}
	v, err := h.composer.View(t.Context(), result)
	if err != nil {
		t.Fatalf("compose %s: %v", raw, err)
	}
	return v
}

// find is the first section of a kind.
func find[S view.Section](t testing.TB, v *view.View) S {
	t.Helper()
	for _, section := range v.Content {
		if s, ok := section.(S); ok {
			return s
		}
	}
	t.Fatalf("%s has no such section, only %s", v.Link, kinds(v))
	panic("unreachable")
}

func kinds(v *view.View) string {
	var names []string
	for _, section := range v.Content {
		names = append(names, string(section.SectionKind()))
	}
	return strings.Join(names, " ")
}

// agencyContent is the fixture of the sources with further content of an agency:
// menus, a home page with sections, a post of the block editor.
func agencyContent() *contenttest.Content {
	c := contenttest.Fixture()
	c.Settings = map[i18n.Lang]*content.Settings{
		i18n.LangEN: settings("1 Sea Road\n29602 Marbella"), i18n.LangES: settings("Calle del Mar 1\n29602 Marbella"),
	}
	for i, entity := range c.Entities {
		switch e := entity.(type) {
		case *content.Property:
			if e.Featured == nil {
				e.Featured = picture(fmt.Sprintf("home-%d", e.ID%7))
			}
			if e.ID == 1001 {
				e.HTMLs = []content.UnsafeHTML{`<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>`}
				e.Description[i18n.LangEN] = `<h1>Light</h1><p>A villa above the golf valley, with <strong>five</strong> terraces and the sea before it, ten minutes from the marina.</p><script>alert(1)</script>`
			}
		case *content.Development:
			e.Featured = picture("development")
		case *content.Page:
			if own := pages()[e.ID]; own != nil {
				c.Entities[i] = own
			}
			if translated := translationOf[e.ID]; translated != 0 {
				e.AlternativeLinks = pages()[translated].AlternativeLinks
			}
		}
	}
	c.Entities = append(c.Entities, articles()...)
	c.Entities = append(c.Entities, everything()...)
	return c
}

// translationOf has the Spanish pages of the fixture and the pages they translate.
var translationOf = map[int]int{604: 603, 621: 611}

func both(en, es string) i18n.Text { return i18n.Text{i18n.LangEN: en, i18n.LangES: es} }

func picture(name string) *content.Image {
	return &content.Image{URL: "/media/" + name, Width: 1600, Height: 1067, Alt: both("View of "+name, "Vista de "+name)}
}

func settings(address string) *content.Settings {
	return &content.Settings{
		SiteTitle: "Sample Homes", Tagline: both("Homes by the sea", "Casas junto al mar"), Phone1: "+34 952 000 001", Phone2: "+34 600 000 001",
		Mail1: "info@example.test", Mail2: "sales@example.test", Address: address, Company: "Sample Homes S.L.",
		Hours:  both("Monday to Friday, 10 to 19\nSaturday, 10 to 14", "De lunes a viernes, de 10 a 19<br>Sábados, de 10 a 14"),
		Social: []content.SocialLink{{Name: "Instagram", URL: "https://www.instagram.com/example"}, {Name: "Bad", URL: "javascript:alert(1)"}},
		Menus: map[string]content.Menu{"main": {
			Helper: map[string]i18n.Text{"buy": both("/for-sale/", "/es/venta/"), "blog": both("/blog/", "/es/blog/")},
			Items: []content.MenuItem{
				{Link: "buy", Label: both("Buy", "Comprar"), Columns: []content.MenuColumn{
					{Title: both("Areas", "Zonas"), Description: both("Where we work", "Dónde trabajamos"), Items: []content.MenuEntry{
						{Link: "/cities/nueva-andalucia/", Text: both("Nueva Andalucia", "Nueva Andalucía")},
						{Link: "missing", Text: both("Nowhere", "En ninguna parte")},
					}},
					{Title: both("Selling?", "¿Vende?"), Link: "/about/", Button: both("Talk to us", "Hable con nosotros"), Bg: "/media/menu"},
				}},
				{Link: "blog", Label: both("Blog", "Blog")},
				{Link: "javascript:alert(1)", Label: both("Bad", "Mala")},
			},
		}},
	}
}

func fields(text string) json.RawMessage { return json.RawMessage(text) }

// pages are the pages that replace those of the fixture, by id.
func pages() map[int]*content.Page {
	head := func(id int, lang i18n.Lang, slug, en, es string) content.Head {
		at := time.Date(2024, time.March, 1, 12, 0, 0, 0, time.UTC)
		h := content.Head{
			ID: id, Type: content.TypePage, Slug: slug, Status: content.StatusPublish, Date: at, Modified: at, Lang: lang,
			Link: en, AlternativeLinks: map[i18n.Lang]string{i18n.LangEN: en, i18n.LangES: es},
		}
		if lang == i18n.LangES {
			h.Link = es
		}
		return h
	}
	image := `{"source_url":"/media/bay","width":2000,"height":1200,"alt":{"en":"The bay","es":"La bahía"}}`
	home := func(id int, lang i18n.Lang, slug string, t func(en, es string) string) *content.Page {
		prefix := lang.Prefix()
		return &content.Page{
			Head: head(id, lang, slug, "/", "/es/"), Title: t("Luxury homes in Marbella", "Viviendas de lujo en Marbella"),
			Fields: content.PageFields{HeaderType: "home", HideSearch: true},
			Sections: []content.Section{
				{Layout: "home", Fields: fields(`{"claim":"` + t("A home by the sea", "Una casa junto al mar") + `","text":"Marbella","picture":` + image + `,"search":true}`)},
				{Layout: "intro", Fields: fields(`{"eyebrow":"Marbella","title":"` + t("Quietly found", "Encontrada con calma") + `","html":"<p>Text</p>"}`)},
				{Layout: "services", Fields: fields(`{"title":"` + t("What we do", "Qué hacemos") + `","items":[{"title":"` + t("Buy", "Comprar") + `","text":"…","link":"` + prefix + `/about","picture":` + image + `}]}`)},
				{Layout: "locations", Fields: fields(`{"title":"` + t("Where we work", "Dónde trabajamos") + `","tiles":[{"location":7001,"name":"","link":"","picture":` + image + `},{"location":7002,"name":"Golden Mile","link":"` + prefix + `/cities/marbella-golden-mile/"}]}`)},
				{Layout: "property-carousel", Fields: fields(`{"title":"` + t("Newest", "Las más nuevas") + `","homes":{"filter":{"s_offer":3,"limit":4}},"more":{"text":"` + t("All", "Todas") + `","link":"` + prefix + `/properties/"}}`)},
				{Layout: "about", Fields: fields(`{"title":"35","html":"<p>35</p>","picture":` + image + `,"figures":[{"value":"35+","label":"` + t("years", "años") + `"}]}`)},
				{Layout: "blog-section", Fields: fields(`{"title":"Blog","limit":3,"more":{"text":"Blog","link":"` + prefix + `/blog/"}}`)},
				{Layout: "shortlinks", Fields: fields(`{"links":[{"text":"Villas","link":"/for-sale/villas/marbella/"},{"text":"x","link":"javascript:alert(1)"}]}`)},
				{Layout: "banner", Fields: fields(`{"title":"` + t("Selling?", "¿Vende?") + `","text":"…","picture":` + image + `,"call":{"text":"` + t("Talk to us", "Hable con nosotros") + `","link":"` + prefix + `/about/"}}`)},
				{Layout: "link", Fields: fields(`{"title":"` + t("Shall we talk?", "¿Hablamos?") + `","links":[{"text":"E-mail","link":"mailto:info@example.test"}]}`)},
				{Layout: "contact", Fields: fields(`{"title":"` + t("Our office", "Nuestra oficina") + `","map":{"lat":36.51,"lng":-4.9}}`)},
				{Layout: "no-such-layout", Fields: fields(`{}`)},
				{Layout: "banner", Fields: fields(`{"title":["not a text"]}`)},
			},
		}
	}
	en := func(en, _ string) string { return en }
	es := func(_, es string) string { return es }
	about := &content.Page{
		Head: head(603, i18n.LangEN, "about", "/about/", "/es/sobre-nosotros/"), Title: "Buy &amp; Sell with us",
		Content: `<!-- wp:paragraph --><p>Since 1990.</p><!-- /wp:paragraph -->`,
		Fields:  content.PageFields{Subtitle: "A family house", HeaderImage: picture("office")},
		Sections: []content.Section{
			{Layout: "column-text", Fields: fields(`{"title":"How","columns":["<p>One</p>","<p>Two</p>"]}`)},
			{Layout: "image", Fields: fields(`{"picture":` + image + `,"caption":"The bay"}`)},
			{Layout: "content", Fields: fields(`{"html":"<p onclick=\"x()\">Safe</p>"}`)},
		},
	}
	villas := &content.Page{
		Head:  head(611, i18n.LangEN, "marbella", "/for-sale/villas/marbella/", "/es/venta/villas/marbella/"),
		Title: "Villas for sale in Marbella", Content: "<p>What to know of villas here.</p>",
		Filter: &content.PropertyFilter{Offer: 3, Type: 15, Location: 636},
		Fields: content.PageFields{Subtitle: "From the Golden Mile to Elviria", HeaderImage: picture("villa")},
	}
	return map[int]*content.Page{
		601: home(601, i18n.LangEN, "home", en), 602: home(602, i18n.LangES, "inicio", es), 603: about, 611: villas,
	}
}

// articles are one post of the block editor in both languages.
func articles() []content.Entity {
	text := content.UnsafeHTML(`<!-- wp:paragraph --><p>The <a href="https://www.example.test/properties/">homes</a>.</p><!-- /wp:paragraph -->
<!-- wp:heading --><h2 class="wp-block-heading" id="prices">Prices</h2><!-- /wp:heading -->
<figure class="wp-block-table"><table><tbody><tr><td>2024</td><td>5.000 €</td></tr></tbody></table></figure>
<figure class="wp-block-image"><img src="/media/bay" alt="The bay" width="1200" height="800" class="wp-image-7"/></figure>
<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="A film"></iframe><script>alert(1)</script>`)
	links := map[i18n.Lang]string{i18n.LangEN: "/golden-mile-guide/", i18n.LangES: "/es/guia-milla-de-oro/"}
	post := func(id int, lang i18n.Lang, slug, title string, category int) *content.Post {
		at := time.Date(2025, time.June, 1, 22, 30, 0, 0, time.UTC) // already the next day in Marbella
		return &content.Post{
			Head: content.Head{
				ID: id, Type: content.TypePost, Slug: slug, Status: content.StatusPublish, Date: at, Modified: at,
				Lang: lang, Link: links[lang], AlternativeLinks: links,
			},
			Title: title, Content: text, Excerpt: "<p>What a home costs &#8211; and why.</p>",
			Author: 1, Categories: []int{category}, Featured: picture("golden-mile"),
		}
	}
	return []content.Entity{
		post(701, i18n.LangEN, "golden-mile-guide", "A guide to the Golden Mile", 21),
		post(702, i18n.LangES, "guia-milla-de-oro", "Guía de la Milla de Oro", 31),
	}
}
