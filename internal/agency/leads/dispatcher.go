package leads

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"estate/internal/platform/backoff"
)

// DeliveryConfig bounds the attempts of a delivery. Zero values mean what the comments name.
type DeliveryConfig struct {
	InitialBackoff time.Duration // delay after the first failure; 10 s. Each further failure doubles it
	MaxBackoff     time.Duration // largest delay; 1 h
	MaxAttempts    int           // after so many attempts a delivery has failed; 100, about four days
	Timeout        time.Duration // of one attempt; 45 s
	Log            *slog.Logger  // nil means slog.Default
}

// WithDefaults fills in what is zero.
func (c DeliveryConfig) WithDefaults() DeliveryConfig {
	if c.InitialBackoff <= 0 {
		c.InitialBackoff = 10 * time.Second
	}
	if c.MaxBackoff <= 0 {
		c.MaxBackoff = time.Hour
	}
	if c.MaxAttempts <= 0 {
		c.MaxAttempts = 100
	}
	if c.Timeout <= 0 {
		c.Timeout = 45 * time.Second
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

// Delay is the time between a failed attempt and the next one. Half of it is jitter, so
// that deliveries which failed together are not retried together.
func (c DeliveryConfig) Delay(attempts int) time.Duration {
	return backoff.Policy{Initial: c.InitialBackoff, Max: c.MaxBackoff, Jitter: 0.5}.Delay(attempts)
}

// dispatcher delivers stored enquiries to their channels.
type dispatcher struct {
	cfg    DeliveryConfig
	store  *Store
	copier *copier // nil without a mirror
	queues []queue
}

// queue is a channel and the signal that it may have a due delivery.
type queue struct {
	Channel
	wake chan struct{}
}

const (
	// pollInterval is how often a queue reads the store without a signal: another
	// process (estate leads retry) sends none.
	pollInterval = 20 * time.Second
	// storeErrorDelay is the delay after an error of the store itself.
	storeErrorDelay = 5 * time.Second
	batchSize       = 100 // deliveries that one query reads, and enquiries of a digest at most
)

func newDispatcher(cfg DeliveryConfig, store *Store, copier *copier, channels []Channel) *dispatcher {
	d := &dispatcher{cfg: cfg.WithDefaults(), store: store, copier: copier}
	for _, channel := range channels {
		d.queues = append(d.queues, queue{channel, make(chan struct{}, 1)})
	}
	return d
}

// wakeAll signals every queue that there may be a due delivery.
func (d *dispatcher) wakeAll() {
	for _, q := range d.queues {
		select {
		case q.wake <- struct{}{}:
		default: // a signal is pending
		}
	}
}

// run delivers until ctx ends. Each channel has its own goroutine, so a webhook that
// hangs delays no mail.
func (d *dispatcher) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, q := range d.queues {
		group.Go(func() error {
			d.drain(ctx, q)
			return nil
		})
	}
	return group.Wait()
}

// drain delivers what is due on a channel, in batches, until ctx ends.
func (d *dispatcher) drain(ctx context.Context, q queue) {
	for ctx.Err() == nil {
		leads, next, err := d.copier.due(ctx, d.store, q.Name(), d.cfg.MaxBackoff)
		switch {
		case err != nil && ctx.Err() == nil:
			d.cfg.Log.ErrorContext(ctx, "due enquiries cannot be read", "channel", q.Name(), "err", err)
			q.wait(ctx, storeErrorDelay)
		case len(leads) == 0:
			delay := pollInterval
			if !next.IsZero() {
				delay = min(delay, max(next.Sub(d.store.now()), time.Millisecond))
			}
			q.wait(ctx, delay)
		}
		delivered := 0
		var flood []*Lead
		for _, lead := range leads {
			if ctx.Err() != nil {
				return
			}
			if !d.copier.mayDeliver(ctx, lead) {
				continue
			}
			delivered++
			if _, collects := q.Channel.(DigestChannel); collects && lead.Flood {
				flood = append(flood, lead)
				continue
			}
			d.deliver(ctx, q, lead)
		}
		if len(flood) > 0 {
			d.deliver(ctx, q, flood...)
		}
		if len(leads) > 0 && delivered == 0 {
			q.wait(ctx, storeErrorDelay) // they are being copied, or belong to another node
		}
	}
}

// wait returns after the delay, at a signal, or when ctx ends.
func (q queue) wait(ctx context.Context, delay time.Duration) {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-q.wake:
	case <-ctx.Done():
	}
}

