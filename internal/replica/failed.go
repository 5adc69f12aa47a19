package replica

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"estate/internal/backoff"
)

// failure is something of the CMS that cannot be taken.
type failure struct {
	Reason   string    `json:"reason"`
	Since    time.Time `json:"since"`
	Attempts int       `json:"attempts"`
	Next     time.Time `json:"next"`
}

// Failure is a failure as it is told.
type Failure struct {
	Type   string    `json:"type"` // endpoint
	ID     int       `json:"id"`   // 0: the list itself
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"`
}

const (
	// mostFailures bounds the list; what is not in it is found by the next comparison.
	mostFailures = 2000
	longestWhy   = 300
)

func failureKey(endpoint string, id int) string { return endpoint + "/" + strconv.Itoa(id) }

// fail notes that something could not be taken. Each time it waits longer.
func (r *Replica) fail(endpoint string, id int, why error) {
	key, now := failureKey(endpoint, id), r.cfg.Now()
	r.errors.Add(1)
	r.change(func(s *state) {
		known, again := s.Failed[key]
		if !again {
			if len(s.Failed) >= mostFailures {
				return
			}
			known.Since = now.UTC().Truncate(time.Second)
		}
		known.Reason = clip(why.Error())
		known.Attempts++
		known.Next = now.Add(r.backoff(known.Attempts, time.Minute))
		if s.Failed == nil {
			s.Failed = map[string]failure{}
		}
		s.Failed[key] = known
		if !again {
			r.cfg.Log.Warn("something of the CMS cannot be taken; it is tried again", "type", endpoint, "id", id, "err", known.Reason)
		}
	})
}

// clip keeps a reason short and readable, whatever a CMS puts into it.
func clip(text string) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "�")
	for len(text) > longestWhy {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
	}
	return text
}

// mended forgets a failure.
func (r *Replica) mended(endpoint string, id int) {
	r.change(func(s *state) { delete(s.Failed, failureKey(endpoint, id)) })
}

// isResting reports that something failed and that its time has not come.
func (r *Replica) isResting(endpoint string, id int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, failed := r.state.Failed[failureKey(endpoint, id)]
	return failed && r.cfg.Now().Before(known.Next)
}

// due lists the failed entities whose time has come, by endpoint.
func (r *Replica) due() map[string][]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := map[string][]int{}
	for key, known := range r.state.Failed {
		endpoint, number, _ := strings.Cut(key, "/")
		if id, err := strconv.Atoi(number); err == nil && id > 0 && !r.cfg.Now().Before(known.Next) {
			list[endpoint] = append(list[endpoint], id)
		}
	}
	return list
}

// backoff is the delay after so many failures.
func (r *Replica) backoff(failures int, initial time.Duration) time.Duration {
	return r.cfg.Jitter(backoff.Policy{Initial: initial, Max: r.cfg.MaxBackoff}.Delay(failures))
}

// failures lists what is failed, the oldest first.
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
