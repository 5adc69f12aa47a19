package replica

import (
	"context"
	"maps"
	"slices"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
)

// taxonomy is a list of terms.
type taxonomy struct {
	name, endpoint string // in the store, in the CMS
	perLang        bool   // terms of one language each, as categories of posts; else shared
}

func (c Config) taxonomies() []taxonomy {
	all := []taxonomy{{"category", "categories", true}, {"tag", "tags", true}}
	for _, name := range []string{
		search.KeyOffer, search.KeyType, search.KeyLocation, search.KeyCategory, search.KeyCategories, content.TaxonomyCollections,
	} {
		all = append(all, taxonomy{name, name, false})
	}
	for _, endpoint := range slices.Sorted(maps.Keys(c.Taxonomies)) {
		all = append(all, taxonomy{c.Taxonomies[endpoint], endpoint, false})
	}
	return all
}

// termReader reads whole taxonomies of the CMS.
type termReader struct {
	cms        *cms
	taxonomies []taxonomy
}

// find returns the taxonomy of a name.
func (r *termReader) find(name string) (taxonomy, bool) {
	at := slices.IndexFunc(r.taxonomies, func(t taxonomy) bool { return t.name == name })
	if at < 0 {
		return taxonomy{}, false
	}
	return r.taxonomies[at], true
}

// read returns the terms of a taxonomy in all languages, in the order of the CMS. It fails
// with wordpress.ErrNoEndpoint when the CMS does not have the taxonomy.
func (r *termReader) read(ctx context.Context, name string) ([]*content.Term, error) {
	t, ok := r.find(name)
	if !ok {
		return nil, wordpress.ErrNoEndpoint
	}
	var all []*content.Term
	byID := map[int]*content.Term{}
	for i, lang := range r.cms.languages() {
		if i > 0 && !t.perLang && !lacksNames(all, lang) {
			continue
		}
		terms, err := r.cms.AllTerms(ctx, lang, name)
		if err != nil {
			return nil, err
		}
		for _, term := range terms {
			term.Count = 0 // the store counts its own entities
			if known := byID[term.ID]; known != nil {
				if !t.perLang {
					mergeTerm(known, term)
				}
				continue
			}
			byID[term.ID] = term
			all = append(all, term)
		}
	}
	return all, nil
}

func lacksNames(terms []*content.Term, lang i18n.Lang) bool {
	return slices.ContainsFunc(terms, func(t *content.Term) bool { return t.Name[lang] == "" })
}

// mergeTerm adds the texts and links that only the translation has to a shared term.
func mergeTerm(known, translation *content.Term) {
	known.Name = mergeTexts(known.Name, translation.Name)
	known.Description = mergeTexts(known.Description, translation.Description)
	for lang, link := range translation.AlternativeLinks {
		if known.AlternativeLinks == nil {
			known.AlternativeLinks = map[i18n.Lang]string{}
		}
		known.AlternativeLinks[lang] = link
	}
}

// isInOrder reports whether the stored terms are in the order of the CMS, and new terms come
// last. Stored terms that the CMS does not list are ignored.
func isInOrder(remote []*content.Term, stored []int) bool {
	last, newSeen := -1, false
	for _, term := range remote {
		at := slices.Index(stored, term.ID)
		switch {
		case at < 0:
			newSeen = true
		case newSeen, at < last: // a new term is added at the end of the store
			return false
		default:
			last = at
		}
	}
	return true
}
