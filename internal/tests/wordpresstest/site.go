package wordpresstest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"estate/internal/store"
	"estate/internal/store/contentfile"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/repository"
)

// Secret is the secret that the plugin shares with the site.
const Secret = "estate-test-secret-0001"

// The application passwords of the test site, as Authorization values.
const (
	Admin  = "Basic YWRtaW46RXN0YXRlQWRtaW5QYXNzd29yZDAwMDE="
	Reader = "Basic cmVhZGVyOkVzdGF0ZVJlYWRlclBhc3N3b3JkMDAx"
)

// Site is a running WordPress.
type Site struct {
	Address string // http://127.0.0.1:8091
	State   string // folder with its files, see up.sh
}

// Open returns the WordPress that ESTATE_WORDPRESS (address) and ESTATE_WORDPRESS_STATE (folder)
// name, or skips the test.
func Open(t testing.TB) *Site {
	t.Helper()
	address := strings.TrimRight(os.Getenv("ESTATE_WORDPRESS"), "/")
	if address == "" {
		t.Skip("ESTATE_WORDPRESS is not set; make test-wordpress starts a WordPress")
	}
	state := os.Getenv("ESTATE_WORDPRESS_STATE")
	if state == "" {
		state = filepath.Join(os.TempDir(), "estate-wordpress")
	}
	return &Site{Address: address, State: state}
}

// Fill replaces the content of WordPress.
func (s *Site) Fill(t testing.TB, all *contenttest.Content) {
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
	s.Load(t, file)
}

// Load replaces the content of WordPress by an export. Further arguments are passed to load.php.
func (s *Site) Load(t testing.TB, file string, more ...string) {
	t.Helper()
	s.PHP(t, append([]string{filepath.Join(Folder(), "load.php"), filepath.Join(s.State, "site"), file}, more...)...)
}

// PHP runs a PHP program and returns its output. A failure ends the test.
func (s *Site) PHP(t testing.TB, args ...string) string {
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
func Folder() string { return repository.Path("test", "wordpress") }
