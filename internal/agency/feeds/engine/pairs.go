package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store"
)

// Pair is what a person has decided on two properties. Its JSON names are stored data.
type Pair struct {
	Keep  Member `json:"keep"` // of joined ones the property that stays
	Other Member `json:"other"`
	Apart bool   `json:"apart,omitempty"` // they are two properties; else one
	// With and WithKeep are the names of other listings that were linked to Other and to Keep.
	With     []string  `json:"with,omitempty"`
	WithKeep []string  `json:"with_keep,omitempty"`
	At       time.Time `json:"at"`
}

// Member is one property of a pair as it was when the person decided.
type Member struct {
	ID        int          `json:"id"`
	Type      content.Type `json:"type"`
	Reference string       `json:"reference"`
	Slug      string       `json:"slug"`
	First     time.Time    `json:"first,omitzero"` // published here
	Feed      string       `json:"feed,omitempty"` // "" for a property that comes from no feed
	Key       string       `json:"key,omitempty"`

	entity content.Entity
	item   *item // nil without a feed
}

// isNamed reports whether a text is the number or the reference of a property.
func (m *Member) isNamed(text string) bool {
	folded := search.FoldReference(text)
	return strings.TrimSpace(text) == strconv.Itoa(m.ID) || folded != "" && folded == search.FoldReference(m.Reference)
}

func (m *Member) ref() content.Ref { return content.Ref{Type: m.Type, ID: m.ID} }

// listingName identifies a listing among all feeds.
func listingName(feed, key string) string { return feed + "/" + key }

func pairName(a, b int) string { return fmt.Sprintf("%d-%d", min(a, b), max(a, b)) }

// pairs are all decisions by pairName.
type pairs map[string]*Pair

func readPairs(ctx context.Context, st *store.Store) (pairs, error) {
	notes, err := st.Notes(ctx, pairPrefix)
	if err != nil {
		return nil, err
	}
	all := pairs{}
	for name, text := range notes {
		var p Pair
		if json.Unmarshal([]byte(text), &p) == nil && p.Keep.ID > 0 && p.Other.ID > 0 {
			all[name] = &p
		}
	}
	return all, nil
}

// joined tells which property a listing is by a person's decision.
type joined struct {
	keep Member
	own  *Member // its own property before, nil for a listing that had none
}

// byListing returns the joined pairs by the listings of both sides.
func (all pairs) byListing() map[string]joined {
	found := map[string]joined{}
	for _, name := range sortedKeys(all) {
		p := all[name]
		if p.Apart {
			continue
		}
		for _, name := range slices.Concat(p.With, p.WithKeep, []string{listingName(p.Keep.Feed, p.Keep.Key)}) {
			if found[name].own == nil {
				found[name] = joined{keep: p.Keep}
			}
		}
		found[listingName(p.Other.Feed, p.Other.Key)] = joined{keep: p.Keep, own: &p.Other}
	}
	return found
}

// identifyJoined gives a listing the number that a person has decided on. done is false when
// neither property is left that it may continue.
func (r *run) identifyJoined(ctx context.Context, i *item, to joined) (done bool, err error) {
	keep := to.keep
	_, owned := r.known.owners[keep.ref()]
	before, err := r.engine.stored(ctx, &item{ID: keep.ID, Type: keep.Type})
	hidden := errors.Is(err, errHidden)
	if err != nil && !hidden {
		return false, err
	}
	exists := hidden || before != nil
	switch foreign := keep.ID < FirstID; {
	case exists && (owned || foreign && !r.engine.cfg.Adopt):
		i.ID, i.Linked = keep.ID, true
		return true, nil
	case exists && !hidden:
		i.ID = keep.ID
		r.known.owners[keep.ref()] = r.feed.Name
		return true, r.adopt(ctx, i)
	case foreign && !exists && to.own == nil:
		return false, nil
	case foreign && !exists: // WordPress has given it up
		keep = *to.own
	}
	i.ID, i.Slug, i.First = keep.ID, keep.Slug, keep.First
	r.known.owners[keep.ref()] = r.feed.Name
	return true, nil
}

// decisionAttempts is how often a decision is tried while a run of a feed writes too.
const decisionAttempts = 5

