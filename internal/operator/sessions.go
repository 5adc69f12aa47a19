package operator

import (
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"time"
)

const (
	sessionLifetime = 12 * time.Hour
	maxSessions     = 100 // the oldest one ends for a further one
)

// sessions are the sessions of operators. They end at logout, after sessionLifetime and with
// the process. Keys are hashes, so that no look-up depends on the bytes of a cookie.
type sessions struct {
	now func() time.Time

	mu   sync.Mutex
	ends map[[sha256.Size]byte]time.Time
}

func newSessions(now func() time.Time) *sessions {
	return &sessions{now: now, ends: map[[sha256.Size]byte]time.Time{}}
}

// start returns the value of the cookie of a new session.
func (s *sessions) start() string {
	id := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.ends) >= maxSessions {
		s.endOldest()
	}
	s.ends[sha256.Sum256([]byte(id))] = s.now().Add(sessionLifetime)
	return id
}

func (s *sessions) endOldest() {
	var oldest [sha256.Size]byte
	for key, end := range s.ends {
		if first, ok := s.ends[oldest]; !ok || end.Before(first) {
			oldest = key
		}
	}
	delete(s.ends, oldest)
}

// isOpen reports whether a cookie belongs to a session that has not ended.
func (s *sessions) isOpen(id string) bool {
	key := sha256.Sum256([]byte(id))
	s.mu.Lock()
	defer s.mu.Unlock()
	end, ok := s.ends[key]
	if ok && !s.now().Before(end) {
		delete(s.ends, key)
		ok = false
	}
	return ok
}

func (s *sessions) end(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.ends, sha256.Sum256([]byte(id)))
}
