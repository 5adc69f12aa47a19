package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/demo"
)

func TestTheFeedOfTheNetworkReplacesTheDemoAgencysAndOutlivesAnOutage(t *testing.T) {
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
	all, server := startSite(t, func(s *settings) {
		s.Instagram = instagramSettings{URL: network.URL + "/feed", Token: "key"}
	})
	if err := all.feed.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, home := get(t, server, "/_view/")
	if !strings.Contains(home, "https://www.instagram.com/p/77/") || !strings.Contains(home, `"alt":"A new picture"`) {
		t.Error("home does not show the network's post")
	}
	if strings.Contains(home, network.URL) {
		t.Error("home names the network's own picture")
	}
	network.Close()
	if err := all.feed.Once(t.Context()); err == nil {
		t.Error("an outage is no failure")
	}
	if _, later := get(t, server, "/_view/"); later != home {
		t.Error("an outage changed home")
	}
}

func TestTheInstagramTokenIsNeverPrinted(t *testing.T) {
	file := writeConfig(t, "[instagram]\ntoken = \"quite-a-secret\"\n")
	s, err := flags{Config: file}.load("", "")
	if err != nil {
		t.Fatal(err)
	}
	if printed := fmt.Sprintf("%v %+v %#v", s.Instagram, s.Instagram, s.Instagram); strings.Contains(printed, "quite-a-secret") {
		t.Errorf("printed as %s", printed)
	}
	if s.Instagram.Token != "quite-a-secret" {
		t.Error("the token was not read")
	}
	if _, err := os.Stat(filepath.Join(s.Data, "instagram.token")); err == nil {
		t.Error("reading settings wrote a token")
	}
}
