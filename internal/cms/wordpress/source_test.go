package wordpress

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

func TestPostBySlugHasItsCompanions(t *testing.T) {
	server := newCMS(t, nil)
	found, err := server.client(t, nil).BySlug(t.Context(), i18n.LangEN, "posts", "costa-del-sol-guide-4")
	if err != nil || len(found) != 1 {
		t.Fatalf("got %d entities, error %v, want one", len(found), err)
	}
	post := found[0].(*content.Post)
	if want := "Costa del Sol guide n.º 4: what’s “new” & next"; post.Title != want {
		t.Errorf("title = %q, want %q", post.Title, want)
	}
	if want := "/es/2024/03/11/guia-costa-del-sol-4/"; post.LinkIn(i18n.LangES) != want {
		t.Errorf("Spanish link = %q, want %q", post.LinkIn(i18n.LangES), want)
	}
	if want := time.Date(2024, 3, 11, 7, 40, 52, 0, time.UTC); !post.Date.Equal(want) {
		t.Errorf("date = %v, want %v (GMT, not the time zone of the CMS)", post.Date, want)
	}
	var got []content.Ref
	for _, companion := range post.EmbeddedEntities() {
		got = append(got, companion.Ref())
	}
	want := []content.Ref{{Type: "author", ID: 2}, {Type: "category", ID: 802}, {Type: "tag", ID: 815}, {Type: "tag", ID: 812}, {Type: "attachment", ID: 5}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("companions (-want +got):\n%s", diff)
	}
	if post.Featured == nil || post.Featured.Width != 1200 {
		t.Errorf("featured image = %+v, want width 1200", post.Featured)
	}
}

func TestPropertyWithFieldsInACF(t *testing.T) {
	server := newCMS(t, nil)
	entity, err := server.client(t, nil).ByID(t.Context(), i18n.LangEN, "properties", 19, "")
	if err != nil {
		t.Fatal(err)
	}
	property := entity.(*content.Property)
	got := map[string]any{
		"reference": property.Reference, "title": property.Title[i18n.LangES], "amount": property.Price.Amount, "mode": property.Price.Mode,
		"bedrooms": property.Bedrooms, "built": property.BuiltSize, "plot": property.PlotSize, "offers": property.Offers, "types": property.Types,
		"province": property.Province, "city": property.City, "lang": property.Lang, "en": property.LinkIn(i18n.LangEN), "es": property.LinkIn(i18n.LangES),
		"width": property.Featured.Width, "gallery": len(property.Gallery), "lat": property.Location.Lat,
	}
	want := map[string]any{
		"reference": "ZR1003P", "title": "Apartamento Alhambra 3 en Puerto Banus", "amount": 95000, "mode": content.PriceSale,
		"bedrooms": 8, "built": 1002, "plot": 0, "offers": []int{3}, "types": []int{7},
		"province": 636, "city": 701, "lang": i18n.Lang(""), "en": "/properties/apartment-alhambra-3-in-puerto-banus/",
		"es":    "/es/properties/apartment-alhambra-3-in-puerto-banus/",
		"width": 1200, "gallery": 2, "lat": 36.50075,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("property (-want +got):\n%s", diff)
	}
}

func TestPropertyList(t *testing.T) {
	server := newCMS(t, nil)
	found, err := server.client(t, nil).Properties(t.Context(), i18n.LangEN, search.Filter{Page: 2, PerPage: 2})
	if err != nil {
		t.Fatal(err)
	}
	if found.Total != 199 || found.TotalPages != 100 || len(found.Items) != 2 || found.Counts != nil {
		t.Fatalf("got %d of %d on %d pages, counts %v; want 2 of 199 on 100 and no counts", len(found.Items), found.Total, found.TotalPages, found.Counts)
	}
	first := found.Items[0]
	if first.Price.Mode != content.PriceMonth || first.Price.Amount != 3500 || !cmp.Equal(first.Badges, []content.Badge{content.BadgeFeatured}) {
		t.Errorf("got %+v with badges %v, want 3500 per month, featured", first.Price, first.Badges)
	}
}

