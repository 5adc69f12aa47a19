package content

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// BuyingCosts is the table of taxes and fees that a buyer pays beside the price. It is that of one
// region on one date.
type BuyingCosts struct {
	Date      time.Time // the rates were checked on this day
	Source    string    // name of the law or the authority
	Link      string    // address of the source, "" for none
	Provinces []string  // slugs of the provinces where the rates apply
	Transfer  Rate      // tax on homes with an earlier owner
	VAT, Duty Rate      // taxes on new homes
	Notary    Rate
	Registry  Rate
	Lawyer    Rate
}

// Rate is a range of percentages of the price; both ends are equal for a fixed rate.
type Rate struct{ From, To float64 }

// Of returns the amounts of a price in whole euros, fixed rates exactly and ranges to 10 €.
func (r Rate) Of(price int) (from, to int) {
	if r.From == r.To {
		amount := int(math.Round(float64(price) * r.From / 100))
		return amount, amount
	}
	round := func(percent float64) int { return int(math.Round(float64(price)*percent/1000)) * 10 }
	return round(r.From), round(r.To)
}

// defaultBuyingCosts is the table for Andalusia.
const defaultBuyingCosts = `
date: 2026-11-22
source: Ley 5/2021 (Andalucía), Ley 37/1992 (IVA)
link: https://www.boe.es/eli/es-an/l/2021/10/20/5/con
provinces: almeria, cadiz, cordoba, granada, huelva, jaen, malaga, marbella, sevilla
transfer: 7
vat: 10
duty: 1.2
notary: 0.1-0.3
registry: 0.05-0.2
lawyer: 1-1.5`

// noBuyingCosts in place of a table means that pages show no costs.
const noBuyingCosts = "none"

// BuyingCosts is the table of the options, or that of Andalusia; nil where it is switched off or
// cannot be read. ParseBuyingCosts reports why.
func (s *Settings) BuyingCosts() *BuyingCosts {
	costs, _ := ParseBuyingCosts(s.Costs)
	return costs
}

// ParseBuyingCosts reads a table with one "name: value" a line. The names are those of
// defaultBuyingCosts, all required but link. "" means the table for Andalusia, "none" no table.
// With an error the table is nil: a wrong rate is worse than none.
func ParseBuyingCosts(text string) (*BuyingCosts, error) {
	text = strings.TrimSpace(text)
	switch {
	case strings.EqualFold(text, noBuyingCosts):
		return nil, nil
	case text == "":
		text = defaultBuyingCosts
	}
	costs := &BuyingCosts{}
	var problems []error
	rates := map[string]*Rate{
		"transfer": &costs.Transfer, "vat": &costs.VAT, "duty": &costs.Duty,
		"notary": &costs.Notary, "registry": &costs.Registry, "lawyer": &costs.Lawyer,
	}
	missing := []string{"date", "source", "provinces", "transfer", "vat", "duty", "notary", "registry", "lawyer"}
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		missing = slices.DeleteFunc(missing, func(required string) bool { return required == name && value != "" })
		var err error
		switch {
		case name == "date":
			costs.Date, err = time.Parse(time.DateOnly, value)
		case name == "source":
			costs.Source = value
		case name == "link":
			if costs.Link = value; !strings.HasPrefix(value, "https://") {
				err = errors.New("write an address that begins with https://")
			}
		case name == "provinces":
			costs.Provinces = strings.FieldsFunc(strings.ToLower(value), func(r rune) bool { return r == ',' || r == ' ' })
		case rates[name] != nil:
			*rates[name], err = parseRate(value)
		default:
			err = errors.New("unknown name")
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("buying costs, %q: %w", strings.TrimSpace(line), err))
		}
	}
	if len(missing) > 0 {
		problems = append(problems, fmt.Errorf("buying costs lack %s", strings.Join(missing, ", ")))
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return costs, nil
}

// parseRate reads "7", "1,2 %" or "0.1-0.5".
func parseRate(text string) (Rate, error) {
	text = strings.NewReplacer("%", "", " ", "", ",", ".", "–", "-").Replace(text)
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	from, errFrom := strconv.ParseFloat(first, 64)
	to, errTo := strconv.ParseFloat(last, 64)
	if errFrom != nil || errTo != nil || !(from >= 0 && from <= to && to <= 30) {
		return Rate{}, errors.New("write a percentage such as 7 or 0.1-0.5, at most 30")
	}
	return Rate{from, to}, nil
}
