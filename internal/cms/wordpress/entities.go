package wordpress

import (
	"context"
	"errors"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// FetchedEntity is an entity as a replica stores it.
type FetchedEntity struct {
	content.Entity
	// FeaturedID is the id of the featured image, 0 without one. The entity may lack the image.
	FeaturedID int
}

// FetchByIDs returns the entities of an endpoint with the given ids, 100 at most. Ids that are not
// published in lang are missing in the result; unreadable are ids whose entity cannot be decoded.
func (c *Client) FetchByIDs(
	ctx context.Context, lang i18n.Lang, endpoint string, ids []int,
) (fetched []FetchedEntity, unreadable []int, err error) {
	if len(ids) == 0 {
		return nil, nil, nil // an empty include would not filter
	}
	items, err := c.included(ctx, lang, endpoint, Params{"orderby": "include"}.with(c.config.Params), ids)
	if err != nil {
		return nil, nil, err
	}
	decoded, err := withMedia(ctx, c, lang, func(d decoder) map[int]content.Entity {
		decoded := map[int]content.Entity{}
		for _, item := range items {
			item = d.typedAs(item, endpoint)
			decoded[item.at("id").integer()] = d.entity(item)
		}
		return decoded
	})
	if err != nil {
		return nil, nil, err
	}
	for _, item := range items {
		id := item.at("id").integer()
		entity := ownNoIndex(ctx, c, []content.Entity{decoded[id]})[0]
		if h := content.HeadOf(entity); h == nil || h.Status != content.StatusPublish || h.Link == "" && h.AlternativeLinks == nil {
			unreadable = append(unreadable, id)
			continue
		}
		fetched = append(fetched, FetchedEntity{entity, item.at("featured_media").integer()})
	}
	return fetched, unreadable, nil
}

// AllTerms returns the complete list of a taxonomy. It fails with ErrNoEndpoint when the CMS does
// not have the taxonomy.
func (c *Client) AllTerms(ctx context.Context, lang i18n.Lang, taxonomy string) ([]*content.Term, error) {
	d := c.decoder(lang)
	for _, endpoint := range c.termEndpoints(taxonomy) {
		terms, _, err := completeList(ctx, c, lang, endpoint, nil, maxPerPage, func(n node) (int, *content.Term, bool) {
			term := d.ofLink(n).term(n)
			return term.ID, c.assignTaxonomy(term, taxonomy), term.ID > 0
		})
		if !errors.Is(err, errNoRoute) {
			return terms, err
		}
	}
	return nil, errNoRoute
}

// AllAuthors returns the complete list of users that the public may see.
func (c *Client) AllAuthors(ctx context.Context, lang i18n.Lang) ([]*content.Author, error) {
	d := c.decoder(lang)
	authors, _, err := completeList(ctx, c, lang, "users", nil, maxPerPage, func(n node) (int, *content.Author, bool) {
		author := d.author(n)
		return author.ID, author, author.ID > 0
	})
	return authors, err
}

// AllRedirects returns the redirect pairs of the agency's plugin. It fails with ErrNoEndpoint
// without the plugin.
func (c *Client) AllRedirects(ctx context.Context) ([]content.RedirectPair, error) {
	row := 0
	pairs, _, err := completeList(ctx, c, i18n.Fallback, "/estate/v1/redirects", nil, maxPerPage,
		func(n node) (int, content.RedirectPair, bool) {
			row++
			pair := content.RedirectPair{From: n.at("from").text(), To: n.at("to").text(), Status: n.at("status").integer()}
			return row, pair, n.isObject()
		})
	return pairs, err
}
