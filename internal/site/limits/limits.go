package limits

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"estate/internal/platform/backoff"
	"estate/internal/platform/clientaddr"
	"estate/internal/platform/fairqueue"
)

// Config configures Limits. Zero values mean what the comments name.
type Config struct {
	PerSecond int // tokens that a client gets a second; 5
	Burst     int // size of its bucket; 600
	// Exempt are clients without a limit of their own, such as the operator's monitoring.
	Exempt []netip.Prefix
	// TrustedProxies are the peers whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix
	// Remote is set where pages wait for a remote CMS, which package resilience protects.
	Remote bool
	// Refused is told of each request that is refused: its reason and the client. It must not block;
	// nil means nobody is.
	Refused func(reason string, client netip.Prefix)
	Now     func() time.Time // nil means time.Now
	Log     *slog.Logger     // nil means slog.Default
}

const (
	// maxTokenWait bounds the time that a visitor's request waits for tokens. As many requests of one
	// client wait as it gets tokens in this time.
	maxTokenWait = 2 * time.Second
	// maxTurnWait bounds the time that a request waits for its turn.
	maxTurnWait = 8 * time.Second
	// Slots with a remote CMS.
	remoteSlots, remotePerClient = 64, 16
)

// Limits bounds the uncached requests of all clients.
type Limits struct {
	cfg    Config
	tokens *Buckets
	queue  *fairqueue.Queue

	unreadable sync.Once
}

// New returns limits.
func New(cfg Config) *Limits {
	if cfg.PerSecond <= 0 {
		cfg.PerSecond = 5
	}
	if cfg.Burst <= 0 {
		cfg.Burst = 600
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	if cfg.Refused == nil {
		cfg.Refused = func(string, netip.Prefix) {}
	}
	return &Limits{cfg: cfg, tokens: NewBuckets(float64(cfg.PerSecond), cfg.Burst), queue: fairqueue.New(slots(cfg.Remote))}
}

// slots are those of the queue: two for each processor, so that a page is rendered while another one is
// composed. One client has half of the processors, and so have all slow requests together: the others answer
// from caches meanwhile.
func slots(remote bool) fairqueue.Config {
	all, one := 2*runtime.GOMAXPROCS(0), max(1, runtime.GOMAXPROCS(0)/2)
	if remote {
		all, one = remoteSlots, remotePerClient
	}
	return fairqueue.Config{Slots: all, PerClient: one, Slow: one}
}

// Waiting is the number of requests that wait for their turn.
func (l *Limits) Waiting() int { return l.queue.Waiting() }

// turn is a slot of the queue, which is free again when nobody holds it.
type turn struct {
	holders atomic.Int32
	release func()
}

func (t *turn) end() {
	if t.holders.Add(-1) == 0 {
		t.release()
	}
}

// turnKey is the key of the turn in the context of its request.
type turnKey struct{}

// Hold keeps the turn of a request until end is called: for work that goes on when the client leaves.
func Hold(ctx context.Context) (end func()) {
	t, ok := ctx.Value(turnKey{}).(*turn)
	if !ok {
		return func() {}
	}
	t.holders.Add(1)
	return t.end
}

// Admit takes the tokens of an uncached request and waits for its turn. The request and the writer that it
// returns replace those of the caller: the writer ends the turn when the response begins, so that a slow
// reader holds nothing. The caller calls end in any case. If the request is refused, it is answered
// and ok is false.
func (l *Limits) Admit(w http.ResponseWriter, r *http.Request, cost Cost) (_ http.ResponseWriter, _ *http.Request, end func(), ok bool) {
	if r.Context().Value(turnKey{}) != nil {
		return w, r, func() {}, true // by its route
	}
	ticket := l.Ticket(r)
	ticket.Slow = cost >= slowCost
	wait := maxTokenWait
	if isCrawler(r.UserAgent()) || isPrefetch(r.Header) {
		wait = 0 // nobody waits for it
	}
	if !l.take(r, cost, wait) {
		l.Refuse(w, r, "too many uncached requests")
		return nil, nil, nil, false
	}
	ctx, cancel := context.WithTimeout(r.Context(), maxTurnWait)
	defer cancel()
	release, err := l.queue.Acquire(ctx, ticket)
	if err != nil {
		if errors.Is(err, fairqueue.ErrOverloaded) {
			l.Refuse(w, r, "too many uncached requests at the same time")
		}
		return nil, nil, nil, false // or the client closed the connection
	}
	t := &turn{release: release}
	r = r.WithContext(context.WithValue(r.Context(), turnKey{}, t))
	end = sync.OnceFunc(Hold(r.Context()))
	return &turnWriter{w, end}, r, end, true
}

// Admitted is Admit as middleware of routes whose every request is work.
func (l *Limits) Admitted(cost func(*http.Request) Cost) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w, r, end, ok := l.Admit(w, r, cost(r))
			if !ok {
				return
			}
			defer end()
			next.ServeHTTP(w, r)
		})
	}
}

// Take takes the tokens of work that has a queue of its own, such as a new rendition; false when the
// client has too few.
func (l *Limits) Take(r *http.Request, cost Cost) bool { return l.take(r, cost, 0) }

// take takes tokens, and waits for the next ones: so visitors who share an address are slowed before they
// are refused, and an attacker that waits for its answers gets fewer.
func (l *Limits) take(r *http.Request, cost Cost, maxWait time.Duration) bool {
	client := l.Client(r)
	if clientaddr.In(l.cfg.Exempt, client) {
		return true
	}
	wait, ok := l.tokens.Take(client, l.cfg.Now(), int(cost), maxWait)
	return ok && (wait == 0 || backoff.Sleep(r.Context(), wait) == nil)
}

// Ticket says for whom a request is made.
func (l *Limits) Ticket(r *http.Request) fairqueue.Ticket {
	client := l.Client(r)
	if clientaddr.In(l.cfg.Exempt, client) {
		return fairqueue.Ticket{}
	}
	return fairqueue.Ticket{Client: clientaddr.Prefix(client), Class: l.classOf(r, client)}
}

// Refuse answers 429 and reports the reason.
func (l *Limits) Refuse(w http.ResponseWriter, r *http.Request, reason string) {
	l.Report(r, reason)
	w.Header().Set("Retry-After", "10")
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "Too many requests. Retry in ten seconds.", http.StatusTooManyRequests)
}

// Report reports a request that is refused.
func (l *Limits) Report(r *http.Request, reason string) {
	l.cfg.Refused(reason, clientaddr.Prefix(l.Client(r)))
}

// turnWriter ends the turn of a request when its response begins.
type turnWriter struct {
	http.ResponseWriter
	end func()
}

// WriteHeader ends the turn.
func (w *turnWriter) WriteHeader(status int) {
	w.end()
	w.ResponseWriter.WriteHeader(status)
}

// Write ends the turn.
func (w *turnWriter) Write(p []byte) (int, error) {
	w.end()
	return w.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (w *turnWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
