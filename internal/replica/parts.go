package replica

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
)

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
		lost, err := r.cms.IsUnpublished(ctx, i18n.Fallback, "users", ref.ID)
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
	return replacing(gone, remote, (*store.Batch).PutAuthor), nil
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
		if err := b.DeleteRedirects(gone...); err != nil {
			return err
		}
		put := func(b *store.Batch, pair content.RedirectPair) error { return b.PutRedirects(pair) }
		return replacing(nil, pairs, put)(b)
	}, nil
}
