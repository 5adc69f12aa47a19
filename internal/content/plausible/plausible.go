package plausible

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Warning is a value that is hardly true.
type Warning struct {
	Field  string
	Value  string
	Reason string
}

// Limits of plausible values.
const (
	minSale  = 1_000
	maxSale  = 100_000_000
	maxMonth = 100_000
	maxBuilt = 20_000 // m²
	maxRooms = 100
	jump     = 10
	maxText  = 60 // bytes of a value in a warning
)

// Property are the warnings about a property.
func Property(p *content.Property) []Warning {
	warnings := price(p.Price.Amount, p.Price.Mode)
	warnings = append(warnings, Figures(p.BuiltSize, p.Bedrooms, p.Bathrooms)...)
	return append(warnings, texts(p.Reference, p.Title, p.Description)...)
}

// Development are the warnings about a development.
func Development(d *content.Development) []Warning {
	return append(price(max(d.Price.From, d.Price.To), content.PriceSale), texts(d.Reference, d.Title, d.Description)...)
}

func price(amount int, mode content.PriceMode) []Warning {
	switch value := strconv.Itoa(amount); {
	case amount == 0:
	case mode == content.PriceSale && amount < minSale:
		return []Warning{{"price", value, fmt.Sprintf("a sale for less than %d", minSale)}}
	case mode == content.PriceSale && amount > maxSale:
		return []Warning{{"price", value, fmt.Sprintf("a sale for more than %d", maxSale)}}
	case mode != content.PriceSale && amount > maxMonth:
		return []Warning{{"price", value, fmt.Sprintf("a rent of more than %d", maxMonth)}}
	}
	return nil
}

// Figures are the warnings about sizes and rooms.
func Figures(built, bedrooms, bathrooms int) (warnings []Warning) {
	if built > maxBuilt {
		warnings = append(warnings, Warning{"built", strconv.Itoa(built), fmt.Sprintf("more than %d m² built", maxBuilt)})
	}
	if bedrooms > maxRooms {
		warnings = append(warnings, Warning{"bedrooms", strconv.Itoa(bedrooms), fmt.Sprintf("more than %d bedrooms", maxRooms)})
	}
	if bathrooms > maxRooms {
		warnings = append(warnings, Warning{"bathrooms", strconv.Itoa(bathrooms), fmt.Sprintf("more than %d bathrooms", maxRooms)})
	}
	return warnings
}

// IsJump reports whether a price is ten times the last one or more, or a tenth or less.
func IsJump(before, now int) bool {
	return before > 0 && now > 0 && (now >= jump*before || before >= jump*now)
}

var (
	entity = regexp.MustCompile(`&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]+);`)
	// shownEntity is an entity that a visitor sees, because its ampersand was escaped once more.
	shownEntity = regexp.MustCompile(`&amp;(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]+);`)
	// mojibake is text in UTF-8 that was read as Windows-1252: "OjÃ©n", "â€™", "Â ".
	mojibake = regexp.MustCompile(`Ã[\x{80}-\x{BF}ŠŒŽšœžŸƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]|â€[\x{80}-\x{BF}œžŸ˜–—‘’‚“”„†‡•…‰‹›™]|` +
		`Â[\x{A0}-\x{BF}]|\x{FFFD}`)
	lineBreak = regexp.MustCompile(`\\r?\\n|\\n`)
)

func texts(reference string, title, description i18n.Text) (warnings []Warning) {
	for _, lang := range i18n.Filled {
		text := title[lang]
		if text != "" && reference != "" && slices.Equal(words(text), words(reference)) {
			warnings = append(warnings, Warning{"title/" + string(lang), clip(text), "the title is the reference"})
		}
		if reason := Text(text, false); reason != "" {
			warnings = append(warnings, Warning{"title/" + string(lang), clip(text), reason})
		}
		if reason := Text(description[lang], true); reason != "" {
			warnings = append(warnings, Warning{"description/" + string(lang), around(description[lang]), reason})
		}
	}
	return warnings
}

func words(text string) []string {
	return strings.FieldsFunc(i18n.Fold(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

// Text is what is wrong with a text, "" for nothing. In markup an entity is shown when its ampersand is escaped.
func Text(text string, isMarkup bool) string {
	shown := entity
	if isMarkup {
		shown = shownEntity
	}
	// Each run of a feed reads all texts: a sign that each form needs is looked for first.
	switch {
	case strings.Contains(text, "&") && shown.MatchString(text):
		return "the text shows an entity"
	case strings.ContainsAny(text, "ÃâÂ\uFFFD") && mojibake.MatchString(text):
		return "the text was read in a wrong encoding"
	case strings.Contains(text, `\`) && lineBreak.MatchString(text):
		return `the text shows "\n"`
	}
	return ""
}

// around is the part of a text that is wrong.
func around(text string) string {
	for _, form := range []*regexp.Regexp{shownEntity, mojibake, lineBreak} {
		if at := form.FindStringIndex(text); at != nil {
			from, to := max(0, at[0]-20), min(len(text), at[1]+20)
			return html.UnescapeString(strings.ToValidUTF8(text[from:to], ""))
		}
	}
	return ""
}

func clip(text string) string {
	if len(text) <= maxText {
		return text
	}
	for end := maxText; ; end-- {
		if utf8.RuneStart(text[end]) {
			return text[:end] + "…"
		}
	}
}
