package number

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"

	"estate/internal/content/vocabulary"
)

// Field is what a number counts. It decides which multipliers and units may follow.
type Field int

// The fields.
const (
	Count Field = iota // rooms, years
	Money
	Size // square metres
)

// The errors.
var (
	ErrNumber = errors.New("it is not surely a number; write digits, such as 450000")
	ErrRange  = errors.New("the number is out of range")
)

// maxValue bounds every number.
const maxValue = 1e12

// Price is an amount of money with what its text says of it.
type Price struct {
	Value    float64
	Currency string // ISO 4217, "" when the text has none
	Offer    string // a meaning of vocabulary.KindOffer, such as "month" of "1.500 €/mes"; "" when the text has none
}

// Parse reads a number. It fails with ErrNumber or ErrRange; an empty text is no number.
func Parse(text string, field Field) (float64, error) {
	p, err := parse(text, field)
	return p.Value, err
}

// Amount reads a price with its currency and period.
func Amount(text string) (Price, error) { return parse(text, Money) }

// Whole is Parse without a fraction: 2.5 bathrooms are 2, amounts and sizes are rounded. An empty text is 0.
func Whole(text string, field Field) (int, error) {
	if strings.TrimSpace(text) == "" {
		return 0, nil
	}
	value, err := Parse(text, field)
	if field == Count {
		return int(value), err
	}
	return int(math.Round(value)), err
}

// Decimal reads a number with a fraction of any length and without groups, such as a coordinate. An
// empty text is 0.
func Decimal(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, nil
	}
	if !decimalForm.MatchString(text) && !exponentForm.MatchString(strings.TrimPrefix(text, "-")) {
		return 0, ErrNumber
	}
	value, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || math.Abs(value) > maxValue {
		return 0, ErrRange
	}
	return value, nil
}

var (
	// form is what stands before a number, the number, and what follows.
	form        = regexp.MustCompile(`^([^\d]*?)(\d(?:[\d.,' ]*\d)?(?:[eE]\+?\d{1,2})?)(.*)$`)
	decimalForm = regexp.MustCompile(`^[+-]?\d{1,9}(?:[.,]\d{1,17})?$`)
	// exponentForm is a number as spreadsheets shorten it. More digits before the mark could be a group.
	exponentForm = regexp.MustCompile(`^(?:\d(?:[.,]\d{1,17})?|\d{1,6})[eE][+-]?\d{1,2}$`)
	wholeForm    = regexp.MustCompile(`^\d{1,15}$`)
	// groupedForm has a single separator, which the code compares.
	groupedForm = regexp.MustCompile(`^[1-9]\d{0,2}(?:[.,' ]\d{3})+$`)
	// collapsed is a separator with spaces around it.
	collapsed = regexp.MustCompile(` *([.,']) *`)
	noCents   = regexp.MustCompile(`^[.,] ?[-–—]+`) // "450.000,-"
)

// spaces are the white space and the apostrophes of numbers.
var spaces = strings.NewReplacer("’", "'", "´", "'", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "\t", " ", "\r", " ", "\n", " ")

// prepared is a text with plain spaces, one at a time.
func prepared(text string) string { return strings.Join(strings.Fields(spaces.Replace(text)), " ") }

func parse(text string, field Field) (p Price, err error) {
	found := form.FindStringSubmatch(prepared(text))
	if found == nil {
		return Price{}, ErrNumber
	}
	before, digits, after := strings.TrimSpace(found[1]), found[2], noCents.ReplaceAllString(found[3], "")
	if before != "" {
		if p.Currency = currencyOf(before); p.Currency == "" {
			return Price{}, ErrNumber
		}
	}
	factor, ok := p.suffix(strings.TrimSpace(after), field)
	if !ok {
		return Price{}, ErrNumber
	}
	value, ok := valueOf(digits, factor >= million)
	if !ok {
		return Price{}, ErrNumber
	}
	if p.Value = value * factor; p.Value > maxValue {
		return Price{}, ErrRange
	}
	return p, nil
}

// suffix reads what follows a number: a multiplier, a currency, a unit, a period. ok is false when something is left
// over.
func (p *Price) suffix(text string, field Field) (factor float64, ok bool) {
	factor, text = multiplier(text, field)
	for text != "" {
		word, rest := firstWord(text)
		switch code := currencyOf(word); {
		case code != "" && (p.Currency == "" || p.Currency == code):
			p.Currency, text = code, rest
			continue
		case code != "":
			return 0, false
		}
		switch field {
		case Size:
			unit, known := areas[vocabulary.Key(strings.NewReplacer("²", "2", "^2", "2").Replace(text))]
			return factor * unit, known
		case Money:
			p.Offer = vocabulary.Meaning(vocabulary.KindOffer, text)
			return factor, p.Offer != ""
		default:
			return 0, false
		}
	}
	return factor, true
}

const (
	thousand = 1e3
	million  = 1e6
)

// multipliers are words that multiply.
var multipliers = map[string]float64{
	"k": thousand, "mil": thousand, "miles": thousand, "tsd": thousand, "mill": million, "million": million, "millions": million,
	"millón": million, "millon": million, "millones": million, "mio": million, "mln": million,
}

