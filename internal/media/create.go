package media

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"estate/internal/platform/fairqueue"
	"estate/internal/platform/worker"
)

// job is one frame to a worker. Without a format it makes an original.
type job struct {
	Path   string `json:"path"`
	Width  int    `json:"width,omitempty"`
	Format format `json:"format,omitempty"`
}

// create creates a rendition and stores it in the disk cache.
func (l *Library) create(ctx context.Context, t target, key string) (created, error) {
	old, exists := l.cached(t, key)
	if exists { // stored since the first check, or stale
		stale := l.stale(t, old)
		old.Close()
		if !stale {
			return created{}, nil
		}
	}
	path, err := l.original(ctx, t.source)
	if err != nil {
		return created{}, l.recordRefusal(ctx, t, err, exists)
	}
	var body []byte
	if t.format == formatSVG {
		body, err = readSVG(path)
	} else {
		body, err = l.render(ctx, job{path, t.width, t.format}, l.cfg.MaxBytes)
	}
	if err != nil {
		return created{}, l.recordRefusal(ctx, t, err, exists)
	}
	if err := l.cache.put(key, body); err != nil {
		l.cfg.Log.ErrorContext(ctx, "a rendition cannot be stored; check the disk of the picture cache", "err", err)
		return created{body: body}, nil
	}
	return created{}, nil
}

// render creates one rendition in a worker, of an original of at most maxBytes.
func (l *Library) render(ctx context.Context, j job, maxBytes int64) ([]byte, error) {
	if !l.available() {
		return nil, fmt.Errorf("%w: %s", ErrUnavailable, l.unavailable)
	}
	if err := sniff(j.Path, maxBytes); err != nil {
		return nil, err
	}
	frame, err := json.Marshal(j)
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	release, err := l.turns.Acquire(ctx, fairqueue.TicketOf(ctx))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBusy, err)
	}
	defer release()
	reply, err := l.workers.Do(ctx, frame)
	if err != nil {
		return nil, translate(ctx, err)
	}
	return reply.([]byte), nil
}

func translate(ctx context.Context, err error) error {
	if failure, ok := errors.AsType[*worker.Failure](err); ok {
		return fmt.Errorf("%w: %.300s", errUnreadable, failure.Text)
	}
	switch {
	case ctx.Err() != nil, errors.Is(err, worker.ErrBusy):
		return fmt.Errorf("%w: %w", ErrBusy, err)
	case errors.Is(err, worker.ErrTimeout), errors.Is(err, worker.ErrExited):
		// The frame killed two workers; it would kill a third.
		return fmt.Errorf("%w: %w", ErrRefused, err)
	case errors.Is(err, worker.ErrDown):
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

// recordRefusal caches a refused original, so that not every request tries it again, and logs
// it once. An unreadable one is left out of pages, unless an old rendition can be shown. It returns err.
func (l *Library) recordRefusal(ctx context.Context, t target, err error, hasOld bool) error {
	if errors.Is(err, ErrRefused) || (t.source.remote != nil && errors.Is(err, ErrNotFound)) {
		l.refused.add(t.original(), err)
		if errors.Is(err, errUnreadable) && !hasOld {
			l.unreadable.add(t.source.String(), reasonOf(err))
		}
		l.cfg.Log.WarnContext(ctx, "picture refused", "original", t.source.String(), "err", err)
	}
	return err
}
