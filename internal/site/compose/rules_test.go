package compose_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/link"
	"estate/internal/site/compose"
	"estate/internal/site/resolve"
	"estate/internal/site/route"
	"estate/internal/site/view"
	"estate/internal/store"
)

// metaOf are the meta tags of a View by their name or property.
func metaOf(v *view.View) map[string]string {
	tags := map[string]string{"description": v.Head.Description}
	for _, tag := range v.Head.Meta {
		tags[tag.Name+tag.Property] = tag.Content
	}
	return tags
}

func TestMetaTagsAreInTheLanguageOfThePage(t *testing.T) {
	h := newHarness(t, nil)
	for en, es := range map[string]string{
		"/properties/": "/es/properties/", "/blog/": "/es/blog/", "/cities/nueva-andalucia/": "/es/cities/nueva-andalucia/",
		"/developments/": "/es/developments/", "/developments/golden-terraces/": "/es/developments/golden-terraces/",
		"/for-sale/villas/marbella/": "/es/venta/villas/marbella/",
	} {
		english, spanish := metaOf(h.view(t, en)), metaOf(h.view(t, es))
		if english["og:locale"] != "en_GB" || spanish["og:locale"] != "es_ES" {
			t.Errorf("%s: og:locale %q, %s: %q", en, english["og:locale"], es, spanish["og:locale"])
		}
		for _, name := range []string{"description", "og:description", "og:title"} {
			if english[name] == "" || spanish[name] == "" {
				t.Errorf("%s: no %s: %q and %q", en, name, english[name], spanish[name])
			}
		}
		if english["description"] == spanish["description"] || english["og:description"] == spanish["og:description"] {
			t.Errorf("%s and %s have one description: %q", en, es, english["description"])
		}
	}
}

// Specification §2.8.9 names the six kinds and what each holds.
func TestEveryKindOfPageHasItsMetadata(t *testing.T) {
	h := newHarness(t, nil)
	for kind, links := range map[string]map[string]string{
		"properties":          {"en": "/properties/villa-azul/", "es": "/es/properties/villa-azul/"},
		"developments":        {"en": "/developments/golden-terraces/", "es": "/es/developments/golden-terraces/"},
		"blog":                {"en": "/blog/", "es": "/es/blog/"},
		"propertiesArchive":   {"en": "/properties/", "es": "/es/properties/"},
		"developmentsArchive": {"en": "/developments/", "es": "/es/developments/"},
		"customCity":          {"en": "/cities/marbella/", "es": "/es/cities/marbella/"},
	} {
		for lang, link := range links {
			v := h.view(t, link)
			tags := metaOf(v)
			for _, name := range []string{"description", "og:type", "og:title", "og:site_name", "twitter:card"} {
				if tags[name] == "" {
					t.Errorf("%s in %s: no %s", kind, lang, name)
				}
			}
			want := map[string]string{"og:locale": "en_GB", "og:url": siteURL + link, "twitter:label1": "Reading time", "twitter:data1": "1 minute"}
			if lang == "es" {
				want["og:locale"], want["twitter:label1"], want["twitter:data1"] = "es_ES", "Tiempo de lectura", "1 minuto"
			}
			for name, content := range want {
				if tags[name] != content {
					t.Errorf("%s in %s: %s is %q, want %q", kind, lang, name, tags[name], content)
				}
			}
			if !strings.HasPrefix(v.Head.Robots, "index, follow") {
				t.Errorf("%s in %s: robots %q", kind, lang, v.Head.Robots)
			}
		}
	}
}

func TestDateArchivesAreTitledByTheirDate(t *testing.T) {
	h := newHarness(t, nil)
	site := h.view(t, "/").Chrome.SiteTitle
	for link, want := range map[string]string{
		"/2025/": "2025", "/es/2025/": "2025", "/2025/06/": "June 2025", "/es/2025/06/": "Junio de 2025",
	} {
		if got := h.view(t, link).Head.Title; got != want+" - "+site {
			t.Errorf("%s is titled %q, want %q", link, got, want+" - "+site)
		}
	}
}

