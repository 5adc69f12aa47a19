package wordpress

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"estate/internal/content"
	"estate/internal/tests/repository"
)

// The plugin repeats lists of the site, because PHP cannot read Go.
func TestListsOfThePluginAreThoseOfTheSite(t *testing.T) {
	for _, list := range []struct {
		file, name string
		want       []string
	}{
		{"Properties/Property.php", "LOCKABLE", content.LockableFields},
		{"Rest/Images.php", "LABELS", content.ImageLabels},
	} {
		text, err := os.ReadFile(filepath.Join(repository.Path(), "wordpress/estate/src", list.file))
		if err != nil {
			t.Fatal(err)
		}
		constant := regexp.MustCompile(`(?s)const ` + list.name + ` = \[(.*?)\];`).FindSubmatch(text)
		if constant == nil {
			t.Errorf("%s has no list %s", list.file, list.name)
			continue
		}
		var got []string
		for _, value := range regexp.MustCompile(`'([^']*)'`).FindAllSubmatch(constant[1], -1) {
			got = append(got, string(value[1]))
		}
		if !slices.Equal(got, list.want) {
			t.Errorf("%s of %s is %q, the site has %q", list.name, list.file, got, list.want)
		}
	}
}
