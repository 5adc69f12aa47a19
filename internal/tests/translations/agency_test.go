package translations

import (
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"estate/locales"
)

// TestNoTextNamesTheDemoAgency fails when a translation names the demo's agency, its places or what
// it says of itself: the site of any agency prints these texts.
func TestNoTextNamesTheDemoAgency(t *testing.T) {
	name := regexp.MustCompile(`(?i)zero (real )?estate|\bzero\b|marbella|costa del sol|\b35\b|\b40\b`)
	specified := func(key string) bool { // specification §2.7.1, §2.9.1
		return key == "header.blog.title" || strings.HasPrefix(key, "seo.areas.")
	}
	var walk func(file, key string, value any)
	walk = func(file, key string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for name, item := range value {
				walk(file, key+"."+name, item)
			}
		case string:
			if found := name.FindString(value); found != "" && !specified(key) {
				t.Errorf("%s: %s names the demo's agency: %q", file, key, found)
			}
		}
	}
	err := fs.WalkDir(locales.Files, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(file) != ".json" {
			return err
		}
		text, err := fs.ReadFile(locales.Files, file)
		if err != nil {
			return err
		}
		var texts any
		if err := json.Unmarshal(text, &texts); err != nil {
			return err
		}
		walk(file, strings.TrimSuffix(path.Base(file), ".json"), texts)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
