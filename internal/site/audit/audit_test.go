package audit_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/sanitize"
	"estate/internal/site/audit"
	"estate/internal/site/redirect"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

// agency is a small agency without findings.
type agency struct {
	settings map[i18n.Lang]*content.Settings
	entities []content.Entity
	pairs    []content.RedirectPair
}

var (
	en, es = i18n.LangEN, i18n.LangES
	day    = time.Date(2026, time.March, 1, 9, 0, 0, 0, time.UTC)
)

func newAgency() *agency {
	a := &agency{settings: map[i18n.Lang]*content.Settings{}}
	for _, lang := range i18n.Filled {
		a.settings[lang] = &content.Settings{
			SiteTitle: "Agency", Company: "Agency S.L.", Address: "Calle Mayor 1", Mail1: "a@example.test", Phone1: "+34 952 000 000",
			Menus: map[string]content.Menu{"main": {
				Helper: map[string]i18n.Text{"about": {en: "/about/", es: "/es/nosotros/"}},
				Items:  []content.MenuItem{{Link: "about", Label: i18n.Text{en: "About"}}},
			}},
		}
	}
	for i, paths := range [][2]string{
		{"/about/", "/es/nosotros/"}, {"/legal/", "/es/legal/"}, {"/legal/cookie-policy/", "/es/legal/cookie-policy/"}, {"/privacy-policy/", "/es/privacy-policy/"},
	} {
		links := map[i18n.Lang]string{en: paths[0], es: paths[1]}
		a.entities = append(a.entities, pageAt(10+2*i, en, links), pageAt(11+2*i, es, links))
	}
	a.entities = append(a.entities, &content.Property{
		Head:      content.Head{ID: 1, Type: content.TypeProperty, Slug: "villa", Status: content.StatusPublish, Date: day, Modified: day, Link: "/properties/villa/"},
		Reference: "ZRE1P", Title: i18n.Text{en: "Villa", es: "Villa"}, Description: i18n.Text{en: `<p><a href="/about/">us</a></p>`},
		Featured: &content.Image{URL: "/media/villa.jpg", Alt: i18n.Text{en: "A villa", es: "Una villa"}},
		Price:    content.Price{Amount: 900000, Mode: content.PriceSale},
		Placing:  content.Placing{Offers: []int{3}, Types: []int{15}},
		Energy:   &content.Energy{Consumption: "C", Emissions: "B", Status: "rated"},
	})
	return a
}

func pageAt(id int, lang i18n.Lang, links map[i18n.Lang]string) *content.Page {
	segments := strings.Split(strings.Trim(links[lang], "/"), "/")
	return &content.Page{
		Head: content.Head{
			ID: id, Type: content.TypePage, Slug: segments[len(segments)-1], Status: content.StatusPublish,
			Date: day, Modified: day, Lang: lang, Link: links[lang], AlternativeLinks: links,
		},
		Title: "Page",
	}
}

func (a *agency) property() *content.Property {
	return a.entities[len(a.entities)-1].(*content.Property)
}
func (a *agency) about() *content.Page { return a.entities[0].(*content.Page) }
func (a *agency) section(layout string, fields any) {
	data, err := json.Marshal(fields)
	if err != nil {
		panic(err) // cannot happen with the literals of the tests
	}
	a.about().Sections = []content.Section{{Layout: layout, Fields: data}}
}

