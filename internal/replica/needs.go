package replica

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
	"estate/internal/wordpress"
)

// absentFor is how long something that the CMS does not have is not asked for again.
const absentFor = 10 * time.Minute

// companions are terms, authors and pictures that entities name and the store
// does not have yet. What the CMS does not have either is left out: a page lives
// without it.
func (r *Replica) companions(ctx context.Context, found []wordpress.FetchedEntity) ([]content.Entity, error) {
	wanted := map[content.Type][]int{}
	for _, one := range found {
		for _, ref := range needs(one) {
			if !slices.Contains(wanted[ref.Type], ref.ID) && !r.isAbsent(ref) && !r.has(ctx, ref) {
				wanted[ref.Type] = append(wanted[ref.Type], ref.ID)
			}
		}
	}
	var companions []content.Entity
	for _, t := range slices.Sorted(maps.Keys(wanted)) {
		some, err := r.askFor(ctx, t, wanted[t])
		if err != nil {
			return nil, err
		}
		companions = append(companions, some...)
	}
	return companions, r.featured(ctx, found, companions)
}

// needs are the things that an entity names.
func needs(one wordpress.FetchedEntity) []content.Ref {
	var refs []content.Ref
	add := func(t content.Type, ids ...int) {
		for _, id := range ids {
			if id > 0 {
				refs = append(refs, content.Ref{Type: t, ID: id})
			}
		}
	}
	placed := func(p content.Placing, categories content.Type) {
		add(search.KeyOffer, p.Offers...)
		add(search.KeyType, p.Types...)
		add(search.KeyLocation, p.Province, p.City, p.Subarea)
		add(categories, p.Categories...)
	}
	switch e := one.Entity.(type) {
	case *content.Post:
		add(content.TypeAuthor, e.Author)
		add("category", e.Categories...)
		add("tag", e.Tags...)
	case *content.Property:
		add(content.TypeAuthor, e.Agent)
		placed(e.Placing, search.KeyCategory)
	case *content.Development:
		add(content.TypeAuthor, e.Agent)
		placed(e.Placing, search.KeyCategories)
	}
	if picture := pictureOf(one.Entity); picture != nil && *picture == nil {
		add(content.TypeAttachment, one.Picture)
	}
	return refs
}

// has reports whether the store has something already.
func (r *Replica) has(ctx context.Context, ref content.Ref) bool {
	if ref.Type == content.TypeAuthor {
		_, err := r.store.Author(ctx, i18n.Fallback, ref.ID)
		return err == nil
	}
	endpoint := string(ref.Type)
	if ref.Type == content.TypeAttachment {
		endpoint = "media"
	}
	for _, t := range r.taxonomies() {
		if t.name == endpoint {
			endpoint = t.endpoint
		}
	}
	_, err := r.store.ByID(ctx, i18n.Fallback, endpoint, ref.ID, "")
	return err == nil
}

func (r *Replica) isAbsent(ref content.Ref) bool {
	r.absentMu.Lock()
	defer r.absentMu.Unlock()
	at, known := r.absent[ref]
	return known && r.cfg.Now().Sub(at) < absentFor
}

func (r *Replica) setAbsent(t content.Type, ids []int) {
	r.absentMu.Lock()
	defer r.absentMu.Unlock()
	if len(r.absent) > 10_000 { // a CMS may name what it likes
		clear(r.absent)
	}
	for _, id := range ids {
		r.absent[content.Ref{Type: t, ID: id}] = r.cfg.Now()
	}
}

// askFor takes things of one type from the CMS. That there is no such list is no failure.
func (r *Replica) askFor(ctx context.Context, t content.Type, ids []int) ([]content.Entity, error) {
	var found []content.Entity
	var err error
	switch t {
	case content.TypeAuthor:
		found, err = r.askAuthors(ctx, ids)
	case content.TypeAttachment:
		found, err = r.askPictures(ctx, ids)
	default:
		found, err = r.askTerms(ctx, string(t), ids)
	}
	if err != nil && !errors.Is(err, wordpress.ErrNoEndpoint) {
		return nil, err
	}
	missing := slices.DeleteFunc(slices.Clone(ids), func(id int) bool {
		return slices.ContainsFunc(found, func(e content.Entity) bool { return e.Ref().ID == id })
	})
	r.setAbsent(t, missing)
	return found, nil
}

func (r *Replica) askAuthors(ctx context.Context, ids []int) ([]content.Entity, error) {
	var found []content.Entity
	for _, id := range ids {
		author, err := r.cms.Author(ctx, i18n.Fallback, id)
		if content.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if author.ID == id {
			found = append(found, author)
		}
	}
	return found, nil
}

func (r *Replica) askPictures(ctx context.Context, ids []int) ([]content.Entity, error) {
	var found []content.Entity
	for some := range slices.Chunk(ids, r.cfg.BatchSize) {
		taken, _, err := r.cms.FetchByIDs(ctx, i18n.Fallback, "media", some)
		if err != nil {
			return nil, err
		}
		for _, one := range taken {
			found = append(found, one.Entity)
		}
	}
	return found, nil
}

func (r *Replica) askTerms(ctx context.Context, name string, ids []int) ([]content.Entity, error) {
	terms, err := r.termsOf(ctx, name)
	if err != nil {
		return nil, err
	}
	var found []content.Entity
	for _, term := range terms {
		if slices.Contains(ids, term.ID) {
			found = append(found, term)
		}
	}
	return found, nil
}
