package resolve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

func TestHomePagesBySlug(t *testing.T) {
	source := &fakeSource{published: map[string][]content.Entity{"pages": {
		page(1, "home", "/offices/home/", i18n.LangEN), page(2, "home", "/", i18n.LangEN), page(3, "inicio", "/es/inicio/", i18n.LangES),
	}}}
	tests := []struct {
		name, link string
		want       int
	}{
		{"of several pages the one at the root", "/", 2},
		{"a page that does not live at the root is home all the same", "/es/", 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result := resolved(t, source, tt.link, "")
			if result.Status != 200 || result.Page == nil || result.Page.ID != tt.want || result.Record["isHome"] != true {
				t.Errorf("status %d, page %+v, record %v; want page %d as home", result.Status, result.Page, result.Record, tt.want)
			}
		})
	}
	renamed := &fakeSource{
		published: map[string][]content.Entity{"pages": {page(4, "bienvenidos", "/es/", i18n.LangES)}},
		archive: func(q content.ArchiveQuery) (*content.Archive, error) {
			return &content.Archive{Items: []content.Entity{page(5, "contacto", "/es/contacto/", i18n.LangES), page(4, "bienvenidos", "/es/", i18n.LangES)}, Total: 2, TotalPages: 1}, nil
		},
	}
	if result := resolved(t, renamed, "/es/", ""); result.Status != 200 || result.Page == nil || result.Page.ID != 4 || result.Record["isHome"] != true {
		t.Errorf("a front page with another slug: status %d, page %+v; want page 4 as home", result.Status, result.Page)
	}
	if result := resolved(t, source, "/page/2/", ""); result.Status != 404 || result.Failure.Detail != "post archive doesn't have page 2" {
		t.Errorf("/page/2/: status %d, %v; want the catalogue's 404", result.Status, result.Failure)
	}
}

func TestSearchAtTheRootHasFurtherPages(t *testing.T) {
	source := &fakeSource{archive: func(q content.ArchiveQuery) (*content.Archive, error) {
		return &content.Archive{Items: []content.Entity{post(11, "villas", "/villas/")}, Total: 11, TotalPages: 2}, nil
	}}
	for _, raw := range []string{"/page/2/?s=villa", "/es/page/2/?s=villa"} {
		result := resolved(t, source, raw, "")
		if result.Status != 200 || result.Record["isSearch"] != true || result.Record["page"] != 2 {
			t.Errorf("%s: status %d, record %v; want the second page of the search", raw, result.Status, result.Record)
		}
	}
}

func TestPageStatusOfFailures(t *testing.T) {
	tests := []struct {
		name       string
		failure    error
		want       int
		wantRecord any
	}{
		{"hidden from the public", content.FromStatus(401, "Unauthorized"), 404, 401},
		{"forbidden", content.FromStatus(403, "Forbidden"), 404, 403},
		{"a bad request", content.FromStatus(400, "Bad Request"), 400, 400},
		{"the CMS failed", content.FromStatus(500, "Internal Server Error"), 502, 500},
		{"the CMS is away", fmt.Errorf("%w: refused", content.ErrUnreachable), 502, 502},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result := resolved(t, &fakeSource{failure: tt.failure}, "/about/", "")
			if result.Status != tt.want || result.Record["errorStatus"] != tt.wantRecord || result.Record["isReady"] != true {
				t.Errorf("page %d, record %v; want page %d with %v in the record", result.Status, result.Record, tt.want, tt.wantRecord)
			}
		})
	}
}

func TestBugsAreErrors(t *testing.T) {
	_, err := newResolver(t, Config{}, &fakeSource{failure: errors.New("disk full")}).Resolve(t.Context(), Request{Link: parsed(t, "/about/")})
	if err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("got %v, want the error itself", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = newResolver(t, Config{}, &fakeSource{failure: fmt.Errorf("%w: %w", content.ErrUnreachable, context.Canceled)}).Resolve(ctx, Request{Link: parsed(t, "/about/")})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a visitor who left gets %v, want cancelled", err)
	}
}

