package media

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"estate/internal/worker"
)

// job is one frame to a worker.
type job struct {
	Path   string `json:"path"`
	Width  int    `json:"width"`
	Format format `json:"format"`
}

// make makes a rendition and puts it into the cache.
func (l *Library) make(ctx context.Context, n name, key string) (made, error) {
	if r, ok := l.kept(n, key); ok { // landed since the first look
		stale := l.stale(n, r)
		r.Close()
		if !stale {
			return made{}, nil
		}
	}
	path, err := l.original(ctx, n.source)
	if err != nil {
		return made{}, l.remember(ctx, n, err)
	}
	var body []byte
	if n.format == formatSVG {
		body, err = readVector(path)
	} else {
		body, err = l.render(ctx, job{path, n.width, n.format})
	}
	if err != nil {
		return made{}, l.remember(ctx, n, err)
	}
	if err := l.cache.put(key, body); err != nil {
		l.cfg.Log.ErrorContext(ctx, "a rendition cannot be kept; check the picture cache's disk", "err", err)
		return made{loose: body}, nil
	}
	return made{}, nil
}

// render has a worker make one rendition.
func (l *Library) render(ctx context.Context, j job) ([]byte, error) {
	if !l.able() {
		return nil, fmt.Errorf("%w: %s", ErrUnavailable, l.whyNot)
	}
	if err := sniff(j.Path, l.cfg.MaxBytes); err != nil {
		return nil, err
	}
	frame, err := json.Marshal(j)
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	body, err := l.workers.Do(ctx, frame)
	if err != nil {
		return nil, translate(ctx, err)
	}
	return body, nil
}

func translate(ctx context.Context, err error) error {
	if failure, ok := errors.AsType[*worker.Failure](err); ok {
		return fmt.Errorf("%w: %.300s", ErrRefused, failure.Text)
	}
	switch {
	case ctx.Err() != nil, errors.Is(err, worker.ErrBusy):
		return fmt.Errorf("%w: %w", ErrBusy, err)
	case errors.Is(err, worker.ErrTimeout), errors.Is(err, worker.ErrExited):
		// It has cost two workers; a third would fare no better.
		return fmt.Errorf("%w: %w", ErrRefused, err)
	case errors.Is(err, worker.ErrDown):
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

// remember notes a refused original, so that a page that shows it does not have it
// tried again by every visitor. It is logged here, once.
func (l *Library) remember(ctx context.Context, n name, err error) error {
	if errors.Is(err, ErrRefused) || (n.source.remote != nil && errors.Is(err, ErrNotFound)) {
		l.refused.add(n.original(), err)
		l.cfg.Log.WarnContext(ctx, "picture refused", "original", n.source.String(), "why", err)
	}
	return err
}
