package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/number"
	"estate/internal/content/plausible"
	"estate/internal/store"
)

// batchSize is the number of listings that are committed together.
const batchSize = 200

// buildVersion is part of every hash: another one maps all listings again.
const buildVersion = "3"

// Options of a run.
type Options struct {
	Full    bool // read everything, whatever the source says
	Preview bool // write nothing, and list the changes
}

// Run reads a feed once and writes the differences. The report is valid also with an error.
func (e *Engine) Run(ctx context.Context, name string, o Options) (Report, error) {
	feed, err := e.feed(name)
	if err != nil {
		return Report{}, err
	}
	r := &run{engine: e, feed: *feed, preview: o.Preview, seen: map[string]bool{}}
	err = r.load(ctx)
	if err != nil {
		return r.report, err
	}
	result, err := r.read(ctx, o.Full)
	if err == nil && result.Complete {
		maps.DeleteFunc(r.state.Jumps, func(key string, _ Jump) bool { return !r.seen[key] })
		err = r.alone(ctx, func() error { return r.removeMissing(ctx) })
	}
	if o.Preview {
		return r.report, err
	}
	if err := r.finish(ctx, result, err); err != nil {
		return r.report, err
	}
	if r.full || r.report.Added+r.report.Changed+r.report.Removed > 0 {
		if err := r.alone(ctx, func() error { return e.propose(ctx, r.all) }); err != nil && ctx.Err() == nil {
			r.engine.cfg.Log.WarnContext(ctx, "properties that are perhaps the same could not be looked for", "feed", name, "err", err)
		}
	}
	if feed.NoPictures {
		return r.report, nil
	}
	if err := r.fetchPictures(ctx); err != nil {
		return r.report, err
	}
	return r.report, r.savePictures(ctx)
}

// run is one run of a feed; it is a feeds.Sink.
type run struct {
	engine  *Engine
	feed    Feed
	preview bool
	ctx     context.Context //nolint:containedctx // that of Run

	state    State
	accepted bool                        // a person had accepted what was held back before the run
	all      map[string]map[string]*item // of all feeds
	items    map[string]*item            // of this feed
	mapping  *mapping
	build    builder
	places   *plausible.Positions // of the homes that the store has; nil until a position is checked
	known    *known               // properties that the store has; nil until one is looked for
	joined   map[string]joined    // by listing, see listingName
	full     bool
	written  int64  // Engine.written when all, known and next were read
	next     int    // the next free id; 0 until it is read
	nextRaw  string // the stored note of next, "" before the first
	slugs    map[string]bool

	seen    map[string]bool
	pending []pending
	report  Report
}

// pending is a listing that waits for its batch.
type pending struct {
	listing *feeds.Listing
	dropped *feeds.Point // a position that is far from its place: it still tells properties apart
	item    item
	isNew   bool
}

func (r *run) load(ctx context.Context) (err error) {
	r.ctx, r.slugs, r.written = ctx, map[string]bool{}, r.engine.written.Load()
	st := r.engine.store
	if r.state, err = readState(ctx, st, r.feed.Name); err != nil {
		return err
	}
	r.accepted = r.state.isAccepted()
	if r.all, err = readItems(ctx, st); err != nil {
		return err
	}
	pairs, err := readPairs(ctx, st)
	if err != nil {
		return err
	}
	r.joined = pairs.byListing()
	if r.items = r.all[r.feed.Name]; r.items == nil {
		r.items = map[string]*item{}
		r.all[r.feed.Name] = r.items
	}
	catalog, err := content.LoadCatalog(ctx, st, i18n.Fallback)
	if err != nil {
		return err
	}
	if r.mapping, err = newMapping(r.engine.cfg.Terms, catalog, st.Authors()); err != nil {
		return err
	}
	r.build = builder{feed: r.feed, mapping: r.mapping, unknown: r.report.unknown, now: r.engine.cfg.Now}
	return nil
}

// alone runs what compares with other feeds, or writes, while no other run does. It reads again what another run may have
// changed. The items of this feed stay: commit finds those that another run has written.
func (r *run) alone(ctx context.Context, do func() error) error {
	e := r.engine
	e.writing.Lock()
	defer e.writing.Unlock()
	if r.written != e.written.Load() {
		all, err := readItems(ctx, e.store)
		if err != nil {
			return err
		}
		all[r.feed.Name] = r.items
		r.all, r.known, r.next = all, nil, 0
	}
	defer func() { r.written = e.written.Load() }()
	return do()
}

