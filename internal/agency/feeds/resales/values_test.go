package resales

import (
	"encoding/json"
	"testing"

	"estate/internal/content/i18n"
)

// The numbers of a listing are written as JSON, which has no NaN.
func TestDecimalIsAlwaysANumber(t *testing.T) {
	for text, want := range map[value]float64{"": 0, "36.5": 36.5, "36,5": 36.5, "NaN": 0, "Inf": 0, "x": 0} {
		if got := text.decimal(); got != want {
			t.Errorf("decimal of %q is %v, want %v", text, got, want)
		}
	}
}

// Two locales of a language must not change the listing from run to run.
func TestDescriptionInTwoLocalesIsStable(t *testing.T) {
	description := json.RawMessage(`{"en_US":"A condo.","en_GB":"A flat.","es_ES":"Un piso."}`)
	for range 20 {
		got := texts(description, []string{"en", "es"})
		if got[i18n.LangEN] != "A condo." || got[i18n.LangES] != "Un piso." {
			t.Fatalf("got %v", got)
		}
	}
}