// The numbers are those of the agency's settings; without them no text claims any.
func TestAreasNameTheAgentsAndYearsOfTheSettings(t *testing.T) {
	h := newHarness(t, nil)
	description := func(link string) string { return h.view(t, link).Head.Description }
	links := []string{"/cities/marbella/", "/es/cities/marbella/", "/cities/nueva-andalucia/", "/es/cities/nueva-andalucia/", "/cities/malaga/", "/es/cities/malaga/"}
	put := func(agents, years int) {
		for lang, settings := range agencyContent().Settings {
			settings.Agents, settings.Years = agents, years
			if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.PutSettings(lang, settings) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(0, 0)
	for _, link := range links {
		if got := description(link); got == "" || strings.ContainsAny(got, "0123456789") {
			t.Errorf("%s without numbers of the agency: %q", link, got)
		}
	}
	put(40, 35)
	for _, link := range links {
		got := description(link)
		if !strings.Contains(got, "40 ") || !strings.Contains(got, "35 ") || strings.HasSuffix(got, "…") {
			t.Errorf("%s: %q, want 40 agents and 35 years, not cut", link, got)
		}
	}
}

func TestPagesOfTaxonomiesHaveAHeader(t *testing.T) {
	h := newHarness(t, nil)
	for link, want := range map[string]string{
		"/category/market/": "Market", "/es/category/mercado/": "Mercado", "/category/living/": "Living & Leisure",
		"/tag/golf/": "Golf", "/es/tag/golf/": "Golf",
	} {
		v := h.view(t, link)
		if v.Status != 200 || !strings.Contains(v.Header.Title, want) || v.Header.Type == view.HeaderNone || len(v.Header.Breadcrumbs) < 2 {
			t.Errorf("%s: status %d, header %+v, want one that names %q", link, v.Status, v.Header, want)
		}
	}
}

func TestPlacesHaveTheNameOfTheirTerm(t *testing.T) {
	h := newHarness(t, nil)
	for raw, want := range map[string]string{
		"/cities/marbella-golden-mile/": "Our exclusive properties in Golden Mile", "/es/cities/marbella-golden-mile/": "Nuestras propiedades exclusivas en Milla de Oro",
		"/es/cities/nueva-andalucia/": "Nuestras propiedades exclusivas en Nueva Andalucía", "/es/cities/malaga-centre/": "Nuestras propiedades exclusivas en Málaga centro",
	} {
		v := h.view(t, raw)
		if v.Header.Title != want || !strings.HasPrefix(v.Head.Title, want) {
			t.Errorf("%s: heading %q, title %q, want %q in both", raw, v.Header.Title, v.Head.Title, want)
		}
	}
	// A source without terms of places.
	parsed, err := link.Parse("/es/cities/puerto-banus/")
	if err != nil {
		t.Fatal(err)
	}
	v, err := h.composer.View(t.Context(), &resolve.Result{
		Link: parsed, Target: route.Target{Kind: route.KindCity, Slug: "puerto-banus", Link: parsed}, Record: map[string]any{"isReady": true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := "Nuestras propiedades exclusivas en Puerto Banus"; v.Header.Title != want {
		t.Errorf("without a term: heading %q, want %q", v.Header.Title, want)
	}
}

func TestHeadHasNoAddressOfTheCMS(t *testing.T) {
	const cms = "https://cms.example.test"
	h := newHarness(t, func(cfg *compose.Config) { cfg.CMSURL = cms })
	found, err := h.store.BySlug(t.Context(), "en", "posts", "golden-mile-guide")
	if err != nil || len(found) != 1 {
		t.Fatalf("post: %v, %v", found, err)
	}
	post := *found[0].(*content.Post)
	post.Title, post.Excerpt = "Guide of "+cms+"/about/", `<p>More at `+cms+`/properties/ and //cms.example.test/blog/.</p>`
	post.Fields.Description = "See " + cms + "/cities/marbella/"
	if err := h.store.Write(t.Context(), func(b *store.Batch) error { return b.Put(&post) }); err != nil {
		t.Fatal(err)
	}
	head := h.view(t, "/golden-mile-guide/").Head
	text, err := json.Marshal(head)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "cms.example.test") {
		t.Errorf("the head names the CMS: %s", text)
	}
	if !strings.Contains(head.Description, siteURL+"/cities/marbella/") || len(head.JSONLD) == 0 ||
		!slices.ContainsFunc(head.JSONLD, func(data json.RawMessage) bool { return strings.Contains(string(data), siteURL+"/about/") }) {
		t.Errorf("addresses of the CMS did not become those of the site: %s", text)
	}
	for _, address := range []string{"/golden-mile-guide/", "/properties/"} { // with and without an address of the CMS
		h.checkEncode(t, address)
	}
}

// checkEncode compares Encode with the JSON of View.
func (h *harness) checkEncode(t *testing.T, address string) {
	t.Helper()
	parsed, err := link.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	result, err := h.resolver.Resolve(t.Context(), resolve.Request{Link: parsed})
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := h.composer.Encode(t.Context(), result)
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(h.view(t, address))
	if err != nil {
		t.Fatal(err)
	}
	if string(encoded.JSON) != string(want) {
		t.Errorf("%s: Encode returns other JSON than View", address)
	}
	if got, err := json.Marshal(encoded.View); err != nil || string(got) != string(want) {
		t.Errorf("%s: Encode returns another View than View, %v", address, err)
	}
}
