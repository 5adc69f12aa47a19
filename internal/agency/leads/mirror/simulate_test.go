package mirror

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/tests/simulate"
)

// TestSimulateEnquiries runs nodes with one mirror in simulated time, while a seed decides
// which calls fail, hang, or fail after they took effect, which nodes crash, lose their disk
// or return with an older one, when the mirror is away and how clocks jump. At the end every
// acknowledged enquiry is in the mirror once, on the disk of its owner, and delivered.
func TestSimulateEnquiries(t *testing.T) {
	template := newTemplate(t)
	simulate.Run(t, func(t *testing.T, faults *simulate.Faults) {
		synctest.Test(t, func(t *testing.T) {
			s := &simulation{t: t, Faults: faults, template: template, folder: faults.Folder, got: map[string]int{}, oneDisk: map[string]*simNode{}}
			s.run()
		})
	})
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
	simulate.ShrinkPages(t, filepath.Join(folder, "mirror.db"))
	simulate.ShrinkPages(t, filepath.Join(folder, "leads.db"))
	return template{folder}
}

// simulation is one run.
type simulation struct {
	*simulate.Faults
	t        *testing.T
	template template
	folder   string
	required bool
	second   *Mirror
	nodes    []*simNode

	mu      sync.Mutex
	away    bool // the mirror, for all nodes
	got     map[string]int
	acked   []string
	oneDisk map[string]*simNode // acknowledged from the disk of a node only
	faults  int
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

// name is the name of a call of this node.
func (n *simNode) name(call string) string { return fmt.Sprintf("node %d %s", n.index, call) }

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
		simulate.CopyFile(n.t, filepath.Join(n.template.folder, "leads.db"), filepath.Join(n.folder, "leads.db"))
	}
	store, err := leads.OpenStore(context.Background(), filepath.Join(n.folder, "leads.db"), func() time.Time { return time.Now().Add(time.Duration(n.skew.Load())) })
	if err != nil {
		n.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	l := &life{node: n, store: store, cancel: cancel, ended: make(chan struct{})}
	quiet := slog.New(slog.DiscardHandler)
	if simulate.Replay() {
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
func (m *simMirror) call(ctx context.Context, name string, do func(context.Context) error) error {
	s, l := m.life.node.simulation, m.life
	name = l.node.name(name)
	broken := func() bool {
		s.mu.Lock()
		away := s.away
		s.mu.Unlock()
		return away || l.is(&l.dead) || l.is(&l.cut)
	}
	if s.Chance(name+" late", 8) {
		wait(ctx, time.Duration(s.IntN(name+" delay", 6000))*time.Millisecond)
	}
	if broken() || s.Chance(name+" request lost", 25) {
		if s.Chance(name+" hangs", 2) { // nobody answers
			wait(ctx, time.Hour)
		}
		return errNetwork
	}
	// A statement that has begun is completed by the server.
	err := do(context.WithoutCancel(ctx))
	if s.Chance(name+" answer lost", 25) || l.is(&l.dead) {
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
	err = m.call(ctx, "Beat", func(ctx context.Context) (err error) { state, err = m.Mirror.Beat(ctx, node); return err })
	return state, err
}

func (m *simMirror) Put(ctx context.Context, c leads.Copy) (result leads.PutResult, err error) {
	err = m.call(ctx, "Put", func(ctx context.Context) (err error) { result, err = m.Mirror.Put(ctx, c); return err })
	return result, err
}

func (m *simMirror) Delete(ctx context.Context, writer string, key leads.Key) error {
	return m.call(ctx, "Delete", func(ctx context.Context) error { return m.Mirror.Delete(ctx, writer, key) })
}

func (m *simMirror) Changes(ctx context.Context, node string, after int64) (changes []leads.Copy, err error) {
	err = m.call(ctx, "Changes", func(ctx context.Context) (err error) { changes, err = m.Mirror.Changes(ctx, node, after); return err })
	return changes, err
}

func (m *simMirror) Owner(ctx context.Context, key leads.Key) (owner string, err error) {
	err = m.call(ctx, "Owner", func(ctx context.Context) (err error) { owner, err = m.Mirror.Owner(ctx, key); return err })
	return owner, err
}

func (m *simMirror) Adopt(ctx context.Context, from string, beat int64, to string) (n int, err error) {
	err = m.call(ctx, "Adopt", func(ctx context.Context) (err error) { n, err = m.Mirror.Adopt(ctx, from, beat, to); return err })
	return n, err
}

// simChannel is a recipient that may fail before or after it has accepted an enquiry.
type simChannel struct{ life *life }

func (c simChannel) Name() string             { return "mail" }
func (c simChannel) Accepts(*leads.Lead) bool { return true }

func (c simChannel) Deliver(ctx context.Context, lead *leads.Lead) error {
	s := c.life.node.simulation
	name := c.life.node.name("mail " + lead.Message)
	if s.Chance(name+" fails", 3) {
		wait(ctx, time.Duration(s.IntN(name+" delay", 60))*time.Second)
		return errNetwork
	}
	if c.life.is(&c.life.dead) {
		return errNetwork
	}
	s.mu.Lock()
	s.got[lead.Message]++
	s.mu.Unlock()
	if s.Chance(name+" answer lost", 20) {
		s.fault()
		return errNetwork
	}
	return nil
}

func (s *simulation) run() {
	simulate.CopyFile(s.t, filepath.Join(s.template.folder, "mirror.db"), filepath.Join(s.folder, "mirror.db"))
	s.second = New(Config{Path: filepath.Join(s.folder, "mirror.db")})
	defer func() { _ = s.second.Close() }()
	s.required = s.IntN("required", 2) == 0
	for i := range 2 + s.IntN("nodes", 2) {
		n := &simNode{simulation: s, index: i}
		n.skew.Store(int64(time.Duration(s.IntN("skew", 7200)-3600) * time.Second))
		s.nodes = append(s.nodes, n)
		n.start()
	}
	var visitors sync.WaitGroup
	for i := range 4 + s.IntN("visitors", 5) {
		message := fmt.Sprint("message ", i)
		visitors.Go(func() {
			wait(context.Background(), time.Duration(s.IntN(message+" begins", 300))*time.Second)
			s.visit(message)
		})
	}
	for range 10 {
		time.Sleep(time.Duration(1+s.IntN("next event", 90)) * time.Second)
		s.event()
	}
	s.End()
	s.mu.Lock()
	s.away = false
	s.mu.Unlock()
	for _, n := range s.nodes {
		if n.life.Load() == nil {
			n.start()
		}
		l := n.life.Load()
		l.set(&l.cut, false)
	}
	visitors.Wait()
	// Nodes take over, deliver and delete copies; then nothing may change any more.
	for range 30 {
		time.Sleep(time.Minute)
		if len(s.problems()) == 0 {
			break
		}
	}
	time.Sleep(3 * time.Minute)
	for _, problem := range s.problems() {
		s.t.Error(problem)
	}
	for _, n := range s.nodes {
		n.crash()
	}
}

// event is a fault of a node, of the mirror or of a clock.
func (s *simulation) event() {
	n := s.nodes[s.IntN("node", len(s.nodes))]
	s.fault()
	switch s.IntN("event", 8) {
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
		n.skew.Add(int64(time.Duration(s.IntN("jump", 7200)-3600) * time.Second))
	case 6: // a backup of a stopped node, or its return
		file := filepath.Join(n.folder, "leads.db")
		if n.life.Load() != nil || n.folder == "" || !s.required {
			break
		}
		if n.image == "" {
			n.image = n.folder + ".backup"
			simulate.CopyFile(s.t, file, n.image)
			break
		}
		_ = os.Remove(file + "-wal")
		_ = os.Remove(file + "-shm")
		simulate.CopyFile(s.t, n.image, file)
	}
	if n.life.Load() == nil && s.IntN("restart", 3) > 0 {
		n.start()
	}
}

// visit sends an enquiry until it is acknowledged.
func (s *simulation) visit(message string) {
	for {
		n := s.nodes[s.IntN(message+" node", len(s.nodes))]
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
		time.Sleep(time.Duration(1+s.IntN(message+" retry", 20)) * time.Second)
	}
}

// problems are the invariants that do not hold, after everything works again.
func (s *simulation) problems() (problems []string) {
	report := func(format string, args ...any) { problems = append(problems, fmt.Sprintf(format, args...)) }
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
			report("node %d has %d changes that are not in the mirror (%v)", n.index, left, err)
		}
	}
	s.mu.Lock() // a delivery may still be under way
	defer s.mu.Unlock()
	for _, message := range s.acked {
		if on, told := s.oneDisk[message]; told && on == nil {
			continue
		}
		if copied[message] == 0 {
			report("%q was acknowledged and is lost", message)
			continue
		}
		if s.got[message] == 0 {
			report("%q was not delivered", message)
		}
		if onDisk[message][owners[message]] == 0 {
			report("%q is not on the disk of its owner: %v", message, onDisk[message])
		}
		// Without acknowledgements from one disk the mirror keeps one of equal enquiries.
		if s.required && (copied[message] != 1 || len(onDisk[message]) != 1) {
			report("%q is %d times in the mirror and on the disks %v", message, copied[message], onDisk[message])
		}
		// Each delivery beyond the first needs a fault.
		if s.got[message] > 1+s.faults {
			report("%q was delivered %d times with %d faults", message, s.got[message], s.faults)
		}
	}
	return problems
}
