package app

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"estate/internal/app/config"
	"estate/internal/tests/wordpresstest"
)

// TestSiteBeforeARealWordPressOfOthers runs the site in both modes before a WordPress without the plugin and without a
// language plugin: as it is, with a forced page size, with the homes of a theme, and with posts closed in REST.
func TestSiteBeforeARealWordPressOfOthers(t *testing.T) {
	wp := wordpresstest.Open(t)
	folder := filepath.Join(wp.State, "site", "wp-content", "mu-plugins")
	source, err := os.ReadFile(filepath.Join(wordpresstest.Folder(), "any", "site.php"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	put := func(name string, text []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { // the other tests need the plugin
		for _, name := range []string{"any.txt", "any.php"} {
			_ = os.Remove(filepath.Join(folder, name))
		}
		reset := exec.Command(filepath.Join(wordpresstest.Folder(), "reset.sh"))
		reset.Env = append(os.Environ(), "ESTATE_WORDPRESS_STATE="+wp.State)
		if output, err := reset.CombinedOutput(); err != nil {
			t.Errorf("reset WordPress: %v\n%s", err, output)
		}
	})
	put("any.php", source)
	put("any.txt", nil)
	wp.PHP(t, filepath.Join(wordpresstest.Folder(), "any", "content.php"), filepath.Join(wp.State, "site"))

	for _, words := range []string{"", "clip", "homes", "closed", "clip homes"} {
		for _, mode := range cmsModes {
			t.Run(mode+" "+words, func(t *testing.T) {
				put("any.txt", []byte(words))
				time.Sleep(2100 * time.Millisecond) // PHP keeps files for two seconds
				_, server := startBeforeAddress(t, wp.Address, mode, func(s *config.Settings) { s.CMS.Fresh = config.Duration(time.Second) })
				checkSiteOfOthers(t, server, mode, words)
			})
		}
	}
}

func checkSiteOfOthers(t *testing.T, server *httptest.Server, mode, words string) {
	t.Helper()
	posts := http.StatusOK
	if strings.Contains(words, "closed") {
		posts = http.StatusNotFound
	}
	for range 4 { // more than the circuit breaker stands
		statuses(t, server, map[string]int{"/es/": http.StatusNotFound, "/es/properties/": http.StatusNotFound, "/page-3/": http.StatusOK})
	}
	statuses(t, server, map[string]int{"/nothing/": http.StatusNotFound})
	for i := 1; i <= 25; i += 8 {
		want := map[string]int{fmt.Sprintf("/page-%d/", i): http.StatusOK, fmt.Sprintf("/post-%d/", i): posts}
		if strings.Contains(words, "homes") {
			want[fmt.Sprintf("/property/property-%d/", i)] = http.StatusOK
		}
		statuses(t, server, want)
	}
	_, blog := get(t, server, "/blog/")
	sticky, newest := strings.Index(blog, `href="/post-1/"`), strings.Index(blog, `href="/post-25/"`)
	if posts == http.StatusOK && (sticky < 0 || newest < sticky) {
		t.Errorf("blog: the sticky post is at %d, the newest at %d", sticky, newest)
	}
	if strings.Contains(words, "homes") {
		if _, body := get(t, server, "/property/property-7/"); !strings.Contains(body, "407.000 €") {
			t.Error("the home has not its price")
		}
		if _, body := get(t, server, "/properties/"); !strings.Contains(body, "425.000 €") {
			t.Error("the results lack the newest home")
		}
	}
	if _, body := get(t, server, "/page-3/"); strings.Contains(body, `href="/es/`) || strings.Contains(body, `hreflang="es"`) {
		t.Error("the page has links to a language without content")
	}
	for kind, status := range map[string]int{"pages": http.StatusOK, "posts": posts} {
		_, body := get(t, server, "/sitemap/"+kind+"-en-1.xml")
		if n := strings.Count(body, "/"+strings.TrimSuffix(kind, "s")+"-"); status == http.StatusOK && n != 25 {
			t.Errorf("%s mode: the sitemap lists %d of 25 %s", mode, n, kind)
		}
	}
}
