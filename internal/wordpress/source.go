package wordpress

import (
	"context"
	"net/http"
	"strconv"

	"estate/internal/content"
	"estate/internal/i18n"
)

// embed asks for author, terms and pictures along with an entity.
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
		return nil, content.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	author, ok := entity.(*content.Author)
	if !ok {
		return nil, content.ErrNotFound
	}
	return author, nil
}
