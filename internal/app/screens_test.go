package app

import (
	"encoding/json"
	"net/http"
	"testing"

	"estate/internal/site/view"
)

func TestEveryKindOfLinkHasItsScreen(t *testing.T) {
	_, server := startSite(t, nil)
	screenOf := func(link string) (view.Screen, int) {
		_, body := get(t, server, "/_view"+link)
		var answer struct {
			View struct {
				Screen view.Screen
				Status int
			}
		}
		if err := json.Unmarshal([]byte(body), &answer); err != nil {
			t.Fatalf("%s: %v", link, err)
		}
		return answer.View.Screen, answer.View.Status
	}
	for link, want := range map[string]view.Screen{
		"/": view.ScreenHome, "/es/": view.ScreenHome,
		"/properties/": view.ScreenProperties, "/es/cities/marbella/": view.ScreenProperties, "/for-sale/villas/marbella/": view.ScreenProperties,
		"/developments/": view.ScreenDevelopments, "/es/search-developments/": view.ScreenDevelopments,
		"/favorites/": view.ScreenFavorites, "/es/favorites/": view.ScreenFavorites,
		"/blog/": view.ScreenArchive, "/es/blog/": view.ScreenArchive, "/category/market-news/": view.ScreenArchive,
		"/about/": view.ScreenPage, "/legal/": view.ScreenPage,
		"/properties/camojan-villa-with-observatory/":    view.ScreenProperty,
		"/es/properties/camojan-villa-with-observatory/": view.ScreenProperty,
	} {
		if got, status := screenOf(link); got != want || status != http.StatusOK {
			t.Errorf("%s: screen %q with status %d, want %q", link, got, status, want)
		}
	}
	if got, status := screenOf("/no/such/page/"); got != view.ScreenError || status != http.StatusNotFound {
		t.Errorf("unknown link: screen %q with status %d, want error with 404", got, status)
	}
}
