package wordpress

import (
	"context"
	"net/http"
	"slices"
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
	return c.decoder(lang).entities(tree), nil
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
	archive := &content.Archive{Items: c.decoder(lang).entities(tree)}
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

// Terms asks for every term of a taxonomy. A taxonomy the CMS does not have is empty.
func (c *Client) Terms(ctx context.Context, lang i18n.Lang, taxonomy string) ([]*content.Term, error) {
	return firstOf(c, "terms of "+taxonomy, c.termEndpoints(taxonomy), func(endpoint string) ([]*content.Term, error) {
		return c.allTerms(ctx, lang, endpoint, taxonomy)
	})
}

func (c *Client) termEndpoints(taxonomy string) []string {
	switch {
	case c.config.TermEndpoints[taxonomy] != "":
		return []string{c.config.TermEndpoints[taxonomy]}
	case taxonomy == "category":
		return []string{"categories"}
	case taxonomy == "tag":
		return []string{"tags"}
	}
	return []string{taxonomy, "tax_" + taxonomy}
}

// mostTermPages bounds a list of terms: ten thousand of them.
const mostTermPages = 100

func (c *Client) allTerms(ctx context.Context, lang i18n.Lang, endpoint, taxonomy string) ([]*content.Term, error) {
	var terms []*content.Term
	for page := 1; page <= mostTermPages; page++ {
		tree, header, err := c.fetch(ctx, lang, endpoint, Params{"page": page, "per_page": mostPerPage}, "")
		if err != nil {
			return nil, err
		}
		items := tree.list()
		for _, item := range items {
			if term := c.decoder(lang).term(item); term.ID != 0 && !slices.ContainsFunc(terms, func(t *content.Term) bool { return t.ID == term.ID }) {
				term.Taxonomy = taxonomy
				terms = append(terms, term)
			}
		}
		if _, pages := Totals(header, 0); len(items) == 0 || page >= pages {
			break
		}
	}
	return terms, nil
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

// choice is which of several endpoints a CMS has.
type choice struct {
	endpoint string // "" when it has none
	until    time.Time
}

// choiceHolds is how long a CMS is believed to lack an endpoint.
const choiceHolds = 10 * time.Minute

// firstOf asks the endpoints in turn until the CMS has one, and remembers which.
// Having none of them is a zero answer.
func firstOf[T any](c *Client, family string, endpoints []string, ask func(endpoint string) (T, error)) (T, error) {
	var none T
	if known, ok := c.chosen.Load(family); ok {
		switch known := known.(choice); {
		case known.endpoint != "":
			endpoints = []string{known.endpoint}
		case c.config.Now().Before(known.until):
			return none, nil
		}
	}
	for _, endpoint := range endpoints {
		found, err := ask(endpoint)
		if isMissing(err) {
			continue
		}
		if err == nil {
			c.chosen.Store(family, choice{endpoint: endpoint})
		}
		return found, err
	}
	c.chosen.Store(family, choice{until: c.config.Now().Add(choiceHolds)})
	return none, nil
}
