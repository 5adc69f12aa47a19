package wordpress

import (
	"context"
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
	tree, header, err := c.list(ctx, lang, q.Endpoint, params, page)
	if err != nil || tree.value == nil {
		return &content.Archive{}, err
	}
	items, err := withMedia(ctx, c, lang, func(d decoder) []content.Entity { return d.entities(typed(tree, q.Endpoint)) })
	if err != nil {
		return nil, err
	}
	archive := &content.Archive{Items: items}
	archive.Total, archive.TotalPages = Totals(header, len(archive.Items))
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

// maxPerPage is the limit of WordPress.
const maxPerPage = 100

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
	got, err := c.request(ctx, lang, endpoint, params, "")
	if err != nil {
		return node{}, nil, err
	}
	if got.status == http.StatusBadRequest && page > 1 {
		if codeOf(got) == codeInvalidPage {
			return node{}, got.header, nil
		}
	}
	if err := got.err(); err != nil {
		return node{}, nil, err
	}
	tree, err := got.parse()
	return tree, got.header, err
}
