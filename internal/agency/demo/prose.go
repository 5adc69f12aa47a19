package demo

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// prose renders light markup, with blocks separated by empty lines:
//
//	## Heading            ### Smaller heading
//	- item                1. item
//	> A quotation         the last line "— Name" is the source
//	![Caption](villa-01)  a picture of media/, by the beginning of its file name
//	[text](/link/)        **strong**  *emphasis*
//
// The result is HTML like that of the block editor of WordPress.
type prose struct {
	lang    i18n.Lang
	media   *library
	problem error
}

// html renders text. An unknown picture sets p.problem.
func (p *prose) html(text string) content.UnsafeHTML {
	var b strings.Builder
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if block = strings.TrimSpace(block); block != "" {
			b.WriteString(p.block(block))
			b.WriteByte('\n')
		}
	}
	return content.UnsafeHTML(strings.TrimSuffix(b.String(), "\n"))
}

func (p *prose) block(block string) string {
	lines := strings.Split(block, "\n")
	switch {
	case strings.HasPrefix(block, "### "):
		return `<h3 class="wp-block-heading">` + inline(block[4:]) + "</h3>"
	case strings.HasPrefix(block, "## "):
		return `<h2 class="wp-block-heading">` + inline(block[3:]) + "</h2>"
	case strings.HasPrefix(block, "- "):
		return list(`<ul class="wp-block-list">`, "</ul>", lines)
	case numberPattern.MatchString(block):
		return list(orderedStart(block), "</ol>", lines)
	case strings.HasPrefix(block, "> "):
		return quote(lines)
	case strings.HasPrefix(block, "!["):
		return p.figure(block)
	}
	return "<p>" + inline(strings.Join(lines, " ")) + "</p>"
}

// markPattern matches the marker of a list item, numberPattern that of a numbered list.
var (
	markPattern   = regexp.MustCompile(`^(?:- |\d+\. )`)
	numberPattern = regexp.MustCompile(`^(\d+)\. `)
)

// orderedStart is the opening tag of a numbered list, with its first number.
func orderedStart(block string) string {
	if first := numberPattern.FindStringSubmatch(block)[1]; first != "1" {
		return `<ol class="wp-block-list" start="` + first + `">`
	}
	return `<ol class="wp-block-list">`
}

func list(opening, closing string, lines []string) string {
	var b strings.Builder
	b.WriteString(opening)
	for _, line := range lines {
		b.WriteString("<li>" + inline(markPattern.ReplaceAllString(strings.TrimSpace(line), "")) + "</li>")
	}
	b.WriteString(closing)
	return b.String()
}

func quote(lines []string) string {
	var words, name string
	for _, line := range lines {
		line = strings.TrimSpace(strings.TrimPrefix(line, ">"))
		if cite, ok := strings.CutPrefix(line, "— "); ok {
			name = "<cite>" + inline(cite) + "</cite>"
			continue
		}
		words = strings.TrimSpace(words + " " + line)
	}
	return `<blockquote class="wp-block-quote"><p>` + inline(words) + "</p>" + name + "</blockquote>"
}

var figurePattern = regexp.MustCompile(`^!\[([^\]]*)\]\(([^)]+)\)$`)

func (p *prose) figure(block string) string {
	parts := figurePattern.FindStringSubmatch(block)
	if parts == nil {
		p.problem = fmt.Errorf("picture %q must have the form ![caption](picture)", block)
		return ""
	}
	image, err := p.media.image(parts[2])
	if err != nil {
		p.problem = err
		return ""
	}
	caption := ""
	if parts[1] != "" {
		caption = `<figcaption class="wp-element-caption">` + inline(parts[1]) + "</figcaption>"
	}
	return fmt.Sprintf(`<figure class="wp-block-image size-large">`+
		`<img src="%s" alt="%s" width="%d" height="%d" class="wp-image-%d">%s</figure>`,
		image.URL, html.EscapeString(image.Alt.In(p.lang)), image.Width, image.Height, image.ID, caption)
}

var (
	linkPattern   = regexp.MustCompile(`\[([^\]]+)\]\(([^)\s]+)\)`)
	strongPattern = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	emPattern     = regexp.MustCompile(`\*([^*]+)\*`)
)

// inline escapes text and renders links and emphasis. Quotes need no escaping between tags.
func inline(text string) string {
	text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
	text = linkPattern.ReplaceAllString(text, `<a href="$2">$1</a>`)
	text = strongPattern.ReplaceAllString(text, "<strong>$1</strong>")
	return emPattern.ReplaceAllString(text, "<em>$1</em>")
}

// excerpt is the first paragraph of a text without markup, cut after a word.
func excerpt(text string, limit int) string {
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(block, "#") || strings.HasPrefix(block, "!") || strings.HasPrefix(block, ">") {
			continue
		}
		plain := linkPattern.ReplaceAllString(strings.Join(strings.Fields(block), " "), "$1")
		plain = strings.ReplaceAll(plain, "*", "")
		if len(plain) <= limit {
			return plain
		}
		cut := strings.LastIndexByte(plain[:limit], ' ')
		return strings.TrimRight(plain[:cut], " ,;:–") + "…"
	}
	return ""
}
