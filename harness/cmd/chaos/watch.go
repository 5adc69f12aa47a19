package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// watch polls the API of the site for the edits that it shows.
type watch struct {
	mu      sync.Mutex
	waiting map[int]edit
	times   []time.Duration
	stop    context.CancelFunc
	ended   chan struct{}
}

func (r *run) watch(ctx context.Context) *watch {
	ctx, stop := context.WithCancel(ctx)
	w := &watch{waiting: map[int]edit{}, stop: stop, ended: make(chan struct{})}
	go func() {
		defer close(w.ended)
		for ctx.Err() == nil {
			w.mu.Lock()
			waiting := maps.Clone(w.waiting)
			w.mu.Unlock()
			if len(waiting) > 0 {
				w.record(waiting, r.shown(ctx, waiting))
			}
			time.Sleep(25 * time.Millisecond) // the resolution of the times
		}
	}()
	return w
}

// record records the times of the edits that are shown.
func (w *watch) record(waiting map[int]edit, ids []int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range ids {
		if w.waiting[id] == waiting[id] {
			w.times = append(w.times, time.Since(waiting[id].at))
			delete(w.waiting, id)
		}
	}
}

func (w *watch) add(one edit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting[one.id] = one
}

// restart measures the waiting edits from now on, after the site was stopped.
func (w *watch) restart() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, one := range w.waiting {
		one.at = time.Now()
		w.waiting[id] = one
	}
}

// finish waits until all edits are shown, or the timeout.
func (w *watch) finish(timeout time.Duration) (times []time.Duration, missing int) {
	left := func() int {
		w.mu.Lock()
		defer w.mu.Unlock()
		return len(w.waiting)
	}
	for deadline := time.Now().Add(timeout); left() > 0 && time.Now().Before(deadline); {
		time.Sleep(25 * time.Millisecond)
	}
	w.stop()
	<-w.ended
	return w.times, len(w.waiting)
}

// shown are the ids of the edits that the site shows.
func (r *run) shown(ctx context.Context, waiting map[int]edit) []int {
	var ids []string
	for id := range waiting {
		ids = append(ids, strconv.Itoa(id))
	}
	address := fmt.Sprintf("http://127.0.0.1:%d/wp-json/wp/v2/properties?per_page=100&_fields=id,title&include=%s", r.port,
		strings.Join(ids, ","))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil
	}
	defer func() { _ = response.Body.Close() }()
	var properties []struct {
		ID    int `json:"id"`
		Title struct {
			Rendered string `json:"rendered"`
		} `json:"title"`
	}
	if json.NewDecoder(response.Body).Decode(&properties) != nil {
		return nil
	}
	var done []int
	for _, property := range properties {
		if property.Title.Rendered == waiting[property.ID].title {
			done = append(done, property.ID)
		}
	}
	return done
}
