package compose

import (
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// labels are the dictionary texts of cards in one language. They are looked up
// once, because a page of results needs each of them dozens of times.
type labels struct {
	lang   i18n.Lang
	facts  map[view.FactKey]string
	badges map[content.Badge]view.Badge
	modes  map[content.PriceMode]string
	sorts  []view.Option
	// rankedSorts are the sorts with the recommended order before them.
	rankedSorts []view.Option
	onAsk       string
	from        string
	in          string // between a type and a place
}

var factKeys = []view.FactKey{
	view.FactBedrooms, view.FactBathrooms, view.FactPlotSize, view.FactBuiltSize, view.FactTerraceSize,
	view.FactReference, view.FactType, view.FactDelivery, view.FactUnits, view.FactRegistration,
	view.FactUsableSize, view.FactBuiltYear, view.FactOrientation, view.FactFloor, view.FactTenure, view.FactAddress,
	view.FactCommunityFee, view.FactIBI, view.FactWasteTax, view.FactNationalRegistration,
}

func newLabels(lang i18n.Lang) *labels {
	t := func(key string) string { return i18n.Words.T(lang, key) }
	l := &labels{
		lang:  lang,
		facts: map[view.FactKey]string{}, badges: map[content.Badge]view.Badge{}, modes: map[content.PriceMode]string{},
		onAsk: t("price.onAsk"), from: t("price.from"), in: t("facts.in"),
	}
	for _, key := range factKeys {
		l.facts[key] = t("facts." + string(key))
	}
	for _, badge := range []content.Badge{
		content.BadgeSold, content.BadgeNew, content.BadgeExclusive, content.BadgeFeatured,
		content.BadgeReserved, content.BadgeUnderOffer, content.BadgeLet, content.BadgeWithdrawn,
	} {
		l.badges[badge] = view.Badge{Key: view.BadgeKey(badge), Text: t("badges." + string(badge))}
	}
	for _, mode := range []content.PriceMode{content.PriceMonth, content.PriceWeek, content.PriceDay, content.Price15Days} {
		l.modes[mode] = t("price.mode." + string(mode))
	}
	for _, sort := range search.Sorts {
		l.sorts = append(l.sorts, view.Option{Value: string(sort), Label: t("search.sort." + string(sort))})
	}
	l.rankedSorts = append([]view.Option{{Value: "recommended", Label: t("search.sort.recommended")}}, l.sorts...)
	return l
}

// area prints square metres.
func (l *labels) area(squareMetres int) string { return i18n.Area(l.lang, squareMetres) }

// number prints a whole number.
func (l *labels) number(n int) string { return i18n.Number(l.lang, n) }
