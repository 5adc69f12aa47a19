package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"estate/internal/agency/feeds"
	"estate/internal/content"
	"estate/internal/platform/backoff"
	"estate/internal/store"
)

// ask is a request of a person, stored so that it reaches the node that follows the feeds.
type ask struct {
	Run    bool `json:"run,omitempty"`
	Full   bool `json:"full,omitempty"`
	Accept bool `json:"accept,omitempty"`
}

// Ask requests a run of a feed from the node that follows it, with accept also what is held
// back.
func (e *Engine) Ask(ctx context.Context, name string, accept bool) error {
	if _, err := e.feed(name); err != nil {
		return err
	}
	return e.store.Write(ctx, func(b *store.Batch) error {
		return b.PutNote(askPrefix+name, encode(ask{Run: true, Accept: accept}))
	})
}

// Accept allows the removal and the changes of prices that are held back; the next run carries them out. It is false
// when nothing is.
func (e *Engine) Accept(ctx context.Context, name string) (bool, error) {
	if _, err := e.feed(name); err != nil {
		return false, err
	}
	held := false
	err := e.store.Write(ctx, func(b *store.Batch) error {
		s, err := batchState(b, name)
		if held = s.Alarm != nil || len(s.Jumps) > 0; err != nil || !held {
			return err
		}
		if s.Alarm != nil {
			s.Alarm.Accepted = true
		}
		for key, jump := range s.Jumps {
			jump.Accepted = true
			s.Jumps[key] = jump
		}
		return b.PutNote(statePrefix+name, encode(s))
	})
	return held, err
}

const (
	askInterval    = 3 * time.Second
	maxRuns        = 8 // at the same time; a run that a person asks for is not counted
	initialBackoff = time.Minute
)

// Follow runs each feed at its interval until ctx ends. One node does it at a time. A slow feed delays no other.
func (e *Engine) Follow(ctx context.Context) error {
	slots := make(chan struct{}, maxRuns)
	var following sync.WaitGroup
	for _, feed := range e.cfg.Feeds {
		following.Go(func() { e.followOne(ctx, feed, slots) })
	}
	following.Wait()
	return nil
}

func (e *Engine) followOne(ctx context.Context, feed Feed, slots chan struct{}) {
	var next time.Time
	if s, err := readState(ctx, e.store, feed.Name); err == nil && !s.Success.IsZero() {
		next = s.Success.Add(backoff.Jitter(feed.Every, 0.1))
	}
	for ; ctx.Err() == nil; _ = backoff.Sleep(ctx, askInterval) {
		asked, err := e.takeAsk(ctx, feed.Name)
		switch {
		case err != nil:
		case asked.Run:
			next = e.cfg.Now().Add(e.follow(ctx, feed, asked.Full))
		case !e.cfg.Now().Before(next):
			select {
			case slots <- struct{}{}:
				next = e.cfg.Now().Add(e.follow(ctx, feed, false))
				<-slots
			default: // the next look finds a slot, or that a person asks
			}
		}
	}
}

// follow runs a feed and returns the time until its next run.
func (e *Engine) follow(ctx context.Context, feed Feed, full bool) time.Duration {
	started := e.cfg.Now()
	report, err := e.Run(ctx, feed.Name, Options{Full: full})
	if ctx.Err() != nil {
		return 0
	}
	if err != nil {
		s, _ := readState(ctx, e.store, feed.Name)
		if s.Failures <= 1 { // the first failure of a series
			e.cfg.Log.WarnContext(ctx, "a feed cannot be read; its properties stay as they are", "feed", feed.Name, "err", err)
		}
		return backoff.Policy{Initial: min(initialBackoff, feed.Every), Max: feed.Every, Jitter: 0.1}.Delay(max(1, s.Failures))
	}
	if report.Added+report.Changed+report.Removed > 0 {
		e.cfg.Log.InfoContext(ctx, "a feed has brought changes", "feed", feed.Name, "added", report.Added, "changed", report.Changed, "removed",
			report.Removed,
			"skipped", report.Skipped, "took", e.cfg.Now().Sub(started).Round(time.Millisecond))
	}
	return backoff.Jitter(feed.Every, 0.1)
}

// takeAsk reads and deletes the request of a person.
func (e *Engine) takeAsk(ctx context.Context, name string) (request ask, err error) {
	text, err := e.store.Note(ctx, askPrefix+name)
	if err != nil || text == "" {
		return ask{}, err
	}
	_ = json.Unmarshal([]byte(text), &request) // unreadable: a run without acceptance
	request.Run = true
	if request.Accept {
		if _, err := e.Accept(ctx, name); err != nil {
			return ask{}, err
		}
	}
	return request, e.store.Write(ctx, func(b *store.Batch) error { return b.PutNote(askPrefix+name, "") })
}

// Status is what is told of a feed.
type Status struct {
	Name       string        `json:"name"`
	Kind       string        `json:"kind"`
	Host       string        `json:"host,omitempty"`
	Every      time.Duration `json:"-"`
	Properties int           `json:"properties"` // published
	State
}

// Status describes all feeds.
func (e *Engine) Status(ctx context.Context) ([]Status, error) {
	all, err := readItems(ctx, e.store)
	if err != nil {
		return nil, err
	}
	list := []Status{}
	for _, feed := range e.cfg.Feeds {
		s, err := readState(ctx, e.store, feed.Name)
		if err != nil {
			return nil, err
		}
		s.Checkpoint = ""
		status := Status{Name: feed.Name, Kind: feed.Kind, Host: feed.Host, Every: feed.Every, State: s}
		for _, key := range sortedKeys(all[feed.Name]) {
			i := all[feed.Name][key]
			if i.live() {
				status.Properties++
			}
			left, err := e.hasLeft(ctx, key, i)
			if err != nil {
				return nil, err
			}
			status.Report.Problems = append(left, status.Report.Problems...)
		}
		list = append(list, status)
	}
	return list, nil
}

// hasLeft tells of an edited property whose listing left the feed, until a person has deleted it or changed its
// availability.
func (e *Engine) hasLeft(ctx context.Context, key string, i *item) ([]feeds.Problem, error) {
	if i.Left.IsZero() {
		return nil, nil
	}
	entity, err := e.stored(ctx, i)
	if errors.Is(err, errHidden) {
		return nil, nil // a person has taken it off the site
	}
	property, ok := entity.(*content.Property)
	if err != nil || !ok || property.Availability != content.AvailabilityWithdrawn {
		return nil, err
	}
	return []feeds.Problem{{
		Key: key, Field: "reference", Value: property.Reference, Warning: true,
		Reason: fmt.Sprintf("it left the feed on %s and is withdrawn, not deleted, because a person has edited it; "+
			"delete the property, or set its availability", i.Left.Format(time.DateOnly)),
	}}, nil
}
