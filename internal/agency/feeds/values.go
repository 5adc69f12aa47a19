package feeds

import (
	"cmp"
	"errors"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

var errNumber = errors.New("it is not a number")

// Whole reads an amount or a size: "1.250.000 €", "1,250,000", "350000.50", "120 m2". A fraction
// is rounded. An empty text is 0.
func Whole(text string) (int, error) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '€' || r == '$' || r == '£' || r == '\'' || r == '’' {
			return -1
		}
		return r
	}, strings.ToLower(text))
	for _, unit := range []string{"eur", "m²", "m2", "sqm"} {
		text = strings.TrimSuffix(strings.TrimPrefix(text, unit), unit)
	}
	if text == "" {
		return 0, nil
	}
	dot, comma := strings.Count(text, "."), strings.Count(text, ",")
	decimal := "" // the sign before the fraction
	switch {
	case dot > 0 && comma > 0:
		decimal = "."
		if strings.LastIndex(text, ",") > strings.LastIndex(text, ".") {
			decimal = ","
		}
	case dot == 1 && !isThousands(text, "."):
		decimal = "."
	case comma == 1 && !isThousands(text, ","):
		decimal = ","
	}
	for _, sign := range []string{".", ","} {
		if sign != decimal {
			text = strings.ReplaceAll(text, sign, "")
		}
	}
	number, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	switch {
	case err != nil || math.IsNaN(number):
		return 0, errNumber
	case number < 0 || number > 1e12:
		return 0, errors.New("the number is out of range")
	}
	return int(math.Round(number)), nil
}

// isThousands reports whether a single sign separates thousands: "350.000", but not "350.5" or
// "0.250".
func isThousands(text, sign string) bool {
	before, after, _ := strings.Cut(text, sign)
	return len(after) == 3 && before != "" && before != "0" && len(before) <= 3
}

// Decimal reads a number with a point or a comma before its fraction, such as a coordinate.
func Decimal(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, nil
	}
	number, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
		return 0, errNumber
	}
	return number, nil
}

// currencies are the codes of signs and names.
var currencies = map[string]string{
	"€": "EUR", "EURO": "EUR", "EUROS": "EUR", "£": "GBP", "$": "USD",
}

// Currency is the ISO 4217 code of a currency, given by its code, sign or name. An unknown text is returned in
// capitals.
func Currency(text string) string {
	text = strings.ToUpper(strings.TrimSpace(text))
	return cmp.Or(currencies[text], text)
}

// timeLayouts are the spellings of dates that are seen in feeds. Times without a zone are UTC.
var timeLayouts = []string{
	time.DateTime, time.RFC3339, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04",
	"2006-01-02 15:04", time.DateOnly, "02/01/2006 15:04:05", "02/01/2006 15:04", "02/01/2006", "02-01-2006 15:04:05", "02-01-2006", "2006/01/02 15:04:05", "2006/01/02",
}

// Time reads a date, with or without a time. An empty text is the zero time.
func Time(text string) (time.Time, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range timeLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			if at.Year() < 1900 || at.Year() > 2199 {
				return time.Time{}, errors.New("the year is out of range")
			}
			return at.UTC(), nil
		}
	}
	return time.Time{}, errors.New("it is no date such as 2026-03-31 09:30:00")
}

// PointOf is a position, nil when it is unknown: absent, zero or out of range. Positions with
// latitude and longitude exchanged are corrected where only one order is in Europe's range.
func PointOf(lat, lng float64) *Point {
	if lat == 0 || lng == 0 {
		return nil
	}
	if math.Abs(lat) < 20 && lng > 27 && lng < 72 { // no agency of Spain offers there
		lat, lng = lng, lat
	}
	if math.Abs(lat) > 90 || math.Abs(lng) > 180 {
		return nil
	}
	return &Point{Lat: lat, Lng: lng}
}

// Clip shortens a text of a feed for a message, to 40 bytes.
func Clip(text string) string {
	if len(text) > 40 {
		return strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}

var (
	markup    = regexp.MustCompile(`(?i)</?(p|br|ul|ol|li|b|i|strong|em|h[1-6]|div|span|a)\b[^>]*>`)
	paragraph = regexp.MustCompile(`\n[ \t]*\n\s*`)
)

// Markup turns plain text into paragraphs. A text that has markup is returned as it is; whoever
// shows it sanitises it.
func Markup(text string) string {
	text = strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text))
	if text == "" || markup.MatchString(text) {
		return text
	}
	var b strings.Builder
	for _, part := range paragraph.Split(text, -1) {
		if part = strings.TrimSpace(part); part != "" {
			b.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(part), "\n", "<br>") + "</p>")
		}
	}
	return b.String()
}
