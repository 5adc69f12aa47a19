package replica

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"estate/internal/cms/restapi"
	"estate/internal/cms/wordpress"
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store"
	"estate/internal/tests/contenttest"
	"estate/internal/tests/simulate"
)

// TestSimulateReplica runs nodes that follow a CMS in simulated time, while editors work and a seed
// decides which requests are late, lost, cut, answered by an error page, by an old response
// or by an empty list, which notices are lost, late or sent twice, when the lease changes
// hands, which nodes crash, what a crash leaves of the database, and how clocks jump. No
// content is deleted that the CMS publishes, no mass deletion passes without the operator,
// and in the end the replica equals the CMS.
func TestSimulateReplica(t *testing.T) {
	template := newSimTemplate(t)
	simulate.Run(t, func(t *testing.T, faults *simulate.Faults) {
		synctest.Test(t, func(t *testing.T) {
			s := &simulation{
				t: t, Faults: faults, template: template, editing: map[content.Ref]*edited{}, responses: map[string]cachedResponse{},
			}
			s.run()
		})
	})
}

// simTemplate is the path of a migrated, empty store: migrations take longer than a simulation.
type simTemplate string

func newSimTemplate(t *testing.T) simTemplate {
	t.Helper()
	path := filepath.Join(t.TempDir(), "template.db")
	st, err := store.Open(t.Context(), store.Config{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	// The pages are not shrunk: the log would be long enough for checkpoints, before which SQLite syncs it, and
	// crashDisk would tear what is synced (seeds 8554, 9217).
	return simTemplate(path)
}

const simAddress = "http://cms.example.test"

// simulation is one run.
type simulation struct {
	*simulate.Faults
	t        *testing.T
	template simTemplate
	cms      *store.Store
	api      http.Handler
	cmsSkew  atomic.Int64 // of the clock of the CMS, in ns
	skew     atomic.Int64 // of the clock of the nodes
	nodes    []*simNode
	lease    chan struct{} // holds a value while the lease is free

	mu        sync.Mutex
	store     *store.Store // of the replica
	seen      uint64       // last change that watch has read
	down      bool         // the CMS
	editing   map[content.Ref]*edited
	version   int
	masses    []mass
	responses map[string]cachedResponse
	notices   sync.WaitGroup
}

// edited is what the CMS has of an entity.
type edited struct {
	published   bool
	version     int
	unpublished time.Time // the last moment at which it was not published; zero if it always was
}

// mass is a deletion of a large share of the stored properties.
type mass struct{ ids []int }

// cachedResponse is a response of the CMS.
type cachedResponse struct {
	generation uint64
	at         time.Time
	response   *httptest.ResponseRecorder
}

func (s *simulation) openStore(name string, fresh bool) *store.Store {
	s.t.Helper()
	path := filepath.Join(s.Folder, name)
	if fresh {
		data, err := os.ReadFile(string(s.template))
		if err == nil {
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	st, err := store.Open(context.Background(), store.Config{Path: path, Authorize: contenttest.Authorize, Readers: 2})
	if err != nil {
		s.t.Fatal(err)
	}
	return st
}

// simNode is a node; a crash ends its life, and a restart begins another one.
type simNode struct {
	index   int
	replica *Replica // nil while it is down
	cancel  context.CancelFunc
	ended   chan struct{}
}

func (s *simulation) start(n *simNode) {
	s.t.Helper()
	log := slog.New(slog.DiscardHandler)
	if simulate.Replay() {
		log = slog.New(slog.NewTextHandler(os.Stderr, nil)).With("node", n.index)
	}
	client, err := wordpress.New(wordpress.Config{
		SiteURL: "https://www.example.test", CMSURL: simAddress, Transport: simTransport{s, n.index}, Timeout: 10 * time.Second,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	replica, err := New(ctx, Config{
		Address: simAddress, Log: log, Poll: 4 * time.Minute, Reconcile: 10 * time.Minute, BatchSize: 10,
		Now:   func() time.Time { return time.Now().Add(time.Duration(s.skew.Load())) },
		Lease: s.acquire, MaxNotices: 5 + s.IntN("notice limit", 20),
		Jitter: func(d time.Duration) time.Duration { return d },
	}, client, s.store)
	if err != nil {
		s.t.Fatal(err)
	}
	s.mu.Lock()
	n.replica = replica
	s.mu.Unlock()
	n.cancel, n.ended = cancel, make(chan struct{})
	go func() { defer close(n.ended); _ = replica.Run(ctx) }()
}

// acquire waits for the lease and loses it after a while.
func (s *simulation) acquire(ctx context.Context) (context.Context, func(), error) {
	if s.Chance("lease fails", 10) {
		return nil, nil, errors.New("simulated failure of the lease")
	}
	select {
	case <-s.lease:
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	held, cancel := context.WithCancel(ctx)
	if s.Chance("lease is lost", 3) {
		after := time.AfterFunc(time.Duration(s.IntN("lease", 900))*time.Second, cancel)
		context.AfterFunc(held, func() { after.Stop() })
	}
	return held, func() { cancel(); s.lease <- struct{}{} }, nil
}

func (s *simulation) crash(n *simNode) {
	n.cancel()
	<-n.ended
	n.replica.comparer.fetcher.related.absent.StopAllGoroutines()
	s.mu.Lock()
	defer s.mu.Unlock()
	n.replica = nil
}

// crashDisk ends all nodes and opens the database as a power cut may leave it: without the
// last commits.
func (s *simulation) crashDisk() {
	path := filepath.Join(s.Folder, "replica.db")
	for _, n := range s.nodes {
		if n.replica != nil {
			s.crash(n)
		}
	}
	image, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	wal, err := os.ReadFile(path + "-wal")
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	if err := s.store.Close(); err != nil {
		s.t.Fatal(err)
	}
	wal = wal[:s.IntN("torn write", len(wal)+1)]
	_ = os.Remove(path + "-shm") // absent after Close
	if err := errors.Join(os.WriteFile(path, image, 0o600), os.WriteFile(path+"-wal", wal, 0o600)); err != nil {
		s.t.Fatal(err)
	}
	st := s.openStore("replica.db", false)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.store, s.seen, s.masses = st, st.Generation(), nil // a mass may be older than the last commit
	st.Subscribe(s.watch)
}

// simTransport is the network between a node and the CMS.
type simTransport struct {
	*simulation
	node int
}

var errSimNetwork = errors.New("simulated network failure")

// oldestResponse bounds the age of a response of the cache before the CMS.
const oldestResponse = 5 * time.Minute

func (s simTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	name := fmt.Sprintf("node %d %s", s.node, r.URL.Path)
	fails := func(kind string, n int) bool { return s.Chance(name+" "+kind, n) }
	ctx := r.Context()
	if fails("late", 15) {
		simWait(ctx, time.Duration(s.IntN(name+" delay", 12_000))*time.Millisecond)
	}
	s.mu.Lock()
	down := s.down
	s.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case down && fails("gateway", 2):
		return simResponse(r, http.StatusBadGateway, "<html>Bad Gateway</html>"), nil
	case down || fails("lost", 60):
		if s.IntN(name+" hangs", 3) == 0 {
			simWait(ctx, time.Hour)
		}
		return nil, errSimNetwork
	case fails("error page", 80):
		return simResponse(r, http.StatusInternalServerError, "<html>There has been a critical error</html>"), nil
	case fails("maintenance", 100):
		return simResponse(r, http.StatusOK, "<html>Briefly unavailable for scheduled maintenance</html>"), nil
	}
	query := r.URL.Query()
	isList := query.Get("include") == "" && (query.Has("page") || query.Has("per_page") || query.Has("type"))
	if isList && fails("empty list", 100) {
		empty := simResponse(r, http.StatusOK, "[]")
		empty.Header.Set("X-WP-Total", "0")
		empty.Header.Set("X-WP-TotalPages", "0")
		return empty, nil
	}
	recorded := s.answer(r, fails("old response", 40))
	body := recorded.Body.Bytes()
	response := simResponse(r, recorded.Code, "")
	maps.Copy(response.Header, recorded.Header())
	response.Header.Set("Date", s.cmsNow().Format(http.TimeFormat))
	response.Header.Del("Content-Length")
	response.ContentLength = int64(len(body))
	if fails("cut", 100) {
		body = body[:s.IntN(name+" cut at", len(body)+1)]
		response.Body = io.NopCloser(io.MultiReader(bytes.NewReader(body), failingBody{}))
		return response, nil
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	if fails("answer lost", 100) {
		return nil, errSimNetwork
	}
	return response, nil
}

type failingBody struct{}

func (failingBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func simWait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func simResponse(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Status: fmt.Sprintf("%d %s", status, http.StatusText(status)), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r,
	}
}

// answer is the response of the CMS, or with old one that a cache has kept.
func (s *simulation) answer(r *http.Request, old bool) *httptest.ResponseRecorder {
	key := r.URL.RequestURI()
	s.mu.Lock()
	cached, known := s.responses[key]
	s.mu.Unlock()
	if known && (cached.generation == s.cms.Generation() || old && time.Since(cached.at) < oldestResponse) {
		return cached.response
	}
	generation := s.cms.Generation()
	recorder := httptest.NewRecorder()
	s.api.ServeHTTP(recorder, r.WithContext(context.WithoutCancel(r.Context())))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.responses[key] = cachedResponse{generation, time.Now(), recorder}
	return recorder
}

func (s *simulation) cmsNow() time.Time {
	return time.Now().Add(time.Duration(s.cmsSkew.Load())).UTC()
}

// put edits or publishes an entity in the CMS.
func (s *simulation) put(b *store.Batch, ref content.Ref) error {
	s.version++
	var entity content.Entity
	modified := s.cmsNow().Truncate(time.Second)
	if ref.Type == content.TypeProperty {
		p := property(ref.ID, modified)
		p.Price.Amount = s.version
		entity = p
	} else {
		slug := fmt.Sprint("page-", ref.ID)
		entity = &content.Page{Head: content.Head{
			ID: ref.ID, Type: ref.Type, Slug: slug, Link: "/" + slug + "/", Lang: i18n.Fallback, Status: content.StatusPublish, Date: modified, Modified: modified,
		}, Title: fmt.Sprint("Version ", s.version)}
	}
	e := s.editing[ref]
	if e == nil {
		e = &edited{unpublished: time.Now()}
		s.editing[ref] = e
	}
	if !e.published {
		e.unpublished = time.Now()
	}
	e.published, e.version = true, s.version
	return b.Put(entity)
}

func (s *simulation) remove(b *store.Batch, ref content.Ref) error {
	s.editing[ref].published = false
	return b.Delete(ref)
}

// edit changes the CMS and sends the notices of the change.
func (s *simulation) edit(refs []content.Ref, change func(*store.Batch, content.Ref) error) {
	time.Sleep(1100 * time.Millisecond) // a second edit has another modification time
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.cms.Write(context.Background(), func(b *store.Batch) error {
		for _, ref := range refs {
			if err := change(b, ref); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, ref := range refs {
		endpoint := "properties"
		if ref.Type == content.TypePage {
			endpoint = "pages"
		}
		name := fmt.Sprintf("notice %s/%d", endpoint, ref.ID)
		if s.Chance(name+" lost", 3) {
			continue
		}
		for range 1 + s.IntN(name+" twice", 2) {
			s.notices.Go(func() {
				time.Sleep(time.Duration(s.IntN(name+" delay", 60)) * time.Second)
				s.mu.Lock()
				n := s.nodes[s.IntN(name+" node", len(s.nodes))]
				r := n.replica
				s.mu.Unlock()
				if r != nil {
					r.Notify(Notice{endpoint, ref.ID})
				}
			})
		}
	}
}

// publishedRefs are the published entities of a type in the CMS, by id.
func (s *simulation) publishedRefs(t content.Type) []content.Ref {
	s.mu.Lock()
	defer s.mu.Unlock()
	var refs []content.Ref
	for ref, e := range s.editing {
		if ref.Type == t && e.published {
			refs = append(refs, ref)
		}
	}
	slices.SortFunc(refs, func(a, b content.Ref) int { return a.ID - b.ID })
	return refs
}

// watch checks the deletions of a batch of the replica.
func (s *simulation) watch(uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	changes, last, err := s.store.Changes(context.Background(), s.seen)
	if err != nil {
		s.t.Errorf("the changes of the replica cannot be read: %v", err)
		return nil
	}
	s.seen = last
	for _, change := range changes {
		e := s.editing[change.Ref]
		if change.Kind != store.ChangeEntity || change.Op != store.OpDelete || e == nil || !e.published {
			continue
		}
		// It was published again while the replica asked for it, or a cache said so.
		if time.Since(e.unpublished) > oldestResponse+time.Minute {
			s.t.Errorf("%s %d was deleted, but the CMS has published it for %v", change.Ref.Type, change.Ref.ID, time.Since(e.unpublished))
		}
	}
	return nil
}

func (s *simulation) run() {
	s.cms = s.openStore("cms.db", true)
	var err error
	s.api, err = restapi.New(restapi.Config{SiteURL: simAddress, ShowHiddenPrices: true, Log: slog.New(slog.DiscardHandler)}, s.cms)
	if err != nil {
		s.t.Fatal(err)
	}
	s.store = s.openStore("replica.db", true)
	s.store.Subscribe(s.watch)
	s.lease = make(chan struct{}, 1)
	s.lease <- struct{}{}
	s.skew.Store(int64(time.Duration(s.IntN("skew", 7200)-3600) * time.Second))
	s.cmsSkew.Store(int64(time.Duration(s.IntN("CMS skew", 7200)-3600) * time.Second))
	var first []content.Ref
	for id := range 12 + s.IntN("properties", 30) {
		first = append(first, content.Ref{Type: content.TypeProperty, ID: 1 + id})
	}
	for id := range 1 + s.IntN("pages", 12) {
		first = append(first, content.Ref{Type: content.TypePage, ID: 501 + id})
	}
	for i := range 1 + s.IntN("nodes", 2) {
		s.nodes = append(s.nodes, &simNode{index: i})
	}
	s.edit(first, s.put)
	for _, n := range s.nodes {
		s.start(n)
	}
	for range 9 {
		time.Sleep(time.Duration(1+s.IntN("next event", 300)) * time.Second)
		s.event()
	}
	s.End()
	s.mu.Lock()
	s.down = false
	s.mu.Unlock()
	s.notices.Wait()
	for _, n := range s.nodes {
		s.restart(n)
	}
	// Failed entities are requested again within an hour; an operator accepts what is right.
	var differences []string
	for range 30 {
		time.Sleep(5 * time.Minute)
		if differences = s.differences(); len(differences) == 0 {
			break
		}
		s.accept()
	}
	for _, difference := range differences {
		s.t.Error(difference)
	}
	for _, n := range s.nodes {
		s.crash(n)
	}
	if err := errors.Join(s.store.Close(), s.cms.Close()); err != nil {
		s.t.Error(err)
	}
}

func (s *simulation) restart(n *simNode) {
	if n.replica == nil {
		s.start(n)
	}
}

// accept confirms all alarms, after it has checked that the guard has stopped each mass deletion.
func (s *simulation) accept() {
	s.checkMasses()
	s.mu.Lock()
	s.masses = nil
	s.mu.Unlock()
	for _, n := range s.nodes {
		if n.replica == nil {
			continue
		}
		if _, err := n.replica.Accept(context.Background(), ""); err != nil {
			s.t.Errorf("the alarms cannot be accepted: %v", err)
		}
	}
}

func (s *simulation) checkMasses() {
	stored := s.stored(content.TypeProperty)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.masses {
		if !slices.ContainsFunc(m.ids, func(id int) bool { _, has := stored[id]; return has }) {
			s.t.Errorf("a deletion of %d properties passed the deletion guard", len(m.ids))
		}
	}
}

// event is an edit, a fault of a node, of the CMS or of a clock.
func (s *simulation) event() {
	n := s.nodes[s.IntN("node", len(s.nodes))]
	properties, pages := s.publishedRefs(content.TypeProperty), s.publishedRefs(content.TypePage)
	one := func(refs []content.Ref) []content.Ref {
		if len(refs) == 0 {
			return nil
		}
		at := s.IntN("entity", len(refs))
		return refs[at : at+1]
	}
	event := s.IntN("event", 14)
	if simulate.Replay() {
		s.t.Logf("%v: event %d", time.Now().Format(time.TimeOnly), event)
	}
	switch event {
	case 0, 1:
		s.edit(one(properties), s.put)
	case 2:
		s.edit(one(pages), s.put)
	case 3: // new, or published again
		s.edit([]content.Ref{{Type: content.TypeProperty, ID: 1 + s.IntN("new", 60)}}, s.put)
	case 4:
		s.edit(one(properties), s.remove)
	case 5:
		s.edit(one(pages), s.remove)
	case 6: // half of the stored properties
		stored := s.stored(content.TypeProperty)
		alarm := n.replica == nil || len(n.replica.Status().Alarms) > 0
		if len(properties) <= 12 || len(stored) != len(properties) || alarm {
			break
		}
		gone := properties[:len(properties)/2]
		m := mass{}
		for _, ref := range gone {
			m.ids = append(m.ids, ref.ID)
		}
		s.mu.Lock()
		s.masses = append(s.masses, m)
		s.mu.Unlock()
		s.edit(gone, s.remove)
	case 7:
		s.accept()
	case 8, 9:
		if n.replica != nil {
			s.crash(n)
		}
	case 10:
		s.crashDisk()
	case 11:
		s.mu.Lock()
		s.down = !s.down
		s.mu.Unlock()
	case 12:
		s.skew.Add(int64(time.Duration(s.IntN("jump", 7200)-3600) * time.Second))
	case 13:
		s.cmsSkew.Add(int64(time.Duration(s.IntN("CMS jump", 7200)-3600) * time.Second))
	}
	for _, n := range s.nodes {
		if s.IntN("restart", 3) > 0 {
			s.restart(n)
		}
	}
}

// stored are the versions of the stored entities of a type, by id.
func (s *simulation) stored(t content.Type) map[int]int {
	stamps, err := s.store.Stamps(context.Background(), t)
	if err != nil {
		s.t.Fatal(err)
	}
	versions := map[int]int{}
	endpoint := map[content.Type]string{content.TypeProperty: "properties", content.TypePage: "pages"}[t]
	for _, stamp := range stamps {
		entity, err := s.store.ByID(context.Background(), i18n.Fallback, endpoint, stamp.ID, "")
		if content.IsNotFound(err) {
			continue // deleted at this moment (seed 5635)
		}
		if err != nil {
			s.t.Fatal(err)
		}
		switch e := entity.(type) {
		case *content.Property:
			versions[stamp.ID] = e.Price.Amount
		case *content.Page:
			version := 0
			if _, err := fmt.Sscanf(e.Title, "Version %d", &version); err != nil {
				s.t.Errorf("page %d has the title %q", stamp.ID, e.Title)
			}
			versions[stamp.ID] = version
		}
	}
	return versions
}

// differences are those between CMS and replica.
func (s *simulation) differences() (all []string) {
	for _, t := range []content.Type{content.TypeProperty, content.TypePage} {
		stored := s.stored(t)
		s.mu.Lock()
		for ref, e := range s.editing {
			if ref.Type != t {
				continue
			}
			version, has := stored[ref.ID]
			delete(stored, ref.ID)
			switch {
			case has != e.published:
				all = append(all, fmt.Sprintf("%s %d: stored %t, published %t", t, ref.ID, has, e.published))
			case has && version != e.version:
				all = append(all, fmt.Sprintf("%s %d: stored version %d, published version %d", t, ref.ID, version, e.version))
			}
		}
		s.mu.Unlock()
		for id := range stored {
			all = append(all, fmt.Sprintf("%s %d is stored and was never published", t, id))
		}
	}
	slices.Sort(all)
	return all
}
