package app

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// listingView is the part of a View that tells what a listing is about.
type listingView struct {
	Link      string
	Status    int
	Head      view.Head
	Header    view.Header
	Data      map[string]any
	Languages []view.LanguageChoice
}

// clients counts those of newClient.
var clients atomic.Uint32

// newClient is the address of a client that has made no request yet, so that no limit refuses it.
func newClient() string {
	n := clients.Add(1)
	return fmt.Sprintf("10.%d.%d.%d:1234", n>>16&255, n>>8&255, n&255)
}

// fetchView gets the View of a link, after at most one redirect.
func fetchView(t *testing.T, app *App, link string) *listingView {
	t.Helper()
	for range 2 {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/_view"+link, nil)
		request.RemoteAddr = newClient()
		app.server.Handler().ServeHTTP(recorder, request)
		var response struct {
			View     *listingView
			Redirect *view.Redirect
		}
		if err := json.Unmarshal(recorder.Body.Bytes(), &response); err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		if response.View != nil {
			return response.View
		}
		link = response.Redirect.Location
	}
	t.Fatalf("%s: more than one redirect", link)
	return nil
}

// presetOf is the filter that the search panel of a View shows.
func presetOf(v *listingView) content.PropertyFilter {
	var preset content.PropertyFilter
	for _, field := range v.Header.Search.Fields {
		id, _ := strconv.Atoi(field.Value)
		switch field.Name {
		case search.KeyOffer:
			preset.Offer = id
		case search.KeyType:
			preset.Type = id
		case search.KeyLocation:
			preset.Location = id
		}
	}
	return preset
}

// offerPhrases are the words of an offer in a heading.
var offerPhrases = map[i18n.Lang]map[string]string{
	i18n.LangEN: {"for-sale": "for sale", "for-rent": "for rent", "for-holidays": "for holidays"},
	i18n.LangES: {"for-sale": "en venta", "for-rent": "en alquiler", "for-holidays": "para vacaciones"},
}

func TestEveryListingPathAgreesWithItsWords(t *testing.T) {
	app, _ := startSite(t, nil)
	catalog, err := content.LoadCatalog(t.Context(), app.store, i18n.LangEN)
	if err != nil {
		t.Fatal(err)
	}
	firstWords := map[i18n.Lang]map[string]string{
		i18n.LangEN: {"for-sale": "for-sale", "for-rent": "for-rent", "for-holidays": "for-holidays"},
		i18n.LangES: {"for-sale": "venta", "for-rent": "alquiler", "for-holidays": "vacaciones"},
	}
	faults := 0
	places := append([]search.Option{{}}, catalog.Locations...) // the first is no place
	for _, lang := range i18n.Filled {
		for _, offer := range catalog.Offers {
			for _, kind := range catalog.Types {
				for _, place := range places {
					link := lang.Prefix() + "/" + firstWords[lang][offer.Slug] + "/" + kind.Slug + "/"
					if place.ID != 0 {
						link += place.Slug + "/"
					}
					want := content.PropertyFilter{Offer: offer.ID, Type: kind.ID, Location: place.ID}
					for _, fault := range listingFaults(t, app, link, lang, want, offer, place) {
						if faults++; faults <= 40 {
							t.Errorf("%s: %s", link, fault)
						}
					}
				}
			}
		}
	}
	if faults > 40 {
		t.Errorf("and %d more faults", faults-40)
	}
}

