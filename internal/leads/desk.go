package leads

import (
	"cmp"
	"context"
	"log/slog"
	"time"
)

// Config is what a Desk needs.
type Config struct {
	Ledger   *Ledger
	Channels []Channel // none: enquiries are only stored
	Courier  CourierConfig
	Log      *slog.Logger // nil means slog.Default
}

// Desk takes enquiries in and sees to their delivery.
type Desk struct {
	cfg     Config
	courier *courier
}

// NewDesk returns a desk. Nothing is delivered until Run.
func NewDesk(cfg Config) *Desk {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	cfg.Courier.Log = cmp.Or(cfg.Courier.Log, cfg.Log)
	return &Desk{cfg: cfg, courier: newCourier(cfg.Courier, cfg.Ledger, cfg.Channels)}
}

// Run delivers what is stored until ctx ends.
func (d *Desk) Run(ctx context.Context) error { return d.courier.run(ctx) }

// Names of the traps, as they are stored.
const (
	trapField = "hidden field filled"
	trapTime  = "sent too quickly"
)

// tooQuick is less time than anybody needs to fill the form in.
const tooQuick = 1500 * time.Millisecond

// Take checks an enquiry and stores it. When it returns no problems and no error
// the enquiry is on disk, or was already, and the visitor may be thanked. One
// that a trap caught is kept apart and not delivered; its sender learns nothing of it.
func (d *Desk) Take(ctx context.Context, e Enquiry) (Problems, error) {
	lead, problems := e.Check()
	if len(problems) > 0 {
		return problems, nil
	}
	switch {
	case e.Trap != "":
		lead.Spam = trapField
	case e.Elapsed != nil && *e.Elapsed < tooQuick:
		lead.Spam = trapTime
	}
	fresh, err := d.cfg.Ledger.Keep(ctx, lead, d.cfg.Channels)
	if err != nil {
		return nil, err
	}
	if fresh {
		d.cfg.Log.InfoContext(ctx, "enquiry stored", "enquiry", lead.ID, "kind", lead.Kind, "spam", lead.Spam)
		d.courier.ring()
	}
	return nil, nil
}
