package replica

import (
	"context"
	"slices"

	"estate/internal/cms/wordpress"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// Replica keeps a store equal to a CMS. Its methods are safe for concurrent use. Run and
// Copy do the work; call one of them at a time.
type Replica struct {
	cfg      Config
	types    postTypes
	store    *store.Store
	state    *stateStore
	failures *failureLog
	guard    *deletionGuard
	cms      *cms
	counts   *publishedCounts
	progress *progress
	queue    *noticeQueue
	applier  *noticeApplier
	comparer *comparer
	loop     *loop
	requests *operatorRequests
}

// New returns a replica in st of what client's CMS publishes. It reads st and sends no
// request. It fails with ErrForeign when st holds content of another origin.
func New(ctx context.Context, cfg Config, client *wordpress.Client, st *store.Store) (*Replica, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	types := cfg.postTypes()
	taxonomies := cfg.taxonomies()
	state := &stateStore{store: st, address: cfg.Address, log: cfg.Log}
	if err := state.load(ctx); err != nil {
		return nil, err
	}
	cms := newCMS(client, state, cfg.Log)
	counts := &publishedCounts{store: st}
	counts.refresh(ctx)
	progress := &progress{batchSize: cfg.BatchSize, log: cfg.Log}
	failures := &failureLog{state: state, cms: cms, cfg: cfg}
	guard := newDeletionGuard(cfg, state, counts)
	deleter := &deleter{cms: cms, store: st, state: state, guard: guard, failures: failures, log: cfg.Log}
	terms := &termReader{cms: cms, taxonomies: taxonomies}
	data := &siteData{cms: cms, store: st, state: state, guard: guard, failures: failures, terms: terms}
	fetcher := &fetcher{
		cms: cms, state: state, failures: failures, deleter: deleter, progress: progress, types: types,
		related: newRelatedFetcher(cms, st, terms, cfg.BatchSize), images: &imageTracker{store: st, state: state},
		batchSize: cfg.BatchSize, maxParallel: cfg.MaxParallel,
	}
	applier := &noticeApplier{
		types: types, taxonomies: taxonomies, fetcher: fetcher, data: data, failures: failures, counts: counts, state: state,
	}
	comparer := &comparer{
		cfg: cfg, types: types, cms: cms, store: st, state: state, failures: failures, fetcher: fetcher, deleter: deleter, data: data,
		counts: counts, progress: progress,
	}
	queue := newNoticeQueue(cfg.MaxNotices)
	loop := newLoop(cfg, state, failures, queue, applier, comparer)
	return &Replica{
		cfg: cfg, types: types, store: st, state: state, failures: failures, guard: guard, cms: cms, counts: counts, progress: progress,
		queue: queue, applier: applier, comparer: comparer, loop: loop, requests: &operatorRequests{store: st, log: cfg.Log},
	}, nil
}

// Ready reports that the first copy is complete. Before, content that the store lacks may
// exist in the CMS.
func (r *Replica) Ready() bool { return r.state.ready() }

// Notify queues webhook notices and returns their number. It never waits and never refuses.
func (r *Replica) Notify(notices ...Notice) int {
	r.state.update(func(s *state) { s.LastWebhook = r.cfg.Now().UTC() })
	return r.queue.add(notices...)
}

// RequestReconcile asks for a reconciliation at once, failed entities included. On a node
// without the lease the request goes to the leader through the store.
func (r *Replica) RequestReconcile() {
	if r.state.isStandby() {
		_ = r.requests.send(context.Background(), nil) // the leader reconciles periodically anyway
		return
	}
	r.failures.retryAll()
	r.loop.requestReconcile()
}

// Accept confirms the deletions that the deletion guard has stopped in a list; "" means
// all lists. It returns the number of accepted alarms and starts a reconciliation.
func (r *Replica) Accept(ctx context.Context, list string) (int, error) {
	accepted := r.guard.accept(list)
	switch {
	case len(accepted) == 0:
		return 0, nil
	case r.state.isStandby():
		return len(accepted), r.requests.send(ctx, accepted)
	}
	r.RequestReconcile()
	return len(accepted), nil
}

// Languages returns the filled languages of the content, the fallback language first: those with an
// API, and those in whose folder copied entities have links. Before the first copy it is all of them.
func (r *Replica) Languages(context.Context) []i18n.Lang {
	if !r.Ready() {
		return i18n.Filled
	}
	var langs []i18n.Lang
	for _, lang := range i18n.Filled {
		known := lang == i18n.Fallback || r.counts.inLang(lang)
		r.state.read(func(s state) { known = known || slices.Contains(s.Languages, string(lang)) })
		if known {
			langs = append(langs, lang)
		}
	}
	return langs
}
