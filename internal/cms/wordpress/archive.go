package wordpress

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Archive returns one page of a list. A page past the end is empty.
func (c *Client) Archive(ctx context.Context, lang i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	page := max(1, q.Page)
	params := archiveParams(q, page).with(c.config.Params).with(q.Params)
	api := c.apiLang(ctx, lang)
	tree, header, err := c.list(ctx, api, q.Endpoint, params, page)
	if err != nil || tree.value == nil {
		return &content.Archive{}, err
	}
	items, err := withMedia(ctx, c, api, func(d decoder) []content.Entity { return d.entities(d.typed(tree, q.Endpoint)) })
	if err != nil {
		return nil, err
	}
	archive := &content.Archive{}
	archive.Total, archive.TotalPages = Totals(header, len(items))
	archive.Items = ownNoIndex(ctx, c, inLanguage(c, items, lang))
	return archive, nil
}

func archiveParams(q content.ArchiveQuery, page int) Params {
	params := Params{embed: true, "page": page}
	if q.PerPage > 0 {
		params["per_page"] = min(q.PerPage, maxPerPage)
	}
	if q.Author != 0 {
		params["author"] = q.Author
	}
	if q.Taxonomy != "" {
		params[q.Taxonomy] = q.Term
	}
	if !q.After.IsZero() {
		params["after"] = formatTime(q.After)
	}
	if !q.Before.IsZero() {
		params["before"] = formatTime(q.Before)
	}
	if q.Search != nil {
		params["search"] = *q.Search
	}
	if len(q.Include) > 0 {
		params["include"], params["orderby"] = joinIDs(q.Include), "include"
	}
	if len(q.Exclude) > 0 {
		params["exclude"] = joinIDs(q.Exclude)
	}
	return params
}

const (
	// maxPerPage is the limit of WordPress, defaultPerPage its page size.
	maxPerPage, defaultPerPage = 100, 10
	// codeNoRoute is the error code of a missing endpoint.
	codeNoRoute = "rest_no_route"
)

func formatTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func joinIDs(ids []int) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.Itoa(id)
	}
	return strings.Join(texts, ",")
}

// list fetches a list. The tree of a page past the end is empty: WordPress answers status 400
// for it unless the whole list is empty.
func (c *Client) list(ctx context.Context, lang i18n.Lang, endpoint string, params Params, page int) (node, http.Header, error) {
	params = c.embedded(ctx, endpoint, params)
	endpoints := c.endpointsOf(ctx, endpoint)
	if len(endpoints) == 1 {
		return c.listPage(ctx, lang, endpoints[0], params, page)
	}
	// The pages of one list follow those of another.
	var found node
	total, pages := 0, 0
	for _, own := range endpoints {
		tree, header, err := c.listPage(ctx, lang, own, params, max(1, page-pages))
		if err != nil {
			return node{}, nil, err
		}
		if page-pages > 1 && len(tree.list()) == 0 { // past the end, and without totals
			_, header, err = c.listPage(ctx, lang, own, params.with(map[string]any{"_fields": "id", embed: false}), 1)
		}
		if err != nil {
			return node{}, nil, err
		}
		ownTotal, ownPages := Totals(header, len(tree.list()))
		if page > pages && len(tree.list()) > 0 {
			found = tree
		}
		total, pages = total+ownTotal, pages+max(ownPages, min(1, ownTotal))
	}
	header := http.Header{}
	header.Set("X-WP-Total", strconv.Itoa(total))
	header.Set("X-WP-TotalPages", strconv.Itoa(pages))
	return found, header, nil
}

func (c *Client) listPage(ctx context.Context, lang i18n.Lang, endpoint string, params Params, page int) (node, http.Header, error) {
	var got *response
	var err error
	if perPage, sized := params["per_page"].(int); sized {
		got, err = c.requestPage(ctx, lang, endpoint, params, page, &perPage)
	} else {
		got, err = c.request(ctx, lang, endpoint, params, "")
	}
	if err != nil {
		return node{}, nil, err
	}
	if isPastEnd(got, page) {
		return node{}, got.header, nil
	}
	tree, err := c.listOf(ctx, lang, endpoint, got)
	if err == nil && c.config.Adapt && got.header.Get("X-WP-TotalPages") == "" && len(tree.list()) > 0 {
		c.setLastPage(ctx, lang, endpoint, params, page, got)
	}
	return tree, got.header, err
}

// listOf returns the list of a response, an empty one for a part that the CMS lacks or does not give to
// visitors.
func (c *Client) listOf(ctx context.Context, lang i18n.Lang, endpoint string, got *response) (node, error) {
	err := c.failureOf(ctx, lang, endpoint, got)
	isMissing := got.status == http.StatusNotFound && codeOf(got) == codeNoRoute && c.isAlive(ctx, lang)
	if isMissing || errors.Is(err, ErrClosed) {
		return node{}, nil
	} else if err != nil {
		return node{}, err
	}
	return got.parse()
}

// setLastPage sets the number of pages of a list without totals: this one, or the next one when that has
// entities.
func (c *Client) setLastPage(ctx context.Context, lang i18n.Lang, endpoint string, params Params, page int, got *response) {
	perPage, sized := params["per_page"].(int)
	if !sized {
		perPage = defaultPerPage
	}
	next, err := c.requestPage(ctx, lang, endpoint, params.with(map[string]any{embed: false}), page+1, &perPage)
	if err == nil && next.err() == nil {
		if tree, err := next.parse(); err == nil && len(tree.list()) > 0 {
			page++
		}
	}
	got.header = got.header.Clone() // callers share the response
	got.header.Set("X-WP-TotalPages", strconv.Itoa(page))
}
