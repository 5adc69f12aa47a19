package alerts

import (
	"cmp"
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"estate/internal/agency/leads"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/platform/backoff"
)

// FilterSet finds the filters that a row passes; index.FilterSet does.
type FilterSet interface {
	Put(id string, f search.Filter)
	Delete(id string)
	Matching(row *search.Row) (ids []string, compared int)
}

// Changes are properties that changed after a position of the change log.
type Changes struct {
	Last uint64 // position of the last change
	Rows []search.Row
}

// Event is what happened to a changed home.
type Event struct {
	Published time.Time // when it was published or became known
	Reduced   time.Time // of its last price, when that is lower than the one before; else zero
	Entry     int       // number of that price in its history
}

// Content is the content of the site.
type Content interface {
	// Position is that of the last change.
	Position() uint64
	// Since returns the published properties that changed after a position, at most those of the last
	// days where the log does not reach back.
	Since(ctx context.Context, position uint64) (Changes, error)
	// Filter reads the search of an alert; ok is false when it names what no longer exists.
	Filter(ctx context.Context, a Alert) (f search.Filter, ok bool, err error)
	// Event returns what happened to a home.
	Event(ctx context.Context, row search.Row) (Event, error)
	// HasText reports whether a home passes the text of a filter.
	HasText(ctx context.Context, lang i18n.Lang, f search.Filter, id int) (bool, error)
	// Properties describes properties for a mail, in the order of ids; those that are no longer on offer
	// are left out.
	Properties(ctx context.Context, a Alert, ids []int) ([]Property, error)
	// Words are the search in words.
	Words(ctx context.Context, a Alert) ([]string, error)
}

// Mailer sends mails; leads/mail does. An error of leads.Final means that the address is refused.
type Mailer interface {
	SendAlert(ctx context.Context, m *Mail) error
}

// Config is what a Service needs. Zero values mean what the comments name.
type Config struct {
	Store   *Store
	Content Content
	Mailer  Mailer
	Filters func() FilterSet
	// Zone is the time zone of the agency's day, nil for Europe/Madrid.
	Zone func(context.Context) *time.Location
	// Policy stores the privacy policy of a language and returns its version; nil stores none.
	Policy func(ctx context.Context, lang i18n.Lang) string
	// Settle is how long a search waits for further properties before its mail; 1 min.
	Settle time.Duration
	// Poll is the time between two looks at the change log; 15 s, or half of Settle.
	Poll time.Duration
	// Backoff is the delay after the first failed attempt, doubled up to MaxBackoff; 1 min, 6 h.
	Backoff, MaxBackoff time.Duration
	// MaxAttempts ends the attempts of a mail; 30.
	MaxAttempts int
	Timeout     time.Duration // of one attempt; 45 s
	Log         *slog.Logger  // nil means slog.Default
}

// Service keeps saved searches and sends their mails.
type Service struct {
	cfg  Config
	wake chan struct{}

	matcher *matcher  // of Once
	expired time.Time // when searches were last erased

	sent, failures atomic.Uint64
}

// New returns a Service. It sends nothing until Run.
func New(cfg Config) *Service {
	cfg.Settle = cmp.Or(cfg.Settle, time.Minute)
	cfg.Poll = cmp.Or(cfg.Poll, min(15*time.Second, max(cfg.Settle/2, 20*time.Millisecond)))
	cfg.Backoff, cfg.MaxBackoff = cmp.Or(cfg.Backoff, time.Minute), cmp.Or(cfg.MaxBackoff, 6*time.Hour)
	cfg.MaxAttempts, cfg.Timeout = cmp.Or(cfg.MaxAttempts, 30), cmp.Or(cfg.Timeout, 45*time.Second)
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	return &Service{cfg: cfg, wake: make(chan struct{}, 1)}
}

// Problem of a form.
type Problem string

// The problems; keys below alert.problem in the dictionaries.
const (
	NoProblem      Problem = ""
	MailMissing    Problem = "mailMissing"
	MailInvalid    Problem = "mailInvalid"
	SearchTooLarge Problem = "search"
	TooOften       Problem = "often" // refused by Request.Admit; has no text of its own
)

