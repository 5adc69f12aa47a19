package sentence

import (
	"maps"
	"slices"
	"testing"

	"estate/internal/content/i18n"
	"estate/internal/content/vocabulary"
)

// A phrase that the other phrases of its list have already is an oversight.
func TestNoPhraseIsRepeated(t *testing.T) {
	for _, lang := range i18n.Filled {
		list, err := readWords(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range []map[string][]string{list.Classes, list.Features, list.Collections, list.Places} {
			for _, name := range slices.Sorted(maps.Keys(group)) {
				count := map[string]int{}
				for _, phrase := range group[name] {
					for _, variant := range vocabulary.Variants(phrase) {
						count[variant]++
					}
				}
				for _, phrase := range group[name] {
					if !slices.ContainsFunc(vocabulary.Variants(phrase), func(variant string) bool { return count[variant] == 1 }) {
						t.Errorf("%s: %s: %q is listed already", lang, name, phrase)
					}
				}
			}
		}
	}
}
