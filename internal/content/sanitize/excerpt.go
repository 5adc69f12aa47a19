package sanitize

import (
	"regexp"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Themes end the excerpts of WordPress with a link to the whole text, and WordPress with three dots in
// brackets.
var (
	moreWords = `(?:continue reading|keep reading|read (?:more|on|the (?:rest|full|whole))|more\b|leer (?:más|mas|todo|artículo)|ver más|` +
		`seguir leyendo|sigue leyendo|continuar leyendo|continúa leyendo|lire (?:la suite|plus)|weiterlesen|mehr lesen|читать (?:далее|дальше))`
	moreClass = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:more|readmore|moretag|continue)(?:$|[\s_-])`)
	moreText  = regexp.MustCompile(`(?i)^[\s(\[…«]*` + moreWords)
	// moreEnd is a text that is no link: after dots, before an arrow, or alone after a sentence.
	moreEnd = regexp.MustCompile(`(?i)(?:(?:…|\.\.\.|\])\s*` + moreWords + `[^.!?]{0,150}` +
		`|\s` + moreWords + `[^.!?]{0,100}[→»›>]+|[.!?]\s` + moreWords + `)$`)
	dots = regexp.MustCompile(`\s*\[\s*(?:…|\.\.\.)\s*\]$`)
)

// Excerpt returns an excerpt as plain text, without the link to the whole text at its end.
func Excerpt(markup string) string {
	markup = prepare(markup, nil)
	if strings.Contains(markup, "<a") || strings.Contains(markup, "<A") {
		markup = withoutMoreLink(markup)
	}
	text := Text(markup)
	if at := moreEnd.FindStringIndex(text); at != nil {
		mark := ""
		for _, kept := range []string{"…", "...", "]", ".", "!", "?"} {
			if strings.HasPrefix(text[at[0]:], kept) {
				mark = kept
				break
			}
		}
		text = strings.TrimSpace(text[:at[0]] + mark)
	}
	return dots.ReplaceAllString(text, "")
}

// withoutMoreLink removes the last link of an excerpt if it leads to the whole text.
func withoutMoreLink(markup string) string {
	body := &xhtml.Node{Type: xhtml.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := xhtml.ParseFragment(strings.NewReader(markup), body)
	if err != nil {
		return markup
	}
	var last *xhtml.Node
	for _, node := range nodes {
		body.AppendChild(node)
	}
	for node := range body.Descendants() {
		if node.DataAtom == atom.A {
			last = node
		}
	}
	if last == nil || !moreClass.MatchString(attr(last, "class")) && !moreText.MatchString(textOf(last)) {
		return markup
	}
	last.Parent.RemoveChild(last)
	var out strings.Builder
	for node := range body.ChildNodes() {
		if err := xhtml.Render(&out, node); err != nil {
			return markup
		}
	}
	return out.String()
}
