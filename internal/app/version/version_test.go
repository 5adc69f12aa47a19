package version

import (
	"os"
	"regexp"
	"testing"

	"estate/internal/tests/repository"
)

func TestTheNumberIsTheNewestVersionOfTheChangelog(t *testing.T) {
	changelog, err := os.ReadFile(repository.Path("CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	newest := regexp.MustCompile(`(?m)^## (\d+\.\d+\.\d+)`).FindSubmatch(changelog)
	if newest == nil || string(newest[1]) != Number {
		t.Errorf("CHANGELOG.md begins with version %q, the program is %s", newest, Number)
	}
}
