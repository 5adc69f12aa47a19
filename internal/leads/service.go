package leads

import (
	"cmp"
	"context"
	"log/slog"
	"time"
)

// Config is what a Service needs.
type Config struct {
	Store    *Store
	Channels []Channel // none: enquiries are only stored
	Delivery DeliveryConfig
	Log      *slog.Logger // nil means slog.Default
}

// Service stores enquiries and delivers them.
type Service struct {
	cfg        Config
	dispatcher *dispatcher
}

// NewService returns a Service. It delivers nothing until Run.
func NewService(cfg Config) *Service {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	cfg.Delivery.Log = cmp.Or(cfg.Delivery.Log, cfg.Log)
	return &Service{cfg: cfg, dispatcher: newDispatcher(cfg.Delivery, cfg.Store, cfg.Channels)}
}

// Run delivers stored enquiries until ctx ends.
func (s *Service) Run(ctx context.Context) error { return s.dispatcher.run(ctx) }

// Reasons for which an enquiry counts as spam, as they are stored.
const (
	spamHoneypot = "hidden field filled"
	spamElapsed  = "sent too quickly"
)

// minElapsed is less time than any person needs to fill in the form.
const minElapsed = 1500 * time.Millisecond

// Submit checks an enquiry and stores it. Without problems and error the enquiry is on
// disk, now or since an equal one, and the visitor may be thanked. Spam is stored too but
// not delivered; its sender gets the same result.
func (s *Service) Submit(ctx context.Context, e Enquiry) (Problems, error) {
	lead, problems := e.Check()
	if len(problems) > 0 {
		return problems, nil
	}
	switch {
	case e.Honeypot != "":
		lead.Spam = spamHoneypot
	case e.Elapsed != nil && *e.Elapsed < minElapsed:
		lead.Spam = spamElapsed
	}
	inserted, err := s.cfg.Store.Insert(ctx, lead, s.cfg.Channels)
	if err != nil {
		return nil, err
	}
	if inserted {
		s.cfg.Log.InfoContext(ctx, "enquiry stored", "enquiry", lead.ID, "kind", lead.Kind, "spam", lead.Spam)
		s.dispatcher.wakeAll()
	}
	return nil, nil
}
