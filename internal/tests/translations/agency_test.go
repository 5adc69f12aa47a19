package translations

import (
	"io/fs"
	"regexp"
	"testing"

	"estate/locales"
)

// TestNoAgencyIsNamed fails when a translation names the demo's agency: the site of any agency
// prints these texts.
func TestNoAgencyIsNamed(t *testing.T) {
	name := regexp.MustCompile(`(?i)zero (real )?estate|\bzero\b`)
	err := fs.WalkDir(locales.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(locales.Files, path)
		if found := name.Find(text); found != nil {
			t.Errorf("%s names the demo's agency: %q", path, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
