package replica

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// The parts of the site data. Each taxonomy is a part too, under its own name.
const (
	partOptions   = "options"
	partRedirects = "redirects"
	partInstagram = "instagram"
	partAuthors   = "users"
)

// maxAuthors is the number of stored authors that are compared.
const maxAuthors = 1000

// siteData copies what is small enough to be read whole each time: taxonomies, authors,
// options with menus, redirects and the Instagram feed.
type siteData struct {
	cms      *cms
	store    *store.Store
	state    *stateStore
	guard    *deletionGuard
	failures *failureLog
	terms    *termReader
}

// writeFunc writes one part in a batch.
type writeFunc func(*store.Batch) error

// sync reads the parts named in only, all of them when it is empty, and writes what differs
// in one batch. A part that fails is recorded; the others are written.
func (d *siteData) sync(ctx context.Context, only map[string]bool, drain drainFunc) error {
	type part struct {
		name string
		read func(context.Context) (writeFunc, error)
	}
	var parts []part
	for _, t := range d.terms.taxonomies {
		parts = append(parts, part{t.name, func(ctx context.Context) (writeFunc, error) { return d.readTerms(ctx, t) }})
	}
	parts = append(parts, part{partAuthors, d.readAuthors}, part{partOptions, d.readOptions},
		part{partRedirects, d.readRedirects}, part{partInstagram, d.readInstagram})
	var writes []writeFunc
	for _, p := range parts {
		if len(only) > 0 && !only[p.name] {
			continue
		}
		if err := drain.run(ctx); err != nil {
			return err
		}
		write, err := p.read(ctx)
		if err != nil && !errors.Is(err, wordpress.ErrNoEndpoint) {
			if err := d.failures.recordUnlessDown(ctx, p.name, 0, err); err != nil {
				return err
			}
			continue
		}
		if err == nil && write != nil {
			writes = append(writes, write)
		}
		d.failures.clearFailure(p.name, 0)
	}
	if len(writes) == 0 {
		return nil
	}
	return d.state.commit(ctx, func(b *store.Batch) error {
		for _, write := range writes {
			if err := write(b); err != nil {
				return err
			}
		}
		return nil
	})
}

// replaceList returns a write that deletes the refs and puts all items. An item that the
// store refuses is skipped.
func replaceList[T any](deleted []content.Ref, all []T, put func(*store.Batch, T) error) writeFunc {
	return func(b *store.Batch) error {
		for _, ref := range deleted {
			if err := b.Delete(ref); err != nil {
				return err
			}
		}
		for _, item := range all {
			if err := put(b, item); err != nil && !store.IsInvalid(err) {
				return err
			}
		}
		return nil
	}
}

func (d *siteData) readTerms(ctx context.Context, t taxonomy) (writeFunc, error) {
	remote, err := d.terms.read(ctx, t.name)
	if err != nil && !errors.Is(err, wordpress.ErrNoEndpoint) {
		return nil, err
	}
	stored, storeErr := d.storedTerms(ctx, t)
	switch {
	case storeErr != nil:
		return nil, storeErr
	case err != nil && len(stored) > 0:
		return nil, fmt.Errorf("the CMS has no list of %s any more; the stored terms stay; check that the agency's plugin is active", t.name)
	case err != nil:
		return nil, err
	}
	listed := map[int]bool{}
	for _, term := range remote {
		listed[term.ID] = true
	}
	deleted := slices.DeleteFunc(slices.Clone(stored), func(id int) bool { return listed[id] })
	switch {
	case !d.guard.allow(t.name, len(deleted), len(stored), len(remote) == 0):
		deleted = nil
	case !isInOrder(remote, stored):
		deleted = stored // the store keeps terms in the order in which they were added
	}
	refs := make([]content.Ref, len(deleted))
	for i, id := range deleted {
		refs[i] = content.Ref{Type: content.Type(t.name), ID: id}
	}
	return replaceList(refs, remote, (*store.Batch).PutTerm), nil
}

