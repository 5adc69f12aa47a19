package sentence

import (
	"slices"

	"estate/internal/search"
)

// result resolves what contradicts or contains each other and builds the filter.
func (s *scanner) result() Result {
	f := search.Filter{Kind: search.KindProperties, Offers: s.resolveOffers(), Types: s.resolveTypes(), Collections: s.collections,
		Features: s.features, Built: s.built, Plot: s.plot, Terrace: s.terrace,
	}
	if s.developments {
		f.Kind = search.KindDevelopments
		f.Offers = nil // developments have no offer
	}
	f.Beds, f.Baths, f.PriceFrom, f.PriceTo, f.Reference = s.beds, s.baths, s.from, s.to, s.reference
	if f.PriceTo > 0 && f.PriceTo < f.PriceFrom {
		f.PriceFrom, f.PriceTo = f.PriceTo, f.PriceFrom
	}
	for _, id := range s.resolvePlaces() {
		s.catalog.AddLocation(&f, id)
	}
	return Result{Filter: f, Unknown: s.unknown}
}

// resolveOffers adds the offer that a period implies, and drops the general offer beside
// the special one: "rent for holidays" is holidays, "holiday home to buy" is sale.
func (s *scanner) resolveOffers() []int {
	offers := slices.Clone(s.offers)
	sale, rent, holidays := s.offer("for-sale"), s.offer("for-rent"), s.offer("for-holidays")
	has := func(id int) bool { return slices.Contains(offers, id) }
	if len(offers) == 0 {
		switch {
		case s.perMonth && rent > 0:
			offers = append(offers, rent)
		case s.perWeek && holidays > 0:
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
	if has(rent) && has(holidays) {
		drop(rent)
	}
	return offers
}

// resolveTypes drops the type of plots where a plot size belongs to another type: "villa
// with a plot of 1.000 m²".
func (s *scanner) resolveTypes() []int {
	plots := s.catalog.OptionBySlug(search.KeyType, "plots-and-lands")
	if plots == nil || s.plot == (search.Range{}) || len(s.types) < 2 {
		return s.types
	}
	return slices.DeleteFunc(slices.Clone(s.types), func(id int) bool { return id == plots.ID })
}

func (s *scanner) offer(slug string) int {
	if option := s.catalog.OptionBySlug(search.KeyOffer, slug); option != nil {
		return option.ID
	}
	return 0
}

// resolvePlaces drops a place that only tells where a smaller one lies: "Golden Mile,
// Marbella". With "or" or "and" between the two, both are wanted.
func (s *scanner) resolvePlaces() []int {
	var ids []int
	for i, p := range s.places {
		contained := false
		for j, other := range s.places {
			if i != j && s.isWithin(other.id, p.id) && !s.joinedByAnd(p, other) {
				contained = true
			}
		}
		if !contained {
			ids = appendNew(ids, p.id)
		}
	}
	return ids
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
