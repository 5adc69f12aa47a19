package replica

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

// comparer finds the differences between CMS and store and has them fetched or deleted:
// all of them in reconcile, recent ones in poll.
type comparer struct {
	cfg      Config
	types    postTypes
	cms      *cms
	store    *store.Store
	state    *stateStore
	failures *failureLog
	fetcher  *fetcher
	deleter  *deleter
	data     *siteData
	counts   *publishedCounts
	progress *progress
}

// remoteStamp is an entity in a list of the CMS.
type remoteStamp struct {
	modified time.Time
	lang     i18n.Lang // "" where one list has all languages
}

// errIncomplete reports a first copy that lacks a list.
var errIncomplete = errors.New("a list of the CMS cannot be read, so the first copy is not complete; estate replica status shows which " +
	"list and why")

// errNoProperties reports a list of properties none of which can be read.
var errNoProperties = errors.New("the CMS lists properties, and none can be read; set cms.properties to their REST base and " +
	"cms.fields to the names of their fields")

// reconcile compares everything. It finds changes that notices and polls missed, and deletes
// what is missing in the CMS. A failed entity does not end it; an outage does.
func (c *comparer) reconcile(ctx context.Context, drain drainFunc) error {
	about, err := c.cms.ping(ctx)
	if err != nil {
		return err
	}
	started := c.cfg.Now()
	if err := c.cms.discoverLanguages(ctx); err != nil {
		return err
	}
	c.fetcher.resetFailures()
	// A first copy starts with terms and authors, which most entities reference. Later
	// runs start with the entities; they fetch the new terms that they reference.
	ready, refresh := false, false
	c.state.read(func(s state) {
		ready, refresh = s.Ready, s.Ready && (started.Sub(s.RefreshedAt) >= c.cfg.Refresh || s.Decoding != c.cfg.Decoding)
	})
	if !ready {
		if err := c.data.sync(ctx, nil, drain); err != nil {
			return err
		}
	}
	results := map[listResult]int{}
	for _, t := range c.types {
		result, err := c.compare(ctx, t, refresh, drain)
		if err := errors.Join(err, drain.run(ctx)); err != nil {
			return err
		}
		results[result]++
	}
	// A list that is closed to visitors is missing on the site; if all are, the API is blocked.
	complete := results[listFailed] == 0 && (results[listClosed] == 0 || results[listRead] > 0)
	if ready {
		if err := c.data.sync(ctx, nil, drain); err != nil {
			return err
		}
	}
	c.finish(ctx, started, about.ServerTime, complete, refresh)
	if !complete && !c.state.ready() {
		return errIncomplete
	}
	return c.state.save(ctx)
}

// finish notes a reconciliation in the state. The first complete one makes the replica ready.
func (c *comparer) finish(ctx context.Context, started, serverTime time.Time, complete, refreshed bool) {
	first := false
	c.state.update(func(s *state) {
		first = !s.Ready && complete
		s.Ready = s.Ready || first
		s.ReconciledAt = started.UTC()
		if refreshed || first {
			s.RefreshedAt, s.Decoding = started.UTC(), c.cfg.Decoding
		}
		if s.PolledServerTime.IsZero() {
			s.PolledServerTime, s.PolledAt = serverTime, started.UTC()
		}
	})
	c.recordSuccess(ctx)
	if !first {
		return
	}
	took := c.cfg.Now().Sub(started).Round(time.Millisecond)
	if failed := c.failures.count(); failed > 0 {
		c.cfg.Log.Warn("the first copy lacks what estate replica status names; the site serves the rest", "missing", failed, "took", took)
		return
	}
	c.cfg.Log.Info("the first copy is complete; the site serves it", "took", took)
}

// recordSuccess notes that the store equals the CMS now.
func (c *comparer) recordSuccess(ctx context.Context) {
	c.state.update(func(s *state) { s.LastSuccess, s.LastError = c.cfg.Now().UTC(), "" })
	c.progress.start("", 0)
	c.counts.refresh(ctx)
}

// listResult is what became of the list of a post type.
type listResult int

const (
	listRead    listResult = iota
	listMissing            // the CMS has no such post type
	listClosed             // not for visitors, although the API answers
	listFailed
)

// compare brings one post type of the store to the state of the CMS.
func (c *comparer) compare(ctx context.Context, t postType, refresh bool, drain drainFunc) (listResult, error) {
	stored, feeds, err := splitStamps(ctx, c.store, t)
	if err != nil {
		return listFailed, err
	}
	remote, err := c.remoteStamps(ctx, t, drain)
	switch {
	case errors.Is(err, wordpress.ErrNoEndpoint) && len(stored) == 0:
		return listMissing, nil
	case errors.Is(err, wordpress.ErrClosed):
		c.failures.recordFailure(t.endpoint, 0, err)
		return listClosed, nil
	case err != nil:
		return listFailed, c.failures.recordUnlessDown(ctx, t.endpoint, 0, err)
	}
	c.failures.clearFailure(t.endpoint, 0)
	c.leaveFeeds(t, remote, feeds)
	if err := c.fetcher.fetchAndStore(ctx, t, c.changed(t, remote, stored, refresh), drain); err != nil {
		return listRead, err
	}
	if t.typ == content.TypeProperty && len(remote) > 0 && len(stored) == 0 {
		copies, _, err := splitStamps(ctx, c.store, t)
		if err == nil && len(copies) == 0 {
			c.failures.recordFailure(t.endpoint, 0, fmt.Errorf("%w (%d)", errNoProperties, len(remote)))
			return listFailed, nil
		}
	}
	missing := slices.DeleteFunc(slices.Sorted(maps.Keys(stored)), func(id int) bool { _, listed := remote[id]; return listed })
	return listRead, c.deleter.deleteMissing(ctx, t, missing, len(stored))
}

