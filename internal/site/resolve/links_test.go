package resolve

import (
	"testing"

	"estate/internal/content/link"
)

// TestNormalPathsAreTheirOwnKeys compares isNormalPath and keyOf with package link.
func TestNormalPathsAreTheirOwnKeys(t *testing.T) {
	plain := 0
	for _, raw := range []string{
		"/", "/blog/", "/es/properties/villa-alba-2/", "/en/about/", "/pages/", "/page/", "/page-2/", "/a/page/b/", "/2024/05/17/",
		"//", "/a//b/", "//host/a/", "/page/2/", "/a/page/1/", "/es/page/3/", "/a/page/2/page/3/", "/page/1/page/2/",
		"/About/", "/about", "about/", "/a?b=1", "/a/#b", "/málaga/", "/a b/", "/a.b/", "/%41/", "https://host/a/", "",
	} {
		if isNormalPath(raw) {
			plain++
			if want := link.Normalize(raw); want != raw {
				t.Errorf("%q counts as plain, but its normal form is %q", raw, want)
			}
		}
		if got, want := keyOf(raw), parse(raw).String(); got != want {
			t.Errorf("keyOf(%q) = %q, want %q", raw, got, want)
		}
	}
	if plain < 5 {
		t.Errorf("only %d of the links count as plain", plain)
	}
}

func FuzzNormalPaths(f *testing.F) {
	f.Add("/a/page/2/")
	f.Fuzz(func(t *testing.T, raw string) {
		if isNormalPath(raw) && link.Normalize(raw) != raw {
			t.Errorf("%q counts as plain, but its normal form is %q", raw, link.Normalize(raw))
		}
	})
}
