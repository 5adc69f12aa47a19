package instagram

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"estate/internal/content"
	"estate/internal/platform/backoff"
)

// Save replaces the stored feed. The newest post is first.
type Save func(ctx context.Context, feed []content.InstagramPost) error

// Refresher refreshes the stored feed at an interval.
type Refresher struct {
	cfg  Config
	save Save
	http *http.Client
}

// New creates a Refresher. The error reports all problems of the configuration.
func New(cfg Config, save Save) (*Refresher, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	client := &http.Client{
		// A redirect would send the token to a host that is not configured.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &Refresher{cfg: cfg.withDefaults(), save: save, http: client}, nil
}

// initialBackoff is the backoff after the first failed refresh.
const initialBackoff = time.Minute

// Run refreshes the feed until ctx ends. After a failure the backoff is a minute, doubled
// after each further failure, up to the interval.
func (r *Refresher) Run(ctx context.Context) error {
	defer r.http.CloseIdleConnections()
	failures := 0
	for {
		err := r.Refresh(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			failures = 0
		} else {
			if failures == 0 { // log the first failure of a series
				r.cfg.Log.WarnContext(ctx, "the refresh of the Instagram feed failed or is incomplete", "err", err)
			}
			failures++
		}
		// Jitter, so that several sites do not send requests at the same time.
		if backoff.Sleep(ctx, backoff.Jitter(r.nextInterval(failures), 0.1)) != nil {
			return nil
		}
	}
}

// nextInterval is the interval, or the backoff after failures.
func (r *Refresher) nextInterval(failures int) time.Duration {
	if failures == 0 {
		return r.cfg.Every
	}
	return backoff.Policy{Initial: initialBackoff, Max: r.cfg.Every}.Delay(failures)
}

// Refresh fetches the feed and its pictures and stores both. A feed without a post that
// can be shown is an error and changes nothing.
func (r *Refresher) Refresh(ctx context.Context) error {
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
	r.removeUnused(feed)
	return errors.Join(problems...)
}
