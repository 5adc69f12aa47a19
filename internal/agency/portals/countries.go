package portals

import (
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"estate/internal/content/i18n"
)

// Spain is the code of Spain.
const Spain = "ES"

// countryAliases are names of countries that feeds use beside those of the languages.
var countryAliases = map[string]string{
	"uk": "GB", "great britain": "GB", "england": "GB", "inglaterra": "GB", "usa": "US", "united states of america": "US", "uae": "AE",
	"holland": "NL", "holanda": "NL",
}

// countryCodes are the ISO 3166-1 alpha-2 codes of countries by their folded names in English and Spanish.
var countryCodes = sync.OnceValue(func() map[string]string {
	codes := map[string]string{}
	english, spanish := display.English.Regions(), display.Spanish.Regions()
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			code := string(a) + string(b)
			region, err := language.ParseRegion(code)
			if err != nil || !region.IsCountry() || region.Canonicalize().String() != code {
				continue
			}
			for _, name := range []string{code, region.ISO3(), english.Name(region), spanish.Name(region)} {
				if name = i18n.Fold(name); name != "" && codes[name] == "" {
					codes[name] = code
				}
			}
		}
	}
	for name, code := range countryAliases {
		codes[name] = code
	}
	return codes
})

// CountryCode is the ISO 3166-1 alpha-2 code of a country, given by its name in English or Spanish or by
// a code; "" for an unknown text.
func CountryCode(text string) string {
	return countryCodes()[i18n.Fold(strings.TrimSpace(text))]
}

// CountryName is the English name of a country, given by its ISO 3166-1 alpha-2 code; "" for an unknown
// code.
func CountryName(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil || !region.IsCountry() {
		return ""
	}
	return display.English.Regions().Name(region)
}
