package compose

import (
	"html"
	"strconv"
	"strings"

	"estate/internal/content"
)

// builder writes markup from fields. Whatever it writes still passes sanitize.
type builder struct{ b strings.Builder }

func markup() *builder { return &builder{} }

// add writes markup and texts in turn: the first, third … piece is markup, the
// others are texts.
func (m *builder) add(pieces ...string) *builder {
	for i, piece := range pieces {
		if i%2 == 0 {
			m.b.WriteString(piece)
		} else {
			m.b.WriteString(html.EscapeString(piece))
		}
	}
	return m
}

func (m *builder) raw(text content.HTML) *builder {
	m.b.WriteString(string(text))
	return m
}

func (m *builder) heading(text string) *builder {
	if text = plain(text); text != "" {
		m.add(`<h2>`, text, `</h2>`)
	}
	return m
}

func (m *builder) paragraph(text string) *builder {
	if text = plain(text); text != "" {
		m.add(`<p>`, text, `</p>`)
	}
	return m
}

// picture writes one picture with its caption; false when there is none.
func (m *builder) picture(image *content.Image, alt, caption string) bool {
	if image.URL == "" {
		return false
	}
	m.add(`<figure class="wp-block-image"><img src="`, image.URL, `" alt="`, alt,
		`" width="`, strconv.Itoa(image.Width), `" height="`, strconv.Itoa(image.Height), `">`)
	if caption != "" {
		m.add(`<figcaption>`, caption, `</figcaption>`)
	}
	m.add(`</figure>`)
	return true
}

func (m *builder) html() content.HTML { return content.HTML(m.b.String()) }
