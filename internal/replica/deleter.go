package replica

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store"
)

// deleter deletes entities that the CMS no longer publishes. It asks the CMS for each id
// before, and deletionGuard for permission.
type deleter struct {
	cms      *cms
	store    *store.Store
	state    *stateStore
	guard    *deletionGuard
	failures *failureLog
	log      *slog.Logger
}

// deleteMissing deletes the stored entities that the list of the CMS lacks. had is the number
// of stored entities. A list may change while it is read, so each id is requested once more.
func (d *deleter) deleteMissing(ctx context.Context, t postType, missing []int, had int) error {
	d.guard.resetSingle(t.endpoint)
	if !d.guard.allow(t.endpoint, len(missing), had, false) || len(missing) == 0 {
		return nil
	}
	for _, lang := range d.cms.languages() {
		published, err := d.cms.Published(ctx, lang, t.endpoint, missing)
		if err != nil {
			return d.failures.recordUnlessDown(ctx, t.endpoint, 0, err)
		}
		missing = slices.DeleteFunc(missing, func(id int) bool { return published[id] })
	}
	return d.delete(ctx, t, missing)
}

// resolveMissing decides about an entity that was requested by id and not returned: either it
// is deleted, or the CMS hides it from its list, which is a failure.
func (d *deleter) resolveMissing(ctx context.Context, t postType, id int) error {
	for _, lang := range d.cms.languages() {
		unpublished, err := d.cms.IsUnpublished(ctx, lang, t.endpoint, id)
		if err != nil {
			return d.failures.recordUnlessDown(ctx, t.endpoint, id, err)
		}
		if !unpublished {
			d.failures.recordFailure(t.endpoint, id, fmt.Errorf("the CMS publishes it in %s but omits it from its list; check for a plugin that hides it", lang))
			return nil
		}
	}
	if _, err := d.store.ByID(ctx, i18n.Fallback, t.endpoint, id, ""); err != nil {
		d.failures.clearFailure(t.endpoint, id)
		return nil // it was never stored
	}
	if !d.guard.allowSingle(t) {
		return nil // the next reconciliation sees the whole list and decides
	}
	return d.delete(ctx, t, []int{id})
}

func (d *deleter) delete(ctx context.Context, t postType, ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	err := d.state.commit(ctx, func(b *store.Batch) error {
		for _, id := range ids {
			if err := b.Delete(content.Ref{Type: t.typ, ID: id}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		d.failures.clearFailure(t.endpoint, id)
	}
	d.log.Info("deleted entities that the CMS no longer publishes", "type", t.endpoint, "count", len(ids))
	return nil
}
