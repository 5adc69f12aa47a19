package redirect

import (
	"context"
	"errors"
	"strings"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/site/route"
)

// properties is a fake of the CMS: references to links, per language.
type properties map[i18n.Lang]map[string]string

func (p properties) RedirectReference(_ context.Context, lang i18n.Lang, reference string) (string, error) {
	if reference == "down-1p" {
		return "", errors.New("connection refused")
	}
	if link := p[lang][reference]; link != "" {
		return link, nil
	}
	return "", content.ErrNotFound
}

var refs = properties{
	i18n.LangEN: {"zen-201p": "/properties/villa-aloha/"},
	i18n.LangES: {"zen-201p": "/es/properties/villa-aloha/"},
}

func newTable(t testing.TB, pairs ...Pair) *Table {
	t.Helper()
	routes, err := route.NewTable(route.Agency())
	if err != nil {
		t.Fatal(err)
	}
	table, err := New(Config{Results: routes.IsResults, Hosts: []string{"www.example.test", "cms.example.test"}, Pairs: pairs})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestLegacyLinks(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"English reference", "/propertie/ZEN-201P", "/properties/villa-aloha/"},
		{"Spanish reference", "/propiedad/zen-201p/", "/es/properties/villa-aloha/"},
		{"Spanish reference behind the prefix", "/es/propiedad/zen-201p/", "/es/properties/villa-aloha/"},
		{"English word behind the Spanish prefix", "/es/propertie/zen-201p/", "/es/properties/villa-aloha/"},
		{"unknown English reference", "/propertie/zen-999p/", "/for-sale/villas/marbella/"},
		{"unknown Spanish reference", "/propiedad/zen-999p/", "/es/venta/villas/marbella/"},
		{"no reference", "/propiedad/", "/es/venta/villas/marbella/"},
		{"all properties", "/Propiedades", "/es/venta/"},
		{"all properties behind the prefix", "/es/propiedades/", "/es/venta/"},
		{"old villas", "/propiedades/villas/marbella/", "/es/venta/villas/marbella/"},
		{"old apartments", "/propiedades/apartamentos/golden-mile/", "/es/venta/apartamentos/golden-mile/"},
		{"old houses", "/propiedades/casas/puerto-banus/", "/es/venta/casas/puerto-banus/"},
		{"old area of two words", "/propiedades/villas/nueva-andalucia/", "/es/venta/villas/nueva-andalucia/"},
		{"old area of many words", "/propiedades/casas/san-pedro-de-alcantara/", "/es/venta/casas/san-pedro-de-alcantara/"},
		{"old province", "/propiedades/apartamentos/malaga/", "/es/venta/apartamentos/malaga/"},
		{"one slug holds both", "/propiedades/villas-en-venta-golden-mile/", "/es/venta/villas/golden-mile/"},
		{"a quarter before its town", "/propiedades/villas/marbella/golden-mile/", "/es/venta/villas/golden-mile/"},
		{"old type alone", "/propiedades/casas/page/3/", "/es/venta/casas/"},
		{"old words nobody knows", "/propiedades/castillos/", "/es/venta/"},
		{"old rentals", "/propiedades-renta/marbella", "/es/alquiler/casas/marbella/"},
		{"services: rent", "/servicios-alquiler", "/es/servicios/alquilar/"},
		{"services: buy", "/servicios-compra/", "/es/servicios/comprar/"},
		{"services: invest", "/servicios-inversiones/", "/es/servicios/inversiones/"},
		{"services: sell", "/es/servicios-venta/", "/es/servicios/vender/"},
		{"uncategorised", "/category/sin-categoria/page/2/", "/blog/"},
		{"uncategorised, Spanish", "/es/category/sin-categoria/", "/es/blog/"},
		{"bare Spanish sale", "/venta/apartamentos/puerto-banus/page/2/", "/es/venta/apartamentos/puerto-banus/page/2/"},
		{"bare Spanish rent", "/Alquiler?s_type=7", "/es/alquiler/?s_type=7"},
		{"the query is kept", "/propiedades?utm_source=ig&s_beds=3", "/es/venta/?s_beds=3&utm_source=ig"},
		{"options are kept", "/propiedades/?frontity_name=x", "/es/venta/?frontity_name=x"},
	}
	table := newTable(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result, err := table.Lookup(t.Context(), tt.in, refs)
			if err != nil || result.Location != tt.want || result.Status != StatusMoved || result.External {
				t.Errorf("Lookup(%q) = %d %q, %v; want 301 %q", tt.in, result.Status, result.Location, err, tt.want)
			}
		})
	}
}

