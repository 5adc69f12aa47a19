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

// watch asks the site's own API, again and again, which edits it shows.
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
			asked := maps.Clone(w.waiting)
			w.mu.Unlock()
			if len(asked) > 0 {
				w.saw(asked, r.shown(ctx, asked))
			}
			time.Sleep(25 * time.Millisecond) // the resolution of the times
		}
	}()
	return w
}

func (w *watch) saw(asked map[int]edit, ids []int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, id := range ids {
		if w.waiting[id] == asked[id] {
			w.times = append(w.times, time.Since(asked[id].at))
			delete(w.waiting, id)
		}
	}
}

func (w *watch) add(one edit) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting[one.id] = one
}

// restart counts what waits from now on: the site was not there before.
func (w *watch) restart() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, one := range w.waiting {
		one.at = time.Now()
		w.waiting[id] = one
	}
}

// finish waits until everything is seen, or patience ends.
func (w *watch) finish(patience time.Duration) (times []time.Duration, missing int) {
	left := func() int {
		w.mu.Lock()
		defer w.mu.Unlock()
		return len(w.waiting)
	}
	for deadline := time.Now().Add(patience); left() > 0 && time.Now().Before(deadline); {
		time.Sleep(25 * time.Millisecond)
	}
	w.stop()
	<-w.ended
	return w.times, len(w.waiting)
}

// shown are the edits that the site has.
func (r *run) shown(ctx context.Context, waiting map[int]edit) []int {
	var ids []string
	for id := range waiting {
		ids = append(ids, strconv.Itoa(id))
	}
	address := fmt.Sprintf("http://127.0.0.1:%d/wp-json/wp/v2/properties?per_page=100&_fields=id,title&include=%s", r.port, strings.Join(ids, ","))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil
	}
	defer func() { _ = response.Body.Close() }()
	var homes []struct {
		ID    int `json:"id"`
		Title struct {
			Rendered string `json:"rendered"`
		} `json:"title"`
	}
	if json.NewDecoder(response.Body).Decode(&homes) != nil {
		return nil
	}
	var done []int
	for _, home := range homes {
		if home.Title.Rendered == waiting[home.ID].title {
			done = append(done, home.ID)
		}
	}
	return done
}
