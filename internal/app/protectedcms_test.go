package app

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"estate/internal/app/config"
	"estate/internal/content/i18n"
)

// TestCMSBehindAPasswordIsReadWithPicturesAndFiles reads API, pictures and files with the credentials of the
// settings, and shows them nowhere.
func TestCMSBehindAPasswordIsReadWithPicturesAndFiles(t *testing.T) {
	c := newCMS(t)
	handler := c.app.server.Handler()
	protect := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if user, password, ok := r.BasicAuth(); !ok || user != "reader" || password != "a:secret" {
			w.Header().Set("WWW-Authenticate", "Basic")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		r.Header.Del("Authorization") // of the web server, not of the CMS
		handler.ServeHTTP(w, r)
	})
	c.blocks.Store(&protect)
	for _, mode := range []string{config.ModeReplica, config.ModeLive} {
		t.Run(mode, func(t *testing.T) {
			change := func(s *config.Settings) { s.CMS.User, s.CMS.Password = "reader", "a:secret" }
			var server *httptest.Server
			if mode == config.ModeLive {
				_, server = startLive(t, c, change)
			} else {
				var app *App
				app, server = startReplica(t, c, change)
				eventually(t, "the first sync is complete", app.replica.Ready)
			}
			response, body := get(t, server, publishedProperty(t, c.app.store).LinkIn(i18n.LangEN))
			if response.StatusCode != http.StatusOK {
				t.Fatalf("status %d", response.StatusCode)
			}
			pictures := regexp.MustCompile(`/media/r/[\w-]+-\d+\.jpg`).FindAllString(body, -1)
			if len(pictures) == 0 {
				t.Fatal("the page has no picture of the CMS")
			}
			if response, _ := get(t, server, pictures[0]); response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "image/jpeg" {
				t.Errorf("%s: status %d, %s", pictures[0], response.StatusCode, response.Header.Get("Content-Type"))
			}
			for _, secret := range []string{"a:secret", "cmVhZGVyOmE6c2VjcmV0"} {
				if strings.Contains(body, secret) {
					t.Error("the page has the password")
				}
			}
		})
	}
}
