package feeds

import (
	"errors"
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"estate/internal/content/plausible"
)

// timeLayouts are the spellings of dates that are seen in feeds. Times without a zone are UTC. A day before its month
// comes first, as in Spain; the American order counts where the day is no month.
var timeLayouts = []string{
	time.DateTime, time.RFC3339, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04", "2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04:05 -0700", "2006-01-02 15:04", time.DateOnly, "2006/1/2 15:04:05", "2006/1/2 15:04", "2006/1/2",
	"20060102150405", "20060102",
	"2/1/2006 15:04:05", "2/1/2006 15:04", "2/1/2006", "2/1/06 15:04", "2/1/06", "2-1-2006 15:04:05", "2-1-2006 15:04", "2-1-2006", "2-1-06",
	"2.1.06", "2.1.2006 15:04:05", "2.1.2006 15:04", "2.1.2006", "1/2/2006 15:04:05", "1/2/2006 15:04", "1/2/2006", "1/2/2006 3:04:05 PM",
	"1/2/2006 3:04 PM", time.RFC1123, time.RFC1123Z, "2 January 2006", "2 Jan 2006", "2-Jan-2006", "2-Jan-06",
	"January 2, 2006", "Jan 2, 2006",
}

// months are Spanish months and those that time.Parse reads.
var months = strings.NewReplacer(
	"enero", "January", "febrero", "February", "marzo", "March", "abril", "April", "mayo", "May", "junio", "June", "julio", "July",
	"agosto", "August", "septiembre", "September", "setiembre", "September", "octubre", "October", "noviembre", "November",
	"diciembre", "December", " de ", " ",
	"ene", "Jan", "abr", "Apr", "ago", "Aug", "dic", "Dec")

// A number alone is the count of days of a spreadsheet or of seconds since 1970.
const (
	minSheetDays = 20_000 // 1954
	maxSheetDays = 80_000 // 2119
	minSeconds   = 500_000_000
	maxSeconds   = 5_000_000_000
)

// Time reads a date, with or without a time. An empty text is the zero time.
func Time(text string) (time.Time, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return time.Time{}, nil
	}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		switch {
		case n > minSheetDays && n < maxSheetDays:
			return time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).Add(time.Duration(n * float64(24*time.Hour))).Truncate(time.Second), nil
		case n > minSeconds && n < maxSeconds:
			return time.Unix(int64(n), 0).UTC(), nil
		}
	}
	for _, spelt := range []string{text, months.Replace(strings.ToLower(text))} {
		for _, layout := range timeLayouts {
			if at, err := time.Parse(layout, spelt); err == nil {
				if at.Year() < 1900 || at.Year() > 2199 {
					return time.Time{}, errors.New("the year is out of range")
				}
				return at.UTC(), nil
			}
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

var (
	entity = regexp.MustCompile(`&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});`)
	// escapedEntity is an entity whose ampersand was escaped once more.
	escapedEntity = regexp.MustCompile(`&amp;(#?[A-Za-z0-9]{2,31};)`)
	// escapedBreak is a line break as a program writes it.
	escapedBreak = regexp.MustCompile(`(?:\\r)?\\n|\\r`)
)

// maxEscapes bounds how often a text was escaped.
const maxEscapes = 3

// Text is a text of a feed as it was meant: entities that were escaped too often are characters, "\n" is a line break,
// "OjÃ©n" is "Ojén". The signs of markup stay escaped in a text that has markup.
func Text(text string) string {
	read, _ := ReadText(text)
	return read
}

// ReadText is Text; repaired reports a text that was read in a wrong encoding by the system that wrote the feed.
func ReadText(text string) (read string, repaired bool) {
	if strings.Contains(text, `\`) {
		text = escapedBreak.ReplaceAllString(text, "\n")
	}
	for range maxEscapes {
		if !strings.Contains(text, "&") {
			break
		}
		before := text
		text = escapedEntity.ReplaceAllString(text, "&$1")
		marked := markup.MatchString(text)
		text = entity.ReplaceAllStringFunc(text, func(written string) string {
			read := html.UnescapeString(written)
			if marked && strings.ContainsAny(read, "<>&\"") {
				return written
			}
			return read
		})
		if text == before {
			break
		}
	}
	meant := plausible.Repaired(text)
	return strings.TrimSpace(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(meant)), meant != text
}

// WrongEncoding is the reason of the warning about a text that ReadText has repaired.
const WrongEncoding = "the system that wrote the feed read it in a wrong encoding, such as “OjÃ©n”; it is repaired here, correct it there"

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
