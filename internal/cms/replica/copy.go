package replica

import (
	"context"
	"errors"
	"fmt"
	"time"

	"estate/internal/cms/wordpress"
	"estate/internal/platform/backoff"
)

const (
	// maxCopyAttempts is the number of reconciliations that Copy tries when the CMS is down.
	maxCopyAttempts = 8
	reportInterval  = 200 * time.Millisecond
)

// Copy brings the store to the state of the CMS once. It continues an interrupted copy, and
// tries failed entities twice. report is called every 200 ms. Copy fails when the
// CMS stays down or a list cannot be read; single failed entities are in Status.
func (r *Replica) Copy(ctx context.Context, report func(Status)) error {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			report(r.Status())
			_ = backoff.Sleep(ctx, reportInterval)
		}
	}()
	defer func() { cancel(); <-ended }()
	var err error
	for attempt := range maxCopyAttempts {
		if err = r.reconcile(ctx); err == nil && r.Ready() {
			break
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := r.cfg.backoff(r.cfg.InitialBackoff, attempt+1)
		if busy, ok := errors.AsType[*wordpress.BusyError](err); ok {
			wait = max(wait, busy.Until.Sub(r.cfg.Now()))
		}
		_ = backoff.Sleep(ctx, wait)
	}
	if err != nil {
		return fmt.Errorf("the copy failed %d times: %w", maxCopyAttempts, err)
	}
	if len(r.Status().Failed) > 0 {
		r.failures.retryAll()
		return r.reconcile(ctx)
	}
	return nil
}

// reconcile compares everything once, outside the loop.
func (r *Replica) reconcile(ctx context.Context) error {
	return r.comparer.reconcile(ctx, r.loop.drainNotices)
}
