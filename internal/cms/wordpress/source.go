package wordpress

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
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
	return c.entitiesOf(ctx, lang, endpoint, params.with(c.config.Params))
}

// typed sets the type of entities in a response without types; the endpoint determines it.
func (d decoder) typed(list node, endpoint string) node {
	for _, item := range list.list() {
		d.typedAs(item, endpoint)
	}
	return list
}

var typesOfEndpoints = map[string]content.Type{
	"posts": content.TypePost, "pages": content.TypePage, "media": content.TypeAttachment,
	"properties": content.TypeProperty, "developments": content.TypeDevelopment,
}

// ownTypes are the types that endpoints determine.
var ownTypes = slices.Collect(maps.Values(typesOfEndpoints))

func (d decoder) typedAs(item node, endpoint string) node {
	known, ok := typesOfEndpoints[endpoint]
	object, isObject := item.value.(map[string]any)
	if !ok || !isObject {
		return item
	}
	sent := content.Type(item.at("type").text())
	isTheme := d.adapts && known == content.TypeProperty && !slices.Contains(ownTypes, sent)
	if sent == "" || isTheme { // a theme gives its homes a type of its own
		object["type"], object[sentType] = string(known), string(sent)
	}
	return item
}

// sentType is where an entity keeps the type that the CMS sent.
const sentType = "sent_type"

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
	api := c.apiLang(ctx, lang)
	var tree node
	var err error
	for _, own := range c.endpointsOf(ctx, endpoint) {
		if tree, _, err = c.fetch(ctx, api, own+"/"+strconv.Itoa(id), params, auth); !content.IsNotFound(err) {
			break
		}
	}
	if errors.Is(err, ErrClosed) {
		return nil, content.FromStatus(http.StatusNotFound, err.Error())
	}
	if err != nil {
		return nil, err
	}
	c.decoder(api).typedAs(tree, endpoint)
	entity, err := withMedia(ctx, c, api, func(d decoder) content.Entity { return d.entity(tree) })
	if err != nil {
		return nil, err
	}
	if entity == nil {
		return nil, content.FromStatus(http.StatusNotFound, http.StatusText(http.StatusNotFound))
	}
	return ownNoIndex(ctx, c, []content.Entity{entity})[0], nil
}

// ListingPage is BySlug for the content page of a listing, which needs no embedded entities
// (specification §7).
func (c *Client) ListingPage(ctx context.Context, lang i18n.Lang, slug string) ([]content.Entity, error) {
	if slug == "" {
		return nil, nil
	}
	params := Params{"slug": slug, embed: false}.with(c.config.Params)
	return c.entitiesOf(ctx, lang, "pages", params)
}

// entitiesOf requests a list and returns its entities of a language.
func (c *Client) entitiesOf(ctx context.Context, lang i18n.Lang, endpoint string, params Params) ([]content.Entity, error) {
	api := c.apiLang(ctx, lang)
	params = c.embedded(ctx, endpoint, params)
	var found []any
	for _, own := range c.endpointsOf(ctx, endpoint) {
		got, err := c.request(ctx, api, own, params, "")
		if err != nil {
			return nil, err
		}
		tree, err := c.listOf(ctx, api, own, got)
		if err != nil {
			return nil, err
		}
		for _, item := range tree.list() {
			found = append(found, item.value)
		}
	}
	entities, err := withMedia(ctx, c, api, func(d decoder) []content.Entity { return d.entities(d.typed(node{found}, endpoint)) })
	return ownNoIndex(ctx, c, inLanguage(c, entities, lang)), err
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
