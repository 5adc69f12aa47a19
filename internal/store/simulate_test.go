package store_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/find/index"
	"estate/internal/find/indexer"
	"estate/internal/store"
	"estate/internal/tests/simulate"
	"estate/internal/tests/storetest"
)

// TestSimulateCatchUp runs nodes that share a database in simulated time. Each has a search index,
// writes, and follows the change log. A seed decides which notifications are
// lost, late or sent twice, which connections break, which subscribers and builds of the index
// fail, which nodes are cut off or restarted, when the log is too short to catch up, and when an older database is
// restored. A node never goes back, never shows a part of a batch, and shows what it wrote. In the end
// all nodes are equal: 10 s after the last fault, and 2 s after the last write.
func TestSimulateCatchUp(t *testing.T) {
	storetest.SQLiteOnly(t)
	template := filepath.Join(t.TempDir(), "template.db")
	st, err := store.Open(t.Context(), store.Config{Path: template})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	simulate.ShrinkPages(t, template)
	simulate.Run(t, func(t *testing.T, faults *simulate.Faults) {
		synctest.Test(t, func(t *testing.T) {
			s := &simulation{t: t, Faults: faults, file: filepath.Join(faults.Folder, "estate.db"), image: -1}
			simulate.CopyFile(s.t, template, s.file)
			s.run()
		})
	})
}

var errSimulated = errors.New("simulated failure")

// Times that are promised.
const (
	simRecovery = 10 * time.Second // from the end of a fault until a node follows again
	simDelay    = 2 * time.Second  // from a write until all nodes show it
)

const simProperties = 25

// simulation is one run.
type simulation struct {
	*simulate.Faults
	t      *testing.T
	file   string
	keep   int          // changes in the log
	server *store.Store // keeps the database open and answers the queries of connections
	nodes  []*simNode
	image  int // commit of the backup, -1 without one

	mu            sync.Mutex
	commits       []simCommit
	version       int
	notifications sync.WaitGroup
}

// simCommit is the state after a commit.
type simCommit struct {
	last   uint64      // number of the last change; 0 if it is not known
	prices map[int]int // of the published properties
}

// simNode is a node of the cluster.
type simNode struct {
	*simulation
	name string
	life *simLife // nil while it is down

	mu         sync.Mutex
	cut        bool
	connection *simConnection
	shown      int // the latest commit that it has shown
}

// simLife is a running process.
type simLife struct {
	store  *store.Store
	index  *index.Index
	cancel context.CancelFunc
	ended  chan struct{}
}

