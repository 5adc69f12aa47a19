package compose

import (
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/view"
)

// words are the words of cards in one language, looked up once: a page of
// results needs each of them dozens of times.
type words struct {
	facts  map[view.FactKey]string
	badges map[content.Badge]view.Badge
	modes  map[content.PriceMode]string
	sorts  []view.Option
	onAsk  string
	from   string
	in     string // between a type and a place
}

var factKeys = []view.FactKey{
	view.FactBedrooms, view.FactBathrooms, view.FactPlotSize, view.FactBuiltSize, view.FactTerraceSize,
	view.FactReference, view.FactType, view.FactDelivery, view.FactUnits, view.FactRegistration,
}

func newWords(lang i18n.Lang) *words {
	t := func(key string) string { return i18n.Words.T(lang, key) }
	w := &words{
		facts: map[view.FactKey]string{}, badges: map[content.Badge]view.Badge{}, modes: map[content.PriceMode]string{},
		onAsk: t("price.onAsk"), from: t("price.from"), in: t("facts.in"),
	}
	for _, key := range factKeys {
		w.facts[key] = t("facts." + string(key))
	}
	for _, badge := range []content.Badge{content.BadgeSold, content.BadgeNew, content.BadgeExclusive, content.BadgeFeatured} {
		w.badges[badge] = view.Badge{Key: view.BadgeKey(badge), Text: t("badges." + string(badge))}
	}
	for _, mode := range []content.PriceMode{content.PriceMonth, content.PriceWeek, content.PriceDay, content.Price15Days} {
		w.modes[mode] = t("price.mode." + string(mode))
	}
	for _, sort := range search.Sorts {
		w.sorts = append(w.sorts, view.Option{Value: string(sort), Label: t("search.sort." + string(sort))})
	}
	return w
}
