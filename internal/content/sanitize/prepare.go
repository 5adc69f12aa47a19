package sanitize

import (
	"strings"

	xhtml "golang.org/x/net/html"
)

const (
	// maxRawBytes limits the markup that is read to find what of it is text, in bytes.
	maxRawBytes = 32 << 20
	// maxAttrBytes limits an attribute of a long text, in bytes: a picture in an attribute has more.
	maxAttrBytes = 8 << 10
)

// prepare returns markup as this package reads it: without shortcodes, and at most MaxBytes long.
// In a longer text pictures in attributes, scripts, styles and comments do not count.
func prepare(raw string, changes *changeList) string {
	if len(raw) > MaxBytes {
		raw = compact(cut(raw, maxRawBytes), changes)
	}
	raw = withoutShortcodes(raw, changes)
	if len(raw) > MaxBytes {
		changes.add(ChangeCut, "")
		raw = cut(raw, MaxBytes)
	}
	return strings.ToValidUTF8(raw, "")
}

// Start returns the first bytes of markup that has no shortcodes and no pictures in attributes, for a
// summary of it.
func Start(markup string, limit int) string {
	return cut(compact(prepare(markup, nil), nil), limit)
}

// bulky are elements whose content is no text.
var bulky = map[string]bool{"script": true, "style": true, "svg": true, "template": true}

// compact returns markup without comments, the content of bulky elements and long attributes.
func compact(markup string, changes *changeList) string {
	var b strings.Builder
	tokens := xhtml.NewTokenizer(strings.NewReader(markup))
	inside, depth := "", 0 // the bulky element, and how often it is open
	for {
		kind := tokens.Next()
		if kind == xhtml.ErrorToken {
			return b.String()
		}
		raw := tokens.Raw()
		if kind == xhtml.CommentToken {
			continue
		}
		if kind == xhtml.TextToken {
			if inside == "" {
				b.Write(raw)
			}
			continue
		}
		whole := len(raw) <= maxAttrBytes
		text := ""
		if whole {
			text = string(raw)
		}
		token := tokens.Token()
		switch {
		case inside != "" && token.Data == inside && kind == xhtml.StartTagToken:
			depth++
			continue
		case inside != "" && token.Data == inside && kind == xhtml.EndTagToken:
			if depth--; depth == 0 {
				inside = ""
			}
			continue
		case inside != "":
			continue
		case kind == xhtml.StartTagToken && bulky[token.Data]:
			inside, depth = token.Data, 1
			changes.add(ChangeScript, token.Data)
			continue
		case whole:
			b.WriteString(text)
			continue
		}
		for i, a := range token.Attr {
			if len(a.Val) > maxAttrBytes {
				token.Attr[i].Val = a.Val[:min(len("data:"), len(a.Val))]
			}
		}
		b.WriteString(token.String())
	}
}
