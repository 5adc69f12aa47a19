package app

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"estate/internal/channels"
	"estate/internal/config"
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
	app, server := startSite(t, channelSettings)
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
