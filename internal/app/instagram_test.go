package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"estate/internal/agency/demo"
	"estate/internal/app/config"
)

func TestInstagramFeedReplacesTheDemoFeedAndSurvivesAnOutage(t *testing.T) {
	picture, err := demo.MediaFiles.ReadFile("media/villa-01-golden-hour-pool.jpg")
	if err != nil {
		t.Fatal(err)
	}
	var network *httptest.Server
	network = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/pictures/") {
			w.Header().Set("Content-Type", "image/jpeg")
			_, _ = w.Write(picture)
			return
		}
		if r.URL.Query().Get("access_token") != "key" {
			http.Error(w, "no", http.StatusBadRequest)
			return
		}
		fmt.Fprintf(w, `{"data":[{"id":"77","caption":"A new picture","media_type":"IMAGE","media_url":"%s/pictures/77.jpg","permalink":"https://www.instagram.com/p/77/"}]}`, network.URL)
	}))
	defer network.Close()
	app, server := startSite(t, func(s *config.Settings) {
		s.Instagram = config.Instagram{URL: network.URL + "/feed", Token: "key"}
	})
	if err := app.instagram.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, home := get(t, server, "/_view/")
	if !strings.Contains(home, "https://www.instagram.com/p/77/") || !strings.Contains(home, `"alt":"A new picture"`) {
		t.Error("the home page does not show the post of the feed")
	}
	if strings.Contains(home, network.URL) {
		t.Error("the home page has the picture URL of Instagram")
	}
	network.Close()
	if err := app.instagram.Refresh(t.Context()); err == nil {
		t.Error("an outage is not reported")
	}
	if _, later := get(t, server, "/_view/"); later != home {
		t.Error("an outage changed the home page")
	}
}
