package number

import (
	"regexp"
	"strings"
)

var (
	// writtenForm is a number as editors write it: words or a currency, digits with separators, and
	// what follows.
	writtenForm = regexp.MustCompile(`^([^\d]*)(\d(?:[\d.,' ]*\d)?)(.*)$`)
	// A word that multiplies ends before a sign or a currency: "k" in "450k€", not in "4 kitchens".
	millions  = factorForm(`millones|millions|million|mill[oó]n|mill|mio|mln`)
	thousands = factorForm(`miles|mil|tsd|k`)
	letterM   = factorForm(`mm|m`) // millions of money; else metres
	hectares  = factorForm(`ha|has|hectáreas?|hectareas?|hectares?`)
	// perArea is the price of a square metre, which is not the price of a property.
	perArea = regexp.MustCompile(`(?i)(?:/|\bpor |\bper |\bel )\s*(?:m2|m²|mt|metro|sq)`)
	// otherAreas are units of area that are not converted.
	otherAreas = regexp.MustCompile(`(?i)(?:^|[^\p{L}])` +
		`(?:sq\.?\s*ft|sqft|sq\.?\s*feet|ft|feet|pies|acres?|fanegas?|tahullas?|yards?|yd)(?:[^\p{L}]|$)`)
	// longFraction is a fraction of any length; three digits could be a group only behind one to three digits.
	longFraction = regexp.MustCompile(`^(\d{1,15})[.,'](\d{1,15})$`)
)

func factorForm(words string) *regexp.Regexp {
	return regexp.MustCompile(`^(?i:` + words + `)(?:(?i:eur|euros?|gbp|usd|chf)?(?:[^\p{L}\p{N}]|$))`)
}

// units may follow a number and hold digits themselves.
var units = strings.NewReplacer("m2", "", "m^2", "", "m²", "", "mts2", "", "mt2", "")

// Written finds the number in a text of another agency's WordPress, where words stand around it: "desde 450.000 €",
// "4 dormitorios". ok is false for a text without a number or with several.
func Written(text string, field Field) (value float64, ok bool) {
	if value, err := Parse(text, field); err == nil {
		return value, true
	}
	text = prepared(text)
	if at := longFraction.FindStringSubmatch(text); at != nil && !groupedForm.MatchString(text) {
		return float(at[1], at[2]), true
	}
	found := writtenForm.FindStringSubmatch(text)
	if found == nil || strings.HasSuffix(strings.TrimSpace(found[1]), "-") {
		return 0, false
	}
	rest, money := strings.TrimSpace(found[3]), field == Money
	if strings.ContainsAny(units.Replace(strings.ToLower(rest)), "0123456789½¼¾") {
		return 0, false
	}
	if money && perArea.MatchString(rest) || !money && otherAreas.MatchString(rest) {
		return 0, false
	}
	factor := factorOf(rest, money)
	value, ok = valueOf(found[2], factor >= million)
	return value * factor, ok && value*factor <= maxValue
}

// factorOf is what the word after a number multiplies it by.
func factorOf(rest string, money bool) float64 {
	switch {
	case millions.MatchString(rest), money && letterM.MatchString(rest):
		return million
	case thousands.MatchString(rest):
		return thousand
	case !money && hectares.MatchString(rest):
		return squareMetresOfHectare
	}
	return 1
}
