package compose

import (
	"slices"

	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/view"
)

// mostWaysOut bounds how many near searches are offered, and asked.
const mostWaysOut = 5

// waysOut are near searches that find something: without one of the filters, or
// with a higher price. Where the source cannot count there are none.
func (d *draft) waysOut(f search.Filter, parts []part, canCount bool) []view.WayOut {
	if !canCount || len(parts) == 0 {
		return nil
	}
	var found []view.WayOut
	offer := func(text string, near search.Filter, href string) {
		if total := d.total(near); total > 0 {
			found = append(found, view.WayOut{Text: text + ": " + d.inWords(f, total), Href: href})
		}
	}
	if f.PriceTo > 0 {
		if more, ok := d.dearer(f); ok {
			found = append(found, more)
		}
	}
	for _, p := range parts {
		if len(found) == mostWaysOut {
			break
		}
		p.without.Page = 0
		offer(d.t("results.without", "filter", p.text), p.without, d.without(p))
	}
	if len(found) == 0 && len(parts) > 1 {
		offer(d.t("results.everything"), search.Filter{Kind: f.Kind}, d.resultsPath(kindOf(f)))
	}
	return found
}

// inWords says how much a search finds: homes or developments.
func (d *draft) inWords(f search.Filter, total int) string {
	if kindOf(f) == search.KindDevelopments {
		return d.t("results.developments", "count", total)
	}
	return d.t("results.summary", "count", total)
}

// dearer is the same search with the highest price raised to the nearest of four
// steps that finds something.
func (d *draft) dearer(f search.Filter) (view.WayOut, bool) {
	at, _ := slices.BinarySearch(search.PriceSteps, f.PriceTo+1)
	for _, step := range search.PriceSteps[at:min(at+4, len(search.PriceSteps))] {
		near := f
		near.PriceTo, near.Page = step, 0
		if total := d.total(near); total > 0 {
			text := d.t("results.dearer", "price", i18n.Price(step-f.PriceTo))
			return view.WayOut{Text: text + ": " + d.inWords(f, total), Href: d.searchLink(near)}, true
		}
	}
	return view.WayOut{}, false
}

// total is how many homes or developments pass a filter; 0 when that cannot be said.
func (d *draft) total(f search.Filter) int {
	f.PerPage = 1
	if kindOf(f) == search.KindDevelopments {
		list, err := d.source.Developments(d.ctx, d.lang, f)
		if err != nil {
			d.missed("near searches", err)
			return 0
		}
		return list.Total
	}
	list, err := d.source.Properties(d.ctx, d.lang, f)
	if err != nil {
		d.missed("near searches", err)
		return 0
	}
	return list.Total
}