// Join makes two properties one, given by their numbers or references: keep stays with its number,
// link and date, and the links of other lead to it. The message is for a person.
//
// The feed of keep writes it from now on, unless its listing is another agency's and that of other is
// not. When that feed gives the property up, the other one continues it.
func (e *Engine) Join(ctx context.Context, keep, other string) (message string, err error) {
	return e.decide(ctx, keep, other, e.join)
}

// KeepApart records that two properties are not the same: they are never proposed again. It undoes
// a Join.
func (e *Engine) KeepApart(ctx context.Context, a, b string) (message string, err error) {
	return e.decide(ctx, a, b, e.keepApart)
}

type decision struct {
	all   map[string]map[string]*item
	pairs pairs
	notes map[string]*item // changed items by listingName
	puts  map[string]*Pair // changed pairs by pairName; nil deletes
	runs  []string         // feeds to run now
}

func (e *Engine) decide(
	ctx context.Context, a, b string, do func(context.Context, *decision, string, string) (string, func(*store.Batch) error, error),
) (string, error) {
	for attempt := 1; ; attempt++ {
		d := &decision{notes: map[string]*item{}, puts: map[string]*Pair{}}
		var err error
		if d.all, err = readItems(ctx, e.store); err != nil {
			return "", err
		}
		if d.pairs, err = readPairs(ctx, e.store); err != nil {
			return "", err
		}
		message, write, err := do(ctx, d, a, b)
		if err != nil {
			return "", err
		}
		err = e.store.Write(ctx, func(b *store.Batch) error { return d.write(b, write) })
		if !errors.Is(err, errConflict) || attempt == decisionAttempts {
			return message, err
		}
	}
}

func (d *decision) write(b *store.Batch, content func(*store.Batch) error) error {
	for _, name := range sortedKeys(d.notes) {
		feed, key, _ := strings.Cut(name, "/")
		before := ""
		if i := d.all[feed][key]; i != nil {
			before = i.raw
		}
		switch text, err := b.Note(itemPrefix + name); {
		case err != nil:
			return err
		case text != before:
			return errConflict
		}
		if err := b.PutNote(itemPrefix+name, encode(d.notes[name])); err != nil {
			return err
		}
	}
	for _, name := range sortedKeys(d.puts) {
		text := ""
		if p := d.puts[name]; p != nil {
			text = encode(p)
		}
		if err := b.PutNote(pairPrefix+name, text); err != nil {
			return err
		}
	}
	for _, feed := range d.runs {
		if err := b.PutNote(askPrefix+feed, encode(ask{Run: true, Full: true})); err != nil {
			return err
		}
	}
	return content(b)
}

// change returns a copy of the item of a listing that is written.
func (d *decision) change(feed, key string) *item {
	name := listingName(feed, key)
	if d.notes[name] == nil {
		copied := item{}
		if i := d.all[feed][key]; i != nil {
			copied = *i
		}
		copied.Hash, copied.Version, copied.Pending = "", "", nil // read it again
		d.notes[name] = &copied
	}
	return d.notes[name]
}

// move links the listing of another property to id. It is not read again.
func (d *decision) move(feed, key string, id int) {
	i := d.change(feed, key)
	i.ID, i.Hash, i.Version = id, d.all[feed][key].Hash, d.all[feed][key].Version
}

