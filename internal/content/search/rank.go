package search

import (
	"slices"
	"strings"

	"estate/internal/content/i18n"
)

// Rank is the order of pages where nobody chose one: rows with an offer of First, then those of other
// offers, then rows with a type of Last. Each part has the newest first.
type Rank struct{ First, Last []int }

// IsRanked reports whether the filter has the order of its Rank.
func (f *Filter) IsRanked() bool {
	return f.Sort == "" && len(f.IDs) == 0 && len(f.Rank.First)+len(f.Rank.Last) > 0
}

// Ranks is the number of parts of the order.
const Ranks = 3

// Of is the part of a row with some offers and types: 0 to Ranks-1.
func (r Rank) Of(offers, types []int) int {
	has := func(list, wanted []int) bool {
		return slices.ContainsFunc(list, func(id int) bool { return slices.Contains(wanted, id) })
	}
	switch {
	case has(types, r.Last):
		return Ranks - 1
	case has(offers, r.First):
		return 0
	}
	return 1
}

// Rank puts homes for sale before other offers, and what nobody lives in last.
func (c *Catalog) Rank() Rank {
	var r Rank
	if sale := c.OptionBySlug(KeyOffer, "for-sale"); sale != nil {
		r.First = []int{sale.ID}
	}
	for i := range c.Types {
		if isNoHome(&c.Types[i]) {
			r.Last = append(r.Last, c.Types[i].ID)
		}
	}
	return r
}

// isNoHome reports whether a type is a plot, a shop, a garage or the like, by the words of its slug and its names.
func isNoHome(option *Option) bool {
	for _, name := range []string{option.Slug, option.Name[i18n.LangEN], option.Name[i18n.LangES]} {
		for word := range strings.FieldsFuncSeq(i18n.Fold(name), func(r rune) bool { return r == '-' || r == ' ' || r == ',' || r == '/' }) {
			if slices.Contains(noHomes, strings.TrimSuffix(word, "s")) {
				return true
			}
		}
	}
	return false
}

// noHomes are folded words without the s of the plural.
var noHomes = []string{
	"plot", "land", "commercial", "shop", "office", "garage", "parking", "berth", "mooring", "storage", "warehouse", "other",
	"parcela", "terreno", "solar", "local", "locale", "comercial", "comerciale", "oficina", "garaje", "aparcamiento", "amarre", "trastero",
	"nave", "otro",
}
