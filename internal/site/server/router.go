package server

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"estate/internal/content/i18n"
)

// httpRoute is one row of the table in routes.go.
type httpRoute struct {
	// pattern is the path in the grammar of net/http: exact without a final slash or with
	// {$}, everything below with a final slash, one segment as {name}. In addition
	// {lang} at the beginning is the prefix of each language, "" and /es, and * at the
	// beginning or the end is any text.
	pattern string
	// methods that the route answers; none means all. Rows with the same pattern share it:
	// another method is answered with 405.
	methods []string
	handler http.Handler
	// middleware of this route, the outermost first. Handler() lists those of every route.
	middleware []middleware
	disabled   bool // the site has no such part
}

type middleware func(http.Handler) http.Handler

// router hands a request to the first route that matches its path. It does not use
// http.ServeMux, which cleans paths by redirects of its own: links have their own normal
// form and their own redirects.
type router []compiledRoute

type compiledRoute struct {
	httpRoute
	path pathPattern
}

func newRouter(table []httpRoute) router {
	var compiled router
	for _, row := range table {
		if row.disabled {
			continue
		}
		for _, wrap := range slices.Backward(row.middleware) {
			row.handler = wrap(row.handler)
		}
		compiled = append(compiled, compiledRoute{row, compile(row.pattern)})
	}
	return compiled
}

func (t router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, allow := t.find(r)
	if found == nil {
		w.Header().Set("Allow", strings.Join(allow, ", "))
		plainError(w, http.StatusMethodNotAllowed, "Allowed methods: "+strings.Join(allow, ", ")+".")
		return
	}
	found.handler.ServeHTTP(w, r)
}

// find returns the route of a request, or the methods that are allowed instead of the
// request's. The table ends with a pattern that matches every path.
func (t router) find(r *http.Request) (found *compiledRoute, allow []string) {
	pattern := ""
	for i := range t {
		row := &t[i]
		if pattern != "" && row.pattern != pattern || !row.path.match(r.URL.Path, r) {
			continue
		}
		if len(row.methods) == 0 || slices.Contains(row.methods, r.Method) {
			return row, nil
		}
		pattern, allow = row.pattern, append(allow, row.methods...)
	}
	return nil, allow
}

// pathPattern is a compiled pattern.
type pathPattern struct {
	everyLang bool // literal comes after the prefix of a language
	kind      patternKind
	literal   string
	segments  []string // of a pattern with {name}
}

type patternKind int

const (
	exactPath patternKind = iota
	pathPrefix
	pathSuffix
	pathSegments
)

func compile(pattern string) pathPattern {
	var p pathPattern
	p.literal, p.everyLang = strings.CutPrefix(pattern, "{lang}")
	if exact, ok := strings.CutSuffix(p.literal, "{$}"); ok {
		p.literal = exact
		return p
	}
	switch {
	case strings.Contains(p.literal, "{"):
		p.kind, p.segments = pathSegments, strings.Split(p.literal, "/")
		p.literal, _, _ = strings.Cut(p.literal, "{")
	case strings.HasPrefix(p.literal, "*"):
		p.kind, p.literal = pathSuffix, p.literal[1:]
	case strings.HasSuffix(p.literal, "*"):
		p.kind, p.literal = pathPrefix, strings.TrimSuffix(p.literal, "*")
	case strings.HasSuffix(p.literal, "/"):
		p.kind = pathPrefix
	}
	return p
}

// match reports whether path fits the pattern, and sets the request's path values.
func (p *pathPattern) match(path string, r *http.Request) bool {
	if !p.everyLang {
		return p.matchRest(path, r)
	}
	for _, lang := range i18n.Filled {
		if rest, ok := strings.CutPrefix(path, lang.Prefix()); ok && p.matchRest(rest, r) {
			r.SetPathValue("lang", string(lang))
			return true
		}
	}
	return false
}

func (p *pathPattern) matchRest(path string, r *http.Request) bool {
	switch p.kind {
	case exactPath:
		return path == p.literal
	case pathPrefix:
		return strings.HasPrefix(path, p.literal)
	case pathSuffix:
		return strings.HasSuffix(path, p.literal)
	default:
		return strings.HasPrefix(path, p.literal) && p.matchSegments(strings.Split(path, "/"), r)
	}
}

func (p *pathPattern) matchSegments(segments []string, r *http.Request) bool {
	if len(segments) != len(p.segments) {
		return false
	}
	for i, want := range p.segments {
		if segments[i] != want && (segments[i] == "" || !strings.HasPrefix(want, "{")) {
			return false
		}
	}
	for i, want := range p.segments {
		if strings.HasPrefix(want, "{") {
			r.SetPathValue(strings.Trim(want, "{}"), segments[i])
		}
	}
	return true
}

// cleanPath redirects a path with empty, "." or ".." segments, as http.ServeMux does. Files
// have no redirects of their own.
func cleanPath(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw := r.URL.EscapedPath()
		clean := path.Clean(raw)
		if strings.HasSuffix(raw, "/") && clean != "/" {
			clean += "/"
		}
		if clean == raw {
			next.ServeHTTP(w, r)
			return
		}
		if r.URL.RawQuery != "" {
			clean += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, clean, http.StatusTemporaryRedirect)
	})
}
