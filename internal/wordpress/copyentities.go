package wordpress

import (
	"context"
	"errors"
	"fmt"

	"estate/internal/content"
	"estate/internal/i18n"
)

// FetchedEntity is one entity as a replica takes it.
type FetchedEntity struct {
	content.Entity
	// Picture is the id of the featured picture where only that is told.
	Picture int
}

// FetchByIDs asks for the entities of an endpoint with these ids, a hundred at most.
// Those that lang does not publish are left out; what comes along but cannot be
// read is in unread.
func (c *Client) FetchByIDs(ctx context.Context, lang i18n.Lang, endpoint string, ids []int) (taken []FetchedEntity, unread []int, err error) {
	if len(ids) == 0 {
		return nil, nil, nil // an empty include would not filter at all
	}
	params := Params{"include": joined(ids), "per_page": min(len(ids), mostPerPage), "orderby": "include"}
	tree, _, err := c.fetch(ctx, lang, endpoint, params.with(c.config.Params), "")
	if err != nil {
		return nil, nil, err
	}
	if _, isList := tree.value.([]any); !isList {
		return nil, nil, fmt.Errorf("%w: %s answers with something else than a list", content.ErrUnreachable, endpoint)
	}
	wanted := make(map[int]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	d := c.decoder(lang)
	for _, item := range typed(tree, endpoint).list() {
		id := item.at("id").whole()
		if !wanted[id] {
			continue
		}
		wanted[id] = false
		entity := d.entity(item)
		if h := content.HeadOf(entity); h == nil || h.Status != content.StatusPublish || h.Link == "" && h.AlternativeLinks == nil {
			unread = append(unread, id)
			continue
		}
		taken = append(taken, FetchedEntity{entity, item.at("featured_media").whole()})
	}
	return taken, unread, nil
}

// AllTerms lists a taxonomy, whole or not at all. ErrNoEndpoint tells that the CMS
// does not have it.
func (c *Client) AllTerms(ctx context.Context, lang i18n.Lang, taxonomy string) ([]*content.Term, error) {
	d := c.decoder(lang)
	for _, endpoint := range c.termEndpoints(taxonomy) {
		terms, _, err := wholeList(ctx, c, lang, endpoint, nil, mostPerPage, func(n node) (int, *content.Term, bool) {
			term := d.term(n)
			return term.ID, c.filed(term, taxonomy), term.ID > 0
		})
		if !errors.Is(err, errNoRoute) {
			return terms, err
		}
	}
	return nil, errNoRoute
}

// AllAuthors lists the users that the public may see, whole or not at all.
func (c *Client) AllAuthors(ctx context.Context, lang i18n.Lang) ([]*content.Author, error) {
	d := c.decoder(lang)
	authors, _, err := wholeList(ctx, c, lang, "users", nil, mostPerPage, func(n node) (int, *content.Author, bool) {
		author := d.author(n)
		return author.ID, author, author.ID > 0
	})
	return authors, err
}

// AllRedirects lists the old links that the agency's plugin knows; ErrNoEndpoint
// without the plugin.
func (c *Client) AllRedirects(ctx context.Context) ([]content.RedirectPair, error) {
	row := 0
	pairs, _, err := wholeList(ctx, c, i18n.Fallback, "/estate/v1/redirects", nil, mostPerPage, func(n node) (int, content.RedirectPair, bool) {
		row++
		pair := content.RedirectPair{From: n.at("from").text(), To: n.at("to").text(), Status: n.at("status").whole()}
		return row, pair, n.isObject()
	})
	return pairs, err
}
