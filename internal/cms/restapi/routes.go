package restapi

import (
	"strings"
)

// route is one path below the API. Segments of its pattern in braces are arguments: {id}
// is a number, the others are words.
type route struct {
	pattern   string
	namespace string
	params    []param
	handle    func(c *call, args arguments) (*response, error)
	segments  []string
}

// arguments are the variable segments of a path.
type arguments map[string]string

// allRoutes lists all routes, in the order of the index.
func (a *API) allRoutes() []*route {
	routes := []*route{
		{pattern: "", handle: (*call).index},
		{pattern: "/wp/v2", handle: (*call).namespaceIndex},
	}
	for _, t := range a.postTypes {
		routes = append(routes, t.routes()...)
	}
	for _, tax := range a.taxonomies {
		routes = append(routes, tax.routes()...)
	}
	routes = append(routes,
		&route{pattern: "/wp/v2/users", params: userParams, handle: (*call).listUsers},
		&route{pattern: "/wp/v2/users/{id}", params: singleParams, handle: (*call).singleUser},
		&route{pattern: "/wp/v2/types", params: singleParams, handle: (*call).listTypes},
		&route{pattern: "/wp/v2/types/{type}", params: singleParams, handle: (*call).singleType},
		&route{pattern: "/wp/v2/taxonomies", params: singleParams, handle: (*call).listTaxonomies},
		&route{pattern: "/wp/v2/taxonomies/{taxonomy}", params: singleParams, handle: (*call).singleTaxonomy},
		&route{pattern: "/wp/v2/options/options", handle: (*call).options},
		&route{pattern: "/acf/v3/options/options", handle: (*call).options},
		&route{pattern: "/options/options", handle: (*call).options},
		&route{pattern: "/instagram/v1/feed", handle: (*call).instagram},
		&route{pattern: "/estate/v1/site", handle: (*call).aboutSite},
		&route{pattern: "/estate/v1/ids", params: idsParams, handle: (*call).listIDs},
		&route{pattern: "/estate/v1/redirects", params: redirectsParams, handle: (*call).listRedirects},
	)
	for _, namespace := range []string{"/wp/v2", "/search/v1", "/estate/v1"} {
		routes = append(routes, &route{pattern: namespace + "/get_reference", params: referenceParams, handle: (*call).reference})
	}
	for _, r := range routes {
		r.segments = strings.Split(r.pattern, "/")
		r.namespace = namespaceOf(r.segments)
	}
	return routes
}

func (t *postType) routes() []*route {
	path := "/wp/v2/" + t.endpoint
	return []*route{
		{pattern: path, params: t.params, handle: func(c *call, _ arguments) (*response, error) { return c.listPosts(t) }},
		{pattern: path + "/{id}", params: singleParams, handle: func(c *call, args arguments) (*response, error) {
			return c.singlePost(t, args.id())
		}},
		{pattern: path + "/{id}/revisions", params: revisionParams, handle: func(c *call, args arguments) (*response, error) {
			return c.listRevisions(t, args.id())
		}},
	}
}

func (tax *taxonomy) routes() []*route {
	var routes []*route
	for _, endpoint := range append([]string{tax.endpoint}, tax.aliases...) {
		routes = append(routes,
			&route{pattern: "/wp/v2/" + endpoint, params: termParams(tax), handle: func(c *call, _ arguments) (*response, error) {
				return c.listTerms(tax)
			}},
			&route{pattern: "/wp/v2/" + endpoint + "/{id}", params: singleParams, handle: func(c *call, args arguments) (*response, error) {
				return c.singleTerm(tax, args.id())
			}})
	}
	return routes
}

// namespaceOf is the namespace of a route: two segments, one for a plugin
// without a version.
func namespaceOf(segments []string) string {
	switch {
	case len(segments) < 3:
		return ""
	case segments[1] == "options":
		return "options"
	}
	return segments[1] + "/" + segments[2]
}

// match finds the route of a path, nil when there is none.
func (a *API) match(path string) (*route, arguments) {
	segments := strings.Split(path, "/")
	for _, r := range a.routes {
		if args, ok := r.match(segments); ok {
			return r, args
		}
	}
	return nil, nil
}

func (r *route) match(segments []string) (arguments, bool) {
	if len(segments) != len(r.segments) {
		return nil, false
	}
	args := arguments{}
	for i, want := range r.segments {
		name, variable := strings.CutPrefix(want, "{")
		switch {
		case !variable:
			if !strings.EqualFold(want, segments[i]) {
				return nil, false
			}
		case !fits(name, segments[i]):
			return nil, false
		default:
			args[strings.TrimSuffix(name, "}")] = segments[i]
		}
	}
	return args, true
}

func fits(name, segment string) bool {
	if name == "id}" {
		return segment != "" && strings.Trim(segment, "0123456789") == ""
	}
	return segment != ""
}

// id is the argument {id}. A number that no int can hold is limited: it is no id.
func (args arguments) id() int {
	id, _ := integer(args["id"])
	return id
}

// expression is the pattern as WordPress writes it in the index.
func (r *route) expression() string {
	if r.pattern == "" {
		return "/"
	}
	return strings.NewReplacer(
		"{id}", `(?P<id>[\d]+)`, "{type}", `(?P<type>[\w-]+)`, "{taxonomy}", `(?P<taxonomy>[\w-]+)`,
	).Replace(r.pattern)
}
