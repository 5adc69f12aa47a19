package route

import (
	"slices"
	"strings"
	"testing"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
)

func mustTable(t testing.TB, c Config) *Table {
	t.Helper()
	table, err := NewTable(c)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func mustParse(t testing.TB, s string) link.Link {
	t.Helper()
	l, err := link.Parse(link.Normalize(s))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestAgencyLinks(t *testing.T) {
	table := mustTable(t, Agency())
	tests := []struct {
		in   string
		kind Kind
		slug string
		lang i18n.Lang
	}{
		{"/", KindHome, "home", i18n.LangEN},
		{"/es/", KindHome, "inicio", i18n.LangES},
		{"/?utm_source=x", KindHome, "home", i18n.LangEN},
		{"/?s=villa", KindPostArchive, "", i18n.LangEN},
		{"/?p=12", KindByID, "", i18n.LangEN},
		{"/?attachment_id=12", KindByID, "", i18n.LangEN},
		{"/blog/", KindPostArchive, "", i18n.LangEN},
		{"/es/blog/page/2/", KindPostArchive, "", i18n.LangES},
		{"/properties/", KindPropertySearch, "", i18n.LangEN},
		{"/es/properties/page/3/?s_city=12", KindPropertySearch, "", i18n.LangES},
		{"/properties/villa-aloha/", KindSingle, "villa-aloha", i18n.LangEN},
		{"/es/properties/123/", KindSingle, "123", i18n.LangES},
		{"/developments/", KindDevelopmentSearch, "", i18n.LangEN},
		{"/search-developments/", KindDevelopmentSearch, "", i18n.LangEN},
		{"/es/developments/the-view/", KindSingle, "the-view", i18n.LangES},
		{"/cities/puerto-banus/", KindCity, "puerto-banus", i18n.LangEN},
		{"/es/cities/marbella/page/2/", KindCity, "marbella", i18n.LangES},
		{"/cities/", KindSingle, "cities", i18n.LangEN},
		{"/for-sale/", KindListing, "for-sale", i18n.LangEN},
		{"/for-rent/apartments/", KindListing, "apartments", i18n.LangEN},
		{"/for-sale/villas/marbella/page/2/", KindListing, "marbella", i18n.LangEN},
		{"/es/venta/apartamentos/golden-mile/", KindListing, "golden-mile", i18n.LangES},
		{"/es/alquiler/", KindListing, "alquiler", i18n.LangES},
		{"/for-sale/villas/marbella/more/", KindSingle, "more", i18n.LangEN},
		{"/favorites/", KindFavorites, "", i18n.LangEN},
		{"/es/favorites/shared/list/", KindFavorites, "", i18n.LangES},
		{"/legal/cookie-policy/", KindSingle, "cookie-policy", i18n.LangEN},
		{"/es/vender-su-propiedad-en-marbella/", KindSingle, "vender-su-propiedad-en-marbella", i18n.LangES},
		{"/author/ana-garcia/", KindAuthor, "ana-garcia", i18n.LangEN},
		{"/properties/villa-aloha/?p=3", KindByID, "", i18n.LangEN},
		{"/blog/a-post///", KindSingle, "a-post", i18n.LangEN},
		{"bare-name", KindNone, "", i18n.LangEN},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			got := table.Resolve(mustParse(t, tt.in))
			if got.Kind != tt.kind || got.Slug != tt.slug || got.Link.Lang != tt.lang {
				t.Errorf("Resolve(%q) = kind %d slug %q %s, want %d %q %s", tt.in, got.Kind, got.Slug, got.Link.Lang, tt.kind, tt.slug, tt.lang)
			}
		})
	}
}

func TestHomeTargetHasPagesOnly(t *testing.T) {
	got := mustTable(t, Agency()).Resolve(mustParse(t, "/es/"))
	if !slices.Equal(got.Endpoints, []string{"pages"}) || got.Rewrite != "homepage" {
		t.Errorf("endpoints %q by rewrite %q, want pages by homepage", got.Endpoints, got.Rewrite)
	}
}