func (s *simulation) openServer() {
	st, err := store.OpenShared(context.Background(), store.Config{Path: s.file, Readers: 2}, func(ctx context.Context) (store.Connection, error) {
		<-ctx.Done() // it follows nothing
		return nil, ctx.Err()
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.server = st
}

// start starts a node. It stays down when its index cannot be built.
func (n *simNode) start() {
	log := slog.New(slog.DiscardHandler)
	if simulate.Replay() {
		log = slog.New(slog.NewTextHandler(os.Stderr, nil)).With("node", n.name)
	}
	st, err := store.OpenShared(context.Background(), store.Config{Path: n.file, Readers: 2, KeepChanges: n.keep, Log: log}, n.connect)
	if err != nil {
		n.t.Fatal(err)
	}
	var last uint64
	ix := index.New(index.Config{
		Rows: func(ctx context.Context) iter.Seq2[search.Row, error] { return n.rows(st.RowsWithLast(ctx, &last)) },
		Last: func() uint64 { return last }, MaxChanged: 8,
	})
	updater := indexer.New(indexer.Config{
		Store: st, Index: ix, Log: log, ReadRedirects: func(context.Context) error { return nil },
	})
	st.Subscribe(func(seq uint64) error {
		n.Yield(n.name + " subscriber")
		if n.Chance(n.name+" subscriber fails", 25) {
			return errSimulated
		}
		if err := updater.Apply(seq); err != nil {
			return err
		}
		if n.Chance(n.name+" next subscriber fails", 25) {
			return errSimulated
		}
		return nil
	})
	if err := updater.Load(context.Background()); err != nil {
		if !errors.Is(err, errSimulated) {
			n.t.Errorf("%s does not start: %v", n.name, err)
		}
		n.close(st)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	n.life = &simLife{store: st, index: ix, cancel: cancel, ended: make(chan struct{})}
	go func(l *simLife) { defer close(l.ended); _ = updater.Run(ctx) }(n.life)
	n.shown = n.check(0, 0)
}

func (n *simNode) close(st *store.Store) {
	if err := st.Close(); err != nil {
		n.t.Error(err)
	}
}

// rows are the rows for a build, which may break off.
func (n *simNode) rows(all iter.Seq2[search.Row, error]) iter.Seq2[search.Row, error] {
	fails := n.Chance(n.name+" rows fail", 12)
	return func(yield func(search.Row, error) bool) {
		n.Yield(n.name + " before rows")
		defer n.Yield(n.name + " after rows")
		for row, err := range all {
			if fails {
				row, err = search.Row{}, errSimulated
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// stop ends a node.
func (n *simNode) stop() {
	l := n.life
	if l == nil {
		return
	}
	l.cancel()
	<-l.ended
	n.close(l.store)
	n.life = nil
}

// simConnection is the connection of a listener.
type simConnection struct {
	node     *simNode
	notified chan struct{}
	broken   chan struct{}
}

func (n *simNode) isCut() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.cut
}

func (n *simNode) connect(ctx context.Context) (store.Connection, error) {
	if n.isCut() {
		simWait(ctx, 5*time.Second)
		return nil, errSimulated
	}
	if n.Chance(n.name+" connect fails", 8) {
		return nil, errSimulated
	}
	c := &simConnection{n, make(chan struct{}, 1), make(chan struct{})}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.connection = c
	return c, nil
}

func (c *simConnection) Number(ctx context.Context, query string) (uint64, error) {
	name := c.node.name + " number"
	if c.node.isCut() {
		simWait(ctx, 3*time.Second)
		return 0, errSimulated
	}
	if c.node.Chance(name+" late", 20) {
		simWait(ctx, time.Duration(c.node.IntN(name+" delay", 2900))*time.Millisecond)
	}
	if c.node.Chance(name+" fails", 60) {
		return 0, errSimulated
	}
	c.node.Yield(name)
	return c.node.server.Number(ctx, query)
}

func (c *simConnection) Wait(ctx context.Context, timeout time.Duration, wake <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c.broken:
		return errSimulated
	case <-c.notified:
	case <-wake:
	case <-time.After(timeout):
	}
	return nil
}

func (c *simConnection) Close(context.Context) {}

func simWait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// notify sends the notification of a commit to all nodes.
func (s *simulation) notify() {
	for _, n := range s.nodes {
		if s.Chance(n.name+" notification lost", 4) {
			continue
		}
		for range 1 + s.IntN(n.name+" notifications", 2) {
			s.notifications.Go(func() {
				time.Sleep(time.Duration(s.IntN(n.name+" notification delay", 1500)) * time.Millisecond)
				n.mu.Lock()
				c, cut := n.connection, n.cut
				n.mu.Unlock()
				if c == nil || cut {
					return
				}
				select {
				case c.notified <- struct{}{}:
				default:
				}
			})
		}
	}
}

// write changes properties on a node, which then shows the change.
func (n *simNode) write() {
	own := -1
	err := n.life.store.Write(context.Background(), func(b *store.Batch) error {
		n.simulation.mu.Lock()
		defer n.simulation.mu.Unlock()
		prices := maps.Clone(n.commits[len(n.commits)-1].prices)
		for range 1 + n.IntN("batch", 6) {
			id := 1 + n.IntN("property", simProperties)
			p := testProperty(id)
			if n.IntN("delete", 4) == 0 {
				if err := b.Delete(p.Ref()); err != nil {
					return err
				}
				delete(prices, id)
				continue
			}
			n.version++
			p.Price.Amount, p.Types, p.Bedrooms = 100_000+1000*n.version, []int{7 + 8*(n.version%2)}, n.version%6
			prices[id] = p.Price.Amount
			if n.IntN("draft", 6) == 0 {
				p.Status = content.StatusDraft
				delete(prices, id)
			}
			if err := b.Put(p); err != nil {
				return err
			}
		}
		n.Yield(n.name + " batch")
		own = len(n.commits)
		n.commits = append(n.commits, simCommit{prices: prices})
		return nil
	})
	switch {
	case err == nil:
		n.shown = n.check(own, n.shown)
	case !errors.Is(err, errSimulated): // a subscriber failed after the commit
		n.t.Errorf("%s cannot write: %v", n.name, err)
	}
}

// writes lets nodes write at the same time.
func (s *simulation) writes(nodes ...*simNode) {
	var group sync.WaitGroup
	for _, n := range nodes {
		if n.life != nil && !n.isCut() {
			group.Go(n.write)
		}
	}
	group.Wait()
	s.commits[len(s.commits)-1].last = s.lastChange()
	s.notify()
}

func (s *simulation) lastChange() uint64 {
	last, err := s.server.Number(context.Background(), "SELECT value FROM counters WHERE name = 'change'")
	if err != nil {
		s.t.Fatal(err)
	}
	return last
}

// check compares what a node shows with the commits from number from on, and the index with those from
// number shown on. It returns the first commit that the index may be. The index may be ahead of the documents: it
// reads the newest rows when the node catches up.
func (n *simNode) check(from, shown int) int {
	generation := n.life.store.Generation()
	found, err := n.life.index.Search(context.Background(), search.Filter{
		Kind: search.KindProperties, PerPage: simProperties, IncludeSold: true, Sort: search.SortPriceLow,
	})
	if err != nil {
		n.t.Fatal(err)
	}
	documents := map[int]int{}
	for range 6 {
		id := 1 + n.IntN(n.name+" reads", simProperties)
		documents[id] = 0
		entities, err := n.life.store.BySlug(context.Background(), "en", "properties", testProperty(id).Slug)
		if err != nil {
			n.t.Fatal(err)
		}
		for _, entity := range entities {
			if p := entity.(*content.Property); p.Status == content.StatusPublish {
				documents[id] = p.Price.Amount
			}
		}
	}
	n.simulation.mu.Lock()
	defer n.simulation.mu.Unlock()
	for i, c := range n.commits {
		if c.last > 0 && c.last <= generation {
			from = max(from, i)
		}
	}
	n.checkDocuments(documents, from)
	from = max(from, shown)
	for i := from; i < len(n.commits); i++ {
		if slices.Equal(found.IDs, n.commits[i].ids()) {
			return i
		}
	}
	n.t.Errorf("%s at generation %d: the index has %v, which is no commit from %d (%v) to %d (%v)",
		n.name, generation, found.IDs, from, n.commits[from].ids(), len(n.commits)-1, n.commits[len(n.commits)-1].ids())
	return from
}

// checkDocuments compares each document with those of the commits from number from on.
func (n *simNode) checkDocuments(documents map[int]int, from int) {
	for id, price := range documents {
		current := slices.ContainsFunc(n.commits[from:], func(c simCommit) bool { return c.prices[id] == price })
		if !current {
			n.t.Errorf("%s shows property %d with the price %d, which is older than commit %d (%d)", n.name, id, price, from, n.commits[from].prices[id])
		}
	}
}

// ids are the published properties by price.
func (c simCommit) ids() []int {
	return slices.SortedFunc(maps.Keys(c.prices), func(a, b int) int { return c.prices[a] - c.prices[b] })
}

func (s *simulation) run() {
	s.keep = 4 + s.IntN("keep", 16)
	s.commits = []simCommit{{prices: map[int]int{}}}
	s.openServer()
	for i := range 2 + s.IntN("nodes", 2) {
		name := fmt.Sprint("node ", i)
		n := &simNode{simulation: s, name: name}
		s.nodes = append(s.nodes, n)
		n.start()
	}
	for range 20 {
		time.Sleep(time.Duration(s.IntN("next event", 15_000)) * time.Millisecond)
		s.event()
		for _, n := range s.nodes {
			if n.life != nil {
				n.shown = n.check(0, n.shown)
			}
		}
	}
	s.End()
	for _, n := range s.nodes {
		n.setCut(false)
		if n.life == nil {
			n.start()
		}
	}
	s.notifications.Wait()
	time.Sleep(simRecovery)
	s.checkEqual("after the faults")
	s.writes(s.nodes...)
	time.Sleep(simDelay)
	s.checkEqual("after the last write")
	for _, n := range s.nodes {
		n.stop()
		n.start()
	}
	s.checkEqual("after a restart")
	s.notifications.Wait()
	for _, n := range s.nodes {
		n.stop()
	}
	if err := s.server.Close(); err != nil {
		s.t.Error(err)
	}
}

func (n *simNode) setCut(cut bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut = cut
}

// event is a write, a fault, or its end.
func (s *simulation) event() {
	n := s.nodes[s.IntN("node", len(s.nodes))]
	switch s.IntN("event", 15) {
	case 0: // an end
		n.stop()
	case 1: // the connection breaks
		n.mu.Lock()
		if c := n.connection; c != nil {
			close(c.broken)
			n.connection = nil
		}
		n.mu.Unlock()
	case 2: // the network is cut or joined
		n.setCut(!n.isCut())
	case 3: // a restart
		n.stop()
		n.start()
	case 4: // many writes: the log may be too short for the others
		for range 3 + s.IntN("burst", 6) {
			s.writes(n)
		}
	case 5: // the database is saved or restored
		s.restore()
	case 6, 7:
		s.writes(s.nodes...)
	default:
		s.writes(n)
	}
	for _, n := range s.nodes {
		if n.life == nil && s.IntN("restart", 3) > 0 {
			n.start()
		}
	}
}

// restore stops all nodes, and saves the database or replaces it by the saved one.
func (s *simulation) restore() {
	for _, n := range s.nodes {
		n.stop()
	}
	s.notifications.Wait()
	if err := s.server.Close(); err != nil {
		s.t.Fatal(err)
	}
	image := s.file + ".image"
	if s.image < 0 {
		simulate.CopyFile(s.t, s.file, image)
		s.image = len(s.commits) - 1
	} else {
		if _, err := os.Stat(s.file + "-wal"); !errors.Is(err, fs.ErrNotExist) {
			s.t.Fatalf("a file beside the database: %v", err)
		}
		simulate.CopyFile(s.t, image, s.file)
		s.commits = s.commits[:s.image+1]
	}
	s.openServer()
	// The first node writes before the others start.
	for _, n := range s.nodes {
		n.shown = 0
		n.start()
		for range s.IntN("writes after a restore", 6) {
			s.writes(n)
		}
	}
}

// checkEqual checks that all nodes show the last commit, with an index that equals a new one.
func (s *simulation) checkEqual(when string) {
	last := s.lastChange()
	fresh := index.New(index.Config{Rows: s.server.Rows})
	if err := fresh.Build(context.Background()); err != nil {
		s.t.Fatal(err)
	}
	for _, n := range s.nodes {
		if generation := n.life.store.Generation(); generation != last {
			s.t.Errorf("%s: %s is at generation %d, the last change is %d", when, n.name, generation, last)
			continue
		}
		n.check(len(s.commits)-1, 0)
		for _, f := range []search.Filter{{}, {Types: []int{15}}, {Beds: 3, Sort: search.SortPriceLow}, {PriceFrom: 150_000, PriceTo: 400_000}} {
			f.Kind, f.PerPage = search.KindProperties, simProperties
			want, err := fresh.Search(context.Background(), f)
			got, err2 := n.life.index.Search(context.Background(), f)
			if diff := cmp.Diff(want, got); diff != "" || err != nil || err2 != nil {
				s.t.Errorf("%s: %s: %+v: %v, %v\n%s", when, n.name, f, err, err2, diff)
			}
		}
	}
}
