package wordpress

import (
	"cmp"
	"math"
	"regexp"
	"strings"

	"estate/internal/content"
	"estate/internal/content/vocabulary"
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
	unreadBefore := d.unreadCount()
	amount, period := d.amount(written, "price")
	unknown := d.unreadCount() > unreadBefore
	if strings.TrimSpace(mode) == "" {
		mode = period
	}
	asks := onAsk.boolean() || vocabulary.Meaning(vocabulary.KindPrice, written.text()) == vocabulary.OnAsk
	before, _ := d.amount(previous, "previous price")
	read, ok := d.priceMode(mode)
	return d.inEuros(written.text(), content.Price{
		Amount: amount, Currency: currency, Mode: read, OnAsk: asks || !ok, Previous: before, Note: note,
		Unknown: (unknown || !ok) && !asks,
	})
}

// words are the words and numbers of a text.
var words = regexp.MustCompile(`\p{L}+(?:\.\p{L}+)*\.?|\d+`)

// maxPeriodWords is the number of words of the longest period.
const maxPeriodWords = 6

// offerIn finds the first words of the vocabulary that say an offer or a period, and their place in the text; "" when there are
// none. With periods it finds those alone: text around an amount may hold other words of offers, such as "prime location".
func offerIn(text string, periods bool) (means string, from, to int) {
	at := words.FindAllStringIndex(text, -1)
	for i := range at {
		for last := min(len(at), i+maxPeriodWords) - 1; last >= i; last-- {
			from, to := at[i][0], at[last][1]
			means := cmp.Or(vocabulary.Meaning(vocabulary.KindPeriod, text[from:to]), vocabulary.Meaning(vocabulary.KindOffer, text[from:to]))
			switch means {
			case "":
			case vocabulary.Sale, vocabulary.Rent, vocabulary.Holiday:
				if !periods {
					return means, from, to
				}
			default:
				return means, from, to
			}
		}
	}
	return "", 0, 0
}

// amount decodes an amount of money, and the period that its text names: "1.200 €/mes". A text
// after a slash that is not known is returned too.
func (d decoder) amount(n node, name string) (value int, period string) {
	text, _ := n.value.(string)
	if means, from, to := offerIn(text, true); means != "" {
		period = text[from:to]
		if before := text[:from]; strings.ContainsAny(before, "0123456789") {
			return d.checked(node{before}, name, true), period
		}
	} else {
		_, period, _ = strings.Cut(text, "/")
	}
	return d.checked(n, name, true), period
}

// yearly decodes a cost of a year; one of a month ("120 €/mes") is multiplied.
func (d decoder) yearly(n node, name string) int {
	value, period := d.amount(n, name)
	switch means, _, _ := offerIn(period, true); {
	case period == "", means == vocabulary.Year:
		return value
	case means == vocabulary.Month:
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
	price.Unknown = price.Unknown || rate == 0 && price.Amount > 0 && !price.OnAsk
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

// modes are the modes of prices by what the vocabulary says. A rent without a period is that of a month, one for holidays
// that of a week, as in feeds. A rent of a year has no mode.
var modes = map[string]content.PriceMode{
	vocabulary.Sale: content.PriceSale, vocabulary.Rent: content.PriceMonth, vocabulary.Month: content.PriceMonth,
	vocabulary.Week: content.PriceWeek, vocabulary.Holiday: content.PriceWeek, vocabulary.Day: content.PriceDay,
	vocabulary.Fortnight: content.Price15Days,
}

// priceMode accepts "month", "per week", "15 days", "/mes", "mensual". A text that says no mode is recorded as unread, and
// ok is false: nobody knows what the amount is paid for. No text means a sale.
func (d decoder) priceMode(text string) (mode content.PriceMode, ok bool) {
	if strings.TrimSpace(text) == "" {
		return content.PriceSale, true
	}
	means, _, _ := offerIn(text, false)
	if mode, ok = modes[means]; !ok {
		d.unreadable("price mode", text)
		return content.PriceSale, false
	}
	return mode, true
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
	before := d.unreadCount()
	rate := d.rateOf(currency.text(), from.text()+to.text())
	prices := content.PriceRange{
		From: times(d.checked(from, "price from", true), rate), To: times(d.checked(to, "price to", true), rate), OnAsk: onAsk.boolean(),
	}
	prices.Unknown = !prices.OnAsk && prices.From == 0 && prices.To == 0 && d.unreadCount() > before
	return prices
}
