package restapi

import (
	"strconv"
	"strings"
)

// response is the result of a handler.
type response struct {
	status int // 0 means 200
	body   any
	list   *totals  // sizes of a list; nil for anything else
	links  []string // of the header Link; none means the link to the API itself
	allow  bool     // send Allow: GET
}

// totals is the size of a list.
type totals struct{ total, pages int }

func totalsOf(total, perPage int) totals { return totals{total, (total + perPage - 1) / perPage} }

// pageLinks returns the links to the previous and next page of a list. As in WordPress,
// the previous page is at most the last one, even where that is 0.
func (c *call) pageLinks(page int, list totals) []string {
	var links []string
	add := func(n int, rel string) {
		address := c.base(c.lang) + strings.TrimPrefix(strings.ToLower(c.path), "/") + "?" + c.query.withPage(strconv.Itoa(n), c.route.params)
		links = append(links, "<"+address+`>; rel="`+rel+`"`)
	}
	if page > 1 {
		add(min(page-1, list.pages), "prev")
	}
	if page < list.pages {
		add(page+1, "next")
	}
	return links
}

// finish returns the response for one page of a list.
func (c *call) finish(items []item, page int, list totals) *response {
	bodies := make([]object, len(items))
	for i, one := range items {
		bodies[i] = c.whole(one)
	}
	return &response{body: bodies, list: &list, links: c.pageLinks(page, list), allow: true}
}

// single returns the response for one item, with a link to its page on the site, if any.
func (c *call) single(one item, page string) *response {
	found := &response{body: c.whole(one), allow: true}
	if page != "" {
		found.links = []string{"<" + page + `>; rel="alternate"; type=text/html`}
	}
	return found
}
