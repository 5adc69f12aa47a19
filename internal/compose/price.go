package compose

import (
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/view"
)

// price prints what a home costs, by its mode. A home without a public price is
// on ask. The note to it is told where the home is told of in full.
func (d *draft) price(p content.Price) view.Price {
	amount := p.Public()
	if amount <= 0 {
		return view.Price{Text: d.word.onAsk}
	}
	price := view.Price{Text: i18n.Price(amount), Mode: d.word.modes[p.Mode]}
	if p.Previous > amount {
		price.Previous = i18n.Price(p.Previous)
	}
	return price
}

// priceRange prints what the units of a development cost.
func (d *draft) priceRange(p content.PriceRange) view.Price {
	switch {
	case p.OnAsk || p.From <= 0 && p.To <= 0:
		return view.Price{Text: d.word.onAsk}
	case p.From <= 0:
		return view.Price{Text: i18n.Price(p.To)}
	case p.To > p.From:
		return view.Price{Text: i18n.Price(p.From) + " – " + i18n.Price(p.To)}
	}
	return view.Price{Text: d.word.from + " " + i18n.Price(p.From)}
}
