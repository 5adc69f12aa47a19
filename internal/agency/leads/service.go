package leads

import (
	"cmp"
	"context"
	"fmt"
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
	// Viewings returns what the agency offers; nil takes no viewing requests.
	Viewings ViewingOffers
	// Source finds the system that the property of an enquiry comes from, nil for none; nil
	// means that no enquiry has one.
	Source func(ctx context.Context, lead *Lead) *Source
	// Mirror is the second place of the enquiries; nil keeps them on one disk.
	Mirror   Mirror
	Mirrored MirrorConfig
	Log      *slog.Logger // nil means slog.Default
}

// Service stores enquiries and delivers them.
type Service struct {
	cfg        Config
	dispatcher *dispatcher
	copier     *copier // nil without a mirror
}

// NewService returns a Service. It delivers nothing until Run.
func NewService(cfg Config) *Service {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	cfg.Delivery.Log = cmp.Or(cfg.Delivery.Log, cfg.Log)
	s := &Service{cfg: cfg}
	if cfg.Mirror != nil {
		s.copier = newCopier(cfg.Mirrored, cfg.Store, cfg.Mirror, cfg.Log)
	}
	s.dispatcher = newDispatcher(cfg.Delivery, cfg.Store, s.copier, cfg.Channels)
	return s
}

// retentionInterval is the time between two deletions of old enquiries.
const retentionInterval = 6 * time.Hour

// Run delivers stored enquiries, copies them to the mirror and deletes old ones until ctx
// ends.
func (s *Service) Run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.dispatcher.run(ctx) })
	if s.copier != nil {
		group.Go(func() error {
			s.copier.run(ctx, s.dispatcher.wakeAll)
			return nil
		})
	}
	if s.cfg.Keep != nil {
		group.Go(func() error {
			s.retain(ctx)
			return nil
		})
	}
	err := group.Wait()
	s.copier.finish(ctx)
	return err
}

// retain deletes old enquiries until ctx ends. An error waits for the next time.
func (s *Service) retain(ctx context.Context) {
	for ctx.Err() == nil {
		n, err := Files{s.cfg.Store, s.cfg.Mirror}.DeleteBefore(ctx, s.cfg.Keep(s.cfg.Store.now()))
		s.copier.signal()
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

// Receipt is the result of Submit.
type Receipt struct {
	Problems Problems // the enquiry is not stored
	Refused  bool     // nor is a valid one whose client has sent too many
	// OneDisk is true for a stored enquiry that could not be copied to the mirror yet.
	OneDisk bool
}

// Submit checks an enquiry and stores it. Without problems and error the enquiry is on
// disk and in the mirror, now or since an equal one, and the visitor may be thanked. Spam
// is stored too but not delivered; its sender gets the same result.
//
// With ErrNotMirrored the enquiry is on disk only, and the visitor must not be thanked. It is
// copied and delivered later all the same: deleting it could delete an equal one that was
// acknowledged meanwhile.
func (s *Service) Submit(ctx context.Context, e Enquiry) (Receipt, error) {
	if kindOf(e.Kind) == KindViewing && e.Viewing != nil && s.cfg.Viewings != nil {
		offer, err := s.cfg.Viewings(ctx, e.Lang, e.Viewing.IDs)
		if err != nil {
			return Receipt{}, fmt.Errorf("read what is offered for viewings: %w", err)
		}
		e.Offer = &offer
	}
	lead, problems := e.Check()
	if len(problems) > 0 {
		return Receipt{Problems: problems}, nil
	}
	if e.Admit != nil {
		switch e.Admit() {
		case Refused:
			return Receipt{Refused: true}, nil
		case InFlood:
			lead.Flood = true
		}
	}
	switch {
	case e.Honeypot != "":
		lead.Spam = spamHoneypot
	case e.Elapsed != nil && *e.Elapsed < minElapsed:
		lead.Spam = spamElapsed
	}
	lead.Policy = s.policy(ctx, lead.Lang)
	if s.cfg.Source != nil {
		lead.Source = s.cfg.Source(ctx, lead)
	}
	release, inserted, err := s.insert(ctx, lead)
	defer release()
	if err != nil {
		return Receipt{}, err
	}
	if inserted {
		s.cfg.Log.InfoContext(ctx, "enquiry stored", "enquiry", lead.ID, "kind", lead.Kind, "spam", lead.Spam)
	}
	if s.copier == nil {
		return Receipt{}, nil
	}
	return s.copier.acknowledge(ctx, lead.ID)
}

// insert stores a lead. It is not delivered before release is called.
func (s *Service) insert(ctx context.Context, lead *Lead) (release func(), inserted bool, err error) {
	if s.copier == nil {
		inserted, err = s.cfg.Store.Insert(ctx, lead, s.cfg.Channels)
		return s.dispatcher.wakeAll, inserted, err
	}
	s.copier.holds.Lock()
	defer s.copier.holds.Unlock()
	inserted, err = s.cfg.Store.Insert(ctx, lead, s.cfg.Channels)
	if !inserted {
		return func() {}, inserted, err
	}
	s.copier.held[lead.ID] = true
	return func() {
		s.copier.holds.Lock()
		delete(s.copier.held, lead.ID)
		s.copier.holds.Unlock()
		s.dispatcher.wakeAll()
	}, inserted, err
}

// Retry is Store.Retry with the channels of the service, which deliver at once.
func (s *Service) Retry(ctx context.Context, ids ...int64) (int, error) {
	n, err := s.cfg.Store.Retry(ctx, s.cfg.Channels, ids...)
	s.dispatcher.wakeAll()
	return n, err
}

// Files are the enquiries of all nodes.
func (s *Service) Files() Files { return Files{s.cfg.Store, s.cfg.Mirror} }

// MirrorStatus is the state of the copies, for metrics; ok is false without a mirror.
func (s *Service) MirrorStatus() (status MirrorStatus, ok bool) {
	if s.copier == nil {
		return status, false
	}
	return s.copier.status(), true
}
