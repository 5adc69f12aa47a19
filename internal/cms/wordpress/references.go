package wordpress

import (
	"context"
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// referenceEndpoints look up a reference: that of the agency's search plugin, else that beside
// the content.
var referenceEndpoints = []string{"/search/v1/get_reference", "get_reference"}

// Reference returns what a reference names, or content.ErrNotFound.
func (c *Client) Reference(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) (content.ReferenceHit, error) {
	reference = strings.TrimSpace(reference)
	if reference == "" {
		return content.ReferenceHit{}, content.ErrNotFound
	}
	params := Params{"reference": escapeQuery(reference), "type": string(kind)}
	body, err := firstEndpoint(c, "get_reference", referenceEndpoints, func(endpoint string) (node, error) {
		return c.fetchOptional(ctx, c.apiLang(ctx, lang), endpoint, params)
	})
	if err != nil {
		return content.ReferenceHit{}, err
	}
	data := body.at("data")
	name := data.at("name").text()
	if !body.at("success").boolean() || name == "" {
		return content.ReferenceHit{}, content.ErrNotFound
	}
	hit := content.ReferenceHit{Type: content.Type(kind), Name: name}
	if typ := data.at("type").text(); typ != "" {
		hit.Type = content.Type(typ)
	}
	hit.Link = c.links.Site(data.at("link").text())
	if hit.Link == "" {
		hit.Link = c.links.siteFolder + lang.Prefix() + "/" + string(hit.Type) + "/" + url.PathEscape(name) + "/"
	}
	return hit, nil
}

// RedirectReference returns the link of the property that an old address names by reference, or
// content.ErrNotFound.
func (c *Client) RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error) {
	reference = strings.TrimSpace(reference)
	if reference == "" {
		return "", content.ErrNotFound
	}
	tree, _, err := c.fetch(ctx, c.apiLang(ctx, lang), string(search.KindProperties), Params{"redirectRef": escapeOnce(reference)}, "")
	if err != nil {
		return "", err
	}
	for _, item := range tree.list() {
		if target := c.links.Site(item.at("link").text()); target != "" {
			return target, nil
		}
	}
	return "", content.ErrNotFound
}

// escapeOnce encodes plain text, and keeps text that is encoded already.
func escapeOnce(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		return escapeQuery(decoded)
	}
	return escapeQuery(text)
}
