package replica

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"estate/internal/store"
)

// stateNote is the name of the store's note that holds the state.
const stateNote = "replica"

// state is what survives a restart. It is committed together with the content that it
// describes. Its JSON names are stored data.
type state struct {
	SyncState
	Address string `json:"address"`
	// PolledServerTime is the clock of the CMS at the start of the last successful poll,
	// PolledAt the clock of this process.
	PolledServerTime time.Time `json:"heard"`
	PolledAt         time.Time `json:"heard_at"`
	RefreshedAt      time.Time `json:"refreshed_at"`
	// Decoding is Config.Decoding of the stored content.
	Decoding string `json:"decoding,omitempty"`

	Failed map[string]failure `json:"failed,omitempty"`
	Alarms map[string]Alarm   `json:"alarms,omitempty"`
	// Redirects are the source links of pairs copied from the CMS. The operator's own
	// pairs are not listed.
	Redirects []string `json:"redirects,omitempty"`
	// Languages are those in which the CMS has ever had content.
	Languages []string `json:"languages,omitempty"`
}

// ErrForeign reports that the content of a store is not a copy of this CMS.
var ErrForeign = errors.New("the store holds content that is not a copy of this CMS")

// errStore marks failures of the store, as opposed to failures of the CMS.
var errStore = errors.New("the store failed")

// stateStore owns the state and writes content to the store.
type stateStore struct {
	store   *store.Store
	address string
	log     *slog.Logger

	mu      sync.Mutex
	state   state
	standby bool // another node holds the lease and writes the state
}

// load reads the stored state. It fails with ErrForeign when the store is not a replica
// of the configured address.
func (s *stateStore) load(ctx context.Context) error {
	text, err := s.store.Note(ctx, stateNote)
	if err != nil {
		return err
	}
	var stored state
	if text != "" {
		if err := json.Unmarshal([]byte(text), &stored); err != nil {
			s.log.Warn("the stored state of the replica is not readable; a full reconciliation follows", "err", err)
			stored = state{Address: s.address}
		}
	}
	empty, err := s.store.IsEmpty(ctx)
	if err != nil {
		return err
	}
	switch {
	case stored.Address == "" && empty:
		stored.Address = s.address
	case stored.Address == "":
		return fmt.Errorf("%w: it is not a replica; set another folder with --data, or run estate replica adopt if the content is the same",
			ErrForeign)
	case stored.Address != s.address:
		return fmt.Errorf("%w: it is a replica of %s; set another folder with --data, or run estate replica adopt if the CMS has a new address",
			ErrForeign, stored.Address)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = stored
	return nil
}

// update changes the state in memory. The next commit stores it.
func (s *stateStore) update(change func(*state)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.state)
}

// read gives access to the state while the lock is held. Maps and slices must not be kept.
func (s *stateStore) read(view func(state)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	view(s.state)
}

func (s *stateStore) ready() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state.Ready
}

func (s *stateStore) setStandby(standby bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.standby = standby
}

func (s *stateStore) isStandby() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.standby
}

// save commits the state without content.
func (s *stateStore) save(ctx context.Context) error {
	return s.commit(ctx, func(*store.Batch) error { return nil })
}

// commit writes content and the current state in one batch. On a standby node it writes the
// content, and the state only where there is none: content without a state counts as that
// of another origin. Its error wraps errStore.
func (s *stateStore) commit(ctx context.Context, write func(*store.Batch) error) error {
	note, err := s.note()
	if err != nil {
		return err
	}
	err = s.store.Write(ctx, func(b *store.Batch) error {
		b.SetWriter(store.Writer{Via: store.ViaReplica})
		if err := write(b); err != nil {
			return err
		}
		if s.isStandby() {
			_, err := b.NoteOrNew(stateNote, note)
			return err
		}
		return b.PutNote(stateNote, note)
	})
	if err != nil {
		return fmt.Errorf("%w: %w", errStore, err)
	}
	return nil
}

func (s *stateStore) note() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	doc, err := json.Marshal(s.state)
	return string(doc), err
}

// Adopt declares the content of the store to be a copy of the CMS at address.
func Adopt(ctx context.Context, st *store.Store, address string) error {
	text, err := st.Note(ctx, stateNote)
	if err != nil {
		return err
	}
	var s state
	if text != "" {
		_ = json.Unmarshal([]byte(text), &s) // an unreadable state is replaced
	}
	s.Address = address
	doc, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return st.Write(ctx, func(b *store.Batch) error { return b.PutNote(stateNote, string(doc)) })
}

// Release ends the replication of a store. Its content stays.
func Release(ctx context.Context, st *store.Store) error {
	return st.Write(ctx, func(b *store.Batch) error { return b.PutNote(stateNote, "") })
}
