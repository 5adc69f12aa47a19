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
	patterns  []pattern             // path shapes, tested on the route
	query     func(query) bool      // a query form, tested instead of the path
	link      *regexp.Regexp        // an expression, tested on the whole link
	slug      func([]string) string // nil takes the capture "slug"
}

// query is the raw query of a link.
type query map[string]string

// draft is a row whose patterns are still text.
type draft struct {
	row
	shapes []string
}

var (
	posts    = []string{"posts"}
	pages    = []string{"pages"}
	media    = []string{"media"}
	anything = []string{"posts", "pages", "media"}
)

// HandlerAny is the last row: any path, asked of posts, pages and media.
const HandlerAny Handler = "post type"

// rows are the lines that the configuration asks for, in order of priority.
func (c Config) rows() ([]row, error) {
	drafts := slices.Concat(standardRows(), c.agencyRows(), c.typeRows(), c.taxonomyRows())
	var problems []error
	var rows []row
	for _, d := range drafts {
		for _, shape := range d.shapes {
			p, err := compilePattern(shape)
			if err != nil {
				problems = append(problems, fmt.Errorf("pattern %q of %q: %w", shape, d.handler, err))
			}
			d.patterns = append(d.patterns, p)
		}
		rows = append(rows, d.row)
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
func standardRows() []draft {
	return []draft{
		{row: row{handler: "post with query permalink", priority: 10, kind: KindByID, endpoints: posts, query: hasNumber("p")}},
		{row: row{handler: "page with query permalink", priority: 10, kind: KindByID, endpoints: pages, query: hasNumber("page_id")}},
		{row: row{handler: "post archive", priority: 20, kind: KindPostArchive, endpoints: posts}, shapes: []string{"/"}},
		{row: row{handler: "category", priority: 20, kind: KindTerm, endpoints: []string{"categories"}, taxonomy: "category"}, shapes: []string{"/category/**/:slug/"}},
		{row: row{handler: "tag", priority: 20, kind: KindTerm, endpoints: []string{"tags"}, taxonomy: "tag"}, shapes: []string{"/tag/:slug/"}},
		{row: row{handler: "author", priority: 20, kind: KindAuthor, endpoints: []string{"users"}}, shapes: []string{"/author/:slug/"}},
		{row: row{handler: "date", priority: 20, kind: KindDate, endpoints: posts}, shapes: []string{
			"/:year#/", "/:year#/:month#/", "/:year#/:month#/:day#/",
		}},
		{row: row{handler: "attachment from post by day", priority: 20, kind: KindSingle, endpoints: media}, shapes: []string{
			"/:year#/:month#/:postSlug~/:slug/", "/:year#/:month#/:day#/:postSlug~/:slug/",
		}},
		{row: row{handler: "post by id", priority: 20, kind: KindByID, endpoints: posts}, shapes: []string{"/archives/:id#/"}},
		{row: row{handler: "attachment from post by id", priority: 20, kind: KindSingle, endpoints: media}, shapes: []string{"/archives/:postId#/:slug/"}},
		{row: row{handler: HandlerAny, priority: 30, kind: KindSingle, endpoints: anything}, shapes: []string{"/**/:slug/"}},
	}
}

// agencyRows are the agency's own screens (specification §2.2). They come
// after the query permalinks, so that previews work on any path.
func (c Config) agencyRows() []draft {
	if !c.Agency {
		return nil
	}
	return []draft{
		{row: row{handler: "property search", priority: 10, kind: KindPropertySearch, endpoints: []string{"properties"}}, shapes: []string{"/properties/"}},
		{row: row{handler: "development search", priority: 10, kind: KindDevelopmentSearch, endpoints: []string{"developments"}}, shapes: []string{
			"/developments/", "/search-developments/",
		}},
		{row: row{handler: "city", priority: 10, kind: KindCity, endpoints: []string{"properties"}}, shapes: []string{"/cities/:slug/"}},
		{row: row{handler: "listing", priority: 10, kind: KindListing, endpoints: pages, slug: listingSlug}, shapes: listingShapes()},
		{row: row{handler: "favorites", priority: 10, kind: KindFavorites, endpoints: []string{"properties"}}, shapes: []string{"/favorites/**/"}},
		{row: row{handler: "enquiry", priority: 10, kind: KindEnquiry}, shapes: []string{"/enquiry/"}},
		{row: row{handler: "enquiry sent", priority: 10, kind: KindThanks}, shapes: []string{"/enquiry/thanks/"}},
	}
}

func (c Config) typeRows() []draft {
	var drafts []draft
	for _, t := range c.PostTypes {
		endpoint := []string{cmp.Or(t.Endpoint, t.Type)}
		drafts = append(drafts,
			draft{row: row{handler: Handler(t.Type + " with query permalink"), priority: 9, kind: KindByID, endpoints: endpoint, query: hasTypeAndNumber(t.Type)}},
			draft{row: row{handler: Handler(t.Type), priority: 10, kind: KindSingle, endpoints: endpoint}, shapes: []string{"/" + t.Type + "/**/:slug/"}},
		)
		if t.Archive != "" {
			drafts = append(drafts, draft{
				row:    row{handler: Handler(t.Type + " archive"), priority: 10, kind: KindTypeArchive, endpoints: endpoint},
				shapes: []string{"/" + strings.Trim(t.Archive, "/") + "/"},
			})
		}
	}
	return drafts
}

func (c Config) taxonomyRows() []draft {
	var drafts []draft
	for _, t := range c.Taxonomies {
		drafts = append(drafts, draft{
			row:    row{handler: Handler(t.Taxonomy), priority: 10, kind: KindTerm, endpoints: []string{cmp.Or(t.Endpoint, t.Taxonomy)}, taxonomy: t.Taxonomy},
			shapes: []string{"/" + t.Taxonomy + "/**/:slug/"},
		})
	}
	return drafts
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
