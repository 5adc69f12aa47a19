package sentence

import (
	"cmp"
	"slices"
	"strings"

	"estate/internal/content/search"
)

// filter resolves what contradicts or contains each other and builds the filter.
func (s *scanner) filter() search.Filter {
	f := search.Filter{
		Kind: search.KindProperties, Offers: s.resolveOffers(), Types: s.resolveTypes(), Collections: s.collections,
		Features: s.resolveFeatures(), Built: s.built, Plot: s.plot, Terrace: s.terrace,
	}
	if s.developments {
		f.Kind = search.KindDevelopments
		f.Offers = nil // developments have no offer
	}
	f.Beds, f.Baths, f.PriceFrom, f.PriceTo, f.Reference = s.beds, s.baths, s.from, s.to, s.reference
	if f.PriceTo > 0 && f.PriceTo < f.PriceFrom {
		f.PriceFrom, f.PriceTo = f.PriceTo, f.PriceFrom
	}
	if len(s.narrowed) == 1 && s.narrowed[0] != "" { // "penthouse or villa" is not only penthouses
		f.Collections = appendNew(slices.Clone(f.Collections), s.narrowed[0])
	}
	if f.Beds == 0 && s.people > 0 {
		f.Beds = min((s.people+1)/2, search.MaxRooms) // two share a bedroom
	}
	if sale := s.offer("for-sale"); sale > 0 && len(f.Offers) == 0 && !s.developments && max(f.PriceFrom, f.PriceTo) >= leastSale {
		f.Offers = []int{sale}
	}
	for _, id := range s.resolvePlaces() {
		s.catalog.AddLocation(&f, id)
	}
	return f
}

// leastSale is the limit of a price, in euros, that no rent reaches.
const leastSale = 90_000

// unknownIn returns the unknown parts as the visitor typed them, in lower case.
func (s *scanner) unknownIn(text string) []string {
	if len(s.unknown) == 0 {
		return nil
	}
	slices.SortStableFunc(s.unknown, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	offsets := foldedOffsets(text)
	var typed []string
	end := -1
	for _, u := range s.unknown {
		part := strings.ToLower(text[offsets[u.start]:offsets[u.end]])
		if end >= 0 && strings.TrimSpace(text[end:offsets[u.start]]) == "" { // "no more than 6" is one phrase
			typed[len(typed)-1] += text[end:offsets[u.start]] + part
		} else {
			typed = append(typed, part)
		}
		end = offsets[u.end]
	}
	for i := range typed {
		typed[i] = strings.TrimSpace(typed[i])
	}
	return typed
}

// resolveOffers adds the offer that a period implies, and drops the general offer beside
// the special one: "rent for holidays" and "rent for two weeks", "a week" are holidays, "holiday home
// to buy" is sale.
func (s *scanner) resolveOffers() []int {
	offers := slices.Clone(s.offers)
	sale, rent, holidays := s.offer("for-sale"), s.offer("for-rent"), s.offer("for-holidays")
	has := func(id int) bool { return slices.Contains(offers, id) }
	if len(offers) == 0 {
		switch {
		case s.perMonth && rent > 0:
			offers = append(offers, rent)
		case (s.perWeek || s.stay) && holidays > 0:
			offers = append(offers, holidays)
		}
		return offers
	}
	if s.offersTogether {
		return offers
	}
	drop := func(id int) { offers = slices.DeleteFunc(offers, func(offer int) bool { return offer == id }) }
	if has(sale) && has(holidays) {
		drop(holidays)
	}
	if has(rent) && (s.stay || s.perWeek) && !s.perMonth && !has(sale) && holidays > 0 && !has(holidays) {
		offers = append(offers, holidays)
	}
	if has(rent) && has(holidays) {
		drop(rent)
	}
	return offers
}

// resolveFeatures drops features that exclude each other: "furnished or unfurnished" is any.
func (s *scanner) resolveFeatures() []string {
	if !slices.Contains(s.features, "furnished") || !slices.Contains(s.features, "unfurnished") {
		return s.features
	}
	return slices.DeleteFunc(slices.Clone(s.features), func(slug string) bool { return strings.HasSuffix(slug, "furnished") })
}

// resolveTypes drops the type of plots where the plot belongs to another type or to a
// building: "villa with a plot of 1.000 m²", "5 beds, plot 1.000 m²", "villa with a plot". A
// plot without a size is unknown then. The name of a property needs no type.
func (s *scanner) resolveTypes() []int {
	if s.named {
		return nil
	}
	plots := s.plotsType()
	building := len(s.types) > 1 || s.beds > 0 || s.baths > 0 || s.built != (search.Range{})
	hasSize := s.plot != (search.Range{})
	if plots == 0 || !building || !hasSize && s.withPlot.end == 0 {
		return s.types
	}
	if !hasSize {
		s.reportUnknown(s.withPlot.start, s.withPlot.end)
	}
	return slices.DeleteFunc(slices.Clone(s.types), func(id int) bool { return id == plots })
}

// plotsType is the type of plots, 0 if the content has none.
func (s *scanner) plotsType() int {
	if option := s.catalog.OptionBySlug(search.KeyType, "plots-and-lands"); option != nil {
		return option.ID
	}
	return 0
}

func (s *scanner) offer(slug string) int {
	if option := s.catalog.OptionBySlug(search.KeyOffer, slug); option != nil {
		return option.ID
	}
	return 0
}

// resolvePlaces keeps one of two places that contain each other: of "Golden Mile, Marbella"
// the smaller one, of "Marbella or Golden Mile" the larger one.
func (s *scanner) resolvePlaces() []int {
	var kept []int
	for i, p := range s.places {
		redundant := false
		for j, other := range s.places {
			switch {
			case i == j:
			case s.isWithin(other.id, p.id):
				redundant = redundant || !s.joinedByAnd(p, other)
			case s.isWithin(p.id, other.id):
				redundant = redundant || s.joinedByAnd(p, other)
			}
		}
		if !redundant {
			kept = appendNew(kept, p.id)
		}
	}
	return kept
}

// isWithin reports that a location lies in another.
func (s *scanner) isWithin(id, ancestor int) bool {
	for range 3 {
		option := s.catalog.Option(search.KeyLocation, id)
		if option == nil || option.Parent == 0 {
			return false
		}
		if option.Parent == ancestor {
			return true
		}
		id = option.Parent
	}
	return false
}

func (s *scanner) joinedByAnd(a, b placed) bool {
	start, end := a.end, b.start
	if b.end <= a.start {
		start, end = b.end, a.start
	}
	for _, t := range s.tokens[min(start, end):max(start, end)] {
		if slices.Contains([]string{"or", "o", "u", "and", "y", "e"}, t.text) {
			return true
		}
	}
	return false
}
