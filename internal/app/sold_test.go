package app

import (
	"strconv"
	"strings"
	"testing"

	"estate/internal/content/search"
)

func TestCategoriesOfferOnlyWhatIsFound(t *testing.T) {
	app, _ := startSite(t, nil)
	offered := 0
	for _, link := range []string{"/properties/", "/es/properties/", "/properties/?s_offer=3&s_type=15", "/properties/?s_offer=10", "/properties/?s_category=204", "/developments/", "/cities/benahavis/"} {
		for _, field := range fetchView(t, app, link).Header.Search.Fields {
			if field.Name != search.KeyCategory && field.Name != search.KeyCategories {
				continue
			}
			for _, option := range field.Options {
				offered++
				separator := "?"
				if strings.Contains(link, "?") {
					separator = "&"
				}
				path, query, _ := strings.Cut(link, "?")
				if strings.Contains(query, field.Name) {
					separator, query = "?", ""
				}
				if query != "" {
					path += "?" + query
				}
				chosen := path + separator + field.Name + "=" + option.Value
				total, _ := fetchView(t, app, chosen).Data["total"].(float64)
				if total == 0 || !strings.HasSuffix(option.Label, "("+strconv.Itoa(int(total))+")") {
					t.Errorf("%s offers %q, %s finds %v", link, option.Label, chosen, total)
				}
			}
		}
	}
	if offered == 0 {
		t.Error("no category is offered")
	}
	sold := fetchView(t, app, "/properties/?s_category=204")
	if sold.Data["total"] == float64(0) {
		t.Error("category Sold finds nothing")
	}
}