// storedTerms returns the ids of a stored taxonomy in stored order, language by language.
func (d *siteData) storedTerms(ctx context.Context, t taxonomy) ([]int, error) {
	var ids []int
	for _, lang := range i18n.Filled {
		terms, err := d.store.Terms(ctx, lang, t.name)
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

func (d *siteData) readAuthors(ctx context.Context) (writeFunc, error) {
	remote, err := d.cms.AllAuthors(ctx, i18n.Fallback)
	if err != nil {
		return nil, err
	}
	stored, err := d.store.Archive(ctx, i18n.Fallback, content.ArchiveQuery{Endpoint: "users", PerPage: maxAuthors})
	if err != nil {
		return nil, err
	}
	listed := map[int]bool{}
	for _, author := range remote {
		listed[author.ID] = true
	}
	var deleted []content.Ref
	for _, author := range stored.Items {
		ref := author.Ref()
		if listed[ref.ID] {
			continue
		}
		// WordPress lists only users who have published something. An agent may have
		// published nothing.
		unpublished, err := d.cms.IsUnpublished(ctx, i18n.Fallback, "users", ref.ID)
		if err != nil {
			return nil, err
		}
		if unpublished {
			deleted = append(deleted, ref)
		}
	}
	if !d.guard.allow(partAuthors, len(deleted), len(stored.Items), len(remote) == 0) {
		deleted = nil
	}
	return replaceList(deleted, remote, (*store.Batch).PutAuthor), nil
}

// readOptions reads the options record of each language. A record that is missing or without
// its menus counts as deleted: a disabled plugin looks like that.
func (d *siteData) readOptions(ctx context.Context) (writeFunc, error) {
	records := map[i18n.Lang]*content.Settings{}
	missing, had := 0, 0
	langs := d.cms.languages()
	for _, lang := range langs {
		settings, exists, err := d.cms.AllSettings(ctx, lang)
		if err != nil {
			return nil, err
		}
		stored, err := d.store.Settings(ctx, lang)
		if err != nil {
			return nil, err
		}
		if stored != nil && settings.Zone == "" {
			settings.Zone = stored.Zone // the root of the API could not be read
		}
		if stored != nil && len(stored.Menus) > 0 {
			had++
			if !exists || len(settings.Menus) == 0 {
				missing++
			}
		}
		if !reflect.DeepEqual(stored, settings) {
			records[lang] = settings
		}
	}
	if !d.guard.allow(partOptions, missing, had, true) {
		return nil, nil
	}
	return func(b *store.Batch) error {
		for _, lang := range langs {
			if settings := records[lang]; settings != nil {
				if err := b.PutSettings(lang, settings); err != nil {
					return err
				}
			}
		}
		return nil
	}, nil
}

func (d *siteData) readInstagram(ctx context.Context) (writeFunc, error) {
	feed, err := d.cms.AllInstagram(ctx)
	if err != nil {
		return nil, err
	}
	return func(b *store.Batch) error { return b.PutInstagram(feed) }, nil
}

// readRedirects reads the redirect pairs of the CMS. The operator's own pairs stay.
func (d *siteData) readRedirects(ctx context.Context) (writeFunc, error) {
	pairs, err := d.cms.AllRedirects(ctx)
	if err != nil {
		return nil, err
	}
	var before []string
	d.state.read(func(s state) { before = slices.Clone(s.Redirects) })
	copied := make(map[string]bool, len(pairs))
	for _, pair := range pairs {
		copied[pair.From] = true
	}
	deleted := slices.DeleteFunc(slices.Clone(before), func(from string) bool { return copied[from] })
	if !d.guard.allow(partRedirects, len(deleted), len(before), false) {
		for _, from := range deleted {
			copied[from] = true
		}
		deleted = nil
	}
	d.state.update(func(s *state) { s.Redirects = slices.Sorted(maps.Keys(copied)) })
	return func(b *store.Batch) error {
		if err := b.DeleteRedirects(deleted...); err != nil {
			return err
		}
		put := func(b *store.Batch, pair content.RedirectPair) error { return b.PutRedirects(pair) }
		return replaceList(nil, pairs, put)(b)
	}, nil
}