// multiplier reads the word that multiplies. "M" and "m" are millions of money, and metres of a size.
func multiplier(text string, field Field) (factor float64, rest string) {
	word, rest := firstWord(text)
	for _, currency := range []string{"", "eur", "euros", "euro", "gbp", "usd", "chf"} { // "450kEUR"
		lower := strings.ToLower(word)
		name, ok := strings.CutSuffix(lower, currency)
		factor = multipliers[name]
		if field == Money && (name == "m" || name == "mm") {
			factor = million
		}
		if ok && factor > 0 {
			rest = strings.TrimPrefix(rest, ".")
			return factor, strings.TrimSpace(currency + " " + rest)
		}
	}
	return 1, text
}

// firstWord splits the letters at the begin of a text, or one sign, from the rest.
func firstWord(text string) (word, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool { return !isLetter(r) })
	switch {
	case end < 0:
		return text, ""
	case end == 0:
		for _, r := range text {
			end = len(string(r))
			break
		}
	}
	return text[:end], strings.TrimSpace(text[end:])
}

func isLetter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127 && r != '€' && r != '£' && r != '²'
}

// currencies are the ISO 4217 codes of signs and names.
var currencies = map[string]string{
	"€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "gbp": "GBP", "pounds": "GBP", "libras": "GBP", "$": "USD",
	"usd": "USD",
	"us$": "USD", "dollars": "USD", "chf": "CHF",
}

func currencyOf(word string) string { return currencies[strings.ToLower(strings.TrimSpace(word))] }

// CurrencyOf is the ISO 4217 code of a currency, given by its code, sign or name. An unknown text is returned in
// capitals.
func CurrencyOf(text string) string {
	if code := currencyOf(text); code != "" {
		return code
	}
	return strings.ToUpper(strings.TrimSpace(text))
}

const (
	squareFoot            = 0.09290304
	squareMetresOfHectare = 1e4
)

// areas are units of area in square metres.
var areas = map[string]float64{
	"m": 1, "m2": 1, "mt": 1, "mts": 1, "mt2": 1, "mts2": 1, "mq": 1, "qm": 1, "sqm": 1, "sqmt": 1, "sqmtr": 1, "sqmtrs": 1, "sqmetres": 1,
	"sqmeters": 1, "squaremetres": 1, "squaremeters": 1, "metros": 1, "metros2": 1, "metroscuadrados": 1, "m2construidos": 1,
	"m2utiles": 1, "m2const": 1, "m2built": 1, "m2plot": 1, "m2parcela": 1,

	"ft2": squareFoot, "sqft": squareFoot, "sqfeet": squareFoot, "squarefeet": squareFoot, "squarefoot": squareFoot, "sqfoot": squareFoot,
	"piescuadrados": squareFoot,

	"ha": squareMetresOfHectare, "has": squareMetresOfHectare, "hectarea": squareMetresOfHectare, "hectareas": squareMetresOfHectare,
	"hectare": squareMetresOfHectare, "hectares": squareMetresOfHectare,
}

// valueOf reads digits with separators. Before a million, a single separator with three digits after it is a decimal
// mark: "1,250 M".
func valueOf(digits string, millions bool) (float64, bool) {
	if exponentForm.MatchString(digits) {
		value, err := strconv.ParseFloat(strings.Replace(digits, ",", ".", 1), 64)
		return value, err == nil
	}
	if strings.ContainsAny(digits, "eE") {
		return 0, false
	}
	if tight := collapsed.ReplaceAllString(digits, "$1"); tight != digits {
		if !isGrouped(tight) || len(marksOf(tight)) < 2 { // "1. 250. 000", but not "3, 450"
			return 0, false
		}
		digits = tight
	}
	marks := marksOf(digits)
	if marks == "" {
		return float(digits, ""), wholeForm.MatchString(digits)
	}
	last := marks[len(marks)-1:]
	isFraction := millions && len(marks) == 1 && last != " "
	if isGrouped(digits) && !isFraction {
		return float(digits, ""), true
	}
	at := strings.LastIndex(digits, last)
	before, after := digits[:at], digits[at+1:]
	length := len(after) == 1 || len(after) == 2 || isFraction && len(after) == 3
	if last == " " || !length || strings.Contains(before, last) || !wholeForm.MatchString(before) && !isGrouped(before) {
		return 0, false
	}
	return float(before, after), true
}

// marksOf are the separators of digits.
func marksOf(digits string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, digits)
}

// isGrouped reports groups of three digits with the same separator.
func isGrouped(digits string) bool {
	marks := marksOf(digits)
	return len(digits) <= 20 && groupedForm.MatchString(digits) && strings.Count(marks, marks[:1]) == len(marks)
}

// float is the number of digits whose separators are dropped, with a fraction.
func float(digits, fraction string) float64 {
	plain := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, digits)
	if fraction != "" {
		plain += "." + fraction
	}
	value, _ := strconv.ParseFloat(plain, 64) // digits
	return value
}
