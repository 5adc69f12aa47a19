package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"time"
)

// How soon an edit must be seen.
const (
	soonByWebhook = 2 * time.Second
	soonByPoll    = 35 * time.Second
)

// wayOfNotice is how the site hears of edits, and how soon it must show them.
type wayOfNotice struct {
	name   string
	secret string // of the webhook; none: the site asks by itself
	batch  int    // edits at a time
	limit  time.Duration
}

// edits times edits in batches, with the webhook and without; in the middle the
// site is stopped while WordPress goes on.
func (r *run) edits(ctx context.Context) error {
	data := cmp.Or(r.copied, filepath.Join(r.folder, "edited"))
	for _, way := range []wayOfNotice{
		{"by webhook", bedSecret, 20, soonByWebhook},
		{"without", "", 50, soonByPoll},
	} {
		times, err := r.editBatches(ctx, data, way)
		if err != nil {
			return err
		}
		r.tellEdits(way, times)
	}
	return nil
}

// editTimes is how long edits took to be seen.
type editTimes struct {
	running   []time.Duration
	restarted []time.Duration // of those made while the site was down, from its start on
	lost      int
}

func (r *run) editBatches(ctx context.Context, data string, way wayOfNotice) (times editTimes, err error) {
	site, err := r.start(ctx, data, "replica", way.secret)
	if err != nil {
		return times, err
	}
	defer func() { site.Stop() }()
	ids, err := r.editable(ctx)
	if err != nil {
		return times, err
	}
	for made := 0; made < r.options.edits; {
		middle := made == r.options.edits/2/way.batch*way.batch
		if middle {
			site.Stop()
		}
		w := r.watch(ctx)
		for range min(way.batch, r.options.edits-made) {
			one, err := r.edit(ctx, ids[made%len(ids)], fmt.Sprintf("Edit %d %s", made, way.name))
			if err != nil {
				return times, err
			}
			w.add(one)
			made++
		}
		if middle { // what was edited meanwhile is found by the start
			if site, err = r.start(ctx, data, "replica", way.secret); err != nil {
				return times, err
			}
			w.restart()
		}
		seen, missing := w.finish(way.limit + 10*time.Second)
		times.lost += missing
		if middle {
			times.restarted = seen
		} else {
			times.running = append(times.running, seen...)
		}
	}
	return times, nil
}

func (r *run) tellEdits(way wayOfNotice, times editTimes) {
	slowest := quantile(times.running, 1)
	r.report.promise("edits", fmt.Sprintf("%d edits %s seen within %s, none lost", r.options.edits, way.name, way.limit),
		fmt.Sprintf("median %s, slowest %s, lost %d", round(quantile(times.running, 0.5)), round(slowest), times.lost),
		times.lost == 0 && slowest <= way.limit)
	if len(times.restarted) == 0 {
		return
	}
	slowest = quantile(times.restarted, 1)
	r.report.promise("edits", fmt.Sprintf("%d of them, made while the site was down, seen within %s of its start", len(times.restarted), soonByPoll),
		fmt.Sprintf("median %s, slowest %s", round(quantile(times.restarted, 0.5)), round(slowest)), slowest <= soonByPoll)
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
