package compose

import (
	"math"
	"strconv"
	"strings"
	"time"

	"estate/internal/content/i18n"
	"estate/internal/content/link"
	"estate/internal/content/sanitize"
	"estate/internal/content/search"
)

// localizer prints values of content in one language: prices, places, figures,
// dates, and links of the site.
type localizer struct {
	lang    i18n.Lang
	labels  *labels
	catalog *search.Catalog
	zone    *time.Location
}

// t is the text of a dictionary key; name/value pairs replace its placeholders.
func (l *localizer) t(key string, pairs ...any) string { return i18n.Words.T(l.lang, key, pairs...) }

// path is a path of the site with the prefix of the language.
func (l *localizer) path(path string) string { return l.lang.Prefix() + path }

// resultsPath is the path of the search of a kind.
func (l *localizer) resultsPath(kind search.Kind) string { return l.path("/" + string(kind) + "/") }

// searchLink is the link of the results of a filter, in normal form.
func (l *localizer) searchLink(f search.Filter) string {
	return link.Stringify(link.Parts{Route: l.resultsPath(kindOf(f)), Query: queryOf(f)})
}

// queryOf is the query of a filter without the order that it has anyway.
func queryOf(f search.Filter) map[string]string {
	if f.Sort == search.SortModified && (kindOf(f) != search.KindProperties || len(f.Offers)+len(f.Types) > 0) {
		f.Sort = ""
	}
	return f.Query()
}

// kindOf is the kind of a filter; "" means properties.
func kindOf(f search.Filter) search.Kind {
	if f.Kind == "" {
		return search.KindProperties
	}
	return f.Kind
}

// date is a day of the agency's time zone in words and as ISO 8601.
func (l *localizer) date(at time.Time) (text, iso string) {
	at = at.In(l.zone)
	return i18n.Date(l.lang, at), at.Format(time.DateOnly)
}

// decimal prints a figure with at most one decimal and the language's decimal sign.
func (l *localizer) decimal(value float64) string {
	text := strconv.FormatFloat(math.Round(value*10)/10, 'f', -1, 64)
	if l.lang != i18n.LangEN {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// plain is an editor's text without tags and entities.
func plain(text string) string { return sanitize.Text(text) }

// plainTitle is the title of a post or a page, which is text already: a word in angle brackets stays.
func plainTitle(title string) string {
	return strings.Join(strings.Fields(sanitize.Decode(title)), " ")
}
