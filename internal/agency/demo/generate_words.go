package demo

import (
	"strconv"
	"strings"

	"estate/internal/content/i18n"
)

func itoa(n int) string { return strconv.Itoa(n) }

// describe sets title, slug and description in both languages.
func (b *builder) describe(g *generator) {
	p := b.property
	word := b.kind.words[b.IntN(len(b.kind.words))]
	en, es := word[i18n.LangEN], word[i18n.LangES]
	if p.Bedrooms > 0 && b.chance(70) {
		traits := g.traits[b.market.region]
		trait := traits[b.IntN(len(traits))]
		en, es = en+" "+trait[i18n.LangEN], es+" "+trait[i18n.LangES]
	}
	p.Title = b.text(en+" in "+b.market.name[i18n.LangEN], es+" en "+b.market.name[i18n.LangES])
	p.Slug = b.kind.stem + "-" + b.market.slug + "-" + strings.ToLower(p.Reference)
	p.Link = "/properties/" + p.Slug + "/"

	lines := [3]*phrase{&g.plainOpenings[b.IntN(len(g.plainOpenings))], nil, &g.plainEndings[b.IntN(len(g.plainEndings))]}
	switch {
	case p.Bedrooms > 0:
		lines[0] = &g.openings[b.IntN(len(g.openings))]
		settings := g.settings[b.market.region]
		lines[1] = &settings[b.IntN(len(settings))]
		lines[2] = &g.endings[b.IntN(len(g.endings))]
	case p.BuiltSize == 0:
		lines[0] = &g.landOpenings[b.IntN(len(g.landOpenings))]
	}
	minutes := itoa(b.between(4, 19))
	p.Description = b.text(b.prose(i18n.LangEN, lines, minutes), b.prose(i18n.LangES, lines, minutes))
}

// prose is the description: a paragraph of two lines and one of the last.
func (b *builder) prose(lang i18n.Lang, lines [3]*phrase, minutes string) string {
	var out strings.Builder
	out.Grow(640)
	out.WriteString("<p>")
	b.fill(&out, lines[0].in[langIndex(lang)], lang, minutes)
	if lines[1] != nil {
		out.WriteByte(' ')
		b.fill(&out, lines[1].in[langIndex(lang)], lang, minutes)
	}
	out.WriteString("</p>\n<p>")
	b.fill(&out, lines[2].in[langIndex(lang)], lang, minutes)
	out.WriteString("</p>")
	return out.String()
}

func langIndex(lang i18n.Lang) int {
	if lang == i18n.LangES {
		return 1
	}
	return 0
}

// fill writes a phrase with its values.
func (b *builder) fill(out *strings.Builder, pieces []string, lang i18n.Lang, minutes string) {
	for i, piece := range pieces {
		if i%2 == 0 {
			out.WriteString(piece)
			continue
		}
		switch piece {
		case "place":
			out.WriteString(b.market.name[lang])
		case "bedrooms":
			out.WriteString(bedrooms(lang, b.property.Bedrooms))
		case "built":
			out.WriteString(i18n.Area(lang, b.property.BuiltSize))
		case "plot":
			out.WriteString(i18n.Area(lang, b.property.PlotSize))
		case "terrace":
			out.WriteString(i18n.Area(lang, b.property.TerraceSize))
		case "minutes":
			out.WriteString(minutes)
		}
	}
}

// counts are numbers in English and Spanish words.
var counts = [2][10]string{
	{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"},
	{"", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"},
}

// bedrooms is the number of bedrooms, in words up to nine.
func bedrooms(lang i18n.Lang, n int) string {
	words, one, many := counts[0], " bedroom", " bedrooms"
	if lang == i18n.LangES {
		words, one, many = counts[1], " dormitorio", " dormitorios"
	}
	count := itoa(n)
	if n < len(words) {
		count = words[n]
	}
	if n == 1 {
		return count + one
	}
	return count + many
}
