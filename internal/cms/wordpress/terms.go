package wordpress

import (
	"context"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// Terms returns all terms of a taxonomy, none when the CMS does not have the taxonomy.
func (c *Client) Terms(ctx context.Context, lang i18n.Lang, taxonomy string) ([]*content.Term, error) {
	return firstEndpoint(c, "terms of "+taxonomy, c.termEndpoints(taxonomy), func(endpoint string) ([]*content.Term, error) {
		terms, err := c.allTerms(ctx, c.apiLang(ctx, lang), endpoint, taxonomy)
		return inLanguage(c, terms, lang), err
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
	return append([]string{taxonomy, "tax_" + taxonomy}, c.themes.Taxonomies[taxonomy]...)
}

// maxTermPages bounds a taxonomy to 10,000 terms.
const maxTermPages = 100

func (c *Client) allTerms(ctx context.Context, lang i18n.Lang, endpoint, taxonomy string) ([]*content.Term, error) {
	var terms []*content.Term
	known := map[int]bool{}
	perPage := maxPerPage
	for page := 1; page <= maxTermPages; page++ {
		got, err := c.requestPage(ctx, lang, endpoint, nil, page, &perPage)
		if err != nil {
			return nil, err
		}
		if isPastEnd(got, page) {
			break
		}
		tree, err := c.optional(ctx, lang, endpoint, got)
		if err != nil {
			return nil, err
		}
		items, before := tree.list(), len(known)
		for _, item := range items {
			if term := c.decoder(lang).ofLink(item).term(item); term.ID != 0 && !known[term.ID] {
				known[term.ID] = true
				terms = append(terms, c.assignTaxonomy(term, taxonomy))
			}
		}
		if _, pages := Totals(got.header, 0); len(known) == before || pages > 0 && page >= pages {
			break
		}
	}
	return terms, nil
}

// assignTaxonomy sets the taxonomy of a term, which the CMS may call tax_…. It removes the links
// of taxonomies that have no archive on the site.
func (c *Client) assignTaxonomy(term *content.Term, taxonomy string) *content.Term {
	term.Taxonomy = taxonomy
	_, configured := c.config.TermEndpoints[taxonomy]
	if taxonomy != "category" && taxonomy != "tag" && !configured {
		term.Link, term.AlternativeLinks = "", nil
	}
	return term
}