// Subscribe stores a search and queues the mail that asks for its confirmation. Its result is the
// same whether the address is known or not.
func (s *Service) Subscribe(ctx context.Context, r Request) (Problem, error) {
	if r.Mail == "" {
		return MailMissing, nil
	}
	address, ok := leads.MailAddress(r.Mail)
	switch {
	case !ok:
		return MailInvalid, nil
	case len(r.Query) > maxQueryBytes:
		return SearchTooLarge, nil
	case r.Honeypot != "":
		return NoProblem, nil
	case r.Admit != nil && !r.Admit():
		return TooOften, nil
	}
	r.Mail = address
	if s.cfg.Policy != nil {
		r.Policy = s.cfg.Policy(ctx, r.Lang)
	}
	if err := s.cfg.Store.subscribe(ctx, r); err != nil {
		return NoProblem, err
	}
	s.signal()
	return NoProblem, nil
}

// Find returns the saved search of a token.
func (s *Service) Find(ctx context.Context, token string) (Alert, bool, error) {
	return s.cfg.Store.Find(ctx, token)
}

// Confirm starts a saved search; false means that the token is unknown or has expired.
func (s *Service) Confirm(ctx context.Context, token string) (bool, error) {
	return s.cfg.Store.confirm(ctx, token)
}

// Visit records that a link of a mail was followed.
func (s *Service) Visit(ctx context.Context, token string) error {
	return s.cfg.Store.visit(ctx, token)
}

// End erases a saved search; an unknown one is no error.
func (s *Service) End(ctx context.Context, token string) error {
	// Nothing limits these requests, so one with an invented token must not wait for the lock of the enquiries' file.
	if _, found, err := s.cfg.Store.Find(ctx, token); err != nil || !found {
		return err
	}
	return s.cfg.Store.end(ctx, token)
}

// Sent and Failures count mails and failed attempts of this process.
func (s *Service) Sent() uint64     { return s.sent.Load() }
func (s *Service) Failures() uint64 { return s.failures.Load() }

// Status counts the saved searches.
func (s *Service) Status(ctx context.Context) (Status, error) { return s.cfg.Store.Status(ctx) }

// Uncompared is the number of changes of the content that are not yet compared with the searches.
func (s *Service) Uncompared(ctx context.Context) (uint64, error) {
	status, err := s.Status(ctx)
	if last := s.cfg.Content.Position(); last > status.Compared {
		return last - status.Compared, err
	}
	return 0, err
}

// Changed signals that the content changed.
func (s *Service) Changed() { s.signal() }

func (s *Service) signal() {
	select {
	case s.wake <- struct{}{}:
	default: // a signal is pending
	}
}

// expireInterval is the time between two deletions of expired searches.
const expireInterval = time.Hour

// Once compares the changes since the last call and sends the mails that are due.
func (s *Service) Once(ctx context.Context) error {
	if s.matcher == nil {
		s.matcher = &matcher{Service: s, filters: s.cfg.Filters(), alerts: map[string]savedAlert{}}
	}
	if err := s.matcher.follow(ctx); err != nil {
		return err
	}
	if err := s.deliver(ctx); err != nil {
		return err
	}
	now := s.cfg.Store.now()
	if now.Sub(s.expired) < expireInterval {
		return nil
	}
	n, err := s.cfg.Store.expire(ctx)
	if n > 0 {
		s.cfg.Log.InfoContext(ctx, "saved searches erased: not confirmed, or a year without a click", "searches", n)
	}
	if err == nil {
		s.expired = now
	}
	return err
}

// Run compares changes and sends mails until ctx ends. One node runs it.
func (s *Service) Run(ctx context.Context) error {
	s.matcher = nil // another node may have had the lease meanwhile
	failures := 0
	for ctx.Err() == nil {
		err := s.Once(ctx)
		delay := s.cfg.Poll
		if failures++; err == nil {
			failures = 0
		} else if ctx.Err() == nil {
			s.cfg.Log.ErrorContext(ctx, "saved searches could not be followed", "err", err)
			delay = backoff.Policy{Initial: s.cfg.Poll, Max: 5 * time.Minute, Jitter: 0.5}.Delay(failures)
		}
		timer := time.NewTimer(delay)
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-s.wake:
		}
		timer.Stop()
	}
	return nil
}

// Store is the database of the saved searches.
func (s *Service) Store() *Store { return s.cfg.Store }
