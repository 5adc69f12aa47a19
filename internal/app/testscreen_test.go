package app

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"estate/internal/site/view"
)

func TestTheScreenTestExistsInDevelopmentOnly(t *testing.T) {
	_, production := startSite(t, nil)
	development := startForDevelopment(t)
	for _, link := range []string{"/test/", "/es/test/"} {
		for server, want := range map[*httptest.Server]struct {
			status int
			screen view.Screen
		}{production: {http.StatusNotFound, view.ScreenError}, development: {http.StatusOK, view.ScreenTest}} {
			response, body := get(t, server, "/_view"+link)
			var answer struct {
				View struct {
					Screen  view.Screen
					Status  int
					Content []struct{ Kind view.SectionKind }
				}
			}
			if err := json.Unmarshal([]byte(body), &answer); err != nil {
				t.Fatalf("%s: %v, status %d", link, err, response.StatusCode)
			}
			if answer.View.Screen != want.screen || answer.View.Status != want.status {
				t.Errorf("%s: screen %q with status %d, want %q with %d", link, answer.View.Screen, answer.View.Status, want.screen, want.status)
			}
			if server == development && len(answer.View.Content) != 3 {
				t.Errorf("%s: sections %v, want links, text and cards", link, answer.View.Content)
			}
		}
	}
}
