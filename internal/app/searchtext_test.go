package app

import (
	"net/http"
	"strings"
	"testing"
)

func TestEveryArchiveIsSearched(t *testing.T) {
	app, server := startSite(t, nil)
	tests := []struct{ name, link, word string }{
		{"properties", "/properties/?s=villa", "villa"},
		{"Spanish properties", "/es/properties/?s=villa", "villa"},
		{"a place", "/cities/marbella/?s=villa", "villa"},
		{"a listing", "/for-sale/villas/marbella/?s=villa", "villa"},
		{"developments", "/developments/?s=a", "a"},
		{"the archive of developments", "/search-developments/?s=a", "a"},
		{"the blog", "/blog/?s=marbella", "marbella"},
		{"the whole site", "/?s=marbella", "marbella"},
		{"a category", "/category/areas/?s=marbella", "marbella"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all, _, _ := strings.Cut(tt.link, "?")
			found, unfiltered := fetchView(t, app, tt.link), fetchView(t, app, all)
			if found.Data["isSearch"] != true || found.Data["searchQuery"] != tt.word {
				t.Errorf("record %v, want a search for %q", found.Data, tt.word)
			}
			if !strings.HasPrefix(found.Head.Robots, "noindex") || !strings.Contains(found.Header.Subtitle, tt.word) {
				t.Errorf("robots %q, subtitle %q", found.Head.Robots, found.Header.Subtitle)
			}
			total, _ := found.Data["total"].(float64)
			whole, isArchive := unfiltered.Data["total"].(float64)
			if total == 0 || isArchive && total > whole {
				t.Errorf("%v of %v found", total, whole)
			}
			none := fetchView(t, app, all+"?s=zzzzzz")
			if none.Status != http.StatusOK || none.Data["total"] != float64(0) || !strings.HasPrefix(none.Head.Robots, "noindex") {
				t.Errorf("a text of nothing: status %d, total %v, robots %q", none.Status, none.Data["total"], none.Head.Robots)
			}
			if response, body := get(t, server, tt.link); response.StatusCode != http.StatusOK || !strings.Contains(body, `content="noindex`) {
				t.Errorf("status %d, or the document may be indexed", response.StatusCode)
			}
		})
	}
}