// deliver makes one attempt, of several enquiries as a digest, and stores its result for each.
func (d *dispatcher) deliver(ctx context.Context, q queue, leads ...*Lead) {
	failure := d.attempt(ctx, q.Channel, leads)
	if failure != nil && ctx.Err() != nil {
		return // the program ends; the failure says nothing about the channel
	}
	for _, lead := range leads {
		// The result of a finished attempt is stored even while the program ends.
		if err := d.record(context.WithoutCancel(ctx), q, lead, failure); err != nil && ctx.Err() == nil {
			// The delivery is still due. Without a delay the agency would get the
			// enquiry without end.
			d.cfg.Log.ErrorContext(ctx, "result of a delivery cannot be stored", "enquiry", lead.ID, "channel", q.Name(), "err", err)
			q.wait(ctx, storeErrorDelay)
		}
	}
}

// record stores the result of an attempt.
func (d *dispatcher) record(ctx context.Context, q queue, lead *Lead, failure error) error {
	attempts, err := d.store.attempts(ctx, lead.ID, q.Name())
	if err != nil {
		return err
	}
	result := Delivery{Channel: q.Name(), Attempts: attempts + 1}
	log := d.cfg.Log.With("enquiry", lead.ID, "channel", q.Name(), "attempts", result.Attempts)
	switch {
	case failure == nil:
		result.State, result.Done = Delivered, d.store.now()
		log.InfoContext(ctx, "enquiry delivered")
	case IsFinal(failure) || result.Attempts >= d.cfg.MaxAttempts:
		result.State, result.Error = Failed, Redact(failure, lead)
		log.ErrorContext(ctx, "enquiry could not be delivered; fix the cause and run `estate leads retry`", "err", result.Error)
	default:
		delay := d.cfg.Delay(result.Attempts)
		result.State, result.Next, result.Error = Waiting, d.store.now().Add(delay), Redact(failure, lead)
		log.WarnContext(ctx, "delivery of an enquiry failed and is retried", "delay", delay, "err", result.Error)
	}
	defer d.copier.signal()
	return d.store.updateDelivery(ctx, lead.ID, result)
}

// attempt calls the channel. A panic is an error of this attempt alone.
func (d *dispatcher) attempt(ctx context.Context, channel Channel, leads []*Lead) (err error) {
	ctx, cancel := context.WithTimeout(ctx, d.cfg.Timeout)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil {
			d.cfg.Log.ErrorContext(ctx, "delivery panicked", "enquiry", leads[0].ID, "channel", channel.Name(), "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	if len(leads) > 1 {
		return channel.(DigestChannel).DeliverDigest(ctx, leads)
	}
	return channel.Deliver(ctx, leads[0])
}

// IsFinal reports whether a retry is of no use.
func IsFinal(err error) bool {
	_, final := errors.AsType[finalError](err)
	return final
}

// maxErrorLength bounds the bytes of a server's response in the database and the log.
const maxErrorLength = 300

// Redact returns the error's text without the visitor's mail address and telephone
// number, which must not get into logs.
func Redact(err error, lead *Lead) string {
	text := err.Error()
	for _, private := range []string{lead.Mail, lead.Phone} {
		if private != "" {
			text = strings.ReplaceAll(text, private, "…")
		}
	}
	text = strings.ToValidUTF8(text, "?")
	if len(text) > maxErrorLength {
		text = strings.ToValidUTF8(text[:maxErrorLength], "") + "…"
	}
	return text
}
