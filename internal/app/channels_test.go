package app

import (
	"bytes"
	"compress/gzip"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"estate/internal/agency/channels"
	"estate/internal/app/config"
	"estate/internal/content"
	"estate/internal/store"
)

func channelSettings(s *config.Settings) {
	s.Channels = []config.Channel{
		{Name: "kyero", Kind: "kyero", Premium: 2, Offers: []string{"for-sale"}},
		{Name: "idealista", Kind: "idealista", Customer: "ilcabcdefghij0123456789abcdefghij0123456789"},
	}
	s.FillDefaults()
}

// TestPortalsFetchTheLastCompleteFile: at its secret address with ETag and gzip; other addresses have nothing, and a change of
// content makes a new file.
func TestPortalsFetchTheLastCompleteFile(t *testing.T) {
	// Most homes of the demo agency have at most two large pictures.
	app, server := startSite(t, func(s *config.Settings) {
		channelSettings(s)
		for i := range s.Channels {
			s.Channels[i].MinPictures = new(1)
		}
	})
	for _, c := range app.channels.list {
		if response, _ := get(t, server, channels.Path+c.token+"/x"); response.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d before the first file", c.settings.Name, response.StatusCode)
		}
		if !app.channels.publish(t.Context(), c, time.Now()) {
			t.Fatalf("%s: %+v", c.settings.Name, c.publisher.Status())
		}
		status := c.publisher.Status()
		if status.Sent < 20 || status.Held != "" || len(status.LeftOut) == 0 {
			t.Errorf("%s: %d sent, %d left out, %s", c.settings.Name, status.Sent, len(status.LeftOut), status.Held)
		}
		address := strings.TrimPrefix(status.Address, publicSite)
		response, body := get(t, server, address)
		if response.StatusCode != http.StatusOK || response.Header.Get("ETag") == "" || !strings.Contains(body, "ZRE") {
			t.Fatalf("%s: %d %s", address, response.StatusCode, clipped(body))
		}
		if same := getUnlessCurrent(t, server, address, response); same.StatusCode != http.StatusNotModified {
			t.Errorf("%s: status %d for the same ETag", address, same.StatusCode)
		}
		if !strings.Contains(body, publicSite+"/media/") || strings.Contains(body, ".avif") {
			t.Errorf("%s: no pictures in JPEG", address)
		}
		before := response.Header.Get("ETag")
		err := app.store.Write(t.Context(), func(b *store.Batch) error {
			return app.store.PublishedProperties(t.Context(), func(p *content.Property) error {
				p.Price.Amount += 1000
				p.Modified = p.Modified.Add(time.Hour)
				return b.Put(p)
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		app.channels.publish(t.Context(), c, time.Now())
		if response, _ := get(t, server, address); response.Header.Get("ETag") == before {
			t.Errorf("%s: a change of prices made no new file", address)
		}
		if response, _ := get(t, server, channels.Path+strings.Repeat("0", 64)+"/kyero.xml"); response.StatusCode != http.StatusNotFound {
			t.Errorf("another token: %d", response.StatusCode)
		}
	}
	for _, path := range []string{"/", "/robots.txt", "/sitemap_index.xml"} {
		if _, body := get(t, server, path); strings.Contains(body, channels.Path) {
			t.Errorf("%s names the address of a channel", path)
		}
	}
	if err := PrintChannels(config.Settings{Data: t.TempDir(), Channels: []config.Channel{{Name: "kyero"}}}, "kyero"); err != nil {
		t.Error(err)
	}
}

// TestAChannelHasAnETagForEachEncoding: plain and gzip have equal content, but ETags of their own, and
// each answers 304 to its own ETag only.
func TestAChannelHasAnETagForEachEncoding(t *testing.T) {
	app, server := startSite(t, channelSettings)
	c := app.channels.list[0]
	if !app.channels.publish(t.Context(), c, time.Now()) {
		t.Fatalf("%+v", c.publisher.Status())
	}
	address := strings.TrimPrefix(c.publisher.Status().Address, publicSite)
	fetch := func(encoding, etag string) (*http.Response, []byte) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+address, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept-Encoding", encoding) // set here, so the client does not decompress
		request.Header.Set("If-None-Match", etag)
		response, err := server.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if response.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: Vary %q", encoding, response.Header.Get("Vary"))
		}
		return response, body
	}
	plain, content := fetch("identity", "")
	packed, compressed := fetch("gzip", "")
	if plain.Header.Get("Content-Encoding") != "" || packed.Header.Get("Content-Encoding") != "gzip" || packed.Header.Get("Content-Type") != plain.Header.Get("Content-Type") {
		t.Errorf("headers: %v, %v", plain.Header, packed.Header)
	}
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, err := io.ReadAll(reader); err != nil || !bytes.Equal(unpacked, content) {
		t.Errorf("the compressed file differs: %v", err)
	}
	etags := map[string]string{"identity": plain.Header.Get("ETag"), "gzip": packed.Header.Get("ETag")}
	for encoding := range etags {
		for of, etag := range etags {
			want := http.StatusOK
			if of == encoding {
				want = http.StatusNotModified
			}
			if response, _ := fetch(encoding, etag); response.StatusCode != want {
				t.Errorf("%s with the ETag of %s: status %d, want %d", encoding, of, response.StatusCode, want)
			}
		}
	}
}

// TestEveryPropertyAndChannelHasItsState: the list of the operator's page and the command tell of each
// property and channel that it is in, or the reason with the field to fill.
func TestEveryPropertyAndChannelHasItsState(t *testing.T) {
	var settings config.Settings
	app, _ := startSite(t, func(s *config.Settings) {
		channelSettings(s)
		s.Admin.Token = "a token of the test"
		settings = *s
	})
	for _, c := range app.channels.list {
		app.channels.publish(t.Context(), c, time.Now())
	}
	handler, err := app.admin(settings)
	if err != nil {
		t.Fatal(err)
	}
	admin := httptest.NewServer(handler)
	defer admin.Close()
	list := app.channels.propertiesByChannel(t.Context())
	stamps, err := app.store.Stamps(t.Context(), content.TypeProperty)
	if err != nil || len(list.Properties) == 0 || len(list.Properties) > len(stamps) || len(list.Channels) != 2 {
		t.Fatalf("%d properties of %d, channels %v, %v", len(list.Properties), len(stamps), list.Channels, err)
	}
	var in, out channelProperty
	for _, p := range list.Properties {
		for _, name := range list.Channels {
			isIn, reasons := slices.Contains(p.In, name), p.Out[name]
			if isIn == (len(reasons) > 0) {
				t.Errorf("%s and %s: in %v, out because %v", p.Reference, name, isIn, reasons)
			}
			for _, reason := range reasons {
				if reason.Text == "" || reason.Field != "" && list.Labels[reason.Field] == "" {
					t.Errorf("%s and %s: %+v", p.Reference, name, reason)
				}
			}
		}
		if len(p.In) == 2 {
			in = p
		} else if len(p.Out) == 2 {
			out = p
		}
	}
	for _, state := range app.siteStatus(t.Context()).Channels {
		if state.Sent == 0 || state.LeftOut == 0 || len(state.Fields) == 0 || state.Status.LeftOut != nil {
			t.Errorf("%+v", state)
		}
	}
	settings.AdminAddr = strings.TrimPrefix(admin.URL, "http://")
	reason := html.EscapeString(out.Out["kyero"][0].Text)
	if _, body := get(t, admin, "/?property="+strconv.Itoa(out.ID)); strings.Contains(body, reason) || !strings.Contains(body, "Enter the token") {
		t.Errorf("without the token: %s", body)
	}
	for query, want := range map[string]string{
		"?property=" + strconv.Itoa(out.ID): reason, "?property=" + url.QueryEscape(strings.ToLower(in.Reference)): "In the file",
		"?show=out+kyero": reason, "?show=all": "In the file", "?property=none": "No property.", "?list=no": "Why is it not there?",
	} {
		body, err := callAdmin(t.Context(), settings, http.MethodGet, "/"+query, nil)
		if err != nil || !strings.Contains(string(body), want) || strings.Contains(string(body), "<output") == (query == "?list=no") {
			t.Errorf("%s: %v, want %q in\n%s", query, err, want, body)
		}
	}
	for property, want := range map[string]string{in.Reference: "in the file of ", strconv.Itoa(out.ID): "left out: " + out.Out["kyero"][0].Text} {
		var printed strings.Builder
		if err := printPropertyInChannels(t.Context(), settings, &printed, app.store, property); err != nil || strings.Count(printed.String(), want) == 0 || !strings.Contains(printed.String(), "idealista") {
			t.Errorf("%s: %v\n%s\nwant %q", property, err, printed.String(), want)
		}
	}
	if err := printPropertyInChannels(t.Context(), settings, io.Discard, app.store, "none"); err == nil {
		t.Error("an unknown reference is no error")
	}
}

// TestTheCountryOfAChannelIsASetting: it is that of properties without a country, and none means Spain.
func TestTheCountryOfAChannelIsASetting(t *testing.T) {
	app, server := startSite(t, func(s *config.Settings) {
		channelSettings(s)
		abroad := s.Channels[0]
		abroad.Name, abroad.Country = "abroad", "Portugal & islands"
		s.Channels = append(s.Channels[:1], abroad)
	})
	for i, want := range []string{"Spain", "Portugal &amp; islands"} {
		c := app.channels.list[i]
		if !app.channels.publish(t.Context(), c, time.Now()) {
			t.Fatalf("%+v", c.publisher.Status())
		}
		status := c.publisher.Status()
		_, body := get(t, server, strings.TrimPrefix(status.Address, publicSite))
		if n := strings.Count(body, "<country>"+want+"</country>"); n != status.Sent || n == 0 {
			t.Errorf("%s: %d of %d properties are in %s", c.settings.Name, n, status.Sent, want)
		}
	}
}

func TestAFailedFileOfAPortalIsMadeAgainSoon(t *testing.T) {
	for name, tt := range map[string]struct {
		failures   int
		generation uint64
		after      time.Duration
		want       bool
	}{
		"nothing changed":                {0, 7, 2 * time.Hour, false},
		"a change within the interval":   {0, 8, 59 * time.Minute, false},
		"a change after the interval":    {0, 8, time.Hour, true},
		"a failure":                      {1, 7, channelPoll, true},
		"a failure a moment ago":         {1, 8, channelPoll - time.Second, false},
		"several failures":               {4, 8, time.Minute, false},
		"many failures and the interval": {50, 7, time.Hour, true},
	} {
		checked := time.Now()
		c := channel{settings: config.Channel{Every: config.Duration(time.Hour)}, checked: checked, seen: 7, failures: tt.failures}
		if got := c.isDue(tt.generation, checked.Add(tt.after)); got != tt.want {
			t.Errorf("%s: due %v, want %v", name, got, tt.want)
		}
	}
}
