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

// embedded asks for author, terms and pictures along with an entity.
const embed = "_embed"

// BySlug asks an endpoint for a slug. Terms and users bring nothing along, so
// nothing is asked to. An empty slug would not filter at all.
func (c *Client) BySlug(ctx context.Context, lang i18n.Lang, endpoint, slug string) ([]content.Entity, error) {
	if slug == "" {
		return nil, nil
	}
	params := Params{"slug": slug}
	if !c.isTermEndpoint(endpoint) && endpoint != "users" {
		params[embed] = true
	}
	tree, _, err := c.fetch(ctx, lang, endpoint, params.with(c.config.Params), "")
	if err != nil {
		return nil, err
	}
	return c.decoder(lang).entities(typed(tree, endpoint)), nil
}

// typed tells entities of a slimmed answer their type, which the endpoint knows.
func typed(list node, endpoint string) node {
	types := map[string]content.Type{
		"posts": content.TypePost, "pages": content.TypePage, "media": content.TypeAttachment,
		"properties": content.TypeProperty, "developments": content.TypeDevelopment,
	}
	known, ok := types[endpoint]
	if !ok {
		return list
	}
	for _, item := range list.list() {
		if object, ok := item.value.(map[string]any); ok && item.at("type").empty() {
			object["type"] = string(known)
		}
	}
	return list
}

func (c *Client) isTermEndpoint(endpoint string) bool {
	if endpoint == "categories" || endpoint == "tags" {
		return true
	}
	for _, own := range c.config.TermEndpoints {
		if own == endpoint {
			return true
		}
	}
	return false
}

// ByID asks for one entity, with the credential the request carried.
func (c *Client) ByID(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	params := Params{embed: true}.with(c.config.Params)
	tree, _, err := c.fetch(ctx, lang, endpoint+"/"+strconv.Itoa(id), params, auth)
	if err != nil {
		return nil, err
	}
	entity := c.decoder(lang).entity(tree)
	if entity == nil {
		return nil, content.FromStatus(http.StatusNotFound, http.StatusText(http.StatusNotFound))
	}
	return entity, nil
}

// Revision asks for the newest saved draft. Its failures speak in the server's
// own words, also those that arrive with status 200 (contract §8.4).
func (c *Client) Revision(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (*content.Revision, error) {
	params := Params(c.config.Params).with(map[string]any{"per_page": 1})
	got, err := c.ask(ctx, lang, endpoint+"/"+strconv.Itoa(id)+"/revisions", params, auth)
	if err != nil {
		return nil, err
	}
	tree, err := read(got.body)
	if failure := revisionFailure(got, tree); failure != nil {
		return nil, failure
	}
	if err != nil {
		return nil, err
	}
	newest := tree.list()
	if len(newest) == 0 {
		return nil, nil
	}
	return &content.Revision{
		Parent: newest[0].at("parent").whole(), Title: newest[0].at("title").plain(),
		Content: content.HTML(newest[0].at("content").rendered()),
		Excerpt: content.HTML(newest[0].at("excerpt").rendered()),
	}, nil
}

func revisionFailure(got *answer, body node) error {
	if got.failure() == nil && !body.has("code") {
		return nil
	}
	status, text := got.status, got.statusText
	if told := body.at("data", "status").whole(); told >= http.StatusBadRequest && told < 600 {
		status = told
	}
	if message := body.at("message").text(); message != "" {
		text = message
	}
	return content.FromStatus(status, text)
}

// Archive asks for one page of a list.
func (c *Client) Archive(ctx context.Context, lang i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	if q.Include != nil && len(q.Include) == 0 {
		return &content.Archive{}, nil // an empty include would not filter at all
	}
	page := max(1, q.Page)
	params := archiveParams(q, page).with(c.config.Params)
	for key, value := range q.Params {
		params[key] = value
	}
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

// ListingPage is BySlug for the content page of a listing, which needs nothing
// that could come along (specification §7).
func (c *Client) ListingPage(ctx context.Context, lang i18n.Lang, slug string) ([]content.Entity, error) {
	if slug == "" {
		return nil, nil
	}
	params := Params{"slug": slug, embed: false}.with(c.config.Params)
	tree, _, err := c.fetch(ctx, lang, "pages", params, "")
	if err != nil {
		return nil, err
	}
	return c.decoder(lang).entities(typed(tree, "pages")), nil
}

// Author asks for a user by id; one the public may not see is none.
func (c *Client) Author(ctx context.Context, lang i18n.Lang, id int) (*content.Author, error) {
	entity, err := c.ByID(ctx, lang, "users", id, "")
	if isMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	author, ok := entity.(*content.Author)
	if !ok {
		return nil, nil
	}
	return author, nil
}
