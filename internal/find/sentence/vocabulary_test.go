package sentence_test

import (
	"slices"
	"testing"

	"estate/internal/content/i18n"
	"estate/internal/content/vocabulary"
)

// TestTypesOfTheVocabulary types every type of the table in both languages: the search line knows what feeds know.
func TestTypesOfTheVocabulary(t *testing.T) {
	ids := map[string]int{
		"apartments": 7, "villas": 15, "houses": 81, "country-properties": 100, "plots-and-lands": 45, "commercials": 96, "unique-buildings": 158, "other": 74,
	}
	parser := newParser(t)
	for _, entry := range vocabulary.Entries() {
		if entry.Kind != vocabulary.KindType {
			continue
		}
		for _, form := range entry.Forms() {
			for _, lang := range i18n.Filled {
				got := parser.Parse(lang, form).Filter.Types
				switch {
				case entry.Feeds && len(got) > 0 && !slices.Contains(got, ids[entry.Means]):
					t.Errorf("%s %q: types %v, want none or %d", lang, form, got, ids[entry.Means])
				case !entry.Feeds && !slices.Equal(got, []int{ids[entry.Means]}):
					t.Errorf("%s %q: types %v, want %d", lang, form, got, ids[entry.Means])
				}
			}
		}
	}
}

// TestOffersOfTheVocabulary types every offer of the table in both languages.
func TestOffersOfTheVocabulary(t *testing.T) {
	ids := map[string]int{
		vocabulary.Sale: 3, vocabulary.Rent: 10, vocabulary.Month: 10, vocabulary.Week: 12, vocabulary.Day: 12, vocabulary.Holiday: 12,
	}
	parser := newParser(t)
	for _, entry := range vocabulary.Entries() {
		if entry.Kind != vocabulary.KindOffer {
			continue
		}
		for _, form := range entry.Forms() {
			for _, lang := range i18n.Filled {
				line := "villa " + form
				if entry.Period != "" {
					line = "villa 900 € " + form
				}
				got := parser.Parse(lang, line).Filter.Offers
				switch {
				case entry.Feeds && len(got) > 0 && !slices.Contains(got, ids[entry.Means]):
					t.Errorf("%s %q: offers %v, want none or %d", lang, line, got, ids[entry.Means])
				case !entry.Feeds && !slices.Equal(got, []int{ids[entry.Means]}):
					t.Errorf("%s %q: offers %v, want %d", lang, line, got, ids[entry.Means])
				}
			}
		}
	}
}
