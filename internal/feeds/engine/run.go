package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/feeds"
	"estate/internal/i18n"
	"estate/internal/store"
)

// batchSize is the number of listings that are committed together.
const batchSize = 200

// buildVersion is part of every hash: another one maps all listings again.
const buildVersion = "2"

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
		err = r.removeMissing(ctx)
	}
	if o.Preview {
		return r.report, err
	}
	if err := r.finish(ctx, result, err); err != nil {
		return r.report, err
	}
	if r.full || r.report.Added+r.report.Changed+r.report.Removed > 0 {
		if err := r.engine.propose(ctx, r.all); err != nil && ctx.Err() == nil {
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

	state   State
	all     map[string]map[string]*item // of all feeds
	items   map[string]*item            // of this feed
	mapping *mapping
	build   builder
	known   *known            // properties that the store has; nil until one is looked for
	joined  map[string]joined // by listing, see listingName
	full    bool
	next    int // the next free id; 0 until it is read
	slugs   map[string]bool

	seen    map[string]bool
	pending []pending
	report  Report
}

// pending is a listing that waits for its batch.
type pending struct {
	listing *feeds.Listing
	item    item
	isNew   bool
}

func (r *run) load(ctx context.Context) (err error) {
	r.ctx, r.slugs = ctx, map[string]bool{}
	st := r.engine.store
	if r.state, err = readState(ctx, st, r.feed.Name); err != nil {
		return err
	}
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
	if r.mapping, err = newMapping(r.engine.cfg.Terms, catalog); err != nil {
		return err
	}
	r.build = builder{feed: r.feed, mapping: r.mapping, unknown: r.report.unknown, now: r.engine.cfg.Now}
	return nil
}

func (r *run) read(ctx context.Context, full bool) (feeds.Result, error) {
	started := r.engine.cfg.Now().UTC()
	r.state.Started = started
	full = full || r.state.Full.IsZero() || started.Sub(r.state.Full) >= r.feed.FullEvery || r.state.Mapping != r.print() || r.state.Alarm != nil && r.state.Alarm.Accepted
	r.full = full
	result, err := r.feed.Source.Read(ctx, feeds.Run{Checkpoint: r.state.Checkpoint, Full: full, Version: r.version}, r)
	return result, errors.Join(err, r.flush())
}

// print is the fingerprint of everything but the listing that a property depends on.
func (r *run) print() string {
	return buildVersion + r.mapping.print + fmt.Sprint(r.feed.Exact, r.feed.Shared, r.feed.OwnOnly, r.feed.Modes, r.feed.MinPrice, r.feed.Towns, r.engine.cfg.Rates)
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
		r.report.problem(feeds.Problem{Key: l.Key, Field: "currency", Reason: "the price is in " + unpriced + ", which has no rate in cms.rates; it is not shown"})
	}
	sum := sha256.Sum256([]byte(r.print() + encode(l)))
	hash := hex.EncodeToString(sum[:12])
	before := r.items[l.Key]
	again := before != nil && before.Linked && r.full // is its owner still there?
	if before != nil && !before.Gone && !again && before.Hash == hash && before.Version == version {
		r.report.Unchanged++
		return nil
	}
	p := pending{listing: l}
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
	return len(f.Towns) == 0 || slices.ContainsFunc(f.Towns, func(town string) bool { return slugOf(town) == slugOf(l.Town) })
}

