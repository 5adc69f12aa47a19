package brand

import (
	"os"
	"strings"
	"testing"
)

// The icon is a static file. It has the brand's colours too.
func TestTheIconHasTheColoursOfTheBrand(t *testing.T) {
	icon, err := os.ReadFile("../../../web/public/favicon.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, attribute := range []string{`fill="` + Bark + `"`, `stroke="` + Sand + `"`} {
		if !strings.Contains(string(icon), attribute) {
			t.Errorf("favicon.svg lacks %s", attribute)
		}
	}
}
