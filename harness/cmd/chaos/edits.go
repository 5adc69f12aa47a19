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

	"estate/harness/command"
)

// Time limits for an edit to be shown.
const (
	webhookLimit = 2 * time.Second
	pollLimit    = 35 * time.Second
)

// noticeMethod is how the site learns of edits, and the time limit to show them.
type noticeMethod struct {
	name   string
	secret string // of the webhook; "": the site polls
	batch  int    // edits at once
	limit  time.Duration
}

// edits measures batches of edits with the webhook and with polls. Halfway, the site is
// stopped during a batch.
func (r *run) edits(ctx context.Context) error {
	data := cmp.Or(r.copyDir, filepath.Join(r.folder, "edited"))
	for _, way := range []noticeMethod{
		{"by webhook", fixtureSecret, 20, webhookLimit},
		{"by poll", "", 50, pollLimit},
	} {
		times, err := r.editBatches(ctx, data, way)
		if err != nil {
			return err
		}
		r.reportEdits(way, times)
	}
	return nil
}

// editTimes are the times until edits were shown.
type editTimes struct {
	running   []time.Duration
	restarted []time.Duration // edits during the stop, measured from the restart
	missing   int
}

func (r *run) editBatches(ctx context.Context, data string, way noticeMethod) (times editTimes, err error) {
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
		if middle { // the start must find the edits
			if site, err = r.start(ctx, data, "replica", way.secret); err != nil {
				return times, err
			}
			w.restart()
		}
		seen, missing := w.finish(way.limit + 10*time.Second)
		times.missing += missing
		if middle {
			times.restarted = seen
		} else {
			times.running = append(times.running, seen...)
		}
	}
	return times, nil
}

func (r *run) reportEdits(way noticeMethod, times editTimes) {
	maximum := command.Quantile(times.running, 1)
	r.report.Check("edits", fmt.Sprintf("%d edits %s are shown within %s", r.options.edits, way.name, way.limit),
		fmt.Sprintf("median %s, maximum %s, missing %d", command.Round(command.Quantile(times.running, 0.5)), command.Round(maximum),
			times.missing),
		times.missing == 0 && maximum <= way.limit)
	if len(times.restarted) == 0 {
		return
	}
	maximum = command.Quantile(times.restarted, 1)
	r.report.Check("edits",
		fmt.Sprintf("%d edits while the site was stopped are shown within %s of its start", len(times.restarted), pollLimit),
		fmt.Sprintf("median %s, maximum %s", command.Round(command.Quantile(times.restarted, 0.5)), command.Round(maximum)), maximum <= pollLimit)
}

// edit is a change and the time when WordPress stored it.
type edit struct {
	id    int
	title string
	at    time.Time
}

// editable are the ids of all properties.
func (r *run) editable(ctx context.Context) ([]int, error) {
	client, err := newClient(r.proxy.address)
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

// edit changes the title of a property through the REST API.
func (r *run) edit(ctx context.Context, id int, title string) (edit, error) {
	body, err := json.Marshal(map[string]string{"title": title})
	if err != nil {
		return edit{}, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost,
		fmt.Sprintf("%s/wp-json/wp/v2/properties/%d?_fields=id", r.fixture.address, id), bytes.NewReader(body))
	if err != nil {
		return edit{}, err
	}
	request.SetBasicAuth(fixtureUser, fixturePassword)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return edit{}, err
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return edit{}, fmt.Errorf("edit of property %d: status %s", id, response.Status)
	}
	return edit{id, title, time.Now()}, nil
}
