package store

import (
	"errors"
	"sync"
)

// watchers are told of every commit.
type watchers struct {
	mu   sync.Mutex
	next int
	all  map[int]func(seq uint64) error
}

// Subscribe calls told after every commit, of this node or another, with the
// number of its last change, until cancel is called. Calls come one after the
// other, before Generation moves: what told brings up to date is never behind the
// generation. While told fails the generation stays; on a server it is told again.
// It must not write to the store, and Write waits for it.
func (s *Store) Subscribe(told func(seq uint64) error) (cancel func()) {
	w := &s.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[int]func(uint64) error{}
	}
	id := w.next
	w.next++
	w.all[id] = told
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, id)
	}
}

func (w *watchers) tell(seq uint64) error {
	w.mu.Lock()
	list := make([]func(uint64) error, 0, len(w.all))
	for _, told := range w.all {
		list = append(list, told)
	}
	w.mu.Unlock()
	var errs []error
	for _, told := range list {
		errs = append(errs, told(seq))
	}
	return errors.Join(errs...)
}