func TestNumericIDRedirectsToTheSlug(t *testing.T) {
	source := &fakeSource{published: map[string][]content.Entity{"properties": {property(19, "villa-sol")}}}
	result := resolved(t, source, "/es/properties/19/?a=1", "")
	if result.Status != 301 || result.Redirect == nil || result.Redirect.Location != "/es/properties/villa-sol/?a=1" || result.Redirect.External {
		t.Errorf("status %d, redirect %+v; want 301 to the slug in the same language", result.Status, result.Redirect)
	}
	if result := resolved(t, source, "/properties/20/", ""); result.Status != 404 || result.Failure.Detail != `post type from endpoints "properties" with slug "20" not found` {
		t.Errorf("an unknown number: status %d, %v", result.Status, result.Failure)
	}
}

func TestWithdrawnContentIsGone(t *testing.T) {
	source := &fakeSource{withdrawn: &content.Ref{Type: content.TypeProperty, ID: 7}}
	result := resolved(t, source, "/properties/sold-long-ago/", "")
	if result.Status != 410 || result.Record["is410"] != true || result.Withdrawn == nil || result.Withdrawn.ID != 7 {
		t.Errorf("status %d, record %v; want 410 with what it was", result.Status, result.Record)
	}
	source.redirect = &content.Redirect{Status: 301, Location: "/properties/next/"}
	if result := resolved(t, source, "/properties/sold-long-ago/", ""); result.Status != 301 {
		t.Errorf("with a redirect set for it: status %d, want 301", result.Status)
	}
}

func TestSearchHasHintsAboutUnknownValues(t *testing.T) {
	source := &fakeSource{terms: places(), properties: []*content.Property{property(1, "a"), property(2, "b")}}
	result := resolved(t, source, "/properties/?s_city=701&s_type=9999&sort_by=price_low", "")
	if !slices.Equal(source.filter.Cities, []int{701}) || source.filter.Sort != search.SortPriceLow || len(source.filter.Types) != 0 {
		t.Errorf("filter %+v", source.filter)
	}
	if want := []search.Hint{{Key: "s_type", Value: "9999"}}; !slices.Equal(result.Hints, want) {
		t.Errorf("hints = %v, want %v", result.Hints, want)
	}
	want := []Item{{Type: "properties", ID: 1, Link: "/properties/a/"}, {Type: "properties", ID: 2, Link: "/properties/b/"}}
	if diff := cmp.Diff(want, result.Record["items"]); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	if result := resolved(t, source, "/properties/page/9/", ""); result.Status != 404 {
		t.Errorf("past the last page: status %d, want 404", result.Status)
	}
}

func TestCityPages(t *testing.T) {
	tests := []struct {
		name, link string
		status     int
		want       search.Filter
		location   string
	}{
		{"a province", "/cities/marbella/", 200, search.Filter{Provinces: []int{636}, CitySlug: "marbella"}, ""},
		{"a city", "/es/cities/elviria/", 200, search.Filter{Cities: []int{702}, CitySlug: "elviria"}, ""},
		{"a city by its name moves to its slug", "/cities/golden-mile/", 301, search.Filter{}, "/cities/marbella-golden-mile/"},
		{"nowhere", "/cities/atlantis/", 404, search.Filter{}, ""},
		{"the query cannot change the place", "/cities/elviria/?s_city=701", 200, search.Filter{Cities: []int{702}, CitySlug: "elviria"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			source := &fakeSource{terms: places(), properties: []*content.Property{property(1, "a")}}
			result := resolved(t, source, tt.link, "")
			got := search.Filter{Provinces: source.filter.Provinces, Cities: source.filter.Cities, CitySlug: source.filter.CitySlug}
			if result.Status != tt.status || !cmp.Equal(got, tt.want) {
				t.Errorf("status %d, filter %+v; want %d and %+v", result.Status, got, tt.status, tt.want)
			}
			if tt.location != "" && result.Redirect.Location != tt.location {
				t.Errorf("leads to %s, want %s", result.Redirect.Location, tt.location)
			}
		})
	}
}

