package number

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// row is a text with its value, null for a text that is no number. A lenient row is read by Written only, a strict one
// by Parse too; the form of the plugin reads the others.
type row struct {
	Text    string
	Value   *float64
	Field   string // "money" or "size"; "" for all
	Lenient bool
	Strict  bool
}

func readTable(t *testing.T) []row {
	t.Helper()
	text, err := os.ReadFile("testdata/numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) < 100 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	return rows
}

func TestNumbersAsOfficesWriteThem(t *testing.T) {
	for _, r := range readTable(t) {
		for name, field := range map[string]Field{"money": Money, "size": Size} {
			if r.Field != "" && r.Field != name {
				continue
			}
			got, err := Parse(r.Text, field)
			switch isRead := r.Value != nil && (!r.Lenient || r.Strict); {
			case isRead && (err != nil || math.Abs(got-*r.Value) > 1e-6):
				t.Errorf("Parse(%q, %s) = %v, %v, want %v", r.Text, name, got, err, *r.Value)
			case !isRead && err == nil:
				t.Errorf("Parse(%q, %s) = %v, want an error", r.Text, name, got)
			}
			if r.Strict && r.Value == nil {
				continue
			}
			got, ok := Written(r.Text, field)
			switch {
			case r.Value == nil && ok:
				t.Errorf("Written(%q, %s) = %v, want none", r.Text, name, got)
			case r.Value != nil && (!ok || math.Abs(got-*r.Value) > 1e-6):
				t.Errorf("Written(%q, %s) = %v, %v, want %v", r.Text, name, got, ok, *r.Value)
			}
		}
	}
	if got, _ := Written("120 M", Size); got != 120 {
		t.Errorf("a size of 120 M is %v, want metres", got)
	}
}

func TestAPriceSaysItsCurrencyAndItsPeriod(t *testing.T) {
	for text, want := range map[string]Price{
		"450000": {450000, "", ""}, "£450,000": {450000, "GBP", ""}, "450.000 €": {450000, "EUR", ""}, "1.500 €/mes": {1500, "EUR", "month"}, "USD 1,2 M": {1200000, "USD", ""},
		"€ 900 per week": {900, "EUR", "week"}, "180/noche": {180, "", "day"}, "450.000 € venta": {450000, "EUR", "sale"},
	} {
		if got, err := Amount(text); err != nil || got != want {
			t.Errorf("Amount(%q) = %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"€ 450.000 £", "450.000 €/año", "450.000 €/m2", "about 450.000", "450.000-500.000"} {
		if got, err := Amount(text); err == nil {
			t.Errorf("Amount(%q) = %+v, want an error", text, got)
		}
	}
}

func TestRoomsHaveNoFraction(t *testing.T) {
	for text, want := range map[string]int{"2.5": 2, "2,5": 2, "": 0, "4": 4} {
		if got, err := Whole(text, Count); err != nil || got != want {
			t.Errorf("Whole(%q, Count) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"3+1", "four", "2 M", "-1", "2/3"} {
		if got, err := Whole(text, Count); err == nil {
			t.Errorf("Whole(%q, Count) = %d, want an error", text, got)
		}
	}
	if got, err := Whole("350000,5", Money); err != nil || got != 350001 {
		t.Errorf("an amount is not rounded: %d, %v", got, err)
	}
}

func TestCoordinatesHaveNoGroups(t *testing.T) {
	for text, want := range map[string]float64{"36,5101": 36.5101, "-4.882": -4.882, "36.510": 36.51, "": 0, "3.65101e+01": 36.5101} {
		if got, err := Decimal(text); err != nil || got != want {
			t.Errorf("Decimal(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"north", "36.510.1", "0x24", "inf", "36 5"} {
		if got, err := Decimal(text); err == nil {
			t.Errorf("Decimal(%q) = %v, want an error", text, got)
		}
	}
}

// FuzzNoNumberIsWrongByAPowerOfTen compares each text that is accepted with all readings of its digits: the value
// is the digits with a decimal mark at a separator or at the end, times what a word or an exponent says.
func FuzzNoNumberIsWrongByAPowerOfTen(f *testing.F) {
	text, err := os.ReadFile("testdata/numbers.json")
	var rows []row
	if err != nil || json.Unmarshal(text, &rows) != nil {
		f.Fatal(err)
	}
	for _, r := range rows {
		f.Add(r.Text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkPower(t, text) })
}

// TestNoNumberIsWrongByAPowerOfTen does the same with texts of digits and separators.
func TestNoNumberIsWrongByAPowerOfTen(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const signs = "00123456789.,' .,eE"
	read := 0
	for range 50_000 {
		text := make([]byte, 1+random.IntN(12))
		for i := range text {
			text[i] = signs[random.IntN(len(signs))]
		}
		if checkPower(t, string(text)) {
			read++
		}
	}
	if read < 500 {
		t.Errorf("only %d texts were numbers", read)
	}
}

func checkPower(t *testing.T, text string) (isNumber bool) {
	t.Helper()
	for _, field := range []Field{Count, Money, Size} {
		value, err := Parse(text, field)
		if err != nil {
			continue
		}
		isNumber = true
		if value < 0 || value > maxValue || math.IsNaN(value) {
			t.Fatalf("Parse(%q) = %v is out of range", text, value)
		}
		if exact, ok := new(big.Float).SetString(strings.Replace(strings.TrimSpace(text), ",", ".", 1)); ok && strings.ContainsAny(text, "eE") {
			if want, _ := exact.Float64(); math.Abs(value-want) > 1e-6*want {
				t.Fatalf("Parse(%q) = %v, want %v", text, value, want)
			}
			continue
		}
		if strings.Trim(text, "0123456789.,' ") != "" {
			continue // with words: TestNumbersAsOfficesWriteThem
		}
		if want, sure := reading(strings.TrimSpace(text)); !sure || math.Abs(value-want) > 1e-6*math.Max(1, want) {
			t.Fatalf("Parse(%q) = %v, want %v, %v", text, value, want, sure)
		}
	}
	return isNumber
}

// reading is another reader of digits and separators, from the right: a last group of one or two digits is the fraction,
// all others have three, and the separator of the fraction stands nowhere else.
func reading(text string) (value float64, sure bool) {
	text = strings.NewReplacer(". ", ".", " .", ".", ", ", ",", " ,", ",", "' ", "'", " '", "'").Replace(strings.Join(strings.Fields(text), " "))
	groups := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	marks := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, text)
	if len(groups) == 0 || len(marks) != len(groups)-1 {
		return 0, false
	}
	fraction := ""
	if last := groups[len(groups)-1]; len(groups) > 1 && len(last) < 3 {
		mark := marks[len(marks)-1:]
		if mark == " " || strings.Contains(marks[:len(marks)-1], mark) {
			return 0, false
		}
		fraction, groups, marks = last, groups[:len(groups)-1], marks[:len(marks)-1]
	}
	for i, group := range groups {
		if i > 0 && len(group) != 3 || len(groups) > 1 && i == 0 && (len(group) > 3 || group[0] == '0') {
			return 0, false
		}
	}
	if strings.Trim(marks, marks[:min(1, len(marks))]) != "" {
		return 0, false
	}
	digits, ok := new(big.Float).SetString(strings.Join(groups, "") + "." + fraction + "0")
	if !ok {
		return 0, false
	}
	value, _ = digits.Float64()
	return value, true
}
