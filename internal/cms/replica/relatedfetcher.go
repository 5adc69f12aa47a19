package replica

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/maypok86/otter/v2"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

const (
	// absentTTL is how long something that the CMS does not have is not requested again.
	absentTTL = 10 * time.Minute
	maxAbsent = 10_000
)

// relatedFetcher fetches the terms, authors and images that entities reference and the
// store lacks.
type relatedFetcher struct {
	cms       *cms
	store     *store.Store
	terms     *termReader
	batchSize int
	absent    *otter.Cache[content.Ref, struct{}] // referenced, but not in the CMS
}

func newRelatedFetcher(cms *cms, st *store.Store, terms *termReader, batchSize int) *relatedFetcher {
	return &relatedFetcher{
		cms: cms, store: st, terms: terms, batchSize: batchSize,
		absent: otter.Must(&otter.Options[content.Ref, struct{}]{
			MaximumSize: maxAbsent, ExpiryCalculator: otter.ExpiryWriting[content.Ref, struct{}](absentTTL),
		}),
	}
}

// fetch returns what the entities reference and the store lacks, and sets featured images
// that the CMS names by id only. What the CMS lacks too is left out; the entities are valid
// without it.
func (r *relatedFetcher) fetch(ctx context.Context, fetched []wordpress.FetchedEntity) ([]content.Entity, error) {
	wanted := map[content.Type][]int{}
	for _, entity := range fetched {
		for _, ref := range references(entity) {
			_, absent := r.absent.GetIfPresent(ref)
			if !absent && !slices.Contains(wanted[ref.Type], ref.ID) && !r.isStored(ctx, ref) {
				wanted[ref.Type] = append(wanted[ref.Type], ref.ID)
			}
		}
	}
	var related []content.Entity
	for _, t := range slices.Sorted(maps.Keys(wanted)) {
		some, err := r.fetchType(ctx, t, wanted[t])
		if err != nil {
			return nil, err
		}
		related = append(related, some...)
	}
	r.setFeaturedImages(ctx, fetched, related)
	return related, nil
}

// references returns the terms, the author and the featured image of an entity.
func references(entity wordpress.FetchedEntity) []content.Ref {
	var refs []content.Ref
	add := func(t content.Type, ids ...int) {
		for _, id := range ids {
			if id > 0 {
				refs = append(refs, content.Ref{Type: t, ID: id})
			}
		}
	}
	addPlacing := func(p content.Placing, categories content.Type) {
		add(search.KeyOffer, p.Offers...)
		add(search.KeyType, p.Types...)
		add(search.KeyLocation, p.Province, p.City, p.Subarea)
		add(categories, p.Categories...)
	}
	switch e := entity.Entity.(type) {
	case *content.Post:
		add(content.TypeAuthor, e.Author)
		add("category", e.Categories...)
		add("tag", e.Tags...)
	case *content.Property:
		add(content.TypeAuthor, e.Agent)
		addPlacing(e.Placing, search.KeyCategory)
	case *content.Development:
		add(content.TypeAuthor, e.Agent)
		addPlacing(e.Placing, search.KeyCategories)
	}
	if image := featuredImage(entity.Entity); image != nil && *image == nil {
		add(content.TypeAttachment, entity.FeaturedID)
	}
	return refs
}

func (r *relatedFetcher) isStored(ctx context.Context, ref content.Ref) bool {
	if ref.Type == content.TypeAuthor {
		_, err := r.store.Author(ctx, i18n.Fallback, ref.ID)
		return err == nil
	}
	endpoint := string(ref.Type)
	if ref.Type == content.TypeAttachment {
		endpoint = "media"
	} else if t, ok := r.terms.find(endpoint); ok {
		endpoint = t.endpoint
	}
	_, err := r.store.ByID(ctx, i18n.Fallback, endpoint, ref.ID, "")
	return err == nil
}

// fetchType fetches things of one type and remembers those that the CMS lacks. A missing
// endpoint is no failure.
func (r *relatedFetcher) fetchType(ctx context.Context, t content.Type, ids []int) ([]content.Entity, error) {
	var found []content.Entity
	var err error
	switch t {
	case content.TypeAuthor:
		found, err = r.fetchAuthors(ctx, ids)
	case content.TypeAttachment:
		found, err = r.fetchMedia(ctx, ids)
	default:
		found, err = r.fetchTerms(ctx, string(t), ids)
	}
	if err != nil && !errors.Is(err, wordpress.ErrNoEndpoint) {
		return nil, err
	}
	for _, id := range ids {
		if !slices.ContainsFunc(found, func(e content.Entity) bool { return e.Ref().ID == id }) {
			r.absent.Set(content.Ref{Type: t, ID: id}, struct{}{})
		}
	}
	return found, nil
}

func (r *relatedFetcher) fetchAuthors(ctx context.Context, ids []int) ([]content.Entity, error) {
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

func (r *relatedFetcher) fetchMedia(ctx context.Context, ids []int) ([]content.Entity, error) {
	var found []content.Entity
	for some := range slices.Chunk(ids, r.batchSize) {
		received, _, err := r.cms.FetchByIDs(ctx, i18n.Fallback, "media", some)
		if err != nil {
			return nil, err
		}
		for _, entity := range received {
			found = append(found, entity.Entity)
		}
	}
	return found, nil
}

func (r *relatedFetcher) fetchTerms(ctx context.Context, name string, ids []int) ([]content.Entity, error) {
	terms, err := r.terms.read(ctx, name)
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

// setFeaturedImages sets the featured image of entities that name it by id only.
func (r *relatedFetcher) setFeaturedImages(ctx context.Context, fetched []wordpress.FetchedEntity, related []content.Entity) {
	for _, entity := range fetched {
		field := featuredImage(entity.Entity)
		if entity.FeaturedID == 0 || field == nil || *field != nil {
			continue
		}
		at := slices.IndexFunc(related, func(e content.Entity) bool {
			return e.Ref() == content.Ref{Type: content.TypeAttachment, ID: entity.FeaturedID}
		})
		var media *content.Media
		if at >= 0 {
			media, _ = related[at].(*content.Media)
		} else if stored, err := r.store.ByID(ctx, i18n.Fallback, "media", entity.FeaturedID, ""); err == nil {
			media, _ = stored.(*content.Media)
		}
		if media != nil && media.Image.URL != "" {
			image := media.Image
			*field = &image
		}
	}
}
