package replica

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/store"
	"estate/internal/wordpress"
)

// The parts of the content that are small enough to be read as a whole each time;
// taxonomies are parts under their own names.
const (
	partOptions   = "options"
	partRedirects = "redirects"
	partInstagram = "instagram"
	partAuthors   = "users"
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

// put is something that a batch is to write.
type put func(*store.Batch) error

// small reads the small parts and writes what is different, all in one batch. A
// part that fails is listed; the others are taken.
func (r *Replica) small(ctx context.Context, only map[string]bool) error {
	type part struct {
		name string
		read func(context.Context) (put, error)
	}
	var parts []part
	for _, t := range r.taxonomies() {
		parts = append(parts, part{t.name, func(ctx context.Context) (put, error) { return r.readTerms(ctx, t) }})
	}
	parts = append(parts, part{partAuthors, r.readAuthors}, part{partOptions, r.readSettings},
		part{partRedirects, r.readRedirects}, part{partInstagram, r.readInstagram})
	var puts []put
	for _, p := range parts {
		if len(only) > 0 && !only[p.name] {
			continue
		}
		if err := r.breathe(ctx); err != nil {
			return err
		}
		write, err := p.read(ctx)
		switch {
		case errors.Is(err, wordpress.ErrNoEndpoint):
		case err != nil:
			if err := r.listFailed(ctx, p.name, err); err != nil {
				return err
			}
			continue
		case write != nil:
			puts = append(puts, write)
		}
		r.mended(p.name, 0)
	}
	if len(puts) == 0 {
		return nil
	}
	return r.write(ctx, func(b *store.Batch) error {
		for _, write := range puts {
			if err := write(b); err != nil {
				return err
			}
		}
		return nil
	})
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
		return nil, fmt.Errorf("the CMS has no list of %s any more; what was known stays", t.name)
	case err != nil:
		return nil, err
	}
	ids := map[int]bool{}
	for _, term := range remote {
		ids[term.ID] = true
	}
	var missing []int
	for _, id := range local {
		if !ids[id] {
			missing = append(missing, id)
		}
	}
	if !r.mayDelete(t.name, len(missing), len(local), len(remote) == 0) {
		missing = nil
	}
	if !inOrder(remote, local) {
		missing = local // they stand in the order in which they are added
	}
	return func(b *store.Batch) error {
		for _, id := range missing {
			if err := b.Delete(content.Ref{Type: content.Type(t.name), ID: id}); err != nil {
				return err
			}
		}
		for _, term := range remote {
			if err := b.PutTerm(term); err != nil && !store.IsInvalid(err) {
				return err
			}
		}
		return nil
	}, nil
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

// mostAuthors is how many authors a store lists.
const mostAuthors = 1000

func (r *Replica) readAuthors(ctx context.Context) (put, error) {
	remote, err := r.cms.AllAuthors(ctx, i18n.Fallback)
	if err != nil {
		return nil, err
	}
	local, err := r.store.Archive(ctx, i18n.Fallback, content.ArchiveQuery{Endpoint: "users", PerPage: mostAuthors})
	if err != nil {
		return nil, err
	}
	ids := map[int]bool{}
	for _, author := range remote {
		ids[author.ID] = true
	}
	var gone []content.Ref
	for _, author := range local.Items {
		ref := author.Ref()
		if ids[ref.ID] {
			continue
		}
		// WordPress lists those alone who have published something; agents of homes
		// may have published nothing.
		lost, err := r.cms.IsGone(ctx, i18n.Fallback, "users", ref.ID)
		if err != nil {
			return nil, err
		}
		if lost {
			gone = append(gone, ref)
		}
	}
	if !r.mayDelete(partAuthors, len(gone), len(local.Items), len(remote) == 0) {
		gone = nil
	}
	return func(b *store.Batch) error {
		for _, ref := range gone {
			if err := b.Delete(ref); err != nil {
				return err
			}
		}
		for _, author := range remote {
			if err := b.PutAuthor(author); err != nil && !store.IsInvalid(err) {
				return err
			}
		}
		return nil
	}, nil
}

// readSettings reads the options record of each language. One that lost its menus
// or is not there at all looks like a plugin that was switched off.
func (r *Replica) readSettings(ctx context.Context) (put, error) {
	records := map[i18n.Lang]*content.Settings{}
	lost, had := 0, 0
	for _, lang := range r.langs {
		settings, told, err := r.cms.AllSettings(ctx, lang)
		if err != nil {
			return nil, err
		}
		known, err := r.store.Settings(ctx, lang)
		if err != nil {
			return nil, err
		}
		if known != nil && len(known.Menus) > 0 {
			had++
			if !told || len(settings.Menus) == 0 {
				lost++
			}
		}
		if !reflect.DeepEqual(known, settings) {
			records[lang] = settings
		}
	}
	if !r.mayDelete(partOptions, lost, had, true) {
		return nil, nil
	}
	return func(b *store.Batch) error {
		for _, lang := range r.langs {
			if settings := records[lang]; settings != nil {
				if err := b.PutSettings(lang, settings); err != nil {
					return err
				}
			}
		}
		return nil
	}, nil
}

func (r *Replica) readInstagram(ctx context.Context) (put, error) {
	feed, err := r.cms.AllInstagram(ctx)
	if err != nil {
		return nil, err
	}
	return func(b *store.Batch) error { return b.PutInstagram(feed) }, nil
}

// readRedirects reads the old links that the CMS knows. Pairs of the operator's
// own stay.
func (r *Replica) readRedirects(ctx context.Context) (put, error) {
	pairs, err := r.cms.AllRedirects(ctx)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	before := r.state.Redirects
	r.mu.Unlock()
	now := make(map[string]bool, len(pairs))
	for _, pair := range pairs {
		now[pair.From] = true
	}
	var gone []string
	for _, from := range before {
		if !now[from] {
			gone = append(gone, from)
		}
	}
	if !r.mayDelete(partRedirects, len(gone), len(before), false) {
		for _, from := range gone {
			now[from] = true
		}
		gone = nil
	}
	r.change(func(s *state) { s.Redirects = slices.Sorted(maps.Keys(now)) })
	return func(b *store.Batch) error {
		if len(gone) > 0 {
			if err := b.DeleteRedirects(gone...); err != nil {
				return err
			}
		}
		for _, pair := range pairs {
			if err := b.PutRedirects(pair); err != nil && !store.IsInvalid(err) {
				return err
			}
		}
		return nil
	}, nil
}
