package replica

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
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
// Single deletions since the last comparison count as missing: the same mass deletion may
// arrive as notices and in the list.
func (d *deleter) deleteMissing(ctx context.Context, t postType, missing []int, had int) error {
	text, err := d.store.Note(ctx, singlesNote)
	if err != nil {
		return fmt.Errorf("%w: %w", errStore, err)
	}
	singles := readSingles(text)[t.endpoint]
	count := 0
	if len(missing) > 0 {
		count = len(missing) + singles
	}
	if !d.guard.allow(t.endpoint, count, had+singles, false) || len(missing) == 0 && singles == 0 {
		return nil
	}
	for _, lang := range d.cms.languages() {
		if len(missing) == 0 {
			break
		}
		published, err := d.cms.Published(ctx, lang, t.endpoint, missing)
		if err != nil {
			return d.failures.recordUnlessDown(ctx, t.endpoint, 0, err)
		}
		missing = slices.DeleteFunc(missing, func(id int) bool { return published[id] })
	}
	err = d.state.commit(ctx, func(b *store.Batch) error {
		for _, id := range missing {
			if err := errors.Join(b.Delete(content.Ref{Type: t.typ, ID: id}), noteCopied(b, t.endpoint, id, false)); err != nil {
				return err
			}
		}
		_, err := addSingle(b, t.endpoint, -singles)
		return err
	})
	if err != nil {
		return err
	}
	d.deleted(t, missing...)
	return nil
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
			d.failures.recordFailure(t.endpoint, id,
				fmt.Errorf("the CMS publishes it in %s but omits it from its list; check for a plugin that hides it", lang))
			return nil
		}
	}
	if _, err := d.store.ByID(ctx, i18n.Fallback, t.endpoint, id, ""); err != nil {
		d.failures.clearFailure(t.endpoint, id)
		return nil // it was never stored
	}
	allowed := false
	err := d.state.commit(ctx, func(b *store.Batch) error {
		count, err := addSingle(b, t.endpoint, 1)
		if err != nil {
			return err
		}
		if allowed = d.guard.allowSingle(ctx, t, count); !allowed {
			_, err := addSingle(b, t.endpoint, -1)
			return err
		}
		return errors.Join(b.Delete(content.Ref{Type: t.typ, ID: id}), noteCopied(b, t.endpoint, id, false))
	})
	if err != nil || !allowed {
		return err // the next reconciliation sees the whole list and decides
	}
	d.deleted(t, id)
	return nil
}

func (d *deleter) deleted(t postType, ids ...int) {
	for _, id := range ids {
		d.failures.clearFailure(t.endpoint, id)
	}
	if len(ids) > 0 {
		d.log.Info("deleted entities that the CMS no longer publishes", "type", t.endpoint, "count", len(ids))
	}
}

// singlesNote is the name of the store's note that holds the single deletions since the last
// comparison, by endpoint. All nodes count in it, and it survives a restart.
const singlesNote = "replica single deletions"

func readSingles(text string) map[string]int {
	singles := map[string]int{}
	_ = json.Unmarshal([]byte(text), &singles) // an unreadable or missing note counts none
	return singles
}

// addSingle adds n to the single deletions of an endpoint and returns their number.
func addSingle(b *store.Batch, endpoint string, n int) (int, error) {
	text, err := b.Note(singlesNote)
	if err != nil || n == 0 {
		return 0, err
	}
	singles := readSingles(text)
	count := max(0, singles[endpoint]+n)
	singles[endpoint] = count
	if count == 0 {
		delete(singles, endpoint)
	}
	if len(singles) == 0 {
		return 0, b.PutNote(singlesNote, "")
	}
	doc, err := json.Marshal(singles)
	if err != nil {
		return 0, err
	}
	return count, b.PutNote(singlesNote, string(doc))
}
