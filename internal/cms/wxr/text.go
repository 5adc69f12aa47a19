package wxr

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
)

// textMaker makes markup of the texts of an export, which WordPress would make when it shows a page.
type textMaker struct {
	attachments map[int]*xmlItem
	byParent    map[int][]*xmlItem // attachments of a post, in their order
	blocks      map[int]string     // texts of synced patterns
	dynamic     map[string]int     // blocks that WordPress alone fills
}

const maxPatternDepth = 4

// markup returns the markup of an item's text.
func (m *textMaker) markup(item *xmlItem, text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text = m.patterns(text, 0)
	hasBlocks := strings.Contains(text, "<!-- wp:")
	text = m.shortcodes(item, text)
	text = m.fillBlocks(item, text)
	if hasBlocks {
		return strings.TrimSpace(text)
	}
	return paragraphs(embeds(text))
}

var (
	patternBlock = regexp.MustCompile(`<!-- wp:block (\{[^{}]{0,1000}\}) /-->`)
	emptyBlock   = regexp.MustCompile(`<!-- wp:([a-z0-9/-]+)(?: [^>]*?)? /-->`)
)

// patterns puts synced patterns in the place of the blocks that name them.
func (m *textMaker) patterns(text string, depth int) string {
	if depth == maxPatternDepth || !strings.Contains(text, "<!-- wp:block ") {
		return text
	}
	return patternBlock.ReplaceAllStringFunc(text, func(block string) string {
		var attributes struct {
			Ref int `json:"ref"`
		}
		if json.Unmarshal([]byte(patternBlock.FindStringSubmatch(block)[1]), &attributes) != nil {
			return ""
		}
		return m.patterns(m.blocks[attributes.Ref], depth+1)
	})
}

// fillBlocks writes the footnotes of an item and counts the blocks that WordPress alone fills, such as
// a list of posts.
func (m *textMaker) fillBlocks(item *xmlItem, text string) string {
	return emptyBlock.ReplaceAllStringFunc(text, func(block string) string {
		switch name := emptyBlock.FindStringSubmatch(block)[1]; name {
		case "footnotes":
			return footnotes(item.meta("footnotes"))
		case "spacer", "separator", "more", "nextpage":
		default:
			m.dynamic[name]++
		}
		return ""
	})
}

