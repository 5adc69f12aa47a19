package wordpress

import (
	"math"
	"strings"

	"estate/internal/content"
)

func (d decoder) price(n node) content.Price {
	price := field(n, "price")
	if price.isObject() {
		return d.inEuros(price.at("amount").text(), content.Price{
			Amount: d.count(price.at("amount"), "price"), Currency: price.at("currency").text(),
			Mode: d.priceMode(price.at("mode").text()), OnAsk: price.at("on_ask").boolean(),
			Previous: d.count(price.at("previous"), "previous price"), Note: d.text(price, "note"),
		})
	}
	mode := field(n, "price_mode").text()
	if _, period, found := strings.Cut(price.text(), "/"); found && mode == "" { // 1.200 €/mes
		mode = period
	}
	return d.inEuros(price.text(), content.Price{
		Amount: d.count(price, "price"), Currency: field(n, "currency").text(),
		Mode:     d.priceMode(mode),
		OnAsk:    field(n, "price_on_ask").boolean(),
		Previous: d.count(field(n, "price_previous"), "previous price"),
		Note:     firstText(d.text(n, "price_note"), d.text(n.at("acf"), "price_note")),
	})
}

// euro is the currency of the site: its order, filters and prices are in euros.
const euro = "EUR"

// currencies are the signs and words of currencies.
var currencies = map[string]string{
	"€": euro, "EURO": euro, "EUROS": euro, "£": "GBP", "POUND": "GBP", "POUNDS": "GBP", "LIBRAS": "GBP", "$": "USD", "DOLLAR": "USD", "DOLLARS": "USD", "FR.": "CHF",
}

// inEuros converts a price of another currency. text is the price as the CMS has it, which may hold
// the currency.
func (d decoder) inEuros(text string, price content.Price) content.Price {
	rate := d.rateOf(price.Currency, text)
	price.Amount, price.Previous = times(price.Amount, rate), times(price.Previous, rate)
	if price.Currency != "" || rate != 1 {
		price.Currency = euro
	}
	return price
}

// times converts an amount to whole euros.
func times(amount int, rate float64) int { return int(math.Round(float64(amount) * rate)) }

// rateOf returns the euros of one unit of a currency, that of a price without one: 1 for euros. Without a
// configured rate it is 0, so the price is unknown and not a wrong number of euros, and the currency is
// recorded as unread.
func (d decoder) rateOf(currency, price string) float64 {
	currency = strings.ToUpper(strings.TrimSpace(currency))
	if currency == "" {
		for _, sign := range []string{"£", "$", "GBP", "USD", "CHF"} {
			if strings.Contains(strings.ToUpper(price), sign) {
				currency = sign
				break
			}
		}
	}
	if known := currencies[currency]; known != "" {
		currency = known
	}
	if currency == "" || currency == euro {
		return 1
	}
	rate := max(0, d.rates[currency])
	if rate == 0 {
		d.unreadable("currency without a rate", currency)
	}
	return rate
}

// periods are the words that name a period of rent. The first that a text holds decides.
var periods = []struct {
	word string
	mode content.PriceMode
}{
	{"15", content.Price15Days},
	{"quincena", content.Price15Days},
	{"fortnight", content.Price15Days},
	{"month", content.PriceMonth},
	{"mes", content.PriceMonth},
	{"mensual", content.PriceMonth},
	{"p.m", content.PriceMonth},
	{"pcm", content.PriceMonth},
	{"week", content.PriceWeek},
	{"seman", content.PriceWeek},
	{"day", content.PriceDay},
	{"night", content.PriceDay},
	{"día", content.PriceDay},
	{"dia", content.PriceDay},
	{"noche", content.PriceDay},
	{"sale", content.PriceSale},
	{"venta", content.PriceSale},
	{"total", content.PriceSale},
	{"buy", content.PriceSale},
	{"compra", content.PriceSale},
}

// priceMode accepts "month", "per week", "15 days", "/mes", "mensual". Other text means a sale; it is
// recorded as unread.
func (d decoder) priceMode(text string) content.PriceMode {
	lower := strings.ToLower(strings.TrimSpace(text))
	for _, p := range periods {
		if strings.Contains(lower, p.word) {
			return p.mode
		}
	}
	if lower != "" {
		d.unreadable("price mode", text)
	}
	return content.PriceSale
}

func (d decoder) priceRange(n node) content.PriceRange {
	price := field(n, "price")
	from, to, onAsk, currency := price.at("from"), price.at("to"), price.at("on_ask"), price.at("currency")
	if !price.isObject() {
		from, to, onAsk, currency = field(n, "price_from"), field(n, "price_to"), field(n, "price_on_ask"), field(n, "currency")
		if strings.Trim(from.text(), "0 ") == "" {
			from = price
		}
	}
	rate := d.rateOf(currency.text(), from.text()+to.text())
	return content.PriceRange{From: times(d.count(from, "price from"), rate), To: times(d.count(to, "price to"), rate), OnAsk: onAsk.boolean()}
}
