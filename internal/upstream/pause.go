package upstream

import (
	"log/slog"
	"sync"
	"time"
)

// mostFailures in a row make a source count as down.
const mostFailures = 3

// pause leaves a source alone that fails again and again: each question to one
// that hangs would cost its visitor the whole time-out.
type pause struct {
	length time.Duration
	now    func() time.Time
	log    *slog.Logger

	mu       sync.Mutex
	failures int
	until    time.Time
}

// isOn reports that nothing is asked now.
func (p *pause) isOn() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now().Before(p.until)
}

// heard tells how a question ended. After a pause one failure is enough for the next.
func (p *pause) heard(failure error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if failure == nil {
		if p.failures >= mostFailures {
			p.log.Info("the CMS answers again")
		}
		p.failures, p.until = 0, time.Time{}
		return
	}
	p.failures++
	if p.failures == mostFailures {
		p.log.Error("the CMS does not answer; pages show what was known, look after it", "err", failure)
	}
	if p.failures >= mostFailures {
		p.until = p.now().Add(p.length)
	}
}