func TestOnlyResultPagesHaveFilters(t *testing.T) {
	table := mustTable(t, Agency())
	for in, want := range map[string]bool{
		"/properties/": true, "/es/developments/": true, "/cities/malaga/": true, "/venta/villas/": true,
		"/properties/villa-aloha/": false, "/blog/": false, "/": false, "/favorites/": false,
	} {
		if got := table.IsResults(mustParse(t, in)); got != want {
			t.Errorf("IsResults(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestLanguagesInASubdirectory(t *testing.T) {
	c := Agency()
	c.Subdirectory = "/Web/"
	table := mustTable(t, c)
	tests := []struct {
		in   string
		kind Kind
		lang i18n.Lang
	}{
		{"/web/", KindHome, i18n.LangEN},
		{"/web/es/", KindHome, i18n.LangES},
		{"/web/blog/", KindPostArchive, i18n.LangEN},
		{"/web/es/properties/", KindPropertySearch, i18n.LangES},
		{"/es/properties/", KindNone, i18n.LangES},
		{"/website/", KindNone, i18n.LangEN},
	}
	for _, tt := range tests {
		got := table.Resolve(mustParse(t, tt.in))
		if got.Kind != tt.kind || got.Link.Lang != tt.lang {
			t.Errorf("Resolve(%q) = kind %d %s, want %d %s", tt.in, got.Kind, got.Link.Lang, tt.kind, tt.lang)
		}
	}
}

func TestExpressionsMatchTheWholeLink(t *testing.T) {
	table := mustTable(t, Config{Extra: []Extra{{Name: "offer", Priority: 5, Pattern: `RegExp:^/offers/.*[?&]code=(?<slug>\w+)(?<rest>x)?`}}})
	got := table.Resolve(mustParse(t, "/offers/page/2/?a=1&code=abc"))
	if got.Handler != "offer" || got.Slug != "abc" {
		t.Errorf("handler %q slug %q, want offer abc", got.Handler, got.Slug)
	}
	if _, set := got.Params["rest"]; set {
		t.Error("a group that took no part is among the captures")
	}
}

func TestErrorsNameInvalidSettings(t *testing.T) {
	tests := []struct {
		name   string
		config Config
		want   string
	}{
		{"expression", Config{Extra: []Extra{{Name: "offers", Pattern: "RegExp:(?=x)"}}}, `pattern "RegExp:(?=x)" of "offers"`},
		{"no slash", Config{Extra: []Extra{{Name: "offers", Pattern: "offers"}}}, `begins with a slash`},
		{"name twice", Config{Extra: []Extra{{Name: "offers", Pattern: "/:a/:a"}}}, `"a" is used twice`},
		{"regular expression as path", Config{Extra: []Extra{{Name: "offers", Pattern: "/a(.*)?"}}}, `write RegExp:`},
		{"bad name", Config{Extra: []Extra{{Name: "offers", Pattern: "/:1"}}}, `is no name`},
		{"empty segment", Config{PostTypes: []PostType{{Type: "a", Archive: "/a//b/"}}}, `of "a archive": a segment is empty`},
		{"type without a name", Config{PostTypes: []PostType{{}}}, `post type 1 has no name`},
		{"type twice", Config{PostTypes: []PostType{{Type: "a"}, {Type: "a"}}}, `"a" is listed twice`},
		{"extra without a name", Config{Extra: []Extra{{Pattern: "/a/"}}}, `extra handler 1 has no name`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewTable(tt.config)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("NewTable error = %v, want it to say %q", err, tt.want)
			}
		})
	}
}

func FuzzResolve(f *testing.F) {
	for _, seed := range []string{"/", "/es/2024/05/x/y/", "/a//?p=1&post_type=properties", "/for-sale/x/y", "x", "/web/es/categoria/", "/archives/1/2/"} {
		f.Add(seed)
	}
	folder := Agency()
	folder.Subdirectory, folder.CategoryBase, folder.TagBase = "web", "categoria", "etiqueta"
	tables := []*Table{mustTable(f, Config{}), mustTable(f, Agency()), mustTable(f, folder)}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := link.Parse(link.Normalize(s))
		if err != nil {
			return
		}
		for i, table := range tables {
			got := table.Resolve(l)
			if i < 2 && strings.HasPrefix(l.Path, "/") && got.Kind == KindNone {
				t.Fatalf("%q is taken by no row of table %d", l, i)
			}
			if got.Kind != KindNone && got.Handler == "" {
				t.Fatalf("%q has a kind and no handler", l)
			}
		}
	})
}