// footnotes returns the list of footnotes that the editor keeps in a custom field.
func footnotes(field string) string {
	var notes []struct {
		ID      string `json:"id"`
		Content string `json:"content"`
	}
	if json.Unmarshal([]byte(field), &notes) != nil || len(notes) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<ol class="wp-block-footnotes">`)
	for _, note := range notes {
		id := html.EscapeString(note.ID)
		fmt.Fprintf(&b, `<li id="%s">%s <a href="#%s-link">↩︎</a></li>`, id, note.Content, id)
	}
	b.WriteString("</ol>")
	return b.String()
}

var (
	captionCode = regexp.MustCompile(`(?s)\[(?:wp_)?caption([^\]]*)\](.*?)\[/(?:wp_)?caption\]`)
	captioned   = regexp.MustCompile(`(?s)^\s*((?:<a [^>]*>\s*)?<img [^>]*>(?:\s*</a>)?)(.*)$`)
	galleryCode = regexp.MustCompile(`\[gallery([^\]]*)\]`)
	mediaCode   = regexp.MustCompile(`\[(video|audio|playlist)([^\]]*)\](?:\s*\[/(?:video|audio|playlist)\])?`)
	embedCode   = regexp.MustCompile(`\[embed[^\]]*\]\s*([^\[\]\s]{1,1000})\s*\[/embed\]`)
	codeValue   = regexp.MustCompile(`([a-z0-9_-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))`)
)

// values returns the attributes of a shortcode.
func values(text string) map[string]string {
	all := map[string]string{}
	for _, found := range codeValue.FindAllStringSubmatch(text, 100) {
		all[found[1]] = found[2] + found[3] + found[4]
	}
	return all
}

// shortcodes makes markup of the shortcodes of WordPress itself. Those of plugins stay; package
// sanitize takes them out.
func (m *textMaker) shortcodes(item *xmlItem, text string) string {
	if !strings.Contains(text, "[") {
		return text
	}
	text = captionCode.ReplaceAllStringFunc(text, func(code string) string {
		found := captionCode.FindStringSubmatch(code)
		attributes, picture, words := values(found[1]), found[2], ""
		if parts := captioned.FindStringSubmatch(picture); parts != nil {
			picture, words = parts[1], strings.TrimSpace(parts[2])
		}
		if words == "" {
			words = html.EscapeString(html.UnescapeString(attributes["caption"]))
		}
		return "\n\n" + fmt.Sprintf(`<figure class="wp-caption %s">%s<figcaption class="wp-caption-text">%s</figcaption></figure>`,
			html.EscapeString(attributes["align"]), strings.TrimSpace(picture), words) + "\n\n"
	})
	text = galleryCode.ReplaceAllStringFunc(text, func(code string) string {
		return "\n\n" + m.gallery(item, values(galleryCode.FindStringSubmatch(code)[1])) + "\n\n"
	})
	text = mediaCode.ReplaceAllStringFunc(text, func(code string) string {
		found := mediaCode.FindStringSubmatch(code)
		return "\n\n" + m.player(found[1], values(found[2])) + "\n\n"
	})
	return embedCode.ReplaceAllString(text, "\n\n$1\n\n")
}

// gallery returns the pictures that a gallery names, else those of its item.
func (m *textMaker) gallery(item *xmlItem, attributes map[string]string) string {
	columns, err := strconv.Atoi(attributes["columns"])
	if err != nil || columns < 1 || columns > 9 {
		columns = 3
	}
	pictures := m.named(attributes["ids"] + attributes["include"])
	if pictures == nil {
		pictures = m.byParent[item.ID]
	}
	var b strings.Builder
	for _, picture := range pictures {
		if !strings.HasPrefix(mimeType(picture.Attachment), "image/") {
			continue
		}
		_, caption := picture.texts()
		fmt.Fprintf(&b, `<figure class="gallery-item"><img src="%s" alt="%s">`, html.EscapeString(picture.Attachment),
			html.EscapeString(picture.meta("_wp_attachment_image_alt")))
		if caption != "" {
			b.WriteString(`<figcaption class="wp-caption-text">` + caption + `</figcaption>`)
		}
		b.WriteString("</figure>")
	}
	if b.Len() == 0 {
		return ""
	}
	return fmt.Sprintf(`<div class="gallery gallery-columns-%d">%s</div>`, columns, b.String())
}

// named returns the attachments of a list of ids.
func (m *textMaker) named(ids string) []*xmlItem {
	var all []*xmlItem
	for id := range strings.SplitSeq(ids, ",") {
		if n, err := strconv.Atoi(strings.TrimSpace(id)); err == nil && m.attachments[n] != nil {
			all = append(all, m.attachments[n])
		}
	}
	return all
}

// player returns a film, a sound or a list of them.
func (m *textMaker) player(kind string, attributes map[string]string) string {
	if kind == "playlist" {
		var b strings.Builder
		for _, file := range m.named(attributes["ids"]) {
			element := "audio"
			if attributes["type"] == "video" {
				element = "video"
			}
			fmt.Fprintf(&b, `<p>%s</p>%s`, html.EscapeString(file.Title), playerOf(element, file.Attachment, ""))
		}
		return b.String()
	}
	for _, key := range []string{"src", "mp4", "m4v", "webm", "ogv", "mp3", "m4a", "ogg", "wav"} {
		if address := attributes[key]; address != "" {
			return playerOf(kind, address, attributes["poster"])
		}
	}
	return ""
}

// playerOf returns an audio or video element.
func playerOf(element, address, poster string) string {
	return fmt.Sprintf(`<%s controls src="%s" poster="%s"></%s>`, element, html.EscapeString(address), html.EscapeString(poster), element)
}

// embeds puts addresses that stand on a line of their own into the block of an embed.
func embeds(text string) string {
	return ownLine.ReplaceAllString(text, "\n\n<div class=\"wp-block-embed__wrapper\">$1</div>\n\n")
}

var (
	ownLine    = regexp.MustCompile(`(?m)^[ \t]*(https?://[^\s<>"\[\]]{4,1000})[ \t]*$`)
	blockNames = `(?:table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|map|area|` +
		`blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|` +
		`details|summary|menu|script|iframe|video|audio|object)`
	verbatims   = regexp.MustCompile(`(?is)<pre\b.*?</pre>|<script\b.*?</script>|<style\b.*?</style>|<textarea\b.*?</textarea>`)
	blockStart  = regexp.MustCompile(`(?i)<` + blockNames + `(?:[\s/][^>]*)?>`)
	blockEnd    = regexp.MustCompile(`(?i)</` + blockNames + `>|<hr(?:\s[^>]*)?>`)
	isBlock     = regexp.MustCompile(`(?i)^</?` + blockNames + `(?:[\s/>])`)
	closings    = regexp.MustCompile(`(?i)(?:\s*</` + blockNames + `>)+$`)
	blank       = regexp.MustCompile(`\n\s*\n`)
	lineBreak   = regexp.MustCompile(`(?i)(<br\s*/?>)?[ \t]*\n`)
	commentMark = regexp.MustCompile(`<!--(?:more.*?|nextpage|noteaser)-->`)
)

// paragraphs makes paragraphs of the lines of the classic editor: a blank line ends a paragraph, and
// another line break is one on the page.
func paragraphs(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	text = commentMark.ReplaceAllString(text, "\n\n")
	var held []string
	text = verbatims.ReplaceAllStringFunc(text, func(block string) string {
		held = append(held, block)
		return fmt.Sprintf("\n\n\x00%d\x00\n\n", len(held)-1)
	})
	text = blockStart.ReplaceAllString(text, "\n\n$0")
	text = blockEnd.ReplaceAllString(text, "$0\n\n")
	var b strings.Builder
	for _, part := range blank.Split(text, -1) {
		part = strings.TrimSpace(part)
		switch {
		case part == "":
		case part[0] == 0:
			if n, err := strconv.Atoi(strings.Trim(part, "\x00")); err == nil && n < len(held) {
				b.WriteString(held[n] + "\n")
			}
		case isBlock.MatchString(part):
			b.WriteString(withBreaks(part) + "\n")
		default:
			end := closings.FindString(part)
			b.WriteString("<p>" + withBreaks(strings.TrimSuffix(part, end)) + "</p>" + strings.TrimSpace(end) + "\n")
		}
	}
	return strings.TrimSpace(b.String())
}

func withBreaks(text string) string { return lineBreak.ReplaceAllString(text, "<br>\n") }
