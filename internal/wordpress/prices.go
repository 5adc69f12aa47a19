package wordpress

import (
	"strings"

	"estate/internal/content"
)

func (d decoder) price(n node) content.Price {
	price := field(n, "price")
	if price.isObject() {
		return content.Price{
			Amount: count(price.at("amount")), Currency: price.at("currency").text(),
			Mode: priceMode(price.at("mode").text()), OnAsk: price.at("on_ask").boolean(),
			Previous: count(price.at("previous")), Note: d.text(price, "note"),
		}
	}
	return content.Price{
		Amount: count(price), Currency: field(n, "currency").text(),
		Mode:     priceMode(field(n, "price_mode").text()),
		OnAsk:    field(n, "price_on_ask").boolean(),
		Previous: count(field(n, "price_previous")),
		Note:     firstText(d.text(n, "price_note"), d.text(n.at("acf"), "price_note")),
	}
}

// priceMode accepts "month", "per week", "15 days"; other text means a sale.
func priceMode(text string) content.PriceMode {
	text = strings.ToLower(text)
	switch {
	case strings.Contains(text, "15"):
		return content.Price15Days
	case strings.Contains(text, "month"):
		return content.PriceMonth
	case strings.Contains(text, "week"):
		return content.PriceWeek
	case strings.Contains(text, "day"):
		return content.PriceDay
	}
	return content.PriceSale
}

func priceRange(n node) content.PriceRange {
	price := field(n, "price")
	if price.isObject() {
		return content.PriceRange{From: count(price.at("from")), To: count(price.at("to")), OnAsk: price.at("on_ask").boolean()}
	}
	prices := content.PriceRange{
		From: count(field(n, "price_from")), To: count(field(n, "price_to")), OnAsk: field(n, "price_on_ask").boolean(),
	}
	if prices.From == 0 {
		prices.From = count(price)
	}
	return prices
}
