package replica

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// maxConsecutiveFailures is the number of entities that may fail one after the other before
// the run ends as in an outage.
const maxConsecutiveFailures = 8

var (
	errUnreadable  = errors.New("it lacks a link, a status or its own type; check for a plugin that removes fields from the REST API")
	errStale       = errors.New("the CMS answers with an older version than its list announces; exclude /wp-json/ from its caches")
	errConsecutive = errors.New("too many consecutive entities failed although the CMS answers")
)

// fetchItem is an entity to fetch, in the language of the list that names it; "" when the
// language is unknown.
type fetchItem struct {
	id       int
	lang     i18n.Lang
	modified time.Time // as the list announces it, zero when unknown
}

// itemsOf returns items without a language.
func itemsOf(ids []int) []fetchItem {
	items := make([]fetchItem, len(ids))
	for i, id := range ids {
		items[i] = fetchItem{id: id}
	}
	return items
}

// fetcher fetches entities from the CMS and stores them.
type fetcher struct {
	cms         *cms
	state       *stateStore
	failures    *failureLog
	deleter     *deleter
	progress    *progress
	types       postTypes
	related     *relatedFetcher
	images      *imageTracker
	batchSize   int
	maxParallel int

	consecutive atomic.Int32 // entities that failed since the last one that was stored
}

func (f *fetcher) resetFailures() { f.consecutive.Store(0) }

// batch is a set of entities that are fetched with one request.
type batch struct {
	lang     i18n.Lang
	ids      []int
	modified map[int]time.Time // announced by the list; shared by all batches of a run
}

// fetchAndStore fetches entities in batches, several at a time, and stores them. A failed
// entity is recorded; an error means that the run must end. drain runs between batches;
// without it the call is part of another run and its progress is not reported.
func (f *fetcher) fetchAndStore(ctx context.Context, t postType, items []fetchItem, drain drainFunc) error {
	progress := f.progress
	if drain == nil {
		progress = nil
	}
	progress.start(t.endpoint, len(items))
	for some := range slices.Chunk(f.batches(items), f.maxParallel) {
		group, groupCtx := errgroup.WithContext(ctx)
		for _, b := range some {
			group.Go(func() error { return f.fetchBatch(groupCtx, t, b, progress) })
		}
		if err := group.Wait(); err != nil {
			return err
		}
		if err := drain.run(ctx); err != nil {
			return err
		}
	}
	return f.refreshDependents(ctx, t, drain)
}

// batches groups items by language, in chunks of the batch size.
func (f *fetcher) batches(items []fetchItem) []batch {
	byLang, modified := map[i18n.Lang][]int{}, map[int]time.Time{}
	for _, item := range items {
		byLang[item.lang] = append(byLang[item.lang], item.id)
		modified[item.id] = item.modified
	}
	var batches []batch
	for _, lang := range append([]i18n.Lang{""}, i18n.Filled...) {
		for ids := range slices.Chunk(byLang[lang], f.batchSize) {
			batches = append(batches, batch{lang, ids, modified})
		}
	}
	return batches
}

// fetchBatch fetches and stores one batch. When the request fails, it bisects the batch until
// the entity at fault is alone.
func (f *fetcher) fetchBatch(ctx context.Context, t postType, b batch, progress *progress) error {
	fetched, missing, err := f.fetch(ctx, t, b)
	if err != nil {
		return f.bisect(ctx, t, b, progress, err)
	}
	fetched, err = f.withoutStale(ctx, t, b, fetched)
	if err != nil {
		return err
	}
	if err := f.storeFetched(ctx, t, fetched); err != nil {
		return err
	}
	for _, id := range missing {
		if err := f.deleter.resolveMissing(ctx, t, id); err != nil {
			return err
		}
	}
	progress.advance(len(b.ids))
	return nil
}

// withoutStale removes the entities that are older than their list announced, because a cache before
// the CMS answered. They are recorded as failures and requested again with backoff. One that the
// store does not have is kept: it is better than none.
func (f *fetcher) withoutStale(
	ctx context.Context, t postType, b batch, fetched []wordpress.FetchedEntity,
) ([]wordpress.FetchedEntity, error) {
	isStale := func(entity wordpress.FetchedEntity) bool {
		head := content.HeadOf(entity.Entity)
		return head != nil && head.Modified.Before(b.modified[head.ID])
	}
	if !slices.ContainsFunc(fetched, isStale) {
		return fetched, nil
	}
	stamps, err := f.state.store.Stamps(ctx, t.typ)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errStore, err)
	}
	stored := map[int]bool{}
	for _, stamp := range stamps {
		stored[stamp.ID] = true
	}
	return slices.DeleteFunc(fetched, func(entity wordpress.FetchedEntity) bool {
		if !isStale(entity) {
			return false
		}
		head := content.HeadOf(entity.Entity)
		f.cms.ReportStale(t.endpoint, head.ID, b.modified[head.ID], head.Modified)
		if !stored[head.ID] {
			return false // the next reconciliation finds that it differs
		}
		f.failures.recordStale(t.endpoint, head.ID, b.modified[head.ID])
		return true
	}), nil
}

