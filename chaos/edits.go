package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// How soon an edit must be seen.
const (
	soonByWebhook = 2 * time.Second
	soonByPoll    = 35 * time.Second
)

// edits times edits in batches, with the webhook and without; in the middle the
// site is stopped while WordPress goes on.
func (r *run) edits(ctx context.Context) error {
	data := cmp.Or(r.copied, filepath.Join(r.folder, "edited"))
	for _, way := range []struct {
		name, secret string
		batch        int
		limit        time.Duration
	}{{"by webhook", bedSecret, 20, soonByWebhook}, {"without", "", 50, soonByPoll}} {
		if err := r.editBatches(ctx, data, way.name, way.secret, way.batch, way.limit); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) editBatches(ctx context.Context, data, name, secret string, batch int, limit time.Duration) error {
	site, err := r.start(ctx, data, "replica", secret)
	if err != nil {
		return err
	}
	defer func() { site.Stop() }()
	ids, err := r.editable(ctx)
	if err != nil {
		return err
	}
	var times, restarted []time.Duration
	lost, made := 0, 0
	for made < r.options.edits {
		middle := made == r.options.edits/2/batch*batch
		if middle {
			site.Stop()
		}
		w := r.watch(ctx)
		for range min(batch, r.options.edits-made) {
			one, err := r.edit(ctx, ids[made%len(ids)], fmt.Sprintf("Edit %d %s", made, name))
			if err != nil {
				return err
			}
			w.add(one)
			made++
		}
		if middle { // what was edited meanwhile is found by the start
			if site, err = r.start(ctx, data, "replica", secret); err != nil {
				return err
			}
			w.restart()
		}
		seen, missing := w.finish(limit + 10*time.Second)
		lost += missing
		if middle {
			restarted = seen
		} else {
			times = append(times, seen...)
		}
	}
	slowest := quantile(times, 1)
	r.report.promise("edits", fmt.Sprintf("%d edits %s seen within %s, none lost", r.options.edits, name, limit),
		fmt.Sprintf("median %s, slowest %s, lost %d", round(quantile(times, 0.5)), round(slowest), lost), lost == 0 && slowest <= limit)
	if len(restarted) > 0 {
		slowest = quantile(restarted, 1)
		r.report.promise("edits", fmt.Sprintf("%d of them, made while the site was down, seen within %s of its start", len(restarted), soonByPoll),
			fmt.Sprintf("median %s, slowest %s", round(quantile(restarted, 0.5)), round(slowest)), slowest <= soonByPoll)
	}
	return nil
}

// edit is one change and when WordPress had it.
type edit struct {
	id    int
	title string
	at    time.Time
}

// editable are homes that can be edited.
func (r *run) editable(ctx context.Context) ([]int, error) {
	client, err := asker(r.proxy.address)
	if err != nil {
		return nil, err
	}
	stamps, err := client.AllStamps(ctx, "properties")
	if err != nil {
		return nil, err
	}
	ids := make([]int, len(stamps))
	for i, stamp := range stamps {
		ids[i] = stamp.ID
	}
	return ids, nil
}

// edit gives a home another title, as an editor does.
func (r *run) edit(ctx context.Context, id int, title string) (edit, error) {
	body, err := json.Marshal(map[string]string{"title": title})
	if err != nil {
		return edit{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, fmt.Sprintf("%s/wp-json/wp/v2/properties/%d?_fields=id", r.bed.address, id), bytes.NewReader(body))
	if err != nil {
		return edit{}, err
	}
	request.SetBasicAuth(bedUser, bedPassword)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return edit{}, err
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return edit{}, fmt.Errorf("the edit of home %d is answered with %s", id, response.Status)
	}
	return edit{id, title, time.Now()}, nil
}

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