func TestCityPageWithoutLocationTerms(t *testing.T) {
	source := &fakeSource{properties: []*content.Property{property(1, "a")}}
	if result := resolved(t, source, "/cities/estepona/", ""); result.Status != 200 || source.filter.CitySlug != "estepona" {
		t.Errorf("status %d, filter %+v; want the slug as a filter", result.Status, source.filter)
	}
	if result := resolved(t, &fakeSource{}, "/cities/estepona/", ""); result.Status != 404 {
		t.Errorf("a place without any home: status %d, want 404", result.Status)
	}
}

func TestListingPages(t *testing.T) {
	own := page(1, "marbella", "/for-sale/villas/marbella/", i18n.LangEN)
	own.Filter = &content.PropertyFilter{Offer: 3, Type: 15, Location: 636}
	luxury := page(2, "luxury", "/for-sale/luxury/", i18n.LangEN)
	luxury.Filter = &content.PropertyFilter{Type: 15}
	flats := page(4, "elviria", "/for-sale/apartments/elviria/", i18n.LangEN)
	flats.Filter = &content.PropertyFilter{Type: 15}
	golf := page(5, "houses", "/living/houses/", i18n.LangEN)
	golf.Filter = &content.PropertyFilter{Offer: 10, Type: 81}
	spanish := page(3, "marbella", "/es/venta/apartamentos/marbella/", i18n.LangES)
	tests := []struct {
		name, link string
		status     int
		page       int // id of the content page, 0 for none
		want       search.Filter
	}{
		{"at its own link the editor's filter leads", "/for-sale/apartments/elviria/", 200, 4, search.Filter{Offers: []int{3}, Types: []int{15}}},
		{"what it presets and what the path says agree", "/for-sale/villas/marbella/", 200, 1, search.Filter{Offers: []int{3}, Types: []int{15}, Provinces: []int{636}}},
		{"a page about another offer and type is not shown", "/for-rent/apartments/marbella/", 200, 0, search.Filter{Offers: []int{10}, Types: []int{7}, Provinces: []int{636}}},
		{"a page about this offer and type may have any link", "/for-rent/houses/", 200, 5, search.Filter{Offers: []int{10}, Types: []int{81}}},
		{"a page about another offer of the type is not shown", "/for-sale/houses/", 200, 0, search.Filter{Offers: []int{3}, Types: []int{81}}},
		{"known words need no page", "/for-holidays/villas/marbella/", 200, 0, search.Filter{Offers: []int{12}, Types: []int{15}, Provinces: []int{636}}},
		{"what the page leaves open the path fills", "/for-sale/luxury/", 200, 2, search.Filter{Offers: []int{3}, Types: []int{15}}},
		{"Spanish words", "/es/venta/apartamentos/marbella/", 200, 3, search.Filter{Offers: []int{3}, Types: []int{7}, Provinces: []int{636}}},
		{"the query narrows further", "/for-sale/villas/marbella/?s_type=7", 200, 1, search.Filter{Offers: []int{3}, Types: []int{7}, Provinces: []int{636}}},
		{"a made-up type at a known city is no page", "/for-sale/castles/marbella/", 404, 0, search.Filter{}},
		{"no content page", "/for-sale/villas/atlantis/", 404, 0, search.Filter{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			source := &fakeSource{
				terms: places(), properties: []*content.Property{property(1, "a")},
				published: map[string][]content.Entity{"pages": {spanish, own, luxury, flats, golf}},
			}
			result := resolved(t, source, tt.link, "")
			got := search.Filter{Offers: source.filter.Offers, Types: source.filter.Types, Provinces: source.filter.Provinces}
			if result.Status != tt.status || !cmp.Equal(got, tt.want) {
				t.Errorf("status %d, filter %+v; want %d and %+v", result.Status, got, tt.status, tt.want)
			}
			id, kind := 0, content.TypeProperty
			if result.Page != nil {
				id, kind = result.Page.ID, content.TypePage
			}
			if tt.status == 200 && (id != tt.page || result.Record["type"] != kind || result.Record["total"] != 1) {
				t.Errorf("page %v, record %v", result.Page, result.Record)
			}
		})
	}
}

