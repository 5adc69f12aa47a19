package demo

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// agency reads the content.
func agency(t *testing.T) *Content {
	t.Helper()
	c, err := Agency()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPropertiesArePlausible(t *testing.T) {
	for _, p := range agency(t).Properties {
		for _, problem := range problems(p) {
			t.Errorf("%s (%s): %s", p.Reference, p.Title.In(i18n.LangEN), problem)
		}
		if p.ID >= firstGenerated {
			t.Errorf("%s: id %d is reserved for generated properties", p.Reference, p.ID)
		}
	}
}

func TestIdsSlugsAndReferencesAreUnique(t *testing.T) {
	c := agency(t)
	ids, slugs, links := seen{}, seen{}, seen{}
	for _, h := range heads(c) {
		ids.add(t, "id", fmt.Sprint(h.ID))
		if h.Type != content.TypePage {
			slugs.add(t, string(h.Type)+" slug", string(h.Type)+h.Slug)
		}
		links.add(t, "link", h.Link)
	}
	terms := seen{}
	for _, term := range c.Terms {
		terms.add(t, "term id", fmt.Sprint(term.ID))
	}
	references := seen{}
	for _, p := range c.Properties {
		references.add(t, "reference", strings.ToLower(p.Reference))
	}
	for _, r := range c.References {
		references.add(t, "reference", strings.ToLower(r.Reference))
	}
}

type seen map[string]bool

func (s seen) add(t *testing.T, what, key string) {
	t.Helper()
	if s[key] {
		t.Errorf("duplicate %s %q", what, key)
	}
	s[key] = true
}

func heads(c *Content) []*content.Head {
	var all []*content.Head
	for _, p := range c.Properties {
		all = append(all, &p.Head)
	}
	for _, d := range c.Developments {
		all = append(all, &d.Head)
	}
	for _, p := range c.Posts {
		all = append(all, &p.Head)
	}
	for _, p := range c.Pages {
		all = append(all, &p.Head)
	}
	for _, m := range c.Media {
		all = append(all, &m.Head)
	}
	return all
}

// The demo content is used to test every screen, so it has every case at least once.
func TestAgencyHasEveryCase(t *testing.T) {
	c := agency(t)
	cases := map[string]func(p *content.Property) bool{
		"without picture":       func(p *content.Property) bool { return p.Featured == nil },
		"without price":         func(p *content.Property) bool { return p.Price.Amount == 0 },
		"price on ask":          func(p *content.Property) bool { return p.Price.OnAsk },
		"reduced":               func(p *content.Property) bool { return p.Price.Previous > 0 },
		"with video address":    func(p *content.Property) bool { return p.Extra.Video != "" },
		"with a very long name": func(p *content.Property) bool { return len(p.Title[i18n.LangEN]) > 130 },
		"with promotional name": func(p *content.Property) bool { return p.PromoName != "" },
		"without bedrooms":      func(p *content.Property) bool { return p.Bedrooms == 0 },
		"with plan":             func(p *content.Property) bool { return len(p.Plans) > 0 },
		"energy pending":        func(p *content.Property) bool { return p.Energy.Status == "pending" },
		"energy exempt":         func(p *content.Property) bool { return p.Energy.Status == "exempt" },
		"energy rated":          func(p *content.Property) bool { return p.Energy.Status == "rated" },
		"two offers":            func(p *content.Property) bool { return len(p.Offers) > 1 },
		"exact place":           func(p *content.Property) bool { return p.Location.Precision == "exact" },
		"unit of a project":     func(p *content.Property) bool { return p.UnitsOf != 0 },
		"reference in G":        func(p *content.Property) bool { return strings.HasSuffix(p.Reference, "G") },
		"reference with code":   func(p *content.Property) bool { return strings.Contains(p.Reference, "-") },
	}
	for _, mode := range []content.PriceMode{content.PriceSale, content.PriceMonth, content.PriceWeek, content.PriceDay, content.Price15Days} {
		cases["price by "+string(mode)] = func(p *content.Property) bool { return p.Price.Mode == mode }
	}
	for _, badge := range []content.Badge{content.BadgeSold, content.BadgeNew, content.BadgeExclusive, content.BadgeFeatured} {
		cases["badge "+string(badge)] = func(p *content.Property) bool { return slices.Contains(p.Badges, badge) }
	}
	for _, term := range c.Terms {
		switch term.Taxonomy {
		case taxOffer:
			cases["offer "+term.Slug] = func(p *content.Property) bool { return slices.Contains(p.Offers, term.ID) }
		case taxType:
			cases["type "+term.Slug] = func(p *content.Property) bool { return slices.Contains(p.Types, term.ID) }
		case taxCollections:
			cases["collection "+term.Slug] = func(p *content.Property) bool { return slices.Contains(p.Collections, term.Slug) }
		}
	}
	for name, holds := range cases {
		if !slices.ContainsFunc(c.Properties, holds) {
			t.Errorf("no property for the case %q", name)
		}
	}
}

// The invitation to sell shows after consent only (specification §2.6.16), so no page says its words before.
func TestNoPageHasTheWordsOfTheInvitation(t *testing.T) {
	for _, page := range agency(t).Pages {
		text, err := json.Marshal(page)
		if err != nil {
			t.Fatal(err)
		}
		if words := i18n.Words.T(page.Lang, "chrome.sell"); strings.Contains(string(text), words) {
			t.Errorf("page %s says %q", page.Link, words)
		}
	}
}

// Phrases that a native reader stumbled over: calques, and words that say something else.
func TestCopyHasNoKnownMistake(t *testing.T) {
	for _, root := range []string{"data", "../../../locales"} {
		err := fs.WalkDir(os.DirFS(root), ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(filepath.Join(root, name))
			for _, phrase := range []string{
				"Nikki's bay", "who files the form", "save you the afternoon", "quién presenta el impreso", "mejor con uno, abogado",
				"pueblos de encima", "Encontrar\"", "na adosada", "ournal", "Del diario", "Leer el diario", "\"Diario\"", "Adosada ", "Nueva propiedad",
			} {
				if strings.Contains(string(text), phrase) {
					t.Errorf("%s/%s says %q", root, name, phrase)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAgencyHasEnoughContent(t *testing.T) {
	c := agency(t)
	perLang := map[i18n.Lang]int{}
	for _, p := range c.Posts {
		perLang[p.Lang]++
		if words := len(strings.Fields(string(p.Content))); words < 150 {
			t.Errorf("post %s has only %d words", p.Link, words)
		}
	}
	counts := []struct {
		what      string
		got, want int
	}{
		{"properties", len(c.Properties), 90},
		{"developments", len(c.Developments), 8},
		{"articles in English", perLang[i18n.LangEN], 24},
		{"articles in Spanish", perLang[i18n.LangES], 24},
		{"redirects", len(c.Redirects), 20},
	}
	for _, count := range counts {
		if count.got < count.want {
			t.Errorf("%d %s, want at least %d", count.got, count.what, count.want)
		}
	}
}

func TestEverySectionLayoutIsUsedInBothLanguages(t *testing.T) {
	used := map[i18n.Lang]map[string]bool{i18n.LangEN: {}, i18n.LangES: {}}
	for _, page := range agency(t).Pages {
		for _, section := range page.Sections {
			used[page.Lang][section.Layout] = true
		}
	}
	for lang, layouts := range used {
		for _, layout := range content.Layouts() {
			if !layouts[layout] {
				t.Errorf("no page in %s has a %s section", lang, layout)
			}
		}
	}
}

func TestPropertiesShareNoParagraph(t *testing.T) {
	first := map[string]string{}
	for _, p := range agency(t).Properties {
		for _, lang := range i18n.Filled {
			for paragraph := range strings.SplitSeq(p.Description[lang], "\n") {
				if other, ok := first[paragraph]; ok {
					t.Errorf("%s repeats a paragraph of %s: %s", p.Reference, other, paragraph)
				}
				first[paragraph] = p.Reference
			}
		}
	}
}

func TestContentSurvivesJSON(t *testing.T) {
	if _, err := json.Marshal(agency(t)); err != nil {
		t.Error(err)
	}
}

func TestMediaFilesExist(t *testing.T) {
	for _, m := range agency(t).Media {
		name := strings.TrimPrefix(m.Image.URL, "/")
		if _, err := MediaFiles.ReadFile(name); err != nil {
			t.Errorf("%s: %v", m.Slug, err)
		}
		if m.Image.Width == 0 || m.Image.Height == 0 || m.Image.Alt[i18n.LangEN] == "" || m.Image.Alt[i18n.LangES] == "" || m.Image.Color == "" {
			t.Errorf("%s lacks size, colour or alternative text", m.Slug)
		}
	}
}

func TestReferencesHaveTheirForm(t *testing.T) {
	for _, p := range agency(t).Properties {
		if !referencePattern.MatchString(p.Reference) {
			t.Errorf("reference %q has the wrong form", p.Reference)
		}
	}
	for p := range Generate(2000, 5) {
		if !referencePattern.MatchString(p.Reference) {
			t.Errorf("reference %q has the wrong form", p.Reference)
		}
	}
}

func TestLegalPagesAndInvitationToSellExist(t *testing.T) {
	c := agency(t)
	pages := map[string]bool{}
	for _, page := range c.Pages {
		pages[page.Link] = true
	}
	wanted := map[i18n.Lang][]string{
		i18n.LangEN: {"/legal/", "/legal/cookie-policy/", "/privacy-policy/", "/selling-your-property-in-marbella/"},
		i18n.LangES: {"/es/aviso-legal/", "/es/aviso-legal/politica-de-cookies/", "/es/politica-de-privacidad/", "/es/vender-su-propiedad-en-marbella/"},
	}
	for _, links := range wanted {
		for _, link := range links {
			if !pages[link] {
				t.Errorf("no page %s", link)
			}
		}
	}
}

// The markets of specification §1.8 are places, and there are about 40 places (specification §9.16).
func TestMarketsArePlaces(t *testing.T) {
	places := map[string]bool{}
	for _, term := range agency(t).Terms {
		if term.Taxonomy == taxLocation {
			places[term.Slug] = true
		}
	}
	for _, slug := range []string{
		"marbella", "marbella-golden-mile", "benahavis", "marbella-puerto-banus",
		"nueva-andalucia", "marbella-este", "san-pedro-de-alcantara", "malaga",
	} {
		if !places[slug] {
			t.Errorf("the market %s is no place", slug)
		}
	}
	if len(places) < 35 {
		t.Errorf("%d places, want about 40", len(places))
	}
}

// The old paths of specification §2.4.6 lead to one page.
func TestOldPathsOfTheDirectorLeadToOnePage(t *testing.T) {
	targets := map[string]string{}
	for _, redirect := range agency(t).Redirects {
		targets[redirect.From] = redirect.To
	}
	for _, from := range []string{"/elena-vidal/", "/marbella/", "/inmobiliaria/"} {
		if got := targets[from]; got != "/about/elena-vidal/" {
			t.Errorf("%s leads to %q, want /about/elena-vidal/", from, got)
		}
	}
}

func TestPropertiesHaveOneSlugInBothLanguages(t *testing.T) {
	c := agency(t)
	for _, p := range c.Properties {
		if en, es := p.LinkIn(i18n.LangEN), p.LinkIn(i18n.LangES); en != "/properties/"+p.Slug+"/" || es != "/es/properties/"+p.Slug+"/" {
			t.Errorf("%s: links %s and %s, want those of the slug %s", p.Reference, en, es, p.Slug)
		}
	}
}
