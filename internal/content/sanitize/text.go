package sanitize

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	xhtml "golang.org/x/net/html"
)

// Decode decodes entities, once: titles of WordPress have them.
func Decode(text string) string {
	if strings.IndexByte(text, '&') < 0 {
		return text
	}
	return html.UnescapeString(text)
}

// Text returns markup as plain text: without tags, scripts and shortcodes, entities decoded, white space
// collapsed.
func Text(markup string) string {
	markup = prepare(markup, nil)
	if strings.IndexByte(markup, '<') < 0 {
		return collapse(Decode(markup))
	}
	var b strings.Builder
	z := xhtml.NewTokenizer(strings.NewReader(markup))
	hidden := 0
	for {
		switch z.Next() {
		case xhtml.ErrorToken:
			return collapse(b.String())
		case xhtml.TextToken:
			if hidden == 0 {
				b.Write(z.Text())
			}
		case xhtml.StartTagToken:
			name, _ := z.TagName()
			hidden = depth(hidden, string(name), 1)
			spaceFor(&b, string(name))
		case xhtml.EndTagToken:
			name, _ := z.TagName()
			hidden = depth(hidden, string(name), -1)
			spaceFor(&b, string(name))
		case xhtml.SelfClosingTagToken:
			b.WriteByte(' ')
		}
	}
}

func depth(now int, name string, step int) int {
	if name == "script" || name == "style" || name == "noscript" {
		return max(0, now+step)
	}
	return now
}

// spaceFor separates words at every tag except inline tags.
func spaceFor(b *strings.Builder, name string) {
	switch name {
	case "a", "b", "i", "em", "strong", "span", "u", "s", "sub", "sup", "small", "mark", "code", "abbr", "wbr":
	default:
		b.WriteByte(' ')
	}
}

func collapse(text string) string { return strings.Join(strings.Fields(text), " ") }

// Shorten cuts plain text to at most limit characters, at the end of a word, and adds an
// ellipsis.
func Shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	end, count := len(text), 0
	for i := range text {
		if count == limit-1 {
			end = i
			break
		}
		count++
	}
	short := text[:end]
	if at := strings.LastIndexFunc(short, unicode.IsSpace); at > len(short)/2 {
		short = short[:at]
	}
	return strings.TrimRight(short, " ,;:.–-") + "…"
}

// Words counts the words of markup without tags. It does not build the text.
func Words(markup string) int {
	markup = prepare(markup, nil)
	words, inWord, inTag := 0, false, false
	for i := range len(markup) {
		switch c := markup[i]; {
		case inTag:
			inTag = c != '>'
		case c == '<':
			inTag, inWord = true, false
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			inWord = false
		case !inWord:
			inWord = true
			words++
		}
	}
	return words
}
