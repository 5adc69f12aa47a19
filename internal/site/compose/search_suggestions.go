package compose

import (
	"context"
	"slices"

	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

const (
	maxSuggestions = 5
	maxPriceSteps  = 4 // steps above the highest price that are tried
)

// suggestions are near searches that have results: with a higher price, without one
// value of the filter, or without any filter.
func (b *searchBuilder) suggestions(ctx context.Context, f search.Filter) []view.Suggestion {
	parts := b.parts(f)
	if len(parts) == 0 {
		return nil
	}
	var found []view.Suggestion
	add := func(text string, near search.Filter, href string) {
		if total := b.lookups.total(ctx, near); total > 0 {
			found = append(found, b.suggestion(text, f, total, href))
		}
	}
	if f.PriceTo > 0 {
		if higher, ok := b.higherPrice(ctx, f); ok {
			found = append(found, higher)
		}
	}
	for _, p := range parts {
		if len(found) == maxSuggestions {
			break
		}
		p.without.Page = 0
		add(b.t("results.without", "filter", p.text), p.without, b.linkWithout(p))
	}
	if len(found) == 0 && len(parts) > 1 {
		add(b.t("results.everything"), search.Filter{Kind: f.Kind}, b.resultsPath(kindOf(f)))
	}
	return found
}

func (b *searchBuilder) suggestion(text string, f search.Filter, total int, href string) view.Suggestion {
	return view.Suggestion{Text: text + ": " + b.summary(kindOf(f), total), Href: href}
}

// higherPrice is the same search with the highest price raised to the first of the
// next steps that has results.
func (b *searchBuilder) higherPrice(ctx context.Context, f search.Filter) (view.Suggestion, bool) {
	steps := search.PriceLists[b.catalog.PriceList(f.Offers)]
	next, _ := slices.BinarySearch(steps, f.PriceTo+1)
	for _, step := range steps[next:min(next+maxPriceSteps, len(steps))] {
		near := f
		near.PriceTo, near.Page = step, 0
		if total := b.lookups.total(ctx, near); total > 0 {
			text := b.t("results.dearer", "price", i18n.Price(step-f.PriceTo))
			return b.suggestion(text, f, total, b.searchLink(near)), true
		}
	}
	return view.Suggestion{}, false
}
