package wordpress

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
)

// Archive asks for one page of a list.
func (c *Client) Archive(ctx context.Context, lang i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	page := max(1, q.Page)
	params := archiveParams(q, page).with(c.config.Params).with(q.Params)
	tree, header, err := c.list(ctx, lang, q.Endpoint, params, page)
	if err != nil || tree.value == nil {
		return &content.Archive{}, err
	}
	archive := &content.Archive{Items: c.decoder(lang).entities(typed(tree, q.Endpoint))}
	archive.Total, archive.TotalPages = Totals(header, len(archive.Items))
	return archive, nil
}

func archiveParams(q content.ArchiveQuery, page int) Params {
	params := Params{embed: true, "page": page}
	if q.PerPage > 0 {
		params["per_page"] = min(q.PerPage, mostPerPage)
	}
	if q.Author != 0 {
		params["author"] = q.Author
	}
	if q.Taxonomy != "" {
		params[q.Taxonomy] = q.Term
	}
	if !q.After.IsZero() {
		params["after"] = instant(q.After)
	}
	if !q.Before.IsZero() {
		params["before"] = instant(q.Before)
	}
	if q.Search != nil {
		params["search"] = *q.Search
	}
	if len(q.Include) > 0 {
		params["include"], params["orderby"] = joined(q.Include), "include"
	}
	if len(q.Exclude) > 0 {
		params["exclude"] = joined(q.Exclude)
	}
	return params
}

// mostPerPage is what WordPress allows.
const mostPerPage = 100

func instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

func joined(ids []int) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.Itoa(id)
	}
	return strings.Join(texts, ",")
}

// list asks for a list; the tree of a page past its end is empty. WordPress
// calls such a page a bad request while there is other content.
func (c *Client) list(ctx context.Context, lang i18n.Lang, endpoint string, params Params, page int) (node, http.Header, error) {
	got, err := c.ask(ctx, lang, endpoint, params, "")
	if err != nil {
		return node{}, nil, err
	}
	if got.status == http.StatusBadRequest && page > 1 {
		if body, err := read(got.body); err == nil && body.at("code").text() == "rest_post_invalid_page_number" {
			return node{}, got.header, nil
		}
	}
	if err := got.failure(); err != nil {
		return node{}, nil, err
	}
	tree, err := read(got.body)
	return tree, got.header, err
}
