package wordpress

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// decimal accepts 12, "12", "1002.50", "55,3" and " 3"; other values are 0.
func (n node) decimal() float64 {
	text := strings.TrimSpace(n.text())
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	return parseDecimal(text)
}

func parseDecimal(text string) float64 {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

// integer returns a number without its fraction. It accepts what editors write, such as
// "1.250.000 €" and "220 m²". A number beyond ±2^52 is 0.
func (n node) integer() int {
	i, _ := n.number(false)
	return i
}

// number is integer, and reports whether the value is a number or empty. money says that it is an amount.
func (n node) number(money bool) (value int, ok bool) {
	f := parseDecimal(strings.TrimSpace(n.text()))
	text, isText := n.value.(string)
	if isText && strings.TrimSpace(text) != "" {
		if f, ok = writtenNumber(text, money); !ok {
			return 0, false
		}
	}
	if math.Abs(f) > 1<<52 {
		return 0, false
	}
	return int(f), true
}

var (
	// writtenForm is a number as editors write it: words or a currency, digits with separators, and
	// what follows.
	writtenForm = regexp.MustCompile(`^([^\d]*)(\d(?:[\d.,'’\s\x{00a0}\x{202f}]*\d)?)(.*)$`)
	// A word that multiplies ends before a sign or a currency: "k" in "450k€", not in "4 kitchens".
	millions  = factorForm(`millones|millions|million|mill[oó]n|mill|mio|mln`)
	thousands = factorForm(`miles|mil|tsd|k`)
	letterM   = factorForm(`mm|m`) // millions of money; else metres
	hectares  = factorForm(`ha|has|hectáreas?|hectareas?|hectares?`)
	// perArea is the price of a square metre, which is not the price of a property.
	perArea = regexp.MustCompile(`(?i)(?:/|\bpor |\bper |\bel )\s*(?:m2|m²|mt|metro|sq)`)
	// otherAreas are units of area that are not converted.
	otherAreas = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:sq\.?\s*ft|sqft|sq\.?\s*feet|ft|feet|pies|acres?|fanegas?|tahullas?|yards?|yd)(?:[^\p{L}]|$)`)
)

func factorForm(words string) *regexp.Regexp {
	return regexp.MustCompile(`^(?i:` + words + `)(?:(?i:eur|euros?|gbp|usd|chf)?(?:[^\p{L}\p{N}]|$))`)
}

// units may follow a number and hold digits themselves.
var units = strings.NewReplacer("m2", "", "m^2", "", "m²", "", "mts2", "", "mt2", "")

// writtenNumber reads a number as editors write it: "1.250.000 €", "€ 750.000", "2.000 m2", "3,5",
// "1 250 000", "450k", "1,2 M". ok is false for a text without a number or with several. An amount of money has
// millions ("1,2 m") where a size has metres.
func writtenNumber(text string, money bool) (value float64, ok bool) {
	text = strings.TrimSpace(text)
	if f, err := strconv.ParseFloat(text, 64); err == nil && !hasGroups.MatchString(text) {
		return f, !math.IsNaN(f) && !math.IsInf(f, 0)
	}
	parts := writtenForm.FindStringSubmatch(text)
	if parts == nil || strings.HasSuffix(strings.TrimSpace(parts[1]), "-") {
		return 0, false
	}
	rest := strings.TrimSpace(parts[3])
	if strings.ContainsAny(units.Replace(strings.ToLower(rest)), "0123456789½¼¾") {
		return 0, false
	}
	if money && perArea.MatchString(rest) || !money && otherAreas.MatchString(rest) {
		return 0, false
	}
	factor := factorOf(rest, money)
	value, ok = ungroup(parts[2], factor > 1 && factor != thousand)
	return value * factor, ok
}

const thousand = 1e3

// factorOf is what the word after a number multiplies it by.
func factorOf(rest string, money bool) float64 {
	switch {
	case millions.MatchString(rest), money && letterM.MatchString(rest):
		return 1e6
	case thousands.MatchString(rest):
		return thousand
	case !money && hectares.MatchString(rest):
		return 1e4
	}
	return 1
}

var (
	// hasGroups is a number such as 750.000, in which a full stop divides thousands.
	hasGroups = regexp.MustCompile(`^[1-9]\d{0,2}\.\d{3}$`)
	// separated is a separator with the spaces around it.
	separated = regexp.MustCompile(`[\s\x{00a0}\x{202f}]*([.,'’\s\x{00a0}\x{202f}])[\s\x{00a0}\x{202f}]*`)
	separator = regexp.MustCompile(`[.,' ]`)
	grouped   = regexp.MustCompile(`^[1-9]\d{0,2}([.,' ]\d{3})+$`)
)

var sameSeparators = strings.NewReplacer("’", "'", "\u00a0", " ", "\u202f", " ", "\t", " ")

// ungroup reads digits with separators. Separators before groups of three digits are equal; a single one
// before three digits divides thousands unless fraction. The last one may be a decimal point.
func ungroup(digits string, fraction bool) (float64, bool) {
	digits = sameSeparators.Replace(separated.ReplaceAllString(digits, "$1"))
	marks := strings.Join(separator.FindAllString(digits, -1), "")
	plain := func(text string) string { return separator.ReplaceAllString(text, "") }
	isGrouped := func(text, marks string) bool {
		return grouped.MatchString(text) && strings.Count(marks, marks[:1]) == len(marks)
	}
	if marks == "" || isGrouped(digits, marks) && (len(marks) > 1 || marks == " " || !fraction) {
		return parseDecimal(plain(digits)), true
	}
	last := strings.LastIndexAny(digits, marks)
	before, after, point := digits[:last], digits[last+1:], marks[len(marks)-1:]
	marks = marks[:len(marks)-1]
	isPoint := marks == "" || isGrouped(before, marks) && !strings.Contains(marks, point) && len(after) != 3
	if point == " " || !isPoint {
		return 0, false
	}
	return parseDecimal(plain(before) + "." + after), true
}

// count decodes an integer; 0 for a negative one or a text that is no number, which are
// recorded as unread.
func (d decoder) count(n node, name string) int {
	return d.checked(n, name, false)
}

// checked decodes an integer, or an amount of money.
func (d decoder) checked(n node, name string, money bool) int {
	value, ok := n.number(money)
	if !ok || value < 0 {
		d.unreadable(name, n.text())
	}
	return max(0, value)
}

// unreadable records a field of the entity that was not understood.
func (d decoder) unreadable(name, value string) {
	if d.unread == nil {
		return
	}
	if problem := fmt.Sprintf("%s: %.60q", name, value); !slices.Contains(*d.unread, problem) {
		*d.unread = append(*d.unread, problem)
	}
}

// id returns the id of a term, a post or an author: a number, a string or an object.
func (n node) id() int {
	if n.isObject() {
		return n.first("term_id", "id", "ID").integer()
	}
	return n.integer()
}

// ids returns the ids of a list of ids or objects, or of a single one.
func (n node) ids() []int {
	var ids []int
	add := func(id int) {
		if id > 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, item := range n.list() {
		add(item.id())
	}
	if len(ids) == 0 {
		add(n.id())
	}
	return ids
}
