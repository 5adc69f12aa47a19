package server

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"estate/internal/view"
)

// dropped are elements that mean something only beside our own scripts and
// styles: frames that open on a click (a link stands beside each) and the
// further sizes of a picture.
var dropped = map[string]bool{"iframe": true, "source": true, "picture": true}

// addressed are the attributes that hold one address.
var addressed = map[string]bool{"href": true, "src": true, "poster": true}

// kept are the other attributes that a reader of feeds can use.
var kept = map[string]bool{
	"alt": true, "title": true, "width": true, "height": true, "id": true, "lang": true, "dir": true, "rel": true,
	"colspan": true, "rowspan": true, "scope": true, "start": true, "controls": true, "cite": true, "datetime": true,
}

// abroad makes markup of the site readable elsewhere: addresses become whole,
// and what needs our style sheet goes.
func abroad(markup view.SafeHTML, page string) string {
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
		if dropped[token.Data] && token.Type != html.TextToken {
			continue
		}
		token.Attr = attributesAbroad(token.Attr, base)
		b.WriteString(token.String())
	}
}

func attributesAbroad(attrs []html.Attribute, base *url.URL) []html.Attribute {
	useful := attrs[:0]
	for _, attr := range attrs {
		switch {
		case addressed[attr.Key]:
			to, err := base.Parse(attr.Val)
			if err != nil {
				continue
			}
			attr.Val = to.String()
			useful = append(useful, attr)
		case kept[attr.Key]:
			useful = append(useful, attr)
		}
	}
	return useful
}
