package resolve

import (
	"slices"
	"strings"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// optionByWord finds an option by its slug, else by its name in any language: a
// Spanish path has apartamentos, and /golden-mile/ means marbella-golden-mile.
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

var slugHyphens = strings.NewReplacer(" ", "-", "/", "-")

// asSlug is the slug that WordPress makes of a name.
func asSlug(name string) string { return slugHyphens.Replace(i18n.Fold(name)) }
