package server

import (
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"estate/internal/agency/leads"
	"estate/internal/site/limits"
)

// forms are the rate limits of forms. Each kind has its own, so that a flood of one refuses no other.
type forms struct {
	enquiries, alerts, confirmations *limits.Buckets // of each client
	invalid                          *limits.Buckets // forms that cannot be stored
	allEnquiries, allAlerts          *rate.Limiter   // of all clients together
	floodLog                         sync.Mutex
	lastFlood                        time.Time // of the last line in the log
}

const (
	// clientsOfAll is how many clients' buckets that of all clients together is as large as.
	clientsOfAll = 100
	// invalidForms is how many times as many invalid forms as valid ones a client may send.
	invalidForms = 6
	// floodLogInterval is the time between two lines in the log about a flood.
	floodLogInterval = time.Minute
)

func newForms(limit RateLimit) *forms {
	perSecond := float64(limit.PerHour) / time.Hour.Seconds()
	clients := func(factor int) *limits.Buckets {
		return limits.NewBuckets(perSecond*float64(factor), limit.Burst*factor)
	}
	all := func() *rate.Limiter {
		return rate.NewLimiter(rate.Limit(perSecond*clientsOfAll), limit.Burst*clientsOfAll)
	}
	return &forms{
		enquiries: clients(1), alerts: clients(1), confirmations: clients(1), invalid: clients(invalidForms),
		allEnquiries: all(), allAlerts: all(),
	}
}

// isForeign reports a form of another site.
func (s *Server) isForeign(r *http.Request) bool {
	if s.sameSite.Check(r) == nil {
		return false
	}
	s.limits.Report(r, "form of another site")
	return true
}

// admitEnquiry charges a valid enquiry to its client. Beyond the limit of all clients it is part of a flood, which
// must not keep the agency from the enquiries among it.
func (s *Server) admitEnquiry(r *http.Request) leads.Admission {
	now := s.cfg.Now()
	if !s.forms.enquiries.Allow(s.limits.Client(r), now) {
		s.limits.Report(r, "too many enquiries")
		return leads.Refused
	}
	if s.forms.allEnquiries.AllowN(now, 1) {
		return leads.Admitted
	}
	s.forms.floodLog.Lock()
	defer s.forms.floodLog.Unlock()
	if now.Sub(s.forms.lastFlood) >= floodLogInterval {
		s.forms.lastFlood = now
		s.log.WarnContext(r.Context(), "a flood of enquiries: they are stored, marked and delivered in digests, without confirmations")
	}
	return leads.InFlood
}

// admitAlert charges a saved search to its client and to all clients together: each sends a mail.
func (s *Server) admitAlert(r *http.Request) bool {
	now := s.cfg.Now()
	if s.forms.alerts.Allow(s.limits.Client(r), now) && s.forms.allAlerts.AllowN(now, 1) {
		return true
	}
	s.limits.Report(r, "too many saved searches")
	return false
}

// tooOften sets the header of a refusal by a rate limit and returns its status.
func tooOften(w http.ResponseWriter) int {
	w.Header().Set("Retry-After", "600")
	return http.StatusTooManyRequests
}
