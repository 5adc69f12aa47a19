package replica

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/store"
	"estate/internal/wordpress"
)

// taxonomy is one list of terms, by its name in the store and its endpoint.
type taxonomy struct {
	name, endpoint string
	perLang        bool
}

func (r *Replica) taxonomies() []taxonomy {
	all := []taxonomy{{"category", "categories", true}, {"tag", "tags", true}}
	for _, name := range []string{
		search.KeyOffer, search.KeyType, search.KeyLocation, search.KeyCategory, search.KeyCategories, content.TaxonomyCollections,
	} {
		all = append(all, taxonomy{name, name, false})
	}
	for _, endpoint := range slices.Sorted(maps.Keys(r.cfg.Taxonomies)) {
		all = append(all, taxonomy{r.cfg.Taxonomies[endpoint], endpoint, false})
	}
	return all
}

// termsOf reads a taxonomy in all languages.
func (r *Replica) termsOf(ctx context.Context, name string) ([]*content.Term, error) {
	at := slices.IndexFunc(r.taxonomies(), func(t taxonomy) bool { return t.name == name })
	if at < 0 {
		return nil, wordpress.ErrNoEndpoint
	}
	t := r.taxonomies()[at]
	var all []*content.Term
	byID := map[int]*content.Term{}
	for i, lang := range r.langs {
		if i > 0 && !t.perLang && !lacksWords(all, lang) {
			continue
		}
		terms, err := r.cms.AllTerms(ctx, lang, name)
		if err != nil {
			return nil, err
		}
		for _, term := range terms {
			term.Count = 0 // counted from what is here
			if known := byID[term.ID]; known != nil {
				if !t.perLang {
					addWords(known, term)
				}
				continue
			}
			byID[term.ID] = term
			all = append(all, term)
		}
	}
	return all, nil
}

func lacksWords(terms []*content.Term, lang i18n.Lang) bool {
	return slices.ContainsFunc(terms, func(t *content.Term) bool { return t.Name[lang] == "" })
}

// addWords gives a shared term the words that only another language's API has.
func addWords(known, other *content.Term) {
	known.Name = joined(known.Name, other.Name)
	known.Description = joined(known.Description, other.Description)
	for lang, link := range other.AlternativeLinks {
		if known.AlternativeLinks == nil {
			known.AlternativeLinks = map[i18n.Lang]string{}
		}
		known.AlternativeLinks[lang] = link
	}
}

// joined are the words of both; the first wins.
func joined(words, more i18n.Text) i18n.Text {
	if len(more) == 0 {
		return words
	}
	all := maps.Clone(more)
	maps.Copy(all, words)
	return all
}

func (r *Replica) readTerms(ctx context.Context, t taxonomy) (put, error) {
	remote, err := r.termsOf(ctx, t.name)
	if err != nil && !errors.Is(err, wordpress.ErrNoEndpoint) {
		return nil, err
	}
	local, readErr := r.localTerms(ctx, t)
	switch {
	case readErr != nil:
		return nil, readErr
	case err != nil && len(local) > 0:
		return nil, fmt.Errorf("the CMS has no list of %s any more; what was known stays; is the agency's plugin switched off?", t.name)
	case err != nil:
		return nil, err
	}
	there := map[int]bool{}
	for _, term := range remote {
		there[term.ID] = true
	}
	missing := slices.DeleteFunc(slices.Clone(local), func(id int) bool { return there[id] })
	switch {
	case !r.mayDelete(t.name, len(missing), len(local), len(remote) == 0):
		missing = nil
	case !inOrder(remote, local):
		missing = local // they stand in the order in which they are added
	}
	gone := make([]content.Ref, len(missing))
	for i, id := range missing {
		gone[i] = content.Ref{Type: content.Type(t.name), ID: id}
	}
	return replacing(gone, remote, (*store.Batch).PutTerm), nil
}

// localTerms are the ids of a stored taxonomy, language by language.
func (r *Replica) localTerms(ctx context.Context, t taxonomy) ([]int, error) {
	var ids []int
	for _, lang := range i18n.Filled {
		terms, err := r.store.Terms(ctx, lang, t.name)
		if err != nil {
			return nil, err
		}
		for _, term := range terms {
			if !slices.Contains(ids, term.ID) {
				ids = append(ids, term.ID)
			}
		}
	}
	return ids, nil
}

// inOrder reports whether what is stored already stands in the CMS's order. Only
// a collapse leaves terms that the CMS does not have; they do not count.
func inOrder(remote []*content.Term, local []int) bool {
	at := -1
	for _, term := range remote {
		i := slices.Index(local, term.ID)
		if i < 0 {
			continue
		}
		if i < at {
			return false
		}
		at = i
	}
	// A new term in the middle would be added at the end.
	fresh := false
	for _, term := range remote {
		known := slices.Contains(local, term.ID)
		if known && fresh {
			return false
		}
		fresh = fresh || !known
	}
	return true
}