func run(t *testing.T, a *agency, limit int) *audit.Report {
	t.Helper()
	st, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	st.UseSearcher(contenttest.NewScan(a.entities))
	err = st.Write(t.Context(), func(b *store.Batch) error {
		b.SetWriter(store.Writer{Via: store.ViaReplica}) // the store refuses some of it from others
		for lang, settings := range a.settings {
			if err := b.PutSettings(lang, settings); err != nil {
				return err
			}
		}
		for _, entity := range a.entities {
			if err := b.Put(entity); err != nil {
				return err
			}
		}
		return b.PutRedirects(a.pairs...)
	})
	if err != nil {
		t.Fatal(err)
	}
	table, err := route.NewTable(route.Agency())
	if err != nil {
		t.Fatal(err)
	}
	resolver, err := resolve.New(resolve.Config{Homepage: true, Log: slog.New(slog.DiscardHandler)}, st, table)
	if err != nil {
		t.Fatal(err)
	}
	redirects, err := redirect.New(redirect.Config{Rules: link.Rules{}, Results: table.IsResults})
	if err != nil {
		t.Fatal(err)
	}
	sanitizer, err := sanitize.New(sanitize.Config{SiteURL: "https://www.example.test"})
	if err != nil {
		t.Fatal(err)
	}
	report, err := audit.Run(t.Context(), audit.Config{
		Resolver: resolver, Redirects: redirects, Hosts: []string{"www.example.test"}, MaxFindings: limit,
		HasPicture: func(path string) bool { return path == "/media/villa.jpg" || path == "/media/phone.jpg" }, Sanitizer: sanitizer,
		Unreadable: func(address string) string {
			if address == "/media/phone.jpg" {
				return "it is HEIC"
			}
			return ""
		},
	}, st)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestCompleteAgencyHasNoFindings(t *testing.T) {
	if report := run(t, newAgency(), 0); report.Total() != 0 || report.Checked != 9 {
		t.Errorf("%d entities, findings %+v; want 9 and none", report.Checked, report.Findings)
	}
}

func TestProblemsAreFound(t *testing.T) {
	call := func(at string) map[string]any {
		return map[string]any{"title": "T", "links": []any{map[string]any{"text": "x", "link": at}}}
	}
	tests := []struct {
		name    string
		change  func(*agency)
		group   audit.Group
		finding string // in the finding
	}{
		{"dead link in a section", func(a *agency) { a.section("link", call("/none/")) }, audit.GroupLinks, "/none/: it fails"},
		{"old link in a section", func(a *agency) { a.section("link", call("/propiedades/")) }, audit.GroupLinks, "write /es/venta/"},
		{"link not in normal form in a section", func(a *agency) { a.section("link", call("/About")) }, audit.GroupLinks, "write /about/"},
		{"URL of the site", func(a *agency) { a.section("link", call("https://www.example.test/none/")) }, audit.GroupLinks, "/none/"},
		{"dead link in a section's text", func(a *agency) { a.section("content", map[string]any{"html": `<p><a href="/none/">x</a></p>`}) }, audit.GroupLinks, "/none/"},
		{"dead link in a page", func(a *agency) { a.about().Content = `<a href="/none/">x</a>` }, audit.GroupLinks, "/none/"},
		{"dead link in a property", func(a *agency) { a.property().Description[es] = `<a href="/es/none/">x</a>` }, audit.GroupLinks, "/es/none/"},
		{"dead link in a menu", func(a *agency) { a.settings[es].Menus["main"].Helper["about"][es] = "/es/none/" }, audit.GroupLinks, "menu main, entry about"},
		{"unknown key in a menu", func(a *agency) { a.settings[en].Menus["main"].Items[0].Link = "team" }, audit.GroupLinks, "team"},
		{"dead call to sell", func(a *agency) { a.settings[en].SellLink = map[i18n.Lang]string{en: "/none/"} }, audit.GroupLinks, "sell_link"},
		{"page at another link", func(a *agency) { a.about().Slug = "other" }, audit.GroupLinks, "its own link /about/"},
		{"missing file", func(a *agency) { a.property().Extra.PDF = "/media/none.pdf" }, audit.GroupLinks, "the file does not exist"},
		{"tour of a host that may not be framed", func(a *agency) {
			a.property().HTMLs = []content.UnsafeHTML{`<iframe src="https://my.matterport.com/show/?m=a1"></iframe>`}
		}, audit.GroupFilms, "my.matterport.com is not in frame_hosts"},
		{"film that is a script", func(a *agency) { a.property().Extra.Video = "javascript:alert(1)" }, audit.GroupFilms, "left out"},
		{"tour made by a script", func(a *agency) {
			a.property().HTMLs = []content.UnsafeHTML{`<script src="https://tours.example.test/x.js"></script>`}
		}, audit.GroupFilms, "left out"},
		{"missing picture", func(a *agency) { a.property().Featured.URL = "/media/none.jpg" }, audit.GroupLinks, "/media/none.jpg"},
		{"two entities with one link", func(a *agency) {
			second := *a.property()
			second.ID, second.Reference = 100, "ZRE2P"
			a.entities = append(a.entities, &second)
		}, audit.GroupLinks, "its link /properties/villa/ is also that of properties /properties/villa/ (1)"},
		{"redirect over a living page", func(a *agency) {
			a.pairs = []content.RedirectPair{{From: "/about/", To: "/legal/"}}
		}, audit.GroupRedirects, "it hides page /about/ (10)"},
		{"redirect to a missing page", func(a *agency) { a.pairs = []content.RedirectPair{{From: "/old/", To: "/none/"}} }, audit.GroupRedirects, "/old/"},
		{"translation that does not exist", func(a *agency) {
			a.about().AlternativeLinks = map[i18n.Lang]string{en: "/about/", es: "/es/none/"}
		}, audit.GroupTranslations, "/es/none/ is not a page"},
		{"translation that names another page", func(a *agency) {
			a.about().AlternativeLinks = map[i18n.Lang]string{en: "/about/", es: "/es/legal/"}
		}, audit.GroupTranslations, "names /legal/"},
		{"price that is hardly true", func(a *agency) { a.property().Price.Amount = 150_000_000 }, audit.GroupPlausible, `price "150000000": a sale for more than 100000000`},
		{"size that is hardly true", func(a *agency) { a.property().BuiltSize = 262_000 }, audit.GroupPlausible, `built "262000"`},
		{"title that is the reference", func(a *agency) { a.property().Title[es] = "zre1p" }, audit.GroupPlausible, "the title is the reference"},
		{"title in a wrong encoding", func(a *agency) { a.property().Title[es] = "Villa en OjÃ©n" }, audit.GroupPlausible, `title/es "Villa en OjÃ©n"`},
		{"text that shows an entity", func(a *agency) { a.property().Description[en] = "<p>Bed &amp;amp; breakfast</p>" }, audit.GroupPlausible, "shows an entity"},
		{"position far from the other homes", func(a *agency) {
			for i := range 6 {
				home := *a.property()
				home.ID, home.Slug, home.Link, home.Reference = 100+i, fmt.Sprint("villa-", i), fmt.Sprintf("/properties/villa-%d/", i), fmt.Sprintf("ZRE%dP", 100+i)
				home.Location = &content.GeoPoint{Lat: 36.51, Lng: -4.88}
				if i == 5 {
					home.Location = &content.GeoPoint{Lat: 40.42, Lng: -3.7}
				}
				a.entities = append(a.entities, &home)
			}
		}, audit.GroupPlausible, `position "40.42, -3.7"`},
		{"no energy label", func(a *agency) { a.property().Energy = nil }, audit.GroupEnergy, "ZRE1P"},
		{"label without a letter", func(a *agency) { a.property().Energy = &content.Energy{Status: "rated"} }, audit.GroupEnergy, "ZRE1P"},
		{"holiday rental without a number", func(a *agency) { a.property().Offers = []int{12} }, audit.GroupRegistration, "ZRE1P"},
		{"no price", func(a *agency) { a.property().Price.Amount = 0 }, audit.GroupPrices, "ZRE1P"},
		{"field that was not understood", func(a *agency) { a.property().Unread = []string{`price: "consultar"`} }, audit.GroupFields, `price: "consultar"`},
		{"picture of a phone", func(a *agency) { a.property().Featured.URL = "https://cms.example.test/a.HEIC" }, audit.GroupFormats, "a.HEIC"},
		{"logo that is an id", func(a *agency) { a.settings[en].LogoLight = "367" }, audit.GroupFormats, "logo_light_2 367: it is no address"},
		{"logo of a phone", func(a *agency) { a.settings[es].LogoDarkMobile = "https://cms.example.test/logo.heic" }, audit.GroupFormats, "logo_dark_mobile https://cms.example.test/logo.heic"},
		{"unreadable logo", func(a *agency) { a.settings[en].LogoLightMobile = "/media/phone.jpg" }, audit.GroupFormats, "logo_light_mobile /media/phone.jpg: it is HEIC"},
		{"missing logo", func(a *agency) { a.settings[en].LogoLight = "/media/none.svg" }, audit.GroupLinks, "/media/none.svg: the file does not exist"},
		{"picture of a phone that is named .jpg", func(a *agency) { a.property().Featured.URL = "/media/phone.jpg" }, audit.GroupFormats, "/media/phone.jpg: it is HEIC"},
		{"unknown kind of a place", func(a *agency) {
			a.settings[es].Landmarks = []content.Landmark{{Kind: "pub", Name: i18n.Text{en: "The Anchor"}, Lat: 36.5, Lng: -4.9}}
		}, audit.GroupAgency, "The Anchor has the unknown kind \"pub\""},
		{"no company", func(a *agency) { a.settings[es].Company = " " }, audit.GroupAgency, "company"},
		{"no privacy policy", func(a *agency) {
			a.entities = slices.DeleteFunc(a.entities, func(e content.Entity) bool { return e.LinkIn(en) == "/privacy-policy/" })
		}, audit.GroupAgency, "/privacy-policy/"},
		{"parts of a text that are left out", func(a *agency) {
			a.about().Content = `[vc_row a="b"]<p>A</p>[/vc_row][vc_row a="b"]<iframe src="https://maps.test/x"></iframe>`
		}, audit.GroupTexts, "/about/ (10): left out: the shortcode [vc_row] (2 times); shown as a link: a frame of maps.test"},
		{"part of a description that is left out", func(a *agency) { a.property().Description[es] = `[wpforms id="1"]` }, audit.GroupTexts, "[wpforms]"},
		{"part of a section that is left out", func(a *agency) {
			a.section("content", map[string]any{"html": `<p>A</p><form><input></form>`})
		}, audit.GroupTexts, "fields of a form"},
		{"text that is cut", func(a *agency) {
			a.about().Content = content.UnsafeHTML(strings.Repeat("<p>word</p>", sanitize.MaxBytes/10))
		}, audit.GroupTexts, "cut after 1 MB"},
		{"pictures at a former domain", func(a *agency) {
			const picture = `<img src="https://old.test/a.jpg" alt="A"><img src="https://old.test/b.jpg" alt="B">`
			a.about().Content = picture
			a.property().Description[en], a.property().Description[es] = picture, picture
		}, audit.GroupHosts, "old.test: 6 in 3 texts, such as "},
		{"picture without a Spanish text", func(a *agency) { delete(a.property().Featured.Alt, es) }, audit.GroupPictures, "none in es"},
		{"picture without a text in a section", func(a *agency) {
			a.section("image", map[string]any{"picture": map[string]any{"source_url": "/media/villa.jpg"}})
		}, audit.GroupPictures, "section image"},
		{"picture without a text in a page", func(a *agency) { a.about().Content = `<p><img src="/media/villa.jpg"></p>` }, audit.GroupPictures, "in the text"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := newAgency()
			tt.change(a)
			report := run(t, a, 0)
			for _, finding := range report.Findings {
				if finding.Group == tt.group && strings.Contains(finding.Where+": "+finding.Text, tt.finding) {
					return
				}
			}
			t.Errorf("no finding of %s contains %q: %+v", tt.group, tt.finding, report.Findings)
		})
	}
}

