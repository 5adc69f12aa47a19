package seo

import (
	"strconv"
	"unicode/utf8"

	"estate/internal/content/i18n"
)

// Copy is the agency's text about one area for search engines.
type Copy struct{ Title, Description string }

// areaSlugs map the slugs of places to the six areas with their own copy
// (specification §2.9). A place may have a long and a short slug.
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

// AreaCopy is the copy of a place, false when it has none. It is without the agency's claim.
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

// Claim is the sentence about the agency's agents and years of experience, "" where its settings have
// neither number (specification §1.9).
func Claim(lang i18n.Lang, agents, years int) string {
	key := ""
	switch {
	case agents > 1 && years > 1:
		key = "both"
	case agents > 1:
		key = "agents"
	case years > 1:
		key = "years"
	default:
		return ""
	}
	return i18n.Words.T(lang, "seo.claim."+key, "agents", strconv.Itoa(agents), "years", strconv.Itoa(years))
}

// WithClaim appends a claim to a description where search engines show both whole.
func WithClaim(description, claim string) string {
	if claim == "" || utf8.RuneCountInString(description)+1+utf8.RuneCountInString(claim) > maxDescription {
		return description
	}
	return description + " " + claim
}