func (e *Engine) join(ctx context.Context, d *decision, first, second string) (string, func(*store.Batch) error, error) {
	keep, err := e.member(ctx, d, first)
	if err != nil {
		return "", nil, err
	}
	other, err := e.member(ctx, d, second)
	if err != nil {
		return "", nil, err
	}
	switch {
	case keep.ref() == other.ref():
		return "", nil, fmt.Errorf("%q and %q are the same property", first, second)
	case keep.Type != other.Type:
		return "", nil, fmt.Errorf("a property and a development cannot be joined: %s, %s", describe(keep), describe(other))
	case other.item == nil && keep.item == nil:
		return "", nil, fmt.Errorf("neither %s nor %s comes from a feed: delete one of them where it is written", describe(keep), describe(other))
	case other.item == nil:
		return "", nil,
			fmt.Errorf("%s comes from no feed and stays: name it first, `estate feeds join %d %d`", describe(other), other.ID, keep.ID)
	case keep.Feed == other.Feed:
		return "", nil, fmt.Errorf("both come from the feed %s: remove one of them there", keep.Feed)
	}
	_, configured := e.feed(keep.Feed)
	takeOver := keep.item == nil && (e.cfg.Adopt || keep.ID >= FirstID) || keep.item != nil &&
		(configured != nil || !isOwn(keep.entity) && isOwn(other.entity))
	o := d.change(other.Feed, other.Key)
	o.ID, o.Slug, o.First, o.Linked, o.Gone = keep.ID, "", time.Time{}, true, false
	if takeOver {
		o.Slug, o.First, o.Linked = keep.Slug, keep.First, false
	}
	if takeOver && keep.item != nil {
		k := d.change(keep.Feed, keep.Key)
		k.Slug, k.First, k.Linked = "", time.Time{}, true
	}
	pair := &Pair{Keep: keep, Other: other, At: e.cfg.Now().UTC()}
	for _, feed := range sortedKeys(d.all) {
		for _, key := range sortedKeys(d.all[feed]) {
			switch i := d.all[feed][key]; {
			case i.Linked && i.ID == other.ID:
				d.move(feed, key, keep.ID)
				pair.With = append(pair.With, listingName(feed, key))
			case i.Linked && i.ID == keep.ID:
				pair.WithKeep = append(pair.WithKeep, listingName(feed, key))
			}
		}
	}
	for name, p := range d.pairs { // of earlier joins
		if p.Keep.ID == other.ID && !p.Apart {
			moved := *p
			moved.Keep, d.puts[name] = keep, nil
			d.puts[pairName(keep.ID, p.Other.ID)] = &moved
		}
	}
	d.puts[pairName(keep.ID, other.ID)] = pair
	d.runs = []string{other.Feed}
	write := func(b *store.Batch) error {
		if takeOver && keep.item == nil {
			stored, _, err := b.Get(keep.ref())
			if err != nil {
				return err
			}
			locked, err := lockFilled(stored)
			if err != nil {
				return err
			}
			if locked != nil {
				if err := b.Put(locked); err != nil {
					return err
				}
			}
		}
		if err := b.Delete(other.ref()); err != nil {
			return err
		}
		return b.LeadWithdrawn(other.ref(), keep.ref())
	}
	by := "WordPress"
	switch {
	case takeOver:
		by = "the feed " + other.Feed
	case keep.item != nil:
		by = "the feed " + keep.Feed
	}
	message := fmt.Sprintf("%s is %s from now on. Its link leads there, and %s writes it. `estate feeds keep-apart %d %d` undoes it.",
		describe(other), describe(keep), by, keep.ID, other.ID)
	return message, write, nil
}

func isOwn(entity content.Entity) bool {
	property, ok := entity.(*content.Property)
	return !ok || property.Own()
}

func (e *Engine) keepApart(ctx context.Context, d *decision, first, second string) (string, func(*store.Batch) error, error) {
	nothing := func(*store.Batch) error { return nil }
	for name, p := range d.pairs {
		if !p.Apart && (p.Keep.isNamed(first) && p.Other.isNamed(second) || p.Keep.isNamed(second) && p.Other.isNamed(first)) {
			return e.separate(ctx, d, name, p)
		}
	}
	a, err := e.member(ctx, d, first)
	if err != nil {
		return "", nil, err
	}
	b, err := e.member(ctx, d, second)
	if err != nil {
		return "", nil, err
	}
	if a.ref() == b.ref() {
		return "", nil, fmt.Errorf("%q and %q are the same property", first, second)
	}
	d.puts[pairName(a.ID, b.ID)] = &Pair{Keep: a, Other: b, Apart: true, At: e.cfg.Now().UTC()}
	return fmt.Sprintf("%s and %s stay two properties and are not proposed again.", describe(a), describe(b)), nothing, nil
}

