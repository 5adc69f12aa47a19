package leads

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
)

// Config is what a Service needs.
type Config struct {
	Store    *Store
	Channels []Channel // none: enquiries are only stored
	Delivery DeliveryConfig
	// Keep deletes enquiries and spam that were stored before the time that it returns;
	// nil keeps all.
	Keep func(now time.Time) time.Time
	// Policy reads the privacy policy that visitors agree to; nil stores none.
	Policy PolicyReader
	Log    *slog.Logger // nil means slog.Default
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

// retentionInterval is the time between two deletions of old enquiries.
const retentionInterval = 6 * time.Hour

// Run delivers stored enquiries and deletes old ones until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.dispatcher.run(ctx) })
	if s.cfg.Keep != nil {
		group.Go(func() error {
			s.retain(ctx)
			return nil
		})
	}
	return group.Wait()
}

// retain deletes old enquiries until ctx ends. An error waits for the next time.
func (s *Service) retain(ctx context.Context) {
	for ctx.Err() == nil {
		n, err := s.cfg.Store.DeleteBefore(ctx, s.cfg.Keep(s.cfg.Store.now()))
		switch {
		case err != nil && ctx.Err() == nil:
			s.cfg.Log.ErrorContext(ctx, "old enquiries could not be deleted", "err", err)
		case n > 0:
			s.cfg.Log.InfoContext(ctx, "old enquiries deleted", "enquiries", n)
		}
		select {
		case <-ctx.Done():
		case <-time.After(retentionInterval):
		}
	}
}

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
	lead.Policy = s.policy(ctx, lead.Lang)
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
