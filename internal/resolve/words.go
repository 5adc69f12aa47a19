package resolve

import (
	"slices"
	"strings"

	"estate/internal/search"
)

// optionByWord finds an option by its slug, else by its name in any language:
// Spanish paths say apartamentos, and /golden-mile/ stands for marbella-golden-mile.
func optionByWord(catalog *search.Catalog, key, word string) *search.Option {
	if option := catalog.OptionBySlug(key, word); option != nil {
		return option
	}
	options := catalog.Locations
	switch key {
	case search.KeyOffer:
		options = catalog.Offers
	case search.KeyType:
		options = catalog.Types
	}
	i := slices.IndexFunc(options, func(option search.Option) bool {
		for _, name := range option.Name {
			if asSlug(name) == word {
				return true
			}
		}
		return false
	})
	if i < 0 {
		return nil
	}
	return &options[i]
}

var plainLetters = strings.NewReplacer(
	"á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u", "ñ", "n", " ", "-", "/", "-",
)

func asSlug(name string) string { return plainLetters.Replace(strings.ToLower(name)) }