// separate undoes a join: the next run brings the other property back under its number and link.
func (e *Engine) separate(ctx context.Context, d *decision, name string, p *Pair) (string, func(*store.Batch) error, error) {
	keep, other := p.Keep, p.Other
	before := d.all[other.Feed][other.Key]
	back := d.change(other.Feed, other.Key)
	wrote := before != nil && before.live() && before.ID == keep.ID
	back.ID, back.Type, back.Slug, back.First, back.Linked = other.ID, other.Type, other.Slug, other.First, false
	back.Gone = before == nil || before.Gone
	d.runs = []string{other.Feed}
	for _, name := range p.With {
		feed, key, _ := strings.Cut(name, "/")
		if i := d.all[feed][key]; i != nil && i.Linked && i.ID == keep.ID {
			d.move(feed, key, other.ID)
		}
	}
	apart := *p
	apart.With, apart.WithKeep = nil, nil
	apart.Apart, apart.At = true, e.cfg.Now().UTC()
	d.puts[name] = &apart
	message := fmt.Sprintf("%s and %s are two properties again; "+
		"a run of the feed %s brings the second one back under its own number and link.", describe(keep), describe(other), other.Feed)
	write := func(*store.Batch) error { return nil }
	if !wrote {
		return message, write, nil
	}
	if feed, key := e.linkedTo(d, keep.ID, other.Feed); feed != "" { // it gets keep back
		heir := d.change(feed, key)
		heir.Linked, heir.Slug, heir.First = false, keep.Slug, keep.First
		d.runs = append(d.runs, feed)
		return message, write, nil
	}
	if keep.ID >= FirstID { // its own feed has given it up meanwhile
		return message, func(b *store.Batch) error { return b.Delete(keep.ref()) }, nil
	}
	return message, func(b *store.Batch) error { // a person has written it
		stored, _, err := b.Get(keep.ref())
		property, ok := stored.(*content.Property)
		if err != nil || !ok {
			return err
		}
		released := *property
		released.Origin = nil
		return b.Put(&released)
	}, nil
}

// linkedTo finds a listing of another feed that is linked to a property.
func (e *Engine) linkedTo(d *decision, id int, not string) (feed, key string) {
	for _, f := range e.cfg.Feeds {
		for _, key := range sortedKeys(d.all[f.Name]) {
			if i := d.all[f.Name][key]; f.Name != not && i.Linked && i.ID == id {
				return f.Name, key
			}
		}
	}
	return "", ""
}

// member finds a published property or development by its number or reference.
func (e *Engine) member(ctx context.Context, d *decision, text string) (Member, error) {
	text = strings.TrimSpace(text)
	var found []content.Entity
	if id, err := strconv.Atoi(text); err == nil && id > 0 {
		for _, t := range []content.Type{content.TypeProperty, content.TypeDevelopment} {
			entity, err := e.store.ByID(ctx, i18n.Fallback, string(t), id, "")
			switch _, known := errors.AsType[*content.Error](err); {
			case err == nil:
				found = append(found, entity)
			case !known && !content.IsNotFound(err):
				return Member{}, err
			}
		}
	}
	if folded := search.FoldReference(text); len(found) == 0 && folded != "" {
		for row, err := range e.store.Rows(ctx) {
			if err != nil {
				return Member{}, err
			}
			if search.FoldReference(row.Reference) != folded {
				continue
			}
			entity, err := e.store.ByID(ctx, i18n.Fallback, string(row.Kind), row.ID, "")
			if err != nil {
				return Member{}, err
			}
			found = append(found, entity)
		}
	}
	switch {
	case len(found) > 1:
		var ids []string
		for _, entity := range found {
			ids = append(ids, strconv.Itoa(content.HeadOf(entity).ID))
		}
		slices.Sort(ids)
		return Member{}, fmt.Errorf("several properties have the reference %q: name one by its number: %s", text, strings.Join(ids, ", "))
	case len(found) == 0:
		for _, p := range d.pairs {
			if !p.Apart && p.Other.isNamed(text) {
				return Member{}, fmt.Errorf("%s is joined with %s", describe(p.Other), describe(p.Keep))
			}
		}
		return Member{}, fmt.Errorf("no published property has the number or reference %q", text)
	}
	return d.memberOf(found[0]), nil
}

func (d *decision) memberOf(entity content.Entity) Member {
	head := content.HeadOf(entity)
	m := Member{ID: head.ID, Type: head.Type, Reference: referenceOf(entity), Slug: head.Slug, First: head.Date, entity: entity}
	for feed, items := range d.all {
		for key, i := range items {
			if i.live() && i.ref() == m.ref() {
				m.Feed, m.Key, m.item = feed, key, i
				return m
			}
		}
	}
	return m
}

func referenceOf(entity content.Entity) string {
	switch e := entity.(type) {
	case *content.Property:
		return e.Reference
	case *content.Development:
		return e.Reference
	}
	return ""
}

func describe(m Member) string {
	return fmt.Sprintf("%s (%d)", cmp.Or(m.Reference, m.Slug), m.ID)
}
