package compose

import (
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/site/view"
)

// price prints the price of a property with its mode. A property without a public price is on ask; one whose
// price was not understood has no words for it. The editor's note is not part of it: only details show it.
func (l *localizer) price(p content.Price) view.Price {
	amount := p.Public()
	if amount <= 0 && p.Unknown {
		return view.Price{}
	}
	if amount <= 0 {
		return view.Price{Text: l.labels.onAsk}
	}
	price := view.Price{Text: i18n.Price(amount), Mode: l.labels.modes[p.Mode]}
	if p.Previous > amount {
		price.Previous = i18n.Price(p.Previous)
	}
	return price
}

// developmentPrice prints the prices of the units of a development. A development that is
// sold out says so.
func (l *localizer) developmentPrice(d *content.Development) view.Price {
	p := d.Price
	switch {
	case d.SoldOut():
		return view.Price{Text: l.labels.badges[content.BadgeSold].Text}
	case p.Unknown && p.From <= 0 && p.To <= 0:
		return view.Price{}
	case p.OnAsk || p.From <= 0 && p.To <= 0:
		return view.Price{Text: l.labels.onAsk}
	case p.From <= 0:
		return view.Price{Text: i18n.Price(p.To)}
	case p.To > p.From:
		return view.Price{Text: i18n.Price(p.From) + " – " + i18n.Price(p.To)}
	}
	return view.Price{Text: l.labels.from + " " + i18n.Price(p.From)}
}
