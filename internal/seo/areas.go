package seo

import "estate/internal/i18n"

// Copy is what search engines are told of one area.
type Copy struct{ Title, Description string }

// areaSlugs lead from the slugs of places to the six areas with copy of their
// own (specification §2.9); places go by a longer and a shorter slug.
var areaSlugs = map[string]string{
	"marbella":                 "marbella",
	"marbella-puerto-banus":    "marbella-puerto-banus",
	"puerto-banus":             "marbella-puerto-banus",
	"nueva-andalucia":          "nueva-andalucia",
	"marbella-este":            "marbella-este",
	"elviria":                  "marbella-este",
	"marbella-golden-mile":     "marbella-golden-mile",
	"golden-mile":              "marbella-golden-mile",
	"san-pedro-de-alcantara":   "san-pedro-de-alcantara",
	"san-pedro-alcantara":      "san-pedro-de-alcantara",
	"marbella-san-pedro":       "san-pedro-de-alcantara",
	"marbella-nueva-andalucia": "nueva-andalucia",
}

// Areas lists the slugs of the areas that have copy of their own.
func Areas() []string {
	return []string{
		"marbella", "marbella-puerto-banus", "nueva-andalucia",
		"marbella-este", "marbella-golden-mile", "san-pedro-de-alcantara",
	}
}

// AreaCopy is the copy for a place, and whether there is one.
func AreaCopy(lang i18n.Lang, slug string) (Copy, bool) {
	area, ok := areaSlugs[slug]
	if !ok {
		return Copy{}, false
	}
	return Copy{
		Title:       i18n.Words.T(lang, "seo.areas."+area+".title"),
		Description: i18n.Words.T(lang, "seo.areas."+area+".description"),
	}, true
}
