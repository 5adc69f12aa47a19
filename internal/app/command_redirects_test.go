package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/app/config"
	"estate/internal/content"
)

// putCSV imports redirects from text.
func putCSV(t *testing.T, data, text string, replace bool) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "old.csv")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return ImportRedirects(t.Context(), settingsFor(t, data), file, replace)
}

func storedRedirects(t *testing.T, data string) []content.RedirectPair {
	t.Helper()
	st, err := openStoreToRead(t.Context(), config.Settings{Data: data}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	pairs, err := st.Redirects(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

func TestInvalidRedirectsAreReportedByLine(t *testing.T) {
	tests := []struct{ name, text, says string }{
		{"loop", "/a/,/b/\n/b/,/a/\n", "line 1"},
		{"chain", "from,to\n/a/,/b/\n/b/,/c/\n", "line 2"},
		{"duplicate", "/a/,/b/\n/A,/c/\n", "line 2"},
		{"no path", "a,/b/\n", "line 1"},
		{"loop with a stored one", "/there/,/back/\n", "/there/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := t.TempDir()
			if err := putCSV(t, data, "/back/,/there/\n", false); err != nil {
				t.Fatal(err)
			}
			err := putCSV(t, data, tt.text, false)
			if err == nil || !strings.Contains(err.Error(), tt.says) || !strings.Contains(err.Error(), "nothing was imported") {
				t.Errorf("error %v; want one that names %s", err, tt.says)
			}
			if pairs := storedRedirects(t, data); len(pairs) != 1 {
				t.Errorf("the store has %v, want the one stored pair", pairs)
			}
		})
	}
}

func TestExportedRedirectsEqualTheImportedOnes(t *testing.T) {
	data := t.TempDir()
	const text = "from,to,status\n/a/,/about/,301\n/b/?x=1,https://elsewhere.test/,302\n"
	if err := putCSV(t, data, "/gone/,/about/\n", false); err != nil {
		t.Fatal(err)
	}
	if err := putCSV(t, data, text, true); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "out.csv")
	if err := ExportRedirects(t.Context(), settingsFor(t, data), file); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Errorf("export:\n%s(%v)\nwant\n%s", got, err, text)
	}
}

func TestImportedRedirectsAreServed(t *testing.T) {
	data := t.TempDir()
	if err := putCSV(t, data, "/villas-de-lujo.html,/for-sale/villas/marbella/\n", false); err != nil {
		t.Fatal(err)
	}
	_, server := startSite(t, in(data))
	response, _ := get(t, server, "/villas-de-lujo.html")
	if response.StatusCode != 301 || response.Header.Get("Location") != "/for-sale/villas/marbella/" {
		t.Errorf("%d to %q", response.StatusCode, response.Header.Get("Location"))
	}
}
