package restapi

import (
	"estate/internal/content"
	"estate/internal/content/search"
)

var (
	paramContext = param{name: "context", kind: kindChoice, choices: []string{"view", "embed", "edit"}, standard: "view"}
	paramPage    = param{name: "page", kind: kindInteger, min: 1, standard: 1}
	paramPerPage = param{name: "per_page", kind: kindInteger, min: 1, max: 100, standard: 10}
	paramSearch  = param{name: "search"}
	paramExclude = param{name: "exclude", kind: kindIDs}
	paramInclude = param{name: "include", kind: kindIDs}
	paramOffset  = param{name: "offset", kind: kindInteger}
	paramSlug    = param{name: "slug", kind: kindSlugs}
)

func paramOrder(standard string) param {
	return param{name: "order", kind: kindChoice, choices: []string{"asc", "desc"}, standard: standard}
}

// The parameters of routes other than lists of content.
var (
	singleParams   = []param{paramContext}
	revisionParams = []param{
		paramContext, paramPage, {name: "per_page", kind: kindInteger, min: 1, max: 100},
	}
	userParams = []param{
		paramContext, paramPage, paramPerPage, paramSearch, paramExclude, paramInclude, paramOffset, paramOrder("asc"),
		{name: "orderby", kind: kindChoice, choices: []string{"id", "include", "name", "slug", "include_slugs"}, standard: "name"},
		paramSlug,
	}
	referenceParams = []param{{name: "reference"}, {name: "type"}}
)

// termParams are the parameters of a list of terms. Without orderby the terms have the
// editor's order.
func termParams(tax *taxonomy) []param {
	params := []param{
		paramContext, paramPage, paramPerPage, paramSearch, paramExclude, paramInclude, paramOffset, paramOrder("asc"),
		{name: "orderby", kind: kindChoice, choices: []string{
			"id", "include", "name", "slug", "include_slugs", "term_group", "description", "count",
		}},
		{name: "hide_empty", kind: kindBool},
	}
	if tax.hierarchical {
		params = append(params, param{name: "parent", kind: kindInteger})
	}
	return append(params, param{name: "post", kind: kindInteger}, paramSlug)
}

// listParams are the parameters of a list of content, in WordPress's order.
func listParams(t *postType) []param {
	params := []param{
		paramContext, paramPage, paramPerPage, paramSearch,
		{name: "after", kind: kindDate},
		{name: "modified_after", kind: kindDate},
		{name: "author", kind: kindIDs},
		{name: "author_exclude", kind: kindIDs},
		{name: "before", kind: kindDate},
		{name: "modified_before", kind: kindDate},
		paramExclude, paramInclude, paramOffset, paramOrder("desc"), orderParam(t),
	}
	if t.hierarchical || t.typ == content.TypeAttachment {
		params = append(params, param{name: "parent", kind: kindIDs}, param{name: "parent_exclude", kind: kindIDs})
	}
	params = append(params, paramSlug, statusParam(t))
	for _, tax := range t.taxonomies {
		params = append(params, param{name: tax.endpoint, kind: kindTerms})
		if !tax.ofProperties {
			params = append(params, param{name: tax.endpoint + "_exclude", kind: kindTerms})
		}
	}
	switch {
	case t.typ == content.TypePost:
		params = append(params, param{name: "sticky", kind: kindBool})
	case t.typ == content.TypeAttachment:
		params = append(params,
			param{name: "media_type", kind: kindChoice, choices: []string{"image", "video", "text", "application", "audio"}},
			param{name: "mime_type"})
	case t.isProperty():
		for _, key := range filterKeys {
			params = append(params, param{name: key, kind: kindAny})
		}
	}
	return params
}

func orderParam(t *postType) param {
	p := param{name: "orderby", kind: kindChoice, choices: []string{
		"author", "date", "id", "include", "modified", "parent", "relevance", "slug", "include_slugs", "title",
	}, standard: "date"}
	if t.hierarchical {
		p.choices = append(p.choices, "menu_order")
	}
	return p
}

func statusParam(t *postType) param {
	p := param{name: "status", kind: kindStatuses, choices: []string{"publish"}}
	if t.typ == content.TypeAttachment {
		p.choices = []string{"inherit", "publish"}
	}
	return p
}

// filterKeys are the filters of properties (specification §3.12) and redirectRef, which
// finds the property that an old reference names.
var filterKeys = append(withoutPage(search.Keys), keyRedirect)

const keyRedirect = "redirectRef"

func withoutPage(keys []string) []string {
	var kept []string
	for _, key := range keys {
		if key != search.KeyPage {
			kept = append(kept, key)
		}
	}
	return kept
}
