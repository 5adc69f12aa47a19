package wordpress

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// decimal accepts 12, "12", "1002.50" and " 3"; other values are 0.
func (n node) decimal() float64 { return parseDecimal(strings.TrimSpace(n.text())) }

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
	f := n.decimal()
	if text, ok := n.value.(string); ok {
		text = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(text), "€m² "))
		f = parseDecimal(ungroup(text))
	}
	if math.Abs(f) > 1<<52 {
		return 0
	}
	return int(f)
}

// ungroup removes thousands separators. The last separator is a decimal point unless exactly
// three digits follow it.
func ungroup(text string) string {
	last := strings.LastIndexAny(text, ".,")
	if last < 0 {
		return text
	}
	digits := strings.NewReplacer(".", "", ",", "")
	if len(text)-last-1 == 3 {
		return digits.Replace(text)
	}
	return digits.Replace(text[:last]) + "." + text[last+1:]
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
