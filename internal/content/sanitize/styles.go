package sanitize

import (
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
)

// Patterns of style values, in lower case. A length is never negative, so content cannot overlap
// its surroundings.
var (
	colour    = regexp.MustCompile(`^(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl)a?\([0-9.,%/ deg]{1,40}\))$`)
	length    = regexp.MustCompile(`^(0|[0-9]{0,4}(\.[0-9]{1,5})?(%|px|pt|em|rem|ch|vw|vh)|auto)$`)
	lengths   = regexp.MustCompile(`^((0|[0-9]{0,4}(\.[0-9]{1,5})?(%|px|pt|em|rem)|auto)( |$)){1,4}$`)
	extent    = regexp.MustCompile(`^[0-9]{1,4}(\.[0-9]{1,5})?(%|px|em|rem)?( ?/ ?[0-9]{1,5})?$|^auto$`)
	rowHeight = regexp.MustCompile(`^[0-9]{0,3}(\.[0-9]{1,5})?(%|px|pt|em|rem)?$|^normal$`)
	minHeight = regexp.MustCompile(`^[0-9]{1,4}(\.[0-9]{1,5})?(%|px|em|rem|vw|vh|svh|dvh)?$`)
	focus     = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{1,5})?% [0-9]{1,3}(\.[0-9]{1,5})?%$`)
	gradient  = regexp.MustCompile(`^(linear|radial)-gradient\(([0-9]{1,3}deg,|to [a-z ]{3,12},)? ?(` + stop + `, ?){1,6}` + stop + `\)$`)
	border    = regexp.MustCompile(`^[#a-z0-9.,%() ]{1,60}$`)
	word      = regexp.MustCompile(`^[a-z0-9\-]{1,20}$`)
	columns   = regexp.MustCompile(`^(([0-9]{1,2}(\.[0-9]{1,5})?%|1fr|auto|minmax\(0, ?1fr\))( |$)){2}$`)
	words     = regexp.MustCompile(`^[a-z\- ]{1,40}$`)
)

// stop is a colour of a gradient with its place.
const stop = `(#[0-9a-f]{3,8}|[a-z]{3,24}|rgba?\([0-9., %]{5,40}\))( [0-9]{1,3}(\.[0-9]{1,5})?%)?`

// contentStyles are the properties that the toolbar of an editor writes: appearance and size of
// text. Positions and backgrounds from URLs belong to the design.
var contentStyles = map[string]*regexp.Regexp{
	"color": colour, "background-color": colour, "border-color": colour,
	"font-weight": word, "font-style": word, "vertical-align": word, "text-transform": word,
	"text-decoration": words, "list-style-type": word, "white-space": word, "float": word, "clear": word,
	"font-size": length, "letter-spacing": length, "text-indent": length, "line-height": rowHeight,
	"margin": lengths, "margin-top": length, "margin-right": length, "margin-bottom": length, "margin-left": length,
	"padding": lengths, "padding-top": length, "padding-right": length, "padding-bottom": length, "padding-left": length,
	"border": border, "border-top": border, "border-right": border, "border-bottom": border, "border-left": border,
	"border-width": lengths, "border-style": words, "border-radius": lengths,
	"width": extent, "max-width": extent, "min-width": extent,
	"flex-basis": extent, "aspect-ratio": extent, "background": gradient,
}

// otherStyles are further properties with rules of their own.
var otherStyles = map[string]bool{
	"text-align": true, "height": true, "min-height": true, "object-position": true, "grid-template-columns": true,
}

// boxes are the elements that may have a height. A picture keeps its aspect ratio.
var boxes = []string{"div", "span", "p", "section", "figure", "hr", "table", "tr", "td", "th"}

// allowStyles allows the properties of content and those that rewrite sets on the box around a
// picture.
func allowStyles(p *bluemonday.Policy) {
	p.AllowStyles("text-align").MatchingEnum("left", "right", "center", "justify", "start", "end").Globally()
	for name, values := range contentStyles {
		p.AllowStyles(name).Matching(values).Globally()
	}
	p.AllowStyles("height").Matching(extent).OnElements(boxes...)
	p.AllowStyles("min-height").Matching(minHeight).OnElements(boxes...)
	p.AllowStyles("grid-template-columns").Matching(columns).OnElements("div")
	p.AllowStyles("object-position").Matching(focus).OnElements("img")
	p.AllowStyles("height").MatchingEnum("100%", "auto").OnElements("img")
	p.AllowStyles("top", "left").Matching(extent).OnElements("img")
	p.AllowStyles("display").MatchingEnum("block").OnElements("span")
	p.AllowStyles("position").MatchingEnum("relative", "absolute").OnElements("span", "img")
	p.AllowStyles("visibility").MatchingEnum("hidden").OnElements("iframe")
}

// keepStyles returns the allowed declarations of a style attribute by their names, before rewrite
// adds its own. The allow-list checks the values.
func keepStyles(style string) string {
	var kept []string
	for declaration := range strings.SplitSeq(style, ";") {
		name, value, ok := strings.Cut(declaration, ":")
		name = strings.ToLower(strings.TrimSpace(name))
		if ok && (contentStyles[name] != nil || otherStyles[name]) && !strings.ContainsAny(value, `\"'<>*`) {
			kept = append(kept, name+": "+strings.TrimSpace(value))
		}
	}
	return strings.Join(kept, "; ")
}
