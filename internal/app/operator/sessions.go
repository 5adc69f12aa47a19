package operator

import (
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"time"
)

const (
	sessionLifetime = 12 * time.Hour
	sessionIdle     = time.Hour // without a request; the open page sends one every 3 s
	maxSessions     = 100       // the oldest one ends for a further one
)

// sessions are the sessions of operators. They end at logout, after sessionLifetime, after
// sessionIdle without a request, and with the process. Keys are hashes, so that no look-up depends on the bytes of a cookie.
type sessions struct {
	now func() time.Time

	mu   sync.Mutex
	open map[[sha256.Size]byte]session
}

// session has the time at which it ends in any case, and the time of its last request.
type session struct{ end, used time.Time }

func newSessions(now func() time.Time) *sessions {
	return &sessions{now: now, open: map[[sha256.Size]byte]session{}}
}

// start returns the value of the cookie of a new session.
func (s *sessions) start() string {
	id := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.open) >= maxSessions {
		s.endOldest()
	}
	s.open[sha256.Sum256([]byte(id))] = session{end: s.now().Add(sessionLifetime), used: s.now()}
	return id
}

func (s *sessions) endOldest() {
	var oldest [sha256.Size]byte
	for key, one := range s.open {
		if first, ok := s.open[oldest]; !ok || one.end.Before(first.end) {
			oldest = key
		}
	}
	delete(s.open, oldest)
}

// isOpen reports whether a cookie belongs to a session that has not ended.
func (s *sessions) isOpen(id string) bool {
	key := sha256.Sum256([]byte(id))
	s.mu.Lock()
	defer s.mu.Unlock()
	one, ok := s.open[key]
	switch now := s.now(); {
	case !ok:
		return false
	case !now.Before(one.end), now.Sub(one.used) >= sessionIdle:
		delete(s.open, key)
		return false
	default:
		one.used = now
		s.open[key] = one
		return true
	}
}

func (s *sessions) end(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, sha256.Sum256([]byte(id)))
}

// endAll ends every session.
func (s *sessions) endAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.open)
}
