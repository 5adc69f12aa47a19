package restapi

import (
	"slices"
	"time"

	"estate/internal/content/i18n"
)

// index answers the description of the API, by which clients discover its routes.
func (c *call) index(arguments) (*response, error) {
	settings, err := c.source.Settings(c.ctx, c.lang)
	if err != nil {
		return nil, err
	}
	_, seconds := time.Unix(0, 0).In(c.cfg.Zone).Zone() // without summer time
	home := c.absolute(c.lang.Prefix() + "/")
	namespaces := c.namespaces()
	return &response{allow: true, body: object{
		{"name", named(settings.SiteTitle)},
		{"description", named(settings.Tagline.In(c.lang))},
		{"url", c.cfg.SiteURL},
		{"home", home},
		{"gmt_offset", float64(seconds) / 3600},
		{"timezone_string", c.cfg.Zone.String()},
		{"namespaces", namespaces},
		{"authentication", []any{}},
		{"routes", c.describeAll(c.lang, "")},
		{"site_logo", 0},
		{"site_icon", 0},
		{"site_icon_url", ""},
		{"_links", object{{"help", []object{{{"href", "https://developer.wordpress.org/rest-api/"}}}}}},
	}}, nil
}

// namespaceIndex answers the description of wp/v2.
func (c *call) namespaceIndex(arguments) (*response, error) {
	const namespace = "wp/v2"
	return &response{allow: true, body: object{
		{"namespace", namespace},
		{"routes", c.describeAll(c.lang, namespace)},
		{"_links", object{{"up", []object{{{"href", c.base(c.lang)}}}}}},
	}}, nil
}

func (a *API) namespaces() []any {
	var names []any
	for _, r := range a.routes {
		if r.namespace != "" && !slices.Contains(names, any(r.namespace)) {
			names = append(names, r.namespace)
		}
	}
	return names
}

// describeAll describes the routes of a namespace, "" for all.
func (a *API) describeAll(lang i18n.Lang, namespace string) object {
	var routes object
	for _, r := range a.routes {
		if namespace == "" || r.namespace == namespace {
			routes.put(r.expression(), a.describe(r, lang))
		}
	}
	return routes
}

// describe describes the methods and parameters of a route.
func (a *API) describe(r *route, lang i18n.Lang) object {
	var args object
	for _, p := range r.params {
		args.put(p.name, p.describe())
	}
	methods := []any{"GET"}
	o := object{
		{"namespace", r.namespace},
		{"methods", methods},
		{"endpoints", []object{{{"methods", methods}, {"args", args.orList()}}}},
	}
	if !r.isVariable() {
		self := a.base(lang)
		if r.pattern != "" {
			self += r.pattern[1:]
		}
		o.put("_links", object{{"self", []object{{{"href", self}}}}})
	}
	return o
}

func (r *route) isVariable() bool {
	return slices.ContainsFunc(r.segments, func(s string) bool { return len(s) > 0 && s[0] == '{' })
}

func (p param) describe() object {
	o := object{{"type", p.word()}}
	if p.standard != nil {
		o.put("default", p.standard)
	}
	switch p.kind {
	case kindInteger:
		if p.min != 0 {
			o.put("minimum", p.min)
		}
		if p.max != 0 {
			o.put("maximum", p.max)
		}
	case kindIDs, kindTerms:
		o.put("items", object{{"type", "integer"}})
	case kindSlugs:
		o.put("items", object{{"type", "string"}})
	case kindStatuses:
		o.put("items", object{{"type", "string"}, {"enum", strs(p.choices)}})
	case kindChoice:
		o.put("enum", strs(p.choices))
	case kindDate:
		o.put("format", "date-time")
	}
	return append(o, field{"required", false})
}

// listTypes answers the post types, by name.
func (c *call) listTypes(arguments) (*response, error) {
	if err := c.checkContext(cannotView("edit posts in this post type")); err != nil {
		return nil, err
	}
	var types object
	for _, t := range c.postTypes {
		types.put(string(t.typ), c.whole(c.postType(t)))
	}
	return &response{body: types, allow: true}, nil
}

func (c *call) singleType(args arguments) (*response, error) {
	if err := c.checkContext(forbiddenContext("edit posts in this post type")); err != nil {
		return nil, err
	}
	for _, t := range c.postTypes {
		if string(t.typ) == args["type"] {
			return c.single(c.postType(t), ""), nil
		}
	}
	return nil, unknownName("type", "post type")
}

// checkContext refuses the context "edit".
func (c *call) checkContext(refusal *problem) error {
	in, fault := read(c.route.params, c.query, c.cfg.Zone)
	switch {
	case fault != nil:
		return fault
	case in.texts["context"] == "edit":
		return refusal
	}
	return nil
}

func (c *call) postType(t *postType) item {
	slugs := []any{}
	for _, tax := range t.taxonomies {
		slugs = append(slugs, tax.slug)
	}
	o := object{
		{"description", ""},
		{"hierarchical", t.hierarchical},
		{"has_archive", t.hasArchive},
		{"name", t.name},
		{"slug", string(t.typ)},
		{"icon", nil},
		{"taxonomies", slugs},
		{"rest_base", t.endpoint},
		{"rest_namespace", "wp/v2"},
	}
	return item{o, []relation{to("collection", c.href("types")), to("wp:items", c.href(t.endpoint))}}
}

// listTaxonomies answers the taxonomies, by name.
func (c *call) listTaxonomies(arguments) (*response, error) {
	if err := c.checkContext(cannotView("manage terms in this taxonomy")); err != nil {
		return nil, err
	}
	wanted := c.query.text("type")
	all := object{}
	for _, tax := range c.taxonomies {
		if wanted == "" || slices.ContainsFunc(tax.postTypes, func(t *postType) bool { return string(t.typ) == wanted }) {
			all.put(tax.slug, c.whole(c.taxonomy(tax)))
		}
	}
	return &response{body: all, allow: true}, nil
}

func (c *call) singleTaxonomy(args arguments) (*response, error) {
	if err := c.checkContext(forbiddenContext("manage terms in this taxonomy")); err != nil {
		return nil, err
	}
	for _, tax := range c.taxonomies {
		if tax.slug == args["taxonomy"] {
			return c.single(c.taxonomy(tax), ""), nil
		}
	}
	return nil, unknownName("taxonomy", "taxonomy")
}

func (c *call) taxonomy(tax *taxonomy) item {
	types := []any{}
	for _, t := range tax.postTypes {
		types = append(types, string(t.typ))
	}
	o := object{
		{"name", tax.name},
		{"slug", tax.slug},
		{"description", ""},
		{"types", types},
		{"hierarchical", tax.hierarchical},
		{"rest_base", tax.endpoint},
		{"rest_namespace", "wp/v2"},
	}
	return item{o, []relation{to("collection", c.href("taxonomies")), to("wp:items", c.href(tax.endpoint))}}
}
