package replica

import "sync"

// Notice is a webhook message of the CMS: an entity or a part of the site data may have changed.
type Notice struct {
	Type string `json:"type"` // endpoint, or options, menus, redirects, instagram
	ID   int    `json:"id"`   // 0 for site data
}

// noticeQueue holds notices until they are applied, equal ones once. A full queue drops
// notices and asks for a reconciliation in their place.
type noticeQueue struct {
	limit int
	wake  chan struct{} // receives after add

	mu         sync.Mutex
	queued     map[Notice]bool
	order      []Notice
	overflowed bool
}

func newNoticeQueue(limit int) *noticeQueue {
	return &noticeQueue{limit: limit, queued: map[Notice]bool{}, wake: make(chan struct{}, 1)}
}

// add queues notices and returns their number, dropped ones included.
func (q *noticeQueue) add(notices ...Notice) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, notice := range notices {
		switch {
		case q.queued[notice]:
		case len(q.order) >= q.limit:
			q.overflowed = true
		default:
			q.queued[notice] = true
			q.order = append(q.order, notice)
		}
	}
	select {
	case q.wake <- struct{}{}:
	default: // a wake-up is pending
	}
	return len(notices)
}

// drain empties the queue. overflowed reports that notices were dropped.
func (q *noticeQueue) drain() (notices []Notice, overflowed bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	notices, overflowed = q.order, q.overflowed
	q.order, q.overflowed = nil, false
	clear(q.queued)
	return notices, overflowed
}

func (q *noticeQueue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.order)
}
