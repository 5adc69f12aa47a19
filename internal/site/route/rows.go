package route

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// row is one line of the permalink table.
type row struct {
	handler   Handler
	priority  int
	kind      Kind
	endpoints []string
	taxonomy  string
	patterns  []pattern             // path patterns, tested on the route
	query     func(query) bool      // a query form, tested instead of the path
	link      *regexp.Regexp        // an expression, tested on the whole link
	slug      func([]string) string // nil means the capture "slug"
}

// query is the raw query of a link.
type query map[string]string

// rowSource is a row with the text of its patterns.
type rowSource struct {
	row
	paths []string
}

var (
	posts    = []string{"posts"}
	pages    = []string{"pages"}
	media    = []string{"media"}
	anything = []string{"posts", "pages", "media"}
)

// HandlerAny is the last row: any path, looked up in posts, pages and media.
const HandlerAny Handler = "post type"

// rows are the rows of the configuration in order of priority.
func (c Config) rows() ([]row, error) {
	sources := slices.Concat(standardRows(), c.agencyRows(), c.typeRows(), c.taxonomyRows(), c.developmentRows())
	var problems []error
	var rows []row
	for _, source := range sources {
		for _, text := range source.paths {
			p, err := compilePattern(text)
			if err != nil {
				problems = append(problems, fmt.Errorf("pattern %q of %q: %w", text, source.handler, err))
			}
			source.patterns = append(source.patterns, p)
		}
		rows = append(rows, source.row)
	}
	for _, extra := range c.Extra {
		r, err := extra.row()
		problems = append(problems, err)
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.priority, b.priority) })
	return rows, errors.Join(problems...)
}

// standardRows are the permalinks of WordPress (routing §4).
func standardRows() []rowSource {
	return []rowSource{
		{row: row{handler: "post with query permalink", priority: 10, kind: KindByID, endpoints: posts, query: hasNumber("p")}},
		{row: row{handler: "page with query permalink", priority: 10, kind: KindByID, endpoints: pages, query: hasNumber("page_id")}},
		{row: row{handler: "post archive", priority: 20, kind: KindPostArchive, endpoints: posts}, paths: []string{"/"}},
		{
			row:   row{handler: "category", priority: 20, kind: KindTerm, endpoints: []string{"categories"}, taxonomy: "category"},
			paths: []string{"/category/**/:slug/"},
		},
		{row: row{handler: "tag", priority: 20, kind: KindTerm, endpoints: []string{"tags"}, taxonomy: "tag"}, paths: []string{"/tag/:slug/"}},
		{row: row{handler: "author", priority: 20, kind: KindAuthor, endpoints: []string{"users"}}, paths: []string{"/author/:slug/"}},
		{row: row{handler: "date", priority: 20, kind: KindDate, endpoints: posts}, paths: []string{
			"/:year#/", "/:year#/:month#/", "/:year#/:month#/:day#/",
		}},
		{row: row{handler: "attachment from post by day", priority: 20, kind: KindSingle, endpoints: media}, paths: []string{
			"/:year#/:month#/:postSlug~/:slug/", "/:year#/:month#/:day#/:postSlug~/:slug/",
		}},
		{row: row{handler: "post by id", priority: 20, kind: KindByID, endpoints: posts}, paths: []string{"/archives/:id#/"}},
		{
			row:   row{handler: "attachment from post by id", priority: 20, kind: KindSingle, endpoints: media},
			paths: []string{"/archives/:postId#/:slug/"},
		},
		{row: row{handler: HandlerAny, priority: 30, kind: KindSingle, endpoints: anything}, paths: []string{"/**/:slug/"}},
	}
}

