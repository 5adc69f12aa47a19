package app

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/app/config"
	"estate/internal/tests/dcbtest"
)

// browserWith is a browser that has a dictionary.
type browserWith struct {
	t          *testing.T
	server     *httptest.Server
	dictionary []byte
}

// get requests a link and returns the body, decompressed with the dictionary, and its size on the wire.
func (b browserWith) get(link string) (response *http.Response, body string, size int) {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.server.URL+link, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd, dcb, dcz")
	hash := sha256.Sum256(b.dictionary)
	request.Header.Set("Available-Dictionary", ":"+base64.StdEncoding.EncodeToString(hash[:])+":")
	response, err = http.DefaultTransport.RoundTrip(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	if response.Header.Get("Content-Encoding") != "dcb" {
		return response, "", len(data)
	}
	plain, err := dcbtest.Decode(b.dictionary, data)
	if err != nil {
		b.t.Fatalf("%s: %v", link, err)
	}
	return response, string(plain), len(data)
}

// sampleOf requests the sample of a language as it is.
func sampleOf(t *testing.T, server *httptest.Server, lang string) []byte {
	t.Helper()
	response, body := get(t, server, "/_dictionary/"+lang)
	if response.StatusCode != http.StatusOK || !strings.Contains(response.Header.Get("Use-As-Dictionary"), "match=") {
		t.Fatalf("sample: status %d, %v", response.StatusCode, response.Header)
	}
	return []byte(body)
}

func TestAPageWithADictionaryIsSmall(t *testing.T) {
	_, server := startSite(t, nil)
	for lang, prefix := range map[string]string{"en": "", "es": "/es"} {
		browser := browserWith{t, server, sampleOf(t, server, lang)}
		for link, limit := range map[string]int{
			prefix + "/properties/page/2/": 256, "/_view" + prefix + "/properties/page/2/": 256,
			prefix + "/properties/page/3/": 256, "/_view" + prefix + "/properties/page/3/": 256,
			prefix + "/properties/?s_type=15": 2 << 10, "/_view" + prefix + "/properties/?s_type=15": 1 << 10,
			prefix + "/properties/?s_beds=3": 2 << 10, prefix + "/properties/?s_offer=3": 2 << 10,
			prefix + "/properties/?sort_by=price_high": 2 << 10, prefix + "/properties/?price_to=900000": 2 << 10,
		} {
			response, body, size := browser.get(link)
			if _, plain := get(t, server, link); body != plain {
				t.Errorf("%s: the page with a dictionary differs from the plain one", link)
			}
			if vary := response.Header.Get("Vary"); vary != "Accept-Encoding, Available-Dictionary" {
				t.Errorf("%s varies on %q", link, vary)
			}
			t.Logf("%s: %d bytes", link, size)
			if size > limit {
				t.Errorf("%s: %d bytes, at most %d expected", link, size, limit)
			}
		}
	}
	// Without a dictionary nothing changes.
	response, _ := get(t, server, "/properties/")
	if response.Header.Get("Vary") != "Accept-Encoding" || response.Header.Get("Use-As-Dictionary") != "" {
		t.Errorf("headers without a dictionary: %v", response.Header)
	}
	unknown := browserWith{t, server, []byte("never seen")}
	if response, _, _ := unknown.get("/properties/"); response.StatusCode != http.StatusOK || response.Header.Get("Content-Encoding") == "dcb" {
		t.Errorf("an unknown dictionary: %d %v", response.StatusCode, response.Header)
	}
}

func TestADictionaryHasNothingOfAPreview(t *testing.T) {
	p := newPreviewSite(t)
	preview := p.link(t, "posts/990001")
	get(t, p.Server, preview)
	for _, lang := range []string{"en", "es"} {
		sample := sampleOf(t, p.Server, lang)
		for _, secret := range []string{draftTitle, revisedTitle, p.secret, `"preview":true`} {
			if strings.Contains(string(sample), secret) {
				t.Errorf("the dictionary %s has %q", lang, secret)
			}
		}
		browser := browserWith{t, p.Server, sample}
		for _, link := range []string{preview, "/_view" + preview, "/properties/?frontity_source_auth=Bearer%20x"} {
			response, _, _ := browser.get(link)
			if response.Header.Get("Content-Encoding") == "dcb" || response.Header.Get("Use-As-Dictionary") != "" {
				t.Errorf("%s uses or makes a dictionary: %v", link, response.Header)
			}
		}
	}
}

// TestAScriptAfterADeployIsSmall runs a build whose predecessor is in the data folder.
func TestAScriptAfterADeployIsSmall(t *testing.T) {
	data := t.TempDir()
	_, first := startSite(t, in(data))
	_, page := get(t, first, "/properties/")
	_, rest, _ := strings.Cut(page, `data-entry="`)
	entry, _, _ := strings.Cut(rest, `"`)
	response, script := get(t, first, entry)
	stem := entry[:len(entry)-len("12345678.js")]
	if use := response.Header.Get("Use-As-Dictionary"); use != `match="`+stem+`*.js"` {
		t.Fatalf("%s: Use-As-Dictionary %q", entry, use)
	}

	earlier := strings.ReplaceAll(script, "scroll", "scrolled")
	folder := filepath.Join(t.TempDir(), "dictionaries", "builds", "0123456789ab")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(stem) + "0ldB-ild.js"
	if err := os.WriteFile(filepath.Join(folder, name), []byte(earlier), 0o644); err != nil {
		t.Fatal(err)
	}
	_, second := startSite(t, in(filepath.Join(folder, "../../..")))
	browser := browserWith{t, second, []byte(earlier)}
	response, body, size := browser.get(entry)
	if body != script || size > 3<<10 || response.Header.Get("Vary") != "Accept-Encoding, Available-Dictionary" {
		t.Errorf("%s: %d bytes, equal: %v, %v", entry, size, body == script, response.Header)
	}
	// A page of the earlier build finds its script.
	if response, body := get(t, second, "/assets/"+name); response.StatusCode != http.StatusOK || body != earlier {
		t.Errorf("script of the earlier build: status %d", response.StatusCode)
	}
	if response, _ := get(t, second, "/assets/..%2fbuilds%2f"+name); response.StatusCode != http.StatusNotFound {
		t.Errorf("a path outside the folder: status %d", response.StatusCode)
	}
}

// Behind a CDN responses vary on the encoding only.
func TestBehindACDNThereAreNoDictionaries(t *testing.T) {
	_, server := startSite(t, func(s *config.Settings) { s.CDN.Enabled = true })
	if response, _ := get(t, server, "/_dictionary/en"); response.StatusCode == http.StatusOK {
		t.Error("there is a dictionary")
	}
	response, _, _ := browserWith{t, server, nil}.get("/properties/")
	if response.Header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("Vary %q", response.Header.Get("Vary"))
	}
}
