package instagram

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"estate/internal/content"
)

// Save stores a feed, newest first, in place of the one before.
type Save func(ctx context.Context, feed []content.InstagramPost) error

// Refresher refreshes the stored feed at an interval.
type Refresher struct {
	cfg  Config
	save Save
	http *http.Client
}

// New checks the configuration.
func New(cfg Config, save Save) (*Refresher, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	client := &http.Client{
		// A redirect would send the token somewhere that nobody configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Refresher{cfg: cfg.withDefaults(), save: save, http: client}, nil
}

const firstPause = time.Minute

// Run keeps the feed until ctx ends. After a failure it waits a minute, then twice
// as long each time, up to the usual pause.
func (r *Refresher) Run(ctx context.Context) error {
	defer r.http.CloseIdleConnections()
	failures := 0
	for {
		err := r.Once(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			failures = 0
		} else {
			if failures == 0 { // once a streak: the log is no clock
				r.cfg.Log.WarnContext(ctx, "the Instagram feed could not be renewed as a whole; what is stored stays", "err", err)
			}
			failures++
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(spread(r.pause(failures))):
		}
	}
}

func (r *Refresher) pause(failures int) time.Duration {
	if failures == 0 {
		return r.cfg.Every
	}
	return min(r.cfg.Every, firstPause<<min(failures-1, 10))
}

// spread moves a pause by a tenth either way, so that several sites do not ask as one.
func spread(pause time.Duration) time.Duration {
	return pause + time.Duration((rand.Float64()-0.5)*0.2*float64(pause))
}

// Once asks for the feed, takes its pictures and stores it. A feed without a
// single post that can be shown changes nothing: networks fail that way too.
func (r *Refresher) Once(ctx context.Context) error {
	posts, err := r.posts(ctx, r.token(ctx))
	if err != nil {
		return err
	}
	var feed []content.InstagramPost
	var problems []error
	for i := range posts {
		image, err := r.picture(ctx, &posts[i])
		if err != nil {
			problems = append(problems, fmt.Errorf("picture of post %.40q: %w", posts[i].ID, err))
			continue
		}
		feed = append(feed, content.InstagramPost{
			ID: posts[i].ID, Caption: posts[i].Caption, Image: *image, Permalink: posts[i].Permalink,
		})
	}
	if len(feed) == 0 {
		return errors.Join(append([]error{errors.New("the feed has no post that can be shown")}, problems...)...)
	}
	if err := r.save(ctx, feed); err != nil {
		return fmt.Errorf("store the feed: %w", err)
	}
	r.tidy(feed)
	return errors.Join(problems...)
}
