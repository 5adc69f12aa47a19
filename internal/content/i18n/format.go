package i18n

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Price prints whole euros grouped by dots, the same in every language:
// 1250000 → "1.250.000 €", 1500 → "1.500 €" (specification §3.16).
func Price(euros int) string { return Group(euros) + " €" }

// ShortPrice prints a price for little room: millions with at most two decimals,
// "1.25 M €" in English and "1,25 M €" in Spanish, and Price below them.
func ShortPrice(lang Lang, euros int) string {
	const million = 1_000_000
	if euros < million {
		return Price(euros)
	}
	text := strconv.FormatFloat(math.Round(float64(euros)/million*100)/100, 'f', -1, 64)
	if lang != LangEN {
		text = strings.ReplaceAll(text, ".", ",")
	}
	return text + " M €"
}

// Area prints square metres as a whole number, grouped as the language does: "1,200 m²" in
// English, "1.200 m²" in Spanish (decision 28).
func Area(lang Lang, squareMetres int) string { return Number(lang, squareMetres) + " m²" }

// Number prints a whole number, grouped as the language does.
func Number(lang Lang, n int) string {
	if lang == LangEN {
		return strings.ReplaceAll(Group(n), ".", ",")
	}
	return Group(n)
}

// Group prints n with a dot before every third digit (specification §3.16). By Spanish
// rules four digits would have none.
func Group(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	var b strings.Builder
	b.WriteString(sign)
	lead := len(digits) % 3
	b.WriteString(digits[:lead])
	for i := lead; i < len(digits); i += 3 {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(digits[i : i+3])
	}
	return b.String()
}

var spanishMonths = [...]string{
	"enero", "febrero", "marzo", "abril", "mayo", "junio",
	"julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
}

// Date prints a day in words: "14 March 2026", "14 de marzo de 2026".
func Date(l Lang, t time.Time) string {
	if l == LangES {
		return strconv.Itoa(t.Day()) + " de " + spanishMonths[t.Month()-1] + " de " + strconv.Itoa(t.Year())
	}
	return t.Format("2 January 2006")
}

var spanishWeekdays = [...]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"}

// Day prints a day of the near future: "Saturday 14 March", "sábado 14 de marzo".
func Day(l Lang, t time.Time) string {
	if l == LangES {
		return spanishWeekdays[t.Weekday()] + " " + strconv.Itoa(t.Day()) + " de " + spanishMonths[t.Month()-1]
	}
	return t.Format("Monday 2 January")
}

// Month prints a month in words: "March 2026", "marzo de 2026".
func Month(l Lang, t time.Time) string {
	if l == LangES {
		return spanishMonths[t.Month()-1] + " de " + strconv.Itoa(t.Year())
	}
	return t.Format("January 2006")
}
