package compose

import (
	"slices"
	"strconv"
	"strings"

	"estate/internal/content/search"
	"estate/internal/site/view"
)

// withCounts are the options of a field with the number of results of each.
func withCounts(name string, options []view.Option, counts *search.Counts) []view.Option {
	count := countsOf(name, counts)
	if count == nil {
		return options
	}
	counted := slices.Clone(options)
	for i := range counted {
		if n, ok := count(&options[i]); ok {
			counted[i].Label += " (" + strconv.Itoa(n) + ")"
			counted[i].Empty = n == 0
		}
	}
	return counted
}

// findable are the options that find something, and the chosen ones.
func findable(options []view.Option, chosen string) []view.Option {
	found := make([]view.Option, 0, len(options))
	values := strings.Split(chosen, ",")
	for _, option := range options {
		if !option.Empty || slices.Contains(values, option.Value) {
			found = append(found, option)
		}
	}
	return found
}

// countsOf is the function that counts the options of a field, nil for a field
// without counts.
func countsOf(name string, counts *search.Counts) func(*view.Option) (int, bool) {
	if counts == nil {
		return nil
	}
	byID := func(counts map[int]int) func(*view.Option) (int, bool) {
		if counts == nil {
			return nil
		}
		return func(option *view.Option) (int, bool) {
			id, err := strconv.Atoi(option.Value)
			return counts[id], err == nil
		}
	}
	switch name {
	case search.KeyOffer:
		return byID(counts.Offers)
	case search.KeyType:
		return byID(counts.Types)
	case search.KeyCategory, search.KeyCategories:
		return byID(counts.Categories)
	case search.KeyBeds:
		return byID(counts.Beds)
	case search.KeyBaths:
		return byID(counts.Baths)
	case search.KeyOptions:
		return func(option *view.Option) (int, bool) {
			return counts.Collections[option.Value], counts.Collections != nil
		}
	case search.KeyLocation:
		return func(option *view.Option) (int, bool) { return placeCount(option, counts) }
	}
	return nil
}

func placeCount(option *view.Option, counts *search.Counts) (int, bool) {
	id, err := strconv.Atoi(option.Value)
	if err != nil {
		return 0, false
	}
	switch option.Name {
	case search.KeyProvince:
		return counts.Provinces[id], counts.Provinces != nil
	case search.KeyCity:
		return counts.Cities[id], counts.Cities != nil
	case search.KeySubarea:
		return counts.Subareas[id], counts.Subareas != nil
	}
	return 0, false
}
