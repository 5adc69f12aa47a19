package citations

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the project, seen from this package.
const root = "../../.."

// The documents that hold numbered rules.
const (
	specification = "docs/specification.md"
	routing       = "docs/routing.md"
)

// skipped are folders whose files are not written by the project.
var skipped = []string{".git", "node_modules", "bin", "dist", "data", "test-results", "pictures", "vendor", ".cache"}

// files returns the paths of the project's files whose names end in one of
// suffixes, relative to the project and with slashes.
func files(t *testing.T, suffixes ...string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path != root && slices.Contains(skipped, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(path, suffix) }) {
			return nil
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return fmt.Errorf("name of %s: %w", path, err)
		}
		found = append(found, filepath.ToSlash(name))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	// row is a rule in a table: | 2.4.1 | … |, | D6 | … | or | Decision 9 | … |.
	row = regexp.MustCompile(`(?m)^\| ((?:Decision |D)?\d+(?:\.\d+)*) \|`)
	// heading is a section of rules: ## 2. or ### 2.4.
	heading = regexp.MustCompile(`(?m)^##+ (\d+(?:\.\d+)*)\.? `)
)

// rules returns the numbers of a document's rules and sections. A number that is
// defined twice, or below a section that does not exist, is a mistake.
func rules(t *testing.T, document string) map[string]bool {
	t.Helper()
	text := read(t, document)
	known := map[string]bool{}
	for _, found := range slices.Concat(heading.FindAllStringSubmatch(text, -1), row.FindAllStringSubmatch(text, -1)) {
		if known[found[1]] {
			t.Errorf("%s: %s is defined twice", document, found[1])
		}
		known[found[1]] = true
	}
	for number := range known {
		if section, _, below := strings.Cut(number, "."); below && !known[section] {
			t.Errorf("%s: %s stands below no section %s", document, number, section)
		}
	}
	return known
}
