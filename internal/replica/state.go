package replica

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"estate/internal/store"
)

// noteName is where the store remembers how far its replica is.
const noteName = "replica"

// state is what a restart must not forget. It is written with the content it
// speaks of.
type state struct {
	SyncState
	Address string `json:"address"`
	// Heard is the CMS's clock at the start of the last good poll, HeardAt ours.
	Heard       time.Time `json:"heard"`
	HeardAt     time.Time `json:"heard_at"`
	RefreshedAt time.Time `json:"refreshed_at"`

	Failed map[string]failure `json:"failed,omitempty"`
	Alarms map[string]Alarm   `json:"alarms,omitempty"`
	// Redirects are the old links that came from the CMS; others are the operator's.
	Redirects []string `json:"redirects,omitempty"`
	// Languages are those that the CMS has had content in.
	Languages []string `json:"languages,omitempty"`
}

// ErrForeign reports a store whose content did not come from this CMS.
var ErrForeign = errors.New("the store holds content that did not come from this CMS")

// load reads what a former run remembered.
func (r *Replica) load(ctx context.Context) error {
	text, err := r.store.Note(ctx, noteName)
	if err != nil {
		return err
	}
	var s state
	if text != "" {
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			r.cfg.Log.Warn("what the replica remembered cannot be read; everything is compared anew", "err", err)
			s = state{Address: r.cfg.Address}
		}
	}
	empty, err := r.store.IsEmpty(ctx)
	if err != nil {
		return err
	}
	switch {
	case s.Address == "" && empty:
		s.Address = r.cfg.Address
	case s.Address == "":
		return fmt.Errorf("%w: it is no replica; name another folder with --data, or run estate replica adopt if it is the same content", ErrForeign)
	case s.Address != r.cfg.Address:
		return fmt.Errorf("%w but from %s; name another folder with --data, or run estate replica adopt if that CMS has moved", ErrForeign, s.Address)
	}
	r.mu.Lock()
	r.state = s
	r.mu.Unlock()
	return nil
}

// Adopt makes the store a replica of the CMS at address, whatever it was before.
func Adopt(ctx context.Context, st *store.Store, address string) error {
	return rename(ctx, st, func(s *state) { s.Address = address })
}

// Release makes the store one of its own: its content stays, and follows nobody.
func Release(ctx context.Context, st *store.Store) error {
	return st.Write(ctx, func(b *store.Batch) error { return b.PutNote(noteName, "") })
}

func rename(ctx context.Context, st *store.Store, change func(*state)) error {
	text, err := st.Note(ctx, noteName)
	if err != nil {
		return err
	}
	var s state
	if text != "" {
		_ = json.Unmarshal([]byte(text), &s) // what cannot be read is written anew
	}
	change(&s)
	doc, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return st.Write(ctx, func(b *store.Batch) error { return b.PutNote(noteName, string(doc)) })
}

// change alters the state; it is written with the next content, or by save.
func (r *Replica) change(fn func(*state)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fn(&r.state)
}

func (r *Replica) note() (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	doc, err := json.Marshal(r.state)
	return string(doc), err
}

// save writes the state alone.
func (r *Replica) save(ctx context.Context) error {
	return r.write(ctx, func(*store.Batch) error { return nil })
}

// write commits content together with the state that it leads to.
func (r *Replica) write(ctx context.Context, fn func(*store.Batch) error) error {
	note, err := r.note()
	if err != nil {
		return err
	}
	err = r.store.Write(ctx, func(b *store.Batch) error {
		if err := fn(b); err != nil {
			return err
		}
		if r.assisting.Load() {
			return nil // how far the replica is, its leader says
		}
		return b.PutNote(noteName, note)
	})
	if err != nil {
		return fmt.Errorf("%w: %w", errStore, err)
	}
	return nil
}

// errStore marks failures of our own store, for which no CMS is to blame.
var errStore = errors.New("the store cannot be written")