// listingFaults tells where the View of a listing path disagrees with the path.
func listingFaults(t *testing.T, app *App, link string, lang i18n.Lang, want content.PropertyFilter, offer, place search.Option) []string {
	v := fetchView(t, app, link)
	if v.Status != http.StatusOK || v.Header.Search == nil {
		return []string{fmt.Sprintf("status %d", v.Status)}
	}
	var faults []string
	check := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	preset := presetOf(v)
	check(preset == want, "shows the filter %+v, want %+v", preset, want)
	for slug, phrase := range offerPhrases[lang] {
		says := strings.Contains(strings.ToLower(v.Header.Title), phrase)
		if slug == offer.Slug && place.ID == 0 {
			continue // an editor's heading need not name the offer
		}
		check(says == (slug == offer.Slug), "heading %q, offer %s", v.Header.Title, offer.Slug)
	}
	name := place.Name.In(lang)
	check(strings.Contains(v.Header.Title, name), "heading %q lacks the place %q", v.Header.Title, name)
	check(strings.HasPrefix(v.Head.Title, v.Header.Title+" - "), "title %q, heading %q", v.Head.Title, v.Header.Title)
	check(strings.Contains(v.Head.Description, name), "description %q lacks the place %q", v.Head.Description, name)
	check(v.Head.Canonical == publicSite+v.Link, "canonical %s of %s", v.Head.Canonical, v.Link)
	if strings.HasPrefix(v.Head.Robots, "index") {
		check(len(v.Head.Alternates) == 3, "alternates %+v", v.Head.Alternates)
	}
	for _, choice := range v.Languages {
		if choice.Current {
			check(choice.Href == v.Link, "own language leads to %s", choice.Href)
			continue
		}
		translation := fetchView(t, app, choice.Href)
		check(translation.Link == choice.Href, "%s leads to the redirect %s", choice.Lang, choice.Href)
		if translation.Header.Search == nil {
			check(false, "%s leads to %s with status %d", choice.Lang, choice.Href, translation.Status)
			continue
		}
		check(presetOf(translation) == want, "%s leads to %s with %+v", choice.Lang, choice.Href, presetOf(translation))
		for _, back := range translation.Languages {
			check(back.Current || back.Href == v.Link, "%s does not lead back but to %s", choice.Href, back.Href)
		}
	}
	return faults
}

func TestListingPathsHaveOneAddress(t *testing.T) {
	_, server := startSite(t, nil)
	tests := []struct{ name, link, want string }{
		{"English words in Spanish", "/es/for-sale/villas/marbella/", "/es/venta/villas/marbella/"},
		{"the offer alone", "/es/for-rent/", "/es/alquiler/"},
		{"an English type in Spanish", "/es/venta/apartments/marbella/", "/es/venta/apartamentos/marbella/"},
		{"a Spanish type in English", "/for-rent/apartamentos/marbella/", "/for-rent/apartments/marbella/"},
		{"slug of the place", "/for-rent/villas/marbella-golden-mile/", "/for-rent/villas/golden-mile/"},
		{"Spanish name of the place", "/es/alquiler/villas/milla-de-oro/", "/es/alquiler/villas/golden-mile/"},
		{"page and query are kept", "/es/for-sale/page/2/?sort_by=price_low", "/es/venta/page/2/?sort_by=price_low"},
		{"the word of an editor's page", "/es/venta/country-properties/marbella/", "/es/venta/fincas/marbella/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			response, _ := get(t, server, tt.link)
			if at := response.Header.Get("Location"); response.StatusCode != http.StatusMovedPermanently || at != tt.want {
				t.Errorf("%s: status %d, location %q; want 301 to %s", tt.link, response.StatusCode, at, tt.want)
			}
			if response, _ := get(t, server, tt.want); response.StatusCode != http.StatusOK {
				t.Errorf("%s: status %d, want 200", tt.want, response.StatusCode)
			}
		})
	}
}

func TestListingPathsOfKnownWordsNeedNoPage(t *testing.T) {
	_, server := startSite(t, nil)
	for link, want := range map[string]int{
		"/for-holidays/": http.StatusOK, "/for-holidays/villas/": http.StatusOK, "/for-holidays/villas/benahavis/": http.StatusOK,
		"/es/vacaciones/": http.StatusOK, "/es/vacaciones/villas/": http.StatusOK, "/for-rent/unique-buildings/": http.StatusOK,
		"/for-sale/castles/": http.StatusNotFound, "/for-sale/villas/atlantis/": http.StatusNotFound, "/es/vacaciones/castillos/": http.StatusNotFound,
	} {
		if response, _ := get(t, server, link); response.StatusCode != want {
			t.Errorf("%s: status %d, want %d", link, response.StatusCode, want)
		}
	}
}