func TestNormalFormIsOneRedirect(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"case, slash, page and order at once", "/Blog/Page/1?b=2&a=1", "/blog/?a=1&b=2"},
		{"page key of results", "/properties/?page=2&s_type=15", "/properties/page/2/?s_type=15"},
		{"first page of results", "/es/properties/?page=1", "/es/properties/"},
		{"a plain form", "/properties?s_city=&s_type=7&s_type=15&price_from=", "/properties/?s_type=15"},
		{"page key of a city", "/cities/marbella/?page=3", "/cities/marbella/page/3/"},
		{"page key without a number", "/properties/?page=x", "/properties/"},
		{"tracking keys are kept", "/Blog/?utm_source=x&a=1", "/blog/?a=1&utm_source=x"},
		{"backslash stays on the site", `/\evil.test`, "/%5cevil.test/"},
		{"slashes stay on the site", "//evil.test/x", "/x/"},
		{"legacy link to results, its page key too", "/venta?page=2&s_beds=", "/es/venta/page/2/"},
	}
	table := newTable(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result, err := table.Lookup(t.Context(), tt.in, refs)
			if err != nil || result.Location != tt.want || result.Status != StatusMoved {
				t.Errorf("Lookup(%q) = %d %q, %v; want 301 %q", tt.in, result.Status, result.Location, err, tt.want)
			}
		})
	}
}

func TestNormalLinksAreResolved(t *testing.T) {
	tests := []struct{ name, in, link string }{
		{"root", "/", "/"},
		{"case of percent-escapes", "/es/categor%C3%ADa/", "/es/categor%c3%ada/"},
		{"tracking keys stay in the address", "/blog/?utm_source=x&a=1", "/blog/?a=1"},
		{"page key elsewhere", "/blog/?page=2", "/blog/?page=2"},
		{"empty value elsewhere", "/blog/?s=", "/blog/?s="},
		{"missing picture", "/wp-content/A.jpg", "/wp-content/a.jpg/"},
		{"Spanish listing", "/es/venta/villas/", "/es/venta/villas/"},
		{"bare name", "Featured", "featured/"},
	}
	table := newTable(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result, err := table.Lookup(t.Context(), tt.in, refs)
			if err != nil || result.Location != "" || result.Link.String() != tt.link {
				t.Errorf("Lookup(%q) = link %q, location %q, %v; want link %q", tt.in, result.Link, result.Location, err, tt.link)
			}
		})
	}
}

func TestLookupRefusesWhatCannotBeALink(t *testing.T) {
	table := newTable(t)
	for in, want := range map[string]error{
		"/blog/page/99999999999999999999/":        link.ErrPage,
		"/properties/?page=99999999999999999999":  link.ErrPage,
		"/" + strings.Repeat("a", link.MaxLength): link.ErrTooLong,
		"/\xff": link.ErrText,
	} {
		if result, err := table.Lookup(t.Context(), in, refs); !errors.Is(err, want) || result.Location != "" {
			t.Errorf("Lookup(%.40q) = %q, %v; want %v", in, result.Location, err, want)
		}
	}
}

func TestFailedReferenceLookupIsReported(t *testing.T) {
	result, err := newTable(t).Lookup(t.Context(), "/propertie/down-1p/", refs)
	if err != nil || result.Failure == nil || result.Location != "/for-sale/villas/marbella/" {
		t.Errorf("Lookup = %q, failure %v, %v; want the fallback and a failure", result.Location, result.Failure, err)
	}
}

// strict fails the test on every look-up.
type strict struct{ t *testing.T }

func (s strict) RedirectReference(_ context.Context, _ i18n.Lang, reference string) (string, error) {
	s.t.Errorf("reference %q reached the CMS", reference)
	return "", content.ErrNotFound
}

func TestOnlyPlainReferencesAreLookedUp(t *testing.T) {
	table := newTable(t)
	for _, in := range []string{"/propertie/a&status=draft/", "/propiedad/%00/", "/propertie/a/b/", "/propertie/" + strings.Repeat("z", 65) + "/"} {
		if result, _ := table.Lookup(t.Context(), in, strict{t}); result.Location == "" {
			t.Errorf("Lookup(%q) does not redirect", in)
		}
	}
}

func TestReferencesWithAPairRedirectToItsListing(t *testing.T) {
	table := newTable(t, Pair{From: "/propertie/zen-77g/", To: "/for-sale/apartments/golden-mile/"})
	tests := []struct{ name, in, want string }{
		{"the reference itself", "/propertie/zen-77g/", "/for-sale/apartments/golden-mile/"},
		{"its duplicate", "/propertie/ZEN-77G-dup/", "/for-sale/apartments/golden-mile/"},
		{"its short suffix", "/propertie/zen-77g2/", "/for-sale/apartments/golden-mile/"},
		{"another one", "/propertie/zen-77p/", "/for-sale/villas/marbella/"},
	}
	for _, tt := range tests {
		if result, _ := table.Lookup(t.Context(), tt.in, refs); result.Location != tt.want {
			t.Errorf("%s: Lookup(%q) = %q, want %q", tt.name, tt.in, result.Location, tt.want)
		}
	}
}