// leaveFeeds takes the entities of the feeds of this site out of what the CMS lists: an Estate with
// feeds may use the same numbers.
func (c *comparer) leaveFeeds(t postType, remote map[int]remoteStamp, feeds map[int]store.Stamp) {
	before := len(remote)
	for id := range feeds {
		delete(remote, id)
	}
	if left := before - len(remote); left > 0 {
		c.cfg.Log.Warn("the CMS has entities with the numbers of feeds of this site; they are not copied", "type", t.endpoint, "count", left)
	}
}

// remoteStamps returns what the CMS publishes of a post type by id. The agency's plugin
// lists all languages at once.
func (c *comparer) remoteStamps(ctx context.Context, t postType, drain drainFunc) (map[int]remoteStamp, error) {
	remote := map[int]remoteStamp{}
	if t.multilingual && c.cms.hasPlugin() {
		stamps, err := c.cms.AllStamps(ctx, t.endpoint)
		if err == nil {
			for _, stamp := range stamps {
				remote[stamp.ID] = remoteStamp{modified: stamp.Modified}
			}
			return remote, nil
		}
		if !errors.Is(err, wordpress.ErrNoEndpoint) {
			return nil, err
		}
	}
	err := c.addStamps(ctx, t, wordpress.StampQuery{}, remote, drain)
	return remote, err
}

// addStamps adds the entities that the CMS lists in each language to remote.
func (c *comparer) addStamps(ctx context.Context, t postType, q wordpress.StampQuery, remote map[int]remoteStamp, drain drainFunc) error {
	for _, lang := range c.cms.languages() {
		stamps, _, err := c.cms.Stamps(ctx, lang, t.endpoint, q)
		if err != nil {
			return fmt.Errorf("list %s in %s: %w", t.endpoint, lang, err)
		}
		for _, stamp := range stamps {
			if _, listed := remote[stamp.ID]; !listed {
				remote[stamp.ID] = remoteStamp{stamp.Modified, lang}
			}
		}
		if err := drain.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// changed returns the listed entities that differ from the stored ones, the newest first;
// with all, equal ones too. Entities in backoff are left out.
func (c *comparer) changed(t postType, remote map[int]remoteStamp, stored map[int]store.Stamp, all bool) []fetchItem {
	var items []fetchItem
	for id, there := range remote {
		here, has := stored[id]
		same := has && here.Modified.Equal(there.modified) && (t.multilingual || there.lang == "" || here.Lang == there.lang)
		if same && !all || c.failures.isBackingOff(t.endpoint, id) {
			continue
		}
		items = append(items, fetchItem{id, there.lang, there.modified})
	}
	slices.SortFunc(items, func(a, b fetchItem) int { return b.id - a.id })
	return items
}

// poll fetches what the CMS lists as changed or published since the last poll, the site
// data, and failed entities that are due.
func (c *comparer) poll(ctx context.Context, drain drainFunc) error {
	about, err := c.cms.ping(ctx)
	if err != nil {
		return err
	}
	now := c.cfg.Now()
	c.fetcher.resetFailures()
	since := c.pollStart(about.ServerTime, now)
	for _, t := range c.types {
		if err := errors.Join(c.compareRecent(ctx, t, since, drain), drain.run(ctx)); err != nil {
			return err
		}
	}
	if err := c.data.sync(ctx, nil, drain); err != nil {
		return err
	}
	for endpoint, items := range c.failures.due() {
		if t, ok := c.types.find(endpoint); ok {
			if err := c.fetcher.fetchAndStore(ctx, t, items, drain); err != nil {
				return err
			}
		}
	}
	c.state.update(func(s *state) { s.PolledServerTime, s.PolledAt = about.ServerTime, now.UTC() })
	c.recordSuccess(ctx)
	return c.state.save(ctx)
}

// pollStart returns the time, on the clock of the CMS, from which a poll lists changes: the
// last poll, or the same duration before serverTime when that clock was set back meanwhile.
func (c *comparer) pollStart(serverTime, now time.Time) (start time.Time) {
	c.state.read(func(s state) {
		if serverTime.IsZero() { // the CMS sends no time, so our clock must do
			start = s.PolledAt.Add(-c.cfg.Overlap - time.Hour)
			return
		}
		start = serverTime.Add(-max(0, now.Sub(s.PolledAt)))
		if !s.PolledServerTime.IsZero() && s.PolledServerTime.Before(start) {
			start = s.PolledServerTime
		}
		start = start.Add(-c.cfg.Overlap)
	})
	return start
}

// compareRecent fetches the entities of a post type that were changed or published since a
// time. Scheduled publication does not set the modification time, so both are listed.
func (c *comparer) compareRecent(ctx context.Context, t postType, since time.Time, drain drainFunc) error {
	remote := map[int]remoteStamp{}
	err := c.addStamps(ctx, t, wordpress.StampQuery{ModifiedAfter: since}, remote, drain)
	if err == nil && t.typ != content.TypeAttachment {
		err = c.addStamps(ctx, t, wordpress.StampQuery{After: since}, remote, drain)
	}
	switch {
	case errors.Is(err, wordpress.ErrNoEndpoint):
		return nil
	case err != nil:
		return c.failures.recordUnlessDown(ctx, t.endpoint, 0, err)
	case len(remote) == 0:
		return nil
	}
	stored, feeds, err := splitStamps(ctx, c.store, t)
	if err != nil {
		return err
	}
	c.leaveFeeds(t, remote, feeds)
	return c.fetcher.fetchAndStore(ctx, t, c.changed(t, remote, stored, false), drain)
}
