package replica

import (
	"context"
	"errors"

	"estate/internal/content"
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

// put is something that a batch is to write.
type put func(*store.Batch) error

// replacing deletes what is gone of a list and writes the rest of it; what the
// store refuses stays out.
func replacing[T any](gone []content.Ref, all []T, write func(*store.Batch, T) error) put {
	return func(b *store.Batch) error {
		for _, ref := range gone {
			if err := b.Delete(ref); err != nil {
				return err
			}
		}
		for _, one := range all {
			if err := write(b, one); err != nil && !store.IsInvalid(err) {
				return err
			}
		}
		return nil
	}
}

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