func TestAnOfferAndAPlaceLeadToTheHomesOfThePlace(t *testing.T) {
	for at, want := range map[string]string{
		"/for-sale/marbella/":          "/cities/marbella/?s_offer=3",
		"/for-rent/marbella/":          "/cities/marbella/?s_offer=10",
		"/es/venta/marbella/":          "/es/cities/marbella/?s_offer=3",
		"/es/vacaciones/marbella/":     "/es/cities/marbella/?s_offer=12",
		"/for-sale/marbella/?s_beds=3": "/cities/marbella/?s_beds=3&s_offer=3",
		"/for-sale/marbella/page/2/":   "/cities/marbella/page/2/?s_offer=3",
	} {
		result := resolved(t, &fakeSource{terms: places(), properties: []*content.Property{property(1, "a")}}, at, "")
		if result.Redirect == nil || result.Redirect.Location != want || result.Redirect.Status != 301 {
			t.Errorf("%s: redirect %+v, want 301 to %s", at, result.Redirect, want)
		}
	}
	if result := resolved(t, &fakeSource{terms: places()}, "/for-sale/atlantis/", ""); result.Status != 404 {
		t.Errorf("an unknown place: status %d, want 404", result.Status)
	}
}

func TestResultsAreRecommendedWhereNobodyChose(t *testing.T) {
	for at, ranked := range map[string]bool{
		"/properties/": true, "/properties/?s_beds=3": true, "/cities/marbella/": true, "/properties/?sort_by=price_low": true,
		"/properties/?s_offer=3": false, "/properties/?s_type=15": false, "/for-sale/villas/": false,
	} {
		source := &fakeSource{terms: places(), properties: []*content.Property{property(1, "a")}}
		resolved(t, source, at, "")
		if got := source.filter.Rank; (len(got.First) > 0) != ranked || ranked && !slices.Equal(got.Last, []int{45, 96, 74}) {
			t.Errorf("%s: rank %+v, want one: %v", at, got, ranked)
		}
	}
}

func TestFavorites(t *testing.T) {
	source := &fakeSource{properties: []*content.Property{property(9, "a")}}
	result := resolved(t, source, "/favorites/?ids=9,4,x,4,-1", "")
	if !slices.Equal(source.filter.IDs, []int{9, 4}) || !source.filter.IncludeSold || result.Record["isFavorites"] != true {
		t.Errorf("filter %+v, record %v; want 9 and 4, sold ones too", source.filter, result.Record)
	}
	empty := &fakeSource{}
	if result := resolved(t, empty, "/es/favorites/", ""); result.Status != 200 || len(empty.calls) != 0 || result.Properties == nil {
		t.Errorf("without favorites: status %d, calls %v; want an empty list and no call", result.Status, empty.calls)
	}
}

