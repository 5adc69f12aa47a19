package replica

import (
	"cmp"
	"slices"
	"time"
)

// SyncState is how far the replication has come. It is part of the stored state.
type SyncState struct {
	// Ready reports that the first copy is complete.
	Ready        bool      `json:"ready"`
	LastSuccess  time.Time `json:"last_success"` // the store equalled the CMS
	ReconciledAt time.Time `json:"reconciled_at"`
	LastWebhook  time.Time `json:"last_webhook"`
	LastError    string    `json:"last_error"`
}

// Status describes a replica.
type Status struct {
	SyncState
	Address string `json:"cms"`
	// Lag is the time since LastSuccess.
	Lag       time.Duration  `json:"-"`
	Counts    map[string]int `json:"counts"` // published entities by endpoint
	Failed    []Failure      `json:"failed"`
	Alarms    []Alarm        `json:"alarms"`
	Queue     int            `json:"queue"`  // notices that wait
	Errors    uint64         `json:"errors"` // failed runs, lists and entities since the start of the process
	Progress  Progress       `json:"progress"`
	Plugin    string         `json:"plugin"`    // version, "" without the plugin
	WordPress string         `json:"wordpress"` // version
}

// Status returns the current status.
func (r *Replica) Status() Status {
	about := r.cms.version()
	s := Status{
		Counts: map[string]int{}, Alarms: []Alarm{}, Queue: r.queue.size(), Errors: r.failures.total.Load(),
		Progress: r.progress.get(), Plugin: about.Plugin, WordPress: about.WordPress,
	}
	r.state.read(func(stored state) {
		s.SyncState, s.Address, s.Failed = stored.SyncState, stored.Address, stored.failures()
		for _, alarm := range stored.Alarms {
			s.Alarms = append(s.Alarms, alarm)
		}
	})
	slices.SortFunc(s.Alarms, func(a, b Alarm) int { return cmp.Compare(a.List, b.List) })
	if !s.LastSuccess.IsZero() {
		s.Lag = max(0, r.cfg.Now().Sub(s.LastSuccess))
	}
	for _, t := range r.types {
		s.Counts[t.endpoint] = r.counts.of(t.typ)
	}
	return s
}
