package i18n

import "testing"

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"  Málaga’s \n\tBEST  Cafés ": "malaga’s best cafes",
		"Ñandú\x00ﬁn":                 "nandu fin",
		"bad \xff bytes":              "bad bytes",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}
