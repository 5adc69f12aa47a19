package compose

import (
	"slices"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/site/view"
)

// taxedOtherwise are the slugs of property types with other taxes than homes.
var taxedOtherwise = []string{"plots-and-lands", "commercials", "unique-buildings", "other"}

// buyingCosts is the estimate of what a buyer pays beside the price. It is nil where the table
// does not fit: no sale, no public price in euros, sold, no whole ownership, no home, another region.
func (b *detailBuilder) buyingCosts(p *content.Property) *view.BuyingCosts {
	table, price := b.forms.settings.BuyingCosts(), p.Price.Public()
	isSale := (p.Price.Mode == "" || p.Price.Mode == content.PriceSale) && (p.Price.Currency == "" || p.Price.Currency == "EUR")
	if table == nil || !isSale || price <= 0 || p.Sold() || p.Protected || p.Tenure != "" {
		return nil
	}
	if province := b.catalog.Option(search.KeyLocation, p.Province); province == nil || !slices.Contains(table.Provinces, province.Slug) {
		return nil
	}
	if len(p.Types) == 0 || slices.ContainsFunc(p.Types, func(id int) bool {
		option := b.catalog.Option(search.KeyType, id)
		return option == nil || slices.Contains(taxedOtherwise, option.Slug)
	}) {
		return nil
	}
	t := func(key string, pairs ...any) string { return b.t("costs."+key, pairs...) }
	costs := &view.BuyingCosts{
		Title: t("title"), Link: table.Link, Source: table.Source,
		Note: t("note", "date", i18n.Date(b.lang, table.Date)), SourceLabel: t("source"),
	}
	sumFrom, sumTo := 0, 0
	add := func(label string, rate content.Rate) {
		from, to := rate.Of(price)
		sumFrom, sumTo = sumFrom+from, sumTo+to
		costs.Rows = append(costs.Rows, view.BuyingCost{Label: label, Rate: percent(b.lang, rate), Amount: amounts(from, to)})
	}
	if p.NewBuild {
		add(t("vat"), table.VAT)
		add(t("duty"), table.Duty)
	} else {
		add(t("transfer"), table.Transfer)
	}
	add(t("notary"), table.Notary)
	add(t("registry"), table.Registry)
	add(t("lawyer"), table.Lawyer)
	costs.Rows = append(costs.Rows,
		view.BuyingCost{Label: t("sum"), Amount: amounts(sumFrom, sumTo)},
		view.BuyingCost{Label: t("total"), Amount: amounts(price+sumFrom, price+sumTo)})
	costs.Summary = t("summary", "from", i18n.Price(rounded(sumFrom)), "to", i18n.Price(rounded(sumTo)))
	return costs
}

// rounded is an amount to 1.000 €, one below 20.000 € to 100 €.
func rounded(amount int) int {
	step := 1000
	if amount < 20_000 {
		step = 100
	}
	return (amount + step/2) / step * step
}

// amounts prints "7.000 €" or "500 – 1.200 €".
func amounts(from, to int) string {
	if from == to {
		return i18n.Price(from)
	}
	return i18n.Group(from) + " – " + i18n.Price(to)
}

// percent prints "7 %" or "0.1 – 0.5 %" with the decimal sign of the language.
func percent(lang i18n.Lang, rate content.Rate) string {
	text := strconv.FormatFloat(rate.To, 'f', -1, 64) + " %"
	if rate.From != rate.To {
		text = strconv.FormatFloat(rate.From, 'f', -1, 64) + " – " + text
	}
	if lang != i18n.LangEN {
		text = strings.ReplaceAll(text, ".", ",")
	}
	return text
}
