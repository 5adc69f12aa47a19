package replica

import (
	"context"
	"fmt"
	"time"

	"estate/internal/backoff"
)

// mostCopyTries is how often a copy asks a CMS that does not answer.
const mostCopyTries = 8

// Copy brings the store to what the CMS publishes, once. It goes on where a former
// copy broke off, and tries twice what fails. tell is called now and then.
func (r *Replica) Copy(ctx context.Context, tell func(Status)) error {
	ctx, cancel := context.WithCancel(ctx)
	told := make(chan struct{})
	go func() {
		defer close(told)
		for ctx.Err() == nil {
			tell(r.Status())
			_ = backoff.Sleep(ctx, 200*time.Millisecond)
		}
	}()
	defer func() { cancel(); <-told }()
	var err error
	for try := range mostCopyTries {
		if err = r.reconcile(ctx); err == nil && r.Ready() {
			break
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		_ = backoff.Sleep(ctx, r.backoff(try+1, r.cfg.InitialBackoff))
	}
	if err != nil {
		return fmt.Errorf("the CMS was asked %d times: %w", mostCopyTries, err)
	}
	if len(r.Status().Failed) > 0 {
		r.RequestReconcile() // what failed is asked for at once
		return r.reconcile(ctx)
	}
	return nil
}