func (r *run) read(ctx context.Context, full bool) (feeds.Result, error) {
	started := r.engine.cfg.Now().UTC()
	r.state.Started = started
	full = full || r.state.Full.IsZero() || started.Sub(r.state.Full) >= r.feed.FullEvery || r.state.Mapping != r.print() || r.accepted
	r.full = full
	result, err := r.feed.Source.Read(ctx, feeds.Run{Checkpoint: r.state.Checkpoint, Full: full, Version: r.version}, r)
	return result, errors.Join(err, r.flush())
}

// print is the fingerprint of everything but the listing that a property depends on.
func (r *run) print() string {
	return buildVersion + r.mapping.print +
		fmt.Sprint(r.feed.Exact, r.feed.Shared, r.feed.OwnOnly, r.feed.Modes, r.feed.MinPrice, r.feed.Towns, r.engine.cfg.Rates)
}

func (r *run) version(key string) string {
	if i := r.items[key]; i != nil && !i.Gone && i.Hash != "" && r.state.Mapping == r.print() {
		return i.Version
	}
	return ""
}

// Problem implements feeds.Sink. A listing that cannot be read is not removed.
func (r *run) Problem(p feeds.Problem) {
	if p.Key != "" {
		r.seen[p.Key] = true
	}
	r.report.problem(p)
}

// Present implements feeds.Sink.
func (r *run) Present(key string) error {
	r.seen[key] = true
	r.report.Listed++
	r.report.Unchanged++
	return r.ctx.Err()
}

// Listing implements feeds.Sink.
func (r *run) Listing(l *feeds.Listing, version string) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	if r.seen[l.Key] && r.isPending(l.Key) {
		return nil // a source that moves while it is paged names a listing twice
	}
	l.Shared = l.Shared || r.feed.Shared
	l, unpriced := r.inEuros(l)
	if !r.wanted(l) {
		r.report.Unwanted++
		return nil
	}
	r.seen[l.Key] = true
	r.report.Listed++
	if unpriced != "" {
		r.report.problem(feeds.Problem{
			Key: l.Key, Field: "currency",
			Reason: "the price is in " + unpriced + ", which has no rate in cms.rates; it is not shown",
		})
	}
	sum := sha256.Sum256([]byte(r.print() + encode(l)))
	hash := hex.EncodeToString(sum[:12])
	before := r.items[l.Key]
	if isNew := before == nil || before.ID == 0 || before.Gone; r.unpublishable(l, isNew) {
		return nil
	}
	r.warn(l)
	dropped := l.Point
	l, err := r.positioned(l)
	if err != nil {
		return err
	}
	if l.Point != nil {
		dropped = nil
	}
	again := before != nil && before.Linked && r.full // is its owner still there?
	if before != nil && !before.Gone && !again && before.Hash == hash && before.Version == version {
		r.report.Unchanged++
		return nil
	}
	p := pending{listing: l, dropped: dropped}
	if before != nil {
		p.item = *before
	}
	p.isNew = p.item.ID == 0 || p.item.Gone
	p.item.Hash, p.item.Version, p.item.Mark = hash, version, l.Cadastral
	r.pending = append(r.pending, p)
	if len(r.pending) >= batchSize {
		return r.flush()
	}
	return nil
}

// unpublishable reports a listing that is left out, and names one whose price could not be read. A known home is on ask
// then: its old amount may be wrong.
func (r *run) unpublishable(l *feeds.Listing, isNew bool) bool {
	switch {
	case l.UnreadPrice != "" && isNew:
		r.report.problem(feeds.Problem{
			Line: l.Line, Key: l.Key, Field: "price", Value: l.UnreadPrice, Reason: number.ErrNumber.Error(),
			Skipped: true,
		})
		return true
	case l.UnreadPrice != "":
		r.report.problem(feeds.Problem{
			Line: l.Line, Key: l.Key, Field: "price", Value: l.UnreadPrice,
			Reason: number.ErrNumber.Error() + "; the home is on ask until its price can be read", Warning: true,
		})
	case l.Status == feeds.StatusWithdrawn && isNew:
		r.report.problem(feeds.Problem{
			Line: l.Line, Key: l.Key, Field: "status", Reason: "it is off the market and was not on this site",
			Skipped: true,
		})
		return true
	}
	return false
}

// inEuros returns a listing with its prices in euros, the currency of the site. A price in a currency without a
// rate is unknown; its currency is returned.
func (r *run) inEuros(l *feeds.Listing) (converted *feeds.Listing, unpriced string) {
	if l.Currency == "" || l.Currency == euro {
		return l, ""
	}
	rate := max(0, r.engine.cfg.Rates[l.Currency])
	if rate == 0 {
		unpriced = l.Currency
	}
	copied := *l
	copied.Currency = euro
	for _, price := range []*int{&copied.Price, &copied.PriceTo, &copied.Previous} {
		*price = int(math.Round(float64(*price) * rate))
	}
	return &copied, unpriced
}