func TestFilterParameters(t *testing.T) {
	tests := []struct {
		name   string
		filter search.Filter
		want   string
	}{
		{"empty filter", search.Filter{Kind: search.KindProperties}, "?_embed=false&page=1&per_page=24&sort_by=modified"},
		{
			"every filter",
			search.Filter{
				Kind: search.KindProperties, Offers: []int{3}, Types: []int{7, 15}, Provinces: []int{636}, Beds: 3, PriceTo: 500000,
				Collections: []string{"sea views"}, Reference: "ZR 1", Sort: search.SortPriceLow, Page: 2, ExcludeIDs: []int{9},
			},
			"?_embed=false&estate_rates=GBP:1.17,USD:0.9&exclude=9&page=2&per_page=24&price_to=500000&s_beds=3&s_offer=3&s_province=636&s_type=7,15&search_collections=sea+views&search_reference=ZR+1&sort_by=price_low",
		},
		{"places of several levels are alternatives", search.Filter{Kind: search.KindProperties, Provinces: []int{636}, Cities: []int{722}, Subareas: []int{9}}, "?_embed=false&page=1&per_page=24&s_city=636,722,9&sort_by=modified"},
		{"development categories", search.Filter{Kind: search.KindDevelopments, Categories: []int{59}}, "?_embed=false&page=1&per_page=24&s_categories=59&sort_by=modified"},
		{"search text", search.Filter{Kind: search.KindProperties, Text: "sea view"}, "?_embed=false&page=1&per_page=24&search=sea+view&sort_by=modified"},
		{"favorites keep their order", search.Filter{Kind: search.KindProperties, IDs: []int{9, 4}, PerPage: 500}, "?_embed=false&include=9,4&orderby=include&page=1&per_page=100"},
		{"city page by slug", search.Filter{Kind: search.KindProperties, Cities: []int{701}, CitySlug: "puerto-banus"}, "?_embed=false&operator=slug&page=1&per_page=24&s_city=puerto-banus&sort_by=modified"},
		{
			"listing page",
			search.Filter{Kind: search.KindProperties, Offers: []int{3}, Types: []int{15}, Cities: []int{701}, Page: 2},
			"?_embed=false&page=2&per_page=24&s_city=701&s_offer=3&s_type=15&sort_by=modified",
		},
		{"city page with a type: by id, because the operator applies to both", search.Filter{Kind: search.KindProperties, Cities: []int{701}, CitySlug: "puerto-banus", Types: []int{7}}, "?_embed=false&page=1&per_page=24&s_city=701&s_type=7&sort_by=modified"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := filterParams(tt.filter).with(ratesParam(tt.filter, map[string]float64{"USD": 0.9, "GBP": 1.17})).query(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestAPagePastTheEndIsEmpty(t *testing.T) {
	server := newCMS(t, map[string]http.HandlerFunc{
		"/wp-json/wp/v2/bad": respondWith(http.StatusBadRequest, `{"code":"rest_invalid_param","message":"no","data":{"status":400}}`),
	})
	client := server.client(t, nil)
	zzzz := "zzzz"
	for name, q := range map[string]content.ArchiveQuery{
		"status 400: the list has other pages": {Endpoint: "posts", Taxonomy: "categories", Term: 803, Page: 2},
		"empty list":                           {Endpoint: "posts", Search: &zzzz, Page: 2},
	} {
		archive, err := client.Archive(t.Context(), i18n.LangEN, q)
		if err != nil || len(archive.Items) != 0 || archive.TotalPages != 0 {
			t.Errorf("%s: got %+v, error %v; want no items and no error", name, archive, err)
		}
	}
	if listing, err := client.Properties(t.Context(), i18n.LangEN, search.Filter{Page: 99}); err != nil || len(listing.Items) != 0 {
		t.Errorf("properties: got %+v, error %v; want no items and no error", listing, err)
	}
	_, err := client.Archive(t.Context(), i18n.LangEN, content.ArchiveQuery{Endpoint: "bad", Page: 2})
	if failure, ok := errors.AsType[*content.Error](err); !ok || failure.Status != http.StatusBadRequest {
		t.Errorf("other status 400: got %v, want the error", err)
	}
}

func TestEmptyFiltersSendNoRequest(t *testing.T) {
	server := newCMS(t, nil)
	client := server.client(t, nil)
	_, err1 := client.BySlug(t.Context(), i18n.LangEN, "posts", "")
	_, err2 := client.Properties(t.Context(), i18n.LangEN, search.Filter{IDs: []int{}})
	if err := errors.Join(err1, err2); err != nil {
		t.Error(err)
	}
	if requests := server.requests(); len(requests) != 0 {
		t.Errorf("requests %v, want none: WordPress ignores an empty filter", requests)
	}
}

func TestListingPageAndHomePage(t *testing.T) {
	server := newCMS(t, nil)
	client := server.client(t, nil)
	found, err := client.BySlug(t.Context(), i18n.LangEN, "pages", "villas")
	if err != nil || len(found) != 1 {
		t.Fatalf("got %v, error %v", found, err)
	}
	page := found[0].(*content.Page)
	if want := (content.PropertyFilter{Offer: 3, Type: 15}); page.Filter == nil || *page.Filter != want {
		t.Errorf("preset = %+v, want %+v", page.Filter, want)
	}
	if page.Fields.HeaderType != "simple" || page.Fields.HeaderImage == nil {
		t.Errorf("header = %+v, want simple with an image", page.Fields)
	}
	for lang, slug := range map[i18n.Lang]string{i18n.LangEN: "home", i18n.LangES: "inicio"} {
		found, err := client.BySlug(t.Context(), lang, "pages", slug)
		if err != nil || len(found) != 1 || found[0].LinkIn(lang) != lang.Prefix()+"/" {
			t.Errorf("home page in %s: got %v, error %v; want the page of the root", lang, found, err)
		}
	}
	found, err = client.BySlug(t.Context(), i18n.LangEN, "pages", "cookie-policy") // "acf": []
	if err != nil || len(found) != 1 || found[0].(*content.Page).Fields != (content.PageFields{}) {
		t.Errorf("page with an empty list as fields: got %v, error %v", found, err)
	}
	found, err = client.BySlug(t.Context(), i18n.LangEN, "pages", "marbella")
	if err != nil || len(found) != 2 {
		t.Errorf("slug below two parents: got %d pages, error %v, want 2", len(found), err)
	}
}

func TestDraftsNeedACredential(t *testing.T) {
	server := newCMS(t, nil)
	client := server.client(t, nil)
	_, err := client.ByID(t.Context(), i18n.LangEN, "posts", 349, "")
	if failure, ok := errors.AsType[*content.Error](err); !ok || failure.Status != http.StatusUnauthorized || failure.Detail != "Unauthorized" {
		t.Errorf("anonymous: got %v, want 401 Unauthorized", err)
	}
	draft, err := client.ByID(t.Context(), i18n.LangEN, "posts", 349, "editor")
	if err != nil || draft.(*content.Post).Status != content.StatusDraft {
		t.Errorf("editor: got %v, error %v, want the draft", draft, err)
	}
}

func TestRevision(t *testing.T) {
	server := newCMS(t, map[string]http.HandlerFunc{
		"/wp-json/wp/v2/posts/7/revisions": respondWith(http.StatusOK, `{"code":"rest_x","message":"Not you","data":{"status":"403"}}`),
		"/wp-json/wp/v2/posts/8/revisions": respondWith(http.StatusBadGateway, `<html>proxy</html>`),
	})
	client := server.client(t, nil)
	revision, err := client.Revision(t.Context(), i18n.LangEN, "posts", 355, "editor")
	if err != nil || revision == nil || revision.Parent != 355 || revision.Title != "Revised post, unsaved preview" {
		t.Errorf("got %+v, error %v, want the unsaved preview", revision, err)
	}
	if revision, err := client.Revision(t.Context(), i18n.LangEN, "posts", 349, "editor"); !errors.Is(err, content.ErrNoRevision) || revision != nil {
		t.Errorf("draft without a revision: got %+v, error %v, want ErrNoRevision", revision, err)
	}
	if revision.Fields != nil {
		t.Errorf("revision of WordPress: fields %+v, want none", revision.Fields)
	}
	failures := []struct {
		name   string
		id     int
		auth   content.Credential
		status int
		detail string
	}{
		{"message of the CMS", 355, "reader", 403, "Sorry, you are not allowed to view revisions of this post."},
		{"error with status 200", 7, "editor", 403, "Not you"},
		{"HTML from a proxy", 8, "editor", 502, "Bad Gateway"},
	}
	for _, tt := range failures {
		_, err := client.Revision(t.Context(), i18n.LangEN, "posts", tt.id, tt.auth)
		failure, ok := errors.AsType[*content.Error](err)
		if !ok || failure.Status != tt.status || failure.Detail != tt.detail {
			t.Errorf("%s: got %v, want %d %q", tt.name, err, tt.status, tt.detail)
		}
	}
}

func TestRevisionHasTheUnsavedFieldsOfThePlugin(t *testing.T) {
	revision, err := newCMS(t, nil).client(t, nil).Revision(t.Context(), i18n.LangEN, "pages", 381, "editor")
	if err != nil || revision.Title != "Unsaved & new" || revision.Content != "<p>Unsaved text</p>" || revision.Fields == nil {
		t.Fatalf("got %+v, error %v, want the unsaved page", revision, err)
	}
	fields := revision.Fields
	if fields.Page.Subtitle != "Unsaved subtitle" || fields.Page.HeaderImage == nil || fields.Filter == nil || fields.Filter.Offer != 12 {
		t.Errorf("page fields %+v, filter %+v", fields.Page, fields.Filter)
	}
	if fields.Featured == nil || fields.Featured.Width != 1600 {
		t.Errorf("picture %+v, want hall.jpg", fields.Featured)
	}
	if len(fields.Sections) != 2 || fields.Sections[0].Layout != "claim" || !strings.Contains(string(fields.Sections[1].Fields), "hall.jpg") {
		t.Errorf("sections %s", fields.Sections)
	}
}

func TestRevisionOfAPostHasItsUnsavedTerms(t *testing.T) {
	for body, want := range map[string]*content.RevisionTerms{
		`[{"parent":7,"has_fields":true,"acf":{},"categories":[12,14],"tags":[]}]`: {Categories: []int{12, 14}},
		`[{"parent":7,"has_fields":true,"acf":{}}]`:                                nil,
	} {
		server := newCMS(t, map[string]http.HandlerFunc{"/wp-json/wp/v2/posts/7/revisions": respondWith(http.StatusOK, body)})
		revision, err := server.client(t, nil).Revision(t.Context(), i18n.LangEN, "posts", 7, "editor")
		if err != nil || revision.Fields == nil {
			t.Fatalf("%s: %+v, %v", body, revision, err)
		}
		if got := revision.Fields.Terms; (got == nil) != (want == nil) || got != nil && (!slices.Equal(got.Categories, want.Categories) || len(got.Tags) != 0) {
			t.Errorf("%s: terms %+v, want %+v", body, got, want)
		}
	}
}

func TestReferences(t *testing.T) {
	server := newCMS(t, map[string]http.HandlerFunc{
		"/es/wp-json/search/v1/get_reference": respondWith(http.StatusNotFound, `{"code":"not_found","success":false,"data":"not found"}`),
	})
	client := server.client(t, nil)
	hit, err := client.Reference(t.Context(), i18n.LangEN, search.KindProperties, " zr1003p ")
	want := content.ReferenceHit{Type: content.TypeProperty, Name: "apartment-alhambra-3-in-puerto-banus", Link: "/properties/apartment-alhambra-3-in-puerto-banus/"}
	if err != nil || hit != want {
		t.Errorf("got %+v, error %v; want %+v", hit, err, want)
	}
	if _, err := client.Reference(t.Context(), i18n.LangEN, search.KindProperties, "nope"); !errors.Is(err, content.ErrNotFound) {
		t.Errorf("unknown reference: got error %v, want ErrNotFound", err)
	}
	// A 404 of the plugin means "not found", not that the plugin is missing.
	if _, err := client.Reference(t.Context(), i18n.LangES, search.KindProperties, "nope"); !errors.Is(err, content.ErrNotFound) {
		t.Errorf("unknown reference with status 404: got error %v, want ErrNotFound", err)
	}
	if _, err := client.Reference(t.Context(), i18n.LangEN, search.KindProperties, "zr1003p"); err != nil {
		t.Errorf("known reference after it: got error %v, want none", err)
	}
	if got, err := client.RedirectReference(t.Context(), i18n.LangES, "ZR1003P"); err != nil || got != "/es/properties/apartment-alhambra-3-in-puerto-banus/" {
		t.Errorf("old reference leads to %q, error %v", got, err)
	}
	if got, err := client.RedirectReference(t.Context(), i18n.LangEN, "nope"); !errors.Is(err, content.ErrNotFound) || got != "" {
		t.Errorf("unknown old reference leads to %q, error %v, want ErrNotFound", got, err)
	}
}

func TestSettingsWithoutSomeLogos(t *testing.T) {
	server := newCMS(t, map[string]http.HandlerFunc{
		"/wp-json/": respondWith(http.StatusOK, `{"name":"Zero &amp; Co","description":"Marbella"}`),
	})
	settings, err := server.client(t, nil).Settings(t.Context(), i18n.LangEN)
	if err != nil {
		t.Fatal(err)
	}
	if settings.SiteTitle != "Zero & Co" || settings.Phone1 != "+34 600 000 001" || settings.LogoDarkMobile != "" || settings.LogoLight == "" {
		t.Errorf("got %+v", settings)
	}
	menu := settings.Menus["main"]
	if menu.Helper["sale"][i18n.LangES] != "/es/venta/" || len(menu.Items) == 0 {
		t.Errorf("main menu = %+v, want the helper's Spanish sale link and items", menu)
	}
	columns := 0
	for _, item := range menu.Items {
		columns = max(columns, len(item.Columns))
	}
	if columns < 2 {
		t.Errorf("the widest entry has %d columns, want a mega-menu", columns)
	}
}

func TestOptionsOfAnotherEndpointOrNone(t *testing.T) {
	server := newCMS(t, map[string]http.HandlerFunc{
		"/es/wp-json/acf/v3/options/options": respondWith(http.StatusNotFound, `{"code":"rest_no_route"}`),
		"/es/wp-json/wp/v2/options/options":  respondWith(http.StatusOK, `{"acf":{"phone_1":"1","menu_json":"{broken"}}`),
	})
	settings, err := server.client(t, nil).Settings(t.Context(), i18n.LangES)
	if err != nil || settings.Phone1 != "1" || settings.Menus != nil {
		t.Errorf("got %+v, error %v; want the record beside the content, without its invalid menu", settings, err)
	}
	bare := newCMS(t, map[string]http.HandlerFunc{"/wp-json/acf/v3/options/options": respondWith(http.StatusNotFound, `gone`)})
	if settings, err := bare.client(t, nil).Settings(t.Context(), i18n.LangEN); err != nil || settings == nil {
		t.Errorf("CMS without options: got %v, error %v, want empty settings", settings, err)
	}
}

func TestTermsArePagedAndOptional(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	server := newCMS(t, map[string]http.HandlerFunc{
		"/wp-json/wp/v2/tax_s_location": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-WP-TotalPages", "2")
			if r.URL.Query().Get("page") == "2" {
				_, _ = w.Write([]byte(`[{"id":701,"slug":"puerto-banus","name":"Puerto Banús","taxonomy":"s_location","parent":636}]`))
				return
			}
			_, _ = w.Write([]byte(`[{"id":"636","slug":"marbella","name":"Marbella","taxonomy":"s_location","parent":0,"link":"https://cms/s_location/marbella/"},false]`))
		},
	})
	client := server.client(t, func(c *Config) { c.Now = func() time.Time { return now } })
	terms, err := client.Terms(t.Context(), i18n.LangEN, search.KeyLocation)
	if err != nil || len(terms) != 2 || terms[1].Parent != 636 || terms[0].LinkIn(i18n.LangEN) != "" {
		t.Errorf("got %v, error %v; want both pages without links to archives that the site lacks", terms, err)
	}
	for range 2 {
		if terms, err := client.Terms(t.Context(), i18n.LangEN, search.KeyOptions); err != nil || len(terms) != 0 {
			t.Errorf("taxonomy that the CMS lacks: got %v, error %v", terms, err)
		}
	}
	misses := func() (n int) {
		for _, request := range server.requests() {
			if strings.Contains(request, search.KeyOptions) {
				n++
			}
		}
		return n
	}
	if got := misses(); got != 2 {
		t.Errorf("%d requests for a missing taxonomy, want one per name", got)
	}
	now = now.Add(time.Hour)
	if _, err := client.Terms(t.Context(), i18n.LangEN, search.KeyOptions); err != nil || misses() != 4 {
		t.Errorf("after an hour: %d requests, error %v; want new requests", misses(), err)
	}
}

func TestAuthors(t *testing.T) {
	server := newCMS(t, map[string]http.HandlerFunc{
		"/wp-json/wp/v2/users/9": respondWith(http.StatusUnauthorized, `{"code":"rest_user_cannot_view"}`),
	})
	client := server.client(t, nil)
	found, err := client.BySlug(t.Context(), i18n.LangEN, "users", "elena-ruiz")
	if err != nil || len(found) != 1 {
		t.Fatalf("got %v, error %v", found, err)
	}
	author := found[0].(*content.Author)
	if author.Name != "Elena Ruiz" || author.LinkIn(i18n.LangES) != "/es/author/elena-ruiz/" || author.Picture != nil {
		t.Errorf("got %+v; want no image of a third party", author)
	}
	if author, err := client.Author(t.Context(), i18n.LangEN, 9); author != nil || !errors.Is(err, content.ErrNotFound) {
		t.Errorf("author hidden from the public: got %v, error %v, want ErrNotFound", author, err)
	}
}

func TestMedia(t *testing.T) {
	server := newCMS(t, nil)
	found, err := server.client(t, nil).BySlug(t.Context(), i18n.LangEN, "media", "property-photo-4")
	if err != nil || len(found) != 1 {
		t.Fatalf("got %v, error %v", found, err)
	}
	media := found[0].(*content.Media)
	if media.Type != content.TypeAttachment || media.Image.Width != 1200 || media.Image.Alt[i18n.LangEN] != "View 4 of the Costa del Sol" {
		t.Errorf("got %+v", media)
	}
}

func TestInstagram(t *testing.T) {
	posts, err := newCMS(t, nil).client(t, nil).Instagram(t.Context(), i18n.LangEN)
	if err != nil || len(posts) != 2 || posts[0].ID != "17891" || posts[0].Permalink == "" || posts[0].Image.URL == "" {
		t.Errorf("got %+v, error %v", posts, err)
	}
	bare := newCMS(t, map[string]http.HandlerFunc{"/wp-json/instagram/v1/feed": respondWith(http.StatusNotFound, `{"code":"rest_no_route"}`)})
	if posts, err := bare.client(t, nil).Instagram(t.Context(), i18n.LangEN); err != nil || posts != nil {
		t.Errorf("without the plugin: got %v, error %v", posts, err)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestEqualRequestsAreCoalesced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		requests, release := 0, make(chan struct{})
		client, err := New(Config{CMSURL: "https://cms.example.test", Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			if r.URL.Path != "/wp-json/" { // the identity
				requests++
			}
			select {
			case <-release:
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
			return &http.Response{StatusCode: http.StatusOK, Status: "200 OK", Request: r, Body: io.NopCloser(strings.NewReader(`[]`))}, nil
		})})
		if err != nil {
			t.Fatal(err)
		}
		leaving, leave := context.WithCancel(t.Context())
		errs := map[string]error{}
		call := func(caller string, ctx context.Context) {
			_, err := client.BySlug(ctx, i18n.LangEN, "posts", "a")
			errs[caller] = err
		}
		go call("leaves", leaving) // it starts the request
		synctest.Wait()
		go call("stays", t.Context())
		synctest.Wait()
		leave()
		synctest.Wait()
		close(release)
		synctest.Wait()
		if requests != 1 {
			t.Errorf("%d requests, want one", requests)
		}
		if !errors.Is(errs["leaves"], context.Canceled) || errs["stays"] != nil {
			t.Errorf("got %v; want only the caller who left to be cancelled", errs)
		}
	})
}
