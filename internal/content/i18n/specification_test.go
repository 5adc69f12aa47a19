package i18n

import (
	"slices"
	"strings"
	"testing"
)

func TestFiveLanguagesAreDeclaredAndTwoAreFilled(t *testing.T) {
	if want := []Lang{"en", "es", "ru", "fr", "de"}; !slices.Equal(Declared, want) {
		t.Errorf("declared: %v, want %v", Declared, want)
	}
	if want := []Lang{"en", "es"}; !slices.Equal(Filled, want) {
		t.Errorf("filled: %v, want %v", Filled, want)
	}
	if Fallback != LangEN {
		t.Errorf("fallback: %s, want en", Fallback)
	}
	for _, lang := range Declared {
		if got, want := Words.T(lang, "facts.bedrooms") == Words.T(LangEN, "facts.bedrooms"), lang != LangES; got != want {
			t.Errorf("%s uses the English text: %v, want %v", lang, got, want)
		}
	}
}

// The English texts with fixed words (specification §3.15, §5.9, §8.19 and §9.8.2).
func TestTextsOfTheSpecification(t *testing.T) {
	for key, want := range map[string]string{
		"facts.bedrooms":     "Bedrooms",
		"facts.bathrooms":    "Bathrooms",
		"facts.plotSize":     "Plot Size",
		"facts.builtSize":    "Built Size",
		"facts.terraceSize":  "Terrace Size",
		"facts.reference":    "Reference",
		"price.onAsk":        "Price On Ask",
		"badges.sold":        "Sold",
		"badges.new":         "New Property",
		"badges.exclusive":   "Exclusive",
		"badges.featured":    "Featured",
		"consent.accept":     "Allow All",
		"consent.decline":    "I decline",
		"consent.understand": "I understand",
		"consent.text": "By clicking 'Allow All' you agree to the storing of cookies on your device to enhance navigation, " +
			"analyze site usage and assist in our marketing efforts.",
		"errors.internal.title":   "Oops! something went wrong",
		"errors.upstream.title":   "Oops! something went wrong",
		"sections.error.notFound": "It was not possible to find the page:",
		"sections.error.meaning":  "This is a 404 error, which means you've clicked on a bad link or entered an invalid URL.",
		"sections.error.wayOut":   "You can try another search or look at our more recent properties below.",
	} {
		if got := Words.T(LangEN, key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

// The banner names the button that accepts by the words of the sentence (specification §5.9 and §9.8.2).
func TestTheCookieBannerNamesItsButton(t *testing.T) {
	for _, lang := range Filled {
		text, accept := Words.T(lang, "consent.text"), Words.T(lang, "consent.accept")
		if accept == "" || !strings.Contains(text, accept) {
			t.Errorf("%s: the sentence %q does not name the button %q", lang, text, accept)
		}
	}
}