func TestReferencesWithASuffixRedirectToTheProperty(t *testing.T) {
	table := newTable(t, Pair{From: "/propertie/zen-201p-old/", To: "/for-sale/apartments/golden-mile/"})
	tests := []struct{ name, in, want string }{
		{"a duplicate", "/propertie/ZEN-201P-dup/", "/properties/villa-aloha/"},
		{"a duplicate in Spanish", "/propiedad/zen-201p-dup/", "/es/properties/villa-aloha/"},
		{"a pair of its own", "/propertie/zen-201p-old/", "/for-sale/apartments/golden-mile/"},
		{"unknown without the suffix too", "/propertie/zen-999p-dup/", "/for-sale/villas/marbella/"},
	}
	for _, tt := range tests {
		if result, _ := table.Lookup(t.Context(), tt.in, refs); result.Location != tt.want || result.Status != StatusMoved {
			t.Errorf("%s: Lookup(%q) = %d %q, want 301 %q", tt.name, tt.in, result.Status, result.Location, tt.want)
		}
	}
}

func TestRedirectsAreJoined(t *testing.T) {
	table := newTable(t, Pair{From: "/old/", To: "/propiedades/villas/marbella/"})
	result, err := table.Lookup(t.Context(), "/Old?a=1", refs)
	if want := "/es/venta/villas/marbella/?a=1"; err != nil || result.Location != want || result.Status != StatusMoved || result.External {
		t.Errorf("Lookup = %+v, %v; want 301 %s", result, err, want)
	}
}

func TestJoinNormalizesARedirectOfTheCMS(t *testing.T) {
	table := newTable(t, Pair{From: "/moved/", To: "/here/"}, Pair{From: "/turn/", To: "/old-villa/"})
	tests := []struct {
		name, location, request, want string
		external, ok                  bool
	}{
		{"into normal form", "https://cms.example.test/Properties/Villa?b=1#top", "/old-villa/?a=2", "/properties/villa/?a=2&b=1#top", false, true},
		{"through the rules", "/moved", "/old-villa/", "/here/", false, true},
		{"tracking keys", "/a/", "/old-villa/?utm_source=x", "/a/?utm_source=x", false, true},
		{"a file keeps its name", "https://cms.example.test/Uploads/A.pdf", "/old-villa/", "/Uploads/A.pdf", false, true},
		{"outside as it came", "https://other.test/X?b=1", "/old-villa/?a=2", "https://other.test/X?b=1", true, true},
		{"back to itself", "/turn/", "/old-villa/?utm_source=x", "/old-villa/?utm_source=x", false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := content.Redirect{Status: StatusMoved, Location: tt.location, External: tt.external}
			got, ok := table.Join(t.Context(), r, tt.request, refs)
			if got.Location != tt.want || ok != tt.ok || got.External != tt.external {
				t.Errorf("Join = %+v, %v; want %q, %v", got, ok, tt.want, tt.ok)
			}
		})
	}
}

func FuzzLookup(f *testing.F) {
	for _, seed := range []string{
		"/Propiedades?x=1", "/a/?x=1", "/b?page=2", "/c/#x", "/venta/x/page/2/?page=3&s=", "/propertie/zen-201p/?utm_source=x", "/out/",
		"/loop/", "/servicios-venta/?frontity_a=1", `/\x`, "/propiedades-renta/", "/es/es/", "/d?a=%ff&utm%5Fx=1", "/category/sin-categoria",
	} {
		f.Add(seed)
	}
	table := newTable(f,
		Pair{From: "/a/", To: "/b/?x=2&utm_source=pair"}, Pair{From: "/b/?x=1", To: "/properties/?page=2&s_type=", Status: 302},
		Pair{From: "/c/", To: "/Propiedades/Villas"}, Pair{From: "/d/", To: "https://www.example.test/a?y#top"},
		Pair{From: "/es/venta/castillos/", To: "/propiedades/"}, Pair{From: "/out/", To: "https://other.test/?a=ñ"},
		Pair{From: "/loop/", To: "/venta/loop/"}, Pair{From: "/es/venta/loop/", To: "/loop/"},
	)
	f.Fuzz(func(t *testing.T, raw string) {
		result, err := table.Lookup(t.Context(), raw, refs)
		if err != nil || result.Location == "" {
			return
		}
		if strings.ContainsAny(result.Location, "\r\n\\ ") {
			t.Fatalf("Lookup(%q) puts %q into a header", raw, result.Location)
		}
		if result.External {
			return
		}
		if !strings.HasPrefix(result.Location, "/") || strings.HasPrefix(result.Location, "//") {
			t.Fatalf("Lookup(%q) = %q is no link of the site", raw, result.Location)
		}
		if normal := link.Normalize(result.Location); normal != result.Location {
			t.Fatalf("Lookup(%q) = %q, in normal form %q", raw, result.Location, normal)
		}
		again, err := table.Lookup(t.Context(), result.Location, refs)
		if err != nil || again.Location != "" {
			t.Fatalf("Lookup(%q) = %q, from there on to %q, %v", raw, result.Location, again.Location, err)
		}
	})
}