func TestPreviewNeedsKeyAndCredential(t *testing.T) {
	published := post(102, "guide", "/guide/")
	draft := post(349, "draft", "/?p=349")
	newSource := func() *fakeSource {
		return &fakeSource{
			published: map[string][]content.Entity{"posts": {published, draft}},
			revision:  &content.Revision{Parent: 102, Title: "Unsaved", Content: "<p>new</p>"},
		}
	}
	tests := []struct {
		name, link string
		auth       content.Credential
		title      string
		preview    bool
		call       string
	}{
		{"both", "/guide/?preview=false", "Bearer x", "Unsaved", true, "posts/102/revisions Bearer x"},
		{"no key", "/guide/", "Bearer x", "guide", false, ""},
		{"an empty key", "/guide/?preview=", "Bearer x", "guide", false, ""},
		{"no credential", "/guide/?preview=true", "", "guide", false, ""},
		{"by id with both", "/?p=349&preview=true", "Bearer x", "draft", true, "posts/349 Bearer x"},
		{"by id without the key the credential stays here", "/?p=349", "Bearer x", "draft", false, "posts/349 "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			source := newSource()
			result := resolved(t, source, tt.link, tt.auth)
			if got := result.Entity.(*content.Post).Title; got != tt.title || result.Preview != tt.preview {
				t.Errorf("title %q, preview %v; want %q, %v", got, result.Preview, tt.title, tt.preview)
			}
			if tt.call != "" && !source.wasCalled(tt.call) {
				t.Errorf("calls %v, want %q among it", source.calls, tt.call)
			}
		})
	}
	if published.Title != "guide" {
		t.Errorf("the source's own entity now says %q: a preview must not show to others", published.Title)
	}
}

func TestPreviewShowsTheUnsavedFields(t *testing.T) {
	published, edited := property(7, "villa"), property(7, "villa")
	edited.Bedrooms = 9
	tests := []struct {
		name     string
		edited   content.Entity
		bedrooms int
	}{
		{"the CMS sends the unsaved fields", edited, 9},
		{"nothing is unsaved", nil, published.Bedrooms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			source := &fakeSource{published: map[string][]content.Entity{"properties": {published}}, edited: tt.edited}
			result := resolved(t, source, "/properties/villa/?preview=true", "Bearer x")
			if got := result.Entity.(*content.Property).Bedrooms; got != tt.bedrooms || !result.Preview || !source.wasCalled("properties/7 Bearer x") {
				t.Errorf("%d bedrooms, preview %v, want %d; calls %v", got, result.Preview, tt.bedrooms, source.calls)
			}
		})
	}
}

func TestPreviewOfAPageShowsTheFieldsOfItsRevision(t *testing.T) {
	published := &content.Page{
		Head:  content.Head{ID: 20, Type: content.TypePage, Slug: "about", Link: "/about/", Status: content.StatusPublish, Lang: "en"},
		Title: "About", Fields: content.PageFields{Subtitle: "Saved"}, Sections: []content.Section{{Layout: "claim"}},
		Featured: &content.Image{URL: "/saved.jpg"},
	}
	texts := content.Revision{Parent: 20, Title: "Unsaved"}
	all := texts
	all.Fields = &content.RevisionFields{
		Page: content.PageFields{Subtitle: "Unsaved"}, Sections: []content.Section{{Layout: "info"}, {Layout: "claim"}},
	}
	tests := []struct {
		name     string
		revision content.Revision
		subtitle string
		sections int
		picture  bool
	}{
		{"a revision with fields", all, "Unsaved", 2, false},
		{"a revision of WordPress", texts, "Saved", 1, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			source := &fakeSource{published: map[string][]content.Entity{"pages": {published}}, revision: &tt.revision}
			page := resolved(t, source, "/about/?preview=true", "Bearer x").Entity.(*content.Page)
			if page.Title != "Unsaved" || page.Fields.Subtitle != tt.subtitle || len(page.Sections) != tt.sections || (page.Featured != nil) != tt.picture {
				t.Errorf("got %+v", page)
			}
		})
	}
	if published.Fields.Subtitle != "Saved" || len(published.Sections) != 1 {
		t.Errorf("the source's own page now has the unsaved fields: %+v", published)
	}
}

