package replica

import (
	"context"
	"reflect"
	"slices"
	"sync"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// maxDependents bounds the entities that are fetched again for one changed image.
const maxDependents = 500

// imageTracker remembers stored images that change, until their dependents are fetched again.
type imageTracker struct {
	store *store.Store
	state *stateStore

	mu      sync.Mutex
	changed []int
}

// track notes the fetched images that differ from the stored ones. Call it before they are
// stored. During the first copy it notes none: all dependents are fetched anyway.
func (i *imageTracker) track(ctx context.Context, t postType, fetched []wordpress.FetchedEntity) {
	if t.typ != content.TypeAttachment || !i.state.ready() {
		return
	}
	for _, entity := range fetched {
		ref := entity.Ref()
		stored, err := i.store.ByID(ctx, i18n.Fallback, "media", ref.ID, "")
		before, wasMedia := stored.(*content.Media)
		after, isMedia := entity.Entity.(*content.Media)
		if err != nil || !wasMedia || !isMedia || reflect.DeepEqual(before.Image, after.Image) {
			continue
		}
		i.mu.Lock()
		i.changed = append(i.changed, ref.ID)
		i.mu.Unlock()
	}
}

// takeDependents forgets the changed images and returns the ids of the entities that show
// them, by type.
func (i *imageTracker) takeDependents(ctx context.Context) (map[content.Type][]int, error) {
	i.mu.Lock()
	changed := i.changed
	i.changed = nil
	i.mu.Unlock()
	dependents := map[content.Type][]int{}
	for _, id := range changed {
		refs, err := i.store.WithPicture(ctx, id, maxDependents)
		if err != nil {
			return nil, err
		}
		for _, ref := range refs {
			if !slices.Contains(dependents[ref.Type], ref.ID) {
				dependents[ref.Type] = append(dependents[ref.Type], ref.ID)
			}
		}
	}
	return dependents, nil
}

// featuredImage returns the field of an entity's featured image, nil when its type has none.
func featuredImage(entity content.Entity) **content.Image {
	switch e := entity.(type) {
	case *content.Post:
		return &e.Featured
	case *content.Page:
		return &e.Featured
	case *content.Property:
		return &e.Featured
	case *content.Development:
		return &e.Featured
	}
	return nil
}
