package wordpress

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"estate/internal/content/number"
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
		of := number.Size
		if money {
			of = number.Money
		}
		if f, ok = number.Written(text, of); !ok {
			return 0, false
		}
	}
	if math.Abs(f) > 1<<52 {
		return 0, false
	}
	return int(f), true
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

// unreadCount returns the number of fields that were not understood so far.
func (d decoder) unreadCount() int {
	if d.unread == nil {
		return 0
	}
	return len(*d.unread)
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