// flush writes the pending listings in one batch.
func (r *run) flush() error {
	if len(r.pending) == 0 {
		return nil
	}
	batch := r.pending
	r.pending = nil
	// A source that fails must not lose what it has read.
	ctx := r.ctx
	var entities []content.Entity
	notes := map[string]*item{}
	for n := range batch {
		entity, err := r.prepare(ctx, &batch[n])
		if err != nil {
			return err
		}
		if entity != nil {
			entities = append(entities, entity)
		}
		notes[batch[n].listing.Key] = &batch[n].item
	}
	if r.preview {
		return nil
	}
	return r.commit(ctx, notes, func(b *store.Batch) error {
		for _, entity := range entities {
			err := b.Put(entity)
			if store.IsInvalid(err) {
				r.report.problem(feeds.Problem{Key: content.HeadOf(entity).Slug, Reason: err.Error(), Skipped: true})
				continue
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// errConflict reports that another process follows the same feed.
var errConflict = errors.New("another process has written the same feed meanwhile; this run ends and the next one compares again")

// commit writes content and items. It fails with errConflict when an item is not what this run
// has read: so two processes never make two properties of one listing.
func (r *run) commit(ctx context.Context, notes map[string]*item, write func(*store.Batch) error) error {
	err := r.engine.store.Write(ctx, func(b *store.Batch) error {
		for _, key := range sortedKeys(notes) {
			name, before := itemPrefix+r.feed.Name+"/"+key, ""
			if known := r.items[key]; known != nil {
				before = known.raw
			}
			if text, err := b.Note(name); err != nil {
				return err
			} else if text != before {
				return errConflict
			}
			if err := b.PutNote(name, encode(notes[key])); err != nil {
				return err
			}
		}
		if r.next > 0 {
			if err := b.PutNote(nextNote, fmt.Sprint(r.next)); err != nil {
				return err
			}
		}
		return write(b)
	})
	if err != nil {
		return err
	}
	for key, i := range notes {
		i.raw = encode(i)
		r.items[key] = i
	}
	return nil
}

// prepare completes the item of a listing and returns what is written, nil for a property that
// another system owns.
func (r *run) prepare(ctx context.Context, p *pending) (content.Entity, error) {
	l, i := p.listing, &p.item
	i.Type = content.TypeProperty
	if l.Development {
		i.Type = content.TypeDevelopment
	}
	if _, decided := r.joined[listingName(r.feed.Name, l.Key)]; i.ID == 0 || i.Linked || i.Gone && decided {
		if err := r.identify(ctx, p); err != nil {
			return nil, err
		}
		p.isNew = !i.Linked // also one that its owner has given up
	}
	if i.Linked {
		r.report.Linked++
		return nil, nil
	}
	returned := i.Gone
	i.Gone = false
	before, err := r.stored(ctx, i)
	if errors.Is(err, errHidden) {
		r.report.Unchanged++
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var entity content.Entity
	var title string
	switch i.Type {
	case content.TypeDevelopment:
		old, _ := before.(*content.Development)
		d := r.build.development(l, i, old)
		r.pictures(l, i, &d.Featured, &d.Gallery, &d.Plans, false)
		entity, title = d, d.Title[i18n.Fallback]
	default:
		old, _ := before.(*content.Property)
		property, err := r.build.property(l, i, old)
		if err != nil {
			return nil, err
		}
		r.pictures(l, i, &property.Featured, &property.Gallery, &property.Plans, property.Locked("gallery"))
		entity, title = property, property.Title[i18n.Fallback]
	}
	switch {
	case p.isNew || returned:
		r.report.Added++
		r.report.change(Change{Action: "add", Key: l.Key, Reference: l.Reference(), Title: title})
	default:
		changed := []string(nil)
		if r.preview && before != nil {
			changed = differences(before, entity)
		}
		if before != nil && len(differences(before, entity)) == 0 {
			r.report.Unchanged++
			return nil, nil // only what the site does not use has changed
		}
		r.report.Changed++
		r.report.change(Change{Action: "change", Key: l.Key, Reference: l.Reference(), Title: title, Fields: changed})
	}
	return entity, nil
}

// errHidden reports a property that an editor has taken off the site: a feed does not bring it back.
var errHidden = errors.New("the property is not published")

// stored returns the property of an item, nil when it is not in the store.
func (r *run) stored(ctx context.Context, i *item) (content.Entity, error) {
	entity, err := r.engine.store.ByID(ctx, i18n.Fallback, string(i.Type), i.ID, "")
	switch {
	case err == nil:
		return entity, nil
	case content.IsNotFound(err):
		return nil, nil
	}
	if _, ok := errors.AsType[*content.Error](err); ok {
		return nil, errHidden
	}
	return nil, err
}

// identify gives a listing its number: that of a property which is the same, else a new one.
func (r *run) identify(ctx context.Context, p *pending) error {
	l, i := p.listing, &p.item
	if r.known == nil {
		var err error
		if r.known, err = r.readKnown(ctx); err != nil {
			return err
		}
	}
	*i = item{Type: i.Type, Hash: i.Hash, Version: i.Version, Mark: i.Mark}
	if to, decided := r.joined[listingName(r.feed.Name, l.Key)]; decided {
		if done, err := r.identifyJoined(ctx, i, to); done || err != nil {
			return err
		}
	}
	found := r.known.find(l, i.Type)
	switch {
	case found.id == 0:
		if found.perhaps.ID != 0 {
			r.report.same(found.perhaps)
		}
	case found.owner != "" && found.owner != r.feed.Name, found.id < FirstID && !r.engine.cfg.Adopt:
		i.ID, i.Linked = found.id, true
		return nil
	case found.own:
		i.ID = found.id
		return r.recover(ctx, i)
	case found.owner == "":
		i.ID = found.id
		return r.adopt(ctx, i)
	}
	if r.next == 0 {
		if err := r.readNext(ctx); err != nil {
			return err
		}
	}
	i.ID, i.First = r.next, r.engine.cfg.Now().UTC().Truncate(time.Second)
	r.next++
	slug := r.build.slug(l)
	i.Slug = slug
	for n := 2; ; n++ {
		taken := r.slugs[string(i.Type)+i.Slug]
		if !taken {
			others, err := r.engine.store.BySlug(ctx, i18n.Fallback, string(i.Type), i.Slug)
			if err != nil {
				return err
			}
			taken = len(others) > 0
		}
		if !taken {
			break
		}
		i.Slug = fmt.Sprintf("%s-%d", slug, n)
	}
	r.slugs[string(i.Type)+i.Slug] = true
	r.known.add(l, i.ID, r.feed.Name, i.Type)
	return nil
}

// recover continues a property of this feed whose note is lost, for example because the store was
// filled from an export.
func (r *run) recover(ctx context.Context, i *item) error {
	before, err := r.stored(ctx, i)
	if before == nil {
		return err
	}
	head := content.HeadOf(before)
	i.Slug, i.First = head.Slug, head.Date
	return nil
}

// adopt takes over a property that a person has written: what it says stays, but for price and
// availability.
func (r *run) adopt(ctx context.Context, i *item) error {
	before, err := r.stored(ctx, i)
	if err != nil {
		return err
	}
	if before == nil {
		return fmt.Errorf("property %d cannot be read", i.ID)
	}
	head := content.HeadOf(before)
	i.Slug, i.First = head.Slug, head.Date
	if r.preview {
		return nil
	}
	if err := r.takeFromFormer(ctx, i.ref()); err != nil {
		return err
	}
	locked, err := lockFilled(before)
	if locked == nil || err != nil {
		return err
	}
	return r.engine.store.Write(ctx, func(b *store.Batch) error { return b.Put(locked) })
}

// takeFromFormer links the listings of feeds that are no longer configured to a property which this
// feed takes over: when such a feed is configured again, it does not write the property too.
func (r *run) takeFromFormer(ctx context.Context, ref content.Ref) error {
	for feed, items := range r.all {
		if _, err := r.engine.feed(feed); err == nil {
			continue
		}
		for key, former := range items {
			if !former.live() || former.ref() != ref {
				continue
			}
			linked := *former
			linked.Linked, linked.Slug = true, ""
			linked.raw = encode(linked)
			err := r.engine.store.Write(ctx, func(b *store.Batch) error { return b.PutNote(itemPrefix+listingName(feed, key), linked.raw) })
			if err != nil {
				return err
			}
			items[key] = &linked
		}
	}
	return nil
}

// lockFilled returns a property that a person has written with locks on all that it says, but price
// and availability. It is nil when nothing is to be locked.
func lockFilled(entity content.Entity) (*content.Property, error) {
	property, ok := entity.(*content.Property)
	if !ok || len(property.Locks) > 0 || property.ID >= FirstID {
		return nil, nil
	}
	locked := *property
	filled, err := fields(property)
	if err != nil {
		return nil, err
	}
	for _, name := range content.LockableFields {
		if _, ok := filled[name]; ok && name != "price" && name != "availability" && name != "badges" && name != "slug" && name != "status" {
			if string(filled[name]) != "{}" {
				locked.Locks = append(locked.Locks, name)
			}
		}
	}
	return &locked, nil
}

// readNext reads the first free number of a feed.
func (r *run) readNext(ctx context.Context) error {
	text, err := r.engine.store.Note(ctx, nextNote)
	if err != nil {
		return err
	}
	r.next = FirstID
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

// removeMissing removes the listings that a complete run did not name.
func (r *run) removeMissing(ctx context.Context) error {
	had := 0
	var missing []string
	for key, i := range r.items {
		if !i.live() && !i.Linked {
			continue
		}
		if i.live() {
			had++
		}
		if !r.seen[key] {
			missing = append(missing, key)
		}
	}
	slices.Sort(missing)
	live := len(slices.DeleteFunc(slices.Clone(missing), func(key string) bool { return !r.items[key].live() }))
	if !r.allow(live, had) {
		r.report.Held = live
		return nil
	}
	for len(missing) > 0 {
		n := min(len(missing), batchSize)
		if err := r.remove(ctx, missing[:n]); err != nil {
			return err
		}
		missing = missing[n:]
	}
	return nil
}

// unguarded is the number of removals that is always allowed, except of all listings.
const unguarded = 3

// allow decides whether so many listings may be removed at once, and raises or clears the alarm.
func (r *run) allow(missing, had int) bool {
	tooMany := missing > 0 && (missing == had && had > 1 || missing > unguarded && float64(missing) > r.feed.MaxRemoved*float64(had))
	alarm := r.state.Alarm
	// An acceptance holds for the number that the person saw, plus 10 %.
	if !tooMany || alarm != nil && alarm.Accepted && missing <= alarm.Missing+alarm.Missing/10 {
		r.state.Alarm = nil
		return true
	}
	next := &Alarm{Had: had, Missing: missing, Since: r.engine.cfg.Now().UTC()}
	if alarm != nil {
		next.Since = alarm.Since
	} else if !r.preview {
		r.engine.cfg.Log.Error("removal held back: a large share of a feed is missing; run estate feeds accept to remove it, or repair the feed",
			"feed", r.feed.Name, "had", had, "missing", missing)
	}
	r.state.Alarm = next
	return false
}

// remove removes listings. A property that another feed offers too is that feed's from now on.
func (r *run) remove(ctx context.Context, keys []string) error {
	notes := map[string]*item{}
	heirs := map[string]*item{} // notes of other feeds
	var refs []content.Ref
	for _, key := range keys {
		i := *r.items[key]
		if i.Linked {
			i.Linked, i.ID, i.Hash = false, 0, ""
			i.Gone = true
			notes[key] = &i
			continue
		}
		r.report.Removed++
		r.report.change(Change{Action: "remove", Key: key, Title: i.Slug})
		if name, heir := r.heir(i.ID); heir != nil {
			heir.Linked, heir.Hash, heir.Slug, heir.First = false, "", i.Slug, i.First
			heirs[name] = heir
			i.ID, i.Slug = 0, ""
		} else {
			refs = append(refs, i.ref())
		}
		i.Gone, i.Hash, i.Version, i.Pending = true, "", "", nil
		notes[key] = &i
	}
	if r.preview {
		return nil
	}
	err := r.commit(ctx, notes, func(b *store.Batch) error {
		for name, heir := range heirs {
			if err := b.PutNote(itemPrefix+name, encode(heir)); err != nil {
				return err
			}
		}
		for _, ref := range refs {
			if err := b.Delete(ref); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for name, heir := range heirs {
		feed, key, _ := strings.Cut(name, "/")
		heir.raw = encode(heir)
		r.all[feed][key] = heir
	}
	return nil
}

// heir finds the item of another feed that is linked to a property, with the end of its note's
// name.
func (r *run) heir(id int) (string, *item) {
	for _, feed := range r.engine.cfg.Feeds {
		for key, i := range r.all[feed.Name] {
			if feed.Name != r.feed.Name && i.Linked && i.ID == id {
				copied := *i
				return feed.Name + "/" + key, &copied
			}
		}
	}
	return "", nil
}

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

func (r *run) save(ctx context.Context) error {
	return r.engine.store.Write(ctx, func(b *store.Batch) error { return b.PutNote(statePrefix+r.feed.Name, encode(r.state)) })
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
