package compose_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"estate/internal/site/compose"
)

var update = flag.Bool("update", false, "rewrite the golden views")

// goldens is the folder of the golden Views. The tests of the front end read them too.
const goldens = "../../../testdata/views"

// screens are the golden Views by file name.
var screens = []struct{ name, link string }{
	{"home.en", "/"},
	{"home.es", "/es/"},
	{"properties.en", "/properties/"},
	{"properties.es", "/es/properties/page/2/"},
	{"properties-filtered.en", "/properties/?price_to=900000&s_beds=2&s_city=7001&s_type=7,15&sort_by=price_low"},
	{"properties-none.es", "/es/properties/?price_to=450000&s_beds=8&s_type=15"},
	{"listing.en", "/for-sale/villas/marbella/"},
	{"listing.es", "/es/venta/villas/marbella/"},
	{"city.en", "/cities/marbella-golden-mile/"},
	{"city.es", "/es/cities/nueva-andalucia/"},
	{"property.en", "/properties/villa-azul/"},
	{"property.es", "/es/properties/casa-del-mar/"},
	{"property-sold.en", "/properties/villa-sold/"},
	{"developments.en", "/developments/"},
	{"development.en", "/developments/golden-terraces/"},
	{"development.es", "/es/developments/golden-terraces/"},
	{"page.en", "/about/"},
	{"page.es", "/es/sobre-nosotros/"},
	{"page-everything.en", "/everything/"},
	{"page-everything.es", "/es/todo/"},
	{"archive.en", "/blog/"},
	{"archive.es", "/es/blog/"},
	{"archive-category.en", "/category/market/"},
	{"archive-author.es", "/es/author/ana-garcia/"},
	{"archive-date.es", "/es/2025/06/"},
	{"archive-search.en", "/blog/?s=golden"},
	{"post.en", "/golden-mile-guide/"},
	{"post.es", "/es/guia-milla-de-oro/"},
	{"favorites.en", "/favorites/?ids=1001,1002,9999"},
	{"favorites.es", "/es/favorites/"},
	{"alert.en", "/enquiry/alert/?s_beds=4&s_city=7001&price_to=3000000"},
	{"alert.es", "/es/enquiry/alert/"},
	{"alert-end.es", "/es/enquiry/alert/end/?t=0123456789abcdef"},
	{"error.en", "/no/such/page/"},
	{"error.es", "/es/no/existe/"},
	{"error-gone.en", "/properties/villa-gone/"},
}

func TestGoldenViews(t *testing.T) {
	h := newHarness(t, nil)
	withAlerts := newHarness(t, func(c *compose.Config) { c.Alerts = true })
	for _, screen := range screens {
		h := h
		if strings.HasPrefix(screen.name, "alert") {
			h = withAlerts
		}
		t.Run(screen.name, func(t *testing.T) {
			checkGolden(t, filepath.Join(goldens, screen.name+".json"), h.view(t, screen.link))
		})
	}
}

// checkGolden compares the JSON of a value with a golden file, or writes the file.
func checkGolden(t *testing.T, file string, value any) {
	t.Helper()
	got, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; `make golden` writes it", err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("%s differs (-golden +now); if that is meant, run `make golden`\n%s", file, diff)
	}
}
