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
	i, _ := n.number()
	return i
}

// number is integer, and reports whether the value is a number or empty.
func (n node) number() (value int, ok bool) {
	f := parseDecimal(strings.TrimSpace(n.text()))
	text, isText := n.value.(string)
	if isText && strings.TrimSpace(text) != "" {
		if f, ok = writtenNumber(text); !ok {
			return 0, false
		}
	}
	if math.Abs(f) > 1<<52 {
		return 0, false
	}
	return int(f), true
}

// writtenForm is a number as editors write it: words or a currency, digits with separators, and
// what follows.
var writtenForm = regexp.MustCompile(`^([^\d]*)(\d(?:[\d.,'’\s\x{00a0}\x{202f}]*\d)?)(.*)$`)

// factors are the words after a number that multiply it. The longest that fits is used.
var factors = []struct {
	word   string
	factor float64
}{
	{"millones", 1e6},
	{"millions", 1e6},
	{"million", 1e6},
	{"millón", 1e6},
	{"millon", 1e6}, //nolint:misspell // Spanish, without its accent
	{"mill", 1e6},
	{"mio", 1e6},
	{"mln", 1e6},
	{"mm", 1e6},
	{"mil", 1e3},
	{"k", 1e3},
}

// units may follow a number. They hold digits themselves, or letters that factors begin with.
var units = strings.NewReplacer("m2", "", "m²", "", "mts2", "", "sqm", "", "sq.m", "", "mts", "", "metros", "")

var spaces = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "", "'", "", "’", "", "\t", "")

// writtenNumber reads a number as editors write it: "1.250.000 €", "€ 750.000", "2.000 m2", "3,5",
// "1 250 000", "450k", "1,2 M". ok is false for a text without a number or with several.
func writtenNumber(text string) (value float64, ok bool) {
	text = strings.TrimSpace(text)
	if f, err := strconv.ParseFloat(text, 64); err == nil && !hasGroups(text) {
		return f, !math.IsNaN(f) && !math.IsInf(f, 0)
	}
	parts := writtenForm.FindStringSubmatch(text)
	if parts == nil || strings.HasSuffix(strings.TrimSpace(parts[1]), "-") {
		return 0, false
	}
	digits, rest := spaces.Replace(parts[2]), strings.TrimSpace(parts[3])
	factor := 1.0
	if strings.HasPrefix(rest, "M") && !strings.HasPrefix(rest, "M2") && !strings.HasPrefix(rest, "M²") {
		factor, rest = 1e6, strings.TrimLeft(strings.ToLower(rest), "milonesó")
	} else {
		rest = strings.TrimSpace(units.Replace(strings.ToLower(rest)))
		for _, f := range factors {
			if after, found := strings.CutPrefix(rest, f.word); found {
				factor, rest = f.factor, after
				break
			}
		}
	}
	if strings.ContainsAny(units.Replace(rest), "0123456789") {
		return 0, false
	}
	if factor > 1 { // 1.250 M: a fraction, not a group
		if last := strings.LastIndexAny(digits, ".,"); last >= 0 {
			digits = strings.NewReplacer(".", "", ",", "").Replace(digits[:last]) + "." + digits[last+1:]
		}
		return parseDecimal(digits) * factor, true
	}
	return parseDecimal(ungroup(digits)), true
}

// hasGroups reports a text such as 750.000, in which a full stop divides thousands.
func hasGroups(text string) bool {
	last := strings.LastIndexByte(text, '.')
	return last >= 0 && len(text)-last-1 == 3
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

// count decodes an integer; negative ones become 0. A text that is no number is recorded as unread.
func (d decoder) count(n node, name string) int {
	value, ok := n.number()
	if !ok {
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