func TestValidContentHasNoFindings(t *testing.T) {
	tests := []struct {
		name   string
		change func(*agency)
	}{
		{"pending label", func(a *agency) { a.property().Energy = &content.Energy{Status: "pending"} }},
		{"exempt property", func(a *agency) { a.property().Energy = &content.Energy{Status: "exempt"} }},
		{"consumption without a status", func(a *agency) { a.property().Energy = &content.Energy{Consumption: "C"} }},
		{"consumption in kilowatt hours alone", func(a *agency) { a.property().Energy = &content.Energy{ConsumptionValue: 93} }},
		{"home pages whose slugs are no translations", func(a *agency) {
			links := map[i18n.Lang]string{en: "/", es: "/es/"}
			home, inicio := pageAt(97, en, links), pageAt(98, es, links)
			home.Slug, inicio.Slug = "home", "inicio"
			a.entities = append(a.entities, home, inicio)
		}},
		{"logo of the agency", func(a *agency) {
			a.settings[en].LogoLight, a.settings[es].LogoLight = "/media/villa.jpg", "/media/villa.jpg"
		}},
		{"land", func(a *agency) { a.property().Types, a.property().Energy = []int{45}, nil }},
		{"sold property", func(a *agency) {
			a.property().Badges, a.property().Energy, a.property().Price = []content.Badge{content.BadgeSold}, nil, content.Price{}
		}},
		{"price on ask", func(a *agency) { a.property().Price = content.Price{OnAsk: true} }},
		{"registered holiday rental", func(a *agency) { a.property().Offers, a.property().Registration = []int{12}, "VFT/MA/12345" }},
		{"decoration", func(a *agency) { a.property().Featured.Alt = i18n.Text{en: "", es: ""} }},
		{"links to other sites", func(a *agency) {
			a.about().Content = `<a href="https://elsewhere.test/none/">x</a><a href="mailto:a@b.c">x</a><a href="tel:+34">x</a><a href="#part">x</a>`
		}},
		{"search results", func(a *agency) { a.about().Content = `<a href="/properties/?s_type=15">x</a>` }},
		{"draft with dead links", func(a *agency) {
			draft := pageAt(99, en, map[i18n.Lang]string{en: "/draft/"})
			draft.Status, draft.Content = content.StatusDraft, `<a href="/none/">x</a>`
			a.entities = append(a.entities, draft)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := newAgency()
			tt.change(a)
			if report := run(t, a, 0); report.Total() != 0 {
				t.Errorf("findings %+v, want none", report.Findings)
			}
		})
	}
}

func TestFindingsBeyondTheLimitAreCounted(t *testing.T) {
	a := newAgency()
	a.about().Content = `<a href="/a/">x</a><a href="/b/">x</a><a href="/c/">x</a>`
	report := run(t, a, 2)
	if len(report.Findings) != 2 || report.Count[audit.GroupLinks] != 3 || report.Total() != 3 {
		t.Errorf("%d kept, counted %v; want 2 of 3", len(report.Findings), report.Count)
	}
}

func TestEveryGroupHasARemedy(t *testing.T) {
	for _, group := range audit.Groups {
		if group.Title == "" || group.Remedy == "" {
			t.Errorf("%s has no title or remedy", group.Group)
		}
	}
	if _, err := audit.Run(t.Context(), audit.Config{}, nil); err == nil {
		t.Error("Run without a resolver succeeded")
	}
}
