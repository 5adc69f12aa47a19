package replica

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"estate/internal/cms/wordpress"
)

// loop decides when notices are applied, when the CMS is polled and when everything is
// compared. One goroutine runs it.
type loop struct {
	cfg       Config
	state     *stateStore
	failures  *failureLog
	queue     *noticeQueue
	applier   *noticeApplier
	comparer  *comparer
	log       *slog.Logger
	reconcile chan struct{} // receives after requestReconcile

	// The schedule belongs to the goroutine that runs the loop.
	nextPoll      time.Time
	nextReconcile time.Time
	retryAt       time.Time // no request to the CMS before; zero when it is up
	outages       int       // consecutive failed steps
}

func newLoop(cfg Config, state *stateStore, failures *failureLog, queue *noticeQueue, applier *noticeApplier, comparer *comparer) *loop {
	return &loop{
		cfg: cfg, state: state, failures: failures, queue: queue, applier: applier, comparer: comparer, log: cfg.Log,
		reconcile: make(chan struct{}, 1),
	}
}

// run follows the CMS until ctx ends. beforeStep runs before each step.
func (l *loop) run(ctx context.Context, beforeStep func(context.Context)) {
	l.nextReconcile, l.nextPoll, l.retryAt = time.Time{}, time.Time{}, time.Time{}
	for ctx.Err() == nil {
		beforeStep(ctx)
		timer := time.NewTimer(l.step(ctx))
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-l.queue.wake:
		case <-l.reconcile:
			l.nextReconcile, l.retryAt = time.Time{}, time.Time{}
		}
		timer.Stop()
	}
}

// requestReconcile makes run reconcile at once.
func (l *loop) requestReconcile() {
	select {
	case l.reconcile <- struct{}{}:
	default: // a request is pending
	}
}

// step does what is due and returns the time until the next step.
func (l *loop) step(ctx context.Context) time.Duration {
	now := l.cfg.Now()
	if wait := l.retryAt.Sub(now); wait > 0 {
		return wait
	}
	notices, overflowed := l.queue.drain()
	if overflowed {
		l.nextReconcile = now
	}
	err := l.runDue(ctx, now, notices)
	switch {
	case ctx.Err() != nil:
		return 0
	case err != nil:
		l.queue.add(notices...)
		return l.backOff(err)
	}
	l.endBackOff()
	return max(0, min(l.nextPoll.Sub(l.cfg.Now()), l.nextReconcile.Sub(l.cfg.Now())))
}

func (l *loop) runDue(ctx context.Context, now time.Time, notices []Notice) error {
	if len(notices) > 0 {
		if err := l.applier.applyNotices(ctx, notices, l.drainNotices); err != nil {
			return err
		}
	}
	switch {
	case !now.Before(l.nextReconcile) || !l.state.ready():
		// Set first: a queue that overflows meanwhile asks for the next one.
		l.nextReconcile = now.Add(l.cfg.Jitter(l.cfg.Reconcile))
		if err := l.comparer.reconcile(ctx, l.drainNotices); err != nil {
			l.nextReconcile = time.Time{}
			return err
		}
		l.nextPoll = now.Add(l.cfg.Jitter(l.cfg.Poll))
	case !now.Before(l.nextPoll):
		if err := l.comparer.poll(ctx, l.drainNotices); err != nil {
			return err
		}
		l.nextPoll = now.Add(l.cfg.Jitter(l.cfg.Poll)) // from the start of the poll: a slow one delays none
	}
	return nil
}

// drainNotices applies the notices that arrived during a long run.
func (l *loop) drainNotices(ctx context.Context) error {
	notices, overflowed := l.queue.drain()
	if overflowed {
		l.nextReconcile = time.Time{}
	}
	if len(notices) == 0 {
		return nil
	}
	if err := l.applier.applyNotices(ctx, notices, nil); err != nil {
		l.queue.add(notices...)
		return err
	}
	return nil
}

// backOff stops requests for a while, twice as long after each consecutive failure. The
// delay does not exceed the poll interval.
func (l *loop) backOff(err error) time.Duration {
	l.outages++
	l.failures.total.Add(1)
	wait := min(l.cfg.backoff(l.cfg.InitialBackoff, l.outages), max(l.cfg.Poll, l.cfg.InitialBackoff))
	busy, isBusy := errors.AsType[*wordpress.BusyError](err)
	if isBusy {
		wait = max(wait, busy.Until.Sub(l.cfg.Now()))
	}
	l.retryAt = l.cfg.Now().Add(wait)
	l.state.update(func(s *state) { s.LastError = shortReason(err.Error()) })
	switch {
	case errors.Is(err, errStore):
		l.log.Error("the store of the replica cannot be written; check the database", "err", err)
	case isBusy:
		l.log.Warn("the CMS demands fewer requests; the copy goes on later", "wait", wait.Round(time.Second), "err", err)
	case l.outages == 1 && l.state.ready():
		l.log.Warn("the CMS does not answer; the site serves the stored content", "err", err)
	case l.outages == 1:
		l.log.Error("the CMS does not answer and the first copy is not complete; visitors see an error until it is", "err", err)
	}
	return wait
}

func (l *loop) endBackOff() {
	if l.outages > 0 {
		l.log.Info("the CMS answers again")
	}
	l.outages, l.retryAt = 0, time.Time{}
}
