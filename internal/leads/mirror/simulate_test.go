package mirror

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"estate/internal/leads"
)

// TestSimulateEnquiries runs nodes with one mirror in simulated time, while a seed decides
// which calls fail, hang, or fail after they took effect, which nodes crash, lose their disk
// or return with an older one, when the mirror is away and how clocks jump. At the end every
// acknowledged enquiry is in the mirror once, on the disk of its owner, and delivered.
//
// ESTATE_SIMULATE_SEEDS is the number of seeds, ESTATE_SIMULATE_SEED one seed to replay.
// Without them seeds run for five seconds. A seed decides the faults, not the order in which
// goroutines run: repeat a replay (-count) until it fails.
func TestSimulateEnquiries(t *testing.T) {
	template := newTemplate(t)
	if seed := os.Getenv("ESTATE_SIMULATE_SEED"); seed != "" {
		simulateSeed(t, template, number64(t, seed))
		return
	}
	count, deadline := uint64(1<<62), time.Now().Add(5*time.Second)
	if text := os.Getenv("ESTATE_SIMULATE_SEEDS"); text != "" {
		count, deadline = number64(t, text), time.Now().Add(24*time.Hour)
	}
	seed := uint64(0)
	for ; seed < count && time.Now().Before(deadline) && !t.Failed(); seed++ {
		simulateSeed(t, template, seed)
	}
	t.Logf("%d seeds", seed)
}

