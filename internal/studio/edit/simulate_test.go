package edit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"estate/internal/content"
	"estate/internal/content/sanitize"
	"estate/internal/store"
	"estate/internal/studio/account"
	"estate/internal/studio/change"
	"estate/internal/studio/edit"
	"estate/internal/tests/storetest"
)

// writers is one run of two editors, a feed and an import on one property, on two nodes.
type writers struct {
	t     *testing.T
	r     *rand.Rand
	nodes []*edit.Service
	store []*store.Store
	keys  int
	// last is the number that the last acknowledged change has given a path, and who wrote it.
	last map[string]string
	done []undoable
}

// undoable is an acknowledged change with the document of before and after.
type undoable struct {
	seq           int64
	before, after string
}

var errKilled = errors.New("the process has ended")

// simPaths are the paths that editors write; the feed writes the first, third and last one, the import all.
var simPaths = []string{"price.amount", "bedrooms", "title.en", "energy.consumption_value", "costs.ibi", "built_size"}

func (w *writers) document() string {
	entity, _, err := w.store[0].Stored(context.Background(), propertyRef(fed))
	if err != nil {
		w.t.Fatal(err)
	}
	doc, err := json.Marshal(entity)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(doc)
}

// value is a new value for a path.
func (w *writers) value(path string) json.RawMessage {
	n := 1 + w.r.IntN(9)
	switch path {
	case "title.en":
		return json.RawMessage(fmt.Sprintf(`"Villa %d"`, n))
	case "price.amount":
		return json.RawMessage(fmt.Sprint(1_000_000 + 1000*n))
	}
	return json.RawMessage(fmt.Sprint(n))
}

// edit sends a form that was opened before others have written. A response may be lost: the call is then repeated, on any
// node, and its process may have ended before or after its commit.
func (w *writers) edit(user *account.User, seen string) {
	form, err := change.Parse(seen)
	if err != nil {
		w.t.Fatal(err)
	}
	request := edit.Request{Key: fmt.Sprint("k", w.keys), Confirmed: true}
	w.keys++
	for _, path := range simPaths {
		if w.r.IntN(3) == 0 {
			request.Changes = append(request.Changes, change.Change{Path: path, From: form.Value(path), To: w.value(path)})
		}
	}
	before := w.document()
	for attempt := 0; ; attempt++ {
		node := w.nodes[w.r.IntN(len(w.nodes))]
		ctx, kill := context.WithCancelCause(context.Background())
		if w.r.IntN(4) == 0 {
			kill(errKilled) // before the commit
		}
		saved, err := node.Save(ctx, user, propertyRef(fed), request)
		kill(nil)
		if err != nil && !errors.Is(err, context.Canceled) {
			w.t.Fatal(err)
		}
		if err != nil || w.r.IntN(3) == 0 && attempt < 5 { // the response is lost
			continue
		}
		w.acknowledged(user.Name, before, request, saved)
		return
	}
}

func (w *writers) acknowledged(by, before string, request edit.Request, saved *edit.Saved) {
	after := w.document()
	now, err := change.Parse(after)
	if err != nil {
		w.t.Fatal(err)
	}
	conflicts := map[string]bool{}
	for _, c := range saved.Conflicts {
		conflicts[c.Path] = true
		if !change.Same(c.Now, now.Value(c.Path)) || c.By == "" {
			w.t.Errorf("%s: the conflict of %s names %s by %q, the store has %s", by, c.Path, c.Now, c.By, now.Value(c.Path))
		}
	}
	for _, c := range request.Changes {
		if conflicts[c.Path] {
			continue
		}
		w.last[c.Path] = string(c.To)
		if !change.Same(now.Value(c.Path), c.To) {
			w.t.Errorf("%s: %s is acknowledged as %s, the store has %s", by, c.Path, c.To, now.Value(c.Path))
		}
	}
	if saved.Change > 0 {
		w.done = append(w.done, undoable{saved.Change, before, after})
	}
}