func TestPreviewOfAPostShowsTheTermsOfItsRevision(t *testing.T) {
	published := post(20, "guide", "/guide/")
	published.Categories, published.Tags = []int{1}, []int{2}
	for name, tt := range map[string]struct {
		terms            *content.RevisionTerms
		categories, tags []int
	}{
		"other terms":               {&content.RevisionTerms{Categories: []int{3, 4}}, []int{3, 4}, nil},
		"a CMS that sends no terms": {nil, []int{1}, []int{2}},
	} {
		t.Run(name, func(t *testing.T) {
			revision := &content.Revision{Parent: 20, Title: "Unsaved", Fields: &content.RevisionFields{Terms: tt.terms}}
			source := &fakeSource{published: map[string][]content.Entity{"posts": {published}}, revision: revision}
			shown := resolved(t, source, "/guide/?preview=true", "Bearer x").Entity.(*content.Post)
			if !slices.Equal(shown.Categories, tt.categories) || !slices.Equal(shown.Tags, tt.tags) {
				t.Errorf("categories %v, tags %v; want %v, %v", shown.Categories, shown.Tags, tt.categories, tt.tags)
			}
		})
	}
	if !slices.Equal(published.Categories, []int{1}) {
		t.Error("the source's own post has the unsaved categories")
	}
}

func TestRedirectLookup(t *testing.T) {
	to := &content.Redirect{Status: 301, Location: "/new/"}
	tests := []struct {
		name, link string
		modes      []string
		redirect   *content.Redirect
		status     int
		calls      []string
	}{
		{"after a 404", "/old/", nil, to, 301, []string{"posts?slug=old", "pages?slug=old", "media?slug=old", "redirect /old/"}},
		{"never", "/old/", []string{"no"}, to, 404, []string{"posts?slug=old", "pages?slug=old", "media?slug=old"}},
		{"always first", "/old/", []string{"all"}, to, 301, []string{"redirect /old/"}},
		{"by pattern first", "/old/?a=1", []string{"RegExp:^/o.*a=1$"}, to, 301, []string{"redirect /old/?a=1"}},
		{"another link than the pattern's", "/young/", []string{"RegExp:^/old"}, to, 404, []string{"posts?slug=young", "pages?slug=young", "media?slug=young"}},
		{"a list looks before and after", "/old/", []string{"404", "RegExp:old"}, nil, 404, []string{"redirect /old/", "posts?slug=old", "pages?slug=old", "media?slug=old", "redirect /old/"}},
		{"never for what would be glued to a host", "@evil.test/x", nil, to, 404, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			source := &fakeSource{redirect: tt.redirect}
			result, err := newResolver(t, Config{Redirections: tt.modes}, source).Resolve(t.Context(), Request{Link: parsed(t, tt.link)})
			if err != nil || result.Status != tt.status || !slices.Equal(source.calls, tt.calls) {
				t.Errorf("status %d, error %v, calls %v; want %d, %v", result.Status, err, source.calls, tt.status, tt.calls)
			}
		})
	}
}

func TestConfigErrorsNameTheSetting(t *testing.T) {
	for _, redirections := range []string{"RegExp:(", "always"} {
		if _, err := New(Config{Redirections: []string{redirections}}, nil, nil); err == nil || !strings.Contains(err.Error(), redirections) {
			t.Errorf("redirections %q: got %v, want a complaint that names it", redirections, err)
		}
	}
}

func TestFiltersThatTheSourceLacksAreIgnoredWithAHint(t *testing.T) {
	const query = "/properties/?s_features=pool&s_beds=2&built_from=100&s_near=36.5,-4.9,2"
	for _, can := range []bool{true, false} {
		source := &fakeSource{}
		result, err := newResolver(t, Config{CanFilter: func(context.Context) bool { return can }}, source).Resolve(t.Context(), Request{Link: parsed(t, query)})
		if err != nil {
			t.Fatal(err)
		}
		if source.filter.NeedsPlugin() != can || source.filter.Beds != 2 {
			t.Errorf("can filter: %v; filter %+v", can, source.filter)
		}
		hinted := slices.ContainsFunc(result.Hints, func(h search.Hint) bool { return h.Reason == search.ReasonUnsupported })
		if hinted == can {
			t.Errorf("can filter: %v; hints %+v", can, result.Hints)
		}
	}
}
