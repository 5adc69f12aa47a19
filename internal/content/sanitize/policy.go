package sanitize

import (
	"regexp"

	"github.com/microcosm-cc/bluemonday"
)

// Patterns of attribute values. They are anchored: a value that does not match is dropped.
var (
	classNames = regexp.MustCompile(`^[\w\-\s:]+$`)
	identifier = regexp.MustCompile(`^[A-Za-z][\w\-:.]*$`)
	number     = regexp.MustCompile(`^[0-9]{1,5}%?$`)
	sizes      = regexp.MustCompile(`^[\w\s(),:.%\-]+$`)
	mediaType  = regexp.MustCompile(`^[a-z]+/[a-z0-9.+\-]+$`)
	day        = regexp.MustCompile(`^[0-9T:.+\-Z]+$`)
	plain      = regexp.MustCompile(`^[^<>]*$`)

	frameAddress = regexp.MustCompile(`^https://[^\s"'<>]+$`)
)

// allowedElements are those of WordPress core blocks and those that rewrite adds. Of any other element
// only what it holds reaches a page.
var allowedElements = []string{
	"p", "h2", "h3", "h4", "h5", "h6", "br", "hr", "wbr", "strong", "b", "em", "i", "u", "s", "del", "ins",
	"mark", "small", "sub", "sup", "code", "kbd", "samp", "var", "dfn", "pre", "abbr", "cite", "q", "blockquote", "time",
	"ul", "ol", "li", "dl", "dt", "dd", "div", "span", "section", "article", "aside", "figure", "figcaption",
	"table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td", "details", "summary",
	"picture", "label", "address", "ruby", "rb", "rt", "rp", "bdi", "bdo",
}

// allowedWithAttributes are further elements that have the attributes of allowLinks and allowMedia.
var allowedWithAttributes = []string{"a", "img", "source", "video", "audio", "iframe"}

// newPolicy returns the allow-list. Nothing else reaches a page.
func newPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(allowedElements...)
	p.AllowNoAttrs().OnElements("a", "span", "div", "picture", "label", "q", "abbr", "time", "details", "table", "bdo", "rb")
	allowGlobals(p)
	allowLinks(p)
	allowMedia(p)
	allowStyles(p)
	return p
}

func allowGlobals(p *bluemonday.Policy) {
	p.AllowAttrs("class").Matching(classNames).Globally()
	p.AllowAttrs("id").Matching(anchorName).Globally()
	p.AllowAttrs("lang").Matching(identifier).Globally()
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowAttrs("title", "aria-label").Matching(plain).Globally()
	p.AllowAttrs("aria-hidden").Matching(regexp.MustCompile(`^(true|false)$`)).Globally()
	p.AllowAttrs("for").Matching(anchorName).OnElements("label")
	p.AllowAttrs("datetime").Matching(day).OnElements("time", "del", "ins")
	p.AllowAttrs("cite").OnElements("blockquote", "q")
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("start", "value").Matching(number).OnElements("ol", "li")
	p.AllowAttrs("reversed").OnElements("ol")
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^[1aAiI]$`)).OnElements("ol")
	p.AllowAttrs("colspan", "rowspan", "span").Matching(number).OnElements("td", "th", "col", "colgroup")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`^(row|col|rowgroup|colgroup)$`)).OnElements("th")
}

func allowLinks(p *bluemonday.Policy) {
	p.AllowURLSchemes("http", "https", "mailto", "tel", "sms")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("name").Matching(anchorName).OnElements("a")
	p.AllowAttrs("hreflang").Matching(identifier).OnElements("a")
	p.AllowAttrs("download").Matching(plain).OnElements("a")
	p.AllowAttrs("target").Matching(regexp.MustCompile(`^(_self|_blank)$`)).OnElements("a")
	p.AllowAttrs("rel").Matching(regexp.MustCompile(`^[a-z\s]+$`)).OnElements("a")
}

func allowMedia(p *bluemonday.Policy) {
	p.AllowAttrs("src").OnElements("img", "video", "audio", "source")
	p.AllowAttrs("srcset").OnElements("img", "source")
	p.AllowAttrs("sizes").Matching(sizes).OnElements("img", "source")
	p.AllowAttrs("type").Matching(mediaType).OnElements("source")
	p.AllowAttrs("alt").Matching(plain).OnElements("img")
	p.AllowAttrs("width", "height").Matching(number).OnElements("img", "source", "video", "col", "td", "th")
	p.AllowAttrs("loading").Matching(regexp.MustCompile(`^(lazy|eager)$`)).OnElements("img")
	p.AllowAttrs("decoding").Matching(regexp.MustCompile(`^(async|sync|auto)$`)).OnElements("img")
	p.AllowAttrs("controls", "muted", "loop", "playsinline").OnElements("video", "audio")
	p.AllowAttrs("preload").Matching(regexp.MustCompile(`^none$`)).OnElements("video", "audio")
	p.AllowAttrs("poster").OnElements("video")
	// A frame has no src: the front end sets it on a click.
	p.AllowElements("iframe")
	p.AllowAttrs("data-src").Matching(frameAddress).OnElements("iframe")
	p.AllowAttrs("width", "height").Matching(number).OnElements("iframe")
	p.AllowAttrs("loading").Matching(regexp.MustCompile(`^lazy$`)).OnElements("iframe")
	p.AllowAttrs("allowfullscreen").OnElements("iframe")
}
