package wordpress

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// decimal reads 12, "12", "1002.50" and " 3"; 0 otherwise.
func (n node) decimal() float64 { return parseDecimal(strings.TrimSpace(n.text())) }

func parseDecimal(text string) float64 {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

// whole is a count, a size or a price without its fraction; editors also write
// "1.250.000 €" and "220 m²". What no int of ours should hold is 0.
func (n node) whole() int {
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

// ungroup drops the separators of thousands; the last one counts as a decimal
// point when other than three digits follow it.
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

// id is the number of a term, a post or an author: bare, as text, or inside an object.
func (n node) id() int {
	if n.isObject() {
		return n.first("term_id", "id", "ID").whole()
	}
	return n.whole()
}

// ids are the numbers of a list of ids or objects, or of a single one.
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