const euro = "EUR"

func (r *run) isPending(key string) bool {
	return slices.ContainsFunc(r.pending, func(p pending) bool { return p.listing.Key == key })
}

func (r *run) wanted(l *feeds.Listing) bool {
	f := r.feed
	switch {
	case f.OwnOnly && l.Shared, len(f.Modes) > 0 && !slices.Contains(f.Modes, l.Mode):
		return false
	case f.MinPrice > 0 && l.Mode == feeds.ModeSale && !l.OnAsk && max(l.Price, l.PriceTo) < f.MinPrice:
		return false
	}
	return len(f.Towns) == 0 || slices.ContainsFunc(f.Towns, func(town string) bool { return i18n.Slug(town) == i18n.Slug(l.Town) })
}

// errConflict reports that another process brings in feeds too.
var errConflict = errors.New("another process or feed has written properties of this feed meanwhile; this run ends and the next one " +
	"compares again")

// errHidden reports a property that an editor has taken off the site: a feed does not bring it back.
var errHidden = errors.New("the property is not published")

// readNext reads the first free number of a feed.
func (r *run) readNext(ctx context.Context) error {
	text, err := r.engine.store.Note(ctx, nextNote)
	if err != nil {
		return err
	}
	r.next, r.nextRaw = FirstID, text
	_, _ = fmt.Sscan(text, &r.next) // "" keeps the first one
	for _, items := range r.all {
		for _, i := range items {
			if i.ID >= r.next {
				r.next = i.ID + 1
			}
		}
	}
	for _, t := range []content.Type{content.TypeProperty, content.TypeDevelopment} {
		stamps, err := r.engine.store.Stamps(ctx, t) // content that came by an export of another store
		if err != nil {
			return err
		}
		if len(stamps) > 0 {
			r.next = max(r.next, stamps[len(stamps)-1].ID+1)
		}
	}
	return nil
}

// unguarded is the number of removals that is allowed, except of all listings, unless Feed.MaxRemoved is 0.
const unguarded = 3

// finish stores the state of the run.
func (r *run) finish(ctx context.Context, result feeds.Result, failed error) error {
	now := r.engine.cfg.Now().UTC()
	if failed != nil {
		if ctx.Err() != nil {
			return failed
		}
		r.state.Failures++
		r.state.Error = shorten(failed.Error())
	} else {
		r.state.Success, r.state.Failures, r.state.Error = now, 0, ""
		if !result.Unchanged {
			if r.state.Mapping == r.print() {
				r.keepUnknown(r.state.Report.Unknown)
			}
			r.state.Report = r.report
		}
		// The watermark moves only after a run without any error.
		r.state.Checkpoint, r.state.Mapping = result.Checkpoint, r.print()
		if result.Complete || result.Unchanged {
			r.state.Full = now
		}
	}
	return errors.Join(failed, r.save(ctx))
}

// keepUnknown adds the words without a term of the run before: a run maps changed listings only.
func (r *run) keepUnknown(before map[string]map[string]int) {
	for kind, words := range before {
		for word, n := range words {
			if r.report.Unknown[kind][word] < n {
				r.report.unknown(kind, word)
				if listed := r.report.Unknown[kind]; listed[word] > 0 {
					listed[word] = n
				}
			}
		}
	}
}

// save stores the state. An acceptance that came during the run is for the next one.
func (r *run) save(ctx context.Context) error {
	return r.engine.store.Write(ctx, func(b *store.Batch) error {
		stored, err := batchState(b, r.feed.Name)
		if err != nil {
			return err
		}
		if alarm := stored.Alarm; alarm != nil && alarm.Accepted && !r.accepted && r.state.Alarm != nil {
			r.state.Alarm = alarm
		}
		for key, jump := range stored.Jumps {
			if now, held := r.state.Jumps[key]; held && jump.Accepted && now.To == jump.To && !now.Accepted {
				now.Accepted = true
				r.state.Jumps[key] = now
			}
		}
		return b.PutNote(statePrefix+r.feed.Name, encode(r.state))
	})
}

// savePictures stores the figures of the pictures.
func (r *run) savePictures(ctx context.Context) error {
	if r.report.Pictures == 0 && r.report.Waiting == 0 {
		return nil
	}
	r.state.Report.Pictures, r.state.Report.Waiting, r.state.Report.Problems = r.report.Pictures, r.report.Waiting, r.report.Problems
	return r.save(ctx)
}

func shorten(text string) string {
	text = strings.ReplaceAll(text, "\n", "; ")
	if len(text) > 300 {
		return strings.ToValidUTF8(text[:300], "") + "…"
	}
	return text
}
