package fairqueue

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sync"
)

// ErrOverloaded reports that a request did not get a slot in time, or that too many wait.
var ErrOverloaded = errors.New("the queue is full")

// Class is the kind of a request. The classes are served in this order.
type Class int

// The classes.
const (
	Visitor  Class = iota // somebody waits for the response
	Prefetch              // a browser asks before its visitor does
	Crawler               // a program, which can ask again later
)

// Ticket says for whom a request is made, and whether it holds its slot for long. Requests without a
// client share the bound of those that wait, and have no PerClient.
type Ticket struct {
	Client netip.Prefix
	Class  Class
	Slow   bool
}

// Config bounds a queue. Zero values mean what the comments name.
type Config struct {
	Slots      int // held by all clients at the same time; 0 means no bound
	PerClient  int // held by one client at the same time; 0 means no bound
	Slow       int // held by slow requests at the same time; 0 means no bound
	MaxWaiting int // requests of one client that wait; 256
}

// Queue gives slots to requests. It is safe for concurrent use.
type Queue struct {
	cfg Config

	mu         sync.Mutex
	held, slow int
	turns      int // that have been given
	clients    map[netip.Prefix]*client
	waiting    []*waiter // in the order of their arrival
}

// client is a client that holds slots or waits for some.
type client struct {
	held, waiting int
	turn          int // the lowest is served first
}

// waiter is a request, which may wait.
type waiter struct {
	Ticket
	client  *client
	granted chan struct{}
}

// New returns a queue.
func New(cfg Config) *Queue {
	if cfg.MaxWaiting <= 0 {
		cfg.MaxWaiting = 256
	}
	return &Queue{cfg: cfg, clients: map[netip.Prefix]*client{}}
}

// Acquire waits for a slot. The caller calls release once it needs the slot no longer; further
// calls do nothing. The error wraps ErrOverloaded when too many requests of the client wait or
// the deadline of ctx passes, else it is that of ctx.
func (q *Queue) Acquire(ctx context.Context, t Ticket) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, queueError(err)
	}
	w := q.enter(t)
	if w == nil {
		return nil, fmt.Errorf("%w: %d requests of one client wait", ErrOverloaded, q.cfg.MaxWaiting)
	}
	select {
	case <-w.granted:
	case <-ctx.Done():
		if q.leave(w) {
			return nil, queueError(ctx.Err())
		}
		// The slot was granted at the same moment.
	}
	return sync.OnceFunc(func() { q.release(w) }), nil
}

// queueError is the error of a context that ended while the request waited.
func queueError(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", ErrOverloaded, err)
	}
	return err
}

// Waiting is the number of requests that wait.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

// enter queues a request, which gets its slot at once if it may; nil if too many of its client wait.
func (q *Queue) enter(t Ticket) *waiter {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.clients[t.Client]
	if c == nil {
		c = &client{}
		q.clients[t.Client] = c
	}
	w := &waiter{Ticket: t, client: c, granted: make(chan struct{})}
	if q.mayHold(w) { // of the others, none that waits may
		q.grant(w)
		return w
	}
	if c.waiting >= q.cfg.MaxWaiting {
		return nil
	}
	if c.waiting == 0 {
		q.takeTurn(c)
	}
	c.waiting++
	q.waiting = append(q.waiting, w)
	return w
}

// mayHold reports whether the bounds leave a slot for a request.
func (q *Queue) mayHold(w *waiter) bool {
	below := func(held, bound int) bool { return bound == 0 || held < bound }
	return below(q.held, q.cfg.Slots) &&
		(!w.Client.IsValid() || below(w.client.held, q.cfg.PerClient)) &&
		(!w.Slow || below(q.slow, q.cfg.Slow))
}

// takeTurn puts a client behind the others that wait.
func (q *Queue) takeTurn(c *client) {
	q.turns++
	c.turn = q.turns
}

func (q *Queue) grant(w *waiter) { q.count(w, 1); close(w.granted) }

func (q *Queue) count(w *waiter, n int) {
	q.held += n
	w.client.held += n
	if w.Slow {
		q.slow += n
	}
}

// leave removes a waiter; false when it has a slot already.
func (q *Queue) leave(w *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(q.waiting, w)
	if at < 0 {
		return false
	}
	q.remove(at)
	q.forget(w)
	return true
}

func (q *Queue) remove(at int) *waiter {
	w := q.waiting[at]
	q.waiting = slices.Delete(q.waiting, at, at+1)
	w.client.waiting--
	return w
}

func (q *Queue) release(w *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.count(w, -1)
	for at := q.next(); at >= 0; at = q.next() {
		next := q.remove(at)
		q.takeTurn(next.client) // its next turn comes after those of the others
		q.grant(next)
	}
	q.forget(w)
}

// next is the place of the request that gets the next slot: by class, then by the turns of clients; -1 if none may.
func (q *Queue) next() int {
	best := -1
	for at, w := range q.waiting {
		if !q.mayHold(w) {
			continue
		}
		if best < 0 || w.Class < q.waiting[best].Class || w.Class == q.waiting[best].Class && w.client.turn < q.waiting[best].client.turn {
			best = at
		}
	}
	return best
}

// forget drops a client that neither holds a slot nor waits.
func (q *Queue) forget(w *waiter) {
	if w.client.held == 0 && w.client.waiting == 0 {
		delete(q.clients, w.Ticket.Client)
	}
}

type ticketKey struct{}

// WithTicket returns a context whose requests are made for a ticket.
func WithTicket(ctx context.Context, t Ticket) context.Context {
	return context.WithValue(ctx, ticketKey{}, t)
}

// TicketOf returns the ticket of a context, one without a client by default.
func TicketOf(ctx context.Context) Ticket {
	t, _ := ctx.Value(ticketKey{}).(Ticket)
	return t
}