func number64(t *testing.T, text string) uint64 {
	t.Helper()
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// template has migrated, empty files: migrations take longer than a simulation.
type template struct{ folder string }

func newTemplate(t *testing.T) template {
	t.Helper()
	folder := t.TempDir()
	store, err := leads.OpenStore(t.Context(), filepath.Join(folder, "leads.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	second := New(Config{Path: filepath.Join(folder, "mirror.db")})
	if _, err := second.Owner(t.Context(), leads.Key{}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Close(), second.Close()); err != nil {
		t.Fatal(err)
	}
	return template{folder}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func simulateSeed(t *testing.T, template template, seed uint64) {
	t.Helper()
	// In memory where there is such a folder: the simulation has disk faults of its own.
	folder, err := os.MkdirTemp(map[bool]string{true: "/dev/shm"}[isFolder("/dev/shm")], "estate-simulate-*")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	synctest.Test(t, func(t *testing.T) {
		s := &simulation{t: t, seed: seed, random: rand.New(rand.NewPCG(seed, 1)), template: template, folder: folder, got: map[string]int{}, oneDisk: map[string]*simNode{}}
		s.run()
	})
	if t.Failed() {
		t.Logf("replay: ESTATE_SIMULATE_SEED=%d go test -count=1 -run TestSimulateEnquiries ./internal/leads/mirror", seed)
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// simulation is one run. Its rng decides all faults.
type simulation struct {
	t        *testing.T
	seed     uint64
	template template
	folder   string
	required bool
	second   *Mirror
	nodes    []*simNode

	mu      sync.Mutex
	random  *rand.Rand
	calm    bool // no more faults
	away    bool // the mirror, for all nodes
	got     map[string]int
	acked   []string
	oneDisk map[string]*simNode // acknowledged from the disk of a node only
	faults  int
}

// chance is true once in n.
func (s *simulation) chance(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.calm && s.random.IntN(n) == 0
}

func (s *simulation) intN(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.IntN(n)
}

func (s *simulation) fault() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults++
}

// simNode is a node; a crash ends a life, and a restart begins another one.
type simNode struct {
	*simulation
	index, lives, disks int
	folder, image       string
	skew                atomic.Int64         // of its clock, in ns
	life                atomic.Pointer[life] // nil while it is down
}

// life is a running process.
type life struct {
	node    *simNode
	service *leads.Service
	store   *leads.Store
	cancel  context.CancelFunc
	ended   chan struct{}
	mu      sync.Mutex
	dead    bool
	cut     bool // from the mirror
}

func (l *life) is(flag *bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return *flag
}

func (l *life) set(flag *bool, value bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	*flag = value
}

func (n *simNode) start() {
	if n.folder == "" {
		n.disks++
		n.folder = filepath.Join(n.simulation.folder, fmt.Sprintf("node-%d-%d", n.index, n.disks))
		if err := os.MkdirAll(n.folder, 0o700); err != nil {
			n.t.Fatal(err)
		}
		copyFile(n.t, filepath.Join(n.template.folder, "leads.db"), filepath.Join(n.folder, "leads.db"))
	}
	store, err := leads.OpenStore(context.Background(), filepath.Join(n.folder, "leads.db"), func() time.Time { return time.Now().Add(time.Duration(n.skew.Load())) })
	if err != nil {
		n.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	l := &life{node: n, store: store, cancel: cancel, ended: make(chan struct{})}
	quiet := slog.New(slog.DiscardHandler)
	if os.Getenv("ESTATE_SIMULATE_SEED") != "" {
		quiet = slog.New(slog.NewTextHandler(os.Stderr, nil)).With("node", n.index)
	}
	l.service = leads.NewService(leads.Config{
		Store: store, Channels: []leads.Channel{simChannel{l}}, Log: quiet,
		Delivery: leads.DeliveryConfig{InitialBackoff: time.Second, MaxBackoff: 20 * time.Second, MaxAttempts: 1 << 30},
		Mirror:   &simMirror{Mirror: n.second, life: l}, Mirrored: leads.MirrorConfig{Required: n.required},
	})
	go func() { defer close(l.ended); _ = l.service.Run(ctx) }()
	n.lives++
	n.life.Store(l)
}

// crash ends the process: whatever it does now has no effect outside.
func (n *simNode) crash() {
	l := n.life.Load()
	l.set(&l.dead, true)
	l.cancel()
	<-l.ended
	if err := l.store.Close(); err != nil {
		n.t.Fatal(err)
	}
	n.life.Store(nil)
}

// simMirror is the mirror over a network that fails.
type simMirror struct {
	leads.Mirror
	life *life
}

var errNetwork = errors.New("simulated network failure")

// call makes a call that may not arrive, arrive late, or whose answer may be lost.
func (m *simMirror) call(ctx context.Context, do func(context.Context) error) error {
	s, l := m.life.node.simulation, m.life
	broken := func() bool {
		s.mu.Lock()
		away := s.away
		s.mu.Unlock()
		return away || l.is(&l.dead) || l.is(&l.cut)
	}
	if s.chance(8) {
		wait(ctx, time.Duration(s.intN(6000))*time.Millisecond)
	}
	if broken() || s.chance(25) {
		if s.chance(2) { // nobody answers
			wait(ctx, time.Hour)
		}
		return errNetwork
	}
	// A statement that has begun is completed by the server.
	err := do(context.WithoutCancel(ctx))
	if s.chance(25) || l.is(&l.dead) {
		s.fault()
		return errNetwork
	}
	return err
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (m *simMirror) Beat(ctx context.Context, node string) (state leads.MirrorState, err error) {
	err = m.call(ctx, func(ctx context.Context) (err error) { state, err = m.Mirror.Beat(ctx, node); return err })
	return state, err
}

func (m *simMirror) Put(ctx context.Context, c leads.Copy) (result leads.PutResult, err error) {
	err = m.call(ctx, func(ctx context.Context) (err error) { result, err = m.Mirror.Put(ctx, c); return err })
	return result, err
}

func (m *simMirror) Delete(ctx context.Context, writer string, key leads.Key) error {
	return m.call(ctx, func(ctx context.Context) error { return m.Mirror.Delete(ctx, writer, key) })
}

func (m *simMirror) Changes(ctx context.Context, node string, after int64) (changes []leads.Copy, err error) {
	err = m.call(ctx, func(ctx context.Context) (err error) { changes, err = m.Mirror.Changes(ctx, node, after); return err })
	return changes, err
}

func (m *simMirror) Owner(ctx context.Context, key leads.Key) (owner string, err error) {
	err = m.call(ctx, func(ctx context.Context) (err error) { owner, err = m.Mirror.Owner(ctx, key); return err })
	return owner, err
}

func (m *simMirror) Adopt(ctx context.Context, from string, beat int64, to string) (n int, err error) {
	err = m.call(ctx, func(ctx context.Context) (err error) { n, err = m.Mirror.Adopt(ctx, from, beat, to); return err })
	return n, err
}

// simChannel is a recipient that may fail before or after it has accepted an enquiry.
type simChannel struct{ life *life }

func (c simChannel) Name() string             { return "mail" }
func (c simChannel) Accepts(*leads.Lead) bool { return true }

func (c simChannel) Deliver(ctx context.Context, lead *leads.Lead) error {
	s := c.life.node.simulation
	if s.chance(3) {
		wait(ctx, time.Duration(s.intN(60))*time.Second)
		return errNetwork
	}
	if c.life.is(&c.life.dead) {
		return errNetwork
	}
	s.mu.Lock()
	s.got[lead.Message]++
	s.mu.Unlock()
	if s.chance(20) {
		s.fault()
		return errNetwork
	}
	return nil
}

func (s *simulation) run() {
	copyFile(s.t, filepath.Join(s.template.folder, "mirror.db"), filepath.Join(s.folder, "mirror.db"))
	s.second = New(Config{Path: filepath.Join(s.folder, "mirror.db")})
	defer func() { _ = s.second.Close() }()
	s.required = s.intN(2) == 0
	for i := range 2 + s.intN(2) {
		n := &simNode{simulation: s, index: i}
		n.skew.Store(int64(time.Duration(s.intN(7200)-3600) * time.Second))
		s.nodes = append(s.nodes, n)
		n.start()
	}
	var visitors sync.WaitGroup
	for i := range 4 + s.intN(5) {
		visitors.Go(func() {
			wait(context.Background(), time.Duration(s.intN(300))*time.Second)
			s.visit(fmt.Sprint("message ", i))
		})
	}
	for range 10 {
		time.Sleep(time.Duration(1+s.intN(90)) * time.Second)
		s.event()
	}
	s.mu.Lock()
	s.calm, s.away = true, false
	s.mu.Unlock()
	for _, n := range s.nodes {
		if n.life.Load() == nil {
			n.start()
		}
		l := n.life.Load()
		l.set(&l.cut, false)
	}
	visitors.Wait()
	time.Sleep(30 * time.Minute)
	s.check()
	for _, n := range s.nodes {
		n.crash()
	}
}

// event is a fault of a node, of the mirror or of a clock.
func (s *simulation) event() {
	n := s.nodes[s.intN(len(s.nodes))]
	s.fault()
	switch s.intN(8) {
	case 0, 1: // crash
		if n.life.Load() != nil {
			n.crash()
		}
	case 2: // crash and loss of the disk
		if n.life.Load() == nil {
			return
		}
		n.crash()
		if err := os.RemoveAll(n.folder); err != nil {
			s.t.Fatal(err)
		}
		n.folder, n.image = "", ""
		s.mu.Lock()
		for message, on := range s.oneDisk {
			if on == n {
				s.oneDisk[message] = nil // may be lost, as it was told
			}
		}
		s.mu.Unlock()
	case 3: // the mirror is away, or back
		s.mu.Lock()
		s.away = !s.away
		s.mu.Unlock()
	case 4: // a node is cut off, or back
		if l := n.life.Load(); l != nil {
			l.set(&l.cut, !l.is(&l.cut))
		}
	case 5: // clock
		n.skew.Add(int64(time.Duration(s.intN(7200)-3600) * time.Second))
	case 6: // a backup of a stopped node, or its return
		file := filepath.Join(n.folder, "leads.db")
		if n.life.Load() != nil || n.folder == "" || !s.required {
			break
		}
		if n.image == "" {
			n.image = n.folder + ".backup"
			copyFile(s.t, file, n.image)
			break
		}
		_ = os.Remove(file + "-wal")
		_ = os.Remove(file + "-shm")
		copyFile(s.t, n.image, file)
	}
	if n.life.Load() == nil && s.intN(3) > 0 {
		n.start()
	}
}

// visit sends an enquiry until it is acknowledged.
func (s *simulation) visit(message string) {
	for {
		n := s.nodes[s.intN(len(s.nodes))]
		if l := n.life.Load(); l != nil {
			receipt, err := l.service.Submit(context.Background(), enquiry(message))
			if err == nil && !l.is(&l.dead) {
				s.mu.Lock()
				s.acked = append(s.acked, message)
				if receipt.OneDisk {
					s.oneDisk[message] = n
				}
				s.mu.Unlock()
				return
			}
		}
		time.Sleep(time.Duration(1+s.intN(20)) * time.Second)
	}
}

// check holds the invariants after everything works again.
func (s *simulation) check() {
	copied, owners := map[string]int{}, map[string]string{}
	for c, err := range s.second.Copies(context.Background(), leads.Selection{}) {
		if err != nil {
			s.t.Fatal(err)
		}
		copied[c.Lead.Message]++
		owners[c.Lead.Message] = c.Owner
	}
	onDisk := map[string]map[string]int{} // by message and node
	for _, n := range s.nodes {
		name, err := n.life.Load().store.NodeName(context.Background())
		if err != nil {
			s.t.Fatal(err)
		}
		for lead, err := range n.life.Load().store.Leads(context.Background(), leads.Selection{}) {
			if err != nil {
				s.t.Fatal(err)
			}
			if onDisk[lead.Message] == nil {
				onDisk[lead.Message] = map[string]int{}
			}
			onDisk[lead.Message][name]++
		}
		if left, err := n.life.Load().store.Uncopied(context.Background()); err != nil || left > 0 {
			s.t.Errorf("seed %d: node %d has %d changes that are not in the mirror (%v)", s.seed, n.index, left, err)
		}
	}
	for _, message := range s.acked {
		if on, told := s.oneDisk[message]; told && on == nil {
			continue
		}
		if copied[message] == 0 {
			s.t.Errorf("seed %d: %q was acknowledged and is lost", s.seed, message)
			continue
		}
		if s.got[message] == 0 {
			s.t.Errorf("seed %d: %q was not delivered", s.seed, message)
		}
		if onDisk[message][owners[message]] == 0 {
			s.t.Errorf("seed %d: %q is not on the disk of its owner: %v", s.seed, message, onDisk[message])
		}
		// Without acknowledgements from one disk the mirror keeps one of equal enquiries.
		if s.required && (copied[message] != 1 || len(onDisk[message]) != 1) {
			s.t.Errorf("seed %d: %q is %d times in the mirror and on the disks %v", s.seed, message, copied[message], onDisk[message])
		}
		// Each delivery beyond the first needs a fault.
		if s.got[message] > 1+cmp.Or(s.faults, 0) {
			s.t.Errorf("seed %d: %q was delivered %d times with %d faults", s.seed, message, s.got[message], s.faults)
		}
	}
}
