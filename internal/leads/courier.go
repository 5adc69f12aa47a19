package leads

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// CourierConfig says how patient delivery is. Zero values mean what the comments name.
type CourierConfig struct {
	FirstPause   time.Duration // after the first failure; 10 s. Each further pause is twice as long,
	LongestPause time.Duration // up to this; 1 h
	Attempts     int           // after so many a delivery has failed; 100, which is about four days
	Timeout      time.Duration // of one attempt; 45 s
	Log          *slog.Logger  // nil means slog.Default
}

func (c CourierConfig) withDefaults() CourierConfig {
	if c.FirstPause <= 0 {
		c.FirstPause = 10 * time.Second
	}
	if c.LongestPause <= 0 {
		c.LongestPause = time.Hour
	}
	if c.Attempts <= 0 {
		c.Attempts = 100
	}
	if c.Timeout <= 0 {
		c.Timeout = 45 * time.Second
	}
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

// courier hands stored enquiries to their channels.
type courier struct {
	cfg    CourierConfig
	ledger *Ledger
	routes []route
}

// route is a channel and the bell that says there is something new for it.
type route struct {
	Channel
	bell chan struct{}
}

const (
	// lookAgain is how long the courier trusts the bell: enquiries revived by another
	// process ring none.
	lookAgain = 20 * time.Second
	// afterTrouble is how long it waits when the ledger itself fails.
	afterTrouble = 5 * time.Second
	armful       = 20 // deliveries taken up at once
)

func newCourier(cfg CourierConfig, ledger *Ledger, channels []Channel) *courier {
	c := &courier{cfg: cfg.withDefaults(), ledger: ledger}
	for _, channel := range channels {
		c.routes = append(c.routes, route{channel, make(chan struct{}, 1)})
	}
	return c
}

// ring tells every route that there may be something to carry.
func (c *courier) ring() {
	for _, r := range c.routes {
		select {
		case r.bell <- struct{}{}:
		default: // it will look already
		}
	}
}

// run delivers until ctx ends. Each channel goes at its own pace: a webhook that
// hangs holds no mail up.
func (c *courier) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, r := range c.routes {
		group.Go(func() error {
			c.walk(ctx, r)
			return nil
		})
	}
	return group.Wait()
}

func (c *courier) walk(ctx context.Context, r route) {
	for ctx.Err() == nil {
		leads, next, err := c.ledger.due(ctx, r.Name(), armful)
		switch {
		case err != nil && ctx.Err() == nil:
			c.cfg.Log.ErrorContext(ctx, "enquiries cannot be read for delivery", "channel", r.Name(), "err", err)
			r.rest(ctx, afterTrouble)
		case len(leads) == 0:
			pause := lookAgain
			if !next.IsZero() {
				pause = min(pause, max(next.Sub(c.ledger.now()), time.Millisecond))
			}
			r.rest(ctx, pause)
		}
		for _, lead := range leads {
			if ctx.Err() != nil {
				return
			}
			if err := c.carry(ctx, r, lead); err != nil && ctx.Err() == nil {
				// Without the note it is due at once again: wait, or the agency gets it without end.
				c.cfg.Log.ErrorContext(ctx, "delivery of an enquiry cannot be noted", "enquiry", lead.ID, "channel", r.Name(), "err", err)
				r.rest(ctx, afterTrouble)
			}
		}
	}
}

// rest waits for the pause to pass, the bell or the end.
func (r route) rest(ctx context.Context, pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.bell:
	case <-ctx.Done():
	}
}

// carry tries one delivery and notes how it went.
func (c *courier) carry(ctx context.Context, r route, lead *Lead) error {
	failure := c.hand(ctx, r.Channel, lead)
	if failure != nil && ctx.Err() != nil {
		return nil // the program ends; that says nothing about the channel
	}
	// A delivery that worked is noted even if the program is just ending.
	ctx = context.WithoutCancel(ctx)
	tried, err := c.ledger.attempts(ctx, lead.ID, r.Name())
	if err != nil {
		return err
	}
	d := Delivery{Channel: r.Name(), Attempts: tried + 1}
	log := c.cfg.Log.With("enquiry", lead.ID, "channel", r.Name(), "attempts", d.Attempts)
	switch {
	case failure == nil:
		d.State, d.Done = Delivered, c.ledger.now()
		log.InfoContext(ctx, "enquiry delivered")
	case IsFinal(failure) || d.Attempts >= c.cfg.Attempts:
		d.State, d.Error = Failed, withoutVisitor(failure, lead)
		log.ErrorContext(ctx, "enquiry could not be delivered; mend the cause and run `estate leads retry`", "err", d.Error)
	default:
		pause := c.cfg.pause(d.Attempts)
		d.State, d.Next, d.Error = Waiting, c.ledger.now().Add(pause), withoutVisitor(failure, lead)
		log.WarnContext(ctx, "enquiry waits for another attempt", "pause", pause, "err", d.Error)
	}
	return c.ledger.settle(ctx, lead.ID, d)
}

// hand calls the channel. A panic in it is a failure like another: the next
// enquiry may fare better.
func (c *courier) hand(ctx context.Context, channel Channel, lead *Lead) (err error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	defer func() {
		if cause := recover(); cause != nil {
			c.cfg.Log.ErrorContext(ctx, "delivery panicked", "enquiry", lead.ID, "channel", channel.Name(), "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return channel.Deliver(ctx, lead)
}

// pause doubles with every attempt. Chance shortens it by up to half, so that
// what failed together does not come back together.
func (c CourierConfig) pause(attempts int) time.Duration {
	pause := c.FirstPause
	for range attempts - 1 {
		if pause *= 2; pause >= c.LongestPause {
			pause = c.LongestPause
			break
		}
	}
	return pause/2 + rand.N(pause/2+1)
}

// IsFinal reports whether trying again is of no use.
func IsFinal(err error) bool {
	_, final := errors.AsType[finalError](err)
	return final
}

// longestError bounds what a server's answer may leave in database and log.
const longestError = 300

// withoutVisitor is the error's text without the visitor's own data, which has no
// place in logs.
func withoutVisitor(err error, lead *Lead) string {
	text := err.Error()
	for _, private := range []string{lead.Mail, lead.Phone} {
		if private != "" {
			text = strings.ReplaceAll(text, private, "…")
		}
	}
	text = strings.ToValidUTF8(text, "?")
	if len(text) > longestError {
		text = strings.ToValidUTF8(text[:longestError], "") + "…"
	}
	return text
}
