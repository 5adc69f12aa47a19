package wordpress

import (
	"context"
	"net/url"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// referenceEndpoints are where a reference is looked up: the agency's search
// plugin, else beside the content.
var referenceEndpoints = []string{"/search/v1/get_reference", "get_reference"}

// Reference asks what a reference names.
func (c *Client) Reference(ctx context.Context, lang i18n.Lang, kind search.Kind, reference string) (content.ReferenceHit, error) {
	reference = strings.TrimSpace(reference)
	if reference == "" {
		return content.ReferenceHit{}, content.ErrNotFound
	}
	params := Params{"reference": queryText(reference), "type": string(kind)}
	body, err := firstOf(c, "get_reference", referenceEndpoints, func(endpoint string) (node, error) {
		tree, _, err := c.fetchRoute(ctx, lang, endpoint, params)
		return tree, err
	})
	if err != nil {
		return content.ReferenceHit{}, err
	}
	data := body.at("data")
	name := data.at("name").text()
	if !body.at("success").truth() || name == "" {
		return content.ReferenceHit{}, content.ErrNotFound
	}
	hit := content.ReferenceHit{Type: content.Type(kind), Name: name}
	if told := data.at("type").text(); told != "" {
		hit.Type = content.Type(told)
	}
	hit.Link = c.links.Site(data.at("link").text())
	if hit.Link == "" {
		hit.Link = c.links.siteFolder + lang.Prefix() + "/" + string(hit.Type) + "/" + url.PathEscape(name) + "/"
	}
	return hit, nil
}

// RedirectReference asks for the home that an old address names by reference.
func (c *Client) RedirectReference(ctx context.Context, lang i18n.Lang, reference string) (string, error) {
	reference = strings.TrimSpace(reference)
	if reference == "" {
		return "", content.ErrNotFound
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
	return "", content.ErrNotFound
}

// rawText is text that is already raw URL text, or plain text encoded.
func rawText(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		return queryText(decoded)
	}
	return queryText(text)
}
