package translations

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	quoted      = regexp.MustCompile(`"([a-zA-Z]+(?:\.[\w-]+)+)"`)
	template    = regexp.MustCompile("\\bt\\(\\s*`([^`]+)`")
	placeholder = regexp.MustCompile(`\$\{[^}]+\}`)
)

// webUses lists the translation keys in components. The compiler checks that they exist
// (web/src/i18n/key.ts); here they count as used.
func webUses(t *testing.T) []use {
	t.Helper()
	var uses []use
	err := filepath.WalkDir("../../../web/src", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.Contains(path, ".test.") || !strings.Contains(filepath.Ext(path), ".ts") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, found := range quoted.FindAllStringSubmatch(string(source), -1) {
			uses = append(uses, use{found[1], path})
		}
		for _, found := range template.FindAllStringSubmatch(string(source), -1) {
			uses = append(uses, use{placeholder.ReplaceAllString(found[1], "*"), path})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return uses
}