func (f *fetcher) bisect(ctx context.Context, t postType, b batch, progress *progress, err error) error {
	if ctx.Err() != nil || errors.Is(err, errStore) || f.cms.isDown(ctx) {
		return err
	}
	if half := len(b.ids) / 2; half > 0 {
		if err := f.fetchBatch(ctx, t, batch{b.lang, b.ids[:half], b.modified}, progress); err != nil {
			return err
		}
		return f.fetchBatch(ctx, t, batch{b.lang, b.ids[half:], b.modified}, progress)
	}
	f.failures.recordFailure(t.endpoint, b.ids[0], err)
	progress.advance(1)
	if f.consecutive.Add(1) >= maxConsecutiveFailures {
		f.resetFailures()
		return fmt.Errorf("%w: %w", errConsecutive, err)
	}
	return nil
}

// fetch requests a batch in its language and what is missing in the other languages.
// missing are the ids that no language publishes.
func (f *fetcher) fetch(ctx context.Context, t postType, b batch) (fetched []wordpress.FetchedEntity, missing []int, err error) {
	missing = b.ids
	for _, lang := range f.cms.languagesFrom(b.lang) {
		if len(missing) == 0 {
			break
		}
		received, unreadable, err := f.cms.FetchByIDs(ctx, lang, t.endpoint, missing)
		if err != nil {
			return nil, nil, err
		}
		seen := map[int]bool{}
		for _, id := range unreadable {
			seen[id] = true
			f.failures.recordFailure(t.endpoint, id, errUnreadable)
		}
		for _, entity := range received {
			ref := entity.Ref()
			seen[ref.ID] = true
			if ref.Type != t.typ {
				f.failures.recordFailure(t.endpoint, ref.ID,
					fmt.Errorf("its type is %q, want %q; post_types must name the type of each endpoint", ref.Type, t.typ))
				continue
			}
			fetched = append(fetched, entity)
		}
		missing = slices.DeleteFunc(slices.Clone(missing), func(id int) bool { return seen[id] })
	}
	if t.multilingual && t.typ != content.TypeAttachment && !f.cms.hasPlugin() {
		if err := fetchTranslations(ctx, f.cms, t, fetched); err != nil {
			return nil, nil, err
		}
	}
	return fetched, missing, nil
}

// storeFetched commits entities with what they reference in one batch. An entity that the
// store refuses is recorded as failed.
func (f *fetcher) storeFetched(ctx context.Context, t postType, fetched []wordpress.FetchedEntity) error {
	if len(fetched) == 0 {
		return nil
	}
	related, err := f.related.fetch(ctx, fetched)
	if err != nil {
		return err
	}
	f.images.track(ctx, t, fetched)
	refused := map[int]error{}
	err = f.state.commit(ctx, func(b *store.Batch) error {
		clear(refused) // the store may retry the batch
		for _, entity := range related {
			if err := b.Put(entity); err != nil && !store.IsInvalid(err) {
				return err
			}
		}
		for _, entity := range fetched {
			switch err := b.Put(entity.Entity); {
			case store.IsInvalid(err):
				refused[entity.Ref().ID] = err
			case err != nil:
				return err
			default:
				if err := noteCopied(b, t.endpoint, entity.Ref().ID, true); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, entity := range fetched {
		id := entity.Ref().ID
		if refused[id] != nil {
			f.failures.recordFailure(t.endpoint, id, refused[id])
			continue
		}
		f.resetFailures()
		f.failures.clearFailure(t.endpoint, id)
	}
	return nil
}

// refreshDependents fetches the entities that show a changed image again, because each holds
// a copy of its address and alternative text.
func (f *fetcher) refreshDependents(ctx context.Context, t postType, drain drainFunc) error {
	if t.typ != content.TypeAttachment {
		return nil
	}
	dependents, err := f.images.takeDependents(ctx)
	if err != nil {
		return err
	}
	for _, other := range f.types {
		if len(dependents[other.typ]) > 0 && other.typ != content.TypeAttachment {
			if err := f.fetchAndStore(ctx, other, itemsOf(dependents[other.typ]), drain); err != nil {
				return err
			}
		}
	}
	return nil
}
