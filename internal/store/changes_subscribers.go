package store

import (
	"errors"
	"sync"
)

// subscribers are called after every commit.
type subscribers struct {
	mu   sync.Mutex
	next int
	all  map[int]func(seq uint64) error
}

// Subscribe calls fn after every commit, of this node or another, with the number of
// its last change, until cancel is called. Calls come one after the other, before
// Generation moves: what fn updates is never older than the generation. While fn fails
// the generation stays and the call is retried. fn must not write to the store, and Write
// waits for it.
func (s *Store) Subscribe(fn func(seq uint64) error) (cancel func()) {
	w := &s.subscribers
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[int]func(uint64) error{}
	}
	id := w.next
	w.next++
	w.all[id] = fn
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, id)
	}
}

func (w *subscribers) notify(seq uint64) error {
	w.mu.Lock()
	list := make([]func(uint64) error, 0, len(w.all))
	for _, fn := range w.all {
		list = append(list, fn)
	}
	w.mu.Unlock()
	var errs []error
	for _, fn := range list {
		errs = append(errs, fn(seq))
	}
	return errors.Join(errs...)
}
