package replica

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"estate/internal/platform/redact"
)

// failure is the stored record of an entity or a list that could not be fetched.
type failure struct {
	Reason   string    `json:"reason"`
	Since    time.Time `json:"since"`
	Attempts int       `json:"attempts"`
	Next     time.Time `json:"next"` // no request before
	// Listed is the modification time that the CMS announces but does not answer with.
	Listed time.Time `json:"listed,omitzero"`
}

// Failure is an entity or a list that could not be fetched, as Status shows it.
type Failure struct {
	Type   string    `json:"type"` // endpoint
	ID     int       `json:"id"`   // 0: the list itself
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

const (
	// maxFailures bounds the recorded failures. The next reconciliation finds the others.
	maxFailures    = 2000
	maxReasonBytes = 300
	// entityBackoff is the delay after the first failure of an entity.
	entityBackoff = time.Minute
)

// failureLog records what could not be fetched and when it is due again. The records are
// part of the state.
type failureLog struct {
	state *stateStore
	cms   *cms
	cfg   Config
	total atomic.Uint64 // failed entities, lists and runs since the start of the process
}

func failureKey(endpoint string, id int) string { return endpoint + "/" + strconv.Itoa(id) }

// recordFailure notes a failure of an entity, or of a list when id is 0, and doubles its backoff.
func (f *failureLog) recordFailure(endpoint string, id int, err error) {
	f.record(endpoint, id, err, time.Time{})
}

// recordStale notes that the CMS answers with an older version than the listed one.
func (f *failureLog) recordStale(endpoint string, id int, listed time.Time) {
	f.record(endpoint, id, errStale, listed)
}

func (f *failureLog) record(endpoint string, id int, err error, listed time.Time) {
	key, now := failureKey(endpoint, id), f.cfg.Now()
	f.total.Add(1)
	f.state.update(func(s *state) {
		known, repeated := s.Failed[key]
		if !repeated {
			if len(s.Failed) >= maxFailures {
				return
			}
			known.Since = now.UTC().Truncate(time.Second)
		}
		known.Reason = shortReason(err.Error())
		known.Attempts++
		known.Listed = listed
		known.Next = now.Add(f.cfg.backoff(entityBackoff, known.Attempts))
		if s.Failed == nil {
			s.Failed = map[string]failure{}
		}
		s.Failed[key] = known
		if !repeated {
			f.cfg.Log.Warn("an entity or list of the CMS cannot be fetched; it is retried with backoff", "type", endpoint, "id", id, "err",
				known.Reason)
		}
	})
}

// recordUnlessDown records a failure and returns nil when the CMS still answers. In an
// outage it returns err, which ends the run: an outage is no fault of the entity.
func (f *failureLog) recordUnlessDown(ctx context.Context, endpoint string, id int, err error) error {
	if f.cms.isDown(ctx) {
		return err
	}
	f.recordFailure(endpoint, id, err)
	return nil
}

// clearFailure removes the record of an entity or list.
func (f *failureLog) clearFailure(endpoint string, id int) {
	f.state.update(func(s *state) { delete(s.Failed, failureKey(endpoint, id)) })
}

// count returns the number of recorded failures.
func (f *failureLog) count() (n int) {
	f.state.read(func(s state) { n = len(s.Failed) })
	return n
}

// isBackingOff reports that an entity failed and is not due yet.
func (f *failureLog) isBackingOff(endpoint string, id int) bool {
	backingOff := false
	f.state.read(func(s state) {
		known, failed := s.Failed[failureKey(endpoint, id)]
		backingOff = failed && f.cfg.Now().Before(known.Next)
	})
	return backingOff
}

// due returns the failed entities whose backoff has ended, by endpoint.
func (f *failureLog) due() map[string][]fetchItem {
	due := map[string][]fetchItem{}
	f.state.read(func(s state) {
		for key, known := range s.Failed {
			endpoint, number, _ := strings.Cut(key, "/")
			if id, err := strconv.Atoi(number); err == nil && id > 0 && !f.cfg.Now().Before(known.Next) {
				due[endpoint] = append(due[endpoint], fetchItem{id: id, modified: known.Listed})
			}
		}
	})
	return due
}

// retryAll makes every recorded failure due at once.
func (f *failureLog) retryAll() {
	f.state.update(func(s *state) {
		for key, known := range s.Failed {
			known.Next = time.Time{}
			s.Failed[key] = known
		}
	})
}

// failures returns the recorded failures, the oldest first.
func (s *state) failures() []Failure {
	list := []Failure{}
	for key, known := range s.Failed {
		endpoint, number, _ := strings.Cut(key, "/")
		id, _ := strconv.Atoi(number)
		list = append(list, Failure{endpoint, id, known.Reason, known.Since})
	}
	slices.SortFunc(list, func(a, b Failure) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Type, b.Type), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// shortReason makes the text of an error valid UTF-8 on one line, maxReasonBytes at most: it
// may quote the CMS.
func shortReason(text string) string {
	text = redact.Text(strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "�"))
	for len(text) > maxReasonBytes {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
	}
	return text
}
