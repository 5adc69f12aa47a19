package wordpress

import (
	"context"
	"net/http"
	"strconv"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// embed is the parameter that embeds author, terms and images in an entity.
const embed = "_embed"

// BySlug returns the entities of an endpoint with a slug. Terms and users are requested without
// embedded entities, because they have none. An empty slug would not filter, so it finds nothing.
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
	return withMedia(ctx, c, lang, func(d decoder) []content.Entity { return d.entities(typed(tree, endpoint)) })
}

// typed sets the type of entities in a response without types; the endpoint determines it.
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

// ByID returns one entity. auth is the credential of the visitor's own request.
func (c *Client) ByID(ctx context.Context, lang i18n.Lang, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	params := Params{embed: true}.with(c.config.Params)
	tree, _, err := c.fetch(ctx, lang, endpoint+"/"+strconv.Itoa(id), params, auth)
	if err != nil {
		return nil, err
	}
	entity, err := withMedia(ctx, c, lang, func(d decoder) content.Entity { return d.entity(tree) })
	if err != nil {
		return nil, err
	}
	if entity == nil {
		return nil, content.FromStatus(http.StatusNotFound, http.StatusText(http.StatusNotFound))
	}
	return entity, nil
}

// ListingPage is BySlug for the content page of a listing, which needs no embedded entities
// (specification §7).
func (c *Client) ListingPage(ctx context.Context, lang i18n.Lang, slug string) ([]content.Entity, error) {
	if slug == "" {
		return nil, nil
	}
	params := Params{"slug": slug, embed: false}.with(c.config.Params)
	tree, _, err := c.fetch(ctx, lang, "pages", params, "")
	if err != nil {
		return nil, err
	}
	return withMedia(ctx, c, lang, func(d decoder) []content.Entity { return d.entities(typed(tree, "pages")) })
}

// Author returns a user by id, or content.ErrNotFound when the public may not see it.
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
