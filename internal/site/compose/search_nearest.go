package compose

import (
	"context"
	"slices"
	"strconv"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

const (
	minNearest        = 3 // fewer are filled up with properties that miss two values
	maxNearest        = 6
	maxNearestOfAPart = 3
)

// nearest are the properties or developments that come nearest to a search without results:
// each misses one value of the filter, or two where few miss only one.
func (b *searchBuilder) nearest(ctx context.Context, f search.Filter) []*view.Card {
	f.Kind = kindOf(f)
	f.Page, f.PerPage, f.Sort = 0, 0, ""
	if f.Reference != "" {
		return b.nearReferences(ctx, f.Reference, f.Kind)
	}
	parts := b.parts(f)
	slices.Reverse(parts) // figures first, then features, place and type
	var groups [][]*view.Card
	for _, part := range parts {
		groups = append(groups, b.nearestWithout(ctx, f, part.without, part))
	}
	cards := interleave(nil, groups)
	for i, first := range parts {
		if len(cards) >= minNearest {
			break
		}
		groups = nil
		for _, second := range parts[i+1:] {
			if without, ok := b.withoutBoth(first, second); ok {
				groups = append(groups, b.nearestWithout(ctx, f, without, second, first))
			}
		}
		cards = interleave(cards, groups)
	}
	return cards
}

// nearReferences are the properties or developments whose references are spelt like a wanted one: no other home is
// near to a reference.
func (b *searchBuilder) nearReferences(ctx context.Context, reference string, kind search.Kind) []*view.Card {
	var filters []search.Filter
	for _, near := range b.lookups.nearReferences(ctx, kind, reference) {
		filters = append(filters, search.Filter{Kind: kind, Reference: near.Reference})
	}
	var cards []*view.Card
	for _, near := range b.candidates(ctx, kind, filters) {
		near.card.Differs = &view.Difference{Text: b.t("search.chip.reference", "reference", near.row.Reference)}
		cards = append(cards, near.card)
	}
	return cards
}

// withoutBoth is the filter without two of its values.
func (b *searchBuilder) withoutBoth(first, second filterPart) (search.Filter, bool) {
	for _, part := range b.parts(first.without) {
		if part.key == second.key && part.text == second.text {
			return part.without, true
		}
	}
	return search.Filter{}, false
}

// interleave appends the first card of each group, then the second of each; a property that
// is there already counts once.
func interleave(cards []*view.Card, groups [][]*view.Card) []*view.Card {
	for i := range maxNearestOfAPart {
		for _, group := range groups {
			if i >= len(group) || slices.ContainsFunc(cards, func(card *view.Card) bool { return card.ID == group[i].ID }) {
				continue
			}
			if cards = append(cards, group[i]); len(cards) == maxNearest {
				return cards
			}
		}
	}
	return cards
}

// candidate is a property or development with the figures that the filter compares.
type candidate struct {
	card *view.Card
	row  search.Row
}

// candidates are the first results of the filters, each once.
func (b *searchBuilder) candidates(ctx context.Context, kind search.Kind, filters []search.Filter) []candidate {
	var found []candidate
	if kind == search.KindDevelopments {
		for _, development := range b.lookups.developments(ctx, maxNearestOfAPart, filters...) {
			found = append(found, candidate{b.cards.development(development), development.Row()})
		}
		return found
	}
	for _, property := range b.lookups.properties(ctx, maxNearestOfAPart, filters...) {
		found = append(found, candidate{b.cards.property(property), property.Row()})
	}
	return found
}

// nearestWithout are results without some values of the wanted filter, the nearest
// first. The last value decides which are near.
func (b *searchBuilder) nearestWithout(ctx context.Context, wanted, without search.Filter, parts ...filterPart) []*view.Card {
	filters := nearFilters(wanted, without, parts[len(parts)-1].key)
	var cards []*view.Card
	for _, near := range b.candidates(ctx, wanted.Kind, filters) {
		card := near.card
		card.Differs = &view.Difference{}
		for i, part := range parts {
			difference := b.difference(&near.row, wanted, part)
			if i > 0 {
				difference.Text = card.Differs.Text + " · " + difference.Text
			}
			card.Differs = &difference
		}
		cards = append(cards, card)
	}
	return cards
}

// nearFilters are the searches for the nearest properties without the value of a key:
// fewer rooms one by one, the price that is nearest to the limit, else any.
func nearFilters(wanted, without search.Filter, key string) []search.Filter {
	fewer := func(rooms *int, than int) (filters []search.Filter) {
		for *rooms = than - 1; *rooms >= 0; *rooms-- {
			filters = append(filters, without)
		}
		return filters
	}
	switch key {
	case search.KeyBeds:
		return fewer(&without.Beds, wanted.Beds)
	case search.KeyBaths:
		return fewer(&without.Baths, wanted.Baths)
	case search.KeyPriceTo:
		without.Sort = search.SortPriceLow
	case search.KeyPriceFrom:
		without.Sort = search.SortPriceHigh
	}
	return []search.Filter{without}
}

// difference is how a property or development differs from the wanted filter by the value of a
// part. The prices of a development are a range.
func (b *searchBuilder) difference(row *search.Row, wanted search.Filter, part filterPart) view.Difference {
	lowest, highest := row.Price, max(row.Price, row.PriceTo)
	switch {
	case part.key == search.KeyBeds:
		return view.Difference{
			Key:  string(view.FactBedrooms),
			Text: b.t("results.differs.beds", "count", row.Beds, "wanted", strconv.Itoa(wanted.Beds)),
		}
	case part.key == search.KeyBaths:
		return view.Difference{
			Key:  string(view.FactBathrooms),
			Text: b.t("results.differs.baths", "count", row.Baths, "wanted", strconv.Itoa(wanted.Baths)),
		}
	case part.key == search.KeyPriceTo && lowest > wanted.PriceTo:
		return view.Difference{Key: "price", Text: b.t("results.differs.over", "price", i18n.Price(lowest-wanted.PriceTo))}
	case part.key == search.KeyPriceFrom && highest > 0 && highest < wanted.PriceFrom:
		return view.Difference{Key: "price", Text: b.t("results.differs.under", "price", i18n.Price(wanted.PriceFrom-highest))}
	}
	return view.Difference{Key: differenceKeys[part.key], Text: b.t("results.without", "filter", part.text)}
}

// differenceKeys are the marked parts of a card by the query key of a filter.
var differenceKeys = map[string]string{
	search.KeyProvince: "place", search.KeyCity: "place", search.KeySubarea: "place", search.KeyArea: "place", search.KeyNear: "place",
	search.KeyType:  "place", // the card says "Villa in Golden Mile"
	search.KeyOffer: "price", search.KeyPriceFrom: "price", search.KeyPriceTo: "price",
	search.KeyBuiltFrom: string(view.FactBuiltSize), search.KeyBuiltTo: string(view.FactBuiltSize),
	search.KeyPlotFrom: string(view.FactPlotSize), search.KeyPlotTo: string(view.FactPlotSize),
	search.KeyTerraceFrom: string(view.FactTerraceSize), search.KeyTerraceTo: string(view.FactTerraceSize),
}
