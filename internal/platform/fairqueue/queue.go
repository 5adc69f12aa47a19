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
	classes  = iota
)

// Ticket says for whom a request is made. Requests without a client share the bound of those
// that wait, and have no PerClient.
type Ticket struct {
	Client netip.Prefix
	Class  Class
}

// Config bounds a queue. Zero values mean what the comments name.
type Config struct {
	Slots      int // held by all clients at the same time; 0 means no bound
	PerClient  int // held by one client at the same time; 0 means no bound
	MaxWaiting int // requests of one client that wait; 256
}

// Queue gives slots to requests. It is safe for concurrent use.
type Queue struct {
	cfg Config

	mu      sync.Mutex
	held    int
	clients map[netip.Prefix]*client
	turns   [classes][]*client // clients that wait, the next one first
}

// client is a client that holds slots or waits for some.
type client struct {
	address netip.Prefix
	held    int
	waiting [classes][]*waiter
}

// waiter is a request that waits.
type waiter struct{ granted chan struct{} }

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
	c, w := q.enter(t)
	if c == nil {
		return nil, fmt.Errorf("%w: %d requests of one client wait", ErrOverloaded, q.cfg.MaxWaiting)
	}
	if w != nil {
		select {
		case <-w.granted:
		case <-ctx.Done():
			if q.leave(c, t.Class, w) {
				return nil, queueError(ctx.Err())
			}
			// The slot was granted at the same moment.
		}
	}
	return sync.OnceFunc(func() { q.release(c) }), nil
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
	n := 0
	for _, c := range q.clients {
		n += c.waitingCount()
	}
	return n
}

// enter gives a slot to a request, or queues it and returns its waiter. No client means that
// too many of its requests wait.
func (q *Queue) enter(t Ticket) (*client, *waiter) {
	q.mu.Lock()
	defer q.mu.Unlock()
	c := q.clients[t.Client]
	if c == nil {
		c = &client{address: t.Client}
		q.clients[t.Client] = c
	}
	// With a free slot only clients at their own bound wait, so nobody is overtaken.
	if q.hasSlot() && q.mayHold(c) {
		q.grant(c)
		return c, nil
	}
	if c.waitingCount() >= q.cfg.MaxWaiting {
		return nil, nil
	}
	w := &waiter{granted: make(chan struct{})}
	if len(c.waiting[t.Class]) == 0 {
		q.turns[t.Class] = append(q.turns[t.Class], c)
	}
	c.waiting[t.Class] = append(c.waiting[t.Class], w)
	return c, w
}

func (q *Queue) hasSlot() bool { return q.cfg.Slots == 0 || q.held < q.cfg.Slots }

// mayHold reports whether a client may hold a further slot.
func (q *Queue) mayHold(c *client) bool {
	return q.cfg.PerClient == 0 || !c.address.IsValid() || c.held < q.cfg.PerClient
}

func (q *Queue) grant(c *client) {
	q.held++
	c.held++
}

// leave removes a waiter; false when it has a slot already.
func (q *Queue) leave(c *client, class Class, w *waiter) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.Index(c.waiting[class], w)
	if at < 0 {
		return false
	}
	c.waiting[class] = slices.Delete(c.waiting[class], at, at+1)
	if len(c.waiting[class]) == 0 {
		q.turns[class] = slices.DeleteFunc(q.turns[class], func(other *client) bool { return other == c })
	}
	q.forget(c)
	return true
}

func (q *Queue) release(c *client) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.held--
	c.held--
	for q.hasSlot() && q.grantNext() {
	}
	q.forget(c)
}

// grantNext gives a slot to the next request that may have one: by class, then by turn.
func (q *Queue) grantNext() bool {
	for class := range q.turns {
		turns := q.turns[class]
		at := slices.IndexFunc(turns, q.mayHold)
		if at < 0 {
			continue
		}
		c := turns[at]
		turns = slices.Delete(turns, at, at+1)
		next := c.waiting[class][0]
		c.waiting[class] = slices.Delete(c.waiting[class], 0, 1)
		if len(c.waiting[class]) > 0 {
			turns = append(turns, c) // its next turn comes after those of the others
		}
		q.turns[class] = turns
		q.grant(c)
		close(next.granted)
		return true
	}
	return false
}

// forget drops a client that neither holds a slot nor waits.
func (q *Queue) forget(c *client) {
	if c.held == 0 && c.waitingCount() == 0 {
		delete(q.clients, c.address)
	}
}

func (c *client) waitingCount() int {
	n := 0
	for _, list := range c.waiting {
		n += len(list)
	}
	return n
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