// feed writes as the engine does: it makes the property of what it has read before, and again where somebody has written since.
func (w *writers) feed(seen string) {
	var read content.Property
	if err := json.Unmarshal([]byte(seen), &read); err != nil {
		w.t.Fatal(err)
	}
	price, built := 2_000_000+w.r.IntN(9), 500+w.r.IntN(9)
	remake := func(p content.Property) *content.Property {
		if !p.Locked("price") {
			p.Price.Amount = price
		}
		if !p.Locked("built_size") {
			p.BuiltSize = built
		}
		return &p
	}
	version, err := store.VersionOf(&read)
	if err != nil {
		w.t.Fatal(err)
	}
	err = w.store[w.r.IntN(len(w.store))].Write(context.Background(), func(b *store.Batch) error {
		b.SetWriter(store.Writer{Via: store.ViaFeed("crm")})
		err := b.PutIf(remake(read), version)
		if !errors.Is(err, store.ErrChanged) {
			return err
		}
		stored, version, err := b.Get(propertyRef(fed))
		if err != nil {
			return err
		}
		return b.PutIf(remake(*stored.(*content.Property)), version)
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// imports replaces the property, as `estate import --replace` does.
func (w *writers) imports() {
	p := villa(fed)
	p.Origin, p.Agent = &content.Origin{System: "crm", Key: "k1"}, 0
	p.Price.Amount = 3_000_000 + w.r.IntN(9)
	err := w.store[0].Write(context.Background(), func(b *store.Batch) error {
		b.SetWriter(store.Writer{Via: store.ViaImport(p.Date)})
		return b.Put(p)
	})
	if err != nil {
		w.t.Fatal(err)
	}
	clear(w.last) // a person has replaced what was acknowledged
	w.done = nil
}

// undo takes the last change back; with nothing in between the bytes of before are restored.
func (w *writers) undo() {
	if len(w.done) == 0 {
		return
	}
	last := w.done[len(w.done)-1]
	w.done = w.done[:len(w.done)-1]
	isLast := w.document() == last.after
	w.keys++
	saved, err := w.nodes[w.r.IntN(len(w.nodes))].Undo(context.Background(), owner, last.seq, fmt.Sprint("u", w.keys))
	if err != nil {
		w.t.Fatal(err)
	}
	if isLast && (w.document() != last.before || len(saved.Conflicts) > 0) {
		w.t.Errorf("undo of change %d gives\n%s, want\n%s", last.seq, w.document(), last.before)
	}
	now, err := change.Parse(w.document())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, path := range saved.Paths {
		w.last[path] = string(now.Value(path))
	}
}

// check compares the store with what was acknowledged: a later writer of a path is in its versions, or the value stands.
func (w *writers) check() {
	now, err := change.Parse(w.document())
	if err != nil {
		w.t.Fatal(err)
	}
	var p content.Property
	if err := json.Unmarshal([]byte(w.document()), &p); err != nil {
		w.t.Fatal(err)
	}
	for path, value := range w.last {
		top := path
		if path == "price.amount" {
			top = "price"
		}
		if p.Locked(top) && !change.Same(now.Value(path), json.RawMessage(value)) {
			w.t.Errorf("%s was acknowledged as %s, the store has %s", path, value, now.Value(path))
		}
	}
}

// Two editors on two nodes, a feed and an import write one property; forms are old, processes end before their commit, and
// responses are lost. No acknowledged change is lost, and undo restores the bytes.
func TestSimulateEditors(t *testing.T) {
	at := storetest.Config(t)
	first := storetest.Open(t, at)
	o := startWith(t, first, func(*edit.Config) {})
	at.Beside = !storetest.OnPostgres()
	second := first
	if storetest.OnPostgres() {
		second = storetest.Open(t, at)
	}
	sanitizer, err := sanitize.New(sanitize.Config{SiteURL: "https://www.example.test"})
	if err != nil {
		t.Fatal(err)
	}
	other, err := edit.New(edit.Config{Store: second, Sanitizer: sanitizer})
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		w := &writers{
			t: t, r: rand.New(rand.NewPCG(seed, 46)), nodes: []*edit.Service{o.Service, other}, store: []*store.Store{first, second},
			keys: int(seed) * 10_000, last: map[string]string{},
		}
		w.imports()
		seen := w.document()
		for range 25 {
			if w.r.IntN(2) == 0 {
				seen = w.document()
			}
			switch w.r.IntN(9) {
			case 0:
				w.imports()
			case 1, 2:
				w.feed(seen)
			case 3, 4:
				w.undo()
			default:
				w.edit([]*account.User{owner, editor}[w.r.IntN(2)], seen)
			}
			w.check()
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}