// agencyRows are the agency's own screens (specification §2.2). They come
// after the query permalinks, so that previews work on any path.
func (c Config) agencyRows() []rowSource {
	if !c.Agency {
		return nil
	}
	return []rowSource{
		{row: row{handler: "attachment with query permalink", priority: 10, kind: KindByID, endpoints: media, query: hasNumber("attachment_id")}},
		{
			row:   row{handler: "property search", priority: 10, kind: KindPropertySearch, endpoints: []string{"properties"}},
			paths: []string{"/properties/"},
		},
		{row: row{handler: "development search", priority: 10, kind: KindDevelopmentSearch, endpoints: []string{"developments"}}, paths: []string{
			"/developments/", "/search-developments/",
		}},
		{row: row{handler: "city", priority: 10, kind: KindCity, endpoints: []string{"properties"}}, paths: []string{"/cities/:slug/"}},
		{row: row{handler: "listing", priority: 10, kind: KindListing, endpoints: pages, slug: listingSlug}, paths: listingPatterns()},
		{row: row{handler: "favorites", priority: 10, kind: KindFavorites, endpoints: []string{"properties"}}, paths: []string{"/favorites/**/"}},
		{row: row{handler: "enquiry", priority: 10, kind: KindEnquiry}, paths: []string{"/enquiry/"}},
		{
			row:   row{handler: "enquiry sent", priority: 10, kind: KindThanks},
			paths: []string{"/enquiry/thanks/", "/enquiry/received/", "/enquiry/viewing/thanks/"},
		},
		{row: row{handler: "viewing", priority: 10, kind: KindViewing, endpoints: []string{"properties"}}, paths: []string{"/enquiry/viewing/"}},
		{row: row{handler: "alert", priority: 10, kind: KindAlert}, paths: []string{"/enquiry/alert/", "/enquiry/alert/:step/"}},
	}
}

// developmentRows are the screens that exist in development only (specification §2.5.1).
func (c Config) developmentRows() []rowSource {
	if !c.Development {
		return nil
	}
	return []rowSource{{row: row{handler: "test", priority: 10, kind: KindTest}, paths: []string{"/test/"}}}
}

func (c Config) typeRows() []rowSource {
	var sources []rowSource
	for _, t := range c.PostTypes {
		endpoint := []string{cmp.Or(t.Endpoint, t.Type)}
		sources = append(sources,
			rowSource{row: row{
				handler: Handler(t.Type + " with query permalink"), priority: 9, kind: KindByID, endpoints: endpoint,
				query: hasTypeAndNumber(t.Type),
			}},
			rowSource{
				row:   row{handler: Handler(t.Type), priority: 10, kind: KindSingle, endpoints: endpoint},
				paths: []string{"/" + t.Type + "/**/:slug/"},
			},
		)
		if t.Archive != "" {
			sources = append(sources, rowSource{
				row:   row{handler: Handler(t.Type + " archive"), priority: 10, kind: KindTypeArchive, endpoints: endpoint},
				paths: []string{"/" + strings.Trim(t.Archive, "/") + "/"},
			})
		}
	}
	return sources
}

func (c Config) taxonomyRows() []rowSource {
	var sources []rowSource
	for _, t := range c.Taxonomies {
		sources = append(sources, rowSource{
			row: row{
				handler: Handler(t.Taxonomy), priority: 10, kind: KindTerm, endpoints: []string{cmp.Or(t.Endpoint, t.Taxonomy)},
				taxonomy: t.Taxonomy,
			},
			paths: []string{"/" + t.Taxonomy + "/**/:slug/"},
		})
	}
	return sources
}

const expressionPrefix = "RegExp:"

func (e Extra) row() (row, error) {
	r := row{handler: Handler(e.Name), priority: e.Priority, kind: e.Kind, endpoints: e.Endpoints}
	if r.kind == KindNone {
		r.kind = KindSingle
	}
	if len(r.endpoints) == 0 {
		r.endpoints = anything
	}
	var err error
	if expression, found := strings.CutPrefix(e.Pattern, expressionPrefix); found {
		r.link, err = regexp.Compile(expression)
	} else {
		r.patterns = make([]pattern, 1)
		r.patterns[0], err = compilePattern(e.Pattern)
	}
	if err != nil {
		return r, fmt.Errorf("pattern %q of %q: %w", e.Pattern, e.Name, err)
	}
	return r, nil
}

// hasNumber is the query form of a key whose value begins with a digit.
func hasNumber(key string) func(query) bool {
	return func(q query) bool { return q[key] != "" && isDigits(q[key][:1]) }
}

// hasTypeAndNumber is the query form ?p={digits}&post_type={type}.
func hasTypeAndNumber(postType string) func(query) bool {
	return func(q query) bool { return isDigits(q["p"]) && q["post_type"] == postType }
}
