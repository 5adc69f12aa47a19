package app

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/app/config"
)

// An office changes a telephone number, redirects and the demo without stopping its site.
func TestCommandsChangeTheRunningSite(t *testing.T) {
	var s config.Settings
	_, server := startSite(t, func(settings *config.Settings) { s = *settings })
	shows := func(what, link, text string) {
		t.Helper()
		eventually(t, what, func() bool {
			_, body := get(t, server, link)
			return strings.Contains(body, text)
		})
	}
	line := `{"kind":"settings","lang":"en","data":{"phone_1":"+34 952 123 456"}}`
	file := filepath.Join(t.TempDir(), "phone.jsonl")
	if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	before, _ := get(t, server, "/") // kept by the caches
	if err := Import(t.Context(), s, file, ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	shows("the page has the new number", "/", "+34 952 123 456")
	if same := getUnlessCurrent(t, server, "/", before); same.StatusCode != http.StatusOK {
		t.Errorf("a browser with the old page gets %d", same.StatusCode)
	}
	if err := Undo(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the old number is back", func() bool {
		_, body := get(t, server, "/")
		return !strings.Contains(body, "+34 952 123 456")
	})
	if err := putCSV(t, s.Data, "/from-the-window/,/contact/\n", false); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the redirect works", func() bool {
		response, _ := get(t, server, "/from-the-window/")
		return response.StatusCode == http.StatusMovedPermanently
	})
	_, results := get(t, server, "/properties/")
	if !strings.Contains(results, "/properties/") {
		t.Fatal("the demo has no properties")
	}
	if err := RemoveDemo(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the search finds nothing", func() bool {
		_, body := get(t, server, "/_view/properties/")
		return strings.Contains(body, `"total":0`)
	})
}
