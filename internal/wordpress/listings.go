package wordpress

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// Properties asks the CMS for the homes that pass f. It counts nothing else.
func (c *Client) Properties(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Property], error) {
	f.Kind = search.KindProperties
	return listing[*content.Property](ctx, c, lang, f)
}

// Developments asks the CMS for the developments that pass f.
func (c *Client) Developments(ctx context.Context, lang i18n.Lang, f search.Filter) (*content.Listing[*content.Development], error) {
	f.Kind = search.KindDevelopments
	return listing[*content.Development](ctx, c, lang, f)
}

func listing[T content.Entity](ctx context.Context, c *Client, lang i18n.Lang, f search.Filter) (*content.Listing[T], error) {
	found := &content.Listing[T]{}
	if f.IDs != nil && len(f.IDs) == 0 {
		return found, nil
	}
	params := filterParams(f).with(c.config.Params)
	tree, header, err := c.list(ctx, lang, string(f.Kind), params, max(1, f.Page))
	if err != nil {
		return nil, err
	}
	d := c.decoder(lang)
	for _, item := range typed(tree, string(f.Kind)).list() {
		if entity, ok := d.entity(item).(T); ok {
			found.Items = append(found.Items, entity)
		}
	}
	if header != nil {
		found.Total, found.TotalPages = Totals(header, 0)
	}
	return found, nil
}

// filterParams spells a filter for the CMS (specification §3 and §7).
func filterParams(f search.Filter) Params {
	params := Params{embed: false, "page": max(1, f.Page), "per_page": search.PerPage}
	for key, value := range f.Query() {
		params[key] = value
	}
	if options, ok := params[search.KeyOptions]; ok {
		delete(params, search.KeyOptions)
		if decoded, err := url.QueryUnescape(options.(string)); err == nil {
			params[search.KeyCollections] = queryText(decoded)
		}
	}
	if f.PerPage > 0 {
		params["per_page"] = min(f.PerPage, mostPerPage)
	}
	if len(f.IDs) > 0 {
		params["include"] = joined(f.IDs)
	}
	if len(f.ExcludeIDs) > 0 {
		params["exclude"] = joined(f.ExcludeIDs)
	}
	switch {
	case f.Sort != "":
	case len(f.IDs) > 0:
		params["orderby"] = "include"
	default:
		params[search.KeySort] = string(search.SortModified)
	}
	byCitySlug(params, f)
	return params
}

// byCitySlug asks for a city page as the specification does. The operator makes
// every list a list of slugs, so it goes only where the place is the only list.
func byCitySlug(params Params, f search.Filter) {
	places := len(f.Provinces) + len(f.Cities) + len(f.Subareas)
	lists := len(f.Offers) + len(f.Types) + len(f.Categories) + len(f.Collections)
	if f.CitySlug == "" || lists > 0 && places > 0 {
		return
	}
	delete(params, search.KeyProvince)
	delete(params, search.KeySubarea)
	params[search.KeyCity] = f.CitySlug
	if lists == 0 {
		params[search.KeyOperator] = "slug"
	}
}

// referenceEndpoints are where a reference is looked up: the agency's search
// plugin, else beside the content.
var referenceEndpoints = []string{"/search/v1/get_reference", "get_reference"}

// Reference asks what a reference names.
func (c *Client) Reference(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) (content.ReferenceHit, bool, error) {
	reference = strings.TrimSpace(reference)
	if reference == "" {
		return content.ReferenceHit{}, false, nil
	}
	params := Params{"reference": queryText(reference), "type": string(kind)}
	body, err := firstOf(c, "get_reference", referenceEndpoints, func(endpoint string) (node, error) {
		tree, _, err := c.fetchRoute(ctx, lang, endpoint, params)
		return tree, err
	})
	if err != nil {
		return content.ReferenceHit{}, false, err
	}
	data := body.at("data")
	name := data.at("name").text()
	if !body.at("success").truth() || name == "" {
		return content.ReferenceHit{}, false, nil
	}
	hit := content.ReferenceHit{Type: content.Type(kind), Name: name}
	if told := data.at("type").text(); told != "" {
		hit.Type = content.Type(told)
	}
	hit.Link = c.links.Site(data.at("link").text())
	if hit.Link == "" {
		hit.Link = c.links.siteFolder + lang.Prefix() + "/" + string(hit.Type) + "/" + url.PathEscape(name) + "/"
	}
	return hit, true, nil
}

// RedirectReference asks for the home that an old address names by reference.
func (c *Client) RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error) {
	reference = strings.TrimSpace(reference)
	if reference == "" {
		return "", nil
	}
	tree, _, err := c.fetch(ctx, lang, string(search.KindProperties), Params{"redirectRef": rawText(reference)}, "")
	if err != nil {
		return "", err
	}
	for _, item := range tree.list() {
		if target := c.links.Site(item.at("link").text()); target != "" {
			return target, nil
		}
	}
	return "", nil
}

// rawText is text that is already raw URL text, or plain text encoded.
func rawText(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		return queryText(decoded)
	}
	return queryText(text)
}

// instagramEndpoints are where the feed is; it may be missing altogether.
var instagramEndpoints = []string{"/instagram/v1/feed", "instagram"}

// Instagram asks for the stored feed.
func (c *Client) Instagram(ctx context.Context, lang i18n.Lang) ([]content.InstagramPost, error) {
	body, err := firstOf(c, "instagram", instagramEndpoints, func(endpoint string) (node, error) {
		tree, _, err := c.fetchRoute(ctx, lang, endpoint, nil)
		return tree, err
	})
	if err != nil {
		return nil, err
	}
	d := c.decoder(lang)
	var posts []content.InstagramPost
	for i, item := range body.at("data").list() {
		address := item.first("media_url", "thumbnail_url").text()
		if strings.EqualFold(item.at("media_type").text(), "video") {
			address = item.first("thumbnail_url", "media_url").text()
		}
		image := d.image(item.at("image"))
		if image == nil && address != "" {
			image = &content.Image{URL: address}
		}
		if image == nil {
			continue
		}
		post := content.InstagramPost{
			ID: item.at("id").text(), Caption: item.at("caption").text(), Image: *image, Permalink: item.at("permalink").text(),
		}
		if post.ID == "" {
			post.ID = strconv.Itoa(i + 1)
		}
		posts = append(posts, post)
	}
	return posts, nil
}
