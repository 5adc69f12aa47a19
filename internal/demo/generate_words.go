package demo

import (
	"strconv"
	"strings"

	"estate/internal/i18n"
)

func itoa(n int) string { return strconv.Itoa(n) }

// describe writes title, slug and description in both languages.
func (d *draft) describe(s *stock) {
	p := d.home
	word := d.kind.words[d.IntN(len(d.kind.words))]
	en, es := word[i18n.LangEN], word[i18n.LangES]
	if p.Bedrooms > 0 && d.chance(70) {
		traits := s.traits[d.market.region]
		trait := traits[d.IntN(len(traits))]
		en, es = en+" "+trait[i18n.LangEN], es+" "+trait[i18n.LangES]
	}
	p.Title = d.text(en+" in "+d.market.name[i18n.LangEN], es+" en "+d.market.name[i18n.LangES])
	p.Slug = d.kind.stem + "-" + d.market.slug + "-" + strings.ToLower(p.Reference)
	p.Link = "/properties/" + p.Slug + "/"

	lines := [3]*phrase{&s.plainOpenings[d.IntN(len(s.plainOpenings))], nil, &s.plainEndings[d.IntN(len(s.plainEndings))]}
	switch {
	case p.Bedrooms > 0:
		lines[0] = &s.openings[d.IntN(len(s.openings))]
		settings := s.settings[d.market.region]
		lines[1] = &settings[d.IntN(len(settings))]
		lines[2] = &s.endings[d.IntN(len(s.endings))]
	case p.BuiltSize == 0:
		lines[0] = &s.landOpenings[d.IntN(len(s.landOpenings))]
	}
	minutes := itoa(d.between(4, 19))
	p.Description = d.text(d.prose(i18n.LangEN, lines, minutes), d.prose(i18n.LangES, lines, minutes))
}

// prose joins the lines into paragraphs: where and what, then papers.
func (d *draft) prose(lang i18n.Lang, lines [3]*phrase, minutes string) string {
	var b strings.Builder
	b.Grow(640)
	b.WriteString("<p>")
	d.fill(&b, lines[0].in[langIndex(lang)], lang, minutes)
	if lines[1] != nil {
		b.WriteByte(' ')
		d.fill(&b, lines[1].in[langIndex(lang)], lang, minutes)
	}
	b.WriteString("</p>\n<p>")
	d.fill(&b, lines[2].in[langIndex(lang)], lang, minutes)
	b.WriteString("</p>")
	return b.String()
}

func langIndex(lang i18n.Lang) int {
	if lang == i18n.LangES {
		return 1
	}
	return 0
}

// fill writes a template whose odd pieces are names of values.
func (d *draft) fill(b *strings.Builder, pieces []string, lang i18n.Lang, minutes string) {
	for i, piece := range pieces {
		if i%2 == 0 {
			b.WriteString(piece)
			continue
		}
		switch piece {
		case "place":
			b.WriteString(d.market.name[lang])
		case "bedrooms":
			b.WriteString(bedrooms(lang, d.home.Bedrooms))
		case "built":
			b.WriteString(i18n.Area(d.home.BuiltSize))
		case "plot":
			b.WriteString(i18n.Area(d.home.PlotSize))
		case "terrace":
			b.WriteString(i18n.Area(d.home.TerraceSize))
		case "minutes":
			b.WriteString(minutes)
		}
	}
}

var counts = [2][10]string{
	{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"},
	{"", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"},
}

// bedrooms counts them in words up to nine.
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
