package wordpress

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"estate/internal/content"
)

func TestRedirectLookup(t *testing.T) {
	tests := []struct {
		name, link, location string
		status               int
		want                 content.Redirect
		found                bool
	}{
		{"within the CMS", "/old/", "CMS/new/", 301, content.Redirect{Status: 301, Location: "CMS/new/"}, true},
		{"to the site's host", "/old/", "https://www.example.test/new/", 302, content.Redirect{Status: 302, Location: "https://www.example.test/new/"}, true},
		{"to another host", "/old/", "https://other.test/x", 308, content.Redirect{Status: 308, Location: "https://other.test/x", External: true}, true},
		{"relative", "/a/old/", "../new/", 307, content.Redirect{Status: 307, Location: "CMS/a/new/"}, true},
		{"no redirect", "/old/", "", 200, content.Redirect{}, false},
		{"status 303", "/old/", "CMS/new/", 303, content.Redirect{}, false},
		{"no target", "/old/", "", 301, content.Redirect{}, false},
		{"loop: only the slash differs", "/old/", "CMS/old", 301, content.Redirect{}, false},
		{"loop: capitals", "/old/", "CMS/OLD/", 301, content.Redirect{}, false},
		{"loop: other query order", "/old/?a=1&b=2", "https://www.example.test/old/?b=2&a=1&frontity_x=1", 301, content.Redirect{}, false},
		{"other query", "/old/?a=1", "CMS/old/?a=2", 301, content.Redirect{Status: 301, Location: "CMS/old/?a=2"}, true},
		{"same path on another host", "/old/", "https://other.test/old/", 301, content.Redirect{Status: 301, Location: "https://other.test/old/", External: true}, true},
		{"login of the CMS", "/old/", "CMS/wp-login.php?redirect_to=x", 302, content.Redirect{}, false},
		{"with a password", "/old/", "https://ann:hunter2@other.test/", 301, content.Redirect{}, false},
		{"javascript address", "/old/", "javascript:alert(1)", 301, content.Redirect{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var server *cms
			handler := func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodHead {
					t.Errorf("method %s, want HEAD", r.Method)
				}
				if tt.location != "" {
					w.Header().Set("Location", strings.Replace(tt.location, "CMS", server.URL, 1))
				}
				w.WriteHeader(tt.status)
			}
			server = newCMS(t, map[string]http.HandlerFunc{"/old/": handler, "/a/old/": handler})
			got, err := server.client(t, nil).Redirect(t.Context(), tt.link, content.FirstRedirect)
			want := tt.want
			want.Location = strings.Replace(want.Location, "CMS", server.URL, 1)
			if isFound(t, err) != tt.found || got != want {
				t.Errorf("got %+v, error %v; want %+v, %v", got, err, want, tt.found)
			}
		})
	}
}

func TestRedirectLookupStaysOnTheCMS(t *testing.T) {
	server := newCMS(t, nil)
	for _, link := range []string{"@evil.test/x/", "//evil.test/", ".evil.test/", ""} {
		if _, err := server.client(t, nil).Redirect(t.Context(), link, content.FirstRedirect); !errors.Is(err, content.ErrNotFound) {
			t.Errorf("%q: got error %v, want ErrNotFound", link, err)
		}
	}
	if requests := server.requests(); len(requests) != 0 {
		t.Errorf("requests %v for links without exactly one leading slash, want none", requests)
	}
}

func TestRedirectLookupFailureIsNotFound(t *testing.T) {
	server := newCMS(t, nil)
	client := server.client(t, nil)
	server.Close()
	if _, err := client.Redirect(t.Context(), "/old/", content.FirstRedirect); !errors.Is(err, content.ErrNotFound) {
		t.Errorf("CMS down: got error %v, want ErrNotFound", err)
	}
}

func TestRedirectOfACMSInAFolder(t *testing.T) {
	var server *cms
	server = newCMS(t, map[string]http.HandlerFunc{"/wp/old/": func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", server.URL+"/wp/new/?a=1")
		w.WriteHeader(http.StatusMovedPermanently)
	}})
	client := server.client(t, func(c *Config) { c.CMSURL = server.URL + "/wp" })
	got, err := client.Redirect(t.Context(), "/old/", content.FirstRedirect)
	want := content.Redirect{Status: 301, Location: "https://www.example.test/new/?a=1"}
	if err != nil || got != want {
		t.Errorf("got %+v, error %v; want %+v", got, err, want)
	}
}

// chain is a CMS that redirects /a/ to /b/ and /b/ to /c/, which exists, and /away/ through
// /b-away/ to another host.
func chain(t *testing.T, other string) *cms {
	t.Helper()
	to := func(location string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, location, http.StatusFound) }
	}
	return newCMS(t, map[string]http.HandlerFunc{
		"/a/": to("/b/"), "/b/": to("/c/"), "/c/": func(http.ResponseWriter, *http.Request) {},
		"/away/": to("/b-away/"), "/b-away/": to(other + "/x/"),
		"/ours/": to("https://www.example.test/new/"),
		"/back/": to("/there/"), "/there/": to("/back/"),
	})
}

func TestRedirectFollowedToItsEnd(t *testing.T) {
	other := newCMS(t, map[string]http.HandlerFunc{"/x/": func(http.ResponseWriter, *http.Request) {}})
	server := chain(t, other.URL)
	for link, want := range map[string]content.Redirect{
		"/a/":    {Status: 301, Location: server.URL + "/c/"},
		"/away/": {Status: 301, Location: other.URL + "/x/", External: true},
		"/ours/": {Status: 301, Location: "https://www.example.test/new/"},
		"/c/":    {},
		"/back/": {},
	} {
		got, err := server.client(t, nil).Redirect(t.Context(), link, content.LastRedirect)
		if isFound(t, err) != (want != content.Redirect{}) || got != want {
			t.Errorf("%s: got %+v, error %v; want %+v", link, got, err, want)
		}
	}
	if requests := other.requests(); len(requests) != 0 {
		t.Errorf("requests to another host: %v, want none", requests)
	}
}

func TestFirstRedirectKeepsItsStatus(t *testing.T) {
	server := chain(t, "https://other.test")
	got, err := server.client(t, nil).Redirect(t.Context(), "/a/", content.FirstRedirect)
	if want := (content.Redirect{Status: 302, Location: server.URL + "/b/"}); err != nil || got != want {
		t.Errorf("got %+v, error %v; want %+v", got, err, want)
	}
}

// TestARedirectWithoutTargetLeadsToTheCMS makes the following HEAD request fail. The second one
// gets a redirect without a target.
func TestARedirectWithoutTargetLeadsToTheCMS(t *testing.T) {
	var requests atomic.Int32
	server := newCMS(t, map[string]http.HandlerFunc{"/wp/old/": func(w http.ResponseWriter, _ *http.Request) {
		if requests.Add(1) == 1 {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(http.StatusFound)
	}})
	client := server.client(t, func(c *Config) {
		c.CMSURL, c.Transport = server.URL+"/wp", &http.Transport{DisableKeepAlives: true}
	})
	got, err := client.Redirect(t.Context(), "/old/", content.LastRedirect)
	want := content.Redirect{Status: 301, Location: server.URL + "/wp/old/", External: true}
	if err != nil || got != want {
		t.Errorf("got %+v, error %v; want %+v", got, err, want)
	}
}

// isFound reports whether a look-up found something. An error other than ErrNotFound fails the
// test.
func isFound(t *testing.T, err error) bool {
	t.Helper()
	if err != nil && !errors.Is(err, content.ErrNotFound) {
		t.Errorf("got error %v, want none or ErrNotFound", err)
	}
	return err == nil
}
