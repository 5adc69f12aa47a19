package replica

import (
	"context"
	"reflect"
	"slices"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/wordpress"
)

// featured gives entities that tell only the number of their picture the picture.
func (r *Replica) featured(ctx context.Context, found []wordpress.FetchedEntity, companions []content.Entity) error {
	for _, one := range found {
		into := pictureOf(one.Entity)
		if one.Picture == 0 || into == nil || *into != nil {
			continue
		}
		at := slices.IndexFunc(companions, func(e content.Entity) bool {
			return e.Ref() == content.Ref{Type: content.TypeAttachment, ID: one.Picture}
		})
		var media *content.Media
		if at >= 0 {
			media, _ = companions[at].(*content.Media)
		} else if entity, err := r.store.ByID(ctx, i18n.Fallback, "media", one.Picture, ""); err == nil {
			media, _ = entity.(*content.Media)
		}
		if media != nil && media.Image.URL != "" {
			image := media.Image
			*into = &image
		}
	}
	return nil
}

// pictureOf is where an entity keeps its featured picture, nil where it has none.
func pictureOf(entity content.Entity) **content.Image {
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

// mostShowing bounds the entities that one changed picture has taken anew.
const mostShowing = 500

// notePictures remembers pictures that are here already and may be different now.
func (r *Replica) notePictures(ctx context.Context, k kind, found []wordpress.FetchedEntity) {
	if k.typ != content.TypeAttachment || !r.Ready() {
		return
	}
	for _, one := range found {
		ref := one.Ref()
		before, err := r.store.ByID(ctx, i18n.Fallback, "media", ref.ID, "")
		old, isOld := before.(*content.Media)
		media, isMedia := one.Entity.(*content.Media)
		if err != nil || !isOld || !isMedia || reflect.DeepEqual(old.Image, media.Image) {
			continue
		}
		r.picturesMu.Lock()
		r.takenPictures = append(r.takenPictures, ref.ID)
		r.picturesMu.Unlock()
	}
}

// showPictures takes anew what shows a picture that changed: its words and its
// address stand in every entity that holds it.
func (r *Replica) showPictures(ctx context.Context, k kind) error {
	r.picturesMu.Lock()
	changed := r.takenPictures
	r.takenPictures = nil
	r.picturesMu.Unlock()
	if k.typ != content.TypeAttachment || !r.Ready() {
		return nil
	}
	again := map[content.Type][]int{}
	for _, id := range changed {
		refs, err := r.store.Showing(ctx, id, mostShowing)
		if err != nil {
			return err
		}
		for _, ref := range refs {
			if !slices.Contains(again[ref.Type], ref.ID) {
				again[ref.Type] = append(again[ref.Type], ref.ID)
			}
		}
	}
	for _, other := range r.kinds {
		if len(again[other.typ]) > 0 && other.typ != content.TypeAttachment {
			if err := r.take(ctx, other, wantsOf(again[other.typ])); err != nil {
				return err
			}
		}
	}
	return nil
}
