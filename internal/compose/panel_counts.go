package compose

import (
	"slices"
	"strconv"

	"estate/internal/search"
	"estate/internal/view"
)

// withCounts are the options of a field with the number of results of each.
func withCounts(field view.SelectField, counts *search.Counts) []view.Option {
	count := countsOf(field.Name, counts)
	if count == nil {
		return field.Options
	}
	options := make([]view.Option, len(field.Options))
	for i, option := range field.Options {
		if n, ok := count(option); ok {
			option.Label += " (" + strconv.Itoa(n) + ")"
			option.Empty = n == 0
		}
		options[i] = option
	}
	return options
}

// findable are the options of a field that find something, and the chosen one.
func findable(field view.SelectField) []view.Option {
	return slices.DeleteFunc(field.Options, func(option view.Option) bool {
		return option.Empty && option.Value != field.Value
	})
}

// countsOf is the function that counts the options of a field, nil for a field
// without counts.
func countsOf(name string, counts *search.Counts) func(view.Option) (int, bool) {
	if counts == nil {
		return nil
	}
	byID := func(counts map[int]int) func(view.Option) (int, bool) {
		if counts == nil {
			return nil
		}
		return func(option view.Option) (int, bool) {
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
		return func(option view.Option) (int, bool) {
			return counts.Collections[option.Value], counts.Collections != nil
		}
	case search.KeyLocation:
		return func(option view.Option) (int, bool) { return placeCount(option, counts) }
	}
	return nil
}

func placeCount(option view.Option, counts *search.Counts) (int, bool) {
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
