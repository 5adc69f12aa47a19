package replica

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// Progress tells what a long pass is doing.
type Progress struct {
	Endpoint string `json:"doing,omitempty"` // endpoint; "" when nothing long is under way
	Done     int    `json:"done"`
	Total    int    `json:"total"`
}

// SyncState is how far a replica has come: told as it is remembered.
type SyncState struct {
	// Ready tells that everything was copied once.
	Ready        bool      `json:"ready"`
	LastSuccess  time.Time `json:"last_success"`
	ReconciledAt time.Time `json:"reconciled_at"`
	LastWebhook  time.Time `json:"last_webhook"`
	LastError    string    `json:"last_error"`
}

// Status is how a replica is.
type Status struct {
	SyncState
	Address string `json:"cms"`
	// Lag is how long ago the store was known to equal the CMS.
	Lag       time.Duration  `json:"-"`
	Counts    map[string]int `json:"counts"`
	Failed    []Failure      `json:"failed"`
	Alarms    []Alarm        `json:"alarms"`
	Queue     int            `json:"queue"`
	Errors    uint64         `json:"errors"` // failed passes and entities since the start
	Progress  Progress       `json:"progress"`
	Plugin    string         `json:"plugin"`
	WordPress string         `json:"wordpress"`
}

// Status tells how the replica is.
func (r *Replica) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := Status{
		SyncState: r.state.SyncState, Address: r.state.Address,
		Counts: map[string]int{}, Failed: r.state.failures(), Alarms: []Alarm{},
		Queue: r.queue.size(), Errors: r.errors.Load(), Progress: r.progress, Plugin: r.about.Plugin, WordPress: r.about.WordPress,
	}
	if !s.LastSuccess.IsZero() {
		s.Lag = max(0, r.cfg.Now().Sub(s.LastSuccess))
	}
	for _, k := range r.kinds {
		s.Counts[k.endpoint] = r.counts[string(k.typ)]
	}
	for _, alarm := range r.state.Alarms {
		s.Alarms = append(s.Alarms, alarm)
	}
	slices.SortFunc(s.Alarms, func(a, b Alarm) int { return cmp.Compare(a.List, b.List) })
	return s
}

// count looks up how much is published.
func (r *Replica) count(ctx context.Context) {
	groups, err := r.store.Published(ctx)
	if err != nil {
		return // the store tells of its own failures where they matter
	}
	counts := map[string]int{}
	for _, group := range groups {
		counts[string(group.Type)] += group.Count
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts = counts
}

func (r *Replica) setProgress(p Progress) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.progress = p
	if p.Total > r.cfg.BatchSize {
		r.cfg.Log.Info("taking from the CMS", "type", p.Endpoint, "count", p.Total)
	}
}

// tellEvery is after how many entities the log says how far a pass is.
const tellEvery = 500

func (r *Replica) advance(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	before := r.progress.Done
	r.progress.Done += n
	if p := r.progress; p.Done/tellEvery > before/tellEvery && p.Total > tellEvery {
		r.cfg.Log.Info("taking from the CMS", "type", p.Endpoint, "done", p.Done, "of", p.Total)
	}
}
