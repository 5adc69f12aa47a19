package wordpress

import (
	"context"

	"estate/internal/content"
	"estate/internal/i18n"
)

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
	known := map[int]bool{}
	for page := 1; page <= mostTermPages; page++ {
		tree, header, err := c.fetchRoute(ctx, lang, endpoint, Params{"page": page, "per_page": mostPerPage})
		if err != nil {
			return nil, err
		}
		items := tree.list()
		for _, item := range items {
			if term := c.decoder(lang).term(item); term.ID != 0 && !known[term.ID] {
				known[term.ID] = true
				terms = append(terms, c.filed(term, taxonomy))
			}
		}
		if _, pages := Totals(header, 0); len(items) == 0 || page >= pages {
			break
		}
	}
	return terms, nil
}

// filed names the term's taxonomy as we do. Archives of taxonomies that the site
// does not show would be dead links.
func (c *Client) filed(term *content.Term, taxonomy string) *content.Term {
	term.Taxonomy = taxonomy
	_, configured := c.config.TermEndpoints[taxonomy]
	if taxonomy != "category" && taxonomy != "tag" && !configured {
		term.Link, term.AlternativeLinks = "", nil
	}
	return term
}
