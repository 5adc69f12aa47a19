package syndication

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"estate/internal/site/view"
)

// droppedElements need the site's scripts and styles: frames that open by a click (a link is
// beside each) and the sources of a picture.
var droppedElements = map[string]bool{"iframe": true, "source": true, "picture": true}

// urlAttributes hold one address.
var urlAttributes = map[string]bool{"href": true, "src": true, "poster": true}

// keptAttributes are the other attributes that feed readers use.
var keptAttributes = map[string]bool{
	"alt": true, "title": true, "width": true, "height": true, "id": true, "lang": true, "dir": true, "rel": true,
	"colspan": true, "rowspan": true, "scope": true, "start": true, "controls": true, "cite": true, "datetime": true,
}

// forFeed returns markup with absolute addresses, without what needs the site's style sheet.
func forFeed(markup view.SafeHTML, page string) string {
	base, err := url.Parse(page)
	if err != nil {
		return ""
	}
	var b strings.Builder
	tokens := html.NewTokenizer(strings.NewReader(markup.String()))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return b.String()
		case html.CommentToken, html.DoctypeToken:
			continue
		}
		token := tokens.Token()
		if droppedElements[token.Data] && token.Type != html.TextToken {
			continue
		}
		token.Attr = feedAttributes(token.Attr, base)
		b.WriteString(token.String())
	}
}

func feedAttributes(attrs []html.Attribute, base *url.URL) []html.Attribute {
	useful := attrs[:0]
	for _, attr := range attrs {
		switch {
		case urlAttributes[attr.Key]:
			to, err := base.Parse(attr.Val)
			if err != nil {
				continue
			}
			attr.Val = to.String()
			useful = append(useful, attr)
		case keptAttributes[attr.Key]:
			useful = append(useful, attr)
		}
	}
	return useful
}
