package replica

import "sync"

// Notice is what a webhook tells: something of a type may be different now.
type Notice struct {
	Type string // endpoint, or options, menus, redirects, instagram
	ID   int    // 0 for what has no number
}

// queue keeps told changes until they are looked at; equal ones once. When it is
// full, a whole comparison takes their place.
type queue struct {
	most int

	mu      sync.Mutex
	waiting map[Notice]bool
	order   []Notice
	flooded bool
	wake    chan struct{}
}

func newQueue(most int) *queue {
	return &queue{most: most, waiting: map[Notice]bool{}, wake: make(chan struct{}, 1)}
}

// add takes changes and tells how many. None is refused: too many ask for a comparison.
func (q *queue) add(changes ...Notice) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, change := range changes {
		switch {
		case q.waiting[change]:
		case len(q.order) >= q.most:
			q.flooded = true
		default:
			q.waiting[change] = true
			q.order = append(q.order, change)
		}
	}
	q.nudge()
	return len(changes)
}

func (q *queue) nudge() {
	select {
	case q.wake <- struct{}{}:
	default: // somebody is awake already
	}
}

// take empties the queue.
func (q *queue) take() (changes []Notice, flooded bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	changes, flooded = q.order, q.flooded
	q.order, q.flooded = nil, false
	clear(q.waiting)
	return changes, flooded
}

// size is how many changes wait.
func (q *queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.order)
}
