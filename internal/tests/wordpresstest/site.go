package wordpresstest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"estate/internal/contentfile"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
)

// Secret is what the site's plugin shares with the site.
const Secret = "estate-test-secret-0001"

// The application passwords of the test site, as Authorization values.
const (
	Admin  = "Basic YWRtaW46RXN0YXRlQWRtaW5QYXNzd29yZDAwMDE="
	Reader = "Basic cmVhZGVyOkVzdGF0ZVJlYWRlclBhc3N3b3JkMDAx"
)

// Site is a WordPress that is up.
type Site struct {
	Address string // http://127.0.0.1:8091
	State   string // folder with its files, see up.sh
}

// Open finds the test site that ESTATE_WORDPRESS (address) and ESTATE_WORDPRESS_STATE
// (folder) name, or skips the test.
func Open(t testing.TB) *Site {
	t.Helper()
	address := strings.TrimRight(os.Getenv("ESTATE_WORDPRESS"), "/")
	if address == "" {
		t.Skip("ESTATE_WORDPRESS names no WordPress: make test-wordpress brings one up")
	}
	state := os.Getenv("ESTATE_WORDPRESS_STATE")
	if state == "" {
		state = filepath.Join(os.TempDir(), "estate-wordpress")
	}
	return &Site{Address: address, State: state}
}

// Fill replaces what WordPress holds by some content.
func (b *Site) Fill(t testing.TB, all *contenttest.Content) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Path: filepath.Join(t.TempDir(), "estate.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if err := db.Write(t.Context(), func(batch *store.Batch) error { return all.Write(batch) }); err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	if err := contentfile.Export(t.Context(), db, &lines, contentfile.ExportOptions{Format: contentfile.FormatLines}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "content.jsonl")
	if err := os.WriteFile(file, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b.Load(t, file)
}

// Load replaces what WordPress holds by an export; further arguments go to load.php.
func (b *Site) Load(t testing.TB, file string, more ...string) {
	t.Helper()
	b.PHP(t, append([]string{filepath.Join(Folder(), "load.php"), filepath.Join(b.State, "site"), file}, more...)...)
}

// PHP runs a PHP program beside the test site and returns what it printed.
func (b *Site) PHP(t testing.TB, args ...string) string {
	t.Helper()
	settings := []string{"-d", "memory_limit=1024M", "-d", "display_errors=stderr", "-d", "error_reporting=32767"}
	command := exec.CommandContext(t.Context(), "php", append(settings, args...)...)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("php %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return string(output)
}

// Folder is test/wordpress of this repository.
func Folder() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..", "test", "wordpress")
}
