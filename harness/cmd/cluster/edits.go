package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"estate/harness/command"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
)

const (
	editedProperties = 8
	writers          = 2 // stores that write beside the nodes
	writeTimeout     = 30 * time.Second
	notePrefix       = "cluster-test/" // a note of each write tells later whether it was committed
)

// prices edits prices through the store and reads them on the nodes. Each written price
// is another one.
type prices struct {
	began      time.Time
	writers    []*store.Store
	properties []*content.Property

	last atomic.Int64 // the last price

	mu     sync.Mutex
	ops    []operation
	faults []outage
}

// openPrices opens the writers and chooses the properties.
func (r *run) openPrices(ctx context.Context) (*prices, error) {
	p := &prices{began: time.Now()}
	p.last.Store(1_000_000)
	for range writers {
		s, err := store.Open(ctx, store.Config{URL: r.server.url})
		if err != nil {
			p.close()
			return nil, err
		}
		p.writers = append(p.writers, s)
	}
	heads, err := p.writers[0].Heads(ctx, content.TypeProperty, "", 0, 100)
	if err != nil {
		return nil, err
	}
	for _, head := range heads {
		property, err := p.property(ctx, p.writers[0], head.ID)
		if err != nil {
			return nil, err
		}
		if property.Price.Public() > 0 && property.Price.Mode == content.PriceSale && !property.Sold() && len(p.properties) < editedProperties {
			p.properties = append(p.properties, property)
		}
	}
	if len(p.properties) < editedProperties {
		return nil, fmt.Errorf("%d properties with a price, but %d are needed", len(p.properties), editedProperties)
	}
	for i := range p.properties { // the first value of each register
		if err := p.write(ctx, p.writers[0], i); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *prices) close() {
	for _, s := range p.writers {
		_ = s.Close()
	}
}

func (p *prices) property(ctx context.Context, s *store.Store, id int) (*content.Property, error) {
	entity, err := s.ByID(ctx, i18n.Fallback, "properties", id, "")
	if err != nil {
		return nil, err
	}
	property, ok := entity.(*content.Property)
	if !ok {
		return nil, fmt.Errorf("property %d is a %T", id, entity)
	}
	return property, nil
}

// now is the time of the history, in nanoseconds.
func (p *prices) now() int64 { return int64(time.Since(p.began)) }

func (p *prices) record(op operation) {
	op.end = p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ops = append(p.ops, op)
}

// write writes a new price of property i.
func (p *prices) write(ctx context.Context, s *store.Store, i int) error {
	op := operation{kind: write, property: i, price: int(p.last.Add(1)), begin: p.now()}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	err := s.Write(ctx, func(b *store.Batch) error {
		// Read in the batch: the other writer has no batch now.
		old, err := p.property(ctx, s, p.properties[i].ID)
		if err != nil {
			return err
		}
		next := *old
		next.Price.Amount, next.Modified = op.price, time.Now().UTC().Truncate(time.Second)
		return errors.Join(b.Put(&next), b.PutNote(notePrefix+strconv.Itoa(op.price), "1"))
	})
	op.failed = err != nil
	p.record(op)
	return err
}

// read reads the price of property i in an empty batch, when no other batch is open.
func (p *prices) read(ctx context.Context, s *store.Store, i int) error {
	op := operation{kind: storeRead, property: i, begin: p.now()}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	err := s.Write(ctx, func(*store.Batch) error {
		property, err := p.property(ctx, s, p.properties[i].ID)
		if err == nil {
			op.price = property.Price.Amount
		}
		return err
	})
	if err == nil {
		p.record(op)
	}
	return err
}

// offer is the price in the structured data of a View.
var offer = regexp.MustCompile(`"offers":\{"@type":"Offer","price":"(\d+)"`)

// view returns the View of property i on a node, and its price.
func (p *prices) view(ctx context.Context, client *http.Client, n *node, i int) (string, int, error) {
	code, body, err := get(ctx, client, "http://"+n.addr+"/_view"+p.properties[i].Link)
	if err != nil {
		return "", 0, err
	}
	found := offer.FindSubmatch(body)
	if code != http.StatusOK || found == nil {
		return "", 0, fmt.Errorf("view of property %d on %s: status %d, or without a price", p.properties[i].ID, n.name, code)
	}
	price, err := strconv.Atoi(string(found[1]))
	return string(body), price, err
}

// start edits and reads until ctx ends.
func (p *prices) start(ctx context.Context, group *sync.WaitGroup, nodes []*node, rate float64) {
	for w, s := range p.writers {
		group.Go(func() {
			tick := time.NewTicker(time.Duration(float64(time.Second) * writers / rate))
			defer tick.Stop()
			for n := w; ctx.Err() == nil; n++ {
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
				}
				err := p.write(ctx, s, n%len(p.properties))
				if err == nil && n%3 == 0 {
					err = p.read(ctx, s, (n+1)%len(p.properties))
				}
				if err != nil { // PostgreSQL is away
					select {
					case <-ctx.Done():
					case <-time.After(2 * time.Second):
					}
				}
			}
		})
	}
	for number, n := range nodes {
		group.Go(func() { p.watch(ctx, number, n) })
	}
}

// watch reads the prices of a node one after the other, each about once a second.
func (p *prices) watch(ctx context.Context, number int, n *node) {
	client := &http.Client{Timeout: 20 * time.Second}
	defer client.CloseIdleConnections()
	tick := time.NewTicker(time.Second / time.Duration(len(p.properties)))
	defer tick.Stop()
	for seq := 0; ; seq++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		op := operation{kind: nodeRead, node: number, seq: seq, property: seq % len(p.properties), begin: p.now()}
		var err error
		if _, op.price, err = p.view(ctx, client, n, op.property); err == nil {
			p.record(op)
		}
	}
}

// disconnect records that a node, or all with nil, cannot reach PostgreSQL until the returned
// function is called; after that it has some time to follow.
func (p *prices) disconnect(n *node) func(catchUp time.Duration) {
	o := outage{begin: p.now(), n: n}
	return func(catchUp time.Duration) {
		o.end = p.now() + int64(catchUp)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.faults = append(p.faults, o)
	}
}

// equalLimit is the time after the last edit until all nodes are equal.
const equalLimit = 2 * time.Second

// checkEqual compares the Views of all edited properties on all nodes.
func (r *run) checkEqual(ctx context.Context) error {
	begin := time.Now()
	var different string
	for time.Since(begin) < 30*time.Second {
		var err error
		if different, err = r.differences(ctx); err != nil {
			return err
		}
		if different == "" {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
	took := time.Since(begin)
	r.report.Check("end", fmt.Sprintf("%s after the last edit the Views of all edited properties are equal on all nodes", equalLimit),
		command.Round(took)+" "+different, different == "" && took <= equalLimit)
	return nil
}

// differences names a property whose View is not that of the store, or not the same on
// all nodes.
func (r *run) differences(ctx context.Context) (string, error) {
	for i, property := range r.prices.properties {
		stored, err := r.prices.property(ctx, r.prices.writers[0], property.ID)
		if err != nil {
			return "", err
		}
		first := ""
		for _, n := range r.nodes {
			view, price, err := r.prices.view(ctx, http.DefaultClient, n, i)
			switch {
			case err != nil:
				return err.Error(), nil
			case price != stored.Price.Amount:
				return fmt.Sprintf("%s shows price %d of property %d, the store has %d", n.name, price, property.ID, stored.Price.Amount), nil
			case first == "":
				first = view
			case view != first:
				return fmt.Sprintf("the View of property %d differs on %s", property.ID, n.name), nil
			}
		}
	}
	return "", nil
}
