package wordpress

import (
	"math"
	"regexp"
	"strings"

	"estate/internal/content"
)

func (d decoder) price(n node) content.Price {
	price := field(n, "price")
	written, mode, currency := price, field(n, "price_mode").text(), field(n, "currency").text()
	onAsk, previous, note := field(n, "price_on_ask"), field(n, "price_previous"),
		firstText(d.text(n, "price_note"), d.text(n.at("acf"), "price_note"))
	if price.isObject() {
		written, mode, currency = price.at("amount"), price.at("mode").text(), price.at("currency").text()
		onAsk, previous, note = price.at("on_ask"), price.at("previous"), d.text(price, "note")
	}
	amount, period := d.amount(written, "price")
	if strings.TrimSpace(mode) == "" {
		mode = period
	}
	before, _ := d.amount(previous, "previous price")
	return d.inEuros(written.text(), content.Price{
		Amount: amount, Currency: currency, Mode: d.priceMode(mode), OnAsk: onAsk.boolean(), Previous: before, Note: note,
	})
}

// writtenPeriod is the period of a rent or of a cost in the text of an amount.
//
//nolint:misspell // Spanish
var writtenPeriod = regexp.MustCompile(`(?i)(?:^|[^\p{L}])` +
	`(15 d[ií]as|15 days|quincenal?|fortnight(?:ly)?|mes|mensual(?:es)?|month(?:ly)?|pcm|p\.?m\.?|` +
	`seman(?:a|al|ales)|week(?:ly)?|pw|noches?|nights?|nightly|d[ií]a|diario|day|daily|` +
	`años?|anual(?:es)?|years?|yearly|annual(?:ly)?|p\.?a\.?)(?:[^\p{L}]|$)`)

// amount decodes an amount of money, and the period that its text names: "1.200 €/mes". A text
// after a slash that is not known is returned too.
func (d decoder) amount(n node, name string) (value int, period string) {
	text, _ := n.value.(string)
	if found := writtenPeriod.FindStringSubmatchIndex(text); found != nil {
		period = text[found[2]:found[3]]
		if before := text[:found[2]]; strings.ContainsAny(before, "0123456789") {
			return d.checked(node{before}, name, true), period
		}
	} else if _, after, cut := strings.Cut(text, "/"); cut {
		period = after
	}
	return d.checked(n, name, true), period
}

// yearly decodes a cost of a year; one of a month ("120 €/mes") is multiplied.
func (d decoder) yearly(n node, name string) int {
	value, period := d.amount(n, name)
	switch lower := strings.ToLower(strings.TrimSpace(period)); {
	case period == "", strings.HasPrefix(lower, "a"), strings.HasPrefix(lower, "year"), strings.HasPrefix(lower, "p.a"), lower == "pa":
		return value
	case d.priceMode(period) == content.PriceMonth:
		return value * 12
	}
	d.unreadable(name, n.text())
	return 0
}

// euro is the currency of the site: its order, filters and prices are in euros.
const euro = "EUR"

// currencies are the signs and words of currencies.
var currencies = map[string]string{
	"€": euro, "EURO": euro, "EUROS": euro, "£": "GBP", "POUND": "GBP", "POUNDS": "GBP", "LIBRAS": "GBP", "$": "USD", "DOLLAR": "USD",
	"DOLLARS": "USD", "FR.": "CHF",
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
	{"pm", content.PriceMonth},
	{"pcm", content.PriceMonth},
	{"week", content.PriceWeek},
	{"seman", content.PriceWeek},
	{"pw", content.PriceWeek},
	{"day", content.PriceDay},
	{"night", content.PriceDay},
	{"día", content.PriceDay},
	{"dia", content.PriceDay},
	{"noche", content.PriceDay},
	{"daily", content.PriceDay},
	{"diario", content.PriceDay},
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
	return content.PriceRange{
		From: times(d.checked(from, "price from", true), rate), To: times(d.checked(to, "price to", true), rate), OnAsk: onAsk.boolean(),
	}
}
